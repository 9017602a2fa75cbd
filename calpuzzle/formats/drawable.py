"""What the formats that draw shapes cannot say of a puzzle: shared by their writers."""

from __future__ import annotations

from collections.abc import Collection

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece

WORDS = {
    (False, False): "is neither turned nor turned over",
    (True, False): "is turned, but not turned over",
    (False, True): "is turned over, but not turned",
    (True, True): "is turned and turned over",
}


def check_drawable(
    model: Model,
    form: str,
    motions: Collection[tuple[bool, bool]],
    dimensions: int = 3,
    colours: bool = False,
    counts: bool = False,
    optional: bool = False,
) -> None:
    """Raise InputError, with the reason, where the format called `form` cannot say what the puzzle
    holds. It has up to so many dimensions, pieces of one shape that move in one of the `motions`
    (turn, flip), and colours, counts of pieces and cells that may stay empty or not."""
    board = model.board
    lacks = ""
    if board.bare:
        lacks = f"draws shapes, and of the pieces of {model.name} only the ways are known"
    elif model.groups:
        lacks = f"cannot say which cells of {model.name} are left open for a date"
    elif board.dimensions > dimensions:
        lacks = f"has up to {dimensions} dimensions, and {model.name} has {board.dimensions}"
    elif board.colours and not colours:
        lacks = f"has no colours, and {model.name} has some"
    elif board.optional and not optional:
        lacks = "cannot say that a cell may stay empty"
    elif model.step > 1:
        lacks = f"cannot say that the pieces of {model.name} move by {model.step}"
    else:
        lacks = _alike(model) or next(
            (why for piece in model.pieces if (why := _of_piece(piece, motions, counts))), ""
        )
    if lacks:
        raise InputError(f"{form} {lacks}")


def _alike(model: Model) -> str:
    """What there is to say of different pieces that count as equal."""
    if model.interchangeable:
        apart = {piece.names for piece in model.pieces}
        for own in Lowering(model).classes:
            if own.names not in apart:
                names = f"{own.names[0]} and {own.names[-1]}"
                return f"cannot say that the pieces {names} count as equal"
    return ""


def _of_piece(piece: Piece, motions: Collection[tuple[bool, bool]], counts: bool) -> str:
    if len(piece.sides) > 1:
        return f"has one shape a piece, and piece {piece.name} has {len(piece.sides)}"
    if (piece.turn, piece.flip) not in motions:
        return f"cannot say that piece {piece.name} {WORDS[piece.turn, piece.flip]}"
    if (piece.least, piece.most) != (1, 1) and not counts:
        few = f"{piece.least} to " if piece.least < piece.most else ""
        return f"has each piece once, and piece {piece.name} is used {few}{piece.most} times"
    return ""
