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

from calpuzzle.base.errors import InputError
from calpuzzle.fit.model import Fitting, Way
from calpuzzle.puzzle.shapes import Cell, Shape, normal, turned
from calpuzzle.base.text import plural

TURNS = "NESW"


class Board:
    """The board and the sides of the pieces, read off the puzzle. A puzzle is one of this family
    where it is flat and each piece has two sides, the first of them one cell smaller."""

    def __init__(self, puzzle: Fitting) -> None:
        geometry = puzzle.geometry
        if geometry is None or any(
            len(form.sides) != 2
            or len(form.sides[1]) != len(form.sides[0]) + 1
            or len(form.name) != 1
            for form in geometry.forms
        ):
            raise InputError(f"{puzzle.name} takes no challenge; iq-fit does")
        self.puzzle = puzzle
        self.number: dict[Cell, int] = {}
        for k, location in enumerate(puzzle.locations):
            x, y = (location.point or (0, 0))[:2]
            self.number[y, x] = k
        self.height = 1 + max(row for row, _ in self.number)
        self.width = 1 + max(column for _, column in self.number)
        self.shapes: dict[str, list[Shape]] = {}
        for form in geometry.forms:
            for name, side in zip((form.name.lower(), form.name.upper()), form.sides, strict=True):
                shape = normal((point[1], point[0]) for point, _ in side)
                self.shapes[name] = [shape]
                for _ in range(3):
                    self.shapes[name].append(turned(self.shapes[name][-1]))

    def place(self, side: str, turn: str, top: int, left: int, word: str) -> Way:
        """The locations of a side laid with its bounding box there. Raises InputError."""
        cells = [(top + r, left + c) for r, c in self.shapes[side][TURNS.index(turn)]]
        if any(cell not in self.number for cell in cells):
            raise InputError(f"{word} does not lie on the board")
        return tuple(sorted(self.number[cell] for cell in cells))

    def code(self, name: str, way: Way) -> str:
        """The four characters of a placement. Raises InputError where `way` is no side of it."""
        cells = [cell for cell, k in self.number.items() if k in way]
        for side in (name.lower(), name.upper()):
            for turn, shape in zip(TURNS, self.shapes[side], strict=True):
                if shape == normal(cells):
                    left, top = min(c for _, c in cells), min(r for r, _ in cells)
                    return f"{side}{left}{top}{turn}"
        raise InputError(f"the locations {way} are no side of {name}")


def challenge(puzzle: Fitting, text: str) -> Fitting:
    """The puzzle with the pieces of a challenge laid. Raises InputError with what is wrong."""
    board = Board(puzzle)
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if len(lines) == board.height and all(len(line) == board.width for line in lines):
        laid = _drawing(board, lines)
    elif any(c.isspace() for c in text.strip()):
        laid = _balls(board, text)
    else:
        laid = _code(board, text.strip())
    owner: dict[int, str] = {}
    for name, way in laid.items():
        for k in way:
            if k in owner:
                raise InputError(f"the pieces {owner[k]} and {name} of the challenge overlap")
            owner[k] = name
    # What overlaps a laid piece can be in no solution: without it, little is left to search.
    pieces = tuple(
        piece._replace(
            ways=(laid[piece.name.lower()],)
            if piece.name.lower() in laid
            else tuple(way for way in piece.ways if owner.keys().isdisjoint(way))
        )
        for piece in puzzle.pieces
    )
    return puzzle._replace(pieces=pieces)


def solution_code(puzzle: Fitting, pieces: dict[str, Way]) -> str:
    """A solution as a code, in the order of the puzzle's pieces."""
    board = Board(puzzle)
    return "".join(board.code(p.name, pieces[p.name]) for p in puzzle.pieces if p.name in pieces)


def _add(laid: dict[str, Way], board: Board, side: str, way: Way) -> None:
    if side.lower() in laid:
        raise InputError(f"the challenge lays the piece {side.lower()} twice")
    laid[side.lower()] = way


def _side(board: Board, side: str, word: str) -> str:
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


def _code(board: Board, text: str) -> dict[str, Way]:
    if not text or len(text) % 4:
        raise InputError(
            f"a challenge is a code of four characters a piece such as b43S; {text!r} has "
            f"{plural(len(text), 'character')}"
        )
    laid: dict[str, Way] = {}
    for at in range(0, len(text), 4):
        word = text[at : at + 4]
        side = _side(board, word[0], word)
        left, top = _digits(word[1], word), _digits(word[2], word)
        _add(laid, board, side, board.place(side, _turn(word[3], word), top, left, word))
    return laid


def _balls(board: Board, text: str) -> dict[str, Way]:
    laid: dict[str, Way] = {}
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


def _drawing(board: Board, lines: list[str]) -> dict[str, Way]:
    cells: dict[str, list[Cell]] = {}
    for r, line in enumerate(lines):
        for c, mark in enumerate(line):
            if mark != ".":
                cells.setdefault(_side(board, mark, "the drawing").lower(), []).append((r, c))
    laid: dict[str, Way] = {}
    for name, found in cells.items():
        shapes = board.shapes[name] + board.shapes[name.upper()]
        if normal(found) not in shapes:
            raise InputError(f"the drawing shows {name} in a shape that it does not have")
        laid[name] = tuple(sorted(board.number[cell] for cell in found))
    return laid
