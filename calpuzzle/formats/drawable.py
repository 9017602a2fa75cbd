"""The check, shared by the formats of drawn shapes, that a format can hold a puzzle."""

from __future__ import annotations

from collections.abc import Collection

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model

MOTION_WORDS = {
    (False, False): "may be neither rotated nor turned over",
    (True, False): "may be rotated, but not turned over",
    (False, True): "may be turned over, but not rotated",
    (True, True): "may be rotated and turned over",
}


def drawable_model(
    model: Model,
    form: str,
    motions: Collection[tuple[bool, bool]],
    dimensions: int = 3,
    colours: bool = False,
    counts: bool = False,
    optional: bool = False,
    fits: bool = False,
    lattices: Collection[Lattice] = (SQUARES,),
) -> Model:
    """Return the puzzle without the cells that a fixed date leaves open. Raises InputError, with
    the reason, if the format called `form` cannot hold the puzzle.

    The format supports up to `dimensions` dimensions, pieces of one shape with one of the `motions`
    (turn, flip), cells of one of the `lattices`, and, if set, `colours`, `counts` of pieces,
    `optional` cells that may stay empty, and `fits`: pairs of colours that match."""
    model = _framed(model)
    board, name = model.board, model.name
    open_ = f"cannot store the labels of {name}; give a date, such as today"
    lacks = [
        (board.bare, f"draws shapes, but the pieces of {name} have only lists of placements"),
        (not model.pieces, f"needs at least one piece, and {name} has none"),
        (model.groups, open_),
        (
            board.dimensions > dimensions,
            f"has up to {dimensions} dimensions, and {name} has {board.dimensions}",
        ),
        (board.colours and not colours, f"has no colours, and {name} has some"),
        (board.optional and not optional, "cannot express that a cell may stay empty"),
        (model.fits and not fits, f"cannot express which colours of {name} match"),
        (
            model.lattice not in lattices,
            f"cannot express that the cells of {name} are {model.lattice.name}",
        ),
    ]
    for piece in model.pieces:
        what, moves = f"piece {piece.name}", (piece.turn, piece.flip)
        shapes = piece.sides
        few = f"{piece.least} to " if piece.least < piece.most else ""
        lacks += [
            (len(shapes) > 1, f"allows one shape per piece, but {what} has {len(shapes)}"),
            (moves not in motions, f"cannot express that {what} {MOTION_WORDS[moves]}"),
            (
                not counts and (piece.least, piece.most) != (1, 1),
                f"uses each piece once, but {what} is used {few}{piece.most} times",
            ),
        ]
    lack = next((words for is_lacking, words in lacks if is_lacking), "") or _equal_pieces(model)
    if lack:
        raise InputError(f"{form} {lack}")
    return model


def _framed(model: Model) -> Model:
    """Return the puzzle without the cells of its date if each group has only one label, else the
    puzzle unchanged."""
    board, labels = model.board, {label for group in model.groups for label in group.printed}
    if not model.groups or any(len(group.labels) > 1 for group in model.groups):
        return model
    kept = [k for k, label in enumerate(board.labels) if label not in labels]
    if not kept:
        return model
    frame = Board(
        tuple(board.cells[k] for k in kept),
        colours=tuple(board.colours[k] for k in kept if board.colours),
        optional=frozenset(kept.index(k) for k in board.optional if k in kept),
    )
    return model._replace(board=frame, groups=())


def _equal_pieces(model: Model) -> str:
    """Return the fault that different pieces count as equal, or an empty string."""
    if model.interchangeable:
        declared = {piece.names for piece in model.pieces}
        for piece_class in Lowering(model).classes:
            if piece_class.names not in declared:
                names = f"{piece_class.names[0]} and {piece_class.names[-1]}"
                return f"cannot express that the pieces {names} count as equal"
    return ""
