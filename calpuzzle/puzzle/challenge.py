"""The challenges of IQ Fit: pieces that lie already, in three notations, and solutions as a code.

* The code: four characters a placement, such as `b43S`: the piece (lower case for the side with
  one protrusion, upper case for the one with two), column and row of the top left corner of its
  bounding box, counted from 0 at the top left of the board, and how it is turned from the drawing
  with the spine on top (N), by quarters clockwise (E, S, W).
* The reference ball: words such as `b 1 S 4 1` (piece, protrusions, turn, x and y), apart by `;`
  or line ends. x and y count from 0 at the bottom left of the board; the ball is the topmost one
  of the leftmost column of the piece.
* A drawing: five rows of ten characters, the letter of a piece (any case) or `.`.
"""

from __future__ import annotations

from collections.abc import Mapping

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import from_cells
from calpuzzle.puzzle.shapes import Cell, Shape, normal, turned

TURNS = "NESW"


class Sides:
    """The board and the sides of the pieces, read off the puzzle. A puzzle is one of this family
    where it is flat and each piece has two sides, the first of them one cell smaller."""

    def __init__(self, model: Model) -> None:
        if model.board.dimensions != 2 or any(
            len(piece.sides) != 2
            or len(piece.sides[1]) != len(piece.sides[0]) + 1
            or len(piece.name) != 1
            for piece in model.pieces
        ):
            raise InputError(f"{model.name} takes no challenge; iq-fit does")
        self.cells = frozenset(model.board.cells)
        self.height = model.board.height
        self.width = model.board.width
        self.shapes: dict[str, list[Shape]] = {}
        for piece in model.pieces:
            for name, side in zip(
                (piece.name.lower(), piece.name.upper()), piece.sides, strict=True
            ):
                self.shapes[name] = [side]
                for _ in range(3):
                    self.shapes[name].append(turned(self.shapes[name][-1]))

    def place(self, side: str, turn: str, top: int, left: int, word: str) -> tuple[Cell, ...]:
        """The cells of a side laid with its bounding box there. Raises InputError."""
        cells = tuple((top + r, left + c) for r, c in self.shapes[side][TURNS.index(turn)])
        if not self.cells.issuperset(cells):
            raise InputError(f"{word} does not lie on the board")
        return cells

    def code(self, name: str, cells: tuple[Cell, ...]) -> str:
        """The four characters of a placement. Raises InputError where `cells` are no side of it."""
        for side in (name.lower(), name.upper()):
            for turn, shape in zip(TURNS, self.shapes[side], strict=True):
                if shape == normal(cells):
                    left, top = min(c for _, c in cells), min(r for r, _ in cells)
                    return f"{side}{left}{top}{turn}"
        raise InputError(f"the cells {cells} are no side of {name}")


def challenge(lowered: Lowering, text: str) -> Options:
    """The options that a challenge lays. Raises InputError with what is wrong."""
    board = Sides(lowered.model)
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if len(lines) == board.height and all(len(line) == board.width for line in lines):
        laid = _drawing(board, lines)
    elif any(c.isspace() for c in text.strip()):
        laid = _balls(board, text)
    else:
        laid = _code(board, text.strip())
    owner: dict[Cell, str] = {}
    for name, cells in laid.items():
        for cell in cells:
            if cell in owner:
                raise InputError(f"the pieces {owner[cell]} and {name} of the challenge overlap")
            owner[cell] = name
    named = {piece.name.lower(): piece.name for piece in lowered.model.pieces}
    return from_cells(lowered, {named[name]: cells for name, cells in laid.items()})


def solution_code(model: Model, pieces: Mapping[str, tuple[Cell, ...]]) -> str:
    """A solution as a code, in the order of the puzzle's pieces."""
    board = Sides(model)
    return "".join(board.code(p.name, pieces[p.name]) for p in model.pieces if p.name in pieces)


def _add(
    laid: dict[str, tuple[Cell, ...]], board: Sides, side: str, cells: tuple[Cell, ...]
) -> None:
    if side.lower() in laid:
        raise InputError(f"the challenge lays the piece {side.lower()} twice")
    laid[side.lower()] = cells


def _side(board: Sides, side: str, word: str) -> str:
    if side not in board.shapes:
        known = " ".join(sorted({name.lower() for name in board.shapes}))
        raise InputError(f"{word}: there is no piece {side}; there are {known}")
    return side


def _turn(turn: str, word: str) -> str:
    if len(turn) != 1 or turn not in TURNS:
        raise InputError(f"{word}: {turn} is no turn; there are {' '.join(TURNS)}")
    return turn


def _digits(text: str, word: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InputError(f"{word}: {text} is no column or row")
    return int(text)


def _code(board: Sides, text: str) -> dict[str, tuple[Cell, ...]]:
    if not text or len(text) % 4:
        raise InputError(
            f"a challenge is a code of four characters a piece such as b43S; {text!r} has "
            f"{plural(len(text), 'character')}"
        )
    laid: dict[str, tuple[Cell, ...]] = {}
    for at in range(0, len(text), 4):
        word = text[at : at + 4]
        side = _side(board, word[0], word)
        left, top = _digits(word[1], word), _digits(word[2], word)
        _add(laid, board, side, board.place(side, _turn(word[3], word), top, left, word))
    return laid


def _balls(board: Sides, text: str) -> dict[str, tuple[Cell, ...]]:
    laid: dict[str, tuple[Cell, ...]] = {}
    for word in text.replace("\n", ";").split(";"):
        parts = word.split()
        if not parts:
            continue
        if len(parts) != 5 or parts[1] not in ("1", "2"):
            raise InputError(
                f"{word.strip()!r} is no piece, protrusions (1 or 2), turn, x and y, such as "
                "b 1 S 4 1"
            )
        name = parts[0].lower() if parts[1] == "1" else parts[0].upper()
        side, turn = _side(board, name, word.strip()), _turn(parts[2], word.strip())
        x, y = _digits(parts[3], word.strip()), _digits(parts[4], word.strip())
        ball = min(r for r, c in board.shapes[side][TURNS.index(turn)] if c == 0)
        top = board.height - 1 - y - ball
        _add(laid, board, side, board.place(side, turn, top, x, word.strip()))
    return laid


def _drawing(board: Sides, lines: list[str]) -> dict[str, tuple[Cell, ...]]:
    cells: dict[str, list[Cell]] = {}
    for r, line in enumerate(lines):
        for c, mark in enumerate(line):
            if mark != ".":
                cells.setdefault(_side(board, mark, "the drawing").lower(), []).append((r, c))
    laid: dict[str, tuple[Cell, ...]] = {}
    for name, found in cells.items():
        shapes = board.shapes[name] + board.shapes[name.upper()]
        if normal(found) not in shapes:
            raise InputError(f"the drawing shows {name} in a shape that it does not have")
        laid[name] = tuple(sorted(found))
    return laid
