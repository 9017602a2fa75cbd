"""A position: what is laid, what fits beside it, whether it is solved, and where a hint looks.

docs/hints.md is the rulebook; the page's twin is js/logic/position.js. A position knows no
solutions: it holds what a person sees on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering


class Choice(NamedTuple):
    """A cell or a piece, as the number of its item (None: any piece, where nothing must be covered
    but labels), the placements that fit for it, rising, and how many of these it can spare."""

    item: int | None
    fitting: tuple[int, ...]
    spare: int


class Position:
    """A puzzle in which the options `laid` lie; those of a date are among them, or none of a date.
    Nothing changes it."""

    def __init__(self, lowered: Lowering, laid: Iterable[int]) -> None:
        self.lowered = lowered
        cover = lowered.cover
        self.laid: Options = tuple(laid)
        self._need = [least for least, _ in cover.bounds]
        self._room = [most for _, most in cover.bounds]
        for option in self.laid:
            for item in cover.options[option]:
                self._need[item] -= 1
                self._room[item] -= 1

    @cached_property
    def solved(self) -> bool:
        """Return whether every piece lies that must, and every cell is covered that must be, but
        for one label of each group whose label is not said."""
        options = self.lowered.cover.options
        bare = {item for item, need in enumerate(self._need) if need > 0}
        for axis in self.lowered.cover.axes:
            group = options[axis[0]][0]
            if group in bare:
                opened = bare & {item for k in axis for item in options[k][1:]}
                if not any(opened == {*options[k][1:]} for k in axis):
                    return False
                bare -= {group, *opened}
        return not bare and min(self._room, default=0) >= 0

    @cached_property
    def _free(self) -> Options:
        """The options in whose way nothing lies, the labels of groups among them."""
        cover, lying = self.lowered.cover, set(self.laid)
        return tuple(
            k
            for k in cover.choosable
            if k not in lying and all(self._room[item] > 0 for item in cover.options[k])
        )

    @cached_property
    def fitting(self) -> Options:
        """The placements that fit, by rising number."""
        pieces = [k for k in self._free if self.lowered.class_of(k) >= 0]
        plane = self.lowered.cover.plane
        if plane is None or not plane.whole or self.lowered.cover.secondary:
            return tuple(pieces)
        return tuple(k for k in pieces if not self._cuts_off(k))

    def _cuts_off(self, option: int) -> bool:
        """Return whether a region of the cells left would have a size that no pieces left can make
        up."""
        masks, step = self._masks
        items = self.lowered.cover.options[option]
        empty = self._empty
        for item in items[1:]:
            empty ^= masks[item]
        sums = self._sums(items[0])
        while empty:
            region, more = 0, empty & -empty
            while more != region:
                region = more
                near = region | region << 1 | region >> 1 | region << step | region >> step
                more = near & empty
            if not sums >> region.bit_count() & 1:
                return True
            empty ^= region
        return False

    @cached_property
    def _masks(self) -> tuple[dict[int, int], int]:
        """The bit of each cell's item, and how far apart those of two lines are: past the end of
        each line one bit is nobody's."""
        plane = self.lowered.cover.plane
        assert plane
        step = plane.frame[1] + 1
        bits = (1 << line * step + place for line, place in plane.places)
        return dict(enumerate(bits, self.lowered.first)), step

    @cached_property
    def _empty(self) -> int:
        """The bits of the cells that are empty."""
        return sum(bit for item, bit in self._masks[0].items() if self._room[item] > 0)

    @cached_property
    def _sums(self) -> Callable[[int], int]:
        """Return what gives the sums of sizes that the pieces left can make when one more of a
        piece lies, as bits; a label is a piece of one cell."""

        def sums(laid: int) -> int:
            found = 1
            for piece, own in enumerate(self.lowered.cover.sizes):
                copies = self._room[piece] - (piece == laid)
                for _ in range(min(copies, len(self.lowered.cells))):
                    before = found
                    for size in own:
                        found |= before << size
            return found

        return cache(sums)

    def choices(self) -> Iterator[Choice]:
        """Each cell that must still be covered, in reading order, then each piece that must still
        be laid, with what fits for it; no cell on which a label may still stay uncovered."""
        lowered, options = self.lowered, self.lowered.cover.options
        free = (k for k in self._free if lowered.class_of(k) < 0)
        labels = {item for k in free for item in options[k][1:]}
        cells = [lowered.number[cell] for cell in sorted(lowered.cells)]
        wanted = [item for item in cells if item not in labels] + list(range(len(lowered.classes)))
        fitting = self.of_items
        for item in wanted:
            if self._need[item] > 0 and item < len(lowered.cover.primary):
                own = tuple(fitting.get(item, ()))
                yield Choice(item, own, len(own) - self._need[item])

    def choice(self) -> Choice:
        """The choice that a hint goes by: the first of those with the fewest to spare."""
        anything = Choice(None, self.fitting, len(self.fitting))
        return min(self.choices(), key=lambda choice: choice.spare, default=anything)

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
        labels = (k for k in self._free if self.lowered.class_of(k) < 0)
        for k in (*self.fitting, *labels):
            if k != option and full.isdisjoint(cover.options[k]):
                for item in cover.options[k]:
                    left[item] += 1
        pairs = enumerate(zip(after, left, strict=True))
        return next((item for item, (need, ways) in pairs if need > ways), None)

    @cached_property
    def of_items(self) -> dict[int, list[int]]:
        """The placements that fit for each item, where there are any."""
        found: dict[int, list[int]] = {}
        for option in self.fitting:
            for item in self.lowered.cover.options[option]:
                found.setdefault(item, []).append(option)
        return found
