"""An incidence matrix as a picture or as text. Its rows are the bare placements of a piece over the
cells of the board, or the options of an exact cover problem over its items.

The number of rows and columns is limited; a note states how many are omitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from calpuzzle.base.wording import plural, visible
from calpuzzle.draw.boxes import centred, display_width
from calpuzzle.draw.cells import GRID, MARGIN, THIN, GridEdge, lines
from calpuzzle.draw.colours import INK
from calpuzzle.draw.scene import Rect, Scene, SceneShape, Text, shifted
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.model import Model, Piece

ROWS, COLUMNS = 60, 120
MAX_PLACEMENTS = 12  # the most placements of a piece that are drawn
FONT = 9.0
LETTER = 0.65 * FONT  # the usual width of a letter
TEXT_COLUMNS = 80
MAX_LARGE_COLUMNS = 24  # columns; with more columns the squares are small

IncidenceRow = tuple[str, Sequence[int]]
"""The text before a row, and the numbers of its columns that are set."""


def placements_scene(model: Model, piece: Piece, fill: str) -> Scene:
    """Return the bare placements of a piece, as rows over the board's cells."""
    shown = piece.placements[:MAX_PLACEMENTS]
    rows = [(str(number), indices) for number, indices in enumerate(shown, 1)]
    cells = len(model.board.cells)
    heads = [str(cell) for cell in range(min(cells, COLUMNS))]
    note = _left_out(len(piece.placements) - MAX_PLACEMENTS, "placement", cells, "cell")
    return incidence(rows, heads, note, fill)


def cover_scene(cover: Cover, chosen: Options | None = None, title: str = "") -> Scene:
    """Return the options of an exact cover problem, or those of a solution, as rows over its items.
    The heads of secondary items are in brackets."""
    rows, heads, note = _bounded(cover, chosen)
    return incidence(rows, heads, note)._replace(title=title)


def cover_text(cover: Cover) -> str:
    """Return the options as text, up to ROWS of them; if the grid is too wide or has too many
    columns, list the items of each option instead."""
    rows, heads, _ = _bounded(cover, None)
    note = _left_out(len(cover.options) - ROWS, "option", 0, "item")  # no item is omitted
    left = max((display_width(head) for head, _ in rows), default=0)
    widths = [max(1, display_width(head)) for head in heads]
    grid = left + sum(widths) + len(widths) <= TEXT_COLUMNS and len(heads) == len(cover.items)
    drawn = [" " * left + "".join(f" {head}" for head in heads)] if grid else []
    for head, items in rows:
        line = head + " " * (left - display_width(head))
        for k, width in enumerate(widths if grid else ()):
            line += " " + centred("#" if k in items else ".", width)
        if not grid:
            line += "".join(f" {visible(str(cover.items[k]))}" for k in items)
        drawn.append(line.rstrip())
    return "\n".join([*drawn, note] if note else drawn)


def incidence(
    rows: Sequence[IncidenceRow], heads: Sequence[str], note: str, fill: str = INK
) -> Scene:
    """Return the grid, with the heads of its columns above it and the note below it. Columns
    without a head are omitted."""
    longest = LETTER * max(map(display_width, heads), default=0) + 4
    size = min(max(16.0, longest), 30.0) if len(heads) <= MAX_LARGE_COLUMNS else 8.0
    left = MARGIN + LETTER * max((display_width(head) for head, _ in rows), default=0) + 4
    top = MARGIN + FONT + 4
    every = ceil(longest / size)
    texts: list[SceneShape] = [
        Text(left + (column + 0.5) * size, top - 9, heads[column], FONT)
        for column in range(0, len(heads), every)
    ]
    squares: list[SceneShape] = []
    edges: list[GridEdge] = [(True, c, r) for c in range(len(heads) + 1) for r in range(len(rows))]
    edges += [(False, r, c) for c in range(len(heads)) for r in range(len(rows) + 1)]
    for k, (head, columns) in enumerate(rows):
        y = top + k * size
        texts.append(Text(left - 4, y + size / 2, head, min(FONT, size), anchor="end"))
        squares += [Rect(left + c * size, y, size, size, fill) for c in columns if c < len(heads)]
    bottom = top + len(rows) * size
    if note:
        bottom += 16
        texts.append(Text(left, bottom - 6, note, FONT, anchor="start"))
    grid = Scene(0, 0, tuple(lines(edges, GRID, THIN, size)))
    width = left + max(len(heads) * size, LETTER * len(note)) + MARGIN
    shapes = *squares, *shifted(grid, left - MARGIN, top - MARGIN), *texts
    return Scene(width, bottom + MARGIN, shapes)


def _bounded(cover: Cover, chosen: Options | None) -> tuple[list[IncidenceRow], list[str], str]:
    """Return the rows and column heads of a cover that are drawn, and a note about the others."""
    options = range(len(cover.options)) if chosen is None else chosen
    rows: list[IncidenceRow] = [(visible(cover.names[k]), cover.options[k]) for k in options[:ROWS]]
    items = cover.items
    heads = [visible(str(item)) for item in items[:COLUMNS]]
    for k in range(len(cover.primary), len(heads)):
        heads[k] = f"({heads[k]})"
    return rows, heads, _left_out(len(options) - ROWS, "option", len(items), "item")


def _left_out(omitted_rows: int, row: str, all_columns: int, column: str) -> str:
    """Return a note such as `and 8 more placements and 20 more cells`, or an empty text."""
    found = [(omitted_rows, row), (all_columns - COLUMNS, column)]
    parts = [plural(number, f"more {noun}") for number, noun in found if number > 0]
    return f"and {' and '.join(parts)}" if parts else ""
