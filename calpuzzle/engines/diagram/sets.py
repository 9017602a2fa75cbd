"""Sets of used pieces as bits, for _core/sets.pxi.

A set of used pieces states how many pieces of each class are used. It is a number in mixed radix:
the low digits select a bit within a word, the high digits select the word. Only the words that are
compatible with the area of a shape are stored, because the area determines, up to a few
possibilities, how many pieces of each size are used. The classes of the most common size are the
low digits, so that an area is compatible with few words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import prod
from operator import or_
from typing import NamedTuple

from calpuzzle._core.inputs import SetTables as SetTables
from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines.layout import layout_of, sizes_of
from calpuzzle.puzzle.cover import Cover

MAX_HIGH = 4096
MAX_WIDTH = 1024


Digits = dict[int, tuple[int, int]]
"""The (stride, maximum) of some digits of a set, by number of the digit. There is one digit for
each class of pieces, and one for the number of larger sides if some pieces have larger sides."""


class _Kind(NamedTuple):
    """A piece that shows a smaller or a larger side: its number of cells, and the low and high
    digits that it increments."""

    size: int
    low: list[tuple[int, int]]
    high: list[tuple[int, int]]


def set_tables(cover: Cover) -> SetTables:
    """Return the tables of a Cover that bitboard engines support.

    Raises TooLargeError if there are too many different pieces.
    """
    known = sizes_of(cover)
    pieces = len(known.least)
    larger = max(known.larger, 0)
    sizes = known.least + [1] * bool(known.uneven)
    copies = known.copies[:pieces] + known.copies[cover.pieces :]
    low, high = _split(sizes, copies)
    total = sum(size * number for size, number in zip(sizes, copies, strict=True))
    if prod(number + 1 for _, number in high.values()) > MAX_HIGH:
        raise _too_many(pieces)
    low_areas = _areas(low, sizes)
    high_areas = _areas(high, sizes)
    possible = set(low_areas)
    stored = [
        [h for h, area in enumerate(high_areas) if target - area in possible]
        for target in range(total + 1)
    ]
    width = max(map(len, stored))
    if width > MAX_WIDTH:
        raise _too_many(pieces)
    # A piece increments its digit; with a larger side up, also the digit of larger sides, which
    # counts as one cell.
    uneven = sorted(known.uneven)
    moves: list[tuple[int, ...]] = [(piece,) for piece in range(pieces)]
    moves += [(piece, pieces) for piece in uneven]
    kinds = [
        _Kind(
            sum(sizes[digit] for digit in moved),
            [low[digit] for digit in moved if digit in low],
            [high[digit] for digit in moved if digit in high],
        )
        for moved in moves
    ]
    kind_of = [option[0] if option[0] < pieces else -1 for option in cover.options]
    for option in known.up:
        kind_of[option] = pieces + uneven.index(kind_of[option])
    runs, run_start = _runs(stored, kinds)
    return SetTables(
        width=width,
        kind=kind_of,
        sizes=[kind.size for kind in kinds],
        shift=[_step(kind.low) for kind in kinds],
        allow=[_allowed(len(low_areas), kind.low) for kind in kinds],
        joint=[bool(kind.low and kind.high) for kind in kinds],
        words=[len(words) for words in stored],
        # The sum of a whole frame of 64 or 128 places does not fit the word, and is never needed.
        sums=layout_of(cover).truncated_sums(
            _remaining_sums(total, known.least, copies[:pieces], larger)
        ),
        runs=runs,
        run_start=run_start,
    )


def _too_many(pieces: int) -> TooLargeError:
    return TooLargeError(
        f"the puzzle has {pieces} different pieces, too many for the engine diagram"
    )


def _split(sizes: list[int], copies: list[int]) -> tuple[Digits, Digits]:
    """Return the low digits, which select a bit within a word, and the high ones."""
    often = Counter(sizes)
    low: Digits = {}
    high: Digits = {}
    bits = words = 1
    for c in sorted(range(len(sizes)), key=lambda c: (-often[sizes[c]], sizes[c], c)):
        if bits * (copies[c] + 1) <= 64:
            low[c] = bits, copies[c]
            bits *= copies[c] + 1
        else:
            high[c] = words, copies[c]
            words *= copies[c] + 1
    return low, high


def _areas(digits: Digits, sizes: list[int]) -> list[int]:
    """Return, for each number in these digits, the total area of the pieces that it counts."""
    areas = [0]
    for c, (_, number) in digits.items():
        areas = [area + k * sizes[c] for k in range(number + 1) for area in areas]
    return areas


def _allowed(bits: int, digits: list[tuple[int, int]]) -> int:
    """Return the bits for which each digit can be incremented; all bits if there are no digits."""
    return sum(1 << bit for bit in range(bits) if _has_room(bit, digits))


def _has_room(number: int, digits: list[tuple[int, int]]) -> bool:
    """Return whether each of the digits of the number can be incremented."""
    return all(number // stride % (most + 1) < most for stride, most in digits)


def _step(digits: list[tuple[int, int]]) -> int:
    return sum(stride for stride, _ in digits)


def _remaining_sums(total: int, sizes: list[int], copies: list[int], larger: int) -> list[int]:
    """Return, for each used area, the possible sums of sizes of remaining pieces, as bit sets.

    Up to `larger` of all pieces have one cell more. A sum s is possible at area a if disjoint sets
    of pieces have the areas a and s. It is not known which pieces are used, so the result is the
    union over all possibilities.
    """
    # ways[k][a] contains each s such that disjoint pieces, at most k of them larger, make a and s.
    ways = [[1] + [0] * total for _ in range(larger + 1)]
    for size, number in zip(sizes, copies, strict=True):
        for _ in range(number):
            for k in reversed(range(larger + 1)):
                found = _with_one_more(ways[k], size)
                if k:
                    found = list(map(or_, found, _with_one_more(ways[k - 1], size + 1)))
                ways[k] = found
    return ways[larger]


def _with_one_more(words: list[int], size: int) -> list[int]:
    """Return the bit sets of sums for each used area after one more piece.

    The piece adds its size to the area, to the sum or to neither.
    """
    return [
        word | word << size | (words[area - size] if area >= size else 0)
        for area, word in enumerate(words)
    ]


def _runs(
    stored: list[list[int]], kinds: list[_Kind]
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return `runs` and `run_start` of SetTables: how placing each kind maps the stored words."""
    slots = [{h: slot for slot, h in enumerate(words)} for words in stored]
    runs: list[tuple[int, int, int]] = []
    start = [0]
    for area, words in enumerate(stored):
        for size, _, moving in kinds:
            target = slots[area + size] if area + size < len(stored) else {}
            step = _step(moving)
            runs += _joined(
                (slot, target[h + step])
                for slot, h in enumerate(words)
                if h + step in target and _has_room(h, moving)
            )
            start.append(len(runs))
    return runs, start


def _joined(moves: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Join moves of consecutive words to consecutive words, as (source, target, length)."""
    runs: list[tuple[int, int, int]] = []
    for slot, there in moves:
        source, to, length = runs[-1] if runs else (-1, -1, 0)
        if slot == source + length and there == to + length:
            runs[-1] = (source, to, length + 1)
        else:
            runs.append((slot, there, 1))
    return runs
