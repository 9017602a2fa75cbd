"""The choice of given cells that make a picture the only solution of its puzzle.

Given cells make the picture the only solution if and only if they include, for every other
solution, a cell in which it differs from the picture. A smallest set of given cells is therefore a
smallest hitting set, which is found by the implicit hitting set method (Karp and Moreno-Centeno,
2013): the solver tests a smallest set that hits all known differences. It either finds another
solution, whose difference is added, or the set is sufficient. No smaller set is then sufficient,
because it would also have to hit all known differences. If this takes too long, cells are removed
from a sufficient set as long as it stays sufficient. The result is then minimal, unless the time
runs out again, but another set may be smaller.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.nonogram.clues import Clues, Grid, fits
from calpuzzle.nonogram.solver import raise_if_interrupted, solve

PATIENCE = 20.0  # seconds for the proof that no set is smaller
DEEPEST = 500  # the maximum size of a set in that proof; each cell is one level of recursion


class GivenCells(NamedTuple):
    """The cells (row, column) to give.

    If `is_least`, no smaller set is sufficient. If `is_minimal`, no cell can be left out.
    """

    cells: list[tuple[int, int]]
    is_least: bool
    is_minimal: bool = True


def with_given(puzzle: Clues, cells: Sequence[tuple[int, int]]) -> Clues:
    """Return the puzzle with exactly these cells of its goal given."""
    if not cells or puzzle.goal is None:
        return puzzle._replace(given=None)
    shown = set(cells)
    rows = tuple(
        tuple(cell if (r, c) in shown else -1 for c, cell in enumerate(row))
        for r, row in enumerate(puzzle.goal)
    )
    return puzzle._replace(given=rows)


def _differences(puzzle: Clues, goal: Grid, wanted: int, until: float) -> list[frozenset[int]]:
    """Return the sets of cells in which the first `wanted` + 1 solutions differ from the goal,
    without the empty set. Raises CannotDoError if the time is up before it is known whether there
    is a solution besides the goal."""
    remaining = max(0.0, until - time.monotonic())
    result = raise_if_interrupted(solve(puzzle, wanted + 1, seconds=remaining))
    flat = list(chain(*goal))
    found = [
        frozenset(i for i, cell in enumerate(chain(*other)) if cell != flat[i])
        for other in result.solutions
    ]
    differences = [difference for difference in found if difference]
    if not differences and result.unique is not True:
        raise CannotDoError("it took too long to find out whether the picture is the only solution")
    return differences


def least_given(puzzle: Clues, seconds: float = PATIENCE) -> GivenCells:
    """Return the cells of the goal to give so that the goal is the only solution.

    If after `seconds` there is no proof that no set is smaller, another `seconds` are spent on
    finding any sufficient set and removing cells from it as long as it stays sufficient. Raises
    CannotDoError if no sufficient set is found by then, or if the puzzle has no goal, and
    InputError if the goal does not fit the clues.
    """
    if puzzle.goal is None:
        raise CannotDoError(
            "cells can be given only for a puzzle with a picture, and this one has none"
        )
    if not fits(puzzle._replace(given=None), puzzle.goal):
        raise InputError("the picture does not fit the clues, so no given cells make it a solution")
    goal, until = puzzle.goal, time.monotonic() + seconds
    differences: list[frozenset[int]] = []

    def sufficient(choose: Callable[[], set[int]], wanted: int) -> list[tuple[int, int]]:
        """Return the first chosen set that leaves the goal as the only solution; each failure adds
        up to `wanted` + 1 differences."""
        while True:
            cells = [divmod(cell, puzzle.width) for cell in sorted(choose())]
            more = _differences(with_given(puzzle, cells), goal, wanted, until)
            if not more:
                return cells
            differences.extend(more)

    try:
        return GivenCells(sufficient(lambda: hitting_set(differences, until), 8), True)
    except CannotDoError:
        until = time.monotonic() + seconds
        cells = sufficient(lambda: _greedy(differences), 64)
    for cell in list(cells):
        fewer = [other for other in cells if other != cell]
        try:
            if not _differences(with_given(puzzle, fewer), goal, 1, until):
                cells = fewer
        except CannotDoError:
            return GivenCells(cells, is_least=False, is_minimal=False)
    return GivenCells(cells, is_least=False)


def _greedy(differences: Sequence[frozenset[int]]) -> set[int]:
    chosen: set[int] = set()
    unmet = list(differences)
    while unmet:
        counts = Counter(cell for difference in unmet for cell in difference)
        best = max(sorted(counts), key=lambda cell: counts[cell])
        chosen.add(best)
        unmet = [difference for difference in unmet if best not in difference]
    return chosen


def hitting_set(differences: Sequence[frozenset[int]], until: float) -> set[int]:
    """Return a smallest set that meets each of `differences`, by branch and bound.

    The search branches over the cells of a smallest unmet difference. Disjoint unmet differences
    need one more cell each, so their number is a lower bound by which branches are pruned. Raises
    CannotDoError after `until` (by time.monotonic) or if a set grows beyond
    `DEEPEST` cells.
    """
    best = _greedy(differences)

    def descend(chosen: set[int], unmet: list[frozenset[int]], banned: frozenset[int]) -> None:
        nonlocal best
        if time.monotonic() > until or len(chosen) > DEEPEST:
            raise CannotDoError("the smallest set of cells took too long to find")
        if not unmet:
            best = set(chosen)
            return
        allowed = sorted((difference - banned for difference in unmet), key=len)
        packed: set[int] = set()
        needed = 0
        for difference in allowed:
            if not difference & packed:
                packed |= difference
                needed += 1
        if not allowed[0] or len(chosen) + needed >= len(best):
            return
        for cell in sorted(allowed[0]):
            others = [difference for difference in unmet if cell not in difference]
            descend(chosen | {cell}, others, banned)
            # All sets with this cell have been searched; later branches exclude it.
            banned |= {cell}

    descend(set(), list(set(differences)), frozenset())
    return best
