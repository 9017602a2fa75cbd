"""The labels of a puzzle, and the numbers of solutions for any cells that they may be printed on.

The number of solutions of a date depends only on the cells that the date leaves open. So the
solutions are counted once for every choice of open cells, one for each group; the counts of any
layout are then looked up.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import numpy.typing as npt

from calpuzzle import planning
from calpuzzle.base.errors import TooLargeError
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MAX_TABLE = 1 << 26  # entries of the table of open cells

SolutionCounts = npt.NDArray[np.int64]


class LabelCells:
    """The labels of a puzzle that belong to groups, and the solutions for any choice of cells.

    Labels and cells are numbered in reading order. `cells` are the numbers of the cells on the
    board: those of the labels and, with `blanks`, also the cells to cover on which nothing is
    printed. `home` is the cell of each label, and `axes` are the labels of each group. `solutions`
    has one axis for each group, indexed by cells; it is symmetric, and 0 if a cell occurs twice.
    `real` marks the dates that exist. Raises TooLargeError if the table would exceed MAX_TABLE
    entries.
    """

    def __init__(self, model: Model, report: Progress | None = None, blanks: bool = False) -> None:
        model.check_single("layouts have")
        self.model = model
        board = model.board
        grouped = {label for group in model.groups for label in group.labels}
        blank = {k for k in range(len(board.cells)) if not (board.labels and board.labels[k])}
        blank = blank - board.optional if blanks else set()
        self.cells = [k for k, label in enumerate(board.labels) if k in blank or label in grouped]
        self.names = [label for label in board.labels if label in grouped]
        number = {label: k for k, label in enumerate(self.names)}
        self.home = np.array(
            [k for k, item in enumerate(self.cells) if board.labels[item]], np.intp
        )
        self.axes = [np.array([number[label] for label in item.labels]) for item in model.groups]
        if len(self.cells) ** len(self.axes) > MAX_TABLE:
            raise TooLargeError(
                f"{model.name} has too many labels and groups to count the solutions for all "
                "cells that may stay open"
            )
        self.real = existing(model)
        self.solutions = self._counted(report)

    def _counted(self, report: Progress | None) -> SolutionCounts:
        """Return the number of solutions for every choice of open cells. The loop chooses all open
        cells except the last two; one count then covers every choice of these two among the later
        cells."""
        size, axes = len(self.cells), len(self.axes)
        counts = np.zeros((size,) * axes, np.int64)
        ahead = max(axes - 2, 0)
        number = comb(size, ahead)
        for done, cells in enumerate(combinations(range(size), ahead), 1):
            first = cells[-1] + 1 if cells else 0
            if size - first >= axes - ahead:
                block = self._block(cells, first)
                for order in permutations(range(axes)):
                    if list(order[ahead:]) == sorted(order[ahead:]):
                        self._place(counts, order, cells, first, block)
            if report:
                report(done, number, 0)
        return counts

    def _block(self, cells: tuple[int, ...], first: int) -> SolutionCounts:
        """Return the counts if `cells` are open and the other open cells have the number `first` or
        higher."""
        name_of = dict(zip(self.cells, map(str, range(len(self.cells))), strict=True))
        names = tuple(name_of.values())
        choices: list[tuple[str, ...]] = [(names[cell],) for cell in cells]
        choices += [names[first:]] * (len(self.axes) - len(cells))
        groups = zip(self.model.groups, choices, strict=True)
        # Groups that share labels are not a valid puzzle, but lower to a correct Cover.
        board = self.model.board
        board = board._replace(labels=tuple(name_of.get(k, "") for k in range(len(board.cells))))
        model = self.model._replace(
            board=board, groups=tuple(g._replace(labels=row) for g, row in groups), week_starts=""
        )
        counts = planning.counts(Lowering(model).cover)
        return counts.reshape(counts.shape[len(cells) :])

    def _place(
        self,
        counts: SolutionCounts,
        order: tuple[int, ...],
        cells: tuple[int, ...],
        first: int,
        block: SolutionCounts,
    ) -> None:
        """Write the block to the entries in which the first axes of `order` have these cells."""
        index: list[int | slice] = [slice(first, None)] * counts.ndim
        for axis, cell in zip(order, cells, strict=False):
            index[axis] = cell
        counts[tuple(index)] = block

    def counts(self, cells: npt.NDArray[np.intp]) -> SolutionCounts:
        """Return the counts of all dates if the labels are on these cells."""
        return self.solutions[np.ix_(*[cells[axis] for axis in self.axes])]

    def relabelled(self, cells: tuple[int, ...]) -> Model:
        """Return the puzzle with its labels on these cells."""
        labels = list(self.model.board.labels)
        for cell in self.cells:
            labels[cell] = ""
        for label, cell_of_label in enumerate(cells):
            labels[self.cells[cell_of_label]] = self.names[label]
        return self.model._replace(board=self.model.board._replace(labels=tuple(labels)))
