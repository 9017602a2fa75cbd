"""Bounds on how good a layout of labels can be, proven by CP-SAT.

The number of solutions of a date depends only on the cells that it leaves open. So CP-SAT can
decide whether a layout exists in which every date has between `fewest` and `most` solutions: this
is a question about which cells get labels of which group. A few such questions determine the best
value of the goals `fewest` and `even`. For the other goals, which are sums, CP-SAT maximises the
sum.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.goals import EVEN, FEWEST, TOTAL, value
from calpuzzle.design.layouts.grouping import Grouping, Mask, SolverAnswer, classes_of
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.layouts.tabu import Places, Rules
from calpuzzle.puzzle.cover import Progress

WIDER = Fraction(5, 4)  # factor by which a goal grows if it could not be decided
PARTS = 8  # the width of a window is its lower end divided by this


class Proven(NamedTuple):
    """The best known layout (None for no layout), and an upper bound of the value."""

    cells: Places | None
    bound: Fraction


class Proofs:
    """The questions about the labels of a puzzle; together they may take `seconds` of CP-SAT's
    deterministic time."""

    def __init__(
        self, labels: LabelCells, rules: Rules, seconds: float, report: Progress | None = None
    ) -> None:
        self._labels = labels
        self._rules = rules
        self._seconds = seconds
        self._report = report
        self._questions = 0

    def best(self, goal: str, cells: Places | None) -> Proven | None:
        """Return what is proven. `cells` is a layout that solves every date, or None if none is
        known. Return None if it is not decided whether a layout exists."""
        if cells is None:
            found = self._between(1, None)
            if not isinstance(found, np.ndarray):
                return Proven(None, Fraction(0)) if found is False else None
            cells = found
        if goal == FEWEST:
            return self._fewest(cells)
        return self._even(cells) if goal == EVEN else self._summed(goal, cells)

    def _value(self, goal: str, cells: Places) -> Fraction:
        return value(goal, self._labels.counts(cells), self._rules.wanted)

    def _fewest(self, cells: Places) -> Proven:
        """Search between the value that was found and the least value proven impossible, first by
        doubled steps, then by bisection."""
        levels = np.unique(self._labels.solutions).tolist()
        low, high, step = levels.index(self._value(FEWEST, cells)), len(levels), 1
        while high - low > 1:
            at = min(low + step, (low + high) // 2) if step else (low + high) // 2
            found = self._between(levels[at], None)
            if found is False:
                high, step = at, 0
            elif found is None:
                low, step = at, 0  # not decided: only larger values can still be excluded
            else:
                cells, step = found, 2 * step
                low = max(low, levels.index(self._value(FEWEST, cells)))
        return Proven(cells, Fraction(levels[high - 1]))

    def _even(self, cells: Places) -> Proven:
        """Search the layouts in windows. A window contains the layouts in which the smallest count
        of a date is in a certain range. In a better layout of the window, no date has more
        solutions than a limit that follows from the top of the range."""
        top = int(self._fewest(cells).bound)
        best = bound = self._value(EVEN, cells)
        low = 1
        while low <= top:
            high = min(top, low + low // PARTS)
            goal = best
            while goal < 1:
                # fewest / most > goal and fewest <= high imply most < high / goal.
                found = self._between(low, math.ceil(high / goal) - 1)
                if found is False:
                    break
                if found is None:
                    goal = min(Fraction(1), WIDER * goal)
                    bound = max(bound, goal)
                elif (reached := self._value(EVEN, found)) > best:
                    cells, best = found, reached
                    goal = max(goal, best)
                else:
                    high = (low + high) // 2
            low = high + 1
        return Proven(cells, max(bound, best))

    def _summed(self, goal: str, cells: Places) -> Proven:
        """Maximise a sum over all dates. Dates that are not wanted can only make the bound
        larger."""
        solutions = self._labels.solutions
        weights = solutions if goal == TOTAL else (solutions == 1).astype(np.int64)
        grouping = self._grouping(solutions == 0)
        grouping.maximize(weights)
        answer = self._solved(grouping)
        reached = self._value(goal, cells)
        if answer.exists:
            found = self._cells(answer)
            if self._value(goal, found) > reached:
                cells, reached = found, self._value(goal, found)
        highest = Fraction(int(weights[_rising(weights)].sum()))
        bound = Fraction(math.floor(answer.bound + 1e-6)) if answer.exists else highest
        return Proven(cells, max(reached, min(bound, highest)))

    def _between(self, fewest: int, most: int | None) -> Places | Literal[False] | None:
        """Return a layout in which every wanted date has between `fewest` and `most` solutions,
        False if there is none, or None if it is not decided."""
        self._questions += 1
        if self._report:
            self._report(self._questions, 0, 0)
        solutions = self._labels.solutions
        bad: Mask = solutions < fewest
        if most is not None:
            bad |= solutions > most
        if self._too_few(~bad):
            return False
        if self._seconds <= 0:
            return None
        answer = self._solved(self._grouping(bad))
        if answer.exists is None:
            return None
        return self._cells(answer) if answer.exists else False

    def _solved(self, grouping: Grouping) -> SolverAnswer:
        """Return the answer within the remaining time, and subtract what it took."""
        answer = grouping.solve(max(self._seconds, 0.0))
        self._seconds -= answer.seconds
        return answer

    def _too_few(self, good: Mask) -> bool:
        """Return whether counting alone excludes a layout. Each wanted date needs a set of cells of
        its own, and each label needs a cell that occurs in enough of these sets."""
        wanted = self._rules.wanted
        good = good & _rising(good)
        axes = range(wanted.ndim)
        others = [tuple(k for k in axes if k != axis) for axis in axes]
        least = min(int(wanted.sum(axis=other_axes).min()) for other_axes in others)
        while True:
            often = sum(good.sum(axis=other_axes) for other_axes in others)
            if int(good.sum()) < int(wanted.sum()):
                return True
            rare = np.asarray(often) < least
            if len(rare) - int(rare.sum()) < len(self._labels.names):
                return True
            before = int(good.sum())
            for axis in axes:
                good[(slice(None),) * axis + (rare,)] = False
            if int(good.sum()) == before:
                return False

    def _grouping(self, bad: Mask) -> Grouping:
        """Return the model of the layouts in which no wanted date leaves a `bad` set of cells
        open."""
        grouping = Grouping(self._labels, self._rules.wanted)
        for label, cell in self._rules.kept.items():
            grouping.keep(label, cell)
        if self._rules.ordered:
            grouping.in_order(self._rules.kept)
        grouping.forbid(bad)
        return grouping

    def _cells(self, answer: SolverAnswer) -> Places:
        """Return the cell of each label. The labels of a class that are not kept are assigned in
        order."""
        kept = self._rules.kept
        taken = set(kept.values())
        cells = np.zeros(len(self._labels.names), np.intp)
        for label, cell in kept.items():
            cells[label] = cell
        for group, axis in enumerate(self._labels.axes):
            classes = classes_of(self._rules.wanted, group)
            names = np.zeros_like(classes) if self._rules.ordered else classes
            for k in set(names.tolist()):
                class_cells = [
                    cell
                    for cell, held in enumerate(answer.held)
                    if held and cell not in taken and held[0] == group
                    and (self._rules.ordered or held[1] == k)
                ]  # fmt: skip
                free = [int(label) for label in axis[names == k] if int(label) not in kept]
                cells[free] = class_cells
        return cells


def _rising(counts: npt.NDArray[np.int64] | Mask) -> Mask:
    """Return a mask of the entries whose indices, the numbers of cells, increase from axis to axis.
    It selects each set of cells once."""
    cell_of: tuple[Places, ...] = np.indices(counts.shape, sparse=True)
    rising = np.ones(counts.shape, np.bool_)
    for lower, higher in pairwise(cell_of):
        rising &= lower < higher
    return rising
