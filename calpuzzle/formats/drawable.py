"""The part that formats of drawn shapes share: the puzzle as a plain frame and pieces, or what they
cannot say of it."""

from __future__ import annotations

from collections.abc import Collection

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model

WORDS = {
    (False, False): "is neither turned nor turned over",
    (True, False): "is turned, but not turned over",
    (False, True): "is turned over, but not turned",
    (True, True): "is turned and turned over",
}


def drawable(
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
    """The puzzle as a plain frame and pieces: of one on a date, the cells that it leaves open are
    left out. Raises InputError, with the reason, where the format called `form` cannot say what the
    puzzle holds. It has up to so many dimensions, pieces of one shape that move in one of the
    `motions` (turn, flip), and colours, counts of pieces, cells that may stay empty and colours
    that go with others or not; its cells lie in one of the `lattices`."""
    model = _framed(model)
    board, name = model.board, model.name
    open_ = f"cannot say which cells of {name} are left open; give a date, such as today"
    lacks = [
        (board.bare, f"draws shapes, and of the pieces of {name} only the ways are known"),
        (not model.pieces, f"has some pieces, and {name} has none"),
        (model.groups, open_),
        (
            board.dimensions > dimensions,
            f"has up to {dimensions} dimensions, and {name} has {board.dimensions}",
        ),
        (board.colours and not colours, f"has no colours, and {name} has some"),
        (board.optional and not optional, "cannot say that a cell may stay empty"),
        (model.fits and not fits, f"cannot say which colours of {name} go with others"),
        (
            model.lattice not in lattices,
            f"cannot say that the cells of {name} are {model.lattice.name}",
        ),
    ]
    for piece in model.pieces:
        own, moves = f"piece {piece.name}", (piece.turn, piece.flip)
        few = f"{piece.least} to " if piece.least < piece.most else ""
        lacks += [
            (len(piece.sides) > 1, f"has one shape a piece, and {own} has {len(piece.sides)}"),
            (moves not in motions, f"cannot say that {own} {WORDS[moves]}"),
            (
                not counts and (piece.least, piece.most) != (1, 1),
                f"has each piece once, and {own} is used {few}{piece.most} times",
            ),
        ]
    lack = next((words for lacking, words in lacks if lacking), "") or _alike(model)
    if lack:
        raise InputError(f"{form} {lack}")
    return model


def _framed(model: Model) -> Model:
    """The puzzle without the cells of its date, where each group has but one label."""
    board, labels = model.board, {label for group in model.groups for label in group.printed}
    if not model.groups or any(len(group.labels) > 1 for group in model.groups):
        return model
    kept = [k for k, label in enumerate(board.labels) if label not in labels]
    if not kept:
        return model
    left = Board(
        tuple(board.cells[k] for k in kept),
        colours=tuple(board.colours[k] for k in kept if board.colours),
        optional=frozenset(kept.index(k) for k in board.optional if k in kept),
    )
    return model._replace(board=left, groups=())


def _alike(model: Model) -> str:
    """Return what there is to say of different pieces that count as equal."""
    if model.interchangeable:
        apart = {piece.names for piece in model.pieces}
        for own in Lowering(model).classes:
            if own.names not in apart:
                names = f"{own.names[0]} and {own.names[-1]}"
                return f"cannot say that the pieces {names} count as equal"
    return ""
