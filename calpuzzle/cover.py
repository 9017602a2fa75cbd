"""The lowering: a puzzle becomes an exact cover problem that the engines solve.

Items are the cells, the piece classes (with multiplicity) and the groups; an option is one
placement of a piece, or one label of a group left uncovered, which is a one-cell piece that may
lie on its own group's cells only. A solution is a set of options that covers every cell and
every group once, and uses each class as often as it has pieces.

Two orders are fixed here, and every engine keeps them:

* Cells are numbered along the scan: the order in which a search fills them. The board is laid so
  that the lines are short and the cramped end comes first, which keeps the frontier short and
  brings dead ends early.
* Options are numbered by their lowest cell, then pieces before labels, then by class and cells.
  A solution, as its option numbers in rising order, is therefore what a search meets that always
  fills the lowest empty cell; and solutions are listed in lexicographic order of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

from calpuzzle.model import Group, Model, Piece
from calpuzzle.shapes import Cell, Shape, lying


class PieceClass(NamedTuple):
    """Pieces that are congruent under the motions they may make, and so interchangeable."""

    names: tuple[str, ...]
    orientations: tuple[Shape, ...]

    @property
    def size(self) -> int:
        """Cells of one piece."""
        return len(self.orientations[0])

    @property
    def copies(self) -> int:
        """How many pieces the class has."""
        return len(self.names)


class Option(NamedTuple):
    """A placement, or a label left uncovered.

    `cells` are cell numbers, rising. `piece` is the class number, or -1 for a label; `group` is
    the group number, or -1 for a placement; `instance` is what the label adds to the number of
    the instance (the flat index into the counts), 0 for a placement.
    """

    cells: tuple[int, ...]
    piece: int
    group: int = -1
    instance: int = 0


class Cover:
    """The exact cover problem of a puzzle.

    `cells[i]` is the (row, column) of cell i on the board drawing; `places[i]` is its (line,
    place in the line) in the frame that the scan runs along, `frame` the frame's (lines, places a
    line). `shape` gives the number of labels of each group; an instance is an index into an array
    of that shape, flattened in C order.
    """

    def __init__(self, model: Model) -> None:
        self.groups: tuple[Group, ...] = model.groups
        self.shape = model.shape
        self.classes = piece_classes(model.pieces)
        self.cells, self.places, self.frame = scan(model.board.cells)
        self.number = {cell: i for i, cell in enumerate(self.cells)}
        self.label_cells = tuple(
            tuple(self.number[model.board.labels[label]] for label in group.labels)
            for group in model.groups
        )
        self.options = tuple(sorted(self._placements() + self._labels(), key=_rank))
        # What engines have made of this Cover and want to find again, by their names.
        self.kept: dict[str, object] = {}

    @property
    def instances(self) -> int:
        """How many instances (dates) there are; 1 for a puzzle without groups."""
        return prod(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        """What one label of each group adds to the number of an instance."""
        strides, step = [], 1
        for size in reversed(self.shape):
            strides.append(step)
            step *= size
        return tuple(reversed(strides))

    @property
    def length(self) -> int:
        """Options in a solution of the sweep: all pieces, and one label a group."""
        return sum(piece.copies for piece in self.classes) + len(self.groups)

    @cached_property
    def buckets(self) -> tuple[int, ...]:
        """Where the options of each lowest cell begin: bucket i is options[buckets[i]:
        buckets[i + 1]]."""
        starts = [0] * (len(self.cells) + 1)
        for option in self.options:
            starts[option.cells[0] + 1] += 1
        for i in range(len(self.cells)):
            starts[i + 1] += starts[i]
        return tuple(starts)

    def label_numbers(self, instance: int) -> tuple[int, ...]:
        """Which label of each group stays uncovered in the instance."""
        numbers = []
        for stride in self.strides:
            index, instance = divmod(instance, stride)
            numbers.append(index)
        return tuple(numbers)

    def uncovered(self, instance: int) -> tuple[int, ...]:
        """The cell that each group leaves uncovered in the instance."""
        indices = self.label_numbers(instance)
        return tuple(cells[k] for cells, k in zip(self.label_cells, indices, strict=True))

    def _placements(self) -> list[Option]:
        number = self.number
        return [
            Option(tuple(sorted([number[cell] for cell in covered])), index)
            for index, piece in enumerate(self.classes)
            for shape in piece.orientations
            for covered in lying(shape, number)
        ]

    def _labels(self) -> list[Option]:
        return [
            Option((cell,), -1, group, k * stride)
            for group, (cells, stride) in enumerate(
                zip(self.label_cells, self.strides, strict=True)
            )
            for k, cell in enumerate(cells)
        ]


def piece_classes(pieces: tuple[Piece, ...]) -> tuple[PieceClass, ...]:
    """The pieces, those that are interchangeable taken together, in the order of the puzzle."""
    names: dict[tuple[Shape, ...], list[str]] = {}
    for piece in pieces:
        names.setdefault(piece.orientations, []).extend(piece.names)
    return tuple(PieceClass(tuple(own), shapes) for shapes, own in names.items())


def _rank(option: Option) -> tuple[int, bool, int, tuple[int, ...]]:
    return option.cells[0], option.piece < 0, option.piece, option.cells


class Scan(NamedTuple):
    """The cells in scan order, their places (line, place in the line) in the frame, and the
    frame's size (lines, places a line)."""

    cells: tuple[Cell, ...]
    places: tuple[Cell, ...]
    frame: tuple[int, int]


def scan(board: Sequence[Cell]) -> Scan:
    """The order in which to fill the cells.

    Of the eight ways to lay the board, take one with the shortest lines; of these one whose first
    lines have the fewest cells; of these one whose last lines begin with their holes.
    """
    # Lines at the edge that have no cell take no place in the frame.
    top = min(row for row, _ in board)
    left = min(column for _, column in board)
    height = 1 + max(row for row, _ in board) - top
    width = 1 + max(column for _, column in board) - left
    ways = product((False, True), repeat=3)
    laid = [_laid(board, (top, left), (height, width), *way) for way in ways]
    return min(laid, key=_cost)


def _laid(
    board: Sequence[Cell],
    corner: Cell,
    size: tuple[int, int],
    across: bool,
    upside_down: bool,
    mirrored: bool,
) -> Scan:
    """The board laid in one of the eight ways: its lines are its columns or its rows, each in
    either direction."""
    lines, length = size[::-1] if across else size
    laid = []
    for row, column in board:
        line, place = row - corner[0], column - corner[1]
        if across:
            line, place = place, line
        line = lines - 1 - line if upside_down else line
        place = length - 1 - place if mirrored else place
        laid.append(((line, place), (row, column)))
    laid.sort()
    return Scan(tuple(cell for _, cell in laid), tuple(at for at, _ in laid), (lines, length))


def _cost(laid: Scan) -> tuple[int, list[int], list[int]]:
    lines, length = laid.frame
    sizes, late = [0] * lines, [0] * lines
    for line, place in laid.places:
        sizes[line] += 1
        late[line] -= place
    return length, sizes, late[::-1]
