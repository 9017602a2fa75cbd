"""Swapped labels: the counts for any open cells, and the fewest swaps, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

import numpy as np
import pytest
from building import board, piece
from shipped import model as shipped_model
from small_families import small

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import TooLargeError
from calpuzzle.design import swaps
from calpuzzle.design.swaps import Labels
from calpuzzle.design.tally import totals
from calpuzzle.puzzle.model import Group, Model

THREE = Model(
    "three",
    board("A B .", "1 2 3", "x y ."),
    (piece("I", "###"), piece("V", "##|#.")),
    (Group("a", ("A", "B")), Group("n", ("1", "2", "3")), Group("x", ("x", "y"))),
)
FOUR = THREE._replace(
    board=board("A B .", "1 2 3", "x y .", "p q ."),
    pieces=(piece("I", "###"), piece("L", "###|..#"), piece("one", "#")),
    groups=(*THREE.groups, Group("p", ("p", "q"))),
)
ONE = Model("one", board("A B C ."), (piece("I", "###"),), (Group("a", ("A", "B", "C")),))


def of_small(number: int) -> Model:
    """The board of sixteen dates with one of its sets of pieces."""
    return small().family.model(small().board, number)


def counted(model: Model, cells: tuple[str, ...]) -> int:
    """The solutions that leave the cells of these labels open, by another engine than Labels'."""
    groups = tuple(Group(f"g{k}", (label,)) for k, label in enumerate(cells))
    return Puzzle(model._replace(groups=groups)).count(" ".join(cells), engine="dancing")


@pytest.mark.parametrize("model", [ONE, THREE, FOUR, of_small(3)], ids=lambda m: m.name)
def test_any_cells_may_stay_open(model: Model) -> None:
    labels = Labels(model)
    axes = range(len(model.groups))
    expected = np.zeros_like(labels.solutions)
    for cells in combinations(range(len(labels.names)), len(axes)):
        ways = counted(model, tuple(labels.names[cell] for cell in cells))
        for order in permutations(axes):
            expected[tuple(cells[axis] for axis in order)] = ways
    assert (labels.solutions == expected).all()
    assert expected.any()


def arrangements(size: int, swaps: int) -> Iterator[tuple[int, ...]]:
    """Where the labels can be after so many swaps, some of them several times."""
    for pairs in product(list(combinations(range(size), 2)), repeat=swaps):
        cells = list(range(size))
        for one, other in pairs:
            cells[one], cells[other] = cells[other], cells[one]
        yield tuple(cells)


@pytest.mark.parametrize("number", range(len(small().family)))
def test_all_ways_of_the_fewest_swaps_and_the_puzzles_that_come_out(number: int) -> None:
    labels = Labels(of_small(number))
    dates = list(product(*[axis.tolist() for axis in labels.axes]))
    counts = labels.solutions.tolist()

    def solved(cells: tuple[int, ...]) -> bool:
        return all(counts[cells[one]][cells[other]] for one, other in dates)

    expected: set[tuple[int, ...]] = set()
    for swapped in range(3):
        expected = {cells for cells in arrangements(len(labels.names), swapped) if solved(cells)}
        if expected:
            break
    found = labels.swapped(2, every=False)
    assert {own.cells for own in found} == expected
    for own in found:
        assert len(own.pairs) == swapped
        cells = list(range(len(labels.names)))
        for one, other in own.pairs:
            cells[one], cells[other] = cells[other], cells[one]
        assert tuple(cells) == own.cells
        mended = labels.relabelled(own.cells)
        assert sorted(mended.board.labels) == sorted(labels.model.board.labels)
        again = Puzzle(mended).counts(engine="dancing")
        assert (again == labels.counts(np.array(own.cells))).all() and again.all()


def test_what_was_swapped_is_swapped_back() -> None:
    sound = Labels(shipped_model("month-day-7x7"))
    here = np.arange(len(sound.names))
    assert [own.pairs for own in sound.swapped(1, every=True)] == [()]
    spoilt = real_only = 0
    for one, other in [(33, 1), (42, 6), (0, 11)]:
        cells = here.copy()
        cells[one], cells[other] = other, one
        own = totals(sound.counts(cells), sound.real)
        labels = Labels(sound.relabelled(tuple(cells.tolist())))
        back = {labels.relabelled(way.cells).board for way in labels.swapped(1, every=True)}
        assert (sound.model.board in back) == (own.unsolved > 0)
        assert bool(labels.swapped(0, every=False)) == (own.unsolved_existing == 0)
        spoilt += own.unsolved > 0
        real_only += own.unsolved > own.unsolved_existing
    assert (spoilt, real_only) == (2, 2)


def test_a_table_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swaps, "MAX_TABLE", 342)
    with pytest.raises(TooLargeError, match="three has too many labels and groups"):
        Labels(THREE)
    monkeypatch.setattr(swaps, "MAX_TABLE", 343)
    assert Labels(THREE).solutions.shape == (7, 7, 7)
