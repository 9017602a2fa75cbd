"""The geometry of cells: which cells are adjacent, how pieces move, and how cells are drawn.

A cell is a point with integer coordinates, so that every motion is a matrix, and a piece moves by
multiples of the lattice's `step` along each axis. Each lattice is a subclass of `Lattice` in a
module of calpuzzle/puzzle/lattices; it overrides the defaults, and is listed in the table there.
Other code uses the attributes and methods of `Lattice`; only a few functions test whether a lattice
is that of squares or spheres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import hypot
from operator import mul, sub

Cell = tuple[int, ...]

Motion = tuple[tuple[int, ...], ...]
"""A matrix by rows: new coordinate k is the scalar product of row k and the old coordinates,
divided by the lattice's `divisor`."""

Signed = tuple[tuple[Motion, int], ...]
"""Motions, each with its sign: 1 for a rotation, -1 for a reflection."""

TILES, LINES, POLYGONS = "tiles", "lines", "polygons"
"""The ways to draw cells: as squares of a grid, as segments of its lines, or as polygons."""


class Lattice:
    """A lattice; the defaults are those of squares and cubes, except for `name`, `square` and
    `families`.

    - `name`: the plural name of its cells, as puzzle files spell it.
    - `step`, `even`: pieces move by multiples of `step` along each axis; if `even`, the total
      number of steps along all axes is even.
    - `layer`: the difference in the first coordinate between consecutive layers of a drawing.
    - `square`: whether cells touch as squares and cubes do.
    - `sixfold`: whether the last two axes are 60 degrees apart.
    - `spread`: how the squares of adjacent cells touch if each cell is drawn as the square at its
      row and column (see `spots`): 4 if they always share an edge, 8 if some share only a corner,
      0 if some share neither.
    - `turning`, `turns`: the least clockwise turn, and how many of them make a whole turn.
    - `reflection`: the motion that exchanges left and right.
    - `divisor`: the number by which the product of a motion's matrix and a cell is divided; if it
      is not 1, some motions map only some shapes onto cells.
    - `has_drawings`: whether puzzle files can draw the lattice.
    - `families`: the names of its pieces with one cell, two cells and so on.
    - `drawn`: how cells are drawn: `TILES`, `LINES` or `POLYGONS`.
    - `axes`: the lengths (across, aside, down) that map `corners`, integer points (down, right), to
      a picture with cells of size 1. One step right in `corners` moves by `across` to the right;
      one step down moves by `aside` to the right and by `down` downwards.
    - `neighbour_steps`: the steps to the neighbours, if they are not those of squares and cubes.
    - `spacing`, `period`: in a text drawing, the number of places (see `place`) from a cell to the
      next one in its row, and to the next one that points the same way (triangles alternate).
    """

    name = ""
    step = 1
    even = False
    layer = 1
    square = False
    sixfold = False
    spread = 4
    turns = 4
    turning: Motion = ((0, 1), (-1, 0))
    reflection: Motion = ((1, 0), (0, -1))
    divisor = 1
    has_drawings = True
    families: tuple[str, ...] = ()
    drawn = TILES
    axes = (1.0, 0.0, 1.0)
    spacing = 1
    period = 1
    neighbour_steps: tuple[Cell, ...] = ()

    def __reduce__(self) -> str:
        # Each lattice is a singleton in the module of its class, named in capitals.
        return type(self).__name__.upper()

    def __repr__(self) -> str:
        return f"<Lattice {self.name}>"

    def isometries(self, dimensions: int) -> Signed:
        """Return all motions that map the lattice onto itself, the identity first.

        With a `divisor` above 1, motions that map only some shapes onto cells are included too.
        """
        return signed_permutations(dimensions)

    def steps(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the steps to the neighbours of a cell.

        For a cell in space, flat steps within its layer suffice: `neighbours` adds those to the
        layers directly above and below.
        """
        return self.neighbour_steps or _unit_steps(len(cell))

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the corners of a flat cell in order; corners that cells share are equal."""
        row, column = cell[-2:]
        return (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)

    def outline(self, cell: Cell, size: float) -> list[tuple[float, float]]:
        """Return the corners of a flat cell as (x right, y down), with cells of size `size`."""
        across, aside, down = self.axes
        return [(size * (across * x + aside * y), size * down * y) for y, x in self.corners(cell)]

    @property
    def inner(self) -> float:
        """Return the diameter of the largest circle in a cell, as a fraction of its size."""
        outline = self.outline(self.cell_at(0, 0) or (0, 0), 1)
        x, y = (sum(axis) / len(outline) for axis in zip(*outline, strict=True))
        heights = [
            abs((c - a) * (b - y) - (a - x) * (d - b)) / hypot(c - a, d - b)
            for (a, b), (c, d) in zip(outline, (*outline[1:], outline[0]), strict=True)
        ]
        return float(2 * min(heights))

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the place (column) of a flat cell in a text drawing."""
        row, column = cell[-2:]
        return row, column

    def cell_at(self, row: int, place: int) -> Cell | None:
        """Return the flat cell at a place of a text drawing, or None."""
        return row, place

    def holds(self, cell: Cell) -> bool:
        """Return whether a point is a cell of the lattice."""
        return True

    def token_at(self, row: int, number: int) -> Cell | None:
        """Return the flat cell of token `number` (from 0) in a row of tokens, or None.

        If cells are several places apart, every second row begins one place further right.
        """
        return self.cell_at(row, number * self.spacing + row % self.spacing)

    def places(self, cells: Iterable[Cell]) -> dict[Cell, Cell]:
        """Return the (row, place) of each cell of a board in a text drawing, from 0.

        In space the layer comes first. For polygons, rows and places count from the first ones with
        a cell. On triangles, the first place of the first row must be that of a triangle pointing
        up, as in a puzzle file; otherwise places count from one place further left.
        """
        found = {c: (*(x // self.layer for x in c[:-2]), *self.place(c)) for c in cells}
        if self.drawn != POLYGONS or not found:
            return found
        *above, left = (min(axis) for axis in zip(*found.values(), strict=True))
        low = (*above, left - (left - above[-1]) % (self.period // self.spacing))
        return {c: tuple(map(sub, place, low)) for c, place in found.items()}

    def spots(self, cells: Iterable[Cell]) -> dict[Cell, Cell]:
        """Return the (row, column) of each cell of a board as users count them, but from 0.

        Cells above one another in a drawing have the same column. In space the layer comes first.
        """
        found = self.places(cells)
        return {c: (*above, place // self.spacing) for c, (*above, place) in found.items()}

    def motions(self, dimensions: int, turn: bool, flip: bool) -> tuple[Motion, ...]:
        """Return the motions that a piece may make, the identity first.

        `turn` allows turns in the plane of rows and columns, `flip` turning over left to right; in
        space, both together allow all rotations. Turning over a flat piece gives its mirror image;
        in space no piece is ever mirrored.
        """
        every = self.isometries(dimensions)
        if turn and flip:
            return tuple(motion for motion, sign in every if sign == 1 or dimensions == 2)
        still = every[0][0]
        if turn:
            return tuple(m for m, sign in every if sign == 1 and m[:-2] == still[:-2])
        return (still, self.turned_over(dimensions)) if flip else (still,)

    def clockwise(self, dimensions: int) -> Motion:
        """Return the least turn clockwise in the plane of rows and columns."""
        return self._in_plane(self.turning, dimensions)

    def tipped(self, dimensions: int) -> Motion | None:
        """Return the quarter turn in space that tips a piece over its front edge, the last row.

        The result is None if that is not a motion of the lattice.
        """
        if dimensions != 3 or self.sixfold:
            return None
        d = self.divisor
        return (0, -d, 0), (d, 0, 0), (0, 0, d)

    def turned_over(self, dimensions: int) -> Motion:
        """Return the motion that turns over left to right; in space it also reverses the layers."""
        found = self.mirror(dimensions)
        if dimensions < 3:
            return found
        layer = dimensions - 3
        return (*found[:layer], tuple(-x for x in found[layer]), *found[layer + 1 :])

    def mirror(self, dimensions: int) -> Motion:
        """Return the reflection that exchanges left and right."""
        return self._in_plane(self.reflection, dimensions)

    def _in_plane(self, motion: Motion, dimensions: int) -> Motion:
        """Return a motion of rows and columns as a motion in space that keeps the layers."""
        flat = tuple((*(0,) * (dimensions - 2), *row) for row in motion)
        whole = (*unit(dimensions)[:-2], *flat)
        return tuple(tuple(self.divisor * x for x in row) for row in whole)

    def image(self, motion: Motion, cells: tuple[Cell, ...]) -> list[Cell] | None:
        """Return the images of the cells in order, or None if some image is not a cell.

        On a lattice with a `divisor` above 1, the images are translated so that the first one is at
        the origin.
        """
        axes = list(zip(*cells, strict=True))
        if self.divisor == 1:
            return list(zip(*[_along(row, axes) for row in motion], strict=True))
        # Move the first cell to the origin, so that divisibility depends on the shape alone.
        offsets = [[x - axis[0] for x in axis] for axis in axes]
        images = [_along(row, offsets) for row in motion]
        if any(x % self.divisor for image in images for x in image):
            return None
        whole = zip(*[[x // self.divisor for x in image] for image in images], strict=True)
        found = list(whole)
        return None if any(sum(offset) % 2 for offset in found) else found

    def coset(self, cell: Cell) -> Cell:
        """Return the coset of a cell.

        Two cells have the same coset if and only if they differ by a move of the lattice.
        """
        residues = tuple([x % self.step for x in cell])
        return (*residues, sum([x // self.step for x in cell]) % 2) if self.even else residues

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return the shortest straight moves of a piece, one of each pair of opposite moves.

        The result is empty for lattices on which the cells swept by a move are not known.
        """
        axes = [tuple([self.step * x for x in row]) for row in unit(dimensions)]
        aslant = [(*axes[-2][:-1], -self.step)] if self.sixfold else []
        return tuple(axes + aslant)

    def swept(self, cell: Cell, way: Cell) -> list[Cell]:
        """Return the steps from a cell to the cells that it sweeps when it slides by `way`.

        They include the step to the cell where it ends.
        """
        last = tuple([x + y for x, y in zip(cell, way, strict=True)])
        met = {last}
        if any(way[-2:]):
            # A convex cell sweeps the convex hull of its first and last position. Only cells within
            # two steps of the last position are near enough to meet it.
            hull = [*self.corners(cell), *self.corners(last)]
            for _ in range(2):
                met |= {other for near in met for other in self.neighbours(near)}
            met = {c for c in met if c[:-2] == cell[:-2] and _overlap(hull, self.corners(c))}
        return [tuple([x - y for x, y in zip(c, cell, strict=True)]) for c in met - {cell}]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell on the infinite lattice.

        They share an edge with it, in space a face. A lattice with `neighbour_steps` may count
        other near cells too.
        """
        beside = self.steps(cell)
        if len(beside[0]) < len(cell):
            upright = (self.layer, *(0,) * len(beside[0]))
            flat = [(0, *way) for way in beside]
            beside = (*flat, upright, tuple(-x for x in upright))
        return [tuple(x + y for x, y in zip(cell, way, strict=True)) for way in beside]


def unit(dimensions: int) -> Motion:
    """Return the identity motion."""
    return tuple(tuple(int(k == axis) for axis in range(dimensions)) for k in range(dimensions))


def moved(motion: Motion, cell: Cell) -> Cell:
    """Return the image of a cell under a motion, multiplied by the `divisor` of its lattice."""
    return tuple([sum(map(mul, row, cell)) for row in motion])


def _along(row: tuple[int, ...], axes: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return one coordinate of the images of all cells.

    It is computed for whole axes at a time, because that is faster for many cells.
    """
    terms = [
        axis if times == 1 else [times * x for x in axis]
        for times, axis in zip(row, axes, strict=True)
        if times
    ]
    return terms[0] if len(terms) == 1 else list(map(sum, zip(*terms, strict=True)))


def after(second: Motion, first: Motion) -> Motion:
    """Return the composition of two motions, first `first`, then `second`: the product of their
    matrices, which is too large by a factor of the lattice's `divisor`."""
    columns = list(zip(*first, strict=True))
    return tuple(tuple(sum(map(mul, row, column)) for column in columns) for row in second)


def _overlap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Return whether the interiors of the convex hulls of two point sets intersect.

    They are disjoint if and only if some line through two points of one set separates the two sets.
    """
    for points in (one, other):
        for (a, b), (c, d) in combinations(points, 2):
            sides = [
                [(x - a) * (d - b) - (y - b) * (c - a) for x, y in hull] for hull in (one, other)
            ]
            if (a, b) != (c, d) and (
                max(sides[0]) <= min(sides[1]) or max(sides[1]) <= min(sides[0])
            ):
                return False
    return True


@cache
def signed_permutations(dimensions: int) -> Signed:
    """Return all motions that permute the axes and may reverse them, the identity first."""
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
def _unit_steps(dimensions: int) -> tuple[Cell, ...]:
    """Return the unit steps along the axes, both ways."""
    return tuple(
        tuple(way * (k == axis) for k in range(dimensions))
        for axis in range(dimensions)
        for way in (-1, 1)
    )
