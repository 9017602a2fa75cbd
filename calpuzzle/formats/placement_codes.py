"""The challenges of IQ Fit: placed pieces in three notations, and solutions as a code.

* The code: four characters for each placement, such as `b43S`: the piece (lower case for the side
  with one protrusion, upper case for the one with two), column and row of the top left corner of
  its bounding box, counted from 0 at the top left of the board, and its rotation from the drawing
  with the spine on top (N), in quarter turns clockwise (E, S, W).
* The reference ball: words such as `b 1 S 4 1` (piece, protrusions, rotation, x and y), separated
  by `;` or newlines. x and y count from 0 at the bottom left of the board; the ball is the topmost
  one of the leftmost column of the piece.
* A drawing: five rows of ten characters, the letter of a piece (any case) or `.`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import PlacedOptions, from_cells
from calpuzzle.puzzle.shapes import Cell, Shape, normal, turned

TURNS = tuple("NESW")
MAX_BOARD = 10  # columns and rows; the code has one digit for each
NamedPlacement = tuple[str, tuple[Cell, ...]]
"""The name of a piece, and the cells that it covers."""


def takes_challenges(model: Model) -> bool:
    """Return whether the puzzle is of the family of IQ Fit: its board is flat and not too large for
    the code, the name of each piece is one character, and each piece has two sides, the first with
    one cell fewer than the second."""
    board = model.board
    is_small = board.dimensions == 2 and max(board.width, board.height) <= MAX_BOARD
    return is_small and all(
        len(piece.name) == 1
        and len(piece.sides) == 2
        and len(piece.sides[1]) == len(piece.sides[0]) + 1
        for piece in model.pieces
    )


def is_challenge(model: Model, text: str) -> bool:
    """Return whether the text of placements has the form of one of the three notations, and the
    puzzle accepts challenges. `challenge` may still reject the text."""
    words = text.replace(";", " ").split()
    is_block = len({*map(len, words)}) == 1 and len(words) in (1, model.board.height)
    has_form = is_block or words[1:2] in (["1"], ["2"])
    return has_form and not any(sign in text for sign in "@{[") and takes_challenges(model)


class Sides:
    """The board, and `shapes`, the four rotations of each side of each piece."""

    def __init__(self, model: Model) -> None:
        if not takes_challenges(model):
            raise InputError(f"{model.name} accepts no challenge; iq-fit does")
        self.board = model.board
        self.pieces: dict[str, str] = {}
        self.shapes: dict[str, list[Shape]] = {}
        for piece in model.pieces:
            for shape, side in zip(
                piece.sides, (piece.name.lower(), piece.name.upper()), strict=True
            ):
                self.pieces[side] = piece.name
                self.shapes[side] = [shape]
                for _ in TURNS[1:]:
                    self.shapes[side].append(turned(self.shapes[side][-1]))

    def piece(self, side: str, word: str) -> str:
        """Return the name of the piece with the given side. Raises InputError if there is none."""
        if side not in self.pieces:
            known = " ".join(sorted({name.lower() for name in self.pieces}))
            raise InputError(f"{word}: there is no piece {side}; there are {known}")
        return self.pieces[side]

    def placed(
        self, word: str, side: str, turn: str, x: str, y: str, ball: bool = False
    ) -> NamedPlacement:
        """Return the placement of a side. `x` and `y` are the column and the row of the top left
        corner of its bounding box or, with `ball`, of its reference ball, whose row counts from the
        bottom. Raises InputError, which quotes `word`, for a placement that does not exist."""
        name = self.piece(side, word)
        if turn not in TURNS:
            raise InputError(f"{word}: {turn} is not a turn; the turns are {' '.join(TURNS)}")
        for digits in (x, y):
            if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
                raise InputError(f"{word}: {digits} is not a column or row")
        shape = self.shapes[side][TURNS.index(turn)]
        left, top = int(x), int(y)
        if ball:
            top = self.board.height - 1 - top - min(r for r, c in shape if c == 0)
        cells = tuple((top + r, left + c) for r, c in shape)
        if not set(self.board.cells).issuperset(cells):
            raise InputError(f"{word} is not on the board")
        return name, cells

    def code(self, name: str, cells: tuple[Cell, ...]) -> str:
        """Return the four characters of a placement. Raises InputError if the cells are not a side
        of the piece."""
        for side in (name.lower(), name.upper()):
            for turn, shape in zip(TURNS, self.shapes[side], strict=True):
                if shape == normal(cells):
                    top, left = map(min, zip(*cells, strict=True))
                    return f"{side}{left}{top}{turn}"
        raise InputError(f"the cells {cells} are not a side of {name}")


def challenge(lowered: Lowering, text: str) -> PlacedOptions:
    """Return the options of a challenge. Raises InputError if the text is not a valid challenge."""
    sides = Sides(lowered.model)
    text = text.strip()
    lines = text.split()
    if len(lines) == sides.board.height and {*map(len, lines)} == {sides.board.width}:
        found = _drawing(sides, lines)
    elif len(lines) > 1:
        found = _balls(sides, text)
    else:
        found = _code(sides, text)
    placed: dict[str, tuple[Cell, ...]] = {}
    for name, cells in found:
        if name in placed:
            raise InputError(f"the challenge places the piece {name} twice")
        placed[name] = cells
    return from_cells(lowered, placed)


def solution_code(model: Model, pieces: Mapping[str, tuple[Cell, ...]]) -> str:
    """Return the code of a solution, in the order of the puzzle's pieces."""
    sides = Sides(model)
    return "".join(sides.code(p.name, pieces[p.name]) for p in model.pieces if p.name in pieces)


def _code(sides: Sides, text: str) -> Iterator[NamedPlacement]:
    if not text or len(text) % 4:
        raise InputError(
            f"a challenge has four characters per piece, such as b43S; {text!r} has "
            f"{plural(len(text), 'character')}"
        )
    for start in range(0, len(text), 4):
        word = text[start : start + 4]
        yield sides.placed(word, word[0], word[3], word[1], word[2])


def _balls(sides: Sides, text: str) -> Iterator[NamedPlacement]:
    for word in filter(None, map(str.strip, text.replace("\n", ";").split(";"))):
        parts = word.split()
        if len(parts) != 5 or parts[1] not in ("1", "2"):
            raise InputError(
                f"{word!r} must be a piece, protrusions (1 or 2), turn, x and y, as in b 1 S 4 1"
            )
        side, protrusions, turn, x, y = parts
        side = side.lower() if protrusions == "1" else side.upper()
        yield sides.placed(word, side, turn, x, y, ball=True)


def _drawing(sides: Sides, lines: list[str]) -> Iterator[NamedPlacement]:
    found: dict[str, list[Cell]] = {}
    for r, line in enumerate(lines):
        for c, mark in enumerate(line):
            if mark != ".":
                found.setdefault(sides.piece(mark, "the drawing"), []).append((r, c))
    for name, cells in found.items():
        if normal(cells) not in sides.shapes[name.lower()] + sides.shapes[name.upper()]:
            raise InputError(f"the drawing shows {name} in a shape that it does not have")
        yield name, tuple(cells)
