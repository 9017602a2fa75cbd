"""Cells on paper: their places in a picture or a text, the texts printed on them, and the shapes
and lines of pictures of square cells.

A place on paper is (row, column), whatever the dimension of the cell. Cells that do not touch in
the puzzle do not touch on paper.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.boxes import DrawnPlace, display_width
from calpuzzle.draw.colours import INK, UNCOVERED, Pieces, ink_on
from calpuzzle.draw.scene import Line, Rect, SceneShape, Text
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell

GridEdge = tuple[bool, int, int]
"""Whether the edge is vertical, the number of its grid line, and its start on that line."""

GridPoint = tuple[int, int, int]
"""A layer, a row and a column."""

SIZE = 40.0  # one cell
MARGIN = 8.0
THICK = 3.0
THIN = 0.8
GRID = "#8c8c8c"
EMPTY_COLOUR = "#eeeeee"  # a cell that may stay empty, or is still to be covered
ACROSS = 28  # columns of a picture: longer rows are folded if possible
MAX_AREA = 250_000
OPTIONAL = "?"
NARROW, USUAL, WIDE = 0.48, 0.72, 1.06  # the widths of letters of DejaVu Sans Bold, in ems
SLIM, BROAD = "fijlrtI.,:;'|!()[]- ", "mwMW@%"
FREE = ()
"""The owner of a cell that nothing covers."""


def flattened(
    cells: Sequence[Cell], across: int = ACROSS, step: int = 1, fold: bool = True
) -> dict[Cell, DrawnPlace]:
    """Return the place of each cell: layers side by side, in as few rows as `across` columns allow,
    all of about the same length. With `fold`, a board of one row is folded if the row is longer
    than `across`. Raise CannotDoError as `framed` does."""
    points, (depth, height, width) = framed(cells, step)
    if depth == height == 1:
        length = _items_per_row(width, across) if fold else width
        places = [(x // length * 2, x % length) for _, _, x in points]
    else:
        per_row = _items_per_row(depth, max(1, (across + 1) // (width + 1)))
        places = [
            (z // per_row * (height + 1) + y, z % per_row * (width + 1) + x) for z, y, x in points
        ]
    return dict(zip(cells, places, strict=True))


def framed(cells: Sequence[Cell], step: int = 1) -> tuple[list[GridPoint], GridPoint]:
    """Return the cells as (layer, row, column), and the number of layers, rows and columns. The
    cells are moved by multiples of `step` to the smallest coordinates that are not negative.

    Raise CannotDoError if there are no cells, or if they are too far apart.
    """
    if not cells:
        raise CannotDoError("there are no cells to draw")
    solid = [(0,) * (3 - len(cell)) + cell for cell in cells]
    low = [min(axis) // step * step for axis in zip(*solid, strict=True)]
    points = [(z - low[0], y - low[1], x - low[2]) for z, y, x in solid]
    depth, height, width = (1 + max(axis) for axis in zip(*points, strict=True))
    if depth * height * width > MAX_AREA:
        raise CannotDoError(
            f"the cells span a frame of {depth * height * width:,} places, too large to draw"
        )
    return points, (depth, height, width)


def _items_per_row(number: int, most: int) -> int:
    """Return the number of items per row, at most `most`, such that all rows have about the same
    length."""
    return -(-number // -(-number // most))


def printed(board: Board) -> dict[Cell, str]:
    """Return the text printed on each cell: labels, colours if they matter, or numbers if nothing
    else is known. Cells without a text are omitted."""
    if board.bare:
        return {cell: str(cell[0]) for cell in board.cells}
    texts = board.labels or [
        "" if k in board.optional and not colour else colour_name(colour)
        for k, colour in enumerate(board.colours)
    ]
    return {cell: text for cell, text in zip(board.cells, texts, strict=False) if text}


def printed_with_optional(board: Board) -> dict[Cell, str]:
    """Return the text printed on each cell, with a mark on cells that may stay empty."""
    texts = printed(board)
    for k in board.optional:
        texts[board.cells[k]] = texts.get(board.cells[k], "") + OPTIONAL
    return texts


def printed_sides(piece: Piece) -> list[dict[Cell, str]]:
    """Return the text on the cells of each side of a piece: their colours, or nothing."""
    colours = piece.colours or [[None] * len(side) for side in piece.sides]
    return [
        {cell: "" if c is None else colour_name(c) for cell, c in zip(side, shades, strict=False)}
        for side, shades in zip(piece.sides, colours, strict=True)
    ]


def owners(board: Board, pieces: Pieces, opened: Mapping[str, str]) -> dict[Cell, Hashable]:
    """Return the owner of each cell: the name of a piece, FREE, or the tuple (label,) of a label in
    `opened`, which cannot be confused with a name."""
    at = board.at
    found: dict[Cell, Hashable] = dict.fromkeys(board.cells, FREE)
    found |= {at[label]: (label,) for label in opened.values()}
    for name, cells in pieces.items():
        found |= dict.fromkeys(cells, name)
    return found


def corner(place: DrawnPlace, size: float = SIZE) -> tuple[float, float]:
    """Return the top left corner of a cell as x and y."""
    row, column = place
    return MARGIN + column * size, MARGIN + row * size


def extent(places: Iterable[DrawnPlace], size: float = SIZE, step: int = 1) -> tuple[float, float]:
    """Return the width and height of a picture of cells at these places. `step` places together are
    `size` wide."""
    rows, columns = zip(*places, strict=True)
    width, height = (1 + max(columns)) // step, (1 + max(rows)) // step
    return width * size + 2 * MARGIN, height * size + 2 * MARGIN


def tiles(fills: Mapping[DrawnPlace, str], size: float = SIZE) -> list[SceneShape]:
    """Return a square for each cell, filled with the colour of the cell."""
    return [Rect(*corner(place, size), size, size, fill) for place, fill in fills.items()]


def label_text(
    label: str,
    place: DrawnPlace,
    size: float = SIZE,
    bold: bool = False,
    fill: str = UNCOVERED,
    longest: float = 0,
) -> Text:
    """Return a label in its cell, which has the colour `fill`. The letters are so small that both
    this label and a label of `longest` ems fit the cell."""
    x, y = corner(place, size)
    font = min(max(9.0, 0.35 * size), 0.85 * size / max(longest, ems(label), 0.1))
    return Text(x + size / 2, y + size / 2, label, font, ink_on(fill), bold=bold)


def longest_of(model: Model) -> dict[str, float]:
    """Return for each label the ems of the longest label of its group. All labels of a group have
    letters of the same size."""
    return {
        label: most
        for group in model.groups
        for most in [max(map(ems, group.printed))]
        for label in group.printed
    }


def ems(text: str) -> float:
    """Return an upper estimate of the width of a text in bold letters, in ems."""
    if not text.isascii():
        return sum(map(_em, text))
    return sum(NARROW if c in SLIM else WIDE if c in BROAD else USUAL for c in text)


def _em(char: str) -> float:
    width = display_width(char)
    return ems(char) if char.isascii() else WIDE if width > 1 else USUAL * width


def borders(
    regions: Mapping[DrawnPlace, Hashable], thick: float = THICK, size: float = SIZE
) -> list[SceneShape]:
    """Return thin lines between cells of one region, and over them thick ones around the
    regions."""
    thin: set[GridEdge] = set()
    bold: set[GridEdge] = set()
    for (row, column), region in regions.items():
        for edge, neighbour in (
            ((False, row, column), (row - 1, column)),
            ((False, row + 1, column), (row + 1, column)),
            ((True, column, row), (row, column - 1)),
            ((True, column + 1, row), (row, column + 1)),
        ):
            (thin if regions.get(neighbour) == region else bold).add(edge)
    return [*lines(thin, GRID, THIN, size), *lines(bold, INK, thick, size)]


def lines(
    edges: Iterable[GridEdge], stroke: str, width: float, size: float = SIZE
) -> list[SceneShape]:
    """Return the edges as lines; consecutive edges are merged."""
    runs: list[tuple[bool, int, int, int]] = []
    for vertical, line, at in sorted(edges):
        start = at
        if runs and runs[-1][:2] == (vertical, line) and runs[-1][3] == at:
            start = runs.pop()[2]
        runs.append((vertical, line, start, at + 1))
    found: list[SceneShape] = []
    for vertical, line, start, end in runs:
        ends = ((start, line), (end, line)) if vertical else ((line, start), (line, end))
        found.append(Line(*corner(ends[0], size), *corner(ends[1], size), stroke, width))
    return found
