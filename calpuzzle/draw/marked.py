"""The board as a Scene with some cells marked, such as those of the cause of an unsolvable date.

Marked cells are orange, open cells are white, and all others are pale; on a board of sticks, only
marked cells are coloured. The labels of open cells are bold.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable

from calpuzzle.draw import polygons, stick_board
from calpuzzle.draw.cells import (
    EMPTY_COLOUR,
    GRID,
    borders,
    extent,
    flattened,
    label_text,
    printed,
    tiles,
)
from calpuzzle.draw.colours import UNCOVERED
from calpuzzle.draw.scene import Scene
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell
from calpuzzle.puzzle.model import Model

MARKED = "#ee8866"


def marked_scene(model: Model, marked: Collection[Cell], opened: Collection[Cell] = ()) -> Scene:
    """Return the board. Raise CannotDoError if it has no cells, or cells too far apart."""
    kind: dict[Cell, Hashable] = dict.fromkeys(model.board.cells, "")
    kind |= dict.fromkeys(marked, "marked") | dict.fromkeys(opened, "open")
    fill = {"": EMPTY_COLOUR, "marked": MARKED, "open": UNCOVERED}
    fills = {cell: fill[str(state)] for cell, state in kind.items()}
    texts = printed(model.board)
    title = model.title or model.name
    if model.lattice.drawn == POLYGONS:
        return polygons.picture(model.lattice, fills, kind, texts, bold=opened)._replace(
            title=title
        )
    places = flattened(model.board.cells, step=model.step)
    if model.lattice.drawn == LINES:
        shapes = stick_board.grid(places.values(), GRID, 1.0)
        shapes += stick_board.stick([places[cell] for cell in marked], MARKED) if marked else []
        shapes += stick_board.label_texts(texts, places, bold=[texts[cell] for cell in opened])
        return Scene(*extent(places.values(), stick_board.UNIT, 2), tuple(shapes), title)
    flat = tiles({places[cell]: fill for cell, fill in fills.items()})
    flat += borders({places[cell]: state for cell, state in kind.items()})
    for cell, text in texts.items():
        flat.append(label_text(text, places[cell], bold=cell in opened, fill=fills[cell]))
    return Scene(*extent(places.values()), tuple(flat), title)
