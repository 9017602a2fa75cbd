"""A flat fitting puzzle for the compiled backtracker of the calendars: its tables, and its bounds.

The backtracker takes a full board for a solution and never asks whether all pieces lie on it. It
may do so for pieces of one size; where the sides of a piece differ in size by one cell, a counter
of the larger sides allows as many of them as the frame has cells more than the smaller sides
cover, so that again only all pieces together can fill it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from calpuzzle._core import backtrack64
from calpuzzle.puzzle.cover import scan
from calpuzzle.engines.layout import (
    MAX_PLACES,
    MAX_SUMS,
    Root,
    Tables,
    counters,
    full_word,
    inner_places,
    used_sizes,
)
from calpuzzle.engines.searching import SLICE, search
from calpuzzle.exact.cover import Progress
from calpuzzle.fit.lower import Lowered
from calpuzzle.fit.model import Fitting, Way
from calpuzzle.puzzle.shapes import Cell, parts

ROWS = 1024


class Sizes(NamedTuple):
    """Of each piece its smaller size; how many larger sides a solution has."""

    least: list[int]
    larger: int


def refusal(puzzle: Fitting) -> str | None:
    """Why the backtracker cannot take the puzzle, as a sentence, or None."""
    cells = _cells(puzzle)
    if cells is None:
        return "the frame is not flat"
    if any(location.optional for location in puzzle.locations):
        return "some locations may stay empty"
    if any(piece.least != piece.most or piece.most == 0 for piece in puzzle.pieces):
        return "some pieces may be left out"
    if not all(piece.ways for piece in puzzle.pieces):
        return "some piece fits nowhere"
    if any(parts([cells[k] for k in way]) > 1 for piece in puzzle.pieces for way in piece.ways):
        return "some pieces are in several parts"
    if any(
        len({len(way) for way in piece.ways} - {_least(piece.ways)}) > 1
        or max(map(len, piece.ways)) > _least(piece.ways) + 1
        for piece in puzzle.pieces
    ):
        return "the sides of a piece differ by more than one cell"
    sizes = _sizes(puzzle)
    larger = sum(p.most for p in puzzle.pieces if max(map(len, p.ways)) > _least(p.ways))
    if not 0 <= sizes.larger <= larger:
        return "the pieces do not have the size of the frame"
    lines, line = scan(cells).frame
    if lines * line > MAX_PLACES:
        return f"the frame spans {lines * line} places, and {MAX_PLACES} are handled"
    if counters(_copies(puzzle, sizes))[2] > 64:
        return "there are too many pieces"
    return None


class Layout:
    """The tables of a puzzle that `refusal` lets pass, and how to read back what is found."""

    def __init__(self, puzzle: Fitting, lowered: Lowered) -> None:
        cells = _cells(puzzle) or []
        order, places, (lines, line) = scan(cells)
        at = {cell: a * line + b for cell, (a, b) in zip(order, places, strict=True)}
        place = [at[cell] for cell in cells]
        laid = [tuple(sorted(place[k] for k in way)) for _, way in lowered.options]
        self.numbers = sorted(
            range(len(laid)), key=lambda k: (laid[k][0], lowered.options[k][0], laid[k])
        )
        self.full = full_word(lines * line)
        holes = self.full & ~sum(1 << p for p in place)
        sizes = _sizes(puzzle)
        (*pieces, larger), used, bits = counters(_copies(puzzle, sizes))
        steps, larger_step, sums = _sums(puzzle, sizes)
        test, add, step = [], [], []
        for k in self.numbers:
            piece, way = lowered.options[k]
            grown = len(way) > sizes.least[piece]
            test.append(pieces[piece][0] | (larger[0] if grown else 0))
            add.append(pieces[piece][1] + (larger[1] if grown else 0))
            step.append(steps[piece] + (larger_step if grown else 0))
        not_first, not_last = inner_places(lines, line)
        self.tables = Tables(
            places=lines * line,
            line=line,
            length=sum(piece.most for piece in puzzle.pieces),
            instances=1,
            reach=max(laid[k][-1] - laid[k][0] for k in self.numbers),
            used_bits=bits,
            masks=[sum(1 << p for p in laid[k]) for k in self.numbers],
            test=test,
            add=add,
            step=step,
            instance=[0] * len(laid),
            buckets=_buckets([laid[k][0] for k in self.numbers], lines * line),
            sums=[word & self.full for word in sums],
            not_first=not_first,
            not_last=not_last,
            group_cells=[],
            group_bits=[],
        )
        self.root = Root(holes, used, 0)

    def begun(self, rows: int = 0) -> backtrack64.Search:
        """A compiled search, begun; `rows` as in calpuzzle.engines.searching."""
        work = search(self.tables, rows)
        work.start(self.root)
        return work


def count(puzzle: Fitting, lowered: Lowered, progress: Progress | None = None) -> int:
    """How many solutions the puzzle has."""
    work = Layout(puzzle, lowered).begun()
    while not work.run(SLICE):
        if progress:
            progress(work.nodes, work.counts[0])
    return work.counts[0]


def solve(
    puzzle: Fitting, lowered: Lowered, progress: Progress | None = None
) -> Iterator[tuple[int, ...]]:
    """The solutions as rising option numbers of the lowering, lazily, in scan order."""
    layout = Layout(puzzle, lowered)
    work = layout.begun(ROWS)
    numbers = layout.numbers
    over = False
    while not over:
        over = work.run(SLICE)
        if progress:
            progress(work.nodes, work.counts[0])
        for row in work.take():
            yield tuple(sorted([numbers[k] for k in row]))


def _cells(puzzle: Fitting) -> list[Cell] | None:
    cells = []
    for location in puzzle.locations:
        point = location.point
        if point is None or any(point[2:]):
            return None
        cells.append(((*point, 0)[1], point[0]))
    low = (min(r for r, _ in cells), min(c for _, c in cells)) if cells else (0, 0)
    return [(r - low[0], c - low[1]) for r, c in cells] or None


def _buckets(lowest: list[int], places: int) -> list[int]:
    """Where the options of each lowest place begin, and one more."""
    buckets = [0] * (places + 1)
    for place in lowest:
        buckets[place + 1] += 1
    return list(accumulate(buckets))


def _least(ways: tuple[Way, ...]) -> int:
    return min(map(len, ways))


def _sizes(puzzle: Fitting) -> Sizes:
    least = [_least(piece.ways) for piece in puzzle.pieces]
    covered = sum(size * piece.most for size, piece in zip(least, puzzle.pieces, strict=True))
    return Sizes(least, len(puzzle.locations) - covered)


def _copies(puzzle: Fitting, sizes: Sizes) -> list[int]:
    """How often each piece is used, and last how many larger sides are."""
    return [*(piece.most for piece in puzzle.pieces), sizes.larger]


def _sums(puzzle: Fitting, sizes: Sizes) -> tuple[list[int], int, list[int]]:
    """Of each piece the step in the mixed radix of used sizes; the step of a larger side; and of
    each number in it the sums that pieces left can make, as bits."""
    copies = (piece.most for piece in puzzle.pieces)
    number_of, radix, entries = used_sizes(zip(sizes.least, copies, strict=True))
    if entries * (sizes.larger + 1) > MAX_SUMS:
        return [0] * len(sizes.least), 0, [_reached(number_of, sizes.larger)]
    words = []
    for used in range(sizes.larger + 1):
        for index in range(entries):
            left = {
                size: number - index // radix[size] % (number + 1)
                for size, number in number_of.items()
            }
            words.append(_reached(left, sizes.larger - used))
    return [radix[size] for size in sizes.least], entries, words


def _reached(left: dict[int, int], larger: int) -> int:
    """The sums of sizes, as bits, where up to `larger` of the pieces have one cell more."""
    by_number = {0: 1}
    for size, number in left.items():
        for _ in range(number):
            for pieces, word in sorted(by_number.items(), reverse=True):
                by_number[pieces + 1] = by_number.get(pieces + 1, 0) | word << size
    reached = 0
    for pieces, word in by_number.items():
        for more in range(min(pieces, larger) + 1):
            reached |= word << more
    return reached
