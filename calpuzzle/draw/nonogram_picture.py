"""A nonogram as a Scene, as in print: clues, a fine grid, and a heavy line every five cells.

A picture may show a grid (known cells, and small dots in open cells), the probabilities of a step
as colours mixed from the palette, or only the clues with the given cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from operator import mul

from calpuzzle.draw.colours import channels
from calpuzzle.draw.scene import Line, Rect, Scene, SceneShape, Text
from calpuzzle.nonogram.clues import WHITE, Clue, Clues, Grid

CELL = 20.0
PITCH = 0.85 * CELL  # between the numbers of a clue
FONT = 11.0
EDGE = 8.0
FINE, HEAVY = "#b8b8b8", "#222222"
STRIPE = "#f1f1ee"
DOT, GREY = 2.8, "#8a8a8a"


def _room(lines: Sequence[Clue]) -> float:
    return max(1, max(map(len, lines))) * PITCH + 0.3 * CELL


def grid_corner(clues: Clues) -> tuple[float, float]:
    """Return the top left corner of the grid in the picture."""
    head = 1.4 * CELL if clues.title else 0.0
    return EDGE + _room(clues.rows), EDGE + head + _room(clues.columns)


def nonogram_scene(
    clues: Clues, grid: Grid | None = None, fills: Sequence[str] | None = None, caption: str = ""
) -> Scene:
    """Return the picture of `grid` (-1: open), or of `fills` instead, one `#rrggbb` per cell in
    reading order. Without either, only the given cells are filled."""
    left, top = grid_corner(clues)
    shapes = _clue_boxes(clues, left, top)
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
    title = clues.title or f"nonogram, {clues.width} by {clues.height}"
    size = left + clues.width * CELL + EDGE, top + clues.height * CELL + EDGE
    return Scene(*size, tuple(shapes), title + caption)


def _row(clues: Clues, cells: Sequence[int], x: float, y: float, given: bool) -> list[SceneShape]:
    """Return the cells of a row, with adjacent cells of one colour merged. Open cells have dots.
    If only the given cells are shown, open cells are blank, and cells of the background have
    crosses."""
    shapes: list[SceneShape] = []
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


def _clue_boxes(clues: Clues, left: float, top: float) -> list[SceneShape]:
    """Return the clues on stripes, which guide the eye to their line."""
    shapes: list[SceneShape] = []
    wide, high = _room(clues.rows), _room(clues.columns)
    for across, lines in ((True, clues.rows), (False, clues.columns)):
        for at, clue in enumerate(lines):
            x, y = left + at * CELL, top + at * CELL
            if at % 2 == 0:
                stripe = (left - wide, y, wide, CELL) if across else (x, top - high, CELL, high)
                shapes.append(Rect(*stripe, STRIPE))
            for number, block in enumerate(reversed(clue or ((0, 0),))):
                back = 0.55 * CELL + number * PITCH
                place = (left - back, y + CELL / 2) if across else (x + CELL / 2, top - back)
                shapes += _number(clues, *block, *place)
    return shapes


def _number(clues: Clues, length: int, colour: int, x: float, y: float) -> list[SceneShape]:
    """Return a clue's number, on a box of its colour if there are several colours."""
    if clues.colours == 1 or colour == 0:
        return [Text(x, y, str(length), FONT)]
    rgb = clues.palette[colour].rgb
    size = 0.78 * CELL
    red, green, blue = channels(rgb)
    bright = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    ink = "#ffffff" if bright < 0.55 else "#111111"
    box = Rect(x - size / 2, y - size / 2, size, size, rgb)
    return [box, Text(x, y, str(length), FONT, ink)]


def _grid_lines(clues: Clues, left: float, top: float) -> list[Line]:
    """Return the lines of the grid, the heavy ones over the fine ones."""
    right, bottom = left + clues.width * CELL, top + clues.height * CELL
    found: list[Line] = []
    for count, vertical in ((clues.width, True), (clues.height, False)):
        for at in range(count + 1):
            heavy = HEAVY, 1.6 if 0 < at < count else 2.2
            look = heavy if at % 5 == 0 or at == count else (FINE, 0.7)
            x, y = left + at * CELL, top + at * CELL
            ends = (x, top, x, bottom) if vertical else (left, y, right, y)
            found.append(Line(*ends, *look))
    return sorted(found, key=lambda line: line.stroke == HEAVY)


def fills_of(clues: Clues, shares: Sequence[Sequence[Fraction]]) -> list[str]:
    """Return, for each cell, the colour `#rrggbb` mixed from the palette by the cell's shares. The
    shares of a cell sum to 1."""
    parts = list(zip(*(channels(colour.rgb) for colour in clues.palette), strict=True))
    fills = []
    for share in shares:
        weights = [float(part) for part in share]
        mixed = [round(sum(map(mul, weights, levels))) for levels in parts]
        fills.append("#" + "".join(f"{level:02x}" for level in mixed))
    return fills
