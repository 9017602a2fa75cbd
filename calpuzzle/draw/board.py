"""A puzzle, and pieces laid on its board, as a Scene.

The pieces are coloured, with thick lines between them; the layers of a board in space lie side by
side, and what is solid is also shown as one sees it; one long row is folded, cells other than
squares are polygons, sticks are lines, and cells of which only the numbers are known are a row. The
colours are those of the pieces in the picture of the puzzle, as far as no two that touch have the
same. Below the board the pieces have half its size, with their sides side by side.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping

from calpuzzle.draw import polygons, sticks
from calpuzzle.draw.boxes import Place, display_width
from calpuzzle.draw.cells import (
    EMPTY,
    FREE,
    GRID,
    MARGIN,
    corner,
    extent,
    label_text,
    laid_flat,
    longest_of,
    offered,
    outlines,
    owners,
    printed,
    printed_sides,
    tiles,
)
from calpuzzle.draw.colours import INK, UNCOVERED, Pieces, ink_on, laid_colours, own_colours
from calpuzzle.draw.incidence import ways_scene
from calpuzzle.draw.isometric import growing, solid_scene
from calpuzzle.draw.scene import Scene, Shape, Text, in_rows, shifted
from calpuzzle.draw.text import caption
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece

WIDTH = 560.0  # that the pieces below a narrow board may take
HEAD = 22.0  # the height of a piece's caption
HALF = 20.0  # one cell of a piece
UNIT = 32.0  # of a stick
SOLID = 15.0  # one edge of a cube of a piece


def puzzle_scene(model: Model, room: float = WIDTH) -> Scene:
    """The board and the pieces below it, which may be as wide as `room` where the board is not.
    Raises CannotDoError for a board that has no cells, or has them too far apart."""
    board = _board(model)
    if _of_cubes(model):
        whole = dict.fromkeys(model.board.cells, model.name)
        board = in_rows([solid_scene(whole, {model.name: UNCOVERED}), board])
    pieces = pieces_scene(model, max(board.width, room))
    return in_rows([board, pieces], 0)._replace(title=model.title or model.name)


def pieces_scene(model: Model, room: float, left_out: Container[str] = ()) -> Scene:
    """The pieces, each under its name, in rows as wide as `room`, without those `left_out`."""
    colours = zip(model.pieces, own_colours(model), strict=True)
    wanted = (each for each in colours if each[0].name not in left_out)
    return in_rows((_piece(model, *each) for each in wanted), room)


def solution_scene(model: Model, pieces: Pieces, opened: Mapping[str, str] = {}) -> Scene:
    """The board with the pieces on it; the labels `opened` are bold, and of a puzzle without groups
    the names of the pieces are written on them. Raises CannotDoError as `puzzle_scene` does."""
    colours = laid_colours(model, pieces)
    title = (model.title or model.name) + (": " + " ".join(opened.values()) if opened else "")
    if model.lattice.drawn == POLYGONS:
        return _of_polygons(model, pieces, opened, colours)._replace(title=title)
    places = laid_flat(model.board.cells, step=model.step)
    if model.lattice.drawn == LINES:
        laid = {name: [places[cell] for cell in cells] for name, cells in pieces.items()}
        shapes = sticks.grid(places.values(), GRID, 1.0)
        for name, stick in laid.items():
            shapes += sticks.stick(stick, colours[name])
        covered = {cell for cells in pieces.values() for cell in cells}
        shapes += sticks.label_texts(printed(model.board), places, covered, opened.values())
        for name, stick in laid.items():
            shapes += sticks.name_text(name, stick)
        return Scene(*extent(places.values(), sticks.UNIT, 2), tuple(shapes), title)
    lying = {places[cell]: own for cell, own in owners(model.board, pieces, opened).items()}
    colours[FREE] = EMPTY
    shapes = tiles({place: colours.get(own, UNCOVERED) for place, own in lying.items()})
    shapes += [*outlines(lying), *_texts(model, pieces, opened, places, colours)]
    flat = Scene(*extent(places.values()), tuple(shapes), title)
    if not _of_cubes(model):
        return flat
    cubes: dict[Cell, Hashable] = {cell: name for name in pieces for cell in pieces[name]}
    layers = growing(cubes, colours, model.board.cells)
    return in_rows([flat, in_rows(layers, flat.width)], 0)._replace(title=title)


def _of_cubes(model: Model) -> bool:
    """Return whether the cells are cubes, which can be shown as one sees them."""
    return model.board.dimensions == 3 and model.lattice == SQUARES


def _of_polygons(
    model: Model, pieces: Pieces, opened: Mapping[str, str], colours: Mapping[Hashable, str]
) -> Scene:
    """The pieces on a board of cells drawn as polygons, and on the others what is printed there; of
    a puzzle without groups a name on one cell of each piece in every layer."""
    lying = owners(model.board, pieces, opened)
    fills = {
        cell: EMPTY if own == FREE else colours.get(own, UNCOVERED) for cell, own in lying.items()
    }
    texts = {cell: text for cell, text in printed(model.board).items() if model.board.labels}
    for name, cells in pieces.items():
        texts = {cell: text for cell, text in texts.items() if cell not in cells}
        if not model.groups:
            texts |= dict.fromkeys({c[:-2]: c for c in sorted(cells)}.values(), name)
    at = model.board.at
    bold = [at[label] for label in opened.values()]
    return polygons.picture(model.lattice, fills, lying, texts, bold=bold)


def _texts(
    model: Model,
    pieces: Pieces,
    opened: Mapping[str, str],
    places: Mapping[Cell, Place],
    colours: Mapping[Hashable, str],
) -> list[Shape]:
    """Return what is written on the cells: on those of a calendar that no piece covers the labels,
    on all others both what is printed on them and the pieces' names."""
    texts, bare = printed(model.board), model.board.bare
    fills = {cell: colours[name] for name, cells in pieces.items() for cell in cells}
    covered = {cell for cells in pieces.values() for cell in cells} if model.groups else set()
    longest = longest_of(model)
    found: list[Shape] = []
    for cell, text in texts.items():
        if bare:
            found.append(_aside(text, places[cell], fills.get(cell, UNCOVERED)))
        elif cell not in covered:
            bold, fill = text in opened.values(), fills.get(cell, UNCOVERED)
            most = longest.get(text, 0)
            found.append(label_text(text, places[cell], bold=bold, fill=fill, longest=most))
    for name, cells in pieces.items() if not model.groups else ():
        # One in each layer: its parts there are seldom several.
        first = {cell[:-2]: cell for cell in sorted(cells, reverse=True)}
        for cell in cells if bare else first.values():
            if texts and not bare:
                found.append(_aside(name, places[cell], colours[name]))
            else:
                found.append(label_text(name, places[cell], fill=colours[name]))
    return found


def _aside(text: str, place: Place, fill: str) -> Text:
    """A small text in the corner of a cell, where the middle is taken."""
    x, y = corner(place)
    return Text(x + 4, y + 8, text, 9, ink_on(fill), anchor="start")


def _board(model: Model) -> Scene:
    if model.lattice.drawn == POLYGONS:
        free = {model.board.cells[k] for k in model.board.optional}
        fills = {cell: EMPTY if cell in free else UNCOVERED for cell in model.board.cells}
        alone = {cell: cell for cell in fills}
        return polygons.picture(model.lattice, fills, alone, offered(model.board), thick=1.5)
    places = laid_flat(model.board.cells, step=model.step)
    if model.lattice.drawn == LINES:
        lines = sticks.grid(places.values(), INK, 1.5)
        lines += sticks.label_texts(printed(model.board), places)
        return Scene(*extent(places.values(), sticks.UNIT, 2), tuple(lines))
    optional = {places[model.board.cells[k]] for k in model.board.optional}
    shapes = tiles({place: EMPTY if place in optional else UNCOVERED for place in places.values()})
    shapes += outlines({place: place for place in places.values()}, thick=1.5)
    longest = longest_of(model)
    shapes += [
        label_text(text, places[cell], longest=longest.get(text, 0))
        for cell, text in offered(model.board).items()
    ]
    return Scene(*extent(places.values()), tuple(shapes))


def _piece(model: Model, piece: Piece, colour: str) -> Scene:
    """A piece under its name: its sides, or where it has none the cells of its ways."""
    sides = [_side(texts, model.lattice, colour) for texts in printed_sides(piece)]
    if _of_cubes(model):
        own: dict[Hashable, str] = {piece.name: colour}
        solids = [solid_scene(dict.fromkeys(side, piece.name), own, SOLID) for side in piece.sides]
        sides = [in_rows(each) for each in zip(solids, sides, strict=True)]
    drawn = in_rows(sides or [ways_scene(model, piece, colour)])
    head = caption(piece, model.lattice)
    width = max(drawn.width + MARGIN, 9 * display_width(head) + 2 * MARGIN)
    name = Text(MARGIN, HEAD / 2 + 2, head, 13, anchor="start", bold=True)
    return Scene(width, HEAD + drawn.height, (*shifted(drawn, 0, HEAD), name))


def _side(texts: Mapping[Cell, str], lattice: Lattice, colour: str) -> Scene:
    if lattice.drawn == POLYGONS:
        fills = dict.fromkeys(texts, colour)
        size = polygons.SIZE / 2
        return polygons.picture(lattice, fills, dict.fromkeys(texts, True), texts, size, 1.8)
    places = laid_flat(list(texts), step=lattice.step, fold=False)
    if lattice.drawn == LINES:
        lines = sticks.stick(places.values(), colour, UNIT)
        return Scene(*extent(places.values(), UNIT, 2), tuple(lines))
    shapes = tiles(dict.fromkeys(places.values(), colour), HALF)
    shapes += outlines(dict.fromkeys(places.values(), True), 1.8, HALF)
    written = {places[cell]: text for cell, text in texts.items() if text}
    shapes += [label_text(text, place, HALF, fill=colour) for place, text in written.items()]
    return Scene(*extent(places.values(), HALF), tuple(shapes))
