"""A reader of drawings of the board with its pieces, printed by calpuzzle or typed by hand.

A drawing has lines between pieces, as in the output of `calpuzzle solve`, or one character per
cell, as in its format `grid`; one blank may separate these characters. A cell with the letter of a
piece is covered by that piece; any other text (a label, a dot, nothing) is ignored. Only whole
pieces are accepted: the cells of a letter must be those of a placement.
"""

from __future__ import annotations

import re

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import plural
from calpuzzle.draw.boxes import display_width
from calpuzzle.draw.cells import framed
from calpuzzle.draw.piece_symbols import symbols_of
from calpuzzle.puzzle.lattice import TILES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import PlacedOptions, from_cells
from calpuzzle.puzzle.shapes import Cell

_LINES = re.compile("[│─┌┐└┘├┤┬┴┼]|[+][-]{3}")
EDGES = frozenset("│|┌┐└┘├┤┬┴┼+─- ")


def is_drawing(text: str) -> bool:
    """Return whether the text is meant as a drawing, not as placements or JSON."""
    lines = text.strip("\n").splitlines()
    return bool(_LINES.search(text)) or (len(lines) > 1 and not any(c in text for c in "@{["))


def options_drawn(lowered: Lowering, text: str) -> PlacedOptions:
    """Return the options of the pieces in a drawing. Raise InputError if it does not fit the board,
    or a letter does not form a whole piece."""
    model = lowered.model
    why = f"drawings are read for flat boards of squares only, which {model.name} is not"
    try:
        points, (depth, height, width) = framed(model.board.cells, model.step)
    except CannotDoError:
        depth, why = 2, f"the cells of {model.name} are too far apart for a drawing"
    if model.board.bare or depth > 1 or model.lattice.drawn != TILES:
        layer = "LAYER," * (len(model.board.cells[0]) > 2)
        raise InputError(f"{why}; write the placements as PIECE@{layer}ROW,COLUMN:K")
    boxed = _LINES.search(text) is not None
    lines = text.splitlines()
    rows = _of_boxes(lines, height, width) if boxed else _of_characters(lines, height, width)
    named = {mark: name for name, mark in reversed(symbols_of(model, boxed=boxed).items())}
    cells_of: dict[str, list[Cell]] = {}
    for cell, (_, row, column) in zip(model.board.cells, points, strict=True):
        name = named.get(rows[row][column])
        if name is not None:
            cells_of.setdefault(name, []).append(cell)
    if not cells_of and not boxed:
        raise InputError(
            "there is no letter of a piece in the drawing; use the letters that calpuzzle solve "
            "prints"
        )
    return from_cells(lowered, cells_of)


def _of_boxes(lines: list[str], height: int, width: int) -> list[list[str]]:
    """Return the text in each cell of a drawing with lines, with or without a heading."""
    start = next(at for at, line in enumerate(lines) if _LINES.search(line))
    drawn = lines[start : start + 2 * height + 1]
    across = max(map(display_width, drawn)) - 1
    if len(drawn) < 2 * height + 1 or across % width or across // width < 4:
        size = f"{plural(height, 'row')} and {plural(width, 'column')}"
        raise InputError(f"the drawing does not fit a board of {size}")
    if any(_LINES.search(line) for line in lines[start + 2 * height + 1 :]):
        raise InputError("there is more than one drawing; give only one")
    step = across // width
    rows = []
    for line in drawn[1::2]:
        columns = _in_columns(line)
        columns += [" "] * (across + 1 - len(columns))
        cells = ["".join(columns[k * step + 1 : (k + 1) * step]) for k in range(width)]
        edges = columns[::step][: width + 1]
        if not EDGES.issuperset(edges):
            raise InputError(
                f"the line {line.strip()!r} of the drawing does not have {plural(width, 'cell')}"
            )
        rows.append([cell.strip() for cell in cells])
    return rows


def _in_columns(line: str) -> list[str]:
    """Return the text that begins in each column of the terminal. In the second column of a wide
    character it is empty; a combining character belongs to the text before it."""
    joined: list[str] = []
    for char in line:
        last = joined[-1] if joined else ""
        if last and display_width(last + char) != display_width(last) + max(1, display_width(char)):
            joined[-1] += char
        else:
            joined.append(char)
    return [part for text in joined for part in (text, *[""] * (display_width(text) - 1))]


def _of_characters(lines: list[str], height: int, width: int) -> list[list[str]]:
    """Return the text in each cell of a drawing of one character per cell."""
    drawn = [line.rstrip() for line in lines]
    while drawn and not drawn[0]:
        drawn.pop(0)
    while drawn and not drawn[-1]:
        drawn.pop()
    longest = max(map(len, drawn), default=0)
    step = 1 if longest <= width else 2
    if len(drawn) != height or longest > step * width:
        raise InputError(
            f"the drawing has {plural(len(drawn), 'line')} of up to "
            f"{plural(longest, 'character')}; the board has {plural(height, 'row')} of "
            f"{plural(width, 'cell')}, with a character each"
        )
    return [[*line.ljust(step * width)[::step]] for line in drawn]
