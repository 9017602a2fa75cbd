"""What a person sees of a position without knowing solutions: what fits, and where little does.

A placement fits when nothing lies in its way and, on a flat board, no part of the board that it
cuts off has a size that the pieces left cannot make up. The cell, or the piece, for which the
fewest fit is where a person looks first. The hints of the page (play/assets/js/hints.js) go by the
same rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering


class Choice(NamedTuple):
    """A cell or a piece, as the number of its item, the placements that fit for it, rising, and how
    many of these are more than must be laid."""

    item: int
    fitting: tuple[int, ...]
    spare: int


class Position:
    """A puzzle in which the options `laid` lie, which do not clash; those of a date are among them,
    or none of a date. Nothing changes it."""

    def __init__(self, lowered: Lowering, laid: Options) -> None:
        self.lowered = lowered
        cover = lowered.cover
        self._need = [least for least, _ in cover.bounds]
        self._room = [most for _, most in cover.bounds]
        for option in laid:
            for item in cover.options[option]:
                self._need[item] -= 1
                self._room[item] -= 1
        lying = set(laid)
        self._free = [
            k
            for k in cover.choosable
            if k not in lying and all(self._room[item] for item in cover.options[k])
        ]

    @cached_property
    def fitting(self) -> tuple[int, ...]:
        """The options that fit; labels among them, where no date was asked for."""
        plane = self.lowered.cover.plane
        if plane is None or not plane.whole or self.lowered.cover.secondary:
            return tuple(self._free)
        return tuple(option for option in self._free if not self.cut_off(option))

    def cut_off(self, option: int) -> int:
        """The size of a part of the empty board that the option cuts off and no pieces left can
        fill, of a flat puzzle whose pieces hold together and cover all; 0 where there is none."""
        sums = self._sums(self.lowered.cover.options[option][0])
        for size in self._parts(option):
            if not sums >> size & 1:
                return size
        return 0

    def choices(self) -> Iterator[Choice]:
        """Each cell that must be covered and each piece that must be laid, with what fits for it;
        where no date was asked for, no cell on which a label may stay uncovered."""
        cover, classes = self.lowered.cover, len(self.lowered.classes)
        for item, fitting in self._of_items().items():
            least = self._need[item]
            label = any(cover.options[k][0] >= classes for k in fitting)
            if least > 0 and item < len(cover.primary) and not label:
                yield Choice(item, tuple(fitting), len(fitting) - least)

    def without_way(self, option: int) -> int | None:
        """An item that would have too few ways left if the option were laid, or None."""
        cover = self.lowered.cover
        after = list(self._need)
        full = set()
        for item in cover.options[option]:
            after[item] -= 1
            if self._room[item] == 1:
                full.add(item)
        left = [0] * len(after)
        for k in self.fitting:
            if k != option and full.isdisjoint(cover.options[k]):
                for item in cover.options[k]:
                    left[item] += 1
        pairs = enumerate(zip(after, left, strict=True))
        return next((item for item, (need, ways) in pairs if need > ways), None)

    def _of_items(self) -> dict[int, list[int]]:
        """The options that fit for each item."""
        found: dict[int, list[int]] = {}
        for option in self.fitting:
            for item in self.lowered.cover.options[option]:
                found.setdefault(item, []).append(option)
        return dict(sorted(found.items()))

    @cached_property
    def _sizes(self) -> list[set[int]]:
        """The sizes that each piece, or the label of each group, can have on the board."""
        cover = self.lowered.cover
        found: list[set[int]] = [set() for _ in range(self.lowered.first)]
        for option in cover.options:
            found[option[0]].add(len(option) - 1)
        return found

    def _sums(self, laid: int) -> int:
        """The sums of sizes that the pieces left can make when one more of `laid` lies, as bits."""
        if laid not in self._sums_known:
            sums = 1
            for index, sizes in enumerate(self._sizes):
                copies = self._room[index] - (index == laid)
                for _ in range(min(copies, len(self.lowered.cells))):
                    for before in [sums]:
                        for size in sizes:
                            sums |= before << size
            self._sums_known[laid] = sums
        return self._sums_known[laid]

    @cached_property
    def _sums_known(self) -> dict[int, int]:
        return {}

    @cached_property
    def _near(self) -> dict[int, int]:
        """Of each cell's item the cells beside it that are empty, as bits of their items."""
        number, lattice = self.lowered.number, self.lowered.model.lattice
        found = {}
        for cell, item in number.items():
            others = [number[near] for near in lattice.neighbours(cell) if near in number]
            found[item] = sum(1 << other for other in others if self._room[other])
        return found

    def _parts(self, option: int) -> Iterator[int]:
        """The sizes of the parts of the empty board that touch the option, once it is laid."""
        cells = self.lowered.cover.options[option][1:]
        lying = sum(1 << item for item in cells)
        left = 0
        for item in cells:
            left |= self._near[item]
        left &= ~lying
        while left:
            part = rim = left & -left
            while rim:
                item = rim.bit_length() - 1
                rim ^= 1 << item
                more = self._near[item] & ~lying & ~part
                part |= more
                rim |= more
            left &= ~part
            yield part.bit_count()
