"""Shapes as sets of cells of any dimension: drawings, motions, orientations, parts.

A cell is a tuple of whole numbers whose last two are its row and its column; in space its layer
goes before them. A shape is a sorted tuple of cells whose least coordinates are 0, so that two
shapes are equal exactly when one is the other moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import permutations, product
from operator import sub

Cell = tuple[int, ...]
Shape = tuple[Cell, ...]
Motion = tuple[tuple[int, int], ...]
"""A signed permutation of the axes: new coordinate k is sign times old coordinate axis."""


def normal(cells: Iterable[Cell], step: int = 1) -> Shape:
    """The cells moved so that the least coordinate of each axis is 0, sorted; by multiples of
    `step` only, so that it is below `step` where that is more than 1."""
    cells = tuple(cells)
    low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
    if any(low):
        cells = tuple([tuple(map(sub, cell, low)) for cell in cells])
    return tuple(sorted(cells))


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


@cache
def signed_permutations(dimensions: int) -> tuple[tuple[Motion, int], ...]:
    """All motions that map the axes onto one another, each with its determinant: 1 for a turn, -1
    for a mirror image."""
    found = []
    for axes in permutations(range(dimensions)):
        swaps = sum(a > b for i, a in enumerate(axes) for b in axes[i + 1 :])
        for signs in product((1, -1), repeat=dimensions):
            sign = (-1) ** (swaps + signs.count(-1))
            found.append((tuple(zip(axes, signs, strict=True)), sign))
    return tuple(found)


@cache
def motions(dimensions: int, turn: bool, flip: bool) -> tuple[Motion, ...]:
    """What a piece may do. It turns by quarters in the plane of its rows and columns, and is
    turned over left to right; in space, one that may do both turns in every way. A flat piece
    that is turned over is its mirror image; in space no piece is ever mirrored."""
    still = tuple((axis, 1) for axis in range(dimensions))
    if turn:
        every = signed_permutations(dimensions)
        if flip:
            return tuple(m for m, sign in every if sign == 1 or dimensions == 2)
        return tuple(m for m, sign in every if sign == 1 and m[:-2] == still[:-2])
    # In space the layers, too, come out in the opposite order.
    mirrored = (dimensions - 3, dimensions - 1)
    over = tuple((axis, -1 if axis in mirrored else 1) for axis in range(dimensions))
    return (still, over) if flip else (still,)


def moved(motion: Motion, cell: Cell) -> Cell:
    """The cell after the motion."""
    return tuple([sign * cell[axis] for axis, sign in motion])


def turned(shape: Shape) -> Shape:
    """A flat shape after a quarter turn clockwise."""
    return normal((column, -row) for row, column in shape)


def flipped(shape: Shape, step: int = 1) -> Shape:
    """A shape mirrored: left and right are exchanged."""
    return normal(((*cell[:-1], -cell[-1]) for cell in shape), step)


def orientations(shape: Shape, turn: bool, flip: bool, step: int = 1) -> tuple[Shape, ...]:
    """The different shapes that the allowed motions make of `shape`, sorted.

    Two pieces are congruent under the motions they may make exactly when these tuples are equal.
    """
    allowed = motions(len(shape[0]), turn, flip)
    found = {normal([moved(motion, cell) for cell in shape], step) for motion in allowed}
    return tuple(sorted(found))


def parts(cells: Collection[Cell]) -> int:
    """How many parts the cells fall into when they hold together along edges (faces in space)."""
    left = set(cells)
    number = 0
    while left:
        number += 1
        stack = [left.pop()]
        while stack:
            for near in neighbours(stack.pop()):
                if near in left:
                    left.remove(near)
                    stack.append(near)
    return number


def place_name(cell: Cell) -> str:
    """A cell in words: `row 1, column 2`, in space `layer 0, row 1, column 2`; `cell 3` where
    cells are but numbers."""
    if len(cell) == 1:
        return f"cell {cell[0]}"
    *layers, row, column = cell
    layer = f"layer {','.join(map(str, layers))}, " if layers else ""
    return f"{layer}row {row}, column {column}"


def neighbours(cell: Cell) -> list[Cell]:
    """The cells that share an edge (a face in space) with a cell."""
    return [
        (*cell[:axis], cell[axis] + way, *cell[axis + 1 :])
        for axis in range(len(cell))
        for way in (-1, 1)
    ]
