"""Used-piece sets as bits, for _core/sets.pxi.

A used-piece set says how many pieces of each class are used. It is a number in mixed radix: the
first classes make a bit within a word, the others make the number of the word. Of the words only
those are stored that a shape's area allows: the area fixes how many pieces of each size are used,
up to a few ways. Classes of the commonest size come first, for then an area allows few words.
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
"""Of some digits of a used-piece set the stride of each, and how often it may be counted. There is
one a piece, and one for the larger sides that lie, where pieces have some."""


class _Kind(NamedTuple):
    """A piece with a smaller or with a larger side up: its cells, and the digits that it moves
    within the word and in the number of the word."""

    size: int
    low: list[tuple[int, int]]
    high: list[tuple[int, int]]


def set_tables(cover: Cover) -> SetTables:
    """The tables of a Cover that calpuzzle.engines.layout lets pass. Raises TooLargeError where it
    has too many different pieces."""
    own = sizes_of(cover)
    pieces = len(own.least)
    larger = max(own.larger, 0)
    sizes = own.least + [1] * bool(own.uneven)
    copies = own.copies[:pieces] + own.copies[cover.pieces :]
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
    # A piece moves its own digit; with a larger side up, that of the larger sides too.
    uneven = sorted(own.uneven)
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
    for option in own.up:
        kind_of[option] = pieces + uneven.index(kind_of[option])
    runs, run_start = _runs(stored, kinds)
    return SetTables(
        width=width,
        piece=kind_of,
        sizes=[kind.size for kind in kinds],
        shift=[_step(kind.low) for kind in kinds],
        allow=[_allowed(len(low_areas), kind.low) for kind in kinds],
        joint=[bool(kind.low and kind.high) for kind in kinds],
        words=[len(words) for words in stored],
        # The sum of a whole frame of 64 or 128 places is past the word, and never asked for.
        sums=layout_of(cover).all_sums(_sums_left(total, own.least, copies[:pieces], larger)),
        runs=runs,
        run_start=run_start,
    )


def _too_many(pieces: int) -> TooLargeError:
    return TooLargeError(
        f"the puzzle has {pieces} different pieces, too many for the engine diagram"
    )


def _split(sizes: list[int], copies: list[int]) -> tuple[Digits, Digits]:
    """The classes whose digits make a bit within a word, and the others."""
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
    """Return how many cells the pieces of each number cover."""
    areas = [0]
    for c, (_, number) in digits.items():
        areas = [area + k * sizes[c] for k in range(number + 1) for area in areas]
    return areas


def _allowed(bits: int, digits: list[tuple[int, int]]) -> int:
    """The bits whose number has room for one more of each digit; all where there is none."""
    if not digits:
        return (1 << 64) - 1
    return sum(1 << bit for bit in range(bits) if _has_room(bit, digits))


def _has_room(number: int, digits: list[tuple[int, int]]) -> bool:
    """Return whether each of the digits of the number, a bit or a word, can be one more."""
    return all(number // stride % (most + 1) < most for stride, most in digits)


def _step(digits: list[tuple[int, int]]) -> int:
    return sum(stride for stride, _ in digits)


def _sums_left(total: int, sizes: list[int], copies: list[int], larger: int) -> list[int]:
    """Of each area, the sums that the sizes of the pieces left can have, as bits, when up to
    `larger` of all pieces have one cell more.

    A sum s is possible at area a when a, s and the rest can be made of the pieces together; which
    ones are used is not known, so this is the union over all ways.
    """
    # ways[k][a] holds the s such that disjoint pieces, at most k of them larger, make a and s.
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
    """The s of each a, when a piece of this size joins the a, the s or the rest."""
    return [
        word | word << size | (words[area - size] if area >= size else 0)
        for area, word in enumerate(words)
    ]


def _runs(
    stored: list[list[int]], kinds: list[_Kind]
) -> tuple[list[tuple[int, int, int]], list[int]]:
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
                if h + step in target and (not moving or _has_room(h, moving))
            )
            start.append(len(runs))
    return runs, start


def _joined(moves: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The moves of words side by side that stay so, as one: both first slots, and how many."""
    runs: list[tuple[int, int, int]] = []
    for slot, there in moves:
        source, to, length = runs[-1] if runs else (-1, -1, 0)
        if slot == source + length and there == to + length:
            runs[-1] = (source, to, length + 1)
        else:
            runs.append((slot, there, 1))
    return runs
