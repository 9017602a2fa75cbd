"""The decision diagram gives the same answers as the searches."""

from __future__ import annotations

from collections import Counter

import pytest
import shipped
from building import blank, board, dominoes, made, piece
from growing import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models

from calpuzzle.engines import RUN, load
from calpuzzle.engines.diagram import diagram as module
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model

BACKTRACK, DIAGRAM, REFERENCE = load("backtrack"), load("diagram"), load("reference")


def listings(cover: Cover) -> list[list[Options]]:
    """The solutions of every instance, without their labels, by the plain engine."""
    return [list(REFERENCE.solutions(cover, cover.instance(k))) for k in range(cover.instances)]


# --- the same answers as the searches


@st.composite
def some_laid(draw: st.DrawFn, cover: Cover, listed: list[list[Options]]) -> Options:
    """Placements to lay: a part of a solution, any, or ones that may clash."""
    labels = cover.pieces - len(cover.axes)
    placements = [k for k, option in enumerate(cover.options) if option[0] < labels]
    solutions = [solution for found in listed for solution in found]
    kind = draw(st.sampled_from(["part", "part", "any", "mixed"] if solutions else ["any"]))
    laid: list[int] = []
    if kind != "any":
        chosen = draw(st.sampled_from(solutions))
        laid += draw(st.lists(st.sampled_from(chosen), max_size=4, unique=True))
    if kind != "part" and placements:
        laid += draw(st.lists(st.sampled_from(placements), max_size=2))
    return tuple(draw(st.permutations(laid)))


@settings(max_examples=40)
@given(st.data())
def test_what_is_left_when_some_are_laid(data: st.DataObject) -> None:
    cover = Lowering(data.draw(models(most_cells=18, most_groups=4))).cover
    listed = listings(cover)
    diagram = diagram_of(cover)
    for _ in range(3):
        placed = data.draw(some_laid(cover, listed))
        # A placement that is laid twice clashes with itself.
        clash = len(set(placed)) < len(placed)
        left = [[s for s in found if not clash and {*placed} <= {*s}] for found in listed]
        assert diagram.completions(placed) == sum(map(len, left))
        whole = diagram.left(placed)
        assert whole.count == sum(map(len, left))
        occurrences = Counter(k for own in left for solution in own for k in solution)
        for number, own in enumerate(left):
            occurrences.update({k: len(own) for k in cover.instance(number)})
        assert whole.occurrences() == +occurrences
        numbers = {0, cover.instances - 1, data.draw(st.integers(0, cover.instances - 1))}
        for number in numbers:
            check_left(diagram, cover, (*cover.instance(number), *placed), left[number])


def check_left(diagram: Diagram, cover: Cover, laid: Options, found: list[Options]) -> None:
    """Whether the diagram has just these solutions, which hold what is laid, labels apart."""
    expected = [tuple(k for k in solution if k not in laid) for solution in found]
    assert diagram.completions(laid) == len(expected)
    assert DIAGRAM.count(cover, laid) == len(expected)
    assert list(DIAGRAM.solutions(cover, laid)) == expected
    rest = diagram.left(laid)
    assert rest.count == len(expected)
    assert list(rest) == [rest.nth(k) for k in range(rest.count)] == expected
    for past in (-1, rest.count, rest.count + 1, 1 << 70):
        with pytest.raises(IndexError):
            rest.nth(past)
    occurrences = Counter(k for solution in expected for k in (*solution, *laid))
    assert rest.occurrences() == occurrences
    forced = sorted(k for k in occurrences if occurrences[k] == len(expected))
    assert list(rest.forced()) == forced


def test_samples_are_uniform_and_seeded() -> None:
    left = grown(dominoes(4, 4)).left()
    assert left.count == 36
    drawn = Counter(left.sample(seed) for seed in range(3600))
    assert set(drawn) == set(left)
    chi = sum((number - 100) ** 2 / 100 for number in drawn.values())
    # 35 degrees of freedom: 80 is passed once in fifty thousand.
    assert chi < 80
    assert [left.sample(5) for _ in range(3)] == [left.sample(5)] * 3
    assert len({left.sample() for _ in range(50)}) > 1
    with pytest.raises(IndexError):
        grown(dominoes(4, 4)).left([0, 0]).sample(1)


@pytest.mark.parametrize("groups", ["", "a b", "a b|c d e"])
def test_counts_and_lists_are_the_same_however_they_are_made(
    monkeypatch: pytest.MonkeyPatch, groups: str
) -> None:
    singles = 4 - len(groups.split("|")) * bool(groups)
    pieces = piece("D", "##"), piece("L", "##|#."), piece("M", "#", copies=singles)
    cover = Lowering(made(board("a c b", "d . .", ". . e"), *pieces, groups=groups)).cover
    expected = REFERENCE.counts(cover).tolist()
    for most in (1 << 24, -1):
        monkeypatch.setattr(module, "MOST_MET", most)
        diagram = Diagram.grown(cover, RUN)
        assert diagram.counts().tolist() == expected
    every = list(REFERENCE.solutions(cover))
    for laid in ((), *(every[-1][:k] for k in (1, 2)), cover.instance(0)):
        found = [tuple(k for k in own if k not in laid) for own in every if {*laid} <= {*own}]
        for _ in range(2):
            assert diagram.completions(laid) == len(found)
            assert list(diagram.listed(laid)) == found
            diagram.solutions()


# --- chosen puzzles


@pytest.mark.parametrize(
    "name", shipped.few(shipped.MODEST, "dray", "month-day-7x7", "month-day-7x7-one-side")
)
def test_solutions_of_shipped_puzzles_are_those_of_backtrack(name: str) -> None:
    cover = shipped.lowering(name).cover
    diagram = diagram_of(cover)
    rows, starts = diagram.solutions()
    assert len(rows) == shipped.KNOWN[name]["total"]
    for number in range(0, cover.instances, max(1, cover.instances // 8)):
        labels = cover.instance(number)
        found = list(BACKTRACK.solutions(cover, labels))
        assert list(map(tuple, rows[starts[number] : starts[number + 1]].tolist())) == found
        assert list(diagram.left(labels)) == found
        for solution in found[:3]:
            laid = solution[2:6]
            expected = BACKTRACK.count(cover, (*labels, *laid))
            assert diagram.completions((*labels, *laid)) == expected
            assert diagram.completions(laid) == BACKTRACK.count(cover, laid)


@pytest.mark.parametrize(
    "model",
    [
        Model("x", blank(2, 2), (piece("A", "##", turn=False), piece("B", "#|#", turn=False))),
        Model("x", blank(2, 2), (piece("A", "####"), piece("B", "#", copies=2))),  # fits nowhere
        Model("x", blank(2, 2), (piece("A", "##"), piece("B", "#", copies=400_000))),  # too many
        Model("x", blank(2, 2), (piece("A", "##"),)),  # too few
    ],
    ids=["cross", "nowhere", "too many", "too few"],
)
def test_an_empty_diagram_answers(model: Model) -> None:
    diagram = grown(model)
    assert (diagram.total, diagram.states, diagram.counts().tolist()) == (0, 0, 0)
    left = diagram.left([0])
    assert (left.count, left.occurrences(), left.forced(), list(left)) == (0, {}, (), [])
    assert diagram.completions([0]) == diagram.completions() == 0
    rows, starts = diagram.solutions()
    assert rows.shape == (0, sum(own.most for own in model.pieces))
    assert starts.tolist() == [0, 0]
    assert list(diagram.listed()) == []


def test_what_has_been_counted_is_that_of_whole_instances() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    counts = DIAGRAM.counts(cover)
    assert DIAGRAM.count(cover, cover.instance(5)) == counts.flat[5]
    placed = next(BACKTRACK.solutions(cover, cover.instance(5)))[:2]
    assert DIAGRAM.count(cover, placed) == BACKTRACK.count(cover, placed)
    assert DIAGRAM.count(cover) == counts.sum()


def test_an_empty_diagram_of_many_dates_answers() -> None:
    model = Model("x", board("a b c ."), (piece("V", "##|#."),), (Group("g", ("a", "b", "c")),))
    diagram = grown(model)
    assert diagram.counts().tolist() == [0, 0, 0]
    rows, starts = diagram.solutions()
    assert (rows.shape, starts.tolist()) == ((0, 1), [0, 0, 0, 0])
