"""A griddler as a Scene, like the printed thing: clues, a fine grid, and a heavy line every five.

A picture may show a grid (known cells, and small dots where a cell is open), a step's
probabilities as greys, or nothing but the clues.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from calpuzzle.draw.colours import channels
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text
from calpuzzle.griddler.puzzle import WHITE, Clue, Clues, Grid

CELL = 20.0
FONT = 11.0
EDGE = 8.0
FINE, HEAVY = "#b8b8b8", "#222222"
STRIPE = "#f1f1ee"
DOT, GREY = 2.8, "#8a8a8a"


def _room(lines: Sequence[Clue]) -> float:
    return max(1, max(map(len, lines))) * CELL * 0.85 + 0.3 * CELL


def corner(clues: Clues) -> tuple[float, float]:
    """Where the grid's top left corner lies in the picture."""
    head = 1.4 * CELL if clues.title else 0.0
    return EDGE + _room(clues.rows), EDGE + head + _room(clues.columns)


def griddler_scene(
    clues: Clues,
    grid: Grid | None = None,
    fills: Sequence[str] | None = None,
    caption: str = "",
) -> Scene:
    """The picture: `grid` (-1: open) or, over it, `fills`, a `#rrggbb` a cell in reading order;
    without either, only the cells are filled that are given."""
    left, top = corner(clues)
    width, height = clues.width * CELL, clues.height * CELL
    shapes: list[Shape] = [*_clue_boxes(clues, left, top)]
    if clues.title:
        title = clues.title + caption
        shapes.append(Text(EDGE, EDGE + 0.6 * CELL, title, 13, anchor="start", bold=True))
    if fills is not None:
        shapes += [
            Rect(left + k % clues.width * CELL, top + k // clues.width * CELL, CELL, CELL, fill)
            for k, fill in enumerate(fills)
        ]
    else:
        for row, cells in enumerate(grid or clues.given or ()):
            shapes += _row(clues, cells, left, top + row * CELL, given=grid is None)
    shapes += _grid_lines(clues, left, top)
    title = clues.title or f"griddler, {clues.width} by {clues.height}"
    return Scene(left + width + EDGE, top + height + EDGE, tuple(shapes), title + caption)


def _row(clues: Clues, cells: Sequence[int], x: float, y: float, given: bool) -> list[Shape]:
    """The cells of a row, those of one colour together. Open ones have dots; but where all that
    is known is given, those that are known to be white have crosses."""
    shapes: list[Shape] = []
    for cell, run in groupby(cells):
        places = [x + k * CELL for k in range(len(list(run)))]
        x = places[-1] + CELL
        if cell > 0 or (cell == 0 and clues.palette[0].rgb != WHITE.rgb):
            width = len(places) * CELL
            shapes.append(Rect(places[0], y, width, CELL, clues.palette[cell].rgb))
        if cell < 0 and not given:
            edge = (CELL - DOT) / 2
            shapes += [Rect(left + edge, y + edge, DOT, DOT, GREY) for left in places]
        elif cell == 0 and given:
            shapes += [Text(left + CELL / 2, y + CELL / 2, "×", FONT, GREY) for left in places]
    return shapes


def _clue_boxes(clues: Clues, left: float, top: float) -> list[Shape]:
    """Clues on stripes, so that the eye can follow them to their line."""
    shapes: list[Shape] = []
    wide, high = _room(clues.rows), _room(clues.columns)
    pitch = 0.85 * CELL
    for row, clue in enumerate(clues.rows):
        y = top + row * CELL
        if row % 2 == 0:
            shapes.append(Rect(left - wide, y, wide, CELL, STRIPE))
        for back, (length, colour) in enumerate(reversed(clue or ((0, 0),))):
            x = left - 0.55 * CELL - back * pitch
            shapes += _number(clues, length, colour, x, y + CELL / 2)
    for column, clue in enumerate(clues.columns):
        x = left + column * CELL
        if column % 2 == 0:
            shapes.append(Rect(x, top - high, CELL, high, STRIPE))
        for back, (length, colour) in enumerate(reversed(clue or ((0, 0),))):
            y = top - 0.55 * CELL - back * pitch
            shapes += _number(clues, length, colour, x + CELL / 2, y)
    return shapes


def _number(clues: Clues, length: int, colour: int, x: float, y: float) -> list[Shape]:
    """A clue's number, on a box of its colour where there are several."""
    if clues.colours == 1 or colour == 0:
        return [Text(x, y, str(length), FONT)]
    rgb = clues.palette[colour].rgb
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


def _grid_lines(clues: Clues, left: float, top: float) -> list[Shape]:
    right, bottom = left + clues.width * CELL, top + clues.height * CELL
    fine: list[Shape] = []
    heavy: list[Shape] = []
    for count, vertical in ((clues.width, True), (clues.height, False)):
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


def fills_of(clues: Clues, shares: Sequence[Sequence[Fraction]]) -> list[str]:
    """For each cell the `#rrggbb` of the mix of its colours, by their shares (sum 1)."""
    parts = [channels(colour.rgb) for colour in clues.palette]
    fills = []
    for share in shares:
        weights = [float(part) for part in share]
        mixed = (
            round(sum(w * c[k] for w, c in zip(weights, parts, strict=True))) for k in range(3)
        )
        fills.append("#" + "".join(f"{min(255, max(0, value)):02x}" for value in mixed))
    return fills
