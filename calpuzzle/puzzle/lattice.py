"""How cells lie beside one another: which motions map them onto cells, and which are neighbours.

A cell is a point of whole numbers, so that every motion is a matrix, and a piece is moved by
multiples of the lattice's `step` along each axis. Squares and cubes are the points themselves. What
else there is lies so:

* hexagons: (row, column), where the column's axis runs to the right and that of the rows downwards
  to the right, 60 degrees from it;
* triangles: three times their centres on those axes, so that one whose row and column leave the
  remainder 1 stands on its tip, and one of the remainder 2 on its side; their corners are the
  multiples of 3. A prism has its layer, times 3, before them;
* spheres, packed as close as can be: (layer, row, column) of which the sum is even;
* rhombic tetrahedra: each cube of 5 x 5 x 5 is cut into 24 of them;
* tetrahedra and eighths of octahedra, of which five fill a cube of 6 x 6 x 6.

The last three are grids of BurrTools; docs/formats.md says how its numbers become these.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from operator import mul

from calpuzzle.base.typed import NamedTuple

Cell = tuple[int, ...]

Motion = tuple[tuple[int, ...], ...]
"""A matrix, row by row: new coordinate k is the sum of the old ones times the numbers of row k. Of
a lattice whose `divisor` is not 1, these are so many times the numbers that are meant."""

Signed = tuple[tuple[Motion, int], ...]
"""Motions, each with its determinant: 1 for a turn, -1 for a mirror image."""

SIXTH = ((1, 1), (-1, 0))
OVER = ((1, 0), (-1, -1))
"""Of axes 60 degrees apart: a sixth of a turn, and the exchange of left and right."""


class Lattice(NamedTuple):
    """A lattice.

    Pieces are moved by multiples of `step`; where `even`, by an even number of them in all.
    `hexagonal` says that the last two axes are 60 degrees apart, so that a piece turns by sixths in
    their plane. `beside` are the steps to the neighbours of a cell, where they are not those of
    squares and cubes; of triangles to those of one that stands on its tip. With a `divisor` other
    than 1 the lattice has motions that map only some of its shapes onto cells.
    """

    name: str
    step: int = 1
    even: bool = False
    hexagonal: bool = False
    beside: tuple[Cell, ...] = ()
    divisor: int = 1

    @property
    def plain(self) -> bool:
        """Whether cells are squares, cubes, or sticks between the points of a square grid."""
        return not (self.hexagonal or self.beside)

    @property
    def layer(self) -> int:
        """By how much the layers of what is drawn are apart."""
        return self.step if self.hexagonal else 1

    def isometries(self, dimensions: int) -> Signed:
        """All motions that map the lattice onto itself, the identity first; of one with a `divisor`
        also those that map just some shapes onto cells."""
        if self.hexagonal:
            return _hexagonal(dimensions)
        return _close_packed() if self.divisor > 1 else signed_permutations(dimensions)

    def motions(self, dimensions: int, turn: bool, flip: bool) -> tuple[Motion, ...]:
        """What a piece may do, the identity first. It turns in the plane of its rows and columns,
        and is turned over left to right; in space, one that may do both turns in every way. A flat
        piece that is turned over is its mirror image; in space no piece is ever mirrored."""
        every = self.isometries(dimensions)
        if turn and flip:
            return tuple(motion for motion, sign in every if sign == 1 or dimensions == 2)
        still = every[0][0]
        if turn:
            return tuple(m for m, sign in every if sign == 1 and m[:-2] == still[:-2])
        return (still, self._over(dimensions)) if flip else (still,)

    def _over(self, dimensions: int) -> Motion:
        """Turning over left to right: in space the layers, too, come out in the opposite order."""
        found = self.mirror(dimensions)
        if dimensions < 3:
            return found
        layer = dimensions - 3
        return (*found[:layer], tuple(-x for x in found[layer]), *found[layer + 1 :])

    def mirror(self, dimensions: int) -> Motion:
        """The exchange of left and right."""
        plane = OVER if self.hexagonal else ((1, 0), (0, -1))
        still = tuple(tuple(self.divisor * x for x in row) for row in unit(dimensions))
        own = tuple((*(0,) * (dimensions - 2), *(self.divisor * x for x in row)) for row in plane)
        return (*still[:-2], *own)

    def image(self, motion: Motion, cells: tuple[Cell, ...]) -> list[Cell] | None:
        """The cells after the motion, in their order; None where they are no cells then."""
        if self.divisor == 1:
            return [moved(motion, cell) for cell in cells]
        first = cells[0]
        ways = [
            moved(motion, tuple(x - y for x, y in zip(cell, first, strict=True))) for cell in cells
        ]
        if any(x % self.divisor for way in ways for x in way):
            return None
        found = [tuple(x // self.divisor for x in way) for way in ways]
        return None if any(sum(way) % 2 for way in found) else found

    def leads(self, start: Cell, end: Cell) -> bool:
        """Whether a piece can be moved so that its cell `start` comes to lie on `end`."""
        way = [b - a for a, b in zip(start, end, strict=True)]
        if any(x % self.step for x in way):
            return False
        return not self.even or sum(way) // self.step % 2 == 0

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells, were they on the board, that touch a cell along an edge (a face in space; of
        small parts of cubes, all that are near)."""
        beside = self.beside or _square(len(cell))
        if self.step == 3 and cell[-1] % 3 == 2:
            beside = tuple((-row, -column) for row, column in beside)
        if len(beside[0]) < len(cell):
            upright = (self.layer, *(0,) * len(beside[0]))
            flat = [(0, *way) for way in beside]
            beside = (*flat, upright, tuple(-x for x in upright))
        return [tuple(x + y for x, y in zip(cell, way, strict=True)) for way in beside]


def unit(dimensions: int) -> Motion:
    """The motion that moves nothing."""
    return tuple(tuple(int(k == axis) for axis in range(dimensions)) for k in range(dimensions))


def moved(motion: Motion, cell: Cell) -> Cell:
    """The cell after the motion."""
    return tuple([sum(map(mul, row, cell)) for row in motion])


def after(second: Motion, first: Motion) -> Motion:
    """The motion that does the one and then the other."""
    columns = list(zip(*first, strict=True))
    return tuple(tuple(sum(map(mul, row, column)) for column in columns) for row in second)


@cache
def signed_permutations(dimensions: int) -> Signed:
    """All motions that map the axes onto one another."""
    found = []
    for axes in permutations(range(dimensions)):
        swaps = sum(a > b for i, a in enumerate(axes) for b in axes[i + 1 :])
        for signs in product((1, -1), repeat=dimensions):
            sign = (-1) ** (swaps + signs.count(-1))
            rows = zip(axes, signs, strict=True)
            motion = tuple(tuple(s * (k == axis) for k in range(dimensions)) for axis, s in rows)
            found.append((motion, sign))
    return tuple(found)


@cache
def _hexagonal(dimensions: int) -> Signed:
    """Sixths of a turn and mirror images in the plane, in space with the layers as they are or in
    the opposite order."""
    plane = [(unit(2), 1)]
    for _ in range(5):
        plane.append((after(SIXTH, plane[-1][0]), 1))
    plane += [(after(motion, OVER), -1) for motion, _ in plane]
    if dimensions == 2:
        return tuple(plane)
    return tuple(
        (((up, 0, 0), *((0, *row) for row in motion)), sign * up)
        for up in (1, -1)
        for motion, sign in plane
    )


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


@cache
def _square(dimensions: int) -> tuple[Cell, ...]:
    return tuple(
        tuple(way * (k == axis) for k in range(dimensions))
        for axis in range(dimensions)
        for way in (-1, 1)
    )


_SIX = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
_AROUND = tuple(way for way in product((-1, 0, 1), repeat=3) if any(way))

SQUARES = Lattice("squares")
STICKS = Lattice("sticks", 2)
HEXAGONS = Lattice("hexagons", hexagonal=True, beside=_SIX)
TRIANGLES = Lattice(
    "triangles",
    3,
    hexagonal=True,
    beside=((1, 1), (1, -2), (-2, 1)),
)
SPHERES = Lattice(
    "spheres",
    beside=tuple(way for way in _AROUND if way.count(0) == 1),
    divisor=3,
)
RHOMBIC = Lattice("rhombic tetrahedra", 5, beside=_AROUND)
TETRAHEDRA = Lattice(
    "tetrahedra and octahedra",
    6,
    even=True,
    beside=tuple(tuple(2 * x for x in way) for way in _AROUND),
)


def hexagon(row: int, place: int) -> Cell:
    """The hexagon that stands at that place of a row of a drawing, in which each row is shifted by
    half a cell, which is one place; the two have an even sum."""
    return row, (place - row) // 2


def hexagon_place(cell: Cell) -> tuple[int, int]:
    """The row and the place in a drawing, as `hexagon` takes them."""
    row, column = cell
    return row, 2 * column + row


def triangle(row: int, place: int) -> Cell:
    """The triangle that stands at that place of a row of a drawing, in which they follow one
    another: on its side where the two have an even sum, on its tip where that is odd."""
    corner = (place - row) // 2  # the tip of a triangle on its side
    return (3 * row + 1, 3 * corner + 1) if (place - row) % 2 else (3 * row + 2, 3 * corner - 1)


def triangle_place(cell: Cell) -> tuple[int, int]:
    """The row and the place in a drawing, as `triangle` takes them."""
    row, column = cell
    corner, tip = (column + 1) // 3, row % 3 == 1
    return row // 3, 2 * corner + row // 3 + tip
