"""Triangles, and triangular prisms.

A cell is three times the centre of a triangle, on axes 60 degrees apart. Modulo 3, both coordinates
are 1 if the triangle points down and 2 if it points up; its corners are multiples of 3. A prism has
three times its layer as the first coordinate.
"""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lattices.hexagons import Sixfold

ON_SIDE = ((1, 1), (1, -2), (-2, 1))
ON_TIP = ((-1, -1), (-1, 2), (2, -1))
"""The steps from the centre of a triangle to its corners, if it points up (ON_SIDE) or down
(ON_TIP); the opposite steps lead to the centres of its neighbours."""


class Triangles(Sixfold):
    """Triangles and prisms; in a text drawing, the triangles of a row have consecutive places."""

    name = "triangles"
    step = 3
    layer = 3
    families = (
        "moniamonds", "diamonds", "triamonds", "tetriamonds", "pentiamonds", "hexiamonds",
        "heptiamonds", "octiamonds",
    )  # fmt: skip

    def steps(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the steps to the three neighbours."""
        return ON_SIDE if cell[-1] % 3 == 1 else ON_TIP

    def holds(self, cell: Cell) -> bool:
        """Return whether a point is the centre of a triangle; in space, one that is in a layer."""
        return (cell[-2] % 3, cell[-1] % 3) in ((1, 1), (2, 2)) and not any(
            layer % 3 for layer in cell[:-2]
        )

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the three corners."""
        row, column = cell[-2:]
        steps = ON_TIP if row % 3 == 1 else ON_SIDE
        return tuple([(row + down, column + right) for down, right in steps])

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the place (column) of a flat cell in a text drawing."""
        row, column = cell[-2:]
        corner, tip = (column + 1) // 3, row % 3 == 1
        return row // 3, 2 * corner + row // 3 + tip

    def cell_at(self, row: int, place: int) -> Cell:
        """Return the triangle at a place: pointing up if row + place is even, otherwise down."""
        # A third of the column of one corner: the tip of a triangle that points up, or the top left
        # corner of one that points down.
        corner = (place - row) // 2
        if (place - row) % 2:
            return 3 * row + 1, 3 * corner + 1
        return 3 * row + 2, 3 * corner - 1


TRIANGLES = Triangles()
