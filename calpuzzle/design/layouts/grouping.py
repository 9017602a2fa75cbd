"""The choice of cells for labels, as a model for CP-SAT.

Labels of a group are told apart only as far as some of their dates are not wanted: in a calendar
of which the dates that exist are to have a solution, February, the other months without a 31st, and
the others; the days to 29, the 30th and the 31st. Labels that are alike are a class. Everything
is decided by one thread and within a time of CP-SAT's own measure, so that it always comes out the
same.
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
from calpuzzle.design.layouts.label_cells import Labels

Mask = npt.NDArray[np.bool_]
Box = tuple[frozenset[int], ...]


class Answer(NamedTuple):
    """The answer of CP-SAT: whether a layout is there (None where it came to no end), the class of
    each cell as (group, class), None for a cell without a label, and the bound of the goal."""

    there: bool | None
    held: list[tuple[int, int] | None]
    bound: float


class Grouping:
    """The variables: for each cell, whether it gets a label of a group, and of a class of it.

    `wanted` says which dates are to have a solution. Raises MissingExtraError where ortools is not
    installed.
    """

    def __init__(self, labels: Labels, wanted: Mask) -> None:
        with importing("ortools", "a proof of what labels can do", "ortools", "cpsat"):
            from ortools.sat.python import cp_model
        self.cp = cp_model
        self.labels = labels
        self.model: Any = cp_model.CpModel()
        self.class_of = [classes_of(wanted, axis) for axis in range(wanted.ndim)]
        firsts = [np.unique(own, return_index=True)[1] for own in self.class_of]
        self._boxes = list(_boxes(wanted[np.ix_(*firsts)]))
        self._unions: dict[tuple[int, int, frozenset[int]], Any] = {}
        cells, groups = range(len(labels.cells)), range(len(labels.axes))
        self.into = [[self._new() for _ in groups] for _ in cells]
        self.held = [[self._held(own[group], group) for group in groups] for own in self.into]
        exactly = len(labels.cells) == len(labels.names)
        for own in self.into:
            self.model.add_exactly_one(own) if exactly else self.model.add_at_most_one(own)
        for group, classes in enumerate(self.class_of):
            for k, number in enumerate(np.bincount(classes).tolist()):
                self.model.add(sum(own[group][k] for own in self.held) == number)

    def _new(self) -> Any:
        return self.model.new_bool_var("")

    def _held(self, into: Any, group: int) -> list[Any]:
        """The variables of the classes of a group at a cell that has `into` for the group."""
        number = int(self.class_of[group].max()) + 1
        if number == 1:
            return [into]
        own = [self._new() for _ in range(number)]
        self.model.add(sum(own) == into)
        return own

    def keep(self, label: int, cell: int) -> None:
        """The label lies on that cell."""
        for group, axis in enumerate(self.labels.axes):
            for place in np.nonzero(axis == label)[0].tolist():
                self.model.add(self.held[cell][group][self.class_of[group][place]] == 1)

    def in_order(self, kept: dict[int, int]) -> None:
        """Labels lie in the order of their group, from the first cell to the last; but those that
        are `kept`, each on its cell, which are left out of it."""
        held = set(kept.values())
        free = [cell for cell in range(len(self.labels.cells)) if cell not in held]
        for group, axis in enumerate(self.labels.axes):
            classes = [
                int(own)
                for label, own in zip(axis.tolist(), self.class_of[group], strict=True)
                if label not in kept
            ]
            if len(set(classes)) > 1:
                self._ranked(group, free, classes)

    def _ranked(self, group: int, free: list[int], classes: list[int]) -> None:
        for at, cell in enumerate(free):
            before = sum(self.into[other][group] for other in free[:at])
            for k in set(classes):
                ranks = [[rank, rank] for rank, own in enumerate(classes) if own == k]
                domain = self.cp.Domain.from_intervals(ranks)
                rule = self.model.add_linear_expression_in_domain(before, domain)
                rule.only_enforce_if(self.held[cell][group][k])

    def forbid(self, bad: Mask) -> None:
        """No date that is wanted leaves cells open for which `bad`, an axis a group, is true."""
        for cells in _sets(bad):
            for order in permutations(cells):
                for box in self._boxes:
                    self.model.add_bool_or(
                        [self._union(c, k, box[k]).negated() for k, c in enumerate(order)]
                    )

    def _union(self, cell: int, group: int, classes: frozenset[int]) -> Any:
        """A variable that is true where the cell has a label of one of the classes."""
        own = self.held[cell][group]
        if len(classes) == len(own):
            return self.into[cell][group]
        if len(classes) == 1:
            return own[next(iter(classes))]
        key = cell, group, classes
        if key not in self._unions:
            self._unions[key] = self._new()
            for k in classes:
                self.model.add_implication(own[k], self._unions[key])
        return self._unions[key]

    def maximize(self, weights: npt.NDArray[np.int64]) -> None:
        """The sum of the weights of all dates, wanted or not, is to be as large as can be; none is
        negative."""
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
        for cell, own in enumerate(touching):
            # A cell is in as many dates as the other groups have labels together.
            most = [int(np.prod(sizes)) // sizes[group] for group in groups]
            self.model.add(sum(own) <= sum(most[k] * self.into[cell][k] for k in groups))
        self.model.maximize(sum(counted))

    def solve(self, seconds: float) -> Answer:
        """Look for a layout, by one thread, for so many of CP-SAT's own seconds."""
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = seconds
        solver.parameters.catch_sigint_signal = False
        status = stoppable(lambda: solver.solve(self.model), solver.stop_search)
        if status == self.cp.MODEL_INVALID:
            raise CannotDoError("the numbers of solutions are too large for CP-SAT")
        bound = solver.best_objective_bound
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return Answer(False if status == self.cp.INFEASIBLE else None, [], bound)
        held: list[tuple[int, int] | None] = []
        for own in self.held:
            true = [
                (g, k) for g, row in enumerate(own) for k, x in enumerate(row) if solver.value(x)
            ]
            held.append(true[0] if true else None)
        return Answer(True, held, bound)


def _sets(mask: Mask) -> Iterator[list[int]]:
    """The sets of cells for which the mask, which is symmetric, is true, each once."""
    found = np.argwhere(mask)
    rising = (found[:, 1:] > found[:, :-1]).all(axis=1)
    yield from found[rising].tolist()


def classes_of(wanted: Mask, axis: int) -> npt.NDArray[np.intp]:
    """Of each label of the axis its class; classes are numbered in the order of their labels."""
    number: dict[bytes, int] = {}
    rows = np.moveaxis(wanted, axis, 0)
    return np.array([number.setdefault(row.tobytes(), len(number)) for row in rows], np.intp)


def _boxes(wanted: Mask) -> Iterator[Box]:
    """Sets of classes, one of each axis, all of whose dates are wanted, and together all such."""
    if wanted.ndim == 0:
        if wanted:
            yield ()
        return
    alike: dict[bytes, list[int]] = {}
    for k, row in enumerate(wanted):
        alike.setdefault(row.tobytes(), []).append(k)
    for own in alike.values():
        yield from ((frozenset(own), *rest) for rest in _boxes(wanted[own[0]]))
