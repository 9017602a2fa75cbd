"""The goals of a layout of labels, as values of counts and as weights of a search.

Only layouts are meant that solve all dates that are wanted, and of the counts those of these dates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.tabu import Tabu, Weights

FEWEST, TOTAL, EVEN, UNIQUE = GOALS = ("fewest", "total", "even", "unique")
PENALTY = 100.0  # of a date without a solution, where a date counts up to 1
STEPS = 400  # of a search with the same weights
SHARP = 6  # the exponent by which few dates far from the middle weigh more than many near it
ROUNDS = 6  # searches for an even layout, each about the middle of the one before

Counts = npt.NDArray[np.int64]
Wanted = npt.NDArray[np.bool_]


def value(goal: str, counts: Counts, wanted: Wanted) -> Fraction:
    """Return what is to be as large as can be: the fewest solutions of a date, all
    solutions, the fewest as a share of the most, or the dates with just one."""
    own = counts[wanted]
    fewest, most = int(own.min()), int(own.max())
    if goal == FEWEST:
        return Fraction(fewest)
    if goal == TOTAL:
        return Fraction(int(own.sum()))
    if goal == EVEN:
        return Fraction(fewest, most) if most else Fraction(0)
    return Fraction(int((own == 1).sum()))


def worth(goal: str, counts: Counts, wanted: Wanted) -> tuple[int, Fraction]:
    """The key by which the larger is better: first that dates have a solution."""
    return -int((counts[wanted] == 0).sum()), value(goal, counts, wanted)


def improve(goal: str, tabu: Tabu, solutions: Counts, wanted: Wanted) -> None:
    """Search from where the labels are for a layout that is good by the goal."""
    if goal == UNIQUE:
        tabu.run(_weights(solutions, -1.0 * (solutions == 1)), 2 * STEPS)
        return
    tabu.run(_weights(solutions, -solutions / max(1, solutions.max())), STEPS)
    if goal == FEWEST:
        _raise_fewest(tabu, solutions, wanted)
    elif goal == EVEN:
        for middle in _middles(tabu, solutions, wanted):
            far = np.abs(np.log2(np.maximum(solutions, 1) / middle)) ** SHARP
            tabu.run(_weights(solutions, far / max(1.0, far.max())), STEPS)


def _weights(solutions: Counts, own: Weights) -> Weights:
    """The weights, with the penalty where no solution is, and 0 where a cell is named twice."""
    weights = np.where(solutions == 0, PENALTY, own)
    where = np.indices(solutions.shape)
    for one in range(len(where)):
        for other in range(one):
            weights[where[one] == where[other]] = 0.0
    return weights


def _raise_fewest(tabu: Tabu, solutions: Counts, wanted: Wanted) -> None:
    """Ask for a few solutions more of each date, until no layout is found that has so many."""
    while True:
        own = int(_counts(tabu, solutions)[wanted].min())
        aim = own + max(1, own // 20)
        short = np.clip((aim - solutions) / aim, 0.0, None) + 0.5 * (solutions < aim)
        if tabu.run(_weights(solutions, np.where(solutions < aim, short, 0.0)), STEPS, 0.0) > 0.0:
            return


def _middles(tabu: Tabu, solutions: Counts, wanted: Wanted) -> Iterator[float]:
    """Halfway from the fewest solutions of a date to the most, as factors go."""
    for _ in range(ROUNDS):
        own = _counts(tabu, solutions)[wanted]
        yield math.sqrt(max(1, int(own.min())) * max(1, int(own.max())))


def _counts(tabu: Tabu, solutions: Counts) -> Counts:
    return solutions[np.ix_(*tabu.axes)]
