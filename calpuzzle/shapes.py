"""Polyominoes as sets of unit squares: reading a drawing, turning, turning over, congruence.

A shape is a sorted tuple of (row, column) pairs whose least row and least column are 0, so that
two shapes are equal exactly when one is the other moved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

Cell = tuple[int, int]
Shape = tuple[Cell, ...]


def normal(cells: Iterable[Cell]) -> Shape:
    """The cells moved so that the least row and the least column are 0, sorted."""
    cells = tuple(cells)
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def from_drawing(rows: Iterable[str]) -> Shape:
    """The shape whose cells are the `#` of a drawing; empty where there is none."""
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


def turned(cells: Iterable[Cell]) -> Shape:
    """The shape after a quarter turn clockwise."""
    return normal((column, -row) for row, column in cells)


def flipped(cells: Iterable[Cell]) -> Shape:
    """The shape turned over, its left and right exchanged."""
    return normal((row, -column) for row, column in cells)


def orientations(shape: Shape, turn: bool, flip: bool) -> tuple[Shape, ...]:
    """The different shapes that the allowed motions make of `shape`, sorted.

    Without `turn` a piece that may be flipped is turned over left to right only. Two pieces are
    congruent under the motions they may make exactly when these tuples are equal.
    """
    found = {shape}
    if flip:
        found.add(flipped(shape))
    if turn:
        for start in tuple(found):
            for _ in range(3):
                start = turned(start)
                found.add(start)
    return tuple(sorted(found))


def lying(shape: Shape, cells: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The cells that the shape covers, moved but not turned, in each way to lie within `cells`
    (best a set or a dict)."""
    (row0, column0), rest = shape[0], shape[1:]
    offsets = [(r - row0, c - column0) for r, c in rest]
    for row, column in cells:
        covered = [(row, column)]
        for down, right in offsets:
            cell = (row + down, column + right)
            if cell not in cells:
                break
            covered.append(cell)
        else:
            yield tuple(covered)


def parts(cells: Iterable[Cell]) -> int:
    """How many parts the cells fall into when squares hold together along edges."""
    left = set(cells)
    number = 0
    while left:
        number += 1
        stack = [left.pop()]
        while stack:
            row, column = stack.pop()
            for near in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if near in left:
                    left.remove(near)
                    stack.append(near)
    return number
