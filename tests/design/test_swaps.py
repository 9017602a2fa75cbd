"""Swapped labels: the counts for any open cells, and the fewest swaps, found by a search and by
CP-SAT, against brute force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest
from building import board, piece
from small_families import small

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.repairs.rearranging import fewest
from calpuzzle.design.repairs.swaps import fewest_swaps
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

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
    """Return the board of sixteen dates with one of its sets of pieces."""
    return small().family.model(small().board, number)


def counted(model: Model, cells: tuple[str, ...]) -> int:
    """Return the number of solutions that leave the cells of these labels open, by `dancing`."""
    groups = tuple(Group(f"g{k}", (label,)) for k, label in enumerate(cells))
    return Puzzle(model._replace(groups=groups)).count(" ".join(cells), engine="dancing")


@pytest.mark.parametrize("model", [ONE, THREE, FOUR, of_small(3)], ids=lambda m: m.name)
def test_solutions_are_counted_for_any_open_cells(model: Model) -> None:
    labels = LabelCells(model)
    axes = range(len(model.groups))
    expected = np.zeros_like(labels.solutions)
    for cells in combinations(range(len(labels.names)), len(axes)):
        ways = counted(model, tuple(labels.names[cell] for cell in cells))
        for order in permutations(axes):
            expected[tuple(cells[axis] for axis in order)] = ways
    assert (labels.solutions == expected).all()
    assert expected.any()


def after(size: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the cells of the labels after these swaps."""
    cells = list(range(size))
    for one, other in pairs:
        cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def arrangements(size: int, swaps: int) -> Iterator[tuple[int, ...]]:
    """Yield the cells of the labels after every sequence of `swaps` swaps, with repetition."""
    pairs = list(combinations(range(size), 2))
    return (after(size, chosen) for chosen in product(pairs, repeat=swaps))


@pytest.mark.parametrize(
    "number",
    [pytest.param(k, marks=[pytest.mark.slow] * bool(k % 3)) for k in range(len(small().family))],
)
def test_fewest_swaps_finds_all_layouts_that_solve_every_date(number: int) -> None:
    labels = LabelCells(of_small(number))
    dates = list(product(*[axis.tolist() for axis in labels.axes]))
    counts = labels.solutions.tolist()

    def solved(cells: tuple[int, ...]) -> bool:
        return all(counts[cells[one]][cells[other]] for one, other in dates)

    expected: set[tuple[int, ...]] = set()
    for swapped in range(3):
        expected = {cells for cells in arrangements(len(labels.names), swapped) if solved(cells)}
        if expected:
            break
    found = fewest_swaps(labels, 2, every=False)
    assert {own.cells for own in found} == expected
    for own in found:
        assert len(own.pairs) == swapped
        assert after(len(labels.names), own.pairs) == own.cells
        mended = labels.relabelled(own.cells)
        assert sorted(mended.board.labels) == sorted(labels.model.board.labels)
        again = Puzzle(mended).counts(engine="dancing")
        assert (again == labels.counts(np.array(own.cells))).all() and again.all()


# --- by CP-SAT


def brute_force(labels: LabelCells) -> int | None:
    """Return the fewest swaps after which every date has a solution, by breadth-first search."""
    start = [0] * len(labels.names)
    for group, axis in enumerate(labels.axes):
        for label in axis.tolist():
            start[label] = group
    seen = {tuple(start)}
    reached, swaps = list(seen), 0
    while reached:
        for groups in reached:
            cells = [[c for c, g in enumerate(groups) if g == k] for k in range(len(labels.axes))]
            if labels.solutions[np.ix_(*cells)].all():
                return swaps
        swaps += 1
        new = set()
        for groups in reached:
            for one in range(len(groups)):
                for other in range(one):
                    after = list(groups)
                    after[one], after[other] = after[other], after[one]
                    new.add(tuple(after))
        reached = sorted(new - seen)
        seen |= new
    return None


SPREAD = Model(
    "spread",
    board("A B . 1 2", "3 x y . ."),
    (piece("L", "###|..#"), piece("I", "###")),
    (Group("a", ("A", "B")), Group("n", ("1", "2", "3")), Group("x", ("x", "y"))),
)


def with_random_counts(seed: int) -> LabelCells:
    """Return labels of three groups with random counts."""
    random = Random(seed)
    labels = LabelCells(SPREAD)
    labels.solutions[:] = 0
    none = random.uniform(0.02, 0.6)
    for cells in combinations(range(len(labels.names)), 3):
        ways = random.choices([0, 1, 2], [none, 0.2, 0.2])[0]
        for order in permutations(cells):
            labels.solutions[order] = ways
    return labels


def agreed_fewest(labels: LabelCells) -> int | None:
    """Return the fewest swaps, on which CP-SAT, brute force and, up to three, the search agree."""
    found = fewest(labels)
    assert found.least == brute_force(labels)
    ways = fewest_swaps(labels, 3, every=True)
    few = found.least is not None and found.least <= 3
    assert {len(way.pairs) for way in ways} == ({found.least} if few else set())
    if found.swapped is None:
        return None
    assert len(found.swapped.pairs) == found.least
    assert after(len(labels.names), found.swapped.pairs) == found.swapped.cells
    assert labels.counts(np.array(found.swapped.cells)).all()
    return found.least


@pytest.mark.long
@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_cp_sat_and_search_agree_with_brute_force(step: int) -> None:
    pytest.importorskip("ortools")
    made = small()
    models = [made.family.model(made.board, number) for number in range(0, len(made.family), step)]
    found = {agreed_fewest(LabelCells(model)) for model in models}
    assert None in found and len(found) > 2
    found = {agreed_fewest(with_random_counts(seed)) for seed in range(39, -1, -step)}
    assert found >= {None, 0, 1, 2}
    assert agreed_fewest(LabelCells(ONE)) is None
