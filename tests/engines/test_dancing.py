"""Dancing cells: the compiled search, its plain twin, and the bare definition agree."""

from __future__ import annotations

import random

import pytest
from dancing_twin import Twin
from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, covers
from random_puzzles import fittings, models

from calpuzzle._core.dancing import Search
from calpuzzle.engines import Run, load
from calpuzzle.engines.dancing import SLICE, WORK, budget, search
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

DANCING = load("dancing")


def check_twin(cover: Cover) -> None:
    """Whether the search lists what its twin does, in its order, and lays as many options."""
    twin = Twin(cover)
    expected = list(twin.solutions())
    for same in (cover, wide(cover)):
        assert list(DANCING.solutions(same)) == expected
        work = search(same)
        while not work.run(1):
            pass
        assert (work.nodes, work.found) == (twin.nodes, len(expected))
        assert (work.dead_ends, work.forced) == (twin.dead_ends, twin.forced)


def wide(cover: Cover) -> Cover:
    """The same problem with so many more items, which no option has, that it is searched over
    cells and not over masks."""
    return Cover.numbered(
        cover.primary,
        cover.options,
        [*cover.secondary, *(f"unused {k}" for k in range(4096))],
        cover.bounds[: len(cover.primary)],
        colours=cover.colours,
        palette=cover.palette,
    )


@settings(max_examples=100)
@given(covers(most_options=9))
def test_it_finds_what_the_definition_says(cover: Cover) -> None:
    found = list(DANCING.solutions(cover))
    assert sorted(found) == sorted(by_definition(cover))
    assert DANCING.count(cover) == len(found)


@settings(max_examples=100)
@given(covers(most_options=12))
def test_it_is_its_twin_node_for_node(cover: Cover) -> None:
    check_twin(cover)


@settings(max_examples=75)
@given(fittings())
def test_so_it_is_on_puzzles(model: Model) -> None:
    check_twin(Lowering(model).cover)


@settings(max_examples=40)
@given(models(most_cells=12))
def test_so_it_is_on_calendars(model: Model) -> None:
    check_twin(Lowering(model).cover)


@settings(max_examples=75)
@given(covers(most_options=12), st.lists(st.integers(0, (1 << 64) - 1), min_size=1, max_size=3))
def test_by_lot_it_is_its_twin_too(cover: Cover, seeds: list[int]) -> None:
    work = search(cover, 1)
    for seed in seeds:
        twin = Twin(cover, seed)
        expected = next(twin.solutions(), None)
        work.draw(seed)
        over = False
        while not over and not work.found:
            over = work.run(1)
        found = [tuple(cover.choosable[k] for k in row) for row in work.take()]
        assert (found[0] if found else None) == expected
        assert (work.nodes, work.dead_ends, work.forced) == (
            twin.nodes,
            twin.dead_ends,
            twin.forced,
        )


@settings(max_examples=75)
@given(covers(most_options=9), st.integers(1, 5), st.integers(1, 3))
def test_slices_change_nothing(cover: Cover, budget: int, rows: int) -> None:
    work = search(cover, rows)
    sliced = []
    over = False
    while not over:
        over = work.run(budget)
        sliced += [tuple(cover.choosable[k] for k in row) for row in work.take()]
    assert sliced == list(DANCING.solutions(cover))
    assert work.run(budget) is True
    assert work.take() == []


def test_the_compiled_module_is_the_one_that_runs() -> None:
    work = search(Cover("a", ["a"]))
    assert isinstance(work, Search)
    assert type(work).__module__ == "calpuzzle._core.dancing"


def test_long_searches_can_be_stopped() -> None:
    cover = Cover(range(60), [(i, i + 1) for i in range(59)] + [(i,) for i in range(60)])
    told = []

    def stop(done: int, of: int | None, found: int) -> None:
        told.append((done, of, found))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load("dancing").count(cover, (), Run(progress=stop))
    (done, of, found), *_ = told
    assert done >= SLICE > found > 0
    assert of is None


def test_where_nodes_look_at_much_fewer_are_taken_at_once() -> None:
    # Each of the options has half of the items, and takes nearly all others out.
    items, rng = range(300), random.Random(1)
    cover = Cover(items, [tuple(sorted(rng.sample(items, 150))) for _ in range(3000)])
    told = []

    def stop(done: int, _: int | None, found: int) -> None:
        told.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load("dancing").count(cover, (), Run(progress=stop))
    assert told == [budget(cover)] == [WORK // 450_001]


def test_more_solutions_than_a_slice_holds() -> None:
    # 2,520 ways, past the 1,024 that one slice of the listing holds.
    names = range(12)
    cover = Cover(names[:5], [(a, b) for a in names[:5] for b in names[5:]], names[5:])
    found = list(DANCING.solutions(cover))
    assert len(set(found)) == len(found) == DANCING.count(cover) == 2520
