"""Used-piece sets as bits, for _core/sets.pxi.

A used-piece set says how many pieces of each class are used. It is a number in mixed radix: the
first classes make a bit within a word, the others make the number of the word. Of the words only
those are stored that a shape's area allows: the area fixes how many pieces of each size are used,
up to a few ways. Classes of the commonest size come first, for then an area allows few words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import NamedTuple

from calpuzzle.base.errors import TooLargeError
from calpuzzle.engines.layout import layout_of, sizes_of
from calpuzzle.puzzle.cover import Cover

MAX_HIGH = 4096
MAX_WIDTH = 1024


class SetTables(NamedTuple):
    """The tables. `width` is the most words that any area stores; `piece` the kind of each option,
    or -1 for a label: a piece with a smaller or with a larger side up. `sizes`, `shift` and `allow`
    run over the kinds: cells, how far one piece moves a bit within the word (0 where it moves only
    the word), and the bits that may move. `words` and `sums` run over the areas: stored words, and
    the sums of sizes of pieces left, as bits. When a piece of kind c is laid at area a, the stored
    words go where the runs from run_start[a * kinds + c] on say: (first word, where it goes, how
    many follow).
    """

    width: int
    piece: list[int]
    sizes: list[int]
    shift: list[int]
    allow: list[int]
    words: list[int]
    sums: list[int]
    runs: list[tuple[int, int, int]]
    run_start: list[int]


class _Digits(NamedTuple):
    """The digits of a used-piece set: one a piece, and one for the larger sides that lie, where
    pieces have some. Of each the cells that one more of it covers, how often it may be counted, and
    its stride; those in `low` make a bit within a word, the others the number of the word."""

    sizes: list[int]
    copies: list[int]
    low: list[int]
    high: list[int]
    strides: dict[int, int]


def set_tables(cover: Cover) -> SetTables:
    """The tables of a Cover that calpuzzle.engines.layout lets pass. Raises TooLargeError where it
    has too many different pieces."""
    own = sizes_of(cover)
    pieces = len(own.least)
    larger = max(own.larger, 0)
    sizes = own.least + [1] * bool(own.uneven)
    copies = [most for _, most in cover.bounds[:pieces]] + [larger] * bool(own.uneven)
    low, high = _split(sizes, copies)
    total = sum(size * number for size, number in zip(sizes, copies, strict=True))
    if prod(copies[c] + 1 for c in high) > MAX_HIGH:
        raise _too_many(pieces)
    low_areas = _areas(low, sizes, copies)
    high_areas = _areas(high, sizes, copies)
    possible = set(low_areas)
    stored = [
        [h for h, area in enumerate(high_areas) if target - area in possible]
        for target in range(total + 1)
    ]
    width = max(map(len, stored))
    if width > MAX_WIDTH:
        raise _too_many(pieces)
    strides = _strides(low, copies) | _strides(high, copies)
    digits = _Digits(sizes, copies, low, high, strides)
    # A piece moves its own digit; with a larger side up, that of the larger sides too.
    kinds: list[tuple[int, ...]] = [(piece,) for piece in range(pieces)]
    kinds += [(piece, pieces) for piece in sorted(own.uneven)]
    of_larger = {piece: pieces + k for k, piece in enumerate(sorted(own.uneven))}
    kind_of = [option[0] if option[0] < pieces else -1 for option in cover.options]
    for option in own.up:
        kind_of[option] = of_larger[kind_of[option]]
    runs, run_start = _runs(stored, kinds, digits)
    full = layout_of(cover).full
    return SetTables(
        width=width,
        piece=kind_of,
        sizes=[sum(sizes[digit] for digit in kind) for kind in kinds],
        shift=[sum(strides[digit] for digit in kind if digit in low) for kind in kinds],
        allow=[_allowed(len(low_areas), kind, digits) for kind in kinds],
        words=[len(words) for words in stored],
        # The sum of a whole frame of 64 or 128 places is past the word, and never asked for.
        sums=[word & full for word in _sums_left(total, own.least, copies[:pieces], larger)],
        runs=runs,
        run_start=run_start,
    )


def _too_many(pieces: int) -> TooLargeError:
    return TooLargeError(
        f"the puzzle has {pieces} different pieces, too many for the engine diagram"
    )


def _split(sizes: list[int], copies: list[int]) -> tuple[list[int], list[int]]:
    """The classes whose digits make a bit within a word, and the others."""
    often = {size: sizes.count(size) for size in sizes}
    order = sorted(range(len(sizes)), key=lambda c: (-often[sizes[c]], sizes[c], c))
    low, product = [], 1
    for c in order:
        if product * (copies[c] + 1) <= 64:
            low.append(c)
            product *= copies[c] + 1
    return low, [c for c in order if c not in low]


def _strides(classes: list[int], copies: list[int]) -> dict[int, int]:
    """The stride of each class in a mixed radix."""
    strides, product = {}, 1
    for c in classes:
        strides[c] = product
        product *= copies[c] + 1
    return strides


def _areas(classes: list[int], sizes: list[int], copies: list[int]) -> list[int]:
    """How many cells the pieces of each number cover."""
    areas = [0]
    for c in classes:
        areas = [area + k * sizes[c] for k in range(copies[c] + 1) for area in areas]
    return areas


def _allowed(bits: int, kind: tuple[int, ...], digits: _Digits) -> int:
    """The bits whose number has room for one more of each digit of the kind."""
    low = [digit for digit in kind if digit in digits.low]
    if not low:
        return (1 << 64) - 1
    return sum(1 << b for b in range(bits) if all(_has_room(b, digit, digits) for digit in low))


def _has_room(number: int, digit: int, digits: _Digits) -> bool:
    """Whether the digit of the number, a bit or a word, can be one more."""
    copies = digits.copies[digit]
    return number // digits.strides[digit] % (copies + 1) < copies


def _sums_left(total: int, sizes: list[int], copies: list[int], larger: int) -> list[int]:
    """Of each area, the sums that the sizes of the pieces left can have, as bits, when up to
    `larger` of all pieces have one cell more.

    A sum s is possible at area a when a, s and the rest can be made of the pieces together; which
    ones are used is not known, so this is the union over all ways.
    """
    # ways[k][a] holds the s such that disjoint pieces, k of them larger, make a and s.
    ways = [[1] + [0] * total] + [[0] * (total + 1) for _ in range(larger)]
    for size, number in zip(sizes, copies, strict=True):
        for _ in range(number):
            ways = [_with_one_more(ways, k, size) for k in range(larger + 1)]
    found = [0] * (total + 1)
    for words in ways:
        found = [one | other for one, other in zip(found, words, strict=True)]
    return found


def _with_one_more(ways: list[list[int]], k: int, size: int) -> list[int]:
    """The ways with k larger pieces, when one of this size joins the a, the s or the rest."""
    found = [
        word | word << size | (ways[k][area - size] if area >= size else 0)
        for area, word in enumerate(ways[k])
    ]
    if k:
        grown = size + 1
        found = [
            word | ways[k - 1][area] << grown | (ways[k - 1][area - grown] if area >= grown else 0)
            for area, word in enumerate(found)
        ]
    return found


def _runs(
    stored: list[list[int]], kinds: list[tuple[int, ...]], digits: _Digits
) -> tuple[list[tuple[int, int, int]], list[int]]:
    slots = [{h: slot for slot, h in enumerate(words)} for words in stored]
    runs: list[tuple[int, int, int]] = []
    start = [0]
    for area, words in enumerate(stored):
        for kind in kinds:
            after = area + sum(digits.sizes[digit] for digit in kind)
            target = slots[after] if after < len(stored) else {}
            runs += _joined(_moves(words, target, kind, digits))
            start.append(len(runs))
    return runs, start


def _moves(
    words: list[int], target: dict[int, int], kind: tuple[int, ...], digits: _Digits
) -> Iterator[tuple[int, int]]:
    """Of each stored word, by its slot, the slot where a piece of the kind moves it."""
    moving = [digit for digit in kind if digit in digits.high]
    step = sum(digits.strides[digit] for digit in moving)
    for slot, h in enumerate(words):
        if h + step in target and all(_has_room(h, digit, digits) for digit in moving):
            yield slot, target[h + step]


def _joined(moves: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The moves of words side by side that stay so, as one: both first slots, and how many."""
    runs: list[tuple[int, int, int]] = []
    for slot, there in moves:
        source, to, length = runs[-1] if runs else (0, 0, 0)
        if length and (slot, there) == (source + length, to + length):
            runs[-1] = (source, to, length + 1)
        else:
            runs.append((slot, there, 1))
    return runs
