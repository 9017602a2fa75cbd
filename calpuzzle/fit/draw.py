"""Solutions of fitting puzzles as text and as pictures.

A flat frame is drawn as a grid with one character a piece, a solid one as its layers, z rising,
apart by a blank line; a puzzle without points as a line a piece. Blanks of the frame stay blank.
"""

from __future__ import annotations

import colorsys

from calpuzzle.draw.scene import Line, Rect, Scene, Text
from calpuzzle.draw.scene import Shape as Mark
from calpuzzle.errors import CannotDoError
from calpuzzle.fit.model import Fitting
from calpuzzle.fit.solver import FitSolution

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = "."
MAX_SPAN = 400
UNIT = 32.0


def symbols(puzzle: Fitting) -> list[str]:
    """One character a piece: their names where all are single characters, digits and letters
    where there are enough of them, `#` beyond."""
    names = [piece.name for piece in puzzle.pieces]
    if all(len(name) == 1 and name not in EMPTY for name in names):
        return names
    return [SYMBOLS[k] if k < len(SYMBOLS) else "#" for k in range(len(names))]


def _cells(puzzle: Fitting) -> list[tuple[int, int, int]] | None:
    """The locations as (layer, row, column) counted from 0, where they can be drawn so."""
    points = [location.point for location in puzzle.locations]
    if not points or any(point is None or len(point) > 3 for point in points):
        return None
    padded = [(*point, 0, 0)[:3] for point in points if point is not None]
    low = [min(point[k] for point in padded) for k in range(3)]
    cells = [(z - low[2], y - low[1], x - low[0]) for x, y, z in padded]
    return cells if max(map(max, cells)) < MAX_SPAN else None


class Canvas:
    """Draws the solutions of one puzzle as text; what they share is worked out once."""

    def __init__(self, puzzle: Fitting) -> None:
        self.marks = dict(
            zip((piece.name for piece in puzzle.pieces), symbols(puzzle), strict=True)
        )
        cells = _cells(puzzle)
        self.blank: list[str] | None = None
        if cells is None:
            return
        depth, height, width = (1 + max(cell[k] for cell in cells) for k in range(3))
        # Rows end in a newline; behind each layer stands another one.
        line, layer = width + 1, (width + 1) * height + 1
        self.blank = (([" "] * width + ["\n"]) * height + ["\n"]) * depth
        self.places = [z * layer + y * line + x for z, y, x in cells]
        for place in self.places:
            self.blank[place] = EMPTY

    def text(self, solution: FitSolution) -> str:
        """The solution as text, without a newline at the end."""
        if self.blank is None:
            return "\n".join(
                f"{name}: {' '.join(map(str, way))}" for name, way in solution.pieces.items()
            )
        drawn = self.blank[:-2]
        for name, way in solution.pieces.items():
            mark = self.marks.get(name) or self.marks[name.rsplit("#", 1)[0]]
            for k in way:
                drawn[self.places[k]] = mark
        return "".join(drawn)


def text(solution: FitSolution) -> str:
    """The solution as text, without a newline at the end."""
    return Canvas(solution.puzzle).text(solution)


def record(solution: FitSolution) -> dict[str, list[list[int]] | list[int]]:
    """The solution as data: each piece's points, or its location numbers where there are none."""
    locations = solution.puzzle.locations
    record: dict[str, list[list[int]] | list[int]] = {}
    for name, way in solution.pieces.items():
        points = [locations[k].point for k in way]
        known = [list(point) for point in points if point is not None]
        record[name] = known if len(known) == len(way) else list(way)
    return record


def scene(solution: FitSolution) -> Scene:
    """The solution as a picture. Raises CannotDoError where the locations have no points."""
    puzzle = solution.puzzle
    cells = _cells(puzzle)
    if cells is None:
        raise CannotDoError(
            f"{puzzle.name} has no points that can be drawn; --format text lists it"
        )
    depth, height, width = (1 + max(cell[k] for cell in cells) for k in range(3))
    segments = puzzle.geometry is not None and puzzle.geometry.step == 2
    owner = {k: name for name, way in solution.pieces.items() for k in way}
    colour = {name: _colour(k) for k, name in enumerate(solution.pieces)}
    shapes: list[Mark] = []
    margin = UNIT / 2
    for k, (z, y, x) in enumerate(cells):
        left = margin + (x + z * (width + 1)) * UNIT
        top = margin + y * UNIT
        fill = colour[owner[k]] if k in owner else "#eeeeee"
        if segments:
            shapes += _segment(x, y, left, top, fill)
        else:
            shapes.append(Rect(left, top, UNIT - 1, UNIT - 1, fill))
    for name, way in solution.pieces.items():
        z, y, x = cells[min(way, key=lambda k: cells[k])]
        if not segments:
            centre = (margin + (x + z * (width + 1) + 0.5) * UNIT, margin + (y + 0.5) * UNIT)
            size = min(UNIT * 0.5, 1.4 * UNIT / max(2, len(name)))
            shapes.append(Text(*centre, name, size))
    return Scene(
        2 * margin + (depth * (width + 1) - 1) * UNIT,
        2 * margin + height * UNIT,
        tuple(shapes),
        title=puzzle.title or puzzle.name,
    )


def _segment(x: int, y: int, left: float, top: float, fill: str) -> list[Mark]:
    if x % 2 == y % 2:
        return []
    middle = (left + UNIT / 2, top + UNIT / 2)
    reach = (0.86 * UNIT, 0.0) if x % 2 else (0.0, 0.86 * UNIT)
    ends = [middle[k] - reach[k] for k in range(2)] + [middle[k] + reach[k] for k in range(2)]
    return [Line(ends[0], ends[1], ends[2], ends[3], fill, 6)]


def _colour(k: int) -> str:
    # Steps of the golden angle keep neighbours in the list apart in hue.
    red, green, blue = colorsys.hls_to_rgb(k * 0.618034 % 1, 0.7 + 0.08 * (k % 3 - 1), 0.6)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
