"""Hexagons and triangles, in text and as shapes: the cells of lattices whose axes are 60 degrees
apart. Prisms are drawn layer by layer. Used by calpuzzle/draw/{text,board}.py, and by
calpuzzle/workshop/areas.py for where corners are.

Corners are whole numbers of thirds of a step along the axes, so that cells that share an edge have
the same ends of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import sqrt

from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.boxes import Place, centred, display_width, painted
from calpuzzle.draw.cells import ACROSS, GRID, MARGIN, MAX_AREA, THICK, THIN
from calpuzzle.draw.colours import INK, ink_on
from calpuzzle.draw.scene import Line, Polygon, Scene, Shape, Text
from calpuzzle.puzzle.lattice import HEXAGONS, Cell, Lattice, hexagon_place, triangle_place

SIZE = 48.0  # from hexagon to hexagon, and a side of a triangle
HIGH = sqrt(0.75)
AROUND: tuple[Place, ...] = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
ON_SIDE: tuple[Place, ...] = ((1, 1), (1, -2), (-2, 1))
ON_TIP: tuple[Place, ...] = ((-1, -1), (-1, 2), (2, -1))
FILLED = "#"

Edge = frozenset[tuple[float, float]]


def places(lattice: Lattice, cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Where each cell stands in a drawing of characters: (layer, row, place)."""
    at = hexagon_place if lattice == HEXAGONS else triangle_place
    return {cell: (_layer(lattice, cell), *at(cell[-2:])) for cell in cells}


def thirds(lattice: Lattice, cell: Cell) -> list[Place]:
    """The corners of a cell, one after another, in thirds of a step along the axes."""
    row, column = cell[-2:]
    if lattice == HEXAGONS:
        row, column, ways = 3 * row, 3 * column, AROUND
    else:
        ways = ON_TIP if row % 3 == 1 else ON_SIDE
    return [(row + down, column + right) for down, right in ways]


def text_lines(
    lattice: Lattice,
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str],
    colours: Mapping[Hashable, str] | None = None,
) -> list[str]:
    """The lines of a drawing with a text for each cell, `#` where it has none; layers follow one
    another after a blank line. Painted as calpuzzle/draw/boxes.py does."""
    at = places(lattice, regions)
    low = [min(axis) for axis in zip(*at.values(), strict=True)]
    high = [max(axis) for axis in zip(*at.values(), strict=True)]
    if (high[1] - low[1] + 1) * (high[2] - low[2] + 1) * (high[0] - low[0] + 1) > MAX_AREA:
        raise CannotDoError("the cells lie too far apart to draw")
    cell_at = {place: cell for cell, place in at.items()}
    written = {cell: texts.get(cell, "") or FILLED for cell in regions}
    width = max(map(display_width, written.values()))
    # A hexagon has two places; triangles with longer texts are apart.
    width = (width + 2) // 2 if lattice == HEXAGONS else width + (width > 1)
    lines: list[str] = []
    for layer in range(low[0], high[0] + 1):
        lines += [""] * bool(lines)
        for row in range(low[1], high[1] + 1):
            parts: list[tuple[str, Hashable]] = []
            for place in range(low[2], high[2] + 1):
                cell = cell_at.get((layer, row, place))
                text = written[cell] if cell else ""
                parts.append((centred(text, width), regions[cell] if cell else None))
            lines.append(painted(parts, colours))
    return lines


def picture(
    lattice: Lattice,
    fills: Mapping[Cell, str],
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str] = {},
    size: float = SIZE,
    thick: float = THICK,
) -> Scene:
    """The cells in their colours, with thin lines between those of one region, and thick ones round
    the regions. Layers lie side by side. Raises CannotDoError for cells too far apart."""
    corners, width, height = _corners(lattice, fills, size)
    shapes: list[Shape] = [Polygon(corners[cell], fill) for cell, fill in fills.items()]
    beside: dict[Edge, list[Hashable]] = {}
    for cell, own in corners.items():
        for edge in zip(own, (*own[1:], own[0]), strict=True):
            beside.setdefault(frozenset(edge), []).append(regions[cell])
    thin = [edge for edge, near in beside.items() if len(near) == 2 and near[0] == near[1]]
    bold = [edge for edge, near in beside.items() if len(near) < 2 or near[0] != near[1]]
    shapes += _lines(thin, GRID, THIN) + _lines(bold, INK, thick)
    shapes += [
        _text(text, corners[cell], size)._replace(fill=ink_on(fills[cell]))
        for cell, text in texts.items()
        if text
    ]
    return Scene(width, height, tuple(shapes))


def _text(text: str, corners: tuple[tuple[float, float], ...], size: float) -> Text:
    """A text in the middle of a cell, smaller where it is long."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    room = size * (0.7 if len(corners) == 6 else 0.45)
    return Text(x, y, text, min(0.3 * size, 1.2 * room / max(1, display_width(text))))


def _lines(edges: Iterable[Edge], stroke: str, width: float) -> list[Shape]:
    ends = sorted(sorted(edge) for edge in edges)
    return [Line(*start, *end, stroke, width) for start, end in ends]


def _layer(lattice: Lattice, cell: Cell) -> int:
    return cell[0] // lattice.layer if len(cell) > 2 else 0


def _corners(
    lattice: Lattice, cells: Iterable[Cell], size: float
) -> tuple[dict[Cell, tuple[tuple[float, float], ...]], float, float]:
    """The corners of each cell as x and y, and the width and the height of the picture."""
    outline = {cell: thirds(lattice, cell) for cell in cells}
    # Twice the thirds of a step to the right of the middle axis, and the rows' thirds.
    ends = [(2 * column + row, row) for own in outline.values() for row, column in own]
    across, down = zip(*ends, strict=True)
    left, top = min(across), min(down)
    wide, high = max(across) - left, max(down) - top
    layers = sorted({_layer(lattice, cell) for cell in cells})
    if wide * high * len(layers) > 18 * MAX_AREA:
        raise CannotDoError("the cells lie too far apart to draw")
    a_row = max(1, min(len(layers), 6 * ACROSS // (wide + 6)))
    step_x, step_y = wide / 6 * size + size, high / 3 * HIGH * size + size
    found = {}
    for cell, own in outline.items():
        below, right = divmod(layers.index(_layer(lattice, cell)), a_row)
        found[cell] = tuple(
            (
                round(MARGIN + right * step_x + (2 * column + row - left) / 6 * size, 3),
                round(MARGIN + below * step_y + (row - top) / 3 * HIGH * size, 3),
            )
            for row, column in own
        )
    rows = -(-len(layers) // a_row)
    width = 2 * MARGIN + a_row * step_x - size
    return found, width, 2 * MARGIN + rows * step_y - size
