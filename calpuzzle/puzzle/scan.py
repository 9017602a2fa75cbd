"""The order in which a search fills the cells of a flat board.

The board is oriented so that its lines are short and its narrow end comes first, which keeps the
frontier short and exposes dead ends early.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from calpuzzle.puzzle.shapes import Cell

MAX_SPAN = 1 << 14  # positions up to which all orientations are compared, which takes memory

ScanPlace = tuple[int, int]


class Scan(NamedTuple):
    """The indices of the cells in scan order, the (line, position in the line) of each, and the
    size of the frame as (lines, positions per line)."""

    order: tuple[int, ...]
    places: tuple[ScanPlace, ...]
    frame: tuple[int, int]


def scan(cells: Sequence[Cell]) -> Scan:
    """Return the order in which to fill flat cells.

    Of the eight orientations of the board, choose one with the shortest lines; among these, one
    whose first lines have the fewest cells; among these, one whose last lines begin with their
    holes. For a frame of more than MAX_SPAN positions, only the lines are as short as possible.
    """
    # Empty lines at the edges are not part of the frame.
    top = min(cell[-2] for cell in cells)
    left = min(cell[-1] for cell in cells)
    inside = [(cell[-2] - top, cell[-1] - left) for cell in cells]
    size = (1 + max(row for row, _ in inside), 1 + max(column for _, column in inside))
    if size[0] * size[1] > MAX_SPAN:
        return _oriented(inside, size, size[0] < size[1], False, False)
    # The shorter side is the length of a line; a square allows both.
    across = [choice for choice in (False, True) if size[choice ^ 1] <= size[choice]]
    ways = product(across, (False, True), (False, True))
    return min((_oriented(inside, size, *way) for way in ways), key=_cost)


def _oriented(
    cells: Sequence[ScanPlace],
    size: tuple[int, int],
    across: bool,
    upside_down: bool,
    mirrored: bool,
) -> Scan:
    """Return the scan of one of the eight orientations; its lines are the columns or the rows."""
    lines, length = size[::-1] if across else size
    found = []
    for number, (row, column) in enumerate(cells):
        line, place = (column, row) if across else (row, column)
        line = lines - 1 - line if upside_down else line
        place = length - 1 - place if mirrored else place
        found.append((line, place, number))
    found.sort()
    return Scan(
        tuple([number for _, _, number in found]),
        tuple([(line, place) for line, place, _ in found]),
        (lines, length),
    )


def _cost(candidate: Scan) -> tuple[list[int], list[int]]:
    """Return the number of cells of each line, first to last, and the negated sum of their
    positions in each line, last to first."""
    lines = candidate.frame[0]
    sizes, late = [0] * lines, [0] * lines
    for line, place in candidate.places:
        sizes[line] += 1
        late[line] -= place
    return sizes, late[::-1]
