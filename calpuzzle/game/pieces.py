"""A puzzle of pieces as a hand plays it: what is laid, the piece in the hand, undo and redo.

The moves are those of the page (play/assets/js/state.js and landing.js), on the same data of pieces
(game/hand.py), and are told in its texts (base/texts.py). Which placements there are, the Lowering
says; how many solutions are left and what comes next, game/advice.py. `laid` changes only when a
piece is laid or put aside: a piece that was lifted and is put back where it was leaves no trace.
Nothing here knows of a screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import ENGLISH, Texts
from calpuzzle.game.advice import Question, cell_words
from calpuzzle.game.hand import FLAT, Data, colours_of, hand_data, refusal
from calpuzzle.game.history import History
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import is_any, labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle.shapes import Cell, least
from calpuzzle.results.finding import fixed_options, laid_options
from calpuzzle.results.left import Asked
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from calpuzzle.puzzle.dates import DateLike
    from calpuzzle.puzzle.placements import Placements


class Held(NamedTuple):
    """The piece in the hand: its class, its orientation (both as numbers in the data), and the
    placement that it was lifted from, or None."""

    piece: int
    orientation: int
    lifted: int | None = None


class Game(History[tuple[Options, Options]]):
    """A game that is on: the puzzle, the date, what is laid, and the cell that the hand is on.

    `pieces` are the classes of pieces as game/hand.py tells them, `laid` the options that lie,
    with one that the hand has lifted, in the order in which they were laid; `texts` are those in
    which moves are told, English ones until others are set. Raises InputError for a puzzle that is
    not played on squares or with sticks, and what a wrong date or placement raises.
    """

    def __init__(self, puzzle: Lowered, date: DateLike = None, laid: Placements = ()) -> None:
        super().__init__()
        why = refusal(puzzle.model) or _pageless(puzzle.model)
        if why:
            raise InputError(why)
        self.puzzle = puzzle
        self.texts: Texts = ENGLISH
        self.lowered = puzzle.lowered
        self.labels = () if is_any(puzzle.model, date) else labels_of(puzzle.model, date)
        self.date: Options = fixed_options(puzzle, self.labels) if self.labels else ()
        self.pieces: list[Data] = hand_data(self.lowered)
        self.facing = [0] * len(self.pieces)
        given = laid_options(puzzle, laid)
        self.laid: Options = tuple(k for k in given if self.lowered.class_of(k) >= 0)
        self.held: Held | None = None
        at = puzzle.model.board.at
        opened = puzzle.model.opened(self.labels) if self.labels else ()
        self.open = {at[label]: label for label in opened}
        self.cursor: Cell = min(self.open, default=min(puzzle.model.board.cells))

    @property
    def lying(self) -> Options:
        """Return what lies on the board: all that is laid but a piece that is in the hand."""
        lifted = self.held.lifted if self.held else None
        return tuple(option for option in self.laid if option != lifted)

    @property
    def names(self) -> dict[str, tuple[Cell, ...]]:
        """The cells of each piece that lies, by its name, copies told apart."""
        return Solution(self.lowered, self.lying).pieces

    def question(self, asked: Asked) -> Question:
        """Return what can be asked of the position: how many solutions are left, a hint."""
        return Question(self.lowered, self.labels, self.date, self.lying, asked)

    def in_tray(self, piece: int) -> int:
        """Return how many of a class neither lie nor are in the hand."""
        used = sum(self.lowered.class_of(option) == piece for option in self.lying)
        return int(self.pieces[piece]["most"]) - used - (self.held_piece == piece)

    @property
    def held_piece(self) -> int | None:
        """The class of the piece in the hand."""
        return self.held.piece if self.held else None

    @property
    def hover(self) -> tuple[Cell, ...]:
        """The cells over which the hand holds its piece: the one in its middle is on the cursor,
        as far as it does not reach over the edge of the box around the board; of a stick, as near
        to it as its cells can come."""
        if self.held is None:
            return ()
        shape = self._shape(self.held)
        anchor = _middle(shape)
        start = [place - own for place, own in zip(self.cursor, anchor, strict=True)]
        for axis in (0, 1):
            own = [cell[axis] for cell in shape]
            board = [cell[axis] for cell in self.puzzle.model.board.cells]
            low, high = min(board) - min(own), max(board) - max(own)
            step = self.puzzle.model.step
            nearest = start[axis] // step * step
            start[axis] = max(-(-low // step) * step, min(high // step * step, nearest))
        return tuple((start[0] + row, start[1] + column) for row, column in shape)

    def _shape(self, held: Held) -> list[Cell]:
        cells: list[Cell] = self.pieces[held.piece]["orientations"][held.orientation]
        return cells

    def blocked(self) -> dict[Cell, str]:
        """Return what is in the way of the piece in the hand, a few words for each such cell."""
        lying = {cell: name for name, cells in self.names.items() for cell in cells}
        found: dict[Cell, str] = {}
        for cell in self.hover:
            if cell not in self.lowered.number:
                found[cell] = self.texts.say("misfit.outside")
            elif cell in self.open:
                found[cell] = self.texts.say("misfit.open", cell=self.open[cell])
            elif cell in lying:
                where = self.cell_words(cell)
                found[cell] = self.texts.say("misfit.taken", name=lying[cell], cell=where)
        return found | (self._other_colours() if not found else {})

    def _other_colours(self) -> dict[Cell, str]:
        """The cells whose colour is not that of the piece above them, where colours matter."""
        if self.held is None or "colours" not in self.pieces[self.held.piece]:
            return {}
        board = self.puzzle.model.board
        colours = colours_of(self.puzzle.model)
        shown = self.pieces[self.held.piece]["colours"][self.held.orientation]
        there = dict(zip(board.cells, board.colours, strict=True))
        return {
            cell: self.texts.say("terminal.colours")
            for cell, own in zip(self.hover, shown, strict=True)
            if colours[own] != there[cell]
        }

    def move(self, down: int, right: int) -> None:
        """The hand goes on by so many cells, up to the edge of the box around the board; one that
        holds a stick by as many segments."""
        step = self.puzzle.model.step if self.held else 1
        self.go((self.cursor[0] + step * down, self.cursor[1] + step * right))

    def go(self, cell: Cell) -> None:
        """The hand goes to a cell, or to the one nearest to it in the box around the board."""
        rows, columns = zip(*self.puzzle.model.board.cells, strict=True)
        row = max(min(rows), min(max(rows), cell[0]))
        column = max(min(columns), min(max(columns), cell[1]))
        self.cursor = (row, column)

    def take(self, piece: int) -> str:
        """Take a piece of the class into the hand, or lift one that lies, where the tray has none;
        says what was done."""
        if self.held_piece == piece:
            return ""
        self.back()
        if self.in_tray(piece) > 0:
            self.held = Held(piece, self.facing[piece])
            return self._said("taken", piece)
        own = [option for option in self.laid if self.lowered.class_of(option) == piece]
        return self._lift(own[-1]) if own else self.texts.say("unmoved.nothing")

    def lift(self) -> str:
        """Lift what lies at the cursor; says what was done."""
        self.back()
        there = [k for k in self.laid if self.cursor in self.lowered.cells_of(k)]
        return self._lift(there[-1]) if there else self.texts.say("unmoved.lift")

    def _lift(self, option: int) -> str:
        piece, cells = self.lowered.class_of(option), self.lowered.cells_of(option)
        low = least(cells, self.puzzle.model.lattice)
        shape = [(row - low[0], column - low[1]) for row, column in cells]
        shown = self.pieces[piece]["orientations"]
        # Of orientations that differ by colours only, the one that fits there.
        for orientation in (k for k, own in enumerate(shown) if list(own) == shape):
            self.held = Held(piece, orientation, option)
            middle = _middle(self._shape(self.held))
            self.cursor = (low[0] + middle[0], low[1] + middle[1])
            if not self.blocked():
                break
        return self._said("lifted", piece)

    def turn(self, back: bool = False) -> str:
        """Turn the piece in the hand a quarter clockwise, or `back`; says what was done."""
        for _ in range(3 if back else 1):
            said = self._face("turned")
        return said

    def flip(self) -> str:
        """Turn the piece in the hand over; says what was done."""
        return self._face("flipped")

    def _face(self, how: str) -> str:
        if self.held is None:
            return self.texts.say("unmoved.nothing")
        data = self.pieces[self.held.piece]
        following = data[how][self.held.orientation]
        if following is None or following == self.held.orientation:
            return self.texts.say(f"unmoved.{how}", name=data["name"])
        self.facing[self.held.piece] = following
        self.held = self.held._replace(orientation=following)
        return self._said(how, self.held.piece)

    def lay(self) -> str:
        """Lay the piece in the hand where it hovers; says what was done, or what is in the way."""
        if self.held is None:
            return self.texts.say("unmoved.nothing")
        piece, cells = self.held.piece, self.hover
        option = self.lowered.option_of(piece, cells)
        why = next(iter(self.blocked().values()), None)
        if why or option is None:
            return self._said("misfit", piece, why=why or self.texts.say("misfit.outside"))
        self.place(option)
        return self._said("laid", piece, place=self._rows(cells))

    def _said(self, what: str, piece: int, **values: str) -> str:
        """Return what was done with a piece."""
        return self.texts.say(f"said.{what}", name=self.pieces[piece]["name"], **values)

    def _rows(self, cells: tuple[Cell, ...]) -> str:
        """The rows that cells are in, counted from 1."""
        rows = [row // self.puzzle.model.step + 1 for row, _ in cells]
        first, last = min(rows), max(rows)
        if first == last:
            return self.texts.say("place.row", **{"from": first})
        return self.texts.say("place.rows", **{"from": first, "to": last})

    def cell_words(self, cell: Cell) -> str:
        """A cell as people call it: its label, or its row and column, counted from 1."""
        return cell_words(self.lowered, cell, self.texts)

    def place(self, option: int) -> None:
        """Lay an option, which fits, instead of what is in the hand."""
        laid = self.laid if self.held and self.held.lifted == option else (*self.lying, option)
        self._change(laid)

    def back(self) -> str:
        """Put the piece in the hand back where it was, which leaves no trace; says so."""
        if self.held is None:
            return ""
        piece, _, lifted = self.held
        self.held = None
        return self._said("back" if lifted is None else "returned", piece)

    def put_aside(self) -> str:
        """Put the piece in the hand, or the one at the cursor, into the tray; says so."""
        if self.held is None:
            said = self.lift()
            if self.held is None:
                return said
        piece = self.held.piece
        self._change(self.lying)
        return self._said("back", piece)

    def _change(self, laid: Options) -> None:
        self.held = None
        if laid != self.laid:
            self.note((self.laid, laid))
            self.laid = laid

    def undo(self) -> str:
        """Take the last step back; says what was done."""
        self.held = None
        step = self.undone()
        if step is None:
            return self.texts.say("unmoved.undo")
        self.laid = step[0]
        return self.texts.say("said.undone", n=len(self.laid))

    def redo(self) -> str:
        """Do again what was undone last; says what was done."""
        self.held = None
        step = self.redone()
        if step is None:
            return self.texts.say("unmoved.redo")
        self.laid = step[1]
        return self.texts.say("said.redone", n=len(self.laid))

    def written(self) -> str:
        """Return what is laid, as `--laid` takes it."""
        return " ".join(written(self.lowered, option) for option in self.laid)


def _pageless(model: Model) -> str | None:
    """Return why the puzzle can be played on a page only, as a sentence, or None."""
    solid = model.board.dimensions != FLAT
    if not solid and model.lattice.square:
        return None
    what = "solid" if solid else f"of {model.lattice.name}"
    return (
        f"{model.name} is {what}, and one plays flat boards of squares and sticks here; without "
        "--terminal, calpuzzle play opens a page for it"
    )


def _middle(shape: list[Cell]) -> Cell:
    """The cell of a shape that is nearest to its middle, the first of equals."""
    middle = [sum(axis) / len(shape) for axis in zip(*shape, strict=True)]
    return min(shape, key=lambda cell: (cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2)
