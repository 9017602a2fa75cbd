"""The writer of puzzle files, which toml.py reads back, with comments for the user who edits them.

The key of the board is `board` if cells have labels, `segments` for sticks without labels, and
`frame` otherwise.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from math import prod

from calpuzzle.base.errors import InputError
from calpuzzle.formats.toml_drawings import stick_board, stick_shape
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.model import BLANK, HOLE, Model, Piece
from calpuzzle.puzzle.shapes import Shape

CELL = "#"
MAYBE = "?"
WIDTH = 96
MAX_DRAWN = 1_000_000  # places of a drawing

_HEAD = """\
# A puzzle of calpuzzle: docs/puzzle-files.md describes the other keys;
# `calpuzzle check FILE` reports mistakes."""
_BOARD = "# A row per line, split at blanks: a label, `.` for a cell without one, `#` for no cell."
_FRAME = "# A drawing: `.` is no cell, `?` may stay empty; a blank line separates layers."
_SEGMENTS = "# All grid lines of a rectangle of squares: the numbers of columns and rows."
_GROUPS = "# One label of each group stays uncovered. Tables of counts list labels in this order."
_PIECES = "# Drawn in any position. `count` is the number of copies of a piece."


def file_text(model: Model) -> str:
    """Return the puzzle file of a model. Raises InputError for bare placements, for lattices
    without drawings, for drawings that would be too large, and for colours that are not characters.
    """
    if model.board.bare or any(piece.placements for piece in model.pieces):
        raise InputError(
            f"{model.name} has only cell numbers, no positions, so a puzzle file cannot draw its "
            "pieces"
        )
    if not model.lattice.has_drawings:
        raise InputError(
            f"the cells of {model.name} are {model.lattice.name}, which a puzzle file cannot draw"
        )
    if not model.pieces:
        raise InputError(f"{model.name} has no pieces, but a puzzle file must have some")
    drawn = [model.board.cells, *(side for piece in model.pieces for side in piece.sides)]
    places = max(
        prod(1 + max(axis) for axis in zip(*_places(cells, model.lattice), strict=True))
        for cells in drawn
    )
    if places > MAX_DRAWN:
        raise InputError(
            f"{model.name} needs a drawing of {places:,} places; a puzzle file can have at most "
            f"{MAX_DRAWN:,}"
        )
    kind = (
        "board" if model.board.labels else "segments" if model.lattice.drawn == LINES else "frame"
    )
    if kind == "segments":
        _check_sticks(model)
    colours = {
        *model.board.colours,
        *(c for piece in model.pieces for side in piece.colours for c in side),
    }
    beyond = sorted(c for c in colours if not 0 <= c <= sys.maxunicode)
    if beyond:
        raise InputError(
            f"{model.name} has the colour {beyond[0]}, but in a puzzle file colours are characters"
        )
    parts = ["\n".join([_HEAD, *_keys(model, kind)]), "\n".join(_drawn_board(model, kind))]
    if model.groups:
        groups = [f"{_key(group.name)} = {_group(group)}" for group in model.groups]
        parts.append("\n".join([_GROUPS, "[groups]", *groups]))
    parts.append("\n".join(_drawn_pieces(model)))
    return "\n\n".join(parts) + "\n"


def _check_sticks(model: Model) -> None:
    """Raise InputError unless the reader would restore the sticks from the written segments: the
    board must consist of all grid lines of a rectangle of squares, and each piece must have exactly
    the points that follow from its segments."""
    board, crossings = model.board, not model.board.optional
    size = [board.width // 2, board.height // 2]
    grid = stick_board(size, crossings, []) if board.dimensions == 2 else None
    if grid != board._replace(labels=()):
        raise InputError(
            f"the sticks of {model.name} are not the full grid of a rectangle of squares; puzzle "
            "files of such boards can be read but not written"
        )
    for piece in model.pieces:
        for side in piece.sides:
            if stick_shape(_segments(side), piece.name, crossings, []) != side:
                raise InputError(
                    f"a puzzle file cannot express the points of piece {piece.name} of {model.name}"
                )


def _keys(model: Model, kind: str) -> Iterator[str]:
    """Yield the lines of the puzzle's own keys that differ from the defaults."""
    for key in ("title", "source", "week_starts"):
        if value := getattr(model, key):
            yield f"{key} = {_quoted(value)}"
    if model.lattice.drawn == POLYGONS or (model.lattice.drawn == LINES and kind == "board"):
        yield f"lattice = {_quoted(model.lattice.name)}"
    for key in ("turn", "flip"):
        if _is_forbidden(model.pieces, key):
            yield f"{key} = false"
    if model.interchangeable != (kind == "board"):
        yield f"interchangeable = {str(model.interchangeable).lower()}"
    if model.board.colours:
        yield "colours = true"
    if model.lattice.drawn == LINES and model.board.optional:
        yield "crossings = false"


def _is_forbidden(pieces: Iterable[Piece], key: str) -> bool:
    """Return whether no piece may make the motion `key`."""
    return not any(getattr(piece, key) for piece in pieces)


def _drawn_board(model: Model, kind: str) -> list[str]:
    board = model.board
    if kind == "segments":
        return [_SEGMENTS, f"segments = [{board.width // 2}, {board.height // 2}]"]
    if kind == "frame":
        marks = [chr(colour) for colour in board.colours] or [CELL] * len(board.cells)
        marks = [MAYBE if k in board.optional else mark for k, mark in enumerate(marks)]
        return [_FRAME, f"frame = {_multiline(_drawing(board.cells, marks, model.lattice))}"]
    return [_BOARD, f"board = {_multiline(tokens(model))}"]


def tokens(model: Model) -> list[str]:
    """Return the rows of tokens of a board; an empty row separates layers."""
    lattice, apart = model.lattice, model.lattice.spacing
    at = [(z, y, (x - y % apart) // apart) for z, y, x in _places(model.board.cells, lattice)]
    # The points between segments are not written, because the reader adds them.
    token_at = {
        place: label or BLANK
        for place, label in zip(at, model.board.labels, strict=True)
        if lattice.drawn != LINES or (place[1] + place[2]) % 2
    }
    depth, height, width = (1 + max(axis) for axis in zip(*token_at, strict=True))
    longest = max(map(len, token_at.values()))
    layers = [
        [
            # Every other row of hexagons is shifted by half a cell.
            " " * (y % apart * (longest + 1) // 2)
            + " ".join(token_at.get((z, y, x), HOLE).rjust(longest) for x in range(width))
            for y in range(height)
        ]
        for z in range(depth)
    ]
    return "\n\n".join("\n".join(rows) for rows in layers).split("\n")


def _places(cells: Shape, lattice: Lattice) -> list[Cell]:
    """Return the layer, the row and the column of the mark of each cell in a drawing."""
    if lattice.square:
        return [(0, *cell)[-3:] for cell in cells]
    found = [
        (0, *(z // lattice.layer for z in cell[:-2]), *lattice.place(cell))[-3:] for cell in cells
    ]
    low = min(place for *_, place in found) // lattice.period * lattice.period
    return [(z, y, place - low) for z, y, place in found]


def _drawing(cells: Shape, marks: Iterable[str], lattice: Lattice) -> list[str]:
    """Return the rows of a drawing; an empty row separates layers."""
    mark_at = dict(zip(_places(cells, lattice), marks, strict=True))
    depth, height, width = (1 + max(axis) for axis in zip(*mark_at, strict=True))
    layers = [
        ["".join(mark_at.get((z, y, x), BLANK) for x in range(width)) for y in range(height)]
        for z in range(depth)
    ]
    return "\n\n".join("\n".join(rows) for rows in layers).split("\n")


def _drawn_pieces(model: Model) -> Iterator[str]:
    yield _PIECES
    forbidden = {key: _is_forbidden(model.pieces, key) for key in ("turn", "flip")}
    tables = [_piece(piece, model.lattice, forbidden) for piece in model.pieces]
    if all(table.keys() == {"shape"} for table in tables):
        yield "[pieces]"
        for piece, table in zip(model.pieces, tables, strict=True):
            yield f"{_key(piece.name)} = {table['shape']}"
        return
    # If one piece needs a table, all get one, because in TOML tables follow simple keys and the
    # order of the pieces must not change.
    for number, (piece, table) in enumerate(zip(model.pieces, tables, strict=True)):
        yield ("\n" if number else "") + f"[pieces.{_key(piece.name)}]"
        yield from (f"{key} = {value}" for key, value in table.items())


def _piece(piece: Piece, lattice: Lattice, forbidden: dict[str, bool]) -> dict[str, str]:
    """Return the table of a piece; `forbidden` states which motions no piece may make."""
    sides = []
    for number, side in enumerate(piece.sides):
        if lattice.drawn == LINES:
            sides.append(_quoted(_segments(side)))
            continue
        marks = [chr(c) for c in piece.colours[number]] if piece.colours else [CELL] * len(side)
        sides.append(_multiline(_drawing(side, marks, lattice)))
    table = {"shape": sides[0]} if len(sides) == 1 else {"sides": f"[{', '.join(sides)}]"}
    for key in ("turn", "flip"):
        if not getattr(piece, key) and not forbidden[key]:
            table[key] = "false"
    if piece.least != piece.most:
        table |= {"min": str(piece.least), "max": str(piece.most)}
    elif piece.most != 1:
        table["count"] = str(piece.most)
    texts = {"colour": piece.paint, "name": piece.words, "together": piece.together}
    for key, value in texts.items():
        if value:
            table[key] = _quoted(value)
    return table


def _segments(side: Shape) -> str:
    """Return the segments of a stick; the points between them are not written."""
    comma = "," if max(map(max, side)) >= 20 else ""
    bottom = (max(row for row, _ in side) + 1) // 2
    words = [f"{x // 2}{comma}{bottom - (y + 1) // 2}{'-|'[y % 2]}" for y, x in side if (x + y) % 2]
    return " ".join(words)


def _group(group: Group) -> str:
    """Return the value of a group: its labels, and how many stay open, unless exactly one does."""
    labels = _labels(group.printed)
    if not group.label_sets:
        return labels
    least, most = group.sizes
    number = str(most) if least == most else f"[{least}, {most}]"
    return f"{{labels = {labels}, open = {number}}}"


def _labels(labels: Iterable[str]) -> str:
    """Return the labels of a group, on several lines if they are too long for one."""
    text = " ".join(labels)
    if len(text) < WIDTH - 20:
        return _quoted(text)
    import textwrap

    return _multiline(textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False))


def _multiline(lines: Iterable[str]) -> str:
    """Return a TOML string of several lines."""
    inner = "\n".join(lines).replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{inner}\n"""'


def _quoted(text: str) -> str:
    """Return a TOML string of one line, which JSON writes in the same way."""
    return json.dumps(text, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _quoted(name)
