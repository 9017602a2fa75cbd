"""The labels of a puzzle, and the solutions for any of the cells that they may lie on.

How many solutions a date has depends only on the cells that it leaves open. So they are counted for
all cells that may have a label, as many at a time as there are groups; where labels lie is then a
question of looking up.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import numpy.typing as npt

from calpuzzle import planning
from calpuzzle.base.errors import TooLargeError
from calpuzzle.design.families.tally import existing
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MAX_TABLE = 1 << 26  # entries of the table of open cells

Counts = npt.NDArray[np.int64]


class Labels:
    """The labels of a puzzle that belong to a group, and the solutions for any of their cells.

    Labels and cells are numbered in reading order. The cells are those of the labels, or with
    `blanks` also those on which nothing is printed, if they are to be covered: `cells` are their
    numbers on the board, `home` is the cell of each label, and `axes` are the labels of each group.
    `solutions` has an axis a group, and in each a cell, 0 where a cell is named twice; the order
    of the cells does not matter. `real` says which dates exist. Raises TooLargeError for a table
    past MAX_TABLE.
    """

    def __init__(self, model: Model, report: Progress | None = None, blanks: bool = False) -> None:
        model.check_single("layouts have")
        self.model = model
        board = model.board
        owned = {label for group in model.groups for label in group.labels}
        blank = {k for k in range(len(board.cells)) if not (board.labels and board.labels[k])}
        blank = blank - board.optional if blanks else set()
        self.cells = [k for k, label in enumerate(board.labels) if k in blank or label in owned]
        self.names = [label for label in board.labels if label in owned]
        number = {label: k for k, label in enumerate(self.names)}
        self.home = np.array([k for k, own in enumerate(self.cells) if board.labels[own]], np.intp)
        self.axes = [np.array([number[label] for label in own.labels]) for own in model.groups]
        if len(self.cells) ** len(self.axes) > MAX_TABLE:
            raise TooLargeError(
                f"{model.name} has too many labels and groups to count all cells that may stay open"
            )
        self.real = existing(model)
        self.solutions = self._counted(report)

    def _counted(self, report: Progress | None) -> Counts:
        """The solutions for all cells. All but two of the open cells are set, in rising order, and
        the diagram counts all ways to choose the others behind them."""
        size, axes = len(self.cells), len(self.axes)
        counts = np.zeros((size,) * axes, np.int64)
        ahead = max(axes - 2, 0)
        of = comb(size, ahead)
        for done, cells in enumerate(combinations(range(size), ahead), 1):
            first = cells[-1] + 1 if cells else 0
            if size - first >= axes - ahead:
                block = self._block(cells, first)
                for order in permutations(range(axes)):
                    if list(order[ahead:]) == sorted(order[ahead:]):
                        self._place(counts, order, cells, first, block)
            if report:
                report(done, of, 0)
        return counts

    def _block(self, cells: tuple[int, ...], first: int) -> Counts:
        """The counts where these cells are open and the others are `first` or behind it."""
        named = dict(zip(self.cells, map(str, range(len(self.cells))), strict=True))
        every = tuple(named.values())
        own: list[tuple[str, ...]] = [(every[cell],) for cell in cells]
        own += [every[first:]] * (len(self.axes) - len(cells))
        groups = zip(self.model.groups, own, strict=True)
        # Groups that share their labels make no puzzle, but a sound Cover.
        board = self.model.board
        board = board._replace(labels=tuple(named.get(k, "") for k in range(len(board.cells))))
        model = self.model._replace(
            board=board, groups=tuple(g._replace(labels=row) for g, row in groups), week_starts=""
        )
        counts = planning.counts(Lowering(model).cover)
        return counts.reshape(counts.shape[len(cells) :])

    def _place(
        self,
        counts: Counts,
        order: tuple[int, ...],
        cells: tuple[int, ...],
        first: int,
        block: Counts,
    ) -> None:
        """Write the block where the axes that `order` names first have these cells."""
        where: list[int | slice] = [slice(first, None)] * counts.ndim
        for axis, cell in zip(order, cells, strict=False):
            where[axis] = cell
        counts[tuple(where)] = block

    def counts(self, cells: npt.NDArray[np.intp]) -> Counts:
        """The counts of all dates, where the labels lie on these cells."""
        return self.solutions[np.ix_(*[cells[axis] for axis in self.axes])]

    def relabelled(self, cells: tuple[int, ...]) -> Model:
        """The puzzle with its labels on these cells."""
        labels = list(self.model.board.labels)
        for cell in self.cells:
            labels[cell] = ""
        for label, own in enumerate(cells):
            labels[self.cells[own]] = self.names[label]
        return self.model._replace(board=self.model.board._replace(labels=tuple(labels)))
