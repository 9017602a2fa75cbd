"""A puzzle, and pieces laid on its board, as a Scene.

The pieces are coloured, with thick lines between them; the layers of a board in space lie side by
side, one long row is folded, sticks are lines, and cells of which only the numbers are known are a
row. The colours are those of the pieces in the picture of the puzzle, as far as no two that touch
have the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from calpuzzle.draw import sticks
from calpuzzle.draw.boxes import Place
from calpuzzle.draw.cells import (
    EMPTY,
    GRID,
    corner,
    extent,
    label_text,
    laid_flat,
    offered,
    outlines,
    printed,
    tiles,
)
from calpuzzle.draw.colours import INK, UNCOVERED, Pieces, laid_colours
from calpuzzle.draw.pieces import pieces_scene
from calpuzzle.draw.scene import Scene, Shape, Text, shifted
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell

WIDTH = 560.0  # that the pieces below a narrow board may take


def puzzle_scene(model: Model) -> Scene:
    """The board and the pieces below it. Raises CannotDoError for a board that has no cells, or
    has them too far apart."""
    board = _board(model)
    pieces = pieces_scene(model, max(board.width, WIDTH))
    shapes = *board.shapes, *shifted(pieces, 0, board.height)
    size = max(board.width, pieces.width), board.height + pieces.height
    return Scene(*size, shapes, model.title or model.name)


def solution_scene(
    model: Model, pieces: Pieces, opened: Mapping[str, str] = {}, title: str = ""
) -> Scene:
    """The board with the pieces on it; the labels `opened` are bold, and of a puzzle without groups
    the names of the pieces are written on them. Raises CannotDoError as `puzzle_scene` does."""
    places = laid_flat(model.board.cells, step=model.step)
    colours = laid_colours(model, pieces)
    if not title:
        title = (model.title or model.name) + (": " + " ".join(opened.values()) if opened else "")
    if model.step == 2:
        shapes = sticks.grid(places.values(), GRID, 1.0)
        for name, cells in pieces.items():
            stick = [places[cell] for cell in cells]
            shapes += sticks.stick(stick, sticks.darker(colours[name]))
        for name, cells in pieces.items():
            shapes += sticks.name_text(name, [places[cell] for cell in cells])
        return Scene(*sticks.extent(places.values()), tuple(shapes), title)
    at = model.board.at
    fills = dict.fromkeys(places.values(), EMPTY)
    fills |= {places[at[label]]: UNCOVERED for label in opened.values()}
    regions: dict[Place, Hashable] = dict.fromkeys(places.values(), ())
    regions |= {places[at[label]]: (label,) for label in opened.values()}
    for name, cells in pieces.items():
        fills |= {places[cell]: colours[name] for cell in cells}
        regions |= {places[cell]: name for cell in cells}
    shapes = [*tiles(fills), *outlines(regions), *_texts(model, pieces, opened, places)]
    return Scene(*extent(places.values()), tuple(shapes), title)


def _texts(
    model: Model, pieces: Pieces, opened: Mapping[str, str], places: Mapping[Cell, Place]
) -> list[Shape]:
    """What is written on the cells: on those of a calendar that no piece covers the labels, on all
    others both what is printed on them and the pieces' names."""
    texts = printed(model.board)
    covered = {cell for cells in pieces.values() for cell in cells}
    bold = set(opened.values())
    found: list[Shape] = []
    for cell, text in texts.items():
        if model.board.bare:
            found.append(_aside(text, places[cell]))
        elif cell not in covered or not model.groups:
            found.append(label_text(text, places[cell], bold=text in bold))
    for name, cells in pieces.items() if not model.groups else ():
        # One in each layer: its parts there are seldom several.
        first = {cell[:-2]: cell for cell in sorted(cells, reverse=True)}
        for cell in cells if model.board.bare else first.values():
            aside = texts and not model.board.bare
            found.append(_aside(name, places[cell]) if aside else label_text(name, places[cell]))
    return found


def _aside(text: str, place: Place) -> Text:
    """A small text in the corner of a cell, where the middle is taken."""
    x, y = corner(place)
    return Text(x + 4, y + 8, text, 9, INK, anchor="start")


def _board(model: Model) -> Scene:
    places = laid_flat(model.board.cells, step=model.step)
    if model.step == 2:
        return Scene(*sticks.extent(places.values()), tuple(sticks.grid(places.values(), INK, 1.5)))
    optional = {places[model.board.cells[k]] for k in model.board.optional}
    shapes = tiles({place: EMPTY if place in optional else UNCOVERED for place in places.values()})
    shapes += outlines({place: place for place in places.values()}, thick=1.5)
    shapes += [label_text(text, places[cell]) for cell, text in offered(model.board).items()]
    return Scene(*extent(places.values()), tuple(shapes))
