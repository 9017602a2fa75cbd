"""One line: settled and counted, by the compiled `_core.lines` wherever its 128 bits are enough.

`tally_plain` counts by dynamic programming in Python integers, which have no largest one. All
counts are exact. A line's cells are given as masks, one a cell; see `calpuzzle.nonogram.puzzle`.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle._core import lines as core
from calpuzzle.nonogram.puzzle import Clue, Masks

Tally = tuple[int, list[list[int]]]


def _forwards(clue: Clue, masks: Sequence[int]) -> list[list[int]]:
    """ways[j][p]: the fillings of the first p cells by the first j blocks."""
    size = len(masks)
    ways = [[1] + [0] * size]
    for p in range(size):
        ways[0][p + 1] = ways[0][p] * (masks[p] & 1)
    for j, (length, colour) in enumerate(clue):
        gap = j > 0 and clue[j - 1][1] == colour
        row, last, run = [0] * (size + 1), ways[-1], 0
        for p in range(1, size + 1):
            row[p] = row[p - 1] * (masks[p - 1] & 1)
            run = run + 1 if masks[p - 1] >> colour & 1 else 0
            start = p - length
            if run < length or (gap and (start == 0 or not masks[start - 1] & 1)):
                continue
            row[p] += last[start - gap]
        ways.append(row)
    return ways


def tally_plain(clue: Clue, masks: Sequence[int], colours: int) -> Tally:
    """How many fillings fit, and counts[c][cell]: in how many of them the cell has colour c.

    Forwards times backwards: the fillings in which a block starts at s are those of the cells
    before it times those of the cells behind it.
    """
    size = len(masks)
    below = _forwards(clue, masks)
    above = [row[::-1] for row in _forwards(clue[::-1], masks[::-1])[::-1]]
    counts = [[0] * (size + 1) for _ in range(colours + 1)]
    for before, behind in zip(below, above, strict=True):
        for p in range(size):
            counts[0][p] += before[p] * behind[p + 1] * (masks[p] & 1)
    for j, (length, colour) in enumerate(clue):
        gap = j > 0 and clue[j - 1][1] == colour
        gap_behind = j + 1 < len(clue) and clue[j + 1][1] == colour
        run = 0
        for p in range(1, size + 1):
            run = run + 1 if masks[p - 1] >> colour & 1 else 0
            start = p - length
            if run < length or (gap and (start == 0 or not masks[start - 1] & 1)):
                continue
            if gap_behind and (p == size or not masks[p] & 1):
                continue
            ways = below[j][start - gap] * above[j + 1][p + gap_behind]
            counts[colour][start] += ways
            counts[colour][p] -= ways
    for row in counts[1:]:
        for p in range(1, size):
            row[p] += row[p - 1]
    return below[-1][-1], [row[:size] for row in counts]


def _as_sets(masks: Sequence[int], colours: int) -> list[int]:
    sets = [0] * (colours + 1)
    for cell, mask in enumerate(masks):
        for colour in range(colours + 1):
            sets[colour] |= (mask >> colour & 1) << cell
    return sets


def settle(clue: Clue, masks: Sequence[int], colours: int) -> Masks | None:
    """The masks shrunk to what some filling uses; None if no filling fits."""
    sets = core.settle(len(masks), clue, colours, _as_sets(masks, colours))
    if sets is None:
        return None
    return [
        sum((sets[colour] >> cell & 1) << colour for colour in range(colours + 1))
        for cell in range(len(masks))
    ]


def tally(clue: Clue, masks: Sequence[int], colours: int) -> Tally:
    """As `tally_plain`, compiled where no count can pass 128 bits."""
    if (colours + 1) ** len(masks) >= 1 << core.TALLY_BITS:
        return tally_plain(clue, masks, colours)
    return core.tally(len(masks), clue, colours, _as_sets(masks, colours))
