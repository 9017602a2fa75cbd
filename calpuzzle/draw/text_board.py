"""Solutions, boards and pieces in plain text, for terminals and for `print`.

A drawing has box lines between pieces. A board of one row is folded if it is wider than a terminal,
and layers that do not fit side by side continue below. A drawing by `Compact` has one character per
cell. Cells that pictures show as polygons have no lines around them. If a solution cannot be drawn,
because its cells are only numbers or are too far apart, the pieces and their cells are listed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw import polygons
from calpuzzle.draw.boxes import boxes, inner_width, side_by_side
from calpuzzle.draw.cells import (
    FREE,
    flattened,
    framed,
    owners,
    printed,
    printed_sides,
    printed_with_optional,
)
from calpuzzle.draw.colours import Pieces, piece_colours
from calpuzzle.draw.piece_symbols import EMPTY, legend, symbols_of, unused_symbol
from calpuzzle.draw.stick_board import stick_lines
from calpuzzle.puzzle.lattice import LINES, POLYGONS, TILES, Cell, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece

COLUMNS = 80
PIECE_COLUMNS = 24  # of one side of a piece in space
MAX_PLACEMENTS = 12  # of a piece that has no shape
LEGEND_COLUMNS = 60


def solution_text(
    model: Model,
    pieces: Pieces,
    opened: Mapping[str, str] = {},
    *,
    ascii_only: bool = False,
    colour: bool = False,
) -> str:
    """Return a drawing of the placed pieces: a letter in each covered cell, lines between pieces,
    and the printed texts on the other cells.

    With `colour`, the pieces are coloured and the labels `opened` are bold. A legend explains the
    letters that are not the name of their piece.
    """
    if model.board.bare:
        return _listed(pieces)
    known = symbols_of(model, boxed=True)
    texts = dict.fromkeys(model.board.cells, EMPTY) | printed(model.board)
    for name, cells in pieces.items():
        texts |= dict.fromkeys(cells, known[name])
    # Regions without a colour, which are the labels, are bold.
    colours = piece_colours(model, pieces) | {FREE: ""} if colour else None
    regions = owners(model.board, pieces, opened)
    try:
        lines = _drawn(regions, texts, model.lattice, ascii_only, colours)
    except CannotDoError:
        return _listed(pieces)
    words = {name: piece.words or name for piece in model.pieces for name in piece.names}
    named = [[f"{known[name]} = {words[name]}"] for name in pieces if known[name] != words[name]]
    # Each block is one line here, and needs no blank line after it.
    return "\n".join(lines + side_by_side(named, LEGEND_COLUMNS)[::2])


class Compact:
    """Text drawings of many solutions of one puzzle, with one character per cell.

    Layers are separated by a blank line, and places without a cell are blank. Work that the
    solutions share is done once. `legend` explains the characters that are not names; it may be
    empty.
    """

    def __init__(self, model: Model) -> None:
        self.legend = ""
        self.lattice = model.lattice
        self.blank: list[str] = []
        if model.board.bare:
            return
        try:
            cells, step = list(model.board.cells), model.step
            if model.lattice.drawn == POLYGONS:
                cells = list(polygons.places(model.lattice, cells).values())
                step = model.lattice.period
            points, (depth, height, width) = framed(cells, step)
        except CannotDoError:
            return
        self.marks = symbols_of(model)
        self.legend = legend(model)
        # Rows end in a newline; each layer ends in another one.
        line, layer = width + 1, (width + 1) * height + 1
        self.blank = (([" "] * width + ["\n"]) * height + ["\n"]) * depth
        places = [z * layer + y * line + x for z, y, x in points]
        self.place = dict(zip(model.board.cells, places, strict=True))
        for place in places:
            self.blank[place] = EMPTY

    def text(self, pieces: Pieces) -> str:
        """Return the pieces as text, without a newline at the end."""
        if not self.blank:
            return _listed(pieces)
        drawn = self.blank[:-2]
        place = self.place
        for name, cells in pieces.items():
            mark = self.marks.get(name, "")
            for cell in cells:
                drawn[place[cell]] = mark
        for cells in [cells for name, cells in pieces.items() if name not in self.marks]:
            around = {
                near for cell in cells for near in self.lattice.neighbours(cell) if near in place
            }
            mark = unused_symbol(drawn[place[near]] for near in around)
            for cell in cells:
                drawn[place[cell]] = mark
        return "".join(drawn)


def board_text(model: Model, *, ascii_only: bool = False) -> str:
    """Return the empty board with the printed texts; cells that may stay empty have a `?`,
    except on a board of sticks without labels. Raise CannotDoError if the cells are too far
    apart."""
    regions: dict[Cell, Hashable] = {cell: cell for cell in model.board.cells}
    texts = printed_with_optional(model.board)
    if model.board.labels and model.lattice.drawn != TILES:
        texts = dict.fromkeys(regions, EMPTY) | texts
    elif model.lattice.drawn == LINES:
        texts = {}
    return "\n".join(_drawn(regions, texts, model.lattice, ascii_only))


def pieces_text(model: Model, *, ascii_only: bool = False, columns: int = COLUMNS) -> str:
    """Return the pieces side by side, each under its caption. If a piece has other motions than
    most pieces, a line below the caption states them. A piece without a shape is shown as a list of
    up to 12 placements, each with its cells."""
    usual = usual_motions(model)
    blocks = []
    for piece in model.pieces:
        block = [caption(piece, model.lattice)]
        if piece.sides and (piece.turn, piece.flip) != usual:
            block.append(motions_text(piece.turn, piece.flip))
        block += [" ".join(map(str, cells)) for cells in piece.placements[:MAX_PLACEMENTS]]
        if len(piece.placements) > MAX_PLACEMENTS:
            block.append(f"and {len(piece.placements) - MAX_PLACEMENTS:,} more")
        sides = [_shape(texts, model.lattice, ascii_only) for texts in printed_sides(piece)]
        blocks.append(block + side_by_side(sides, columns, gap=2))
    return "\n".join(side_by_side(blocks, columns))


def orientations_text(
    lowered: Lowering, *, ascii_only: bool = False, columns: int = COLUMNS
) -> str:
    """Return every orientation of every piece under the name PIECE:K that placements use; for
    pieces without a shape, the cells of each placement."""
    model = lowered.model
    class_of = {name: k for k, each in enumerate(lowered.classes) for name in each.names}
    blocks = []
    for piece in model.pieces:
        index = class_of[piece.names[0]]
        shapes = lowered.classes[index].orientations
        for number, shape in enumerate(shapes, 1):
            drawn = _shape(dict.fromkeys(shape, ""), model.lattice, ascii_only)
            blocks.append([f"{piece.name}:{number}", *drawn])
        options = (k for k in range(len(lowered.cover.options)) if lowered.class_of(k) == index)
        for number, option in enumerate(options if not shapes else (), 1):
            cells = " ".join(str(cell[0]) for cell in lowered.cells_of(option))
            blocks.append([f"{piece.name}:{number}  {cells}"])
    return "\n".join(side_by_side(blocks, columns))


def turned_text(lowered: Lowering, option: int, *, ascii_only: bool = False) -> str:
    """Return the piece of a placement in its orientation, drawn without the board; an empty text if
    it has no shape. Raise CannotDoError if its cells are too far apart."""
    cells = lowered.cells_of(option)
    if lowered.model.board.bare:
        return ""
    return "\n".join(_shape(dict.fromkeys(cells, ""), lowered.model.lattice, ascii_only))


def caption(piece: Piece, lattice: Lattice = SQUARES) -> str:
    """Return the name of a piece, its description, its number of copies if that is not one, and its
    number of sides or layers if there are several."""
    notes = []
    if (piece.least, piece.most) != (1, 1):
        between = "or" if piece.most == piece.least + 1 else "to"
        several = f"{piece.least} {between} {piece.most}"
        notes.append(f"x{piece.most}" if piece.least == piece.most else several)
    if len(piece.sides) > 1:
        notes.append(f"{len(piece.sides)} sides")
    upper = [max(side)[0] for side in piece.sides if len(side[0]) == 3]
    layers = 1 + max(upper, default=0) // lattice.layer
    if layers > 1:
        notes.append(f"{layers} layers")
    notes = [piece.words, *notes] if piece.words else notes
    return f"{piece.name} ({', '.join(notes)})" if notes else piece.name


def usual_motions(model: Model) -> tuple[bool, bool]:
    """Return the motions that most pieces are allowed: (turn, flip)."""
    motions = [(piece.turn, piece.flip) for piece in model.pieces]
    return max(motions, key=motions.count, default=(True, True))


def motions_text(turn: bool, flip: bool) -> str:
    """Return the motions in words."""
    if turn:
        return f"may be turned {'and' if flip else 'but not'} turned over"
    return "may be turned over but not turned" if flip else "may not be turned"


def _drawn(
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str],
    lattice: Lattice,
    ascii_only: bool,
    colours: Mapping[Hashable, str] | None = None,
    piece: bool = False,
) -> list[str]:
    """Return the lines of a drawing of cells, flat or in space, or of sticks. With `piece`, the
    layers have fewer columns, and a single row is not folded."""
    if lattice.drawn == POLYGONS:
        return polygons.text_lines(lattice, regions, texts, colours)
    columns, step = PIECE_COLUMNS if piece else COLUMNS, lattice.step
    across = (columns - 1) // (1 + inner_width(texts.values()))
    places = flattened(list(regions), across, step, fold=not piece)
    on_paper = {place: regions[cell] for cell, place in places.items()}
    written = {places[cell]: text for cell, text in texts.items()}
    draw = stick_lines if lattice.drawn == LINES else boxes
    return draw(on_paper, written, ascii_only=ascii_only, colours=colours)


def _shape(texts: Mapping[Cell, str], lattice: Lattice, ascii_only: bool) -> list[str]:
    """Return the lines of a drawing of one side of a piece, with the texts printed on its cells."""
    return _drawn(dict.fromkeys(texts, True), texts, lattice, ascii_only, piece=True)


def _listed(pieces: Pieces) -> str:
    """Return one line per piece with its cells."""
    return "\n".join(
        f"{name}: {' '.join(','.join(map(str, cell)) for cell in sorted(cells))}"
        for name, cells in pieces.items()
    )
