"""The layout of a Cover as bitboards, for the compiled searches over flat boards.

This module builds the tables of _core/ground.pxi and checks all their bounds.

A search accepts a full board as a solution without checking that all pieces are used. That is
correct because the pieces and one cell for each axis together have exactly the area of the board.
If the sides of some pieces differ in size by one cell, a counter limits how many larger sides are
used. The limit is the area of the board, minus one cell for each axis, minus the total area of the
smaller sides. With this limit, too, the board can be full only if all pieces are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from calpuzzle._core import backtrack64, backtrack128
from calpuzzle._core.inputs import Root as Root
from calpuzzle._core.inputs import Tables as Tables
from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.cover import CORNERS, Cover, once_per_cover

MAX_PLACES = 128
MAX_GROUPS = 16
MAX_INSTANCES = 50_000_000
MAX_SUMS = 1 << 18
SLICE = 100_000  # nodes between two checks whether the search must end: some milliseconds


def unsupported_reason(cover: Cover) -> str | None:
    """Return the reason why no bitboard engine supports the Cover, or None."""
    return _unsupported_reason(cover) or None


@once_per_cover
def _unsupported_reason(cover: Cover) -> str:
    """Return the result of `unsupported_reason`, with an empty string instead of None."""
    plane = cover.plane
    if plane is None:
        return "the puzzle is not a flat board, or a group leaves several labels uncovered"
    if any(len(cover.options[k]) != 2 for axis in cover.axes for k in axis):
        return "a group leaves several cells uncovered, or none"
    if cover.secondary:
        return "some cells may stay empty"
    if any(least != most or most == 0 for least, most in cover.bounds[: cover.pieces]):
        return "some pieces may be left out"
    if not cover.instances:
        return "a group of the puzzle has no labels"
    lines, line = plane.frame
    for number, what, most in (
        (lines * line, "the board spans {:,} places", MAX_PLACES),
        (len(cover.axes), "the puzzle has {:,} groups", MAX_GROUPS),
        (cover.instances, "the puzzle has {:,} instances", MAX_INSTANCES),
    ):
        if number > most:
            return f"{what.format(number)}, and the bitboard engines handle {most:,}"
    sizes = sizes_of(cover)
    if not sizes.close:
        return "the sides of a piece differ by more than one cell"
    if _counters(sizes.copies)[2] > 64:
        different = cover.pieces - len(cover.axes)
        numbers = f"the numbers of copies of {different} different pieces need more than 64 bits"
        return f"{numbers}, too many for the bitboard engines"
    return ""


class Sizes(NamedTuple):
    """The sizes of the pieces of a flat Cover.

    - `least`: the size of the smallest side of each piece, 0 if it fits nowhere;
    - `copies`: how often a solution uses each piece and each group; if some pieces have larger
      sides, one more entry is the number of larger sides that it uses;
    - `larger`: the number of larger sides in a solution;
    - `uneven`: the pieces that have larger sides;
    - `up`: the options that show a larger side;
    - `close`: whether the sides of a piece never differ by more than one cell;
    - `possible`: whether each piece fits somewhere and together they can have the area of the
      board; otherwise there is nothing to search.
    """

    least: list[int]
    copies: list[int]
    larger: int
    uneven: frozenset[int]
    up: list[int]
    close: bool
    possible: bool


@once_per_cover
def sizes_of(cover: Cover) -> Sizes:
    """Return the sizes of the pieces of a flat Cover."""
    pieces = cover.pieces - len(cover.axes)
    all_sizes = cover.sizes
    least = [min(sizes, default=0) for sizes in all_sizes[:pieces]]
    covered = sum(size * most for size, (_, most) in zip(least, cover.bounds, strict=False))
    larger = len(cover.primary) - cover.pieces - len(cover.axes) - covered
    uneven = frozenset(piece for piece, sizes in enumerate(all_sizes) if len(sizes) > 1)
    copies = [most for _, most in cover.bounds[: cover.pieces]]
    most = sum(copies[piece] for piece in uneven)
    return Sizes(
        least,
        copies + [max(larger, 0)] * bool(uneven),
        larger,
        uneven,
        [k for k, o in enumerate(cover.options) if o[0] in uneven and len(o) - 1 > least[o[0]]],
        all(max(sizes) <= min(sizes) + 1 for sizes in all_sizes if sizes),
        0 <= larger <= most and all(least),
    )


class BitboardLayout:
    """The tables of a Cover that bitboard engines support, and the initial states of searches."""

    def __init__(self, cover: Cover) -> None:
        why = unsupported_reason(cover)
        if why:
            raise CannotDoError(f"{why}; use the engine dancing")
        assert cover.plane
        self._is_connected = cover.plane.spread > 0
        lines, line = cover.plane.frame
        sizes = sizes_of(cover)
        options, pieces = cover.options, cover.pieces
        groups = len(cover.axes)
        copies = sizes.copies[:pieces]
        places = [0] * pieces + [at * line + place for at, place in cover.plane.places]
        # The bit of each item; pieces and groups have none.
        self._bit = [0] * pieces + [1 << place for place in places[pieces:]]
        self.full = full_word(lines * line)
        self.holes = self.full & ~sum(self._bit)
        self.possible = sizes.possible
        counters, self.used, used_bits = _counters(sizes.copies)
        # The value of `used` when all copies are used.
        self.everything = self.used + sum(
            number * add for (_, add), number in zip(counters, sizes.copies, strict=True)
        )
        steps, larger_step, sums = _sums(sizes, copies)
        not_first, not_last = inner_places(lines, line)
        # For each option: the bits to test in `used`, what to add to `used`, and what to add to the
        # index of the sums. A larger side changes the counter of larger sides too.
        kinds = [(*counter, step) for counter, step in zip(counters, steps, strict=False)]
        rows = [kinds[option[0]] for option in options]
        for k in sizes.up:
            test, add, step = rows[k]
            rows[k] = (test | counters[-1][0], add + counters[-1][1], step + larger_step)
        instance = cover.instance_contribution
        self.tables = Tables(
            places=lines * line,
            line=line,
            length=sum(copies),
            instances=cover.instances,
            reach=max((places[o[-1]] - places[o[1]] for o in options), default=0),
            used_bits=used_bits,
            masks=[self._mask(option) for option in options],
            test=[test for test, _, _ in rows],
            add=[add for _, add, _ in rows],
            step=[step for _, _, step in rows],
            instance=[instance.get(k, 0) for k in range(len(options))],
            buckets=buckets_of([places[o[1]] for o in options], lines * line),
            sums=self.truncated_sums(sums),
            not_first=not_first,
            not_last=not_last,
            corners=cover.plane.spread == CORNERS,
            group_cells=[sum(self._mask(options[k]) for k in axis) for axis in cover.axes],
            group_bits=[test for test, _ in counters[pieces - groups : pieces]],
        )

    def truncated_sums(self, sums: list[int]) -> list[int]:
        """Return bit sets of possible sums of sizes, truncated to the word that holds the board.

        If some options are disconnected, a region may be filled by a part of a piece, so every sum
        is possible.
        """
        return [word & self.full if self._is_connected else self.full for word in sums]

    def _mask(self, option: tuple[int, ...]) -> int:
        bit = self._bit
        return sum([bit[item] for item in option])

    def root(self, placed: Iterable[int] = ()) -> Root | None:
        """Return the state after the options `placed` are placed.

        The result is None if they clash, if a piece fits nowhere, or if the pieces cannot have the
        area of the board.
        """
        if not self.possible:
            return None
        occupied, used, instance, sums = self.holes, self.used, 0, 0
        tables = self.tables
        for option in placed:
            if tables.masks[option] & occupied or tables.test[option] & used:
                return None
            occupied |= tables.masks[option]
            used += tables.add[option]
            instance += tables.instance[option]
            sums += tables.step[option]
        return Root(occupied, used, instance, sums)


layout_of = once_per_cover(BitboardLayout)
"""Return the layout of a Cover; raise CannotDoError if bitboard engines do not support it."""


def search(tables: Tables, rows: int = 0) -> backtrack64.Search:
    """Return a compiled search over the tables, with the narrowest word that holds the frame.

    `rows` is the number of solutions that a slice may store, 0 to count them only. The caller runs
    the search in slices and checks between them whether it must end.
    """
    if tables.places <= 64:
        return backtrack64.Search(tables, rows)
    return backtrack128.Search(tables, rows)


def full_word(places: int) -> int:
    """Return all bits of the narrowest word that holds `places` bits."""
    return (1 << (64 if places <= 64 else 128)) - 1


def inner_places(lines: int, line: int) -> tuple[int, int]:
    """Return the bits of all places but the first of each line, and of all but the last.

    The bits of the word beyond the frame are set in both.
    """
    full = full_word(lines * line)
    first = sum(1 << (k * line) for k in range(lines))
    return full & ~first, full & ~(first << (line - 1))


def buckets_of(lowest: list[int], places: int) -> list[int]:
    """Return the list whose entries k and k + 1 delimit the options with the lowest place k."""
    number = Counter(lowest)
    return list(accumulate((number[place] for place in range(places)), initial=0))


def _counters(copies: Iterable[int]) -> tuple[list[tuple[int, int]], int, int]:
    """Return the (test, add) words of a counter for each number of copies.

    The other results are the initial value of the word `used`, and the number of its bits in use.
    """
    words = []
    used = low = 0
    for number in copies:
        begin, add, test = counter(number, low)
        used |= begin
        words.append((test, add))
        low = test.bit_length()
    return words, used, low


def counter(number: int, low: int) -> tuple[int, int, int]:
    """Return the initial value, the increment and the highest bit of a counter from bit `low` on.

    The initial value is such that exactly `number` increments carry into the highest bit, which is
    therefore set if and only if all copies are used.
    """
    bits = (number - 1).bit_length() if number else 0
    return ((1 << bits) - number) << low, 1 << low, 1 << (low + bits)


def _sums(sizes: Sizes, copies: list[int]) -> tuple[list[int], int, list[int]]:
    """Return the tables of sums of sizes of the remaining pieces.

    A number in mixed radix counts the used pieces of each size. The first result lists what each
    piece and each group adds to this number; the second is what a larger side adds. The third
    lists, for each value of the number, the bit set of the possible sums of sizes of the remaining
    pieces.
    """
    if not sizes.possible:
        return [0] * len(copies), 0, [1]
    number_of: Counter[int] = Counter()
    for size, number in zip(sizes.least, copies, strict=False):
        number_of[size] += number
    place_value: dict[int, int] = {}
    entries = 1
    for size, number in number_of.items():
        place_value[size] = entries
        entries *= number + 1
    none = [0] * (len(copies) - len(sizes.least))
    larger = sizes.larger
    if entries * (larger + 1) > MAX_SUMS:
        # Too many combinations: always allow the sums of all pieces. This prunes less, but is safe.
        word = 1
        for size, number in number_of.items():
            for _ in range(number):
                word |= word << size | (word << (size + 1) if larger else 0)
        return [0] * len(copies), 0, [word]
    # by_larger[k] are the bit sets if up to k of the remaining pieces may show a larger side.
    by_larger: list[list[int]] = []
    for more in range(larger + 1):
        words = [1] * entries
        for index in reversed(range(entries)):
            for size, step in place_value.items():
                if index // step % (number_of[size] + 1) < number_of[size]:
                    # A remaining piece of this size is either in the sum or not.
                    words[index] = words[index + step] | words[index + step] << size
                    if more:
                        words[index] |= by_larger[more - 1][index + step] << (size + 1)
                    break
        by_larger.append(words)
    flat = [word for words in reversed(by_larger) for word in words]
    return [*(place_value[size] for size in sizes.least), *none], entries, flat
