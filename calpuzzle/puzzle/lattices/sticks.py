"""Sticks, the segments between the points of a grid of squares.

On a grid of double width a place whose row and column are both even is a point, one of which a
single one is even the segment between two points.
"""

from __future__ import annotations

from calpuzzle.puzzle.lattice import LINES, Cell, Lattice


class Sticks(Lattice):
    """The segments of a grid, and points that sticks run through."""

    name = "sticks"
    step = 2
    square = True
    drawn = LINES
    axes = (0.5, 0.0, 0.5)
    inner = 1.0

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return none: sticks that cross are beside one another in thickness."""
        return ()

    def cell_at(self, row: int, place: int) -> Cell | None:
        """Return the segment there; points and the middles of squares are none."""
        return (row, place) if (row + place) % 2 else None

    def holds(self, cell: Cell) -> bool:
        """Return whether it is a segment or a point; the middles of squares are none."""
        return not (cell[-2] % 2 and cell[-1] % 2)

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the two ends of a segment, or a point as it is."""
        row, column = cell[-2:]
        down, right = row % 2, column % 2
        if down == right:
            return ((row, column),)
        return (row - down, column - right), (row + down, column + right)


STICKS = Sticks()
