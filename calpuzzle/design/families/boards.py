"""Boards for given pieces: each is a rectangle, the frame, without some cells at its rim.

A board has one cell for each cell of the pieces and for one open label of each group; all other
cells of the frame are removed. The remaining cells are connected. They reach all four sides;
otherwise the board would belong to a smaller frame.

Labels are in reading order, one group after the other, followed by cells without a label. So a
board and its mirror image are two boards, because their labels are arranged differently. Outside
calendars, the names of labels do not matter: if a motion that the pieces allow maps a board to
another, and the cells of each group to those of the same group, only the first is counted. In a
calendar every month and day is different, so no two boards are the same puzzle.

The removed cells of a board are listed in reading order, and boards are numbered in the
lexicographic order of these lists. A removed cell is written as r1c7, the seventh cell of the first
row.
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
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, Shape, normal, orientations
from calpuzzle.puzzle.validate import faults

CORNERS, EDGES = WHERE = ("corners", "edges")
"""The places where cells are removed: a staircase at each corner, whose rows do not grow towards
the middle of the frame; or any cells along the edges of the frame."""
MAX_BOARDS = 1 << 20  # ways to remove cells, whether or not they leave a board
WHOLE_BOARD = "whole"  # the name of the board without removed cells
GROUPS = {
    "month": Group("month", MONTHS),
    "day": Group("day", DAYS),
    "weekday": Group("weekday", (WEEKDAYS[-1], *WEEKDAYS[:-1])),
}
DEFAULT_GROUPS = (("month", "day", "weekday"), ("month", "day"), ("day",), ("month",))
"""The choices for the default groups; `frame` takes the first that fits."""


def frame(
    size: str, pieces: Sequence[Piece], groups: Sequence[Group] | None = None, name: str = ""
) -> Model:
    """Return a frame without labels for these pieces and groups; `size` is rows x columns, such as
    8x7. If `groups` is None, the groups are the first in DEFAULT_GROUPS that fit the area of the
    pieces and the frame. Raises InputError for an invalid size, for pieces that are not flat, have
    two sides or colours, or may be unused, and if the pieces or the labels do not fit."""
    found = re.fullmatch("([1-9][0-9]?)[x×]([1-9][0-9]?)", size.strip().lower())
    if not found:
        raise InputError(f"{shown(size)} is not the size of a frame; write it like 8x7")
    for piece in pieces:
        if len(piece.sides) != 1 or len(piece.shape[0]) != 2 or piece.colours:
            raise InputError(f"{piece.name} is not a flat piece with one side")
        if piece.least != piece.most:
            raise InputError(
                f"{piece.name} may stay unused; a board needs pieces that are all used"
            )
    rows, columns = int(found[1]), int(found[2])
    cells = tuple(product(range(rows), range(columns)))
    area = sum(len(piece.shape) * piece.most for piece in pieces)
    chosen = _usual(area, len(cells)) if groups is None else calendar_groups(groups)
    wanted = area + len(chosen)
    labels = sum(len(group.labels) for group in chosen)
    needs = (
        f"the pieces cover {plural(area, 'cell')}, and with {plural(len(chosen), 'open label')} "
    )
    if wanted > len(cells):
        raise InputError(f"{needs}that is {wanted}; a frame of {rows}x{columns} has {len(cells)}")
    if labels > wanted:
        raise InputError(f"{needs}the board has {wanted}, too few for {plural(labels, 'label')}")
    board = Board(cells, ("",) * len(cells))
    return Model(name or f"{rows}x{columns}", board, tuple(pieces), chosen)


def _usual(area: int, cells: int) -> tuple[Group, ...]:
    for names in DEFAULT_GROUPS:
        groups = tuple(GROUPS[name] for name in names)
        if sum(len(group.labels) for group in groups) <= area + len(groups) <= cells:
            return groups
    raise InputError(
        f"the pieces cover {plural(area, 'cell')}: no usual choice of months, days and weekdays "
        f"fits them in a frame of {plural(cells, 'cell')}; name the groups of labels"
    )


def without_cells(frame: Model, off: Iterable[Cell]) -> Model:
    """Return the puzzle on the frame without the cells `off`, with its labels in reading order."""
    gone = frozenset(off)
    cells = tuple(cell for cell in frame.board.cells if cell not in gone)
    labels = [label for group in frame.groups for label in group.labels]
    labels += [""] * (len(cells) - len(labels))
    return frame._replace(board=Board(cells, tuple(labels)))


def board_of(first: Model, names: Sequence[str], name: str) -> Model:
    """Return the puzzle of `first` on another board of its frame, which lacks the cells in `names`.
    The puzzle is called `name`. Raises InputError for invalid names."""
    rows, columns = first.board.height, first.board.width
    off = set()
    for word in names if list(names) != [WHOLE_BOARD] else ():
        found = re.fullmatch("r([1-9][0-9]?)c([1-9][0-9]?)", word)
        cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (rows, columns)
        if cell[0] >= rows or cell[1] >= columns:
            raise InputError(f"{shown(word)} is not a cell of a frame of {rows}x{columns}; r1c1 is")
        off.add(cell)
    wanted = rows * columns - len(first.board.cells)
    if len(off) != wanted:
        raise InputError(f"{plural(wanted, 'cell')} must be removed, and {len(off)} are named")
    whole = Board(tuple(product(range(rows), range(columns))))
    return without_cells(first._replace(name=name, board=whole), off)


def name_of(model: Model) -> str:
    """Return the name of a puzzle's board: the cells removed from the smallest frame around it."""
    board = model.board
    present = set(board.cells)
    all_cells = product(range(board.height), range(board.width))
    return _named(cell for cell in all_cells if cell not in present)


def _named(off: Iterable[Cell]) -> str:
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in off) or WHOLE_BOARD


class Boards:
    """The boards of a frame made by `frame`: some cells at its corners or edges are removed.

    Raises InputError for an unknown `where` and if there is no board, PuzzleError for invalid
    groups, and TooLargeError for too many boards.
    """

    column = noun = "board"

    def __init__(self, frame: Model, where: str = CORNERS) -> None:
        if where not in WHERE:
            raise InputError(unknown("place", where, WHERE))
        self.frame, self.where = frame, where
        if not self.off:
            raise InputError(f"{frame.name} has no board that reaches all four sides")
        if wrong := faults(self.model(frame, 0)):
            raise PuzzleError(wrong)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state that is sent to workers, which compute the boards themselves."""
        return {"frame": self.frame, "where": self.where}

    @cached_property
    def off(self) -> tuple[Shape, ...]:
        """Return the removed cells of each board."""
        rim = _Rim(self.frame)
        number = len(self.frame.board.cells) - _cells_of(self.frame)
        found = rim.staircases(number) if self.where == CORNERS else rim.any(number)
        whole = sorted({cells for cells in found if rim.is_board(cells)})
        return tuple(whole if self.frame.is_calendar else _different(self.frame, whole))

    def __len__(self) -> int:
        return len(self.off)

    def name_of(self, number: int) -> str:
        """Return the removed cells of a board, separated by spaces."""
        return _named(self.off[number])

    def names(self) -> Iterator[str]:
        """Yield the result of `name_of` for each board, in order."""
        return map(self.name_of, range(len(self)))

    def model(self, board: Model, number: int) -> Model:
        """Return the puzzle on the board with this number; the argument `board` is the frame."""
        return without_cells(board, self.off[number])

    def atlas_puzzle(self, board: Model) -> Model:
        """Return the puzzle that an atlas contains: that of the first board."""
        return self.model(board, 0)

    @property
    def description(self) -> str:
        """Return all that determines the boards and their order, as one line of JSON."""
        frame = self.frame
        pieces = [[p.name, p.sides, p.turn, p.flip, p.most] for p in frame.pieces]
        return json.dumps(
            [frame.board.cells, pieces, frame.groups, self.where], separators=(",", ":")
        )

    def __str__(self) -> str:
        rows, columns = self.frame.board.height, self.frame.board.width
        number = len(self.frame.board.cells) - _cells_of(self.frame)
        groups = " ".join(group.name for group in self.frame.groups) or "no labels"
        return f"{rows}x{columns} without {plural(number, 'cell')} at its {self.where}, {groups}"


def _cells_of(frame: Model) -> int:
    """Return the number of cells of each board of the frame."""
    return sum(len(piece.shape) * piece.most for piece in frame.pieces) + len(frame.groups)


class _Rim:
    """The ways to remove cells from a frame."""

    def __init__(self, frame: Model) -> None:
        self.rows, self.columns = frame.board.height, frame.board.width
        self.cells = frame.board.cells

    def any(self, number: int) -> Iterator[Shape]:
        """Return all sets of `number` cells along the edges. Raise TooLargeError if there are too
        many."""
        last = self.rows - 1, self.columns - 1
        edge = [c for c in self.cells if 0 in c or c[0] == last[0] or c[1] == last[1]]
        at_corners = ", or --at corners" * (self._staircases(number) <= MAX_BOARDS)
        _refuse(comb(len(edge), number), at_corners)
        return combinations(edge, number)

    def _staircases(self, number: int) -> int:
        """Return how many choices of four staircases have `number` cells: a coefficient of the
        fourth power of a Gaussian binomial coefficient (Stanley, Enumerative Combinatorics 1,
        1.7)."""
        ways = [1] + [0] * number
        for length in [*range(1, self.columns)] * 4:
            longer = self.rows - 1 + length
            for cells in range(number, longer - 1, -1):
                ways[cells] -= ways[cells - longer]
            for cells in range(length, number + 1):
                ways[cells] += ways[cells - length]
        return ways[number]

    def staircases(self, number: int) -> Iterator[Shape]:
        """Yield all ways to remove `number` cells at the corners. Raise TooLargeError if there are
        too many."""
        _refuse(self._staircases(number))
        below, right = self.rows - 1, self.columns - 1
        stairs = [list(self._stairs(cells_off, right)) for cells_off in range(number + 1)]
        for first, second, third in product(range(number + 1), repeat=3):
            if (fourth := number - first - second - third) < 0:
                continue
            for a, b, c, d in product(stairs[first], stairs[second], stairs[third], stairs[fourth]):
                cells = {
                    *a,
                    *[(row, right - column) for row, column in b],
                    *[(below - row, column) for row, column in c],
                    *[(below - row, right - column) for row, column in d],
                }
                if len(cells) == number:
                    yield tuple(sorted(cells))

    def _stairs(self, number: int, longest: int, row: int = 0) -> Iterator[list[Cell]]:
        """Yield the staircases of `number` cells from a row on, whose rows have at most `longest`
        cells. None reaches the last row, because a board has cells on all four sides."""
        if not number:
            yield []
        if not number or row == self.rows - 1:
            return
        for length in range(1, min(number, longest) + 1):
            for rest in self._stairs(number - length, length, row + 1):
                yield [*[(row, column) for column in range(length)], *rest]

    def is_board(self, off: Shape) -> bool:
        """Return whether the remaining cells are connected and reach all four sides."""
        remaining = set(self.cells) - set(off)
        sides = [{cell[axis] for cell in remaining} for axis in (0, 1)]
        ends = [{0, self.rows - 1}, {0, self.columns - 1}]
        if not all(end <= side for end, side in zip(ends, sides, strict=True)):
            return False
        stack = [next(iter(remaining))]
        remaining.discard(stack[0])
        while stack:
            row, column = stack.pop()
            for cell in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if cell in remaining:
                    remaining.discard(cell)
                    stack.append(cell)
        return not remaining


def _refuse(number: int, otherwise: str = "") -> None:
    """Raise TooLargeError if there are too many ways to remove cells."""
    if number > MAX_BOARDS:
        raise TooLargeError(
            f"there are more than {MAX_BOARDS:,} ways to remove cells there: choose a smaller "
            f"frame{otherwise}"
        )


def _different(frame: Model, found: Iterable[Shape]) -> Iterator[Shape]:
    """Yield the removed cells of each board, but only of the first of several boards that motions
    map to one another. Only the cells of a group's labels matter, not the names of the labels."""
    cells = frame.board.cells
    motions = list(_motions(frame))
    number = {cell: k for k, cell in enumerate(cells)}
    known: set[bytes] = set()
    kinds = [k for k, group in enumerate(frame.groups, 2) for _ in group.labels]
    for off in found:
        gone = {number[cell] for cell in off}
        left = iter(kinds)
        kind = bytes(0 if k in gone else next(left, 1) for k in range(len(cells)))
        least = min(bytes(kind[k] for k in motion) for motion in motions)
        if least not in known:
            known.add(least)
            yield off


def _motions(frame: Model) -> Iterator[list[int]]:
    """Yield the motions that map a frame and its set of pieces to themselves. A motion is a list:
    its entry for a cell is the number of the cell that is mapped there."""
    cells = frame.board.cells
    pieces = [(orientations(p.shape, p.turn, p.flip), p.most) for p in frame.pieces]
    for motion, _ in SQUARES.isometries(2):
        image = SQUARES.image(motion, cells)
        if image is None or normal(image) != cells:
            continue
        shown = [
            (tuple(sorted(normal(SQUARES.image(motion, o) or ()) for o in shapes)), most)
            for shapes, most in pieces
        ]
        if Counter(shown) == Counter(pieces):
            low = [min(axis) for axis in zip(*image, strict=True)]
            moved = [tuple(x - by for x, by in zip(cell, low, strict=True)) for cell in image]
            order = sorted(range(len(cells)), key=moved.__getitem__)
            yield order
