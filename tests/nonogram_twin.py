"""Plain implementations against which the compiled line solver, the search and the stepper of
nonograms are tested.

`candidates` yields the fillings of a line, `settle` returns the colours that they leave possible,
and `solutions` combines the fillings of rows, as long as every column can still match its clue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calpuzzle.nonogram.clues import Clue, Clues, Grid, Masks, clue_of
from calpuzzle.nonogram.lines import PatternCounts


def candidates(clue: Clue, masks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every filling of a line that has this clue and colours that the masks allow."""
    if not clue:
        if all(mask & 1 for mask in masks):
            yield (0,) * len(masks)
        return
    (length, colour), rest = clue[0], clue[1:]
    gap = (0,) if rest and rest[0][1] == colour else ()
    for start in range(len(masks) - length + 1):
        head = (0,) * start + (colour,) * length + gap
        if len(head) > len(masks):
            return
        if all(mask >> cell & 1 for mask, cell in zip(masks, head, strict=False)):
            for tail in candidates(rest, masks[len(head) :]):
                yield head + tail


def ways(clue: Clue, masks: Sequence[int]) -> list[list[int]]:
    """Return ways[j][p]: the number of fillings of the first p cells by the first j blocks."""
    found = [[int(all(mask & 1 for mask in masks[:p])) for p in range(len(masks) + 1)]]
    for j, (length, colour) in enumerate(clue):
        gap, row = int(j > 0 and clue[j - 1][1] == colour), [0]
        for end in range(1, len(masks) + 1):
            start = end - length
            row.append(row[-1] * (masks[end - 1] & 1))
            if start >= gap and all(mask >> colour & 1 for mask in masks[start:end]):
                row[-1] += found[j][start - gap] * (not gap or masks[start - 1] & 1)
        found.append(row)
    return found


def tally(clue: Clue, masks: Sequence[int], colours: int) -> PatternCounts:
    """Return the number of fillings, and for each colour and cell the number of fillings in which
    the cell has the colour. The latter are sums of products: the ways before a white cell or a
    block, times the ways behind it."""
    size = len(masks)
    below = ways(clue, masks)
    above = [row[::-1] for row in ways(clue[::-1], masks[::-1])[::-1]]
    counts = [[0] * size for _ in range(colours + 1)]
    for before, behind in zip(below, above, strict=True):
        for cell, mask in enumerate(masks):
            counts[0][cell] += before[cell] * behind[cell + 1] * (mask & 1)
    for j, (length, colour) in enumerate(clue):
        gaps = [int(0 < k < len(clue) and clue[k - 1][1] == clue[k][1]) for k in (j, j + 1)]
        for start in range(gaps[0], size - length - gaps[1] + 1):
            first, end = start - gaps[0], start + length
            number = below[j][first] * above[j + 1][end + gaps[1]]
            whites = [*masks[first:start], *masks[end : end + gaps[1]]]
            if (
                number
                and all(mask & 1 for mask in whites)
                and all(mask >> colour & 1 for mask in masks[start:end])
            ):
                for cell in range(start, end):
                    counts[colour][cell] += number
    return below[-1][-1], counts


def settle(clue: Clue, masks: Sequence[int], colours: int) -> Masks | None:
    """Return for each cell the mask of the colours that it has in any filling, or None if there is
    no filling."""
    total, counts = tally(clue, masks, colours)
    if not total:
        return None
    return [
        sum(1 << colour for colour in range(colours + 1) if counts[colour][cell])
        for cell in range(len(masks))
    ]


def solutions(puzzle: Clues, masks: Sequence[int] | None = None) -> Iterator[Grid]:
    """Yield every solution, in the order of the fillings of the rows."""
    known = puzzle.initial_masks() if masks is None else list(masks)
    width = puzzle.width
    rows = [
        list(candidates(clue, known[row * width : (row + 1) * width]))
        for row, clue in enumerate(puzzle.rows)
    ]

    def extend(grid: Grid) -> Iterator[Grid]:
        if len(grid) == puzzle.height:
            if all(
                clue_of(column) == clue
                for column, clue in zip(zip(*grid, strict=True), puzzle.columns, strict=True)
            ):
                yield grid
            return
        for row in rows[len(grid)]:
            longer = (*grid, row)
            columns = zip(*longer, strict=True)
            if all(map(_may_become, columns, puzzle.columns)):
                yield from extend(longer)

    yield from extend(())


def _may_become(column: tuple[int, ...], clue: Clue) -> bool:
    """Return whether the blocks begun in `column` can become the first blocks of `clue`."""
    begun = clue_of(column)
    if len(begun) > len(clue):
        return False
    done = begun[:-1] if column and column[-1] else begun
    if done != clue[: len(done)]:
        return False
    last = begun[len(done) :]
    return all(a[1] == b[1] and a[0] <= b[0] for a, b in zip(last, clue[len(done) :], strict=False))
