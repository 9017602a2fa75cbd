"""Shapes as sets of cells of any dimension: drawings, orientations, parts.

A cell is a tuple of whole numbers whose last two are its row and its column; in space its layer
goes before them; lattice.py says what lies there. A shape is a sorted tuple of cells whose least
coordinates are 0, so that two shapes are equal exactly when one is the other moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from calpuzzle.puzzle.lattice import Cell as Cell
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES

Shape = tuple[Cell, ...]


def normal(cells: Iterable[Cell], lattice: Lattice = SQUARES) -> Shape:
    """The cells moved so that the least coordinate of each axis is 0, sorted; as pieces are moved
    on the lattice only, so that it is below the `step` of one where that is more than 1."""
    return tuple(sorted(at_home(tuple(cells), lattice)))


def at_home(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """The cells moved likewise, in their order."""
    low = least(cells, lattice) if cells else ()
    if any(low):
        axes = zip(zip(*cells, strict=True), low, strict=True)
        cells = tuple(zip(*[[x - by for x in axis] for axis, by in axes], strict=True))
    return cells


def least(cells: Collection[Cell], lattice: Lattice = SQUARES) -> Cell:
    """The least coordinates of cells, as far as pieces are moved on the lattice."""
    step = lattice.step
    low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
    if lattice.even and sum(low) // step % 2:
        low[0] -= step
    return tuple(low)


def from_drawing(rows: Iterable[str]) -> Shape:
    """The flat shape whose cells are the `#` of a drawing; empty where there is none."""
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    return normal(cells) if cells else ()


def drawing(shape: Shape) -> list[str]:
    """The rows of `#` and `.` that `from_drawing` reads back."""
    height = 1 + max(row for row, _ in shape)
    width = 1 + max(column for _, column in shape)
    taken = set(shape)
    return [
        "".join("#" if (row, column) in taken else "." for column in range(width))
        for row in range(height)
    ]


def turned(shape: Shape) -> Shape:
    """A flat shape after a quarter turn clockwise."""
    return normal((column, -row) for row, column in shape)


def flipped(shape: Shape, lattice: Lattice = SQUARES) -> Shape:
    """A shape mirrored: left and right are exchanged."""
    image = lattice.image(lattice.mirror(len(shape[0])), shape)
    return normal(image or (), lattice)


def orientations(
    shape: Shape, turn: bool, flip: bool, lattice: Lattice = SQUARES
) -> tuple[Shape, ...]:
    """The different shapes that the allowed motions make of `shape`, sorted.

    Two pieces are congruent under the motions they may make exactly when these tuples are equal.
    """
    allowed = lattice.motions(len(shape[0]), turn, flip)
    images = [lattice.image(motion, shape) for motion in allowed]
    return tuple(sorted({normal(image, lattice) for image in images if image}))


def parts(cells: Collection[Cell], lattice: Lattice = SQUARES) -> int:
    """Return how many parts the cells fall into, which hold together along edges (faces)."""
    left = set(cells)
    number = 0
    while left:
        number += 1
        stack = [left.pop()]
        while stack:
            for near in lattice.neighbours(stack.pop()):
                if near in left:
                    left.remove(near)
                    stack.append(near)
    return number


def place_name(cell: Cell, spots: Mapping[Cell, Cell]) -> str:
    """A cell in English words, counted from 1: `row 1, column 2`, in space `layer 1, row 1, column
    2`; `cell 3` where cells are but numbers. `spots` are those of its board."""
    if len(cell) == 1:
        return f"cell {cell[0]}"
    *layers, row, column = (number + 1 for number in spots[cell])
    layer = f"layer {','.join(map(str, layers))}, " if layers else ""
    return f"{layer}row {row}, column {column}"
