"""What a puzzle is, before anything is solved: board, pieces, groups.

Plain immutable data, made by calpuzzle/formats and by callers, checked by calpuzzle/validate.py,
and lowered to an exact cover problem by calpuzzle/cover.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import prod
from typing import NamedTuple

from calpuzzle.shapes import Cell, Shape, orientations

HOLE = "#"
BLANK = "."
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Board:
    """A board drawing: rows of tokens, where `#` is no cell, `.` a cell without a label, and
    anything else the label of a cell. Cells are (row, column), counted from 0."""

    def __init__(self, rows: tuple[tuple[str, ...], ...]) -> None:
        self.rows = rows

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in reading order."""
        return tuple(
            (r, c)
            for r, row in enumerate(self.rows)
            for c, token in enumerate(row)
            if token != HOLE
        )

    @cached_property
    def labels(self) -> dict[str, Cell]:
        """The cell of each label, in reading order."""
        return {self.rows[r][c]: (r, c) for r, c in self.cells if self.rows[r][c] != BLANK}

    @property
    def height(self) -> int:
        """Rows of the drawing."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Columns of the drawing."""
        return max(map(len, self.rows), default=0)


class Piece(NamedTuple):
    """A piece: its shape as drawn, the motions it may make, and how many copies there are of it."""

    name: str
    shape: Shape
    turn: bool = True
    flip: bool = True
    copies: int = 1

    @property
    def orientations(self) -> tuple[Shape, ...]:
        """The different shapes that its motions make of it, sorted."""
        return orientations(self.shape, self.turn, self.flip)

    @property
    def names(self) -> Iterator[str]:
        """What its copies are called: `NAME#1`, `NAME#2` and so on, where there are several."""
        if self.copies == 1:
            return iter((self.name,))
        return (f"{self.name}#{k}" for k in range(1, self.copies + 1))


class Group(NamedTuple):
    """A set of labels of which exactly one stays uncovered; the order is that of the table."""

    name: str
    labels: tuple[str, ...]


class Model(NamedTuple):
    """A puzzle as its file states it. `week_starts` is the English three-letter name of the
    weekday that the first label of the group `weekday` stands for."""

    name: str
    board: Board
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...] = ()
    title: str = ""
    source: str = ""
    week_starts: str = "Sun"

    @property
    def is_calendar(self) -> bool:
        """Whether the groups are the months and days of a year, with or without weekdays."""
        sizes = {group.name: len(group.labels) for group in self.groups}
        known = {"month": 12, "day": 31, "weekday": 7}
        return {"month", "day"} <= set(sizes) and all(
            known.get(name) == size for name, size in sizes.items()
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """How many labels each group has: the shape of the array of counts."""
        return tuple(len(group.labels) for group in self.groups)

    @property
    def instances(self) -> int:
        """How many instances (dates) there are; 1 for a puzzle without groups."""
        return prod(self.shape)

    @property
    def heading(self) -> str:
        """The title and the name, for people."""
        return f"{self.title} ({self.name})" if self.title else self.name
