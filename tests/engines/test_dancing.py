"""Dancing cells: the compiled search and its plain twin agree. tests/core/test_compiled.py goes by
lot and in slices too, and tests/engines/test_contract.py has the bare definition."""

from __future__ import annotations

from itertools import product

import pytest
from dancing_twin import Twin
from hypothesis import example, given, settings
from hypothesis.strategies import one_of
from random_covers import covers
from random_puzzles import fittings, models

from calpuzzle.engines import Run, load
from calpuzzle.engines.dancing import SLICE, search
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

DANCING = load("dancing")


def covered(model: Model) -> Cover:
    """A puzzle as a Cover."""
    return Lowering(model).cover


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


def pairs(first: int) -> Cover:
    """A hundred items in pairs, but for four from the first on, which make pairs in two ways: they
    are open when all items of other stretches of 64 are covered."""
    a, b, c, d = range(first, first + 4)
    rest = [k for k in range(0, 100, 2) if k not in (a, c)]
    return Cover(range(100), [(a, b), (c, d), (a, c), (b, d), *((k, k + 1) for k in rest)])


@settings(max_examples=150)
@example(pairs(0))
@example(pairs(96))
@given(covers(most_options=12) | one_of(fittings(), models(most_cells=12)).map(covered))
def test_it_is_its_twin_node_for_node(cover: Cover) -> None:
    twin = Twin(cover)
    expected = list(twin.solutions())
    for same in (cover, wide(cover)):
        assert list(DANCING.solutions(same)) == expected
        work = search(same)
        while not work.run(1):
            pass
        assert (work.nodes, work.found) == (twin.nodes, len(expected))
        assert (work.dead_ends, work.forced) == (twin.dead_ends, twin.forced)


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


def test_more_solutions_than_a_slice_holds() -> None:
    # 2,520 ways, past the 1,024 that one slice of the listing holds.
    names = range(12)
    cover = Cover(names[:5], [(a, b) for a in names[:5] for b in names[5:]], names[5:])
    found = list(DANCING.solutions(cover))
    assert len(set(found)) == len(found) == DANCING.count(cover) == 2520


def test_options_that_clash_or_are_never_chosen_are_in_no_solution() -> None:
    cover = Cover("ab", ["a", "ax", "b", "bx", "x", "y"], "xy", multiplicity={"a": 2})
    counts = {laid: DANCING.count(cover, laid) for laid in product(range(6), repeat=2)}
    held = {(0, 1), (0, 2), (1, 2)}
    assert counts == {laid: int(tuple(sorted(laid)) in held) for laid in counts}
    assert DANCING.count(cover) == 1
