"""Hexagons as (row, column): columns increase to the right, rows downwards to the right at 60
degrees.

The size of a hexagon is the distance between its opposite sides. The coordinates of its corners
count thirds of a step along the axes.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice, Signed, after, unit

SIXTH = ((1, 1), (-1, 0))
REFLECTION = ((1, 0), (-1, -1))
"""A sixth of a turn, and the exchange of left and right, on axes that are 60 degrees apart."""

SIX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
CORNER_STEPS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))


class Sixfold(Lattice):
    """A lattice whose last two axes are 60 degrees apart, so that a piece turns by sixths."""

    sixfold = True
    turns = 6
    turning = SIXTH
    period = 2
    reflection = REFLECTION
    drawn = POLYGONS
    axes = (1 / 3, 1 / 6, sqrt(0.75) / 3)

    def isometries(self, dimensions: int) -> Signed:
        """Return the rotations by sixths of a turn, and the reflections."""
        return _hexagonal(dimensions)


class Hexagons(Sixfold):
    """Hexagons; in a text drawing each row begins one place (half a cell) after the one above."""

    name = "hexagons"
    spacing = 2
    spread = 8
    neighbour_steps = SIX
    families = ("monohexes", "dihexes", "trihexes", "tetrahexes", "pentahexes", "hexahexes")

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the six corners."""
        row, column = cell[-2:]
        return tuple([(3 * row + down, 3 * column + right) for down, right in CORNER_STEPS])

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the place, whose sum is even."""
        row, column = cell[-2:]
        return row, 2 * column + row

    def cell_at(self, row: int, place: int) -> Cell | None:
        """Return the hexagon at a place, or None if the sum of row and place is odd."""
        return None if (row + place) % 2 else (row, (place - row) // 2)


HEXAGONS = Hexagons()


@cache
def _hexagonal(dimensions: int) -> Signed:
    """Return the rotations and reflections of the plane; in space also with reversed layers."""
    plane = [(unit(2), 1)]
    for _ in range(5):
        plane.append((after(SIXTH, plane[-1][0]), 1))
    plane += [(after(motion, REFLECTION), -1) for motion, _ in plane]
    if dimensions == 2:
        return tuple(plane)
    return tuple(
        (((up, 0, 0), *((0, *row) for row in motion)), sign * up)
        for up in (1, -1)
        for motion, sign in plane
    )
