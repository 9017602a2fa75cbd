"""The choice of cells for labels, as a model for CP-SAT.

The wanted dates are those that must have a solution. Two labels of a group are in the same class if
they occur in wanted dates with the same combinations of labels of the other groups. The model does
not distinguish the labels of a class. If the wanted dates of a calendar are those that exist, the
classes are: February, the other months without a 31st, and the months with a 31st; the days up to
29, the 30th, and the 31st. CP-SAT runs with one thread and a deterministic time limit, so that its
answers are the same on every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.extras import importing
from calpuzzle.base.stoppable import stoppable
from calpuzzle.design.layouts.label_cells import LabelCells

Mask = npt.NDArray[np.bool_]
Box = tuple[frozenset[int], ...]


class SolverAnswer(NamedTuple):
    """The answer of CP-SAT. `exists` is whether a layout exists, None if it was not decided. `held`
    contains for each cell (group, class), or None for a cell without a label. `bound` is the bound
    of the objective, and `seconds` the deterministic time that was used."""

    exists: bool | None
    held: list[tuple[int, int] | None]
    bound: float
    seconds: float


class Grouping:
    """The model. Its variables state for each cell and group whether the cell gets a label of the
    group, and of which class.

    `wanted` marks the dates that must have a solution. Raises MissingExtraError if ortools is not
    installed.
    """

    def __init__(self, labels: LabelCells, wanted: Mask) -> None:
        with importing("ortools", "a search for the cells of labels", "ortools", "cpsat"):
            from ortools.sat.python import cp_model
        self.cp = cp_model
        self.labels = labels
        self.model: Any = cp_model.CpModel()
        self.class_of = [classes_of(wanted, axis) for axis in range(wanted.ndim)]
        firsts = [np.unique(per_cell, return_index=True)[1] for per_cell in self.class_of]
        self._boxes = list(_boxes(wanted[np.ix_(*firsts)]))
        self._unions: dict[tuple[int, int, frozenset[int]], Any] = {}
        cells, groups = range(len(labels.cells)), range(len(labels.axes))
        self.into = [[self._new() for _ in groups] for _ in cells]
        self.held = [
            [self._held(per_cell[group], group) for group in groups] for per_cell in self.into
        ]
        exactly = len(labels.cells) == len(labels.names)
        for per_cell in self.into:
            self.model.add_exactly_one(per_cell) if exactly else self.model.add_at_most_one(
                per_cell
            )
        for group, classes in enumerate(self.class_of):
            for k, number in enumerate(np.bincount(classes).tolist()):
                self.model.add(sum(per_cell[group][k] for per_cell in self.held) == number)

    def _new(self) -> Any:
        return self.model.new_bool_var("")

    def _held(self, into: Any, group: int) -> list[Any]:
        """Return the variables of a cell for the classes of a group. `into` is the variable of the
        cell for the group."""
        number = int(self.class_of[group].max()) + 1
        if number == 1:
            return [into]
        classes = [self._new() for _ in range(number)]
        self.model.add(sum(classes) == into)
        return classes

    def keep(self, label: int, cell: int) -> None:
        """Add the constraint that the label stays on that cell."""
        for group, axis in enumerate(self.labels.axes):
            for place in np.nonzero(axis == label)[0].tolist():
                self.model.add(self.held[cell][group][self.class_of[group][place]] == 1)

    def in_order(self, kept: dict[int, int]) -> None:
        """Add the constraints that the labels of each group are in reading order, except the labels
        in `kept` (label -> cell), which stay on their cells."""
        taken = set(kept.values())
        free = [cell for cell in range(len(self.labels.cells)) if cell not in taken]
        for group, axis in enumerate(self.labels.axes):
            classes = [
                int(label_class)
                for label, label_class in zip(axis.tolist(), self.class_of[group], strict=True)
                if label not in kept
            ]
            if len(set(classes)) > 1:
                self._ranked(group, free, classes)

    def _ranked(self, group: int, free: list[int], classes: list[int]) -> None:
        for at, cell in enumerate(free):
            before = sum(self.into[other][group] for other in free[:at])
            for k in set(classes):
                ranks = [
                    [rank, rank] for rank, label_class in enumerate(classes) if label_class == k
                ]
                domain = self.cp.Domain.from_intervals(ranks)
                rule = self.model.add_linear_expression_in_domain(before, domain)
                rule.only_enforce_if(self.held[cell][group][k])

    def forbid(self, bad: Mask) -> None:
        """Add the constraints that no wanted date leaves cells open for which `bad` is true; `bad`
        has one axis for each group."""
        for cells in _sets(bad):
            for order in permutations(cells):
                for box in self._boxes:
                    self.model.add_bool_or(
                        [self._union(c, k, box[k]).negated() for k, c in enumerate(order)]
                    )

    def _union(self, cell: int, group: int, classes: frozenset[int]) -> Any:
        """Return a variable that is true if the cell has a label of one of the classes."""
        held = self.held[cell][group]
        if len(classes) == len(held):
            return self.into[cell][group]
        if len(classes) == 1:
            return held[next(iter(classes))]
        key = cell, group, classes
        if key not in self._unions:
            self._unions[key] = self._new()
            for k in classes:
                self.model.add_implication(held[k], self._unions[key])
        return self._unions[key]

    def maximize(self, weights: npt.NDArray[np.int64]) -> None:
        """Maximise the sum of the weights of all dates, wanted or not; no weight is negative."""
        groups = range(len(self.labels.axes))
        counted = []
        touching: list[list[Any]] = [[] for _ in self.labels.cells]
        for cells in _sets(weights > 0):
            open_ = self._new()
            counted.append(int(weights[tuple(cells)]) * open_)
            for group in groups:
                self.model.add_bool_or([open_.negated(), *[self.into[c][group] for c in cells]])
            for cell in cells:
                touching[cell].append(open_)
        sizes = [len(axis) for axis in self.labels.axes]
        for cell, dates in enumerate(touching):
            # A label is in as many dates as there are combinations of labels of the other groups.
            most = [int(np.prod(sizes)) // sizes[group] for group in groups]
            self.model.add(sum(dates) <= sum(most[k] * self.into[cell][k] for k in groups))
        self.model.maximize(sum(counted))

    def solve(self, seconds: float) -> SolverAnswer:
        """Search for a layout with one thread, for at most `seconds` of CP-SAT's deterministic
        time."""
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = seconds
        solver.parameters.catch_sigint_signal = False
        status = stoppable(lambda: solver.solve(self.model), solver.stop_search)
        if status == self.cp.MODEL_INVALID:
            raise CannotDoError("the numbers of solutions are too large for CP-SAT")
        bound, used = solver.best_objective_bound, solver.deterministic_time
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return SolverAnswer(False if status == self.cp.INFEASIBLE else None, [], bound, used)
        held: list[tuple[int, int] | None] = []
        for per_group in self.held:
            true = [
                (g, k)
                for g, row in enumerate(per_group)
                for k, x in enumerate(row)
                if solver.value(x)
            ]
            held.append(true[0] if true else None)
        return SolverAnswer(True, held, bound, used)


def _sets(mask: Mask) -> Iterator[list[int]]:
    """Yield the sets of cells for which the symmetric mask is true, each set once."""
    found = np.argwhere(mask)
    rising = (found[:, 1:] > found[:, :-1]).all(axis=1)
    yield from found[rising].tolist()


def classes_of(wanted: Mask, axis: int) -> npt.NDArray[np.intp]:
    """Return the class of each label of the axis; classes are numbered in the order of their
    labels."""
    number_of: dict[bytes, int] = {}
    rows = np.moveaxis(wanted, axis, 0)
    return np.array([number_of.setdefault(row.tobytes(), len(number_of)) for row in rows], np.intp)


def _boxes(wanted: Mask) -> Iterator[Box]:
    """Yield boxes. A box has a set of classes for each axis, and all dates with labels of these
    classes are wanted. Together the boxes contain all wanted dates."""
    if wanted.ndim == 0:
        if wanted:
            yield ()
        return
    equal_rows: dict[bytes, list[int]] = {}
    for k, row in enumerate(wanted):
        equal_rows.setdefault(row.tobytes(), []).append(k)
    for rows in equal_rows.values():
        yield from ((frozenset(rows), *rest) for rest in _boxes(wanted[rows[0]]))
