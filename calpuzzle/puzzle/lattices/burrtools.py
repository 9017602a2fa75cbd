"""Three grids of BurrTools: close-packed spheres, and two grids that divide cubes into parts.

* spheres: (layer, row, column) with an even sum;
* rhombic tetrahedra: each cube of 5 x 5 x 5 is cut into 24 of them;
* tetrahedra and eighths of octahedra, of which five fill a cube of 6 x 6 x 6.

docs/formats.md describes how the coordinates of BurrTools are converted to these.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from calpuzzle.puzzle.lattice import Cell, Lattice, Signed, after, signed_permutations

ALL_STEPS = tuple(way for way in product((-1, 0, 1), repeat=3) if any(way))
TOUCHING_STEPS = tuple(way for way in ALL_STEPS if way.count(0) == 1)
DOUBLE_STEPS = tuple(tuple(2 * x for x in way) for way in ALL_STEPS)


class BurrToolsLattice(Lattice):
    """A lattice on which the cells swept by a moving piece are not known, and which puzzle files
    cannot draw."""

    has_drawings = False

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return no moves."""
        return ()


class Spheres(BurrToolsLattice):
    """Spheres, each of which touches twelve others."""

    name = "spheres"
    divisor = 3
    spread = 8
    neighbour_steps = TOUCHING_STEPS

    def holds(self, cell: Cell) -> bool:
        """Return whether the sum of the coordinates is even."""
        return sum(cell) % 2 == 0

    def isometries(self, dimensions: int) -> Signed:
        """Return the motions that BurrTools tries."""
        return _close_packed()


class Rhombic(BurrToolsLattice):
    """Rhombic tetrahedra, 24 to a cube."""

    name = "rhombic tetrahedra"
    step = 5
    spread = 8
    neighbour_steps = ALL_STEPS

    def holds(self, cell: Cell) -> bool:
        """Return whether the point is a cell.

        Of its three coordinates within the cube, one is at a face, one in the middle, and one
        between the two.
        """
        return sorted(min(-x % 5, x % 5) for x in cell) == [0, 1, 2]


class Tetrahedra(BurrToolsLattice):
    """Tetrahedra and eighths of octahedra; adjacent cells of a layer are two places apart."""

    name = "tetrahedra and octahedra"
    spread = 0
    step = 6
    even = True
    neighbour_steps = DOUBLE_STEPS

    def holds(self, cell: Cell) -> bool:
        """Return whether the point is the tetrahedron in the middle of a cube, or a corner part.

        Each cube has corner parts at four of its corners; the cubes next to it have them at the
        other four.
        """
        if not all(x % 2 for x in cell):
            return False
        inside = [x // 2 % 3 for x in cell]
        cube = sum(x // 6 for x in cell)
        return inside == [1, 1, 1] or (1 not in inside and (inside.count(2) + cube) % 2 == 1)


SPHERES, RHOMBIC, TETRAHEDRA = Spheres(), Rhombic(), Tetrahedra()


@cache
def _close_packed() -> Signed:
    """Return the motions of a cube, alone and after a half turn about each space diagonal.

    The half turn maps a hexagonally packed layer of spheres onto itself, and therefore every shape
    in that layer onto cells. These are the motions that BurrTools tries.
    """
    cube = signed_permutations(3)
    found = [(tuple(tuple(3 * x for x in row) for row in motion), sign) for motion, sign in cube]
    for signs in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
        half = tuple(
            tuple(2 * a * b - 3 * (k == m) for m, b in enumerate(signs))
            for k, a in enumerate(signs)
        )
        found += [(after(motion, half), sign) for motion, sign in cube]
    return tuple(found)
