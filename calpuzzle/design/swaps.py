"""The search for printed labels to swap, so that every date has a solution.

How many solutions a date has depends only on the cells that it leaves open. So they are counted for
all cells that have a label, as many at a time as there are groups; where labels lie is then a
question of looking up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle import engines
from calpuzzle.base.errors import TooLargeError
from calpuzzle.design.tally import existing
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MAX_TABLE = 1 << 26  # entries of the table of open cells

Counts = npt.NDArray[np.int64]


class Swapped(NamedTuple):
    """Pairs of labels that change places, one after another, and the cell of each at the end."""

    pairs: tuple[tuple[int, int], ...]
    cells: tuple[int, ...]


class Labels:
    """The labels of a puzzle that belong to a group, and the solutions for any of their cells.

    Labels and their cells are numbered in reading order; `solutions` has an axis a group, and in
    each a cell, 0 where a cell is named twice. Raises TooLargeError for a table past MAX_TABLE.
    """

    def __init__(self, model: Model, report: Progress | None = None) -> None:
        self.model = model
        owned = {label for group in model.groups for label in group.labels}
        self.names = [label for label in model.board.labels if label in owned]
        number = {label: k for k, label in enumerate(self.names)}
        self.axes = [np.array([number[label] for label in own.labels]) for own in model.groups]
        if len(self.names) ** len(self.axes) > MAX_TABLE:
            raise TooLargeError(
                f"{model.name} has too many labels and groups to count all cells that may stay open"
            )
        self.real = existing(model)
        self.solutions = self._counted(report)

    def _counted(self, report: Progress | None) -> Counts:
        """The solutions for all cells. All but two of the open cells are set, in rising order, and
        the diagram counts all ways to choose the others behind them."""
        size, axes = len(self.names), len(self.axes)
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
        behind = tuple(self.names[first:])
        own: list[tuple[str, ...]] = [(self.names[cell],) for cell in cells]
        own += [behind] * (len(self.axes) - len(cells))
        groups = zip(self.model.groups, own, strict=True)
        # Groups that share their labels make no puzzle, but a sound Cover.
        model = self.model._replace(groups=tuple(g._replace(labels=row) for g, row in groups))
        counts = engines.load("diagram").counts(Lowering(model).cover, engines.Run())
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

    def swapped(self, most: int, every: bool, report: Progress | None = None) -> list[Swapped]:
        """All ways of the fewest swaps, at most so many, after which every date that exists has a
        solution (with `every`, any that the labels allow); none where there is no such way."""
        wanted = np.ones_like(self.real) if every else self.real
        for number in range(most + 1):
            found = _Search(self, wanted).run(number, report)
            if found:
                return found
        return []

    def relabelled(self, cells: tuple[int, ...]) -> Model:
        """The puzzle with its labels on these cells."""
        at = {label: k for k, label in enumerate(self.model.board.labels)}
        labels = list(self.model.board.labels)
        for label, cell in enumerate(cells):
            labels[at[self.names[cell]]] = self.names[label]
        return self.model._replace(board=self.model.board._replace(labels=tuple(labels)))


class _Search:
    """All ways of a number of swaps after which no date that is wanted lacks a solution.

    What fewer swaps cannot do, and p of n swaps does, moves a label of each date that has no
    solution. Take any such date, and such a label: p is the swap that brings it to its last place,
    followed by n - 1 others, of which the same holds. So only swaps of the labels of one such date
    are tried, and no way is missed.
    """

    def __init__(self, labels: Labels, wanted: npt.NDArray[np.bool_]) -> None:
        self.labels = labels
        self.wanted = wanted
        self.none = labels.solutions == 0
        self.found: dict[tuple[int, ...], Swapped] = {}

    def run(self, number: int, report: Progress | None) -> list[Swapped]:
        """All ways of that number of swaps."""
        cells = np.arange(len(self.labels.names))
        lacking = self._lacking(cells)
        if number == 0 or not len(lacking):
            return [] if len(lacking) or number else [Swapped((), tuple(cells.tolist()))]
        pairs = list(self._pairs(lacking, number))
        for done, pair in enumerate(pairs, 1):
            self._try(cells, (pair,), number - 1)
            if report:
                report(done, len(pairs), len(self.found))
        return sorted(self.found.values())

    def _lacking(self, cells: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """The labels of the wanted dates without a solution, a row a date."""
        axes = self.labels.axes
        none = self.none[np.ix_(*[cells[axis] for axis in axes])] & self.wanted
        rows = np.nonzero(none)
        return np.stack([axis[row] for axis, row in zip(axes, rows, strict=True)], axis=1)

    def _pairs(self, lacking: npt.NDArray[np.intp], left: int) -> Iterator[tuple[int, int]]:
        """The next swaps to try, where so many are left."""
        size = len(self.labels.names)
        often = np.sort(np.bincount(lacking.ravel(), minlength=size))
        if often[-2 * left :].sum() < len(lacking):
            return  # so few labels are not in all of them
        for label in lacking[0].tolist():
            rest = lacking[(lacking != label).all(axis=1)]
            others = np.arange(size)
            if left == 1 and len(rest):
                hits = [other for other in rest[0] if (rest == other).any(axis=1).all()]
                others = np.array(hits, np.intp)
            yield from ((label, other) for other in others.tolist() if other != label)

    def _try(
        self, cells: npt.NDArray[np.intp], pairs: tuple[tuple[int, int], ...], left: int
    ) -> None:
        """Make the last of these swaps, and whatever may follow."""
        one, other = pairs[-1]
        cells = cells.copy()
        cells[one], cells[other] = cells[other], cells[one]
        lacking = self._lacking(cells)
        if not len(lacking):
            place = tuple(cells.tolist())
            self.found.setdefault(place, Swapped(pairs, place))
        elif left:
            for pair in self._pairs(lacking, left):
                self._try(cells, (*pairs, pair), left - 1)
