"""Small pictures of puzzles for the start page: SVG in the colours of the page around it.

The unit of length is that of the data: the diameter of the largest circle in a cell. Puzzles with
different pieces often have equal boards, so the pieces are drawn too, below the board at half size.
The style sheet of the page uses the classes in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from calpuzzle.draw.cells import flattened

ROOM = 0.84  # the largest width of a label, in cells
LETTER = 0.66  # the width of a letter, relative to the font size
HALF = 0.5
GAP = 0.35
MIN_WIDTH = 9.0  # the least width of a picture, so that the pieces need few rows
COLOURS = 16  # the number of colours for pieces in the style sheet
RAISED = 0.3  # by how much a layer is drawn above the one below
MIN_CORNERS = 3  # the fewest corners of a cell that is not a line
FOLD_AFTER = 28  # cells after which a single row is folded

Pair = tuple[float, float]
"""A point, or a width and a height."""


def picture(data: dict[str, Any]) -> str:
    """Return a picture of the board and the pieces in a puzzle's data. The page shows the title
    next to it."""
    board, (width, height) = _board(data)
    whole = max(width, MIN_WIDTH)
    pieces, lower = _pieces(data, whole)
    frame = f"-0.1 -0.1 {whole + 0.2:g} {height + GAP + lower + 0.2:g}"
    shift = (whole - width) / 2
    return (
        f'<svg class="board" viewBox="{frame}" aria-hidden="true">'
        f'<g transform="translate({shift:g})">{board}</g>'
        f'<g transform="translate(0 {height + GAP:g})">{pieces}</g></svg>'
    )


def _board(data: dict[str, Any]) -> tuple[str, Pair]:
    cells = [tuple(cell) for cell in data["cells"]]
    if _is_square(data):  # a long row is folded, and layers are drawn side by side
        cells = list(flattened(cells, FOLD_AFTER).values())
    path, corner, size = _drawn(data, cells)
    drawn = [f'<path class="{"segment" if _is_lines(data) else "cell"}" d="{path}"/>']
    texts = data["labels"] or [data["marks"][colour] for colour in data["colours"]]
    for text, cell in zip(texts, cells, strict=False):
        if text and not _is_lines(data):
            x, y = (sum(axis) / len(axis) for axis in zip(*_corners(data, cell), strict=True))
            drawn.append(_text(text, x - corner[0], y - corner[1]))
    return "".join(drawn), size


def _is_square(data: dict[str, Any]) -> bool:
    return "spots" not in data and not _is_lines(data)


def _is_lines(data: dict[str, Any]) -> bool:
    """Return whether cells are segments and the points between them."""
    return any(len(corners) < MIN_CORNERS for corners in data["outlines"].values())


def _corners(data: dict[str, Any], cell: Sequence[int]) -> list[Pair]:
    """Return the corners of a cell in its layer, in units of a cell."""
    step = data["step"]
    row, column = cell[-2:]
    (down_x, down_y), (right_x, right_y) = data["axes"]
    down, right = row - row % step, column - column % step
    x, y = down * down_x + right * right_x, down * down_y + right * right_y
    outline = data["outlines"][f"{row % step},{column % step}"]
    return [(x + dx, y + dy) for dx, dy in outline]


def _drawn(data: dict[str, Any], cells: Sequence[Sequence[int]]) -> tuple[str, Pair, Pair]:
    """Return a path with the outline of each cell, moved so that its least coordinates are 0; the
    least coordinates before the move; and the width and height."""
    outlines = [outline for outline in (_corners(data, cell) for cell in cells) if len(outline) > 1]
    across, down = zip(*(corner for outline in outlines for corner in outline), strict=True)
    left, top = min(across), min(down)
    path = ""
    for outline in outlines:
        ends = [f"{x - left:.3g} {y - top:.3g}" for x, y in outline]
        path += f"M{'L'.join(ends)}{'z' if len(outline) >= MIN_CORNERS else ''}"
    return path, (left, top), (max(across) - left, max(down) - top)


def _text(text: str, x: float, y: float) -> str:
    size = min(0.5, ROOM / (LETTER * len(text)))
    return (
        f'<text x="{x:.3g}" y="{y + size * 0.35:.3g}" font-size="{size:.2f}">{escape(text)}</text>'
    )


def _piece(data: dict[str, Any], cells: Sequence[Sequence[int]]) -> tuple[str, Pair]:
    """Return a piece in one orientation. Each layer of a solid piece is drawn in front of the one
    below it, shifted to the upper right."""
    layers = sorted({tuple(cell[:-2]) for cell in cells})
    drawn, extra = "", RAISED * (len(layers) - 1)
    _, (left, top), (width, height) = _drawn(data, cells)
    for number, layer in enumerate(layers):
        path, corner, _ = _drawn(data, [cell for cell in cells if tuple(cell[:-2]) == layer])
        shift = RAISED * number
        x, y = corner[0] - left + shift, corner[1] - top + extra - shift
        kind = ' class="stick"' if _is_lines(data) else ' class="layer"' if extra else ""
        move = f' transform="translate({x:.3g} {y:.3g})"' if x or y else ""
        drawn += f'<path{kind}{move} d="{path}"/>'
    return drawn, (width + extra, height + extra)


def _largest_coordinates(shape: Sequence[Sequence[int]]) -> list[int]:
    """Return the largest coordinate of a shape along each axis."""
    return [max(axis) for axis in zip(*shape, strict=True)]


def _pieces(data: dict[str, Any], width: float) -> tuple[str, float]:
    """Return every copy of the pieces in rows of that width, and their total height."""
    drawn = []
    across = down = tallest = 0.0
    for number, piece in enumerate(data["pieces"]):
        colour = piece.get("paint", f"var(--piece-{number % COLOURS})")
        # The flattest orientation keeps the rows low.
        cells = min(piece["orientations"], key=_largest_coordinates)
        shape, size = _piece(data, cells)
        for _ in range(piece["most"]):
            if across and across + HALF * size[0] > width:
                across, down, tallest = 0.0, down + tallest + GAP, 0.0
            drawn.append(
                f'<g class="piece" style="--own:{colour}" '
                f'transform="translate({across:g} {down:g}) scale({HALF})">{shape}</g>'
            )
            across += HALF * size[0] + GAP
            tallest = max(tallest, HALF * size[1])
    return "".join(drawn), down + tallest
