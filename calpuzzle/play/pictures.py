"""Small pictures of puzzles for the start page: SVG in the colours of the page around it.

A cell of the board is one unit wide. Below it lie the pieces, half as large, for boards are often
alike where pieces are not. The style of the page knows what is drawn by its classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from calpuzzle.draw.cells import laid_flat

ROOM = 0.84  # of a cell, for its label
LETTER = 0.66  # the width of a letter, in its size
HALF = 0.5
GAP = 0.35
LEAST = 9.0  # the width of the picture, so that the pieces need few rows
COLOURS = 16  # that the style has for pieces
LONG = 28  # cells of a single row, which is folded where it has more

Box = tuple[float, float]
"""Width and height."""


def picture(data: dict[str, Any]) -> str:
    """The board and the pieces of a puzzle's data, without its title: that stands beside it."""
    sticks = data["step"] == 2
    board, (width, height) = _sticks(data["cells"]) if sticks else _tiles(data)
    whole = max(width, LEAST)
    pieces, lower = _pieces(data, whole)
    frame = f"-0.1 -0.1 {whole + 0.2:g} {height + GAP + lower + 0.2:g}"
    shift = (whole - width) / 2
    return (
        f'<svg class="board" viewBox="{frame}" aria-hidden="true">'
        f'<g transform="translate({shift:g})">{board}</g>'
        f'<g transform="translate(0 {height + GAP:g})">{pieces}</g></svg>'
    )


def _tiles(data: dict[str, Any]) -> tuple[str, Box]:
    cells = list(laid_flat(data["cells"], LONG).values())
    texts = data["labels"] or [data["marks"][colour] for colour in data["colours"]]
    drawn = [f'<path class="cell" d="{_squares(cells)}"/>']
    drawn += [_text(text, *cell) for text, cell in zip(texts, cells, strict=False) if text]
    return "".join(drawn), _extent(cells)


def _squares(cells: Sequence[tuple[int, int]]) -> str:
    return "".join(f"M{column} {row}h1v1h-1z" for row, column in cells)


def _extent(cells: Sequence[tuple[int, int]]) -> Box:
    return 1 + max(column for _, column in cells), 1 + max(row for row, _ in cells)


def _text(text: str, row: int, column: int) -> str:
    size = min(0.5, ROOM / (LETTER * len(text)))
    return (
        f'<text x="{column + 0.5:g}" y="{row + 0.5 + size * 0.35:.2f}" font-size="{size:.2f}">'
        f"{escape(text)}</text>"
    )


def _sticks(cells: Sequence[tuple[int, int]], kind: str = "segment") -> tuple[str, Box]:
    """Segments as lines: across at an even row and odd column, upright the other way round."""
    path = ""
    for row, column in cells:
        if row % 2 == 0 and column % 2:
            path += f"M{(column - 1) / 2:g} {row / 2:g}h1"
        elif row % 2 and column % 2 == 0:
            path += f"M{column / 2:g} {(row - 1) / 2:g}v1"
    width = (1 + max(column for _, column in cells)) // 2
    height = (1 + max(row for row, _ in cells)) // 2
    return f'<path class="{kind}" d="{path}"/>', (width, height)


def _pieces(data: dict[str, Any], width: float) -> tuple[str, float]:
    """The pieces in rows of that width, every copy of each, and how high they are together."""
    drawn = []
    across = down = tallest = 0.0
    for number, piece in enumerate(data["pieces"]):
        # Lying, so that the rows are low.
        own = piece.get("paint", f"var(--piece-{number % COLOURS})")
        cells = min(piece["orientations"], key=lambda shape: max(row for row, _ in shape))
        shape, size = (
            _sticks(cells, "stick")
            if data["step"] == 2
            else (f'<path d="{_squares(cells)}"/>', _extent(cells))
        )
        for _ in range(piece["most"]):
            if across and across + HALF * size[0] > width:
                across, down, tallest = 0.0, down + tallest + GAP, 0.0
            drawn.append(
                f'<g class="piece" style="--own:{own}" '
                f'transform="translate({across:g} {down:g}) scale({HALF})">{shape}</g>'
            )
            across += HALF * size[0] + GAP
            tallest = max(tallest, HALF * size[1])
    return "".join(drawn), down + tallest
