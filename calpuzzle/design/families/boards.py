"""The boards of a frame for given pieces: a rectangle without cells that are taken off at its rim.

As many cells are taken off as the pieces, and an open label of each group, leave over. What is left
holds together and reaches all four sides, for else it is a board of a smaller frame. The labels
lie in reading order, one group behind the other, and what has no label behind them. So a board and
its mirror image are two: their labels lie otherwise. Boards of which a motion makes the same puzzle
are one; months and days are each a label of its own, so that this is never so in a calendar.

Boards are numbered by the cells that are taken off, in reading order. Such a cell is written as
r1c7, the seventh of the first row.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any

from calpuzzle.base.errors import InputError, PuzzleError, TooLargeError
from calpuzzle.base.wording import plural, shown, unknown
from calpuzzle.puzzle.dates.labels import DAYS, MONTHS, WEEKDAYS, calendar_groups
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import Cell, Shape, normal, orientations
from calpuzzle.puzzle.validate import faults

CORNERS, EDGES = WHERE = ("corners", "edges")
"""The places where cells are taken off: a staircase at each corner, so that the rows there grow
away from it; or any cells along the edges of the frame."""
MAX_BOARDS = 1 << 20
WHOLE = "whole"  # the name of the board of which nothing is taken off
GROUPS = {
    "month": Group("month", MONTHS),
    "day": Group("day", DAYS),
    "weekday": Group("weekday", (WEEKDAYS[-1], *WEEKDAYS[:-1])),
}
USUAL = (("month", "day", "weekday"), ("month", "day"), ("day",), ("month",))
"""The groups where none are asked for: the first that there is room for."""


def frame(
    size: str, pieces: Sequence[Piece], groups: Sequence[Group] | None = None, name: str = ""
) -> Model:
    """A frame of rows x columns, such as 8x7, without labels, for these pieces and groups; without
    `groups`, those of a year that the area of the pieces has room for. Raises InputError for what
    is no size, for pieces that are not flat or may stay out, and where they leave no room."""
    found = re.fullmatch("([1-9][0-9]?)[x×]([1-9][0-9]?)", size.strip().lower())
    if not found:
        raise InputError(f"{shown(size)} is no size of a frame; write rows x columns, such as 8x7")
    for piece in pieces:
        if len(piece.sides) != 1 or len(piece.shape[0]) != 2 or piece.colours:
            raise InputError(f"{piece.name} is no flat piece of one side")
        if piece.least != piece.most:
            raise InputError(f"{piece.name} may stay out; boards are for pieces that all lie")
    rows, columns = int(found[1]), int(found[2])
    cells = tuple(product(range(rows), range(columns)))
    area = sum(len(piece.shape) * piece.most for piece in pieces)
    chosen = _usual(area, len(cells)) if groups is None else calendar_groups(groups)
    wanted = area + len(chosen)
    labels = sum(len(group.labels) for group in chosen)
    said = f"the pieces cover {plural(area, 'cell')}, and with {plural(len(chosen), 'open label')} "
    if wanted > len(cells):
        raise InputError(f"{said}that is {wanted}; a frame of {rows}x{columns} has {len(cells)}")
    if labels > wanted:
        raise InputError(f"{said}the board has {wanted}, too few for {plural(labels, 'label')}")
    board = Board(cells, ("",) * len(cells))
    return Model(name or f"{rows}x{columns}", board, tuple(pieces), chosen)


def _usual(area: int, cells: int) -> tuple[Group, ...]:
    for names in USUAL:
        groups = tuple(GROUPS[name] for name in names)
        if sum(len(group.labels) for group in groups) <= area + len(groups) <= cells:
            return groups
    raise InputError(
        f"the pieces cover {plural(area, 'cell')}: neither months nor days fit a board for them in "
        f"a frame of {plural(cells, 'cell')}; say which groups of labels there are"
    )


def placed(own: Model, off: Iterable[Cell]) -> Model:
    """The puzzle without these cells of its frame, its labels in reading order."""
    gone = frozenset(off)
    cells = tuple(cell for cell in own.board.cells if cell not in gone)
    labels = [label for group in own.groups for label in group.labels]
    labels += [""] * (len(cells) - len(labels))
    return own._replace(board=Board(cells, tuple(labels)))


def board_of(first: Model, names: Sequence[str], name: str) -> Model:
    """The puzzle `name` on another board of the frame that `first` is one of: without the cells
    of these names. Raises InputError for what is none."""
    rows, columns = first.board.height, first.board.width
    off = set()
    for word in names if list(names) != [WHOLE] else ():
        found = re.fullmatch("r([1-9][0-9]?)c([1-9][0-9]?)", word)
        cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (rows, columns)
        if cell[0] >= rows or cell[1] >= columns:
            raise InputError(f"{shown(word)} is no cell of a frame of {rows}x{columns}; r1c1 is")
        off.add(cell)
    wanted = rows * columns - len(first.board.cells)
    if len(off) != wanted:
        raise InputError(f"{plural(wanted, 'cell')} must be taken off, and {len(off)} are named")
    whole = Board(tuple(product(range(rows), range(columns))))
    return placed(first._replace(name=name, board=whole), off)


def name_of(model: Model) -> str:
    """The name of a puzzle's board among those of the smallest frame around it."""
    own = model.board
    there = set(own.cells)
    every = product(range(own.height), range(own.width))
    return _named(cell for cell in every if cell not in there)


def _named(off: Iterable[Cell]) -> str:
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in off) or WHOLE


class Boards:
    """The boards of a frame as `frame` makes one, without cells at the corners or the edges.

    Raises InputError for an unknown `where`, and where there is no board; PuzzleError for groups
    that make no sense; TooLargeError for more boards than can be judged.
    """

    column = noun = "board"

    def __init__(self, own: Model, where: str = CORNERS) -> None:
        if where not in WHERE:
            raise InputError(unknown("place", where, WHERE))
        self.frame, self.where = own, where
        if not self.off:
            raise InputError(f"no board is left of {own.name} that reaches all four sides")
        if wrong := faults(self.model(own, 0)):
            raise PuzzleError(wrong)

    def __getstate__(self) -> dict[str, Any]:
        """Return what travels to workers, which make the boards themselves."""
        return {"frame": self.frame, "where": self.where}

    @cached_property
    def off(self) -> tuple[Shape, ...]:
        """The cells that each board is without."""
        rim = _Rim(self.frame)
        number = len(self.frame.board.cells) - _cells_of(self.frame)
        found = rim.staircases(number) if self.where == CORNERS else rim.any(number)
        whole = sorted({own for own in found if rim.is_board(own)})
        return tuple(whole if self.frame.is_calendar else _different(self.frame, whole))

    def __len__(self) -> int:
        return len(self.off)

    def names_of(self, number: int) -> str:
        """The cells that a board is without, apart by blanks."""
        return _named(self.off[number])

    def names(self) -> Iterator[str]:
        """`names_of` of each board, in order."""
        return map(self.names_of, range(len(self)))

    def model(self, own: Model, number: int) -> Model:
        """The puzzle on that board, with the pieces and groups of the frame."""
        return placed(own, self.off[number])

    def about(self, own: Model) -> Model:
        """The puzzle that an atlas carries: that of the first board."""
        return self.model(own, 0)

    @property
    def description(self) -> str:
        """All that the numbers of the boards depend on, as one line of JSON."""
        own = self.frame
        pieces = [[p.name, p.sides, p.turn, p.flip, p.most] for p in own.pieces]
        return json.dumps([own.board.cells, pieces, own.groups, self.where], separators=(",", ":"))

    def __str__(self) -> str:
        rows, columns = self.frame.board.height, self.frame.board.width
        number = len(self.frame.board.cells) - _cells_of(self.frame)
        groups = " ".join(group.name for group in self.frame.groups) or "no labels"
        return f"{rows}x{columns} without {plural(number, 'cell')} at its {self.where}, {groups}"


def _cells_of(own: Model) -> int:
    """Return how many cells a board of the frame has."""
    return sum(len(piece.shape) * piece.most for piece in own.pieces) + len(own.groups)


class _Rim:
    """Ways to take cells off a frame."""

    def __init__(self, own: Model) -> None:
        self.rows, self.columns = own.board.height, own.board.width
        self.cells = own.board.cells

    def any(self, number: int) -> Iterator[Shape]:
        """All sets of so many cells along the edges. Raises TooLargeError for too many."""
        last = self.rows - 1, self.columns - 1
        edge = [c for c in self.cells if 0 in c or c[0] == last[0] or c[1] == last[1]]
        _refuse(comb(len(edge), number))
        return combinations(edge, number)

    def staircases(self, number: int) -> Iterator[Shape]:
        """All ways to take so many cells off at the corners. Raises TooLargeError for too many."""
        found: set[Shape] = set()
        below, right = self.rows - 1, self.columns - 1
        stairs = [list(self._stairs(own, self.columns)) for own in range(number + 1)]
        for one, two, three in product(range(number + 1), repeat=3):
            if (four := number - one - two - three) < 0:
                continue
            for a, b, c, d in product(stairs[one], stairs[two], stairs[three], stairs[four]):
                cells = {
                    *a,
                    *[(row, right - column) for row, column in b],
                    *[(below - row, column) for row, column in c],
                    *[(below - row, right - column) for row, column in d],
                }
                if len(cells) == number:
                    found.add(tuple(sorted(cells)))
                    _refuse(len(found))
        yield from found

    def _stairs(self, number: int, longest: int, row: int = 0) -> Iterator[list[Cell]]:
        """The staircases of so many cells from a row on, none of its rows longer than that."""
        if not number:
            yield []
        if not number or row == self.rows:
            return
        for length in range(1, min(number, longest) + 1):
            for rest in self._stairs(number - length, length, row + 1):
                yield [*[(row, column) for column in range(length)], *rest]

    def is_board(self, off: Shape) -> bool:
        """Return whether what is left holds together and reaches all four sides."""
        left = set(self.cells) - set(off)
        sides = [{cell[axis] for cell in left} for axis in (0, 1)]
        ends = [{0, self.rows - 1}, {0, self.columns - 1}]
        if not all(end <= side for end, side in zip(ends, sides, strict=True)):
            return False
        near = [next(iter(left))]
        left.discard(near[0])
        while near:
            row, column = near.pop()
            for cell in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if cell in left:
                    left.discard(cell)
                    near.append(cell)
        return not left


def _refuse(number: int) -> None:
    """Raise TooLargeError for too many boards."""
    if number > MAX_BOARDS:
        raise TooLargeError(
            f"there are {number:,} boards or more; at most {MAX_BOARDS:,} are judged: choose a "
            "smaller frame, or --at corners"
        )


def _different(own: Model, found: Iterable[Shape]) -> Iterator[Shape]:
    """Of boards of which a motion makes the same puzzle, the first. What labels of a group are
    called does not matter, only on which cells they are."""
    cells = own.board.cells
    motions = list(_motions(own))
    number = {cell: k for k, cell in enumerate(cells)}
    known: set[bytes] = set()
    kinds = [k for k, group in enumerate(own.groups, 2) for _ in group.labels]
    for off in found:
        gone = {number[cell] for cell in off}
        left = iter(kinds)
        kind = bytes(0 if k in gone else next(left, 1) for k in range(len(cells)))
        least = min(bytes(kind[k] for k in motion) for motion in motions)
        if least not in known:
            known.add(least)
            yield off


def _motions(own: Model) -> Iterator[list[int]]:
    """The motions of a frame onto itself that make its pieces the same pieces: where each cell
    comes from."""
    cells = own.board.cells
    pieces = [(orientations(p.shape, p.turn, p.flip), p.most) for p in own.pieces]
    for motion, _ in SQUARES.isometries(2):
        image = SQUARES.image(motion, cells)
        if image is None or normal(image) != cells:
            continue
        shown = [
            (tuple(sorted(normal(SQUARES.image(motion, o) or ()) for o in own)), most)
            for own, most in pieces
        ]
        if Counter(shown) == Counter(pieces):
            low = [min(axis) for axis in zip(*image, strict=True)]
            moved = [tuple(x - by for x, by in zip(cell, low, strict=True)) for cell in image]
            order = sorted(range(len(cells)), key=moved.__getitem__)
            yield order
