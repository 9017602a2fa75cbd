"""The order in which a search fills the cells of a flat board.

The board is laid so that the lines are short and the cramped end comes first, which keeps the
frontier short and brings dead ends early.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from calpuzzle.puzzle.shapes import Cell

MAX_SPAN = 1 << 14  # places; a larger frame is beyond every search by lines, and keeps its order

Place = tuple[int, int]


class Scan(NamedTuple):
    """The numbers of the cells in scan order, their places (line, place in the line) in the frame,
    and the frame's size (lines, places a line)."""

    order: tuple[int, ...]
    places: tuple[Place, ...]
    frame: tuple[int, int]


def scan(cells: Sequence[Cell]) -> Scan:
    """The order in which to fill flat cells.

    Of the eight ways to lay the board, take one with the shortest lines; of these one whose first
    lines have the fewest cells; of these one whose last lines begin with their holes.
    """
    # Lines at the edge that have no cell take no place in the frame.
    top = min(cell[-2] for cell in cells)
    left = min(cell[-1] for cell in cells)
    inside = [(cell[-2] - top, cell[-1] - left) for cell in cells]
    size = (1 + max(row for row, _ in inside), 1 + max(column for _, column in inside))
    if size[0] * size[1] > MAX_SPAN:
        return _laid(inside, size, False, False, False)
    # The shorter side is the length of a line; a square may be laid either way.
    across = [choice for choice in (False, True) if size[choice ^ 1] <= size[choice]]
    ways = product(across, (False, True), (False, True))
    return min((_laid(inside, size, *way) for way in ways), key=_cost)


def _laid(
    cells: Sequence[Place], size: tuple[int, int], across: bool, upside_down: bool, mirrored: bool
) -> Scan:
    """The board laid in one of the eight ways: its lines are its columns or its rows."""
    lines, length = size[::-1] if across else size
    laid = []
    for number, (row, column) in enumerate(cells):
        line, place = (column, row) if across else (row, column)
        line = lines - 1 - line if upside_down else line
        place = length - 1 - place if mirrored else place
        laid.append((line, place, number))
    laid.sort()
    return Scan(
        tuple([number for _, _, number in laid]),
        tuple([(line, place) for line, place, _ in laid]),
        (lines, length),
    )


def _cost(laid: Scan) -> tuple[list[int], list[int]]:
    lines = laid.frame[0]
    sizes, late = [0] * lines, [0] * lines
    for line, place in laid.places:
        sizes[line] += 1
        late[line] -= place
    return sizes, late[::-1]
