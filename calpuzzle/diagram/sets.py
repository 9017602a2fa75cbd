"""Used-piece sets as bits, for _core/sets.pxi.

A used-piece set says how many pieces of each class are used. It is a number in mixed radix: the
first classes make a bit within a word, the others make the number of the word. Of the words only
those are stored that a shape's area allows: the area fixes how many pieces of each size are used,
up to a few ways. Classes of the commonest size come first, for then an area allows few words.
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.cover import Cover
from calpuzzle.errors import TooLargeError

MAX_HIGH = 4096
MAX_WIDTH = 1024


class SetTables(NamedTuple):
    """The tables. `width` is the most words that any area stores; `piece` the class of each
    option or -1; `sizes`, `shift` and `allow` run over the classes: cells of a piece, how far
    one piece moves a bit within the word (0 where it moves the word), and the bits that may move.
    `words` and `sums` run over the areas: stored words, and the sums of sizes of pieces left, as
    bits. When a piece of class c is laid at area a, the stored words go where the runs from
    run_start[a * classes + c] on say: (first word, where it goes, how many follow).
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


def set_tables(cover: Cover) -> SetTables:
    """The tables of a Cover. Raises TooLargeError where it has too many different pieces."""
    sizes = [piece.size for piece in cover.classes]
    copies = [piece.copies for piece in cover.classes]
    low, high = _split(sizes, copies)
    total = sum(size * number for size, number in zip(sizes, copies, strict=True))
    strides: dict[int, int] = {}
    bits = _strides(low, copies, strides)
    number = _strides(high, copies, strides)
    if number > MAX_HIGH:
        raise _too_many(cover)
    low_areas = _areas(bits, low, sizes, copies, strides)
    high_areas = _areas(number, high, sizes, copies, strides)
    possible = set(low_areas)
    stored = [
        [h for h, area in enumerate(high_areas) if target - area in possible]
        for target in range(total + 1)
    ]
    width = max(map(len, stored))
    if width > MAX_WIDTH:
        raise _too_many(cover)
    runs, run_start = _runs(stored, low, sizes, copies, strides)
    return SetTables(
        width=width,
        piece=[option.piece for option in cover.options],
        sizes=sizes,
        shift=[strides[c] if c in low else 0 for c in range(len(sizes))],
        allow=[
            _allowed(bits, strides[c], copies[c]) if c in low else (1 << 64) - 1
            for c in range(len(sizes))
        ],
        words=[len(words) for words in stored],
        sums=_sums_left(total, sizes, copies),
        runs=runs,
        run_start=run_start,
    )


def _too_many(cover: Cover) -> TooLargeError:
    return TooLargeError(
        f"the puzzle has {len(cover.classes)} different pieces, too many for the engine diagram"
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


def _strides(classes: list[int], copies: list[int], strides: dict[int, int]) -> int:
    """Set the stride of each class in a mixed radix; how many numbers it has."""
    product = 1
    for c in classes:
        strides[c] = product
        product *= copies[c] + 1
    return product


def _areas(
    numbers: int, classes: list[int], sizes: list[int], copies: list[int], strides: dict[int, int]
) -> list[int]:
    """How many cells the pieces of each number cover."""
    areas = [0]
    for c in classes:
        areas = [area + k * sizes[c] for k in range(copies[c] + 1) for area in areas]
    assert len(areas) == numbers
    return areas


def _allowed(bits: int, stride: int, copies: int) -> int:
    """The bits whose number has room for one more piece of the class."""
    return sum(1 << b for b in range(bits) if b // stride % (copies + 1) < copies)


def _sums_left(total: int, sizes: list[int], copies: list[int]) -> list[int]:
    """Of each area, the sums that the sizes of the pieces left can have, as bits.

    A sum s is possible at area a when a, s and the rest can be made of the pieces together; which
    ones are used is not known, so this is the union over all ways.
    """
    # ways[a] holds the s such that disjoint pieces make a and s.
    ways = [1] + [0] * total
    for size, number in zip(sizes, copies, strict=True):
        for _ in range(number):
            ways = [
                word | word << size | (ways[area - size] if area >= size else 0)
                for area, word in enumerate(ways)
            ]
    return ways


def _runs(
    stored: list[list[int]],
    low: list[int],
    sizes: list[int],
    copies: list[int],
    strides: dict[int, int],
) -> tuple[list[tuple[int, int, int]], list[int]]:
    slots = [{h: slot for slot, h in enumerate(words)} for words in stored]
    runs: list[tuple[int, int, int]] = []
    start = [0]
    for area, words in enumerate(stored):
        for c, size in enumerate(sizes):
            target = slots[area + size] if area + size < len(stored) else {}
            if target:
                step = 0 if c in low else strides[c]
                radix = 0 if c in low else copies[c] + 1
                _add_runs(runs, start[-1], words, target, step, radix)
            start.append(len(runs))
    return runs, start


def _add_runs(
    runs: list[tuple[int, int, int]],
    first: int,
    words: list[int],
    target: dict[int, int],
    step: int,
    radix: int,
) -> None:
    """Add the runs of one area and class; `radix` is 0 where the piece stays within the word."""
    for slot, h in enumerate(words):
        if radix and h // step % radix == radix - 1:
            continue
        there = target.get(h + step)
        if there is None:
            continue
        if len(runs) > first:
            source, to, length = runs[-1]
            if source + length == slot and to + length == there:
                runs[-1] = (source, to, length + 1)
                continue
        runs.append((slot, there, 1))
