"""The motions of lattices, pieces and boards, by definition.

This module shares no code with lattice.py. It multiplies flat cells by complex numbers (for
hexagons and triangles by Eisenstein integers), and turns solid cells about one axis after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from operator import mul

from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell

Marked = frozenset[tuple[Cell, int]]
"""Cells and their colours."""

STEPS = {"sticks": 2, "triangles": 3, "rhombic tetrahedra": 5, "tetrahedra and octahedra": 6}
"""The multiples by which pieces are translated on a lattice, if these are not 1."""
EVEN = "tetrahedra and octahedra"  # translations take an even number of steps in all
SIXFOLD = ("hexagons", "triangles")
FLAT = ("squares", "sticks", *SIXFOLD)
"""The lattices on which a board of one layer is flat, with a front and a back."""

Motion = Callable[[Cell], Cell]
Rows = tuple[tuple[int, ...], ...]
"""The matrix of a linear motion."""


def _squared(quarters: int, mirrored: bool) -> Motion:
    """Return a motion of squares: turns by quarters, after a mirror image if `mirrored`."""

    def motion(cell: Cell) -> Cell:
        image = complex(-cell[-1] if mirrored else cell[-1], cell[-2]) * 1j**quarters
        return (*cell[:-2], round(image.imag), round(image.real))

    return motion


def _sixfold(sixths: int, mirrored: bool, up: int = 1) -> Motion:
    """Return turns by sixths. A cell is the Eisenstein integer column + row w, w^2 = w - 1."""

    def motion(cell: Cell) -> Cell:
        column, row = cell[-1], cell[-2]
        if mirrored:
            column, row = -column - row, row  # left and right exchanged
        for _ in range(sixths):
            column, row = -row, column + row
        return (*(up * layer for layer in cell[:-2]), row, column)

    return motion


def _about(cell: Cell, one: int, other: int, quarters: int) -> Cell:
    """Return a cell turned in the plane of two axes."""
    found = list(cell)
    for _ in range(quarters):
        found[one], found[other] = found[other], -found[one]
    return tuple(found)


def _solid(angles: Sequence[int], mirrored: bool) -> Motion:
    a, b, c = angles

    def motion(cell: Cell) -> Cell:
        cell = tuple(-x for x in cell) if mirrored else cell
        return _about(_about(_about(cell, 1, 2, a), 0, 2, b), 1, 2, c)

    return motion


def _turned_over(cell: Cell) -> Cell:
    """Return a cell turned by half a turn about the axis of the rows."""
    return -cell[0], cell[1], -cell[2]


def _half_turn(axis: Cell, then: Motion) -> Motion:
    """Return half a turn about a diagonal of a cube, followed by `then`. Images are tripled."""

    def motion(cell: Cell) -> Cell:
        along = sum(x * a for x, a in zip(cell, axis, strict=True))
        return then(tuple(2 * along * a - 3 * x for x, a in zip(cell, axis, strict=True)))

    return motion


DIAGONALS = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1))


def _every(lattice: str, dimensions: int, mirrored: bool) -> Iterator[Motion]:
    """Yield the motions of a lattice: the mirror images if `mirrored`, otherwise the others."""
    if lattice in SIXFOLD:
        for turn in range(6):
            yield _sixfold(turn, mirrored)
            if dimensions == 3:
                yield _sixfold(turn, not mirrored, -1)
    elif dimensions == 2:
        yield from (_squared(turn, mirrored) for turn in range(4))
    else:
        cube = [_solid(angles, mirrored) for angles in product(range(4), repeat=3)]
        yield from cube
        if lattice == "spheres":
            yield from (_half_turn(axis, own) for axis in DIAGONALS for own in cube)


def _of_piece(lattice: str, dimensions: int, turn: bool, flip: bool) -> Iterator[Motion]:
    """Yield the motions of a piece. Turning over mirrors a flat piece, but turns a solid one."""
    if dimensions == 3 and turn and flip:
        yield from _every(lattice, 3, False)
        return
    plane = _sixfold if lattice in SIXFOLD else _squared
    for k in range(6 if lattice in SIXFOLD else 4) if turn else range(1):
        yield plane(k, False)
        if flip and dimensions == 2:
            yield plane(k, True)
    if flip and dimensions == 3:
        yield _sixfold(0, True, -1) if lattice in SIXFOLD else _turned_over


def _rows(motions: Iterable[Motion], dimensions: int) -> tuple[Rows, ...]:
    """Return the matrices of motions, each once. All motions are linear."""
    units = [tuple(int(k == axis) for k in range(dimensions)) for axis in range(dimensions)]
    images = (zip(*map(motion, units), strict=True) for motion in motions)
    return tuple({tuple(rows): None for rows in images})


@cache
def _piece_rows(lattice: str, dimensions: int, turn: bool, flip: bool) -> tuple[Rows, ...]:
    return _rows(_of_piece(lattice, dimensions, turn, flip), dimensions)


@cache
def _board_rows(lattice: str, dimensions: int, mirrored: bool) -> tuple[Rows, ...]:
    return _rows(_every(lattice, dimensions, mirrored), dimensions)


def _images(cells: Sequence[Cell], motions: Iterable[Rows]) -> Iterator[list[Cell]]:
    """Yield the images of cells under each motion that takes them to cells, in the same order."""
    first = cells[0]
    for rows in motions:
        times = max(map(sum, (map(abs, row) for row in rows)))
        if times <= 2:  # the motion does not triple its images
            yield [tuple([sum(map(mul, row, cell)) for row in rows]) for cell in cells]
            continue
        ways = [[x - y for x, y in zip(cell, first, strict=True)] for cell in cells]
        thrice = [[sum(map(mul, row, way)) for row in rows] for way in ways]
        if not any(x % 3 for way in thrice for x in way):
            found = [tuple([x // 3 for x in way]) for way in thrice]
            if not any(sum(way) % 2 for way in found):
                yield found


def near(lattice: str, cells: list[Cell]) -> list[Cell]:
    """Return cells translated to near the origin, as far as the lattice permits."""
    step = STEPS.get(lattice, 1)
    low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
    if lattice == EVEN and sum(low) // step % 2:
        low[0] -= step
    return [tuple(x - base for x, base in zip(cell, low, strict=True)) for cell in cells]


def motions(model: Model, piece: Piece) -> frozenset[Marked]:
    """Return the orientations of all sides of a piece, translated to near the origin."""
    lattice = model.lattice.name
    found = set()
    for number, side in enumerate(piece.sides):
        marks = piece.colours[number] if model.board.colours else (0,) * len(side)
        rows = _piece_rows(lattice, len(side[0]), piece.turn, piece.flip)
        for cells in _images(side, rows):
            found.add(frozenset(zip(near(lattice, cells), marks, strict=True)))
    return frozenset(found)


def board_motions(model: Model, mirrors: bool) -> Iterator[dict[Cell, Cell]]:
    """Yield the images of the cells under each motion of the board onto itself; with `mirrors`,
    also under mirror images. A flat board has a front and a back, so it is not turned over."""
    lattice, cells = model.lattice.name, model.board.cells
    points = cells
    if lattice in SIXFOLD:
        points = tuple(c[-2:] for c in cells) if len({c[:-2] for c in cells}) == 1 else cells
    elif lattice in FLAT:
        wide = [k for k, axis in enumerate(zip(*cells, strict=True)) if len({*axis}) > 1]
        narrow = [k for k in reversed(range(len(cells[0]))) if k not in wide]
        axes = sorted(wide + narrow[: max(0, 2 - len(wide))])
        points = tuple(tuple(cell[k] for k in axes) for cell in cells)
    back = dict(zip(points, cells, strict=True))
    seen = set()
    for mirrored in (False, True) if mirrors else (False,):
        for images in _images(points, _board_rows(lattice, len(points[0]), mirrored)):
            step = STEPS.get(lattice, 1)
            shift = [
                min(axis) - min(other)
                for axis, other in zip(
                    zip(*points, strict=True), zip(*images, strict=True), strict=True
                )
            ]
            steps = sum(shift) // step
            if any(x % step for x in shift) or (lattice == EVEN and steps % 2):
                continue
            at = [tuple(x + d for x, d in zip(own, shift, strict=True)) for own in images]
            if {*at} == {*points} and (*at,) not in seen:
                seen.add((*at,))
                yield {back[a]: back[b] for a, b in zip(points, at, strict=True)}
