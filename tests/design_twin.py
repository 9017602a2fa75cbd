"""The plain search: every filling of the board by pieces of the family, with a counter a set.

As slow as it is short. It shares no code with the compiled sweep, the lowering or the engines, and
is what they are tested against, on small families.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.design.family import Family
from calpuzzle.design.tally import Tally
from calpuzzle.puzzle.dates import exists, labels_at
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import orientations

MOST = np.iinfo(np.uint32).max
Way = tuple[int, int]
"""The number of a piece, and the cells that it covers as bits."""


class Unit(NamedTuple):
    """A part of the work."""

    number: int
    name: str


class Reference:
    """Counts the units of a family by a plain search.

    It fills the first empty cell, in the order of the board from the cell `cut` on, behind which
    the cells before it come. A unit is a label of the longest group, or the whole of a board that
    has none. Raises InputError for a cut that there is not.
    """

    def __init__(self, model: Model, family: Family, cut: int | None = None) -> None:
        cells = model.board.cells
        self.cuts = range(len(cells))
        self.cut = 0 if cut is None else cut
        if self.cut not in self.cuts:
            raise InputError(f"there is no cut {cut}; there are 0 to {len(cells) - 1}")
        self._model, self._family = model, family
        self._order = cells[self.cut :] + cells[: self.cut]
        self._bit = {cell: 1 << k for k, cell in enumerate(self._order)}
        self._ways = self._placed()
        self._numbers: dict[tuple[int, ...], int | None] = {}
        sizes = model.shape or (1,)
        self._axis = sizes.index(max(sizes))
        self.units = tuple(Unit(k, self._named(k)) for k in range(sizes[self._axis]))

    def _named(self, index: int) -> str:
        """What the unit of that label is called: by the label, where all labels of the group can
        stand in the name of a file."""
        if not self._model.groups:
            return "all"
        group = self._model.groups[self._axis]
        plain = all(label.isascii() and label.isalnum() for label in group.labels)
        return f"{group.name}-{group.labels[index] if plain else index + 1}"

    @property
    def description(self) -> str:
        """All that the tallies depend on, as one line of JSON."""
        model = self._model
        at = model.board.at
        groups = [[group.name, [at[label] for label in group.labels]] for group in model.groups]
        said = [model.board.cells, groups, model.is_calendar, json.loads(self._family.description)]
        return json.dumps(["reference", *said], separators=(",", ":"))

    def _placed(self) -> list[list[Way]]:
        """Of each cell the ways to lay a piece of which it is the first cell."""
        found: list[list[Way]] = [[] for _ in self._order]
        for number, piece in enumerate(self._family.pieces):
            for shape in orientations(piece.shape, piece.turn, piece.flip):
                for row, column in self._order:
                    top, left = row - shape[0][0], column - shape[0][1]
                    laid = [(top + y, left + x) for y, x in shape]
                    if all(cell in self._bit for cell in laid):
                        bits = sum(self._bit[cell] for cell in laid)
                        found[(bits & -bits).bit_length() - 1].append((number, bits))
        return found

    def run(self, unit: Unit, stop: Callable[[], object] | None = None) -> Tally:
        """The tally of the instances of that unit. `stop` is called now and then, and what it
        raises ends the work. Raises CannotDoError where an instance has more solutions than a tally
        can hold."""
        tally = Tally.empty(len(self._family))
        for instance in self._instances(unit):
            if stop:
                stop()
            labels = labels_at(self._model, instance)
            counts = self._counts(labels)
            if int(counts.max()) > MOST:
                raise CannotDoError(f"{' '.join(labels)} has more than {MOST:,} solutions")
            none = counts == 0
            tally.unsolved[:] += none
            if not self._model.is_calendar or exists(self._model, labels):
                tally.unsolved_existing[:] += none
            tally.unique[:] += counts == 1
            tally.total[:] += counts
            np.minimum(tally.fewest, counts, out=tally.fewest, casting="unsafe")
            np.maximum(tally.most, counts, out=tally.most, casting="unsafe")
        return tally

    def _instances(self, unit: Unit) -> Iterator[int]:
        """The flat indices of the instances of a unit."""
        shape = self._model.shape
        behind = prod(shape[self._axis + 1 :])
        for instance in range(prod(shape)):
            if not shape or instance // behind % shape[self._axis] == unit.number:
                yield instance

    def _counts(self, labels: tuple[str, ...]) -> npt.NDArray[np.uint64]:
        """How many solutions an instance has, for each set."""
        at = self._model.board.at
        open_cells = sum(self._bit[at[label]] for label in labels)
        found: Counter[int] = Counter()
        self._fill(open_cells, [0] * len(self._family.pieces), found)
        counts = np.zeros(len(self._family), np.uint64)
        for number, ways in found.items():
            counts[number] = ways
        return counts

    def _fill(self, covered: int, uses: list[int], found: Counter[int]) -> None:
        """Count the fillings of what is not covered, by the number of their sets."""
        empty = ~covered & ((1 << len(self._order)) - 1)
        if not empty:
            number = self._number(tuple(uses))
            if number is not None:
                found[number] += 1
            return
        for piece, bits in self._ways[(empty & -empty).bit_length() - 1]:
            if not bits & covered:
                uses[piece] += 1
                if self._allowed(uses, piece):
                    self._fill(covered | bits, uses, found)
                uses[piece] -= 1

    def _allowed(self, uses: list[int], piece: int) -> bool:
        """Whether a set may have the piece so often, and so many pieces of its pool."""
        first = 0
        for pool, most in zip(self._family.pools, self._family.most, strict=True):
            behind = first + len(pool.pieces)
            if piece < behind:
                return uses[piece] <= pool.caps[piece - first] and sum(uses[first:behind]) <= most
            first = behind
        raise AssertionError("the pools hold all pieces")

    def _number(self, uses: tuple[int, ...]) -> int | None:
        """The number of the set of so many of each piece, None where it is no set of the family."""
        if uses not in self._numbers:
            family = self._family
            names = [
                name
                for piece, times in zip(family.pieces, uses, strict=True)
                for name in [piece.name] * times
            ]
            try:
                self._numbers[uses] = family.number_of(names)
            except InputError:
                self._numbers[uses] = None
        return self._numbers[uses]
