"""Shapes as sets of cells of any dimension: drawings, orientations, connected parts.

A cell is a tuple of integers that ends with its row and column, in space preceded by its layer; the
lattice gives them their meaning (lattice.py). A shape is a sorted tuple of cells whose least
coordinates are 0 or, on a lattice with a `step` above 1, as small as its translations allow
(`normal`). Two sets of cells therefore have the same shape if and only if a translation of the
lattice maps one to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from calpuzzle.puzzle.lattice import Cell as Cell
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES

Shape = tuple[Cell, ...]


def normal(cells: Iterable[Cell], lattice: Lattice = SQUARES) -> Shape:
    """Return the cells as a shape: translated to least coordinates of 0, and sorted.

    Pieces move only by the steps of the lattice, so on a lattice with a `step` above 1 the least
    coordinates are below `step` instead of 0. If the lattice is `even`, that of the first axis may
    be one `step` larger.
    """
    return tuple(sorted(moved_to_origin(tuple(cells), lattice)))


def moved_to_origin(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """Return the cells translated as by `normal`, in their given order."""
    low = least(cells, lattice) if cells else ()
    if any(low):
        axes = zip(zip(*cells, strict=True), low, strict=True)
        cells = tuple(zip(*[[x - by for x in axis] for axis, by in axes], strict=True))
    return cells


def least(cells: Collection[Cell], lattice: Lattice = SQUARES) -> Cell:
    """Return the least coordinates of `cells`, rounded down to a translation of the lattice."""
    step = lattice.step
    low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
    if lattice.even and sum(low) // step % 2:
        low[0] -= step
    return tuple(low)


def from_drawing(rows: Iterable[str]) -> Shape:
    """Return the flat shape whose cells are the `#` of a drawing; empty if there is none."""
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    return normal(cells) if cells else ()


def drawing(shape: Shape) -> list[str]:
    """Return the rows of `#` and `.` from which `from_drawing` restores the shape."""
    height = 1 + max(row for row, _ in shape)
    width = 1 + max(column for _, column in shape)
    taken = set(shape)
    return [
        "".join("#" if (row, column) in taken else "." for column in range(width))
        for row in range(height)
    ]


def turned(shape: Shape) -> Shape:
    """Return a flat shape after a quarter turn clockwise."""
    return normal((column, -row) for row, column in shape)


def flipped(shape: Shape, lattice: Lattice = SQUARES) -> Shape:
    """Return the mirror image of a shape, with left and right exchanged."""
    image = lattice.image(lattice.mirror(len(shape[0])), shape)
    return normal(image or (), lattice)


def orientations(
    shape: Shape, turn: bool, flip: bool, lattice: Lattice = SQUARES
) -> tuple[Shape, ...]:
    """Return the distinct images of `shape` under the allowed motions, sorted.

    Two pieces are congruent under the allowed motions if and only if these tuples are equal.
    """
    allowed = lattice.motions(len(shape[0]), turn, flip)
    images = [lattice.image(motion, shape) for motion in allowed]
    return tuple(sorted({normal(image, lattice) for image in images if image}))


def count_components(cells: Collection[Cell], lattice: Lattice = SQUARES) -> int:
    """Return the number of connected parts of the cells; neighbours are those of the lattice."""
    unseen = set(cells)
    number = 0
    while unseen:
        number += 1
        stack = [unseen.pop()]
        while stack:
            for near in lattice.neighbours(stack.pop()):
                if near in unseen:
                    unseen.remove(near)
                    stack.append(near)
    return number


def place_name(cell: Cell, spots: Mapping[Cell, Cell]) -> str:
    """Return the place of a cell in English, counted from 1, such as `row 1, column 2`.

    In space the layer comes first. A cell that is only a number keeps it: (3,) is `cell 3`.
    `spots` are those of the board (Lattice.spots).
    """
    if len(cell) == 1:
        return f"cell {cell[0]}"
    *layers, row, column = (number + 1 for number in spots[cell])
    layer = f"layer {','.join(map(str, layers))}, " if layers else ""
    return f"{layer}row {row}, column {column}"
