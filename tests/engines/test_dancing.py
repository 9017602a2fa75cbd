"""The general Cover: the compiled search, its plain twin, and the bare definition agree."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import calpuzzle as cp
from calpuzzle.exact import Cover
from calpuzzle.exact.links import Run
from calpuzzle.exact.reference import Twin


@st.composite
def covers(draw, bounded=True):
    primary = draw(st.integers(0, 5))
    secondary = draw(st.integers(0, 3))
    items = primary + secondary
    if not items:
        return Cover([], [])
    option = st.sets(st.integers(0, items - 1), min_size=1, max_size=4)
    options = draw(st.lists(option, max_size=9))
    bounds = {}
    if bounded:
        for i in range(primary):
            if draw(st.booleans()):
                least = draw(st.integers(0, 3))
                bounds[i] = (least, least + draw(st.integers(0, 2)))
    return Cover(range(primary), options, range(primary, items), multiplicity=bounds)


def by_definition(cover):
    """All sets of options with primary items that meet the bounds, by trying every set."""
    primary = range(len(cover.primary))
    usable = [k for k, option in enumerate(cover.options) if not set(option).isdisjoint(primary)]
    for size in range(len(usable) + 1):
        for chosen in itertools.combinations(usable, size):
            times = [sum(i in cover.options[k] for k in chosen) for i in range(len(cover.items))]
            if all(a <= n <= b for n, (a, b) in zip(times, cover.bounds, strict=True)):
                yield chosen


@settings(max_examples=400, deadline=None)
@given(covers())
def test_links_finds_what_the_definition_says(cover):
    found = list(cover.solve())
    assert sorted(found) == sorted(by_definition(cover))
    assert cover.count() == len(found)


@settings(max_examples=400, deadline=None)
@given(covers())
def test_links_is_its_twin_node_for_node(cover):
    twin = Twin(cover)
    assert list(cover.solve()) == list(twin.solutions())
    search = Run(cover).search
    while not search.run(1):
        pass
    assert search.nodes == twin.nodes


@settings(max_examples=100, deadline=None)
@given(covers(), st.integers(1, 5), st.integers(1, 3))
def test_slices_change_nothing(cover, budget, rows):
    run = Run(cover, rows)
    sliced = []
    over = False
    while not over:
        over = run.search.run(budget)
        sliced += [tuple(run.numbers[k] for k in row) for row in run.search.take()]
    assert sliced == list(cover.solve())
    assert run.search.run(budget) is True
    assert run.search.take() == []


def test_the_compiled_module_is_the_one_that_runs():
    assert Run(Cover("a", ["a"])).search.__class__.__module__ == "calpuzzle._core.links"


def test_public_name_and_first():
    cover = cp.Cover("abc", ["ab", "c", "a", "bc"], names=["x", "y", "z", "w"])
    assert cover.first() == (0, 1)
    assert [cover.names[k] for k in (0, 1)] == ["x", "y"]
    assert cp.Cover("a", []).first() is None
    assert repr(cover) == "<Cover: 3 items, 4 options>"


def test_knuths_example_of_a_secondary_item():
    cover = Cover("abc", ["ad", "bc", "abc", "ab", "cd", "bd", "ac", "d"], secondary="d")
    assert set(cover.solve()) == {(0, 1), (2,), (3, 4), (5, 6)}


def test_equal_pieces_are_counted_once():
    # Two equal pieces on three places, one each: which of the two lies where makes no difference.
    cover = Cover(["piece"], [["piece", k] for k in range(3)], range(3), multiplicity={"piece": 2})
    assert list(cover.solve()) == [(0, 1), (0, 2), (1, 2)]


def test_a_piece_that_may_stay_out():
    cover = Cover(["p", "q"], [["p", "c"], ["q", "c"]], "c", multiplicity={"p": (0, 1)})
    assert list(cover.solve()) == [(1,)]


def test_at_most_once_is_primary_or_secondary():
    wanted = Cover("a", ["ab", "b"], "b", multiplicity={"a": (0, 1)})
    assert list(wanted.solve()) == list(wanted.solve("reference")) == [(0,), ()]
    unwanted = Cover("", ["ab", "b"], "ab")
    assert list(unwanted.solve()) == list(unwanted.solve("reference")) == [()]


def test_every_fault_is_said():
    with pytest.raises(cp.InputError) as caught:
        Cover("aab", ["ax", "", "aa"], names=["one"], multiplicity={"z": 1, "b": (2, 1)})
    assert len(caught.value.faults) == 7
    with pytest.raises(cp.InputError, match="did you mean links"):
        Cover("a", ["a"]).count("lniks")


def test_queens():
    def queens(n):
        options = [
            [("r", r), ("c", c), ("a", r + c), ("b", r - c)] for r in range(n) for c in range(n)
        ]
        lines = [("r", k) for k in range(n)] + [("c", k) for k in range(n)]
        diagonals = [("a", k) for k in range(2 * n)] + [("b", k) for k in range(-n, n)]
        return Cover(lines, options, diagonals).count()

    assert [queens(n) for n in (4, 5, 6, 7, 8, 9)] == [2, 10, 4, 40, 92, 352]


def test_long_searches_can_be_stopped():
    cover = Cover(range(60), [(i, i + 1) for i in range(59)] + [(i,) for i in range(60)])

    def stop(nodes, found):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cover.count(progress=stop)
