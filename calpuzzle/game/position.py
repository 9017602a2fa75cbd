"""A position: the pieces already placed, the placements that still fit, and the choice for a hint.

docs/hints.md states the rules; the page implements them in js/logic/position.js. A position does
not use the solutions, only what a person sees on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering


class Choice(NamedTuple):
    """A cell or a piece to decide.

    `item` is the number of its item. It is None if no cell must be covered and no piece must be
    placed; then any piece may be chosen. `fitting` are the placements that fit, in increasing
    order, and `spare` is the number of these beyond what the item needs."""

    item: int | None
    fitting: tuple[int, ...]
    spare: int


class Position:
    """An immutable state of a puzzle in which some options are placed, including those of the date
    if there is one."""

    def __init__(self, lowered: Lowering, placed: Iterable[int]) -> None:
        self.lowered = lowered
        cover = lowered.cover
        self.placed: Options = tuple(placed)
        self._need = [least for least, _ in cover.bounds]
        self._room = [most for _, most in cover.bounds]
        for option in self.placed:
            for item in cover.options[option]:
                self._need[item] -= 1
                self._room[item] -= 1

    @cached_property
    def solved(self) -> bool:
        """Whether all required pieces are placed and all required cells are covered. For a group
        without a placed option, the uncovered cells must be those of one option of its axis. For
        the groups in `lowered.unlisted`, only the number of uncovered cells is checked."""
        options, at = self.lowered.cover.options, self.lowered.model.board.at
        bare = {item for item, need in enumerate(self._need) if need > 0}
        for item, label_group in self.lowered.unlisted.items():
            opened = bare & {self.lowered.item_of[at[label]] for label in label_group.printed}
            if not self._need[item] <= len(opened) <= self._room[item]:
                return False
            bare -= {item, *opened}
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
        """The options, including labels, that conflict with no placed option."""
        cover, placed = self.lowered.cover, set(self.placed)
        return tuple(
            k
            for k in cover.choosable
            if k not in placed and all(self._room[item] > 0 for item in cover.options[k])
        )

    @cached_property
    def fitting(self) -> Options:
        """The placements that fit, in increasing order. On some boards, a placement that leaves a
        dead region does not fit."""
        pieces = [k for k in self._free if self.lowered.class_of(k) >= 0]
        plane = self.lowered.cover.plane
        # Regions are checked only on a flat board of squares or sticks whose cells must all be
        # covered, and only if each piece is connected along edges.
        if plane is None or not plane.can_test_regions or self.lowered.cover.secondary:
            return tuple(pieces)
        return tuple(k for k in pieces if not self._cuts_off(k))

    def _cuts_off(self, option: int) -> bool:
        """Return whether the option would leave a connected region of empty cells whose size is not
        a sum of sizes of remaining pieces."""
        masks, step = self._masks
        items = self.lowered.cover.options[option]
        empty = self._empty
        for item in items[1:]:
            empty ^= masks[item]
        sums = self._sums(items[0])
        while empty:
            # Flood fill from the lowest empty cell, on all bits at once.
            region, grown = 0, empty & -empty
            while grown != region:
                region = grown
                near = region | region << 1 | region >> 1 | region << step | region >> step
                grown = near & empty
            if not sums >> region.bit_count() & 1:
                return True
            empty ^= region
        return False

    @cached_property
    def _masks(self) -> tuple[dict[int, int], int]:
        """The bit of each cell's item, and the distance between the bits of adjacent lines. One
        unused bit ends each line, so that shifts do not connect the ends of lines."""
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
        """A function that returns the possible sums of sizes of the remaining pieces, as bits,
        after one more piece of the given class is placed; a label counts as a piece of one cell."""

        def sums(placed: int) -> int:
            found = 1
            for piece, sizes in enumerate(self.lowered.cover.sizes):
                copies = self._room[piece] - (piece == placed)
                for _ in range(min(copies, len(self.lowered.cells))):
                    before = found
                    for size in sizes:
                        found |= before << size
            return found

        return cache(sums)

    def choices(self) -> Iterator[Choice]:
        """Yield each cell that must still be covered, in reading order, then each piece that must
        still be placed, with the placements that fit. Cells with a label that may stay uncovered
        are omitted."""
        lowered, options = self.lowered, self.lowered.cover.options
        free = (k for k in self._free if lowered.class_of(k) < 0)
        labels = {item for k in free for item in options[k][1:]}
        cells = [lowered.item_of[cell] for cell in sorted(lowered.cells)]
        wanted = [item for item in cells if item not in labels] + list(range(len(lowered.classes)))
        by_item = self.placements_by_item
        for item in wanted:
            if self._need[item] > 0 and item < len(lowered.cover.primary):
                fitting = tuple(by_item.get(item, ()))
                yield Choice(item, fitting, len(fitting) - self._need[item])

    def choice(self) -> Choice:
        """Return the choice of a hint: the first one with the fewest spare placements."""
        anything = Choice(None, self.fitting, len(self.fitting))
        return min(self.choices(), key=lambda choice: choice.spare, default=anything)

    def item_without_placement(self, option: int) -> int | None:
        """Return an item with too few remaining placements after the option is placed, or None."""
        cover = self.lowered.cover
        after = list(self._need)
        full = set()
        for item in cover.options[option]:
            after[item] -= 1
            if self._room[item] == 1:
                full.add(item)
        remaining = [0] * len(after)
        labels = (k for k in self._free if self.lowered.class_of(k) < 0)
        for k in (*self.fitting, *labels):
            if k != option and full.isdisjoint(cover.options[k]):
                for item in cover.options[k]:
                    remaining[item] += 1
        pairs = enumerate(zip(after, remaining, strict=True))
        return next((item for item, (need, ways) in pairs if need > ways), None)

    @cached_property
    def placements_by_item(self) -> dict[int, list[int]]:
        """The placements that fit for each item; items without any are not included."""
        found: dict[int, list[int]] = {}
        for option in self.fitting:
            for item in self.lowered.cover.options[option]:
                found.setdefault(item, []).append(option)
        return found
