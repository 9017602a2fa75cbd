"""The compact geometric format: a frame of points, and pieces with their allowed motions.

    dimensions use-colours
    number of locations, then for each `x [y [z]] [colour]`
    number of pieces, then for each `n v` and its n points, in the form of the locations

v is 1 for a piece that may only be translated, 2 for one that may also be rotated in the x-y plane,
3 for any of the 24 orientations. White space is insignificant, `//` starts a comment. The cells of
the puzzle are (z, y, x), translated so that no coordinate is negative; a puzzle of one dimension
becomes a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from calpuzzle.base.errors import InputError
from calpuzzle.formats.drawable import drawable_model
from calpuzzle.formats.reading import IntegerReader, begins_with_number
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal

MAX_LOCATIONS = 1_000_000
FAR = 1_000_000_000
MOTIONS = {(False, False): 1, (True, False): 2, (True, True): 3}
"""The number v by the motions of a piece: (turn, flip)."""

looks_like = partial(begins_with_number, comment="//")
"""Return whether the first word outside comments begins like a number."""


def read(text: str, name: str) -> Model:
    """Return the puzzle in a geometric text. Raises PuzzleError, which names file, line and
    fault."""
    numbers = IntegerReader(text, name)
    dimensions = numbers.take("the number of dimensions", 1, 3)
    coloured = bool(numbers.take("use-colours", 0, 1))
    size = numbers.take("the number of locations", 0, MAX_LOCATIONS)
    frame = _points(numbers, "the frame", size, dimensions, coloured)
    known = set(frame.values())
    pieces = []
    for index in range(1, numbers.take("the number of pieces", 1, MAX_LOCATIONS) + 1):
        what = f"piece {index}"
        length = numbers.take(f"the number of points of {what}", 1, max(1, numbers.remaining))
        motion = numbers.take(f"v of {what}", 1, 3)
        points = _points(numbers, what, length, dimensions, coloured)
        for colour in points.values():
            if colour not in known and coloured:
                numbers.fail(f"{what} has the colour {colour}, which no location has")
        turn, flip = next(motions for motions, v in MOTIONS.items() if v == motion)
        colours = (tuple(points[cell] for cell in sorted(points)),) if coloured else ()
        pieces.append(Piece(str(index), (normal(points),), turn, flip, colours=colours))
    numbers.end()
    board = Board(_moved(frame), colours=tuple(frame.values()) if coloured else ())
    return Model(name, board, tuple(pieces), interchangeable=False)


def _points(
    numbers: IntegerReader, what: str, length: int, dimensions: int, coloured: bool
) -> dict[Cell, int]:
    """Return the next `length` cells, not yet translated, with their colours."""
    found: dict[Cell, int] = {}
    coordinate, colour = f"a coordinate of {what}", f"a colour of {what}"
    for _ in range(length):
        point = [numbers.take(coordinate, -FAR, FAR) for _ in range(dimensions)]
        cell = (*reversed(point),) if dimensions > 1 else (0, *point)
        if cell in found:
            numbers.fail(f"{what} has ({', '.join(map(str, point))}) twice")
        found[cell] = numbers.take(colour) if coloured else 0
    return found


def _moved(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells, translated along each axis on which a coordinate is negative."""
    cells = tuple(cells)
    low = [min(0, *axis) for axis in zip(*cells, strict=True)]
    return tuple(tuple(x - least for x, least in zip(cell, low, strict=True)) for cell in cells)


def write(model: Model) -> str:
    """Return the puzzle in the geometric format. Raises InputError if the format cannot hold it."""
    model = drawable_model(model, "the geometric format", MOTIONS, colours=True)
    board = model.board
    for piece in model.pieces if board.colours else ():
        if extra := {*piece.colours[0]} - {*board.colours}:
            raise InputError(
                f"the geometric format cannot hold colour {min(extra)}: piece {piece.name} has it, "
                "but no cell of the frame does"
            )
    lines = [f"{board.dimensions} {int(bool(board.colours))} // dimensions, use colours"]
    lines.append(f"{len(board.cells)} // locations")
    lines += _lines(board.cells, board.colours)
    lines.append(f"{len(model.pieces)} // pieces")
    for piece in model.pieces:
        name = " ".join(piece.name.split())
        lines.append(f"{len(piece.shape)} {MOTIONS[piece.turn, piece.flip]} // piece {name}")
        lines += _lines(piece.shape, piece.colours[0] if board.colours else ())
    return "\n".join(lines) + "\n"


def _lines(cells: Sequence[Cell], colours: Sequence[int]) -> list[str]:
    points = [cell[::-1] for cell in cells]
    if colours:
        points = [(*point, colour) for point, colour in zip(points, colours, strict=True)]
    return [" ".join(map(str, point)) for point in points]
