"""Small pictures of boards for the start page: SVG in the colours of the page around it.

A cell is one unit wide. What is drawn has a class, by which the page's style colours it.
"""

from __future__ import annotations

from html import escape
from typing import Any

ROOM = 0.82  # of a cell, for its label
LETTER = 0.6  # the width of a letter, in its size


def picture(data: dict[str, Any]) -> str:
    """The board of a puzzle's data, without its title: a reader is told that beside it."""
    cells = data["cells"]
    rows, columns = zip(*cells, strict=True)
    unit = data["step"]
    box = (min(columns) / unit, min(rows) / unit)
    size = ((1 + max(columns)) / unit - box[0], (1 + max(rows)) / unit - box[1])
    drawn = _sticks(cells) if unit == 2 else _tiles(data)
    frame = " ".join(f"{number:g}" for number in (*box, *size))
    return f'<svg class="board" viewBox="{frame}" aria-hidden="true">{drawn}</svg>'


def _tiles(data: dict[str, Any]) -> str:
    cells = data["cells"]
    path = "".join(f"M{column} {row}h1v1h-1z" for row, column in cells)
    colours = [data["marks"][colour] for colour in data["colours"]]
    texts = [
        _text(text, row, column)
        for text, (row, column) in zip(data["labels"] or colours, cells, strict=False)
        if text
    ]
    return f'<path class="cell" d="{path}"/>' + "".join(texts)


def _text(text: str, row: int, column: int) -> str:
    size = min(0.5, ROOM / (LETTER * len(text)))
    return (
        f'<text x="{column + 0.5:g}" y="{row + 0.5 + size * 0.35:.2f}" font-size="{size:.2f}">'
        f"{escape(text)}</text>"
    )


def _sticks(cells: list[tuple[int, int]]) -> str:
    """Segments as lines: a cell of even row and odd column lies across, one of odd row and even
    column upright."""
    path = ""
    for row, column in cells:
        y, x = row / 2 + 0.25, column / 2 + 0.25
        if (row + column) % 2:
            path += f"M{x - 0.5:g} {y:g}h1" if column % 2 else f"M{x:g} {y - 0.5:g}v1"
    return f'<path class="segment" d="{path}"/>'
