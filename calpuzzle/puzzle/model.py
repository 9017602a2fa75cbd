"""The model of a puzzle before anything is solved: board, pieces and groups.

A model is plain immutable data. The readers in calpuzzle/formats and callers create it,
calpuzzle/puzzle/validate.py checks it, and calpuzzle/puzzle/lowering.py lowers it to an exact cover
problem. Calendars, packing puzzles in the plane or in space, and puzzles given only by bare
placements, without shapes, all use this model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import check_kind
from calpuzzle.base.wording import nearest, plural, shown
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.shapes import Shape, moved_to_origin

HOLE = "#"
BLANK = "."

CellIndices = tuple[int, ...]
"""A placement of a piece: the indices of the board's cells that it covers, in increasing order."""


class Board(NamedTuple):
    """The cells to cover.

    Parameters
    ----------
    cells : tuple of tuple of int
        (row, column), or (layer, row, column) in space, from 0; (number,) if the format has only
        cell numbers. The lattice of the `Model` defines which cells are adjacent.
    labels : tuple of str, optional
        The label of each cell, or an empty text.
    colours : tuple of int, optional
        The colour of each cell.
    optional : frozenset of int, optional
        The indices of the cells that may stay empty.

    Examples
    --------
    >>> cp.load("dray").board.at["Jan"]
    (0, 0)
    """

    cells: tuple[Cell, ...]
    labels: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    optional: frozenset[int] = frozenset()

    @property
    def dimensions(self) -> int:
        """The number of coordinates of a cell: 2 on a flat board, 3 in space, 1 if bare."""
        return len(self.cells[0]) if self.cells else 2

    @property
    def bare(self) -> bool:
        """Whether cells are known by number only."""
        return self.dimensions == 1

    @property
    def at(self) -> dict[str, Cell]:
        """Return the cell of each label, in reading order."""
        return {label: cell for label, cell in zip(self.labels, self.cells, strict=False) if label}

    @property
    def height(self) -> int:
        """The number of rows, from the top of the drawing."""
        return 1 + max((cell[-2] for cell in self.cells), default=-1) if not self.bare else 1

    @property
    def width(self) -> int:
        """The number of columns, from the left of the drawing."""
        return 1 + max((cell[-1] for cell in self.cells), default=-1)


def board(rows: Sequence[Sequence[str]], lattice: Lattice = SQUARES) -> Board:
    """Return a flat board from rows of tokens.

    Parameters
    ----------
    rows : sequence of sequence of str
        ``"#"`` is no cell, ``"."`` a cell without a label, and any other token a label.
    lattice : Lattice, optional
        The lattice, by default squares. Tokens where it has no cell are ignored.

    Returns
    -------
    Board

    Examples
    --------
    >>> cp.board(["A.", "#."]).cells
    ((0, 0), (0, 1), (1, 1))
    """
    check_kind(rows, Sequence, "rows must be sequences of labels")
    found = [
        (cell, "" if token == BLANK else token)
        for r, row in enumerate(rows)
        for number, token in enumerate(row)
        if token != HOLE and (cell := lattice.token_at(r, number))
    ]
    cells = tuple(cell for cell, _ in found)
    if lattice.drawn == POLYGONS:
        cells = moved_to_origin(cells, lattice)
    return Board(cells, tuple(label for _, label in found))


class Piece(NamedTuple):
    """A piece: the shapes of its sides and its motions, or its placements as cell numbers.

    Parameters
    ----------
    name : str
        The name.
    sides : tuple of shapes, optional
        One shape for each side; a placement shows one of the sides. A shape is a sorted tuple of
        cells whose least coordinates are 0 (or as small as the lattice allows).
    turn : bool, default True
        Allow quarter turns (sixths on hexagons and triangles).
    flip : bool, default True
        Allow turning over. In space, both together allow every rotation.
    least, most : int, default 1
        The minimum and maximum number of copies in a solution.
    colours : tuple of tuple of int, optional
        The colours of the cells of each side.
    placements : tuple of tuple of int, optional
        The placements as increasing indices of cells, distinct and sorted, if there are no shapes.
    paint : str, optional
        The colour in pictures, as ``"#rrggbb"``.
    words : str, optional
        A readable name, if `name` is a letter.
    together : str, optional
        A tag; a disassembly need not separate pieces with the same tag from one another.

    Examples
    --------
    >>> cp.Piece("V3", sides=(((0, 0), (0, 1), (1, 0)),), most=2).names
    ('V3#1', 'V3#2')
    """

    name: str
    sides: tuple[Shape, ...] = ()
    turn: bool = True
    flip: bool = True
    least: int = 1
    most: int = 1
    colours: tuple[tuple[int, ...], ...] = ()
    placements: tuple[CellIndices, ...] = ()
    paint: str = ""
    words: str = ""
    together: str = ""

    @property
    def shape(self) -> Shape:
        """The shape of the first side."""
        return self.sides[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the copies: ``NAME#1``, ``NAME#2``, ... if there are several."""
        if self.most == 1:
            return (self.name,)
        return tuple(f"{self.name}#{k}" for k in range(1, self.most + 1))


class Model(NamedTuple):
    """A puzzle as plain data.

    Parameters
    ----------
    name : str
        The short name.
    board : Board
        The cells.
    pieces : tuple of Piece
        The pieces.
    groups : tuple of Group, optional
        The groups. Each leaves one label uncovered or, if it has `label_sets`, one set of labels.
    title, source : str, optional
        The title, and the author or origin.
    week_starts : str, optional
        The weekday of the first label of the group `weekday`, such as ``"Mon"``, if the labels do
        not show it.
    interchangeable : bool, default True
        Whether pieces with the same placements count as equal, so that solutions which differ only
        by exchanging them are one. Copies of one piece always count as equal.
    lattice : Lattice, optional
        The lattice, by default squares. The coordinates of sticks are doubled.
    fits : frozenset of (int, int), optional
        The pairs (colour of a piece, colour of the board) that match, by default equal colours.

    Examples
    --------
    >>> cp.load("dray").model.shape
    (12, 31, 7)
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
        """The distance between positions of a piece along an axis, such as 1 for squares."""
        return self.lattice.step

    def colour_fits(self, piece: int, board: int) -> bool:
        """Return whether a colour of a piece matches a colour of the board.

        Parameters
        ----------
        piece, board : int
            The colours.

        Returns
        -------
        bool

        Examples
        --------
        >>> cp.load("dray").model.colour_fits(1, 2)
        False
        """
        return (piece, board) in self.fits if self.fits else piece == board

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of labels of each group: the shape of the array of counts."""
        return tuple(len(group.labels) for group in self.groups)

    @property
    def opens_several(self) -> bool:
        """Whether each label of some group stands for a set of labels of the board."""
        return any(group.label_sets for group in self.groups)

    @property
    def is_calendar(self) -> bool:
        """Whether the groups are the months and days of a year, with or without weekdays."""
        if self.opens_several:
            return False
        sizes = {group.name: len(group.labels) for group in self.groups}
        year = {"month": 12, "day": 31}
        return sizes in (year, year | {"weekday": 7})

    @property
    def instance_noun(self) -> str:
        """The word for an instance in a message."""
        return "date" if self.is_calendar else "instance"

    def check_single(self, what: str) -> None:
        """Raise InputError unless each group leaves exactly one label of the board uncovered.

        Parameters
        ----------
        what : str
            The beginning of the message.

        Raises
        ------
        InputError
            If a group leaves another number of labels uncovered.

        Examples
        --------
        >>> cp.load("dray").model.check_single("a certificate needs")
        """
        if self.opens_several:
            raise InputError(
                f"{what} one open label per group, but {self.name} has a group that leaves several "
                "or none open"
            )

    def opened(self, labels: str | Iterable[str]) -> tuple[str, ...]:
        """Return the labels of the board that stay uncovered.

        Parameters
        ----------
        labels : str or iterable of str
            One label per group; a str is one label.

        Returns
        -------
        tuple of str

        Raises
        ------
        InputError
            If there are more or fewer labels than groups, or a group has no such label.

        Examples
        --------
        >>> cp.load("dray").model.opened(["Jan", "1", "Sat"])
        ('Jan', '1', 'Sat')
        """
        labels = (labels,) if isinstance(labels, str) else tuple(labels)
        if len(labels) != len(self.groups):
            raise InputError(
                f"{self.name} has {plural(len(self.groups), 'group')}; write one label per group, "
                f"not {plural(len(labels), 'label')}"
            )
        for group, label in zip(self.groups, labels, strict=True):
            if label not in group.labels:
                meant = "" if group.unlisted_sets else nearest(str(label), group.labels)
                raise InputError(f"{group.name} has no label {shown(label)}{meant}")
        return tuple(
            [
                printed
                for group, label in zip(self.groups, labels, strict=True)
                for printed in (group.opened[label] if group.label_sets else (label,))
            ]
        )

    @property
    def heading(self) -> str:
        """The title and the name."""
        return f"{self.title} ({self.name})" if self.title else self.name

    def without(self, names: str | Sequence[str]) -> Model:
        """Return the puzzle without some pieces.

        Parameters
        ----------
        names : str or sequence of str
            The name or names of the pieces to remove.

        Returns
        -------
        Model

        Raises
        ------
        InputError
            If a name is unknown.

        Examples
        --------
        >>> len(cp.load("dray").model.without(["I4"]).pieces)
        9
        """
        names = [names] if isinstance(names, str) else names
        check_kind(names, Iterable, "the pieces to leave out must be a list of names")
        names = [*names]
        known = [piece.name for piece in self.pieces]
        for name in names:
            if name not in known:
                raise InputError(
                    f"{self.name} has no piece {name}{nearest(str(name), known)}; "
                    f"there are {' '.join(known)}"
                )
        return self._replace(pieces=tuple(p for p in self.pieces if p.name not in names))
