"""The board of a game as text: what lies, the piece that a hand holds over it, and the cursor.

Each cell is `inner` columns wide between its sides, and two lines high with its rule, so that who
draws it on a screen knows which cell is at a place, and where a cell is. Used by the game in a
terminal; the drawing is that of calpuzzle/draw/boxes.py.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import NamedTuple

from calpuzzle.draw.boxes import Place, boxes, display_width, painted
from calpuzzle.draw.cells import FREE, offered, owners
from calpuzzle.draw.colours import Pieces, laid_colours, own_colours
from calpuzzle.draw.marks import EMPTY, marks
from calpuzzle.draw.sticks import stick_lines
from calpuzzle.puzzle.lattice import TILES
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell, least

HELD = ("", "held")  # no piece and no label is called so
BLOCKED = "x"
WIDEST = 9


class Hand(NamedTuple):
    """The state of a hand: the cell that it is on, the name of the piece that it holds and the
    cells below that (none where it is empty), and those of them where the piece may not lie."""

    cursor: Cell
    name: str = ""
    over: tuple[Cell, ...] = ()
    blocked: Collection[Cell] = ()


class Table:
    """The board of a model, of which one draws position after position."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.marks = marks(model, boxed=True)
        self.texts = dict.fromkeys(model.board.cells, EMPTY)
        low = least(model.board.cells, model.lattice)
        high = [max(axis) for axis in zip(*model.board.cells, strict=True)]
        self.corner: Place = (low[0], low[1])
        self.size: Place = (1 + high[0] - low[0], 1 + high[1] - low[1])
        if model.lattice.drawn == TILES:
            self.texts |= offered(model.board)

    def inner(self, columns: int) -> int:
        """The columns between the sides of a cell, with which the board takes `columns` at most: so
        many that the cursor's brackets stand around every text, and at least as many as texts take.
        """
        texts = (*self.texts.values(), *self.marks.values())
        least: int = max(map(display_width, texts))
        room = (columns - 1) // self.size[1] - 1
        return max(least, min(room, max(3, least + 2), WIDEST))

    def extent(self, inner: int) -> tuple[int, int]:
        """Return how many columns and lines the drawing takes."""
        return self.size[1] * (inner + 1) + 1, self.size[0] * 2 + 1

    def wide(self, cell: Cell, inner: int) -> int:
        """Return how many columns a cell takes."""
        return inner

    def place(self, cell: Cell, inner: int) -> Place:
        """The line, and the column inside the sides, where a cell begins."""
        row, column = cell[0] - self.corner[0], cell[1] - self.corner[1]
        return 2 * row + 1, column * (inner + 1) + 1

    def cell_at(self, line: int, column: int, inner: int) -> Cell:
        """The cell that is drawn there, or would be, in the box around the board."""
        row = min(max(0, line - 1) // 2, self.size[0] - 1)
        across = min(max(0, column - 1) // (inner + 1), self.size[1] - 1)
        return row + self.corner[0], across + self.corner[1]

    def lines(
        self,
        pieces: Pieces,
        opened: Mapping[str, str],
        hand: Hand,
        inner: int,
        ascii_only: bool = False,
    ) -> list[str]:
        """The lines of the drawing, with the colours of a terminal. Below the hand's piece a cross
        stands where it may not lie; it has the colour of its piece where it fits."""
        regions = owners(self.model.board, pieces, opened)
        texts = dict(self.texts)
        for name, cells in pieces.items():
            texts |= dict.fromkeys(cells, self.marks.get(name, "#"))
        for cell in hand.over:
            regions[cell] = HELD
            texts[cell] = BLOCKED if cell in hand.blocked else self.marks.get(hand.name, "#")
        colours = laid_colours(self.model, pieces) | {FREE: ""}
        if hand.name and not hand.blocked:
            colours[HELD] = piece_colour(self.model, hand.name)
        text = texts.get(hand.cursor, "")
        if display_width(text) + 2 <= self.wide(hand.cursor, inner):
            texts[hand.cursor] = f"[{text or ' '}]"
        draw = boxes if self.model.lattice.drawn == TILES else stick_lines
        return draw(
            {self._shifted(cell): region for cell, region in regions.items()},
            {self._shifted(cell): text for cell, text in texts.items()},
            ascii_only=ascii_only,
            colours=colours,
            inner=inner,
        )

    def _shifted(self, cell: Cell) -> Place:
        return cell[0] - self.corner[0], cell[1] - self.corner[1]


class Grid(Table):
    """The board of sticks: a line a row, and `inner` columns for a segment across, two less for
    what is upright or a point."""

    def inner(self, columns: int) -> int:
        """As many columns as the texts take."""
        return 2 + max(map(display_width, (*self.texts.values(), *self.marks.values())))

    def extent(self, inner: int) -> tuple[int, int]:
        """Return how many columns and lines the drawing takes."""
        return self._before(self.size[1], inner), self.size[0]

    def wide(self, cell: Cell, inner: int) -> int:
        """Return how many columns a cell takes."""
        return inner if (cell[1] - self.corner[1]) % 2 else inner - 2

    def place(self, cell: Cell, inner: int) -> Place:
        """The line and the column where a cell begins."""
        return cell[0] - self.corner[0], self._before(cell[1] - self.corner[1], inner)

    def cell_at(self, line: int, column: int, inner: int) -> Cell:
        """The cell that is drawn there, or would be, in the box around the board."""
        across = [k for k in range(self.size[1]) if self._before(k, inner) <= max(0, column)][-1]
        row = min(max(0, line), self.size[0] - 1)
        return row + self.corner[0], across + self.corner[1]

    def _before(self, number: int, inner: int) -> int:
        """The columns of so many places from the left."""
        return number * (inner - 2) + number // 2 * 2


def table_of(model: Model) -> Table:
    """The board of a model, of squares or of sticks."""
    return Table(model) if model.lattice.drawn == TILES else Grid(model)


def piece_colour(model: Model, name: str) -> str:
    """The colour of the piece of that name, or of a copy `NAME#k`, as `#rrggbb`."""
    names = [piece.name for piece in model.pieces]
    own = name if name in names else name.rpartition("#")[0]
    return own_colours(model)[names.index(own)]


def shape_lines(
    cells: Iterable[Cell], texts: Iterable[str], colour: str, wide: int = 2
) -> list[str]:
    """The lines of a small drawing of a piece without lines between cells: each is `wide` columns
    with its text, in the `colour`, or plain where that is empty."""
    written = dict(zip(cells, texts, strict=True))
    height, width = (1 + max(axis) for axis in zip(*written, strict=True))
    lines = []
    for row in range(height):
        parts: list[tuple[str, Hashable]] = [
            (written[row, column].ljust(wide)[:wide], True)
            if (row, column) in written
            else (" " * wide, FREE)
            for column in range(width)
        ]
        lines.append(painted(parts, {True: colour, FREE: ""}))
    return lines
