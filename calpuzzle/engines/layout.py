"""A Cover laid out as words of bits, for the compiled searches over flat boards.

Owns the tables of _core/ground.pxi and all checks of their bounds.

A search takes a full board for a solution and never asks whether all pieces lie on it. It may do
so, as the pieces and one cell an axis have the area of the board. Where the sides of a piece differ
in size by one cell, a counter of the larger sides allows as many of them as the board has cells
more than the smaller sides cover, so that again only all pieces together can fill it.
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
SLICE = 100_000  # nodes between two looks at what ends a search: some milliseconds


def refusal(cover: Cover) -> str | None:
    """Return why no bitboard engine can take the Cover, as a sentence, or None."""
    return _refusal(cover) or None


@once_per_cover
def _refusal(cover: Cover) -> str:
    plane = cover.plane
    if any(len(cover.options[k]) != 2 for axis in cover.axes for k in axis):
        return "a group leaves several cells uncovered, or none"
    if plane is None:
        return "the puzzle is no flat board"
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
        return f"the puzzle has {different} different pieces, too many for the bitboard engines"
    return ""


class Sizes(NamedTuple):
    """Of each piece the size of its smaller sides, 0 where it fits nowhere; `copies`, what a search
    counts: how often each piece and each group is used, and last, where pieces have larger sides,
    how many of these; how many larger sides a solution has; the pieces that have larger sides, and
    the options with one of these up; whether all are larger by one cell only; and whether the
    pieces fit somewhere and can have the size of the board: if not, there is nothing to search."""

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
    own = cover.sizes
    least = [min(sizes, default=0) for sizes in own[:pieces]]
    covered = sum(size * most for size, (_, most) in zip(least, cover.bounds, strict=False))
    larger = len(cover.primary) - cover.pieces - len(cover.axes) - covered
    uneven = frozenset(piece for piece, sizes in enumerate(own) if len(sizes) > 1)
    copies = [most for _, most in cover.bounds[: cover.pieces]]
    most = sum(copies[piece] for piece in uneven)
    return Sizes(
        least,
        copies + [max(larger, 0)] * bool(uneven),
        larger,
        uneven,
        [k for k, o in enumerate(cover.options) if o[0] in uneven and len(o) - 1 > least[o[0]]],
        all(max(sizes) <= min(sizes) + 1 for sizes in own if sizes),
        0 <= larger <= most and all(least),
    )


class Layout:
    """The tables of a Cover that `refusal` lets pass, and the states that searches begin in."""

    def __init__(self, cover: Cover) -> None:
        why = refusal(cover)
        if why:
            raise CannotDoError(f"{why}; the engine dancing has no such bounds")
        assert cover.plane
        self._whole = cover.plane.spread > 0
        lines, line = cover.plane.frame
        sizes = sizes_of(cover)
        options, pieces = cover.options, cover.pieces
        groups = len(cover.axes)
        copies = sizes.copies[:pieces]
        places = [0] * pieces + [at * line + place for at, place in cover.plane.places]
        # Of each item its bit; pieces have none.
        self._bit = [0] * pieces + [1 << place for place in places[pieces:]]
        self.full = full_word(lines * line)
        self.holes = self.full & ~sum(self._bit)
        self.possible = sizes.possible
        counters, self.used, used_bits = _counters(sizes.copies)
        # The word `used` of a full board.
        self.everything = self.used + sum(
            number * add for (_, add), number in zip(counters, sizes.copies, strict=True)
        )
        steps, larger_step, sums = _sums(sizes, copies)
        not_first, not_last = inner_places(lines, line)
        # What an option does to the counters: to that of its piece, and to that of larger sides.
        kinds = [(*counter, step) for counter, step in zip(counters, steps, strict=False)]
        rows = [kinds[option[0]] for option in options]
        for k in sizes.up:
            test, add, step = rows[k]
            rows[k] = (test | counters[-1][0], add + counters[-1][1], step + larger_step)
        instance = cover.instance_of
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
            sums=self.all_sums(sums),
            not_first=not_first,
            not_last=not_last,
            corners=cover.plane.spread == CORNERS,
            group_cells=[sum(self._mask(options[k]) for k in axis) for axis in cover.axes],
            group_bits=[test for test, _ in counters[pieces - groups : pieces]],
        )

    def all_sums(self, sums: list[int]) -> list[int]:
        """The sums of sizes, as words of the frame; where options are in several parts, of which a
        region may get one alone, every size."""
        return [word & self.full if self._whole else self.full for word in sums]

    def _mask(self, option: tuple[int, ...]) -> int:
        bit = self._bit
        return sum([bit[item] for item in option])

    def root(self, laid: Iterable[int] = ()) -> Root | None:
        """The state in which the options of `laid` lie; None where they clash, or where the pieces
        have not the size of the board."""
        if not self.possible:
            return None
        occupied, used, instance, sums = self.holes, self.used, 0, 0
        tables = self.tables
        for option in laid:
            if tables.masks[option] & occupied or tables.test[option] & used:
                return None
            occupied |= tables.masks[option]
            used += tables.add[option]
            instance += tables.instance[option]
            sums += tables.step[option]
        return Root(occupied, used, instance, sums)


layout_of = once_per_cover(Layout)
"""The layout of a Cover. Raises CannotDoError for one refused."""


def search(tables: Tables, rows: int = 0) -> backtrack64.Search:
    """A compiled search over the tables, of the narrowest word that holds the frame; `rows` is how
    many solutions a slice may hold, 0 where they are only counted. Whoever runs it does so in
    slices, and looks between them whether it is to end."""
    if tables.places <= 64:
        return backtrack64.Search(tables, rows)
    return backtrack128.Search(tables, rows)


def full_word(places: int) -> int:
    """All bits of the narrowest word that holds so many places."""
    return (1 << (64 if places <= 64 else 128)) - 1


def inner_places(lines: int, line: int) -> tuple[int, int]:
    """The bits that are not the first place of a line, and those that are not the last."""
    full = full_word(lines * line)
    first = sum(1 << (k * line) for k in range(lines))
    return full & ~first, full & ~(first << (line - 1))


def buckets_of(lowest: list[int], places: int) -> list[int]:
    """Return where the options of each lowest place begin, and one more."""
    number = Counter(lowest)
    return list(accumulate((number[place] for place in range(places)), initial=0))


def _counters(copies: Iterable[int]) -> tuple[list[tuple[int, int]], int, int]:
    """Of a counter for each number of copies the word that tests whether all are used, and the
    one that adds a use; the word `used` that a search begins with; and how many bits of it are in
    use."""
    words = []
    used = low = 0
    for number in copies:
        begin, add, test = counter(number, low)
        used |= begin
        words.append((test, add))
        low = test.bit_length()
    return words, used, low


def counter(number: int, low: int) -> tuple[int, int, int]:
    """A counter from the bit `low` on: what it begins with, what adds one, and its highest bit,
    into which the last of so many additions carries."""
    bits = (number - 1).bit_length() if number else 0
    return ((1 << bits) - number) << low, 1 << low, 1 << (low + bits)


def _sums(sizes: Sizes, copies: list[int]) -> tuple[list[int], int, list[int]]:
    """Of each piece and group the step in the mixed radix of used sizes; the step of a larger side;
    and of each number in it the sums of sizes that the pieces left can make, as bits."""
    if not sizes.possible:
        return [0] * len(copies), 0, [1]
    number_of: Counter[int] = Counter()
    for size, number in zip(sizes.least, copies, strict=False):
        number_of[size] += number
    radix: dict[int, int] = {}
    entries = 1
    for size, number in number_of.items():
        radix[size] = entries
        entries *= number + 1
    none = [0] * (len(copies) - len(sizes.least))
    larger = sizes.larger
    if entries * (larger + 1) > MAX_SUMS:
        # Too many combinations to tell apart: allow the sums of all pieces throughout.
        word = 1
        for size, number in number_of.items():
            for _ in range(number):
                word |= word << size | (word << (size + 1) if larger else 0)
        return [0] * len(copies), 0, [word]
    # Words of the same used sizes, by how many larger sides may still lie: none, up to one, ...
    by_larger: list[list[int]] = []
    for left in range(larger + 1):
        words = [1] * entries
        for index in reversed(range(entries)):
            for size, step in radix.items():
                if index // step % (number_of[size] + 1) < number_of[size]:
                    words[index] = words[index + step] | words[index + step] << size
                    if left:
                        words[index] |= by_larger[left - 1][index + step] << (size + 1)
                    break
        by_larger.append(words)
    flat = [word for words in reversed(by_larger) for word in words]
    return [*(radix[size] for size in sizes.least), *none], entries, flat
