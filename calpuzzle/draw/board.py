"""A puzzle as a Scene: the empty board with its labels, and the pieces beside it."""

from __future__ import annotations

from calpuzzle.draw.colours import INK, UNCOVERED, piece_colours
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text, shifted
from calpuzzle.draw.solution import MARGIN, SIZE, corner, label_text, outlines
from calpuzzle.draw.text import caption
from calpuzzle.puzzle.model import BLANK, Model, Piece

CAPTION = 22
ACROSS = 5  # pieces a row


def puzzle_scene(model: Model) -> Scene:
    """The board, and the pieces below it."""
    board = _board(model)
    colours = piece_colours([piece.name for piece in model.pieces])
    shapes = list(board.shapes)
    width, y = board.width, board.height
    for start in range(0, len(model.pieces), ACROSS):
        row = [_piece(p, colours[p.name]) for p in model.pieces[start : start + ACROSS]]
        x = 0.0
        for scene in row:
            shapes += shifted(scene, x, y)
            x += scene.width
        width = max(width, x)
        y += max(scene.height for scene in row)
    return Scene(width, y, tuple(shapes), model.title or model.name)


def _board(model: Model) -> Scene:
    board = model.board
    shapes: list[Shape] = [Rect(*corner(cell), SIZE, SIZE, UNCOVERED) for cell in board.cells]
    shapes += outlines({cell: cell for cell in board.cells}, thick=1.5)
    for row, column in board.cells:
        label = board.rows[row][column]
        if label != BLANK:
            shapes.append(label_text(label, (row, column)))
    width, height = board.width * SIZE + 2 * MARGIN, board.height * SIZE + 2 * MARGIN
    return Scene(width, height, tuple(shapes))


def _piece(piece: Piece, colour: str) -> Scene:
    """The piece at half the board's size, its name above it."""
    shapes: list[Shape] = []
    for shape in [
        *(Rect(*corner(cell), SIZE, SIZE, colour) for cell in piece.shape),
        *outlines(dict.fromkeys(piece.shape, piece.name)),
    ]:
        shapes.append(_halved(shape))
    rows = 1 + max(row for row, _ in piece.shape)
    columns = 1 + max(column for _, column in piece.shape)
    shapes.append(Text(MARGIN, CAPTION / 2, caption(piece), 13, INK, anchor="start", bold=True))
    return Scene(
        max(columns * SIZE / 2 + 3 * MARGIN, 9 * len(caption(piece)) + 2 * MARGIN),
        rows * SIZE / 2 + CAPTION + 2 * MARGIN,
        tuple(shapes),
    )


def _halved(shape: Shape) -> Shape:
    def x(value: float) -> float:
        return MARGIN + (value - MARGIN) / 2

    def y(value: float) -> float:
        return CAPTION + (value - MARGIN) / 2

    if isinstance(shape, Rect):
        return Rect(x(shape.x), y(shape.y), shape.width / 2, shape.height / 2, shape.fill)
    if isinstance(shape, Line):
        thin = max(0.8, 0.6 * shape.width)
        return Line(x(shape.x1), y(shape.y1), x(shape.x2), y(shape.y2), shape.stroke, thin)
    return shape
