"""Pieces as a Scene, at about half the size that the board has: those of a shape as their sides,
of which the layers of one in space lie side by side; others as the cells of their ways."""

from __future__ import annotations

from collections.abc import Iterable

from calpuzzle.draw import sticks
from calpuzzle.draw.boxes import display_width
from calpuzzle.draw.cells import MARGIN, extent, label_text, laid_flat, outlines, tiles
from calpuzzle.draw.colours import INK, piece_colours
from calpuzzle.draw.incidence import ways_scene
from calpuzzle.draw.scene import Scene, Shape, Text, shifted
from calpuzzle.draw.text import caption
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape as Side

HEAD = 22.0  # the height of a caption
HALF = 20.0  # one cell
UNIT = 32.0  # of a stick


def pieces_scene(model: Model, width: float) -> Scene:
    """All pieces with their names, as many a row as go into the width, if only one does."""
    colours = piece_colours(piece.name for piece in model.pieces)
    shapes: list[Shape] = []
    x = y = height = right = 0.0
    for piece in model.pieces:
        drawn = piece_scene(model, piece, colours[piece.name])
        if x and x + drawn.width > width:
            x, y, height = 0.0, y + height, 0.0
        shapes += shifted(drawn, x, y)
        x += drawn.width
        right, height = max(right, x), max(height, drawn.height)
    return Scene(right, y + height, tuple(shapes))


def piece_scene(model: Model, piece: Piece, colour: str) -> Scene:
    """One piece under its name."""
    if piece.sides:
        colours = piece.colours or ((),) * len(piece.sides)
        found = [
            _side(*each, model.step, colour) for each in zip(piece.sides, colours, strict=True)
        ]
    else:
        found = [ways_scene(model, piece, colour)]
    shapes: list[Shape] = []
    x = 0.0
    for drawn in found:
        shapes += shifted(drawn, x, HEAD)
        x += drawn.width
    head = caption(piece)
    shapes.append(Text(MARGIN, HEAD / 2 + 2, head, 13, INK, anchor="start", bold=True))
    width = max(x + MARGIN, 9 * display_width(head) + 2 * MARGIN)
    return Scene(width, HEAD + max(drawn.height for drawn in found), tuple(shapes))


def _side(side: Side, colours: Iterable[int], step: int, colour: str) -> Scene:
    places = laid_flat(side, step=step, fold=False)
    if step == 2:
        lines = sticks.stick(places.values(), sticks.darker(colour), UNIT)
        return Scene(*sticks.extent(places.values(), UNIT), tuple(lines))
    shapes = tiles(dict.fromkeys(places.values(), colour), HALF)
    shapes += outlines(dict.fromkeys(places.values(), True), 1.8, HALF)
    for place, mark in zip(places.values(), colours, strict=False):
        shapes.append(label_text(colour_name(mark), place, HALF))
    return Scene(*extent(places.values(), HALF), tuple(shapes))
