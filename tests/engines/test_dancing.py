"""Dancing cells: the compiled search against a plain Python twin, node for node."""

from __future__ import annotations

from itertools import combinations

from dancing_twin import Twin
from hypothesis import example, given, settings
from hypothesis.strategies import integers, one_of
from random_covers import covers
from random_puzzles import fittings, models

from calpuzzle._core.dancing import Search
from calpuzzle.engines import load
from calpuzzle.engines.dancing import new_search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

DANCING = load("dancing")


def to_cover(model: Model) -> Cover:
    """Return a puzzle as a Cover."""
    return Lowering(model).cover


def wide(cover: Cover) -> Cover:
    """Return the problem with so many additional, unused items that it is searched over cells
    instead of masks."""
    return Cover.numbered(
        cover.primary,
        cover.options,
        [*cover.secondary, *(f"unused {k}" for k in range(4096))],
        cover.bounds[: len(cover.primary)],
        colours=cover.colours,
        palette=cover.palette,
    )


def pairs(first: int) -> Cover:
    """Return 100 items with a unique pairing, except four from `first` on, which have two. These
    four are still uncovered when all items of the other 64-bit word are covered."""
    a, b, c, d = range(first, first + 4)
    rest = [k for k in range(0, 100, 2) if k not in (a, c)]
    return Cover(range(100), [(a, b), (c, d), (a, c), (b, d), *((k, k + 1) for k in rest)])


def pad(cover: Cover, number: int) -> tuple[Search, int]:
    """Return a search over `number` options, and the distance between those of the cover; options
    between them are never chosen. The largest number in use exceeds the words of bits."""
    spare, step = len(cover.items), number // (len(cover.choosable) + 1)
    options: list[tuple[int, ...]] = [(spare,)] * number
    colours: list[tuple[int, ...]] = [(0,)] * number
    for k, own in enumerate(cover.choosable, 1):
        options[k * step] = cover.options[own]
        colours[k * step] = cover.colours[own] if cover.colours else (0,) * len(cover.options[own])
    bounds = [*cover.bounds, (0, 1)]
    return Search(bounds, options, len(cover.primary), 1, colours), step


@settings(max_examples=250)
@example(pairs(0), 0)
@example(pairs(96), 0)
@given(
    covers(most_options=12) | one_of(fittings(), models(most_cells=12)).map(to_cover),
    integers(0, 1000),
)
def test_dancing_matches_its_twin_node_for_node(cover: Cover, seed: int) -> None:
    twin = Twin(cover)
    expected = list(twin.solutions())
    work, (far, step) = new_search(cover, 1), pad(cover, (4097, 12_000, 16_383, 16_384)[seed % 4])
    for own, stride in ((work, 0), (new_search(wide(cover), 1), 0), (far, step))[
        : 3 - bool(seed % 5)
    ]:
        found: list[Options] = []
        over = False
        while not over:
            over = own.run(1)
            rows = [[k // stride - 1 for k in row] if stride else row for row in own.take()]
            found += [tuple(cover.choosable[k] for k in row) for row in rows]
        assert (found, own.found, own.nodes) == (expected, len(expected), twin.nodes)
        assert (own.dead_ends, own.forced) == (twin.dead_ends, twin.forced)
    # Two random searches with one seed are the same, whatever state the first leaves behind.
    other = Twin(cover, seed)
    first = next(other.solutions(), None)
    for _ in range(2):
        work.draw(seed)
        while not work.run(1 << 62) and not work.found:
            pass
        taken = [tuple(cover.choosable[k] for k in row) for row in work.take()]
        assert taken == ([] if first is None else [first])
        assert (work.nodes, work.dead_ends) == (other.nodes, other.dead_ends)
        assert work.forced == other.forced


def test_more_solutions_than_a_slice_holds_are_listed() -> None:
    # There are 2,520 solutions, and a slice of the listing holds 1,024.
    names = range(12)
    cover = Cover(names[:5], [(a, b) for a in names[:5] for b in names[5:]], names[5:])
    found = list(DANCING.solutions(cover))
    assert len(set(found)) == len(found) == DANCING.count(cover) == 2520


def test_more_options_than_a_group_of_words_holds_are_counted() -> None:
    # Four items have three pairings; each pair has 800 equal options, 4,800 in all.
    cover = Cover(range(4), [*combinations(range(4), 2)] * 800)
    assert DANCING.count(cover) == 3 * 800**2
