"""A solution as a Scene: coloured pieces, thick lines between them, the date in bold."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from calpuzzle.draw.boxes import display_width
from calpuzzle.draw.colours import INK, UNCOVERED, piece_colours
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results.solution import Solution

SIZE = 40  # one cell
MARGIN = 8
THICK = 3.0
THIN = 0.8
GRID = "#8c8c8c"


def solution_scene(solution: Solution) -> Scene:
    """The board with the pieces on it."""
    board = solution.model.board
    colours = piece_colours(list(solution.pieces))
    regions: dict[Cell, Hashable] = {board.labels[label]: (label,) for label in solution.labels}
    shapes: list[Shape] = []
    for name, cells in solution.pieces.items():
        regions.update(dict.fromkeys(cells, name))
    for cell in board.cells:
        fill = colours.get(str(regions[cell]), UNCOVERED)
        shapes.append(Rect(*corner(cell), SIZE, SIZE, fill))
    shapes += outlines(regions)
    shapes += [label_text(label, board.labels[label], bold=True) for label in solution.labels]
    date = " ".join(solution.labels)
    title = f"{solution.model.title or solution.model.name}{': ' if date else ''}{date}"
    return Scene(
        board.width * SIZE + 2 * MARGIN, board.height * SIZE + 2 * MARGIN, tuple(shapes), title
    )


def corner(cell: Cell) -> tuple[float, float]:
    """The top left corner of a cell."""
    row, column = cell
    return MARGIN + column * SIZE, MARGIN + row * SIZE


def label_text(label: str, cell: Cell, bold: bool = False) -> Text:
    """A label in its cell, smaller where it is long."""
    x, y = corner(cell)
    size = min(14.0, 1.2 * (SIZE - 6) / max(1, display_width(label)))
    return Text(x + SIZE / 2, y + SIZE / 2, label, size, INK, bold=bold)


def outlines(regions: Mapping[Cell, Hashable], thick: float = THICK) -> list[Shape]:
    """Thin lines between cells of one region, and over them thick ones round the regions."""
    thin: list[Shape] = []
    bold: list[Shape] = []
    for ends, one, other in _edges(regions):
        (x1, y1), (x2, y2) = map(corner, ends)
        if regions.get(one) != regions.get(other):
            bold.append(Line(x1, y1, x2, y2, INK, thick))
        else:
            thin.append(Line(x1, y1, x2, y2, GRID, THIN))
    return thin + bold


def _edges(regions: Mapping[Cell, Hashable]) -> Iterator[tuple[tuple[Cell, Cell], Cell, Cell]]:
    """Each edge of each cell once: its ends as corners of the grid, and the cells beside it."""
    for row, column in sorted(regions):
        here = (row, column)
        yield ((row, column), (row, column + 1)), (row - 1, column), here
        yield ((row, column), (row + 1, column)), (row, column - 1), here
        if (row + 1, column) not in regions:
            yield ((row + 1, column), (row + 1, column + 1)), here, (row + 1, column)
        if (row, column + 1) not in regions:
            yield ((row, column + 1), (row + 1, column + 1)), here, (row, column + 1)
