"""The cells of a picture to be given so that it is the only solution of its puzzle.

A set of given cells makes the picture the only solution exactly if it meets, for every other
solution, a cell in which that solution differs. So a least set is a least hitting set, found by
turns: the smallest set that hits all differences known so far is given to the solver; either it
finds one more solution, whose difference is added, or that set is enough, and no smaller one can
be, since each must hit what is known (the implicit hitting set method of Karp and Moreno-Centeno,
2013). Where this takes too long, cells are taken away from a set that is enough as long as it
stays so; the outcome then has no cell too many, but another set might be smaller.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.nonogram.puzzle import Clues, Grid
from calpuzzle.nonogram.solver import solve, unbroken

PATIENCE = 20.0  # seconds for the proof that no set is smaller
DEEPEST = 500  # cells of a set whose proof is tried, each a call within the last


class Giving(NamedTuple):
    """Cells (row, column) to be given; `least` says whether no smaller set will do. If not, at
    least no cell of it can be left out."""

    cells: list[tuple[int, int]]
    least: bool


def with_given(puzzle: Clues, cells: Sequence[tuple[int, int]]) -> Clues:
    """The puzzle with these cells of its goal given (none: nothing given)."""
    if not cells or puzzle.goal is None:
        return puzzle._replace(given=None)
    shown = set(cells)
    rows = tuple(
        tuple(cell if (r, c) in shown else -1 for c, cell in enumerate(row))
        for r, row in enumerate(puzzle.goal)
    )
    return puzzle._replace(given=rows)


def _others(puzzle: Clues, goal: Grid, wanted: int, until: float) -> list[frozenset[int]]:
    """Up to `wanted` differences between the goal and other solutions; raises CannotDoError if
    the time is up before it is known whether there is one."""
    left = max(0.0, until - time.monotonic())
    result = unbroken(solve(puzzle, wanted + 1, seconds=left))
    flat = list(chain(*goal))
    found = [
        frozenset(i for i, cell in enumerate(chain(*other)) if cell != flat[i])
        for other in result.solutions
    ]
    differences = [difference for difference in found if difference]
    if not differences and result.unique is not True:
        raise CannotDoError("whether the picture is the only solution took too long to find out")
    return differences


def least_given(puzzle: Clues, seconds: float = PATIENCE) -> Giving:
    """The cells of the goal to be given so that the goal is the only solution.

    Raises CannotDoError where `seconds` (twice over) are not enough for any answer, or where the
    puzzle has no goal.
    """
    if puzzle.goal is None:
        raise CannotDoError("without a picture there is nothing to give")
    goal, until = puzzle.goal, time.monotonic() + seconds
    differences: list[frozenset[int]] = []

    def enough(choose: Callable[[], set[int]], wanted: int) -> list[tuple[int, int]]:
        """The first chosen cells that leave the goal alone; up to `wanted` differences a turn."""
        while True:
            cells = [divmod(cell, puzzle.width) for cell in sorted(choose())]
            more = _others(with_given(puzzle, cells), goal, wanted, until)
            if not more:
                return cells
            differences.extend(more)

    try:
        return Giving(enough(lambda: hitting_set(differences, until), 8), True)
    except CannotDoError:
        until = time.monotonic() + seconds
        cells = enough(lambda: _greedy(differences), 64)
    for cell in list(cells):
        fewer = [other for other in cells if other != cell]
        if not _others(with_given(puzzle, fewer), goal, 1, until):
            cells = fewer
    return Giving(cells, False)


def _greedy(differences: Sequence[frozenset[int]]) -> set[int]:
    chosen: set[int] = set()
    left = list(differences)
    while left:
        counts = Counter(cell for difference in left for cell in difference)
        best = max(sorted(counts), key=lambda cell: counts[cell])
        chosen.add(best)
        left = [difference for difference in left if best not in difference]
    return chosen


def hitting_set(differences: Sequence[frozenset[int]], until: float) -> set[int]:
    """A smallest set that meets each of `differences`; raises CannotDoError past `until`
    (by time.monotonic) or where it would have to go through more than DEEPEST cells.

    Branches over the cells of a smallest set that is not yet met, and gives up a branch when
    disjoint sets that are not met show that it needs too many more cells.
    """
    best = _greedy(differences)

    def descend(chosen: set[int], left: list[frozenset[int]], banned: frozenset[int]) -> None:
        nonlocal best
        if time.monotonic() > until or len(chosen) > DEEPEST:
            raise CannotDoError("the least set of cells took too long to find")
        if not left:
            best = set(chosen)
            return
        free = sorted((difference - banned for difference in left), key=len)
        packed: set[int] = set()
        need = 0
        for difference in free:
            if not difference & packed:
                packed |= difference
                need += 1
        if not free[0] or len(chosen) + need >= len(best):
            return
        for cell in sorted(free[0]):
            rest = [difference for difference in left if cell not in difference]
            descend(chosen | {cell}, rest, banned)
            banned |= {cell}

    descend(set(), list(set(differences)), frozenset())
    return best
