"""The motions of lattices, of pieces and of boards, by their definition.

It shares no code with lattice.py: flat cells are multiplied by complex numbers (for hexagons and
triangles by Eisenstein integers), and solid ones are turned about one axis after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from operator import mul

from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell

Marked = frozenset[tuple[Cell, int]]
"""Cells with their colours."""

STEPS = {"sticks": 2, "triangles": 3, "rhombic tetrahedra": 5, "tetrahedra and octahedra": 6}
"""By what pieces are moved, where that is not 1."""
EVEN = "tetrahedra and octahedra"  # moved by so many steps in all
SIXFOLD = ("hexagons", "triangles")
FLAT = ("squares", "sticks", *SIXFOLD)
"""The lattices of which a board of one layer is flat, with a front and a back."""

Motion = Callable[[Cell], Cell]
Rows = tuple[tuple[int, ...], ...]
"""The images of a motion's unit vectors, coordinate by coordinate."""


def _squared(quarters: int, mirrored: bool) -> Motion:
    """Take cells for complex numbers."""

    def motion(cell: Cell) -> Cell:
        image = complex(-cell[-1] if mirrored else cell[-1], cell[-2]) * 1j**quarters
        return (*cell[:-2], round(image.imag), round(image.real))

    return motion


def _sixfold(sixths: int, mirrored: bool, up: int = 1) -> Motion:
    """Take cells for numbers of Eisenstein, column + row w, of which w^2 = w - 1."""

    def motion(cell: Cell) -> Cell:
        column, row = cell[-1], cell[-2]
        if mirrored:
            column, row = -column - row, row  # left and right exchanged
        for _ in range(sixths):
            column, row = -row, column + row
        return (*(up * layer for layer in cell[:-2]), row, column)

    return motion


def _about(cell: Cell, one: int, other: int, quarters: int) -> Cell:
    """Return the cell turned in the plane of two axes."""
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
    """Half a turn about the axis of the rows."""
    return -cell[0], cell[1], -cell[2]


def _half_turn(axis: Cell, then: Motion) -> Motion:
    """Half a turn about a long diagonal of a cube, and then another motion: of thrice the cell."""

    def motion(cell: Cell) -> Cell:
        along = sum(x * a for x, a in zip(cell, axis, strict=True))
        return then(tuple(2 * along * a - 3 * x for x, a in zip(cell, axis, strict=True)))

    return motion


DIAGONALS = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1))


def _every(lattice: str, dimensions: int, mirrored: bool) -> Iterator[Motion]:
    """All motions of a lattice that are mirror images, or none."""
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
    """What a piece may do: a flat one that is turned over is mirrored, a solid one is turned."""
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
    """Motions as what they make of the unit vectors, each once: they are linear."""
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
    """What motions make of cells, in their order, where these are cells again."""
    first = cells[0]
    for rows in motions:
        times = max(map(sum, (map(abs, row) for row in rows)))
        if times <= 2:  # not of three times the cell
            yield [tuple([sum(map(mul, row, cell)) for row in rows]) for cell in cells]
            continue
        ways = [[x - y for x, y in zip(cell, first, strict=True)] for cell in cells]
        thrice = [[sum(map(mul, row, way)) for row in rows] for way in ways]
        if not any(x % 3 for way in thrice for x in way):
            found = [tuple([x // 3 for x in way]) for way in thrice]
            if not any(sum(way) % 2 for way in found):
                yield found


def near(lattice: str, cells: list[Cell]) -> list[Cell]:
    """Return the cells moved near the origin, as pieces of the lattice can be moved."""
    step = STEPS.get(lattice, 1)
    low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
    if lattice == EVEN and sum(low) // step % 2:
        low[0] -= step
    return [tuple(x - base for x, base in zip(cell, low, strict=True)) for cell in cells]


def motions(model: Model, piece: Piece) -> frozenset[Marked]:
    """Return what the motions make of all sides of a piece, moved near the origin."""
    lattice = model.lattice.name
    found = set()
    for number, side in enumerate(piece.sides):
        marks = piece.colours[number] if model.board.colours else (0,) * len(side)
        rows = _piece_rows(lattice, len(side[0]), piece.turn, piece.flip)
        for cells in _images(side, rows):
            found.add(frozenset(zip(near(lattice, cells), marks, strict=True)))
    return frozenset(found)


def board_motions(model: Model, mirrors: bool) -> Iterator[dict[Cell, Cell]]:
    """Return where each motion of the board onto itself takes its cells; mirror images too, or
    turns alone: of a flat board, which has a front and a back, those in its plane."""
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
