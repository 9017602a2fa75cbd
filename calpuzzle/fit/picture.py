"""A solution of a fitting puzzle as a Scene: coloured pieces with thick lines between them.

The layers of a solid frame lie side by side; one long row is folded. Cells with colours show them,
the date of a calendar is left open, and sticks are lines. Colours and lines are those of the
pictures of calendars.
"""

from __future__ import annotations

from collections.abc import Hashable

from calpuzzle.draw.colours import INK, PIECES, UNCOVERED, channels
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text
from calpuzzle.draw.solution import MARGIN, SIZE, corner, label_text, outlines
from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.fit.draw import Place, beside, grid
from calpuzzle.fit.model import Fitting
from calpuzzle.fit.solver import FitSolution
from calpuzzle.puzzle.shapes import Cell

LONG = 40  # a single row of more cells is folded
FOLDED = 28
EMPTY = "#eeeeee"


def scene(solution: FitSolution) -> Scene:
    """The solution as a picture. Raises CannotDoError where the locations have no points."""
    puzzle = solution.puzzle
    places = grid(puzzle)
    if places is None:
        raise CannotDoError(
            f"{puzzle.name} has no points that can be drawn; --format text lists it"
        )
    cells = _laid_flat(places)
    colours = _colours(solution, places)
    if puzzle.geometry is not None and puzzle.geometry.step == 2:
        shapes = _sticks(solution, cells, colours)
    else:
        shapes = _tiles(solution, cells, colours)
    height, width = (1 + max(cell[k] for cell in cells) for k in (0, 1))
    size = (width * SIZE + 2 * MARGIN, height * SIZE + 2 * MARGIN)
    return Scene(*size, tuple(shapes), puzzle.title or puzzle.name)


def _laid_flat(places: list[Place]) -> list[Cell]:
    """Where each location is in the picture, as (row, column)."""
    height, width = (1 + max(place[k] for place in places) for k in (1, 2))
    flat = [(y, x + z * (width + 1)) for z, y, x in places]
    if height > 1 or max(flat)[1] < LONG:
        return flat
    return [(x // FOLDED * 2, x % FOLDED) for _, x in flat]


def _colours(solution: FitSolution, places: list[Place]) -> dict[str, str]:
    """A colour a piece: another than that of all it touches, as far as there are so many; and in
    all solutions the same, as far as that goes."""
    number = {piece.name: k for k, piece in enumerate(solution.puzzle.pieces)}
    owner = {k: name for name, way in solution.pieces.items() for k in way}
    around = beside(places)
    found: dict[str, str] = {}
    for name, way in solution.pieces.items():
        touching = {found.get(owner.get(near, "")) for k in way for near in around[k]}
        first = number.get(name, number.get(name.rpartition("#")[0], 0)) % len(PIECES)
        turned = PIECES[first:] + PIECES[:first]
        found[name] = next((colour for colour in turned if colour not in touching), turned[0])
    return found


def _tiles(solution: FitSolution, cells: list[Cell], colours: dict[str, str]) -> list[Shape]:
    puzzle = solution.puzzle
    labels = _labels(puzzle)
    opened = {piece.name for piece in puzzle.pieces if piece.open}
    regions: dict[Cell, Hashable] = dict.fromkeys(cells, ())
    fills = dict.fromkeys(cells, EMPTY)
    texts: list[Shape] = []
    for name, way in solution.pieces.items():
        window = name in opened
        for k in way:
            regions[cells[k]] = name
            fills[cells[k]] = UNCOVERED if window else colours[name]
            if labels and (window or not opened):
                texts.append(label_text(labels[k], cells[k], bold=window))
        if not window:
            texts.append(_name(name, min(cells[k] for k in way), bool(labels) and not opened))
    tiles = [Rect(*corner(cell), SIZE, SIZE, fill) for cell, fill in fills.items()]
    return [*tiles, *outlines(regions), *texts]


def _labels(puzzle: Fitting) -> tuple[str, ...]:
    """What stands on each location: labels, or the colours where they matter."""
    if puzzle.geometry is not None and puzzle.geometry.use_colours:
        return tuple(colour_name(location.colour) for location in puzzle.locations)
    return puzzle.labels


def _name(name: str, cell: Cell, aside: bool) -> Text:
    """A piece's name in a cell, in its corner where the middle is taken."""
    if not aside:
        return label_text(name, cell)
    x, y = corner(cell)
    return Text(x + 4, y + 8, name, 9, INK, anchor="start")


def _sticks(solution: FitSolution, cells: list[Cell], colours: dict[str, str]) -> list[Shape]:
    """Sticks as lines from grid point to grid point, each with its name."""
    lines: list[Shape] = []
    names: list[Shape] = []
    for name, way in solution.pieces.items():
        segments = [cells[k] for k in way if cells[k][0] % 2 != cells[k][1] % 2]
        for row, column in segments:
            x, y = _middle((row, column))
            across, down = (0.84 * SIZE, 0.0) if column % 2 else (0.0, 0.84 * SIZE)
            ends = (x - across, y - down, x + across, y + down)
            lines.append(Line(*ends, _darker(colours[name]), 9))
        # The segment in the middle of the stick's list lies off its ends, where sticks meet.
        x, y = _middle(segments[len(segments) // 2])
        names += [Rect(x - 9, y - 9, 18, 18, UNCOVERED), Text(x, y, name, 14, INK, bold=True)]
    return lines + names


def _middle(cell: Cell) -> tuple[float, float]:
    x, y = corner(cell)
    return x + SIZE / 2, y + SIZE / 2


def _darker(colour: str) -> str:
    """The colour as it shows on white in a line."""
    return "#" + "".join(f"{round(0.8 * channel):02x}" for channel in channels(colour))
