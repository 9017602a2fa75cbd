"""Bounds on how good a layout of labels can be, proven by CP-SAT.

A date depends on the cells that it leaves open alone. So whether there is a layout of which each
date has from so many to so many solutions is a question of which cells get labels of which group,
and CP-SAT answers it; the answers to few such questions say what is best.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.goals import EVEN, FEWEST, TOTAL, value
from calpuzzle.design.layouts.grouping import Answer, Grouping, Mask, classes_of
from calpuzzle.design.layouts.label_cells import Labels
from calpuzzle.design.layouts.tabu import Places, Rules
from calpuzzle.puzzle.cover import Progress

WIDER = Fraction(5, 4)  # by which a goal grows that could not be decided
PARTS = 8  # windows of the fewest solutions are an eighth of them wide


class Proven(NamedTuple):
    """The best layout that is known (None for no layout), and the value that none is above."""

    cells: Places | None
    bound: Fraction


class Proofs:
    """The questions about the labels of a puzzle; each may take so many of CP-SAT's seconds."""

    def __init__(
        self, labels: Labels, rules: Rules, seconds: float, report: Progress | None = None
    ) -> None:
        self._labels = labels
        self._rules = rules
        self._seconds = seconds
        self._report = report
        self._asked = 0

    def best(self, goal: str, cells: Places | None) -> Proven | None:
        """Return what is proven, from a layout on that solves every date, if one is known. None if
        it is not decided whether there is one."""
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
        """Between what is found and what is proven not to be, by doubled steps, then by halves."""
        levels = np.unique(self._labels.solutions).tolist()
        low, high, step = levels.index(self._value(FEWEST, cells)), len(levels), 1
        while high - low > 1:
            at = min(low + step, (low + high) // 2) if step else (low + high) // 2
            found = self._between(levels[at], None)
            if found is False:
                high, step = at, 0
            elif found is None:
                low, step = at, 0  # not decided: only what is above can still be proven
            else:
                cells, step = found, 2 * step
                low = max(low, levels.index(self._value(FEWEST, cells)))
        return Proven(cells, Fraction(levels[high - 1]))

    def _even(self, cells: Places) -> Proven:
        """Layouts by their fewest solutions, in windows: in each, none has few enough at most."""
        top = int(self._fewest(cells).bound)
        best = bound = self._value(EVEN, cells)
        low = 1
        while low <= top:
            high = min(top, low + low // PARTS)
            goal = best
            while goal < 1:
                # Above the goal, the most are fewer than the fewest, which are at most `high`.
                found = self._between(low, math.ceil(high / goal) - 1)
                if found is False:
                    break
                if found is None:
                    goal = min(Fraction(1), WIDER * goal)
                    bound = max(bound, goal)
                elif (own := self._value(EVEN, found)) > best:
                    cells, best = found, own
                    goal = max(goal, best)
                else:
                    high = (low + high) // 2
            low = high + 1
        return Proven(cells, max(bound, best))

    def _summed(self, goal: str, cells: Places) -> Proven:
        """A sum over all dates; dates that are not wanted can only make the bound larger."""
        solutions = self._labels.solutions
        weights = solutions if goal == TOTAL else (solutions == 1).astype(np.int64)
        grouping = self._grouping(solutions == 0)
        grouping.maximize(weights)
        answer = grouping.solve(self._seconds)
        own = self._value(goal, cells)
        if answer.there:
            found = self._cells(answer)
            if self._value(goal, found) > own:
                cells, own = found, self._value(goal, found)
        highest = Fraction(int(weights[_rising(weights)].sum()))
        bound = Fraction(math.floor(answer.bound + 1e-6)) if answer.there else highest
        return Proven(cells, max(own, min(bound, highest)))

    def _between(self, fewest: int, most: int | None) -> Places | Literal[False] | None:
        """A layout of which each date has so many solutions; False where there is none, None where
        that is not decided."""
        self._asked += 1
        if self._report:
            self._report(self._asked, 0, 0)
        solutions = self._labels.solutions
        bad: Mask = solutions < fewest
        if most is not None:
            bad |= solutions > most
        if self._too_few(~bad):
            return False
        answer = self._grouping(bad).solve(self._seconds)
        if answer.there is None:
            return None
        return self._cells(answer) if answer.there else False

    def _too_few(self, good: Mask) -> bool:
        """Return whether there are fewer sets of cells left than dates, for each of which there is
        one of its own; or fewer cells that are in enough of them than labels."""
        wanted = self._rules.wanted
        good = good & _rising(good)
        axes = range(wanted.ndim)
        others = [tuple(k for k in axes if k != axis) for axis in axes]
        least = min(int(wanted.sum(axis=own).min()) for own in others)
        while True:
            often = sum(good.sum(axis=own) for own in others)
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
        """The model of the layouts that leave none of these cells open."""
        grouping = Grouping(self._labels, self._rules.wanted)
        for label, cell in self._rules.kept.items():
            grouping.keep(label, cell)
        if self._rules.ordered:
            grouping.in_order(self._rules.kept)
        grouping.forbid(bad)
        return grouping

    def _cells(self, answer: Answer) -> Places:
        """The cell of each label. Those of a class that are not kept stand in order."""
        kept = self._rules.kept
        taken = set(kept.values())
        cells = np.zeros(len(self._labels.names), np.intp)
        for label, cell in kept.items():
            cells[label] = cell
        for group, axis in enumerate(self._labels.axes):
            classes = classes_of(self._rules.wanted, group)
            names = np.zeros_like(classes) if self._rules.ordered else classes
            for k in set(names.tolist()):
                own = [
                    cell
                    for cell, held in enumerate(answer.held)
                    if held and cell not in taken and held[0] == group
                    and (self._rules.ordered or held[1] == k)
                ]  # fmt: skip
                free = [int(label) for label in axis[names == k] if int(label) not in kept]
                cells[free] = own
        return cells


def _rising(counts: npt.NDArray[np.int64] | Mask) -> Mask:
    """Return where the cells, one an axis, rise: each set of different cells once."""
    where: tuple[Places, ...] = np.indices(counts.shape, sparse=True)
    rising = np.ones(counts.shape, np.bool_)
    for one, other in pairwise(where):
        rising &= one < other
    return rising
