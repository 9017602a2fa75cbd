"""The items and options of a board for the pieces of a family, as bits.

Each place of the rectangle around the board (`Plane.frame`) is a bit, and the bits of the groups
follow. A label covers its place and its group. Everything here is the same for all sets and
instances.
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.base.wording import plural
from calpuzzle.design.families.family import Family
from calpuzzle.puzzle.cover import CORNERS
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

WORD = 64


class Option(NamedTuple):
    """An option: the mask of its items, the number of its piece in the family or -1, and for a
    label the number of its group and its number in the group."""

    mask: int
    piece: int
    group: int = -1
    label: int = -1

    @property
    def low(self) -> int:
        """Return the lowest item."""
        return (self.mask & -self.mask).bit_length() - 1


class BoardItems:
    """The input of _core/outlines.pxi for a board; `options` are sorted by their lowest items.

    Raises InputError for a board that is not flat and plain, and TooLargeError if places and groups
    do not fit in a word.
    """

    def __init__(self, model: Model, family: Family) -> None:
        pieces = tuple(
            piece._replace(least=0, most=cap)
            for pool in family.pools
            for piece, cap in zip(pool.pieces, pool.caps, strict=True)
        )
        if model.board.dimensions != 2:
            raise InputError(f"{model.name} is not a flat board of plain cells")
        lowered = Lowering(model._replace(pieces=pieces, interchangeable=False))
        plane = lowered.cover.plane
        if plane is None or model.board.colours:
            raise InputError(f"{model.name} is not a flat board of plain cells")
        lines, self.line = plane.frame
        self.places = lines * self.line
        self.items = self.places + len(model.groups)
        if self.items > WORD:
            raise TooLargeError(
                f"{model.name} has {self.places} places and {plural(len(model.groups), 'group')}; "
                f"both together may be at most {WORD}"
            )
        # The scan begins at the narrow end, where a search finds its dead ends early. Here the
        # board is filled from the other end, because it is better if the half that is filled first
        # (below the cut of family_sweep.py) is regular.
        last = self.places - 1
        bits = [1 << (last - (number * self.line + at)) for number, at in plane.places]
        self.labels = [group.labels for group in model.groups]
        self.root = (1 << self.places) - 1 - sum(bits)
        label_of = {
            number: (group, label)
            for group, axis in enumerate(lowered.cover.axes)
            for label, number in enumerate(axis)
        }
        options = []
        for number, items in enumerate(lowered.cover.options):
            mask = sum(bits[item - lowered.first] for item in items[1:])
            group, label = label_of.get(number, (-1, -1))
            if group >= 0:
                mask |= 1 << (self.places + group)
            options.append(Option(mask, lowered.class_of(number), group, label))
        self.options = sorted(options, key=lambda option: (option.low, option))
        self.groups = [
            (1 << (self.places + group), self.cells_of(group)) for group in range(len(model.groups))
        ]
        # If some piece has several parts, a region may contain one part of it. Then every area is
        # possible.
        self.sums = _sums(family.most, family) if plane.spread else (1 << WORD) - 1
        self.areas = 0
        for counts in family.counts:
            self.areas |= _sums(counts, family)
        lines_first = sum(1 << at for at in range(0, self.places, self.line))
        self.not_first = (1 << self.places) - 1 - lines_first
        self.not_last = (1 << self.places) - 1 - (lines_first << (self.line - 1))
        self.corners = plane.spread == CORNERS

    @property
    def masks(self) -> list[int]:
        """Return the items of each option."""
        return [option.mask for option in self.options]

    def cells_of(self, group: int) -> int:
        """Return the places of the labels of a group."""
        cells = sum(option.mask for option in self.options if option.group == group)
        return cells & ((1 << self.places) - 1)


def _sums(counts: list[int] | tuple[int, ...], family: Family) -> int:
    """Return the numbers of cells that at most `counts` pieces of each pool can cover, as a bit
    set."""
    sums = 1
    for number, pool in zip(counts, family.pools, strict=True):
        for _ in range(number):
            sums |= sums << pool.size
    return sums & ((1 << (WORD + 1)) - 1)
