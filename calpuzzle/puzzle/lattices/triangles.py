"""Triangles: three times their centres on axes 60 degrees apart, so that one whose row and column
leave the remainder 1 stands on its tip, and one of the remainder 2 on its side; their corners are
the multiples of 3. A prism has its layer, times 3, before them."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lattices.hexagons import Sixfold

ON_SIDE = ((1, 1), (1, -2), (-2, 1))
ON_TIP = ((-1, -1), (-1, 2), (2, -1))
"""The steps from one to its corners; those to its neighbours are the opposite ones."""


class Triangles(Sixfold):
    """Triangles, and prisms; in a drawing they follow one another in a row."""

    name = "triangles"
    step = 3
    layer = 3
    families = (
        "moniamonds", "diamonds", "triamonds", "tetriamonds", "pentiamonds", "hexiamonds",
        "heptiamonds", "octiamonds",
    )  # fmt: skip

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the steps to the three around."""
        return ON_SIDE if cell[-1] % 3 == 1 else ON_TIP

    def holds(self, cell: Cell) -> bool:
        """Return whether it is a triangle, in a layer if there is one."""
        return (cell[-2] % 3, cell[-1] % 3) in ((1, 1), (2, 2)) and not any(
            layer % 3 for layer in cell[:-2]
        )

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the three corners."""
        row, column = cell[-2:]
        ways = ON_TIP if row % 3 == 1 else ON_SIDE
        return tuple([(row + down, column + right) for down, right in ways])

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the place in it."""
        row, column = cell[-2:]
        corner, tip = (column + 1) // 3, row % 3 == 1
        return row // 3, 2 * corner + row // 3 + tip

    def cell_at(self, row: int, place: int) -> Cell:
        """Return the triangle there: on its side where the sum is even, on its tip where odd."""
        corner = (place - row) // 2  # the tip of a triangle on its side
        if (place - row) % 2:
            return 3 * row + 1, 3 * corner + 1
        return 3 * row + 2, 3 * corner - 1


TRIANGLES = Triangles()
