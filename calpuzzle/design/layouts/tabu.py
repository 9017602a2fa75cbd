"""The choice of cells for labels by tabu search (Glover 1989). Each step makes the best swap that
is not tabu, even if it is a change for the worse; undoing a swap is tabu for some steps.

The search minimises a sum of weights over all wanted dates; the weight of a date depends on the
cells that the date leaves open. So the change of the sum by every swap of two labels, and every
move of a label to a cell without a label, follows from a few products of arrays.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.label_cells import LabelCells

TENURE = (10, 3)  # of n labels, none may return to a cell for n/10 to n/3 steps after it left
NOISE = 1e-9  # decides between equally good swaps; most differences of weights are larger

Weights = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


class Rules(NamedTuple):
    """The demands on a layout: the dates that must have a solution, the labels that stay on their
    cells (label -> cell), and whether the other labels of a group are in reading order."""

    wanted: npt.NDArray[np.bool_]
    kept: dict[int, int]
    ordered: bool


class Tabu:
    """The search, which begins with the labels on their home cells. A place is the cell of a label;
    in this class, labels are numbered group by group."""

    def __init__(self, labels: LabelCells, rules: Rules, seed: int) -> None:
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
        """Move the labels that are not kept to random cells."""
        held = self._place[~self._free]
        cells = np.setdiff1d(np.arange(len(self._labels.cells)), held)
        self._place[self._free] = self._random.permutation(cells)[: int(self._free.sum())]
        self._sort()

    @property
    def cells(self) -> Places:
        """Return the cell of each label, in the order of the puzzle's labels."""
        cells: Places = np.empty_like(self._place)
        cells[self._number] = self._place
        return cells

    def run(self, weights: Weights, steps: int, goal: float = -math.inf) -> float:
        """Search for `steps` steps, or until the sum is at most `goal`. Move the labels to the best
        cells found, and return the sum for them."""
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
        """Make the best swap or move, and return the sum after it. Do nothing if all are tabu."""
        change = self._changes(weights)
        barred = until > step
        barred[:, self._place] |= barred[:, self._place].T
        # Aspiration: a tabu change is allowed if it improves on the best sum so far.
        change[barred & (self._sum(weights) + change >= best)] = np.inf
        change[self._fixed()] = np.inf
        change += NOISE * self._random.random(change.shape)
        label, cell = np.unravel_index(int(np.argmin(change)), change.shape)
        if not math.isfinite(change[label, cell]):
            return self._sum(weights)
        least, most = (1 + len(self._place) // part for part in TENURE)
        tenure_end = step + int(self._random.integers(least, most + 1))
        until[self._barred_with(label), self._place[label]] = tenure_end
        for other in np.nonzero(self._place == cell)[0]:
            until[self._barred_with(other), cell] = tenure_end
            self._place[other] = self._place[label]
        self._place[label] = cell
        self._sort()
        return self._sum(weights)

    def _barred_with(self, label: np.intp) -> slice | np.intp:
        """Return the labels that may not move to a cell that this label has left: the label or, if
        labels are in reading order, all labels of its group."""
        if not self._rules.ordered:
            return label
        return next(group for group in self._groups if group.start <= label < group.stop)

    def _fixed(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the excluded changes: moving a kept label, moving a label to its own
        cell and, if labels are in reading order, swapping two labels of a group."""
        fixed = np.zeros((len(self._place), len(self._labels.cells)), np.bool_)
        fixed[~self._free] = True
        fixed[:, self._place[~self._free]] = True
        fixed[np.arange(len(self._place)), self._place] = True
        if self._rules.ordered:
            for group in self._groups:
                fixed[group, self._place[group]] = True
        return fixed

    def _sort(self) -> None:
        if self._rules.ordered:
            for group in self._groups:
                places = self._place[group]
                free = self._free[group]
                places[free] = np.sort(places[free])

    @property
    def cells_by_group(self) -> list[Places]:
        """Return the cells of each group, in the order of its labels."""
        return [self._place[group] for group in self._groups]

    def _sum(self, weights: Weights) -> float:
        return float((weights[np.ix_(*self.cells_by_group)] * self._wanted).sum())

    def _changes(self, weights: Weights) -> Weights:
        """Return the change of the sum if a label (row) moves to a cell (column), and the label
        there, if any, moves to the cell that becomes free.

        `single` is the sum over the dates of a label if it alone moved to the cell. Weights are 0
        if a cell occurs twice, so `single` omits the dates that two swapped labels have in common.
        The weights of these dates do not change, but `here` subtracts them for both labels, so
        `_both` is added twice. If labels are sorted afterwards, the change is exact if every date
        is wanted, and otherwise an approximation.
        """
        axes = self.cells_by_group
        single = np.empty((len(self._place), len(self._labels.cells)))
        for group, rows in enumerate(self._groups):
            others = [axis for k, axis in enumerate(axes) if k != group]
            dates = weights[np.ix_(np.arange(single.shape[1]), *others)]
            wanted = np.moveaxis(self._wanted, group, 0).reshape(len(axes[group]), -1)
            single[rows] = wanted @ dates.reshape(single.shape[1], -1).T
        here = single[np.arange(len(single)), self._place]
        change: Weights = single - here[:, None]
        change[:, self._place] += single[:, self._place].T - here[None, :] + 2 * self._both(weights)
        return change

    def _both(self, weights: Weights) -> Weights:
        """Return, for each pair of labels, the sum of the weights of their common dates."""
        dates = weights[np.ix_(*self.cells_by_group)] * self._wanted
        both: Weights = np.zeros((len(self._place), len(self._place)))
        for first, second in combinations(range(dates.ndim), 2):
            others = tuple(k for k in range(dates.ndim) if k not in (first, second))
            both[self._groups[first], self._groups[second]] = dates.sum(axis=others)
        both += both.T.copy()
        return both
