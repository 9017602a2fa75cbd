"""The lattice: how cells lie beside one another, which motions map them onto cells, and how they
are drawn.

A cell is a point of whole numbers, so that every motion is a matrix, and a piece is moved by
multiples of the lattice's `step` along each axis. Each lattice is one file of
calpuzzle/puzzle/lattices, with a class that says what is otherwise than here, and its row in the
table there; nobody else asks which lattice it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import hypot
from operator import mul, sub

Cell = tuple[int, ...]

Motion = tuple[tuple[int, ...], ...]
"""A matrix, row by row: new coordinate k is the sum of the old ones times the numbers of row k. Of
a lattice whose `divisor` is not 1, these are so many times the numbers that are meant."""

Signed = tuple[tuple[Motion, int], ...]
"""Motions, each with its determinant: 1 for a turn, -1 for a mirror image."""

TILES, LINES, POLYGONS = "tiles", "lines", "polygons"
"""The ways to draw cells: as places of a grid, as segments of its lines, each by its corners."""


class Lattice:
    """A lattice whose cells are points, one beside another along the axes: what the others say.

    `name` is that of its cells, in the plural, and stands in puzzle files. Pieces are moved by
    multiples of `step`; where `even`, by an even number of them in all. `layer` is by how much the
    layers of what is drawn are apart. `square` says that cells touch as squares and cubes do,
    `sixfold` that the last two axes are 60 degrees apart. Cells that touch have `spots` that
    touch by an edge, or with a `spread` of 8 by a corner. `turning` is the least turn clockwise, of
    which `turns` make a whole one; `over` exchanges left and right. With a `divisor` other than 1
    the lattice has motions that map only some of its shapes onto cells. Puzzle files draw it where
    it is `typed`. `families` are what its pieces of one cell, of two and so on are called.

    Of cells drawn as polygons, `corners` are points (down, right) of whole numbers, and `axes` say
    how far such a step leads in a picture in which a cell has the size 1: a step to the right so
    far to the right; a step down so far to the right, and so far down. `around` are the steps to
    the neighbours, where they are not those of squares and cubes. In a drawing of characters
    a cell stands in a row at a `place`, the next of its row `apart` places further, and the next of
    its kind `period` places.
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
    over: Motion = ((1, 0), (0, -1))
    divisor = 1
    typed = True
    families: tuple[str, ...] = ()
    drawn = TILES
    axes = (1.0, 0.0, 1.0)
    apart = 1
    period = 1
    around: tuple[Cell, ...] = ()

    def __reduce__(self) -> str:
        # There is one of each, named in capitals where its class stands.
        return type(self).__name__.upper()

    def __repr__(self) -> str:
        return f"<Lattice {self.name}>"

    def isometries(self, dimensions: int) -> Signed:
        """Return all motions that map the lattice onto itself, the identity first; of one with a
        `divisor` also those that map just some shapes onto cells."""
        return signed_permutations(dimensions)

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the steps to the neighbours of a cell; of a cell in space those in its layer are
        enough, for the layers lie straight above one another then."""
        return self.around or _square(len(cell))

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Return the corners of a flat cell in turn; those that cells share are equal."""
        row, column = cell[-2:]
        return (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)

    def outline(self, cell: Cell, size: float) -> list[tuple[float, float]]:
        """Return the corners of a flat cell as x to the right and y down, in units of which a cell
        has `size`."""
        across, aside, down = self.axes
        return [(size * (across * x + aside * y), size * down * y) for y, x in self.corners(cell)]

    @property
    def inner(self) -> float:
        """The diameter of the largest circle in a cell, as a part of its size."""
        own = self.outline(self.cell_at(0, 0) or (0, 0), 1)
        x, y = (sum(axis) / len(own) for axis in zip(*own, strict=True))
        heights = [
            abs((c - a) * (b - y) - (a - x) * (d - b)) / hypot(c - a, d - b)
            for (a, b), (c, d) in zip(own, (*own[1:], own[0]), strict=True)
        ]
        return float(2 * min(heights))

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the place of a flat cell in a drawing of characters."""
        row, column = cell[-2:]
        return row, column

    def cell_at(self, row: int, place: int) -> Cell | None:
        """Return the flat cell that stands at a place of a drawing of characters, if one does."""
        return row, place

    def holds(self, cell: Cell) -> bool:
        """Return whether a point is a cell of the lattice."""
        return True

    def token_at(self, row: int, number: int) -> Cell | None:
        """Return the flat cell of the token of that number, from 0 on, in a row of tokens, if one
        stands there: of what has several places, each second row begins a place further."""
        return self.cell_at(row, number * self.apart + row % self.apart)

    def places(self, cells: Iterable[Cell]) -> dict[Cell, Cell]:
        """Return where each cell of a board stands in a drawing of characters: the row and the
        place in it, from 0 on, in space with the layer before them. For polygons, rows and places
        count from the first ones that have a cell. Places may begin one earlier, so that the first
        place of the first row has the kind of cell with which drawings in puzzle files begin."""
        found = {c: (*(x // self.layer for x in c[:-2]), *self.place(c)) for c in cells}
        if self.drawn != POLYGONS or not found:
            return found
        *above, left = (min(axis) for axis in zip(*found.values(), strict=True))
        low = (*above, left - (left - above[-1]) % (self.period // self.apart))
        return {c: tuple(map(sub, place, low)) for c, place in found.items()}

    def spots(self, cells: Iterable[Cell]) -> dict[Cell, Cell]:
        """Return the row and the column of each cell of a board as people count them in its
        drawing, from 0, where cells that lie above one another have one column; in space the layer
        goes before them."""
        found = self.places(cells)
        return {c: (*above, place // self.apart) for c, (*above, place) in found.items()}

    def motions(self, dimensions: int, turn: bool, flip: bool) -> tuple[Motion, ...]:
        """Return what a piece may do, the identity first. It turns in the plane of its rows and
        columns, and is turned over left to right; in space, one that may do both turns in every
        way. A flat piece that is turned over is its mirror image; in space none is mirrored."""
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
        """Return the quarter turn in space that tips what lies over its front edge, the last row;
        None where that is no motion of the lattice."""
        if dimensions != 3 or self.sixfold:
            return None
        d = self.divisor
        return (0, -d, 0), (d, 0, 0), (0, 0, d)

    def turned_over(self, dimensions: int) -> Motion:
        """Return the turn over left to right: in space it reverses the layers, too."""
        found = self.mirror(dimensions)
        if dimensions < 3:
            return found
        layer = dimensions - 3
        return (*found[:layer], tuple(-x for x in found[layer]), *found[layer + 1 :])

    def mirror(self, dimensions: int) -> Motion:
        """Return the exchange of left and right."""
        return self._in_plane(self.over, dimensions)

    def _in_plane(self, motion: Motion, dimensions: int) -> Motion:
        """The motion of rows and columns, which leaves the layers where they are."""
        own = tuple((*(0,) * (dimensions - 2), *row) for row in motion)
        whole = (*unit(dimensions)[:-2], *own)
        return tuple(tuple(self.divisor * x for x in row) for row in whole)

    def image(self, motion: Motion, cells: tuple[Cell, ...]) -> list[Cell] | None:
        """Return the cells after the motion, in their order; None where they are no cells then."""
        axes = list(zip(*cells, strict=True))
        if self.divisor == 1:
            return list(zip(*[_along(row, axes) for row in motion], strict=True))
        ways = [[x - axis[0] for x in axis] for axis in axes]
        images = [_along(row, ways) for row in motion]
        if any(x % self.divisor for image in images for x in image):
            return None
        whole = zip(*[[x // self.divisor for x in image] for image in images], strict=True)
        found = list(whole)
        return None if any(sum(way) % 2 for way in found) else found

    def coset(self, cell: Cell) -> Cell:
        """Return what all cells have in common onto which one cell of a piece can be moved."""
        own = tuple([x % self.step for x in cell])
        return (*own, sum([x // self.step for x in cell]) % 2) if self.even else own

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return the least moves of a piece along straight lines, each without its opposite one;
        none where it is not known over which cells a piece goes on its way."""
        axes = [tuple([self.step * x for x in row]) for row in unit(dimensions)]
        aslant = [(*axes[-2][:-1], -self.step)] if self.sixfold else []
        return tuple(axes + aslant)

    def swept(self, cell: Cell, way: Cell) -> list[Cell]:
        """Return over which cells a cell goes when it slides one of these ways, where it ends among
        them, as the steps to them."""
        last = tuple([x + y for x, y in zip(cell, way, strict=True)])
        met = {last}
        if any(way[-2:]):
            # It sweeps the hull of where it is before and after. Who is near is tried.
            hull = [*self.corners(cell), *self.corners(last)]
            for _ in range(2):
                met |= {other for own in met for other in self.neighbours(own)}
            met = {c for c in met if c[:-2] == cell[:-2] and _overlap(hull, self.corners(c))}
        return [tuple([x - y for x, y in zip(c, cell, strict=True)]) for c in met - {cell}]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells, were they on the board, that touch a cell along an edge (a face in
        space; of small parts of cubes, all that are near)."""
        beside = self.beside(cell)
        if len(beside[0]) < len(cell):
            upright = (self.layer, *(0,) * len(beside[0]))
            flat = [(0, *way) for way in beside]
            beside = (*flat, upright, tuple(-x for x in upright))
        return [tuple(x + y for x, y in zip(cell, way, strict=True)) for way in beside]


def unit(dimensions: int) -> Motion:
    """Return the motion that moves nothing."""
    return tuple(tuple(int(k == axis) for axis in range(dimensions)) for k in range(dimensions))


def moved(motion: Motion, cell: Cell) -> Cell:
    """Return the cell after the motion."""
    return tuple([sum(map(mul, row, cell)) for row in motion])


def _along(row: tuple[int, ...], axes: Sequence[Sequence[int]]) -> Sequence[int]:
    """Return a coordinate of all cells after a motion: whole axes at a time, for there are many."""
    terms = [
        axis if times == 1 else [times * x for x in axis]
        for times, axis in zip(row, axes, strict=True)
        if times
    ]
    return terms[0] if len(terms) == 1 else list(map(sum, zip(*terms, strict=True)))


def after(second: Motion, first: Motion) -> Motion:
    """Return the motion that does the one and then the other."""
    columns = list(zip(*first, strict=True))
    return tuple(tuple(sum(map(mul, row, column)) for column in columns) for row in second)


def _overlap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Return whether the hulls of points have more in common than points of their edges: whether no
    line through two points of one has the two on different sides."""
    for points in (one, other):
        for (a, b), (c, d) in combinations(points, 2):
            sides = [
                [(x - a) * (d - b) - (y - b) * (c - a) for x, y in own] for own in (one, other)
            ]
            if (a, b) != (c, d) and (
                max(sides[0]) <= min(sides[1]) or max(sides[1]) <= min(sides[0])
            ):
                return False
    return True


@cache
def signed_permutations(dimensions: int) -> Signed:
    """Return all motions that map the axes onto one another."""
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
def _square(dimensions: int) -> tuple[Cell, ...]:
    return tuple(
        tuple(way * (k == axis) for k in range(dimensions))
        for axis in range(dimensions)
        for way in (-1, 1)
    )
