"""All solutions of a small puzzle, straight from the definition of a Model.

Shares no code with the lowering, the engines or the checker, and knows nothing of exact cover:
every piece is laid in every way, one after another, and then the cells are looked at. Motions are
not matrices, as in shapes.py, nor repeated until nothing new comes, as in checker.py: flat pieces
are multiplied by complex numbers (of hexagons and triangles by those of Eisenstein), solid ones are
turned about one axis after another.

A solution is a set of (kind, cells), which leaves open what is no piece. The kind of a piece is all
that its motions make of it where pieces are interchangeable, else its number in the puzzle.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell

Cells = frozenset[Cell]
Solution = frozenset[tuple[Hashable, Cells]]
Marked = frozenset[tuple[Cell, int]]
"""Cells with their colours."""


def _flat(cell: Cell, mirrored: bool, quarter: complex) -> Cell:
    z = complex(-cell[1] if mirrored else cell[1], cell[0]) * quarter
    return (int(z.imag), int(z.real))


def _sixfold(cell: Cell, mirrored: bool, sixths: int) -> Cell:
    """The cell as a number of Eisenstein, column + row w, of which w^2 = w - 1."""
    column, row = cell[1], cell[0]
    if mirrored:
        column, row = -column - row, row  # left and right exchanged
    for _ in range(sixths):
        column, row = -row, column + row
    return (row, column)


def _about(cell: Cell, one: int, other: int, quarters: int) -> Cell:
    """The cell turned in the plane of two axes."""
    found = list(cell)
    for _ in range(quarters):
        found[one], found[other] = found[other], -found[one]
    return tuple(found)


def _solid(cell: Cell, a: int, b: int, c: int) -> Cell:
    return _about(_about(_about(cell, 1, 2, a), 0, 2, b), 1, 2, c)


def _images(piece: Piece, cells: tuple[Cell, ...], sixths: bool = False) -> Iterator[list[Cell]]:
    """What the motions of a piece make of the cells, in their order."""
    quarters = range(4) if piece.turn else range(1)
    if sixths:
        for mirrored in (False, True) if piece.flip else (False,):
            for turns in range(6) if piece.turn else range(1):
                yield [_sixfold(cell, mirrored, turns) for cell in cells]
    elif len(cells[0]) == 2:
        for mirrored in (False, True) if piece.flip else (False,):
            for quarter in quarters:
                yield [_flat(cell, mirrored, 1j**quarter) for cell in cells]
    elif piece.turn and piece.flip:
        for angles in product(range(4), repeat=3):
            yield [_solid(cell, *angles) for cell in cells]
    else:
        for quarter in quarters:
            yield [_about(cell, 1, 2, quarter) for cell in cells]
        if piece.flip:  # half a turn about the axis of the rows
            yield [(-layer, row, -column) for layer, row, column in cells]


def motions(model: Model, piece: Piece) -> frozenset[Marked]:
    """What the motions make of all sides of a piece, moved near the origin."""
    step = model.step
    found = set()
    for number, side in enumerate(piece.sides):
        marks = piece.colours[number] if model.board.colours else (0,) * len(side)
        for cells in _images(piece, side, model.lattice.sixfold):
            low = [min(axis) // step * step for axis in zip(*cells, strict=True)]
            at = [tuple(x - base for x, base in zip(cell, low, strict=True)) for cell in cells]
            found.add(frozenset(zip(at, marks, strict=True)))
    return frozenset(found)


def kind(model: Model, number: int) -> Hashable:
    piece = model.pieces[number]
    if not model.interchangeable:
        return number
    return piece.ways if model.board.bare else motions(model, piece)


def lies(model: Model, piece: Piece) -> list[Cells]:
    """All sets of cells of the board that a piece can cover."""
    board = model.board
    if board.bare:
        return [frozenset(board.cells[k] for k in way) for way in piece.ways]
    there = dict(zip(board.cells, board.colours or [0] * len(board.cells), strict=True))
    step = model.step
    axes = [
        [x for x in range(min(axis) - step + 1, max(axis) + 1) if x % step == 0]
        for axis in zip(*board.cells, strict=True)
    ]
    found = set()
    for shown in motions(model, piece):
        for shift in product(*axes):
            laid = {
                tuple(x + d for x, d in zip(cell, shift, strict=True)): mark for cell, mark in shown
            }
            if all(there.get(cell, -1) == mark for cell, mark in laid.items()):
                found.add(frozenset(laid))
    return sorted(found, key=sorted)


def solutions(model: Model, labels: tuple[str, ...] = ()) -> set[Solution]:
    board = model.board
    optional = frozenset(board.cells[k] for k in board.optional)
    to_fill = frozenset(
        cell for k, cell in enumerate(board.cells) if not labels or board.labels[k] not in labels
    )
    ways = [lies(model, piece) for piece in model.pieces]
    kinds = [kind(model, number) for number in range(len(model.pieces))]
    found: set[Solution] = set()

    def lay(
        number: int, used: int, start: int, free: Cells, laid: tuple[tuple[Hashable, Cells], ...]
    ) -> None:
        """Lay more of a piece, of its ways from `start` on, and then of the next ones."""
        if number == len(ways):
            if free <= optional:
                found.add(frozenset(laid))
            return
        if used >= model.pieces[number].least:
            lay(number + 1, 0, 0, free, laid)
        if used < model.pieces[number].most:
            for at, way in enumerate(ways[number][start:], start):
                if way <= free:
                    lay(number, used + 1, at + 1, free - way, (*laid, (kinds[number], way)))

    lay(0, 0, 0, to_fill, ())
    return found


def instances(model: Model) -> list[tuple[str, ...]]:
    """The labels of every instance, in the order of the array of counts."""
    return list(product(*(group.labels for group in model.groups)))


def counts(model: Model) -> list[int]:
    return [len(solutions(model, opened(model, labels))) for labels in instances(model)]


def opened(model: Model, labels: tuple[str, ...]) -> tuple[str, ...]:
    """What is printed on the cells that stay uncovered; a text with no label where none does."""
    found: list[str] = []
    for group, label in zip(model.groups, labels, strict=True):
        found += group.parts[group.labels.index(label)] if group.parts else [label]
    return (*found, "no label") if model.groups else ()


def read_back(lowered: Lowering, options: tuple[int, ...]) -> Solution:
    """A solution of an engine, in the form of the definition; labels are left out."""
    number = {piece.name: k for k, piece in enumerate(lowered.model.pieces)}
    found = []
    for option in options:
        index = lowered.class_of(option)
        if index >= 0:
            own = kind(lowered.model, number[lowered.classes[index].name])
            found.append((own, frozenset(lowered.cells_of(option))))
    assert len(set(found)) == len(found)
    return frozenset(found)
