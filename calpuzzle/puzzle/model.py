"""The model of a puzzle, before anything is solved: board, pieces, groups.

Plain immutable data, made by the readers of calpuzzle/formats and by callers, checked by
calpuzzle/puzzle/validate.py, and lowered to an exact cover problem by calpuzzle/puzzle/lowering.py.
A calendar, a fitting puzzle flat or in space, and a list of ways without any shape are one model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import nearest
from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.shapes import Shape, at_home

HOLE = "#"
BLANK = "."

Way = tuple[int, ...]
"""The cells that a piece covers, as rising numbers of the board's cells."""


class Board(NamedTuple):
    """The cells to cover. A cell is (row, column), or (layer, row, column) in space, counted from
    0; where a format knows numbers only, it is (number,). What lies there, lattice.py says.

    `labels`, `colours` and `optional` go by the number of the cell: what is printed on each (empty
    where nothing is), the colour of each, and which may stay empty. The first two may be left out.
    """

    cells: tuple[Cell, ...]
    labels: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    optional: frozenset[int] = frozenset()

    @property
    def dimensions(self) -> int:
        """Return how many coordinates a cell has: 2 flat, 3 in space, 1 where bare."""
        return len(self.cells[0]) if self.cells else 2

    @property
    def bare(self) -> bool:
        """Return whether of the cells nothing but their numbers is known."""
        return self.dimensions == 1

    @property
    def at(self) -> dict[str, Cell]:
        """The cell of each label, in reading order."""
        return {label: cell for label, cell in zip(self.labels, self.cells, strict=False) if label}

    @property
    def height(self) -> int:
        """Rows from the top of the drawing."""
        return 1 + max((cell[-2] for cell in self.cells), default=-1) if not self.bare else 1

    @property
    def width(self) -> int:
        """Columns from the left of the drawing."""
        return 1 + max((cell[-1] for cell in self.cells), default=-1)


def board(rows: Sequence[Sequence[str]], lattice: Lattice = SQUARES) -> Board:
    """A flat board from rows of tokens: `#` is no cell, `.` one without a label, else a label.
    Where a token stands for no cell of the `lattice` there is none."""
    found = [
        (cell, "" if token == BLANK else token)
        for r, row in enumerate(rows)
        for number, token in enumerate(row)
        if token != HOLE and (cell := lattice.token_at(r, number))
    ]
    cells = tuple(cell for cell, _ in found)
    if lattice.drawn == POLYGONS:
        cells = at_home(cells, lattice)
    return Board(cells, tuple(label for _, label in found))


class Piece(NamedTuple):
    """A piece: the shapes of its sides, of which one is up, and the motions it may make; or, where
    no shapes are known, the bare `ways` in which it can lie, different and sorted.

    A shape is a sorted tuple of cells whose least coordinates are 0. `turn` allows quarter turns
    (sixths on hexagons and triangles), `flip` turning over; in space, both together any rotation.
    Each solution uses `least` to `most` of it. `colours` are those of the cells of each side, where
    the colours of the board matter. `paint` is the colour in which pictures show it, as `#rrggbb`,
    and `words` what people call it, where its name is a letter for short; both may be empty.
    Pieces with the same text `together` need not come apart from one another.
    """

    name: str
    sides: tuple[Shape, ...] = ()
    turn: bool = True
    flip: bool = True
    least: int = 1
    most: int = 1
    colours: tuple[tuple[int, ...], ...] = ()
    ways: tuple[Way, ...] = ()
    paint: str = ""
    words: str = ""
    together: str = ""

    @property
    def shape(self) -> Shape:
        """The first of its sides."""
        return self.sides[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its copies: `NAME#1`, `NAME#2` and so on, where there are several."""
        if self.most == 1:
            return (self.name,)
        return tuple(f"{self.name}#{k}" for k in range(1, self.most + 1))


class Group(NamedTuple):
    """An open piece of one cell: it lies on one of its labels, which so stays uncovered. The order
    of the labels is that of the table.

    Where several labels of the board stay uncovered, or none, each of `labels` is a set of them,
    called `3+17` or `no-day`, and `parts` says which they are; made by `several`.
    """

    name: str
    labels: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def several(cls, name: str, labels: Sequence[str], least: int, most: int) -> Group:
        """The group of which `least` to `most` of these labels of the board stay uncovered."""
        sets = [own for k in range(least, most + 1) for own in combinations(labels, k)]
        return cls(name, tuple(["+".join(own) or f"no-{name}" for own in sets]), tuple(sets))

    @property
    def opened(self) -> dict[str, tuple[str, ...]]:
        """The labels of the board that each label leaves uncovered: itself, mostly."""
        return dict(zip(self.labels, self.parts or zip(self.labels), strict=True))

    @property
    def printed(self) -> tuple[str, ...]:
        """All labels of the board that are the group's."""
        return tuple(dict.fromkeys(chain(*self.parts))) if self.parts else self.labels

    def only(self, labels: Collection[str]) -> Group:
        """The group with these of its labels."""
        kept = [k for k, label in enumerate(self.labels) if label in labels]
        parts = tuple(self.parts[k] for k in kept) if self.parts else ()
        return self._replace(labels=tuple(self.labels[k] for k in kept), parts=parts)


class Model(NamedTuple):
    """A puzzle as it is written.

    `interchangeable`: pieces that can be brought to cover each other count as equal, so that
    solutions which differ only in which of them lies where are one; else only the copies of a piece
    do. The reader of a format decides: boards with labels are so, fitting files are not.
    `week_starts` is the English three-letter name of the weekday that the first label of the group
    `weekday` stands for, empty where the labels are to say it. `lattice` says how the cells lie; of
    sticks they are the points of a grid of double width. `fits` are the colours of a piece and of
    the board that go together, where these are not simply the same ones.
    """

    name: str
    board: Board
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...] = ()
    title: str = ""
    source: str = ""
    week_starts: str = ""
    interchangeable: bool = True
    lattice: Lattice = SQUARES
    fits: frozenset[tuple[int, int]] = frozenset()

    @property
    def step(self) -> int:
        """Pieces are moved by multiples of it: 2 for sticks."""
        return self.lattice.step

    def colour_fits(self, own: int, board: int) -> bool:
        """Return whether a piece's cell of the one colour may lie on one of the other."""
        return (own, board) in self.fits if self.fits else own == board

    @property
    def shape(self) -> tuple[int, ...]:
        """Return how many labels each group has: the shape of the array of counts."""
        return tuple(len(group.labels) for group in self.groups)

    @property
    def opens_several(self) -> bool:
        """Return whether a label of some group leaves others of the board uncovered than itself."""
        return any(group.parts for group in self.groups)

    @property
    def is_calendar(self) -> bool:
        """Return whether the groups are the months and days of a year, with or without weekdays."""
        if self.opens_several:
            return False
        sizes = {group.name: len(group.labels) for group in self.groups}
        year = {"month": 12, "day": 31}
        return sizes in (year, year | {"weekday": 7})

    def check_single(self, what: str) -> None:
        """Raise InputError, which begins with what, unless each group leaves one label uncovered
        of those that the board has."""
        if self.opens_several:
            raise InputError(f"{what} one open label a group, and {self.name} says otherwise")

    def opened(self, labels: Iterable[str]) -> tuple[str, ...]:
        """The labels of the board that a label of each group leaves uncovered."""
        return tuple(
            [
                own
                for group, label in zip(self.groups, labels, strict=True)
                for own in (group.opened[label] if group.parts else (label,))
            ]
        )

    @property
    def heading(self) -> str:
        """The title and the name, for people."""
        return f"{self.title} ({self.name})" if self.title else self.name

    def without(self, names: Sequence[str]) -> Model:
        """The puzzle without the pieces of those names. Raises InputError for an unknown one."""
        known = [piece.name for piece in self.pieces]
        for name in names:
            if name not in known:
                raise InputError(
                    f"{self.name} has no piece {name}{nearest(str(name), known)}; "
                    f"there are {' '.join(known)}"
                )
        return self._replace(pieces=tuple(p for p in self.pieces if p.name not in names))
