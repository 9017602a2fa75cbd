"""The goals of a layout of labels: their values for given counts, and the weights of a search.

In a layout, each wanted date must have a solution; the values are computed over the counts of these
dates alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.label_cells import SolutionCounts
from calpuzzle.design.layouts.tabu import Places, Tabu, Weights

FEWEST, TOTAL, EVEN, UNIQUE = GOALS = ("fewest", "total", "even", "unique")
PENALTY = 100.0  # of a date without a solution; any other date weighs less than 2
TABU_STEPS = 400  # of one tabu search; that for the goal `unique` has twice as many
SHARP = 6  # an exponent: a few dates far from the middle weigh more than many near it
ROUNDS = 6  # searches for an even layout; each aims at the middle of the previous layout's counts

WantedDates = npt.NDArray[np.bool_]


def value(goal: str, counts: SolutionCounts, wanted: WantedDates) -> Fraction:
    """Return the value to maximise: the fewest solutions of a date, all solutions, the fewest
    solutions as a share of the most, or the number of dates with exactly one."""
    counted = counts[wanted]
    fewest, most = int(counted.min()), int(counted.max())
    if goal == FEWEST:
        return Fraction(fewest)
    if goal == TOTAL:
        return Fraction(int(counted.sum()))
    if goal == EVEN:
        return Fraction(fewest, most) if most else Fraction(0)
    return Fraction(int((counted == 1).sum()))


def worth(goal: str, counts: SolutionCounts, wanted: WantedDates) -> tuple[int, Fraction]:
    """Return a sort key: the larger, the better. Dates without a solution matter before the
    value."""
    return -int((counts[wanted] == 0).sum()), value(goal, counts, wanted)


def improve(
    goal: str, tabu: Tabu, solutions: SolutionCounts, wanted: WantedDates
) -> Iterator[Places]:
    """Search for a layout with a high value of the goal, starting from the current cells. Yield the
    cells of each layout found. A later one may be worse than an earlier one, because a tabu search
    minimises a sum of weights, not the goal.

    `solutions` is an array with one axis for each group, indexed by cells. An entry is the number
    of solutions that leave these cells open.
    """
    if goal == UNIQUE:
        tabu.run(_weights(solutions, -1.0 * (solutions == 1)), 2 * TABU_STEPS)
        yield tabu.cells
        return
    tabu.run(_weights(solutions, -solutions / max(1, solutions.max())), TABU_STEPS)
    yield tabu.cells
    if goal == FEWEST:
        yield from _raise_fewest(tabu, solutions, wanted)
    elif goal == EVEN:
        for middle in _middles(tabu, solutions, wanted):
            far = np.abs(np.log2(np.maximum(solutions, 1) / middle)) ** SHARP
            tabu.run(_weights(solutions, far / max(1.0, far.max())), TABU_STEPS)
            yield tabu.cells


def _weights(solutions: SolutionCounts, given: Weights) -> Weights:
    """Return the weights with the penalty for dates without a solution, and 0 if a cell occurs
    twice."""
    weights = np.where(solutions == 0, PENALTY, given)
    cell_of = np.indices(solutions.shape)
    for axis in range(len(cell_of)):
        for other_axis in range(axis):
            weights[cell_of[axis] == cell_of[other_axis]] = 0.0
    return weights


def _raise_fewest(tabu: Tabu, solutions: SolutionCounts, wanted: WantedDates) -> Iterator[Places]:
    """Demand, in small steps, more and more solutions of each date, until the search finds no
    layout that has them. Yield the cells after each search that found one."""
    while True:
        fewest = int(_counts(tabu, solutions)[wanted].min())
        aim = fewest + max(1, fewest // 20)
        short = np.clip((aim - solutions) / aim, 0.0, None) + 0.5 * (solutions < aim)
        if (
            tabu.run(_weights(solutions, np.where(solutions < aim, short, 0.0)), TABU_STEPS, 0.0)
            > 0.0
        ):
            return
        yield tabu.cells


def _middles(tabu: Tabu, solutions: SolutionCounts, wanted: WantedDates) -> Iterator[float]:
    """Yield the geometric mean of the fewest and the most solutions of a date, before each
    search."""
    for _ in range(ROUNDS):
        counted = _counts(tabu, solutions)[wanted]
        yield math.sqrt(max(1, int(counted.min())) * max(1, int(counted.max())))


def _counts(tabu: Tabu, solutions: SolutionCounts) -> SolutionCounts:
    return solutions[np.ix_(*tabu.cells_by_group)]
