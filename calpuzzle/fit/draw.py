"""Solutions of fitting puzzles as text and as data.

A flat frame is drawn as a grid with one character a piece, a solid one as its layers, z rising,
apart by a blank line; a puzzle without points as a line a piece. Blanks of the frame stay blank.
The characters are those of calpuzzle/fit/marks.py; pictures are calpuzzle/fit/picture.py's.
"""

from __future__ import annotations

from calpuzzle.fit.marks import EMPTY, legend, marks, spare
from calpuzzle.fit.model import Fitting, Way
from calpuzzle.fit.solver import FitSolution

MAX_SPAN = 400
Place = tuple[int, int, int]


def grid(puzzle: Fitting) -> list[Place] | None:
    """The locations as (layer, row, column) counted from 0, where they can be drawn so."""
    points = [location.point for location in puzzle.locations]
    if not points or any(point is None or len(point) > 3 for point in points):
        return None
    padded = [(*point, 0, 0)[:3] for point in points if point is not None]
    low = [min(point[k] for point in padded) for k in range(3)]
    cells = [(z - low[2], y - low[1], x - low[0]) for x, y, z in padded]
    return cells if max(map(max, cells)) < MAX_SPAN else None


class Canvas:
    """Draws the solutions of one puzzle as text; what they share is worked out once. `legend` says
    what the characters stand for, where they are not names."""

    legend = ""

    def __init__(self, puzzle: Fitting) -> None:
        cells = grid(puzzle)
        self.blank: list[str] | None = None
        if cells is None:
            return
        self.marks = marks(puzzle)
        self.legend = legend(puzzle)
        self.cells = cells
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
        unmarked: list[Way] = []
        for name, way in solution.pieces.items():
            mark = self.marks.get(name)
            if mark is None:
                unmarked.append(way)
                continue
            for k in way:
                drawn[self.places[k]] = mark
        around = beside(self.cells) if unmarked else []
        for way in unmarked:
            mark = spare(drawn[self.places[near]] for k in way for near in around[k])
            for k in way:
                drawn[self.places[k]] = mark
        return "".join(drawn)


def beside(cells: list[Place]) -> list[list[int]]:
    """Of each place the numbers of those that share a side with it."""
    number = {cell: k for k, cell in enumerate(cells)}
    around = []
    for z, y, x in cells:
        near = ((z, y, x - 1), (z, y, x + 1), (z, y - 1, x), (z, y + 1, x), (z - 1, y, x))
        around.append([number[at] for at in (*near, (z + 1, y, x)) if at in number])
    return around


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
