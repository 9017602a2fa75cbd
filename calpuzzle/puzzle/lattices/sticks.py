"""Sticks: the segments between adjacent points of a square grid.

Coordinates are doubled: a cell with even row and even column is a point, and one with exactly one
even coordinate is the segment between two points.
"""

from __future__ import annotations

from calpuzzle.puzzle.lattice import LINES, Cell, Lattice


class Sticks(Lattice):
    """The segments of a grid, and the points that sticks pass through."""

    name = "sticks"
    step = 2
    square = True
    drawn = LINES
    axes = (0.5, 0.0, 0.5)
    inner = 1.0  # pyright: ignore[reportIncompatibleMethodOverride, reportAssignmentType]

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return no moves: crossing sticks differ in height, which the cells do not model."""
        return ()

    def cell_at(self, row: int, place: int) -> Cell | None:
        """Return the segment at a place, or None for points and the middles of squares."""
        return (row, place) if (row + place) % 2 else None

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is a segment or a point, not the middle of a square."""
        return not (cell[-2] % 2 and cell[-1] % 2)

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the two ends of a segment, or the point itself."""
        row, column = cell[-2:]
        down, right = row % 2, column % 2
        if down == right:
            return ((row, column),)
        return (row - down, column - right), (row + down, column + right)


STICKS = Sticks()
