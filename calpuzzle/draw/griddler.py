"""A griddler as a Scene, like the printed thing: clues, a fine grid, and a heavy line every five.

A picture may show a grid (known cells, and small dots where a cell is open), a step's
probabilities as greys, or nothing but the clues.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from calpuzzle.draw.colours import channels
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text
from calpuzzle.griddler.puzzle import Clue, Grid, Clues

CELL = 20.0
FONT = 11.0
EDGE = 8.0
FINE, HEAVY = "#b8b8b8", "#222222"
STRIPE = "#f1f1ee"


def _room(clues: Sequence[Clue]) -> float:
    return max(1, max(len(clue) for clue in clues)) * CELL * 0.85 + 0.3 * CELL


def corner(puzzle: Clues) -> tuple[float, float]:
    """Where the grid's top left corner lies in the picture."""
    head = 1.4 * CELL if puzzle.title else 0.0
    return EDGE + _room(puzzle.rows), EDGE + head + _room(puzzle.columns)


def scene(
    puzzle: Clues,
    grid: Grid | None = None,
    fills: Sequence[str] | None = None,
    caption: str = "",
) -> Scene:
    """The picture: `grid` (-1: open) or, over it, `fills`, a `#rrggbb` a cell in reading order."""
    left, top = corner(puzzle)
    width, height = puzzle.width * CELL, puzzle.height * CELL
    shapes: list[Shape] = [*_clue_boxes(puzzle, left, top)]
    if puzzle.title:
        title = puzzle.title + caption
        shapes.append(Text(EDGE, EDGE + 0.6 * CELL, title, 13, anchor="start", bold=True))
    for row in range(puzzle.height):
        for column in range(puzzle.width):
            x, y = left + column * CELL, top + row * CELL
            if fills is not None:
                shapes.append(Rect(x, y, CELL, CELL, fills[row * puzzle.width + column]))
            elif grid is not None:
                shapes += _cell(puzzle, grid[row][column], x, y)
    shapes += _grid_lines(puzzle, left, top)
    title = puzzle.title or f"griddler, {puzzle.width} by {puzzle.height}"
    return Scene(left + width + EDGE, top + height + EDGE, tuple(shapes), title + caption)


def _cell(puzzle: Clues, cell: int, x: float, y: float) -> list[Shape]:
    if cell < 0:
        size = 0.14 * CELL
        middle = (CELL - size) / 2
        return [Rect(x + middle, y + middle, size, size, "#8a8a8a")]
    return [Rect(x, y, CELL, CELL, puzzle.palette[cell].rgb)]


def _clue_boxes(puzzle: Clues, left: float, top: float) -> list[Shape]:
    """Clues on stripes, so that the eye can follow them to their line."""
    shapes: list[Shape] = []
    wide, high = _room(puzzle.rows), _room(puzzle.columns)
    pitch = 0.85 * CELL
    for row, clue in enumerate(puzzle.rows):
        y = top + row * CELL
        if row % 2 == 0:
            shapes.append(Rect(left - wide, y, wide, CELL, STRIPE))
        for back, (length, colour) in enumerate(reversed(clue or ((0, 0),))):
            x = left - 0.55 * CELL - back * pitch
            shapes += _number(puzzle, length, colour, x, y + CELL / 2)
    for column, clue in enumerate(puzzle.columns):
        x = left + column * CELL
        if column % 2 == 0:
            shapes.append(Rect(x, top - high, CELL, high, STRIPE))
        for back, (length, colour) in enumerate(reversed(clue or ((0, 0),))):
            y = top - 0.55 * CELL - back * pitch
            shapes += _number(puzzle, length, colour, x + CELL / 2, y)
    return shapes


def _number(puzzle: Clues, length: int, colour: int, x: float, y: float) -> list[Shape]:
    """A clue's number, on a box of its colour where there are several."""
    if puzzle.colours == 1 or colour == 0:
        return [Text(x, y, str(length), FONT)]
    rgb = puzzle.palette[colour].rgb
    size = 0.78 * CELL
    ink = "#ffffff" if luminance(rgb) < 0.55 else "#111111"
    return [
        Rect(x - size / 2, y - size / 2, size, size, rgb),
        Text(x, y, str(length), FONT, ink),
    ]


def luminance(rgb: str) -> float:
    """How bright `#rrggbb` looks, from 0 to 1."""
    red, green, blue = channels(rgb)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _grid_lines(puzzle: Clues, left: float, top: float) -> list[Shape]:
    right, bottom = left + puzzle.width * CELL, top + puzzle.height * CELL
    fine: list[Shape] = []
    heavy: list[Shape] = []
    for count, vertical in ((puzzle.width, True), (puzzle.height, False)):
        for at in range(count + 1):
            strong = at % 5 == 0 or at == count
            colour, width = (HEAVY, 1.6 if at not in (0, count) else 2.2) if strong else (FINE, 0.7)
            x, y = left + at * CELL, top + at * CELL
            line = (
                Line(x, top, x, bottom, colour, width)
                if vertical
                else Line(left, y, right, y, colour, width)
            )
            (heavy if strong else fine).append(line)
    return fine + heavy


def fills_of(puzzle: Clues, shares: Sequence[Sequence[Fraction]]) -> list[str]:
    """For each cell the `#rrggbb` of the mix of its colours, by their shares (sum 1)."""
    parts = [channels(colour.rgb) for colour in puzzle.palette]
    fills = []
    for share in shares:
        weights = [float(part) for part in share]
        mixed = (
            round(sum(w * c[k] for w, c in zip(weights, parts, strict=True))) for k in range(3)
        )
        fills.append("#" + "".join(f"{min(255, max(0, value)):02x}" for value in mixed))
    return fills
