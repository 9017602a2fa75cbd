"""A puzzle, and pieces placed on its board, as a Scene.

Pieces are coloured, with thick lines between them. The layers of a board in space are drawn side by
side; cubes are drawn in isometric view too. Hexagons and triangles are drawn as polygons, sticks as
lines, and cells of which only numbers are known as one row. A board of one long row is folded. A
placed piece has the same colour as in the picture of the puzzle, unless the file sets none for it
and a touching piece already has this colour. Below the board the pieces are drawn smaller, with
their sides side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping

from calpuzzle.draw import polygons, stick_board
from calpuzzle.draw.boxes import DrawnPlace, display_width
from calpuzzle.draw.cells import (
    EMPTY_COLOUR,
    FREE,
    GRID,
    MARGIN,
    borders,
    corner,
    extent,
    flattened,
    label_text,
    longest_of,
    owners,
    printed,
    printed_sides,
    printed_with_optional,
    tiles,
)
from calpuzzle.draw.colours import INK, UNCOVERED, Pieces, ink_on, own_colours, piece_colours
from calpuzzle.draw.incidence import placements_scene
from calpuzzle.draw.isometric import layer_scenes, solid_scene
from calpuzzle.draw.scene import Scene, SceneShape, Text, in_rows, shifted
from calpuzzle.draw.text_board import caption
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece

WIDTH = 560.0  # the width of the rows of pieces below a narrow board
HEAD = 22.0  # the height of a piece's caption
HALF = 20.0  # one cell of a piece
UNIT = 32.0  # one segment of a stick, in the pictures of the pieces
SOLID = 15.0  # one edge of a cube of a piece


def puzzle_scene(model: Model, room: float = WIDTH) -> Scene:
    """Return the board with rows of pieces below it. The rows may be as wide as `room`, even if the
    board is narrower. Raise CannotDoError if the board has no cells, or cells too far apart."""
    board = _board(model)
    if _has_cubes(model):
        whole = dict.fromkeys(model.board.cells, model.name)
        board = in_rows([solid_scene(whole, {model.name: UNCOVERED}), board])
    pieces = pieces_scene(model, max(board.width, room))
    return in_rows([board, pieces], 0)._replace(title=model.title or model.name)


def pieces_scene(model: Model, room: float, placed: Collection[str] = ()) -> Scene:
    """Return the pieces that are not placed, each with its name above it, in rows at most `room`
    wide. `placed` has the name of each placed copy; a piece with several copies is drawn once, if
    any copy remains, with the number of remaining copies."""
    drawn = []
    for piece, colour in zip(model.pieces, own_colours(model), strict=True):
        used = sum(name in placed for name in piece.names) if placed else 0
        if not used or used < piece.most:
            least, most = max(piece.least - used, 0), piece.most - used
            drawn.append(_piece(model, piece._replace(least=least, most=most), colour))
    return in_rows(drawn, room)


def solution_scene(model: Model, pieces: Pieces, opened: Mapping[str, str] = {}) -> Scene:
    """Return the board with the pieces on it. The labels `opened` are bold. Pieces bear their
    names if the puzzle has no groups or the pieces are sticks.

    Raise CannotDoError as `puzzle_scene` does.
    """
    colours = piece_colours(model, pieces)
    title = (model.title or model.name) + (": " + " ".join(opened.values()) if opened else "")
    if model.lattice.drawn == POLYGONS:
        return _polygon_scene(model, pieces, opened, colours)._replace(title=title)
    places = flattened(model.board.cells, step=model.step)
    if model.lattice.drawn == LINES:
        placed = {name: [places[cell] for cell in cells] for name, cells in pieces.items()}
        shapes = stick_board.grid(places.values(), GRID, 1.0)
        for name, stick in placed.items():
            shapes += stick_board.stick(stick, colours[name])
        covered = {cell for cells in pieces.values() for cell in cells}
        shapes += stick_board.label_texts(printed(model.board), places, covered, opened.values())
        for name, stick in placed.items():
            shapes += stick_board.name_text(name, stick)
        return Scene(*extent(places.values(), stick_board.UNIT, 2), tuple(shapes), title)
    owner_at = {places[cell]: owner for cell, owner in owners(model.board, pieces, opened).items()}
    colours[FREE] = EMPTY_COLOUR
    shapes = tiles({place: colours.get(owner, UNCOVERED) for place, owner in owner_at.items()})
    shapes += [*borders(owner_at), *_texts(model, pieces, opened, places, colours)]
    flat = Scene(*extent(places.values()), tuple(shapes), title)
    if not _has_cubes(model):
        return flat
    cubes: dict[Cell, Hashable] = {cell: name for name in pieces for cell in pieces[name]}
    layers = layer_scenes(cubes, colours, model.board.cells)
    return in_rows([flat, in_rows(layers, flat.width)], 0)._replace(title=title)


def _has_cubes(model: Model) -> bool:
    """Return whether the cells are cubes, which can be drawn in isometric view."""
    return model.board.dimensions == 3 and model.lattice == SQUARES


def _polygon_scene(
    model: Model, pieces: Pieces, opened: Mapping[str, str], colours: Mapping[Hashable, str]
) -> Scene:
    """Return the pieces on a board of cells drawn as polygons, with the printed texts on the other
    cells. In a puzzle without groups, each piece has its name on one cell in every layer."""
    owner_at = owners(model.board, pieces, opened)
    fills = {
        cell: EMPTY_COLOUR if owner == FREE else colours.get(owner, UNCOVERED)
        for cell, owner in owner_at.items()
    }
    texts = {cell: text for cell, text in printed(model.board).items() if model.board.labels}
    for name, cells in pieces.items():
        texts = {cell: text for cell, text in texts.items() if cell not in cells}
        if not model.groups:
            texts |= dict.fromkeys({c[:-2]: c for c in sorted(cells)}.values(), name)
    at = model.board.at
    bold = [at[label] for label in opened.values()]
    return polygons.picture(model.lattice, fills, owner_at, texts, bold=bold)


def _texts(
    model: Model,
    pieces: Pieces,
    opened: Mapping[str, str],
    places: Mapping[Cell, DrawnPlace],
    colours: Mapping[Hashable, str],
) -> list[SceneShape]:
    """Return the texts on the cells: if the puzzle has groups, the labels that no piece covers;
    otherwise both the printed texts and the names of the pieces."""
    texts, bare = printed(model.board), model.board.bare
    fills = {cell: colours[name] for name, cells in pieces.items() for cell in cells}
    covered = {cell for cells in pieces.values() for cell in cells} if model.groups else set()
    longest = longest_of(model)
    found: list[SceneShape] = []
    for cell, text in texts.items():
        if bare:
            found.append(_aside(text, places[cell], fills.get(cell, UNCOVERED)))
        elif cell not in covered:
            bold, fill = text in opened.values(), fills.get(cell, UNCOVERED)
            most = longest.get(text, 0)
            found.append(label_text(text, places[cell], bold=bold, fill=fill, longest=most))
    for name, cells in pieces.items() if not model.groups else ():
        # One name in each layer is enough, because a piece rarely has several parts in a layer.
        first = {cell[:-2]: cell for cell in sorted(cells, reverse=True)}
        for cell in cells if bare else first.values():
            if texts and not bare:
                found.append(_aside(name, places[cell], colours[name]))
            else:
                found.append(label_text(name, places[cell], fill=colours[name]))
    return found


def _aside(text: str, place: DrawnPlace, fill: str) -> Text:
    """Return a small text in the corner of a cell whose middle is occupied."""
    x, y = corner(place)
    return Text(x + 4, y + 8, text, 9, ink_on(fill), anchor="start")


def _board(model: Model) -> Scene:
    if model.lattice.drawn == POLYGONS:
        free = {model.board.cells[k] for k in model.board.optional}
        fills = {cell: EMPTY_COLOUR if cell in free else UNCOVERED for cell in model.board.cells}
        alone = {cell: cell for cell in fills}
        return polygons.picture(
            model.lattice, fills, alone, printed_with_optional(model.board), thick=1.5
        )
    places = flattened(model.board.cells, step=model.step)
    if model.lattice.drawn == LINES:
        lines = stick_board.grid(places.values(), INK, 1.5)
        lines += stick_board.label_texts(printed(model.board), places)
        return Scene(*extent(places.values(), stick_board.UNIT, 2), tuple(lines))
    optional = {places[model.board.cells[k]] for k in model.board.optional}
    shapes = tiles(
        {place: EMPTY_COLOUR if place in optional else UNCOVERED for place in places.values()}
    )
    shapes += borders({place: place for place in places.values()}, thick=1.5)
    longest = longest_of(model)
    shapes += [
        label_text(text, places[cell], longest=longest.get(text, 0))
        for cell, text in printed_with_optional(model.board).items()
    ]
    return Scene(*extent(places.values()), tuple(shapes))


def _piece(model: Model, piece: Piece, colour: str) -> Scene:
    """Return the sides of a piece, or the cells of its placements if it has no shape, with its name
    above."""
    sides = [_side(texts, model.lattice, colour) for texts in printed_sides(piece)]
    if _has_cubes(model):
        fill: dict[Hashable, str] = {piece.name: colour}
        solids = [solid_scene(dict.fromkeys(side, piece.name), fill, SOLID) for side in piece.sides]
        sides = [in_rows(each) for each in zip(solids, sides, strict=True)]
    drawn = in_rows(sides or [placements_scene(model, piece, colour)])
    head = caption(piece, model.lattice)
    width = max(drawn.width + MARGIN, 9 * display_width(head) + 2 * MARGIN)
    name = Text(MARGIN, HEAD / 2 + 2, head, 13, anchor="start", bold=True)
    return Scene(width, HEAD + drawn.height, (*shifted(drawn, 0, HEAD), name))


def _side(texts: Mapping[Cell, str], lattice: Lattice, colour: str) -> Scene:
    if lattice.drawn == POLYGONS:
        fills = dict.fromkeys(texts, colour)
        size = polygons.SIZE / 2
        return polygons.picture(lattice, fills, dict.fromkeys(texts, True), texts, size, 1.8)
    places = flattened(list(texts), step=lattice.step, fold=False)
    if lattice.drawn == LINES:
        lines = stick_board.stick(places.values(), colour, UNIT)
        return Scene(*extent(places.values(), UNIT, 2), tuple(lines))
    shapes = tiles(dict.fromkeys(places.values(), colour), HALF)
    shapes += borders(dict.fromkeys(places.values(), True), 1.8, HALF)
    written = {places[cell]: text for cell, text in texts.items() if text}
    shapes += [label_text(text, place, HALF, fill=colour) for place, text in written.items()]
    return Scene(*extent(places.values(), HALF), tuple(shapes))
