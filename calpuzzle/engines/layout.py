"""A Cover laid out as words of bits, for the compiled searches.

Owns the tables of _core/ground.pxi and all checks of their bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from calpuzzle.cover import Cover
from calpuzzle.errors import CannotDoError

MAX_PLACES = 128
MAX_GROUPS = 16
MAX_INSTANCES = 50_000_000
MAX_SUMS = 1 << 18


def refusal(cover: Cover) -> str | None:
    """Why no bitboard engine can take the Cover, as a sentence, or None."""
    lines, line = cover.frame
    for number, what, most in (
        (lines * line, "the board spans {:,} places", MAX_PLACES),
        (len(cover.groups), "the puzzle has {:,} groups", MAX_GROUPS),
        (cover.instances, "the puzzle has {:,} instances", MAX_INSTANCES),
    ):
        if number > most:
            return f"{what.format(number)}, and the bitboard engines handle {most:,}"
    if counters(_copies(cover).values())[2] > 64:
        different = len(cover.classes)
        return f"the puzzle has {different} different pieces, too many for the bitboard engines"
    return None


class Tables(NamedTuple):
    """The Cover as the compiled search wants it; words are Python integers of up to 128 bits.

    Place p is line p // line, place p % line of the frame. Lists run over the options (masks,
    test, add, step, instance), the places and one more (buckets), the mixed-radix numbers of
    used sizes (sums) or the groups (group_cells, group_bits).
    """

    places: int
    line: int
    length: int
    instances: int
    reach: int
    used_bits: int
    masks: list[int]
    test: list[int]
    add: list[int]
    step: list[int]
    instance: list[int]
    buckets: list[int]
    sums: list[int]
    not_first: int
    not_last: int
    group_cells: list[int]
    group_bits: list[int]


class Root(NamedTuple):
    """The state that a search begins in; `sums` is its number in the mixed radix of used sizes."""

    occupied: int
    used: int
    instance: int
    sums: int = 0


class Layout:
    """A Cover, its tables, and the roots of its instances."""

    def __init__(self, cover: Cover) -> None:
        why = refusal(cover)
        if why:
            raise CannotDoError(f"{why}; --engine links has no such bounds")
        lines, line = cover.frame
        self.cover = cover
        self.places = [at * line + place for at, place in cover.places]
        self.full = full_word(lines * line)
        self.holes = self.full & ~sum(1 << place for place in self.places)
        # A search begins with the holes occupied, and the counters at their starts.
        counters, self.used, used_bits = _counters(cover)
        steps, sums = _sums(cover)
        options = cover.options
        not_first, not_last = inner_places(lines, line)
        self.tables = Tables(
            places=lines * line,
            line=line,
            length=cover.length,
            instances=cover.instances,
            reach=max(self.places[o.cells[-1]] - self.places[o.cells[0]] for o in options),
            used_bits=used_bits,
            masks=[sum(1 << self.places[cell] for cell in option.cells) for option in options],
            test=[counters[option.piece, option.group][0] for option in options],
            add=[counters[option.piece, option.group][1] for option in options],
            step=[steps[option.piece] if option.piece >= 0 else 0 for option in options],
            instance=[option.instance for option in options],
            buckets=self._buckets(lines * line),
            sums=[word & self.full for word in sums],
            not_first=not_first,
            not_last=not_last,
            group_cells=[
                sum(1 << self.places[cell] for cell in cells) for cells in cover.label_cells
            ],
            group_bits=[counters[-1, group][0] for group in range(len(cover.groups))],
        )

    def _buckets(self, places: int) -> list[int]:
        starts = dict(zip(self.places, self.cover.buckets, strict=False))
        buckets = [len(self.cover.options)]
        for place in reversed(range(places)):
            buckets.append(starts.get(place, buckets[-1]))
        return buckets[::-1]

    def root(self, instance: int | None = None, laid: Iterable[int] = ()) -> Root | None:
        """The state in which the labels of an instance are laid (none, and every label may be,
        where it is None) and the options of `laid`; None where they clash."""
        occupied, used, sums = self.holes, self.used, 0
        if instance is not None:
            for cell in self.cover.uncovered(instance):
                occupied |= 1 << self.places[cell]
            for bit in self.tables.group_bits:
                used |= bit
        for option in laid:
            if self.tables.masks[option] & occupied or self.tables.test[option] & used:
                return None
            occupied |= self.tables.masks[option]
            used += self.tables.add[option]
            sums += self.tables.step[option]
        return Root(occupied, used, instance or 0, sums)


def layout_of(cover: Cover) -> Layout:
    """The layout of the Cover, made at the first call."""
    found = cover.kept.get("layout")
    if not isinstance(found, Layout):
        found = cover.kept["layout"] = Layout(cover)
    return found


def full_word(places: int) -> int:
    """All bits of the narrowest word that holds so many places."""
    return (1 << (64 if places <= 64 else 128)) - 1


def inner_places(lines: int, line: int) -> tuple[int, int]:
    """The bits that are not the first place of a line, and those that are not the last."""
    full = full_word(lines * line)
    first = sum(1 << (k * line) for k in range(lines))
    return full & ~first, full & ~(first << (line - 1))


def counters(copies: Iterable[int]) -> tuple[list[tuple[int, int]], int, int]:
    """Of a counter for each number of copies the word that tests whether all are used, and the
    one that adds a use; the word `used` that a search begins with; and how many bits of it are in
    use."""
    words = []
    used = low = 0
    for number in copies:
        # A counter begins so that its last addition carries into the bit above it.
        bits = (number - 1).bit_length() if number else 0
        used |= ((1 << bits) - number) << low
        words.append((1 << (low + bits), 1 << low))
        low += bits + 1
    return words, used, low


def used_sizes(pieces: Iterable[tuple[int, int]]) -> tuple[dict[int, int], dict[int, int], int]:
    """Of pieces as (size, copies): how many there are of each size; the step of each size in the
    mixed radix that counts the used ones; and how many numbers that has."""
    number_of: dict[int, int] = {}
    for size, copies in pieces:
        number_of[size] = number_of.get(size, 0) + copies
    steps: dict[int, int] = {}
    entries = 1
    for size, number in number_of.items():
        steps[size] = entries
        entries *= number + 1
    return number_of, steps, entries


def _copies(cover: Cover) -> dict[tuple[int, int], int]:
    """Of each (class, -1) and (-1, group) how often a solution has it."""
    pieces = {(index, -1): piece.copies for index, piece in enumerate(cover.classes)}
    return pieces | {(-1, group): 1 for group in range(len(cover.groups))}


def _counters(cover: Cover) -> tuple[dict[tuple[int, int], tuple[int, int]], int, int]:
    """Of each (class, -1) and (-1, group) the word that tests and the one that adds; the word
    `used` that a search begins with; and how many bits of it are in use."""
    copies = _copies(cover)
    words, used, bits = counters(copies.values())
    return dict(zip(copies, words, strict=True)), used, bits


def _sums(cover: Cover) -> tuple[list[int], list[int]]:
    """Of each class the step in the mixed radix of used sizes, and of each number in it the sums
    of sizes of the pieces left, as bits."""
    number_of, radix, entries = used_sizes((piece.size, piece.copies) for piece in cover.classes)
    if entries > MAX_SUMS:
        # Too many combinations to tell apart: allow the sums of all pieces throughout.
        word = 1
        for size, number in number_of.items():
            for _ in range(number):
                word |= word << size
        return [0] * len(cover.classes), [word]
    sums = [1] * entries
    for index in reversed(range(entries)):
        for size, step in radix.items():
            if index // step % (number_of[size] + 1) < number_of[size]:
                sums[index] = sums[index + step] | sums[index + step] << size
                break
    return [radix[piece.size] for piece in cover.classes], sums
