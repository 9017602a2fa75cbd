"""Three grids of BurrTools: spheres, packed as close as can be, and two that cut a cube in parts.

* spheres: (layer, row, column) of which the sum is even;
* rhombic tetrahedra: each cube of 5 x 5 x 5 is cut into 24 of them;
* tetrahedra and eighths of octahedra, of which five fill a cube of 6 x 6 x 6.

docs/formats.md says how the numbers of BurrTools become these.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from calpuzzle.puzzle.lattice import Cell, Lattice, Signed, after, signed_permutations

AROUND = tuple(way for way in product((-1, 0, 1), repeat=3) if any(way))
BALLS = tuple(way for way in AROUND if way.count(0) == 1)
TWICE = tuple(tuple(2 * x for x in way) for way in AROUND)


class Unslid(Lattice):
    """A lattice of which it is not known over which cells a piece goes on its way."""

    typed = False

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return none."""
        return ()


class Spheres(Unslid):
    """Spheres, each of which touches twelve."""

    name = "spheres"
    divisor = 3
    spread = 8
    around = BALLS

    def holds(self, cell: Cell) -> bool:
        """Return whether the sum of the coordinates is even."""
        return sum(cell) % 2 == 0

    def isometries(self, dimensions: int) -> Signed:
        """Return the motions that BurrTools tries."""
        return _close_packed()


class Rhombic(Unslid):
    """Parts of cubes."""

    name = "rhombic tetrahedra"
    step = 5
    spread = 8
    around = AROUND

    def holds(self, cell: Cell) -> bool:
        """Return whether of a cube's place one coordinate is at a face, one in the middle, and one
        between, either way."""
        return sorted(min(-x % 5, x % 5) for x in cell) == [0, 1, 2]


class Tetrahedra(Unslid):
    """Parts of cubes, of two kinds; those of one layer that touch are two places apart."""

    name = "tetrahedra and octahedra"
    spread = 0
    step = 6
    even = True
    around = TWICE

    def holds(self, cell: Cell) -> bool:
        """Return whether it is the tetrahedron in the middle of a cube, or what is left at four of
        its corners, which are the other four in the cubes beside it."""
        if not all(x % 2 for x in cell):
            return False
        inside = [x // 2 % 3 for x in cell]
        cube = sum(x // 6 for x in cell)
        return inside == [1, 1, 1] or (1 not in inside and (inside.count(2) + cube) % 2 == 1)


SPHERES, RHOMBIC, TETRAHEDRA = Spheres(), Rhombic(), Tetrahedra()


@cache
def _close_packed() -> Signed:
    """The motions of a cube; and each of them after half a turn about one of its four long
    diagonals, which maps one layer of spheres in which each touches six onto itself, and so
    whatever lies in such a layer. They are those that BurrTools tries."""
    cube = signed_permutations(3)
    found = [(tuple(tuple(3 * x for x in row) for row in motion), sign) for motion, sign in cube]
    for signs in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
        half = tuple(
            tuple(2 * a * b - 3 * (k == m) for m, b in enumerate(signs))
            for k, a in enumerate(signs)
        )
        found += [(after(motion, half), sign) for motion, sign in cube]
    return tuple(found)
