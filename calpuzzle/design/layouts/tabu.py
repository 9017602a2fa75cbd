"""A search for places of labels by tabu search: the best of all swaps, and no way back for a while.

What is minimised is a sum over all dates that are wanted, of weights that depend on the cells that
a date leaves open. So the change by each swap of two labels, and by each move of a label to a cell
without one, is known from a few products of arrays.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.label_cells import Labels

TENURE = (10, 3)  # of how many labels one more step passes, at least and most, before one is back
NOISE = 1e-9  # decides between swaps that are equally good, below what weights differ by

Weights = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


class Rules(NamedTuple):
    """The demands on a layout: which dates are to have a solution; the labels that stay, each with
    its cell; and whether the others of a group lie in reading order."""

    wanted: npt.NDArray[np.bool_]
    kept: dict[int, int]
    ordered: bool


class Tabu:
    """The search. A place is the cell of a label; here, labels are numbered group by group."""

    def __init__(self, labels: Labels, rules: Rules, seed: int) -> None:
        self._labels = labels
        self._rules = rules
        self._wanted = rules.wanted.astype(float)
        self._number = np.concatenate(labels.axes)
        ends = np.cumsum([len(axis) for axis in labels.axes]).tolist()
        self._groups = [
            slice(end - len(axis), end) for end, axis in zip(ends, labels.axes, strict=True)
        ]
        self._free = np.array([label not in rules.kept for label in self._number.tolist()])
        self._random = np.random.default_rng(seed)
        self._place = labels.home[self._number]
        self._sort()

    def shuffle(self) -> None:
        """Begin from any place of the labels that are not kept."""
        held = self._place[~self._free]
        cells = np.setdiff1d(np.arange(len(self._labels.cells)), held)
        self._place[self._free] = self._random.permutation(cells)[: int(self._free.sum())]
        self._sort()

    @property
    def cells(self) -> Places:
        """The cell of each label, as the puzzle numbers them."""
        cells: Places = np.empty_like(self._place)
        cells[self._number] = self._place
        return cells

    def run(self, weights: Weights, steps: int, goal: float = -math.inf) -> float:
        """Search for so many steps, or until the sum is `goal`; go to the best place. Its sum."""
        until = np.zeros((len(self._place), len(self._labels.cells)), np.intp)
        best = self._sum(weights)
        place = self._place.copy()
        for step in range(1, steps + 1):
            if best <= goal:
                break
            found = self._step(weights, until, step, best)
            if found < best:
                best, place = found, self._place.copy()
        self._place = place
        return best

    def _step(self, weights: Weights, until: Places, step: int, best: float) -> float:
        """Make the best swap or move; the sum behind it. Where all are barred, wait."""
        change = self._changes(weights)
        barred = until > step
        barred[:, self._place] |= barred[:, self._place].T
        change[barred & (self._sum(weights) + change >= best)] = np.inf
        change[self._fixed()] = np.inf
        change += NOISE * self._random.random(change.shape)
        label, cell = np.unravel_index(int(np.argmin(change)), change.shape)
        if not math.isfinite(change[label, cell]):
            return self._sum(weights)
        least, most = (1 + len(self._place) // part for part in TENURE)
        tenure = step + int(self._random.integers(least, most + 1))
        until[self._alike(label), self._place[label]] = tenure
        for other in np.nonzero(self._place == cell)[0]:
            until[self._alike(other), cell] = tenure
            self._place[other] = self._place[label]
        self._place[label] = cell
        self._sort()
        return self._sum(weights)

    def _alike(self, label: np.intp) -> slice | np.intp:
        """The labels that may not come back where this one does not: in order, its group."""
        if not self._rules.ordered:
            return label
        return next(own for own in self._groups if own.start <= label < own.stop)

    def _fixed(self) -> npt.NDArray[np.bool_]:
        """Return what is no change: a label that is kept, or moved to where it is; and in order,
        two of a group."""
        fixed = np.zeros((len(self._place), len(self._labels.cells)), np.bool_)
        fixed[~self._free] = True
        fixed[:, self._place[~self._free]] = True
        fixed[np.arange(len(self._place)), self._place] = True
        if self._rules.ordered:
            for own in self._groups:
                fixed[own, self._place[own]] = True
        return fixed

    def _sort(self) -> None:
        if self._rules.ordered:
            for own in self._groups:
                group = self._place[own]
                free = self._free[own]
                group[free] = np.sort(group[free])

    @property
    def axes(self) -> list[Places]:
        """The cells of each group, in the order of its labels."""
        return [self._place[own] for own in self._groups]

    def _sum(self, weights: Weights) -> float:
        return float((weights[np.ix_(*self.axes)] * self._wanted).sum())

    def _changes(self, weights: Weights) -> Weights:
        """By how much the sum changes when a label goes to a cell, and the one there comes back.

        Weights are 0 where a cell is named twice. So in `single`, the sum of a label's dates were
        it on that cell, dates with the label that is there do not count, and what is counted twice
        on either side is what both have in common. Where labels are sorted afterwards, this is the
        change but for dates that are not wanted.
        """
        axes = self.axes
        single = np.empty((len(self._place), len(self._labels.cells)))
        for group, own in enumerate(self._groups):
            others = [axis for k, axis in enumerate(axes) if k != group]
            dates = weights[np.ix_(np.arange(single.shape[1]), *others)]
            wanted = np.moveaxis(self._wanted, group, 0).reshape(len(axes[group]), -1)
            single[own] = wanted @ dates.reshape(single.shape[1], -1).T
        here = single[np.arange(len(single)), self._place]
        change: Weights = single - here[:, None]
        change[:, self._place] += single[:, self._place].T - here[None, :] + 2 * self._both(weights)
        return change

    def _both(self, weights: Weights) -> Weights:
        """The sum of the dates that two labels have in common."""
        dates = weights[np.ix_(*self.axes)] * self._wanted
        both: Weights = np.zeros((len(self._place), len(self._place)))
        for one, other in combinations(range(dates.ndim), 2):
            rest = tuple(k for k in range(dates.ndim) if k not in (one, other))
            both[self._groups[one], self._groups[other]] = dates.sum(axis=rest)
        both += both.T.copy()
        return both
