"""Cells that pictures show as polygons, such as hexagons: drawn as text and as scenes. Prisms are
drawn layer by layer.
Used by calpuzzle/draw/{text_board,board,marked}.py.

The corners of cells have integer coordinates, so that cells that share an edge share its ends
exactly; the lattice maps the corners to the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from math import prod

from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.boxes import centred, display_width, painted
from calpuzzle.draw.cells import ACROSS, GRID, MARGIN, MAX_AREA, THICK, THIN, ems
from calpuzzle.draw.colours import INK, ink_on
from calpuzzle.draw.scene import Line, Polygon, Scene, SceneShape, Text
from calpuzzle.puzzle.lattice import Cell, Lattice

SIZE = 48.0
FILLED = "#"

PolygonEdge = frozenset[tuple[float, float]]


def places(lattice: Lattice, cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Return the place of each cell in a text drawing: (layer, row, position in the row)."""
    return {cell: (0, *place)[-3:] for cell, place in lattice.places(cells).items()}


def text_lines(
    lattice: Lattice,
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str],
    colours: Mapping[Hashable, str] | None = None,
) -> list[str]:
    """Return the lines of a drawing with a text for each cell, `#` if it has none; layers are
    separated by a blank line. The lines are painted as in calpuzzle/draw/boxes.py."""
    at = places(lattice, regions)
    size = [1 + max(axis) for axis in zip(*at.values(), strict=True)]
    if prod(size) > MAX_AREA:
        raise CannotDoError("the cells are too far apart to draw")
    cell_at = {place: cell for cell, place in at.items()}
    written = {cell: texts.get(cell, "") or FILLED for cell in regions}
    inner = max(map(display_width, written.values()))
    # The `spacing` places from one cell to the next hold a text and a blank. If `spacing` is 1,
    # there is a blank only if some text has several characters.
    inner += lattice.spacing == 1 and inner > 1
    width = inner if lattice.spacing == 1 else -(-(inner + 1) // lattice.spacing)
    lines: list[str] = []
    for layer in range(size[0]):
        lines += [""] * bool(lines)
        for row in range(size[1]):
            parts: list[tuple[str, Hashable]] = []
            end = 0  # the columns used
            for place in range(size[2]):
                if cell := cell_at.get((layer, row, place)):
                    gap = place * width - end
                    parts += [(" " * gap, None)] * bool(gap)
                    parts.append((centred(written[cell], inner), regions[cell]))
                    end = place * width + inner
            lines.append(painted(parts, colours))
    return lines


def picture(
    lattice: Lattice,
    fills: Mapping[Cell, str],
    regions: Mapping[Cell, Hashable],
    texts: Mapping[Cell, str] = {},
    size: float = SIZE,
    thick: float = THICK,
    bold: Collection[Cell] = (),
) -> Scene:
    """Return the cells in their colours, with thin lines between cells of one region, and thick
    ones around the regions; the texts of the cells `bold` are bold. Layers are side by side, in
    several rows if they are many. Raise CannotDoError for cells too far apart."""
    corners, width, height = _corners(lattice, fills, size)
    shapes: list[SceneShape] = [Polygon(corners[cell], fill) for cell, fill in fills.items()]
    sides: dict[PolygonEdge, list[Hashable]] = {}
    for cell, ring in corners.items():
        for edge in zip(ring, (*ring[1:], ring[0]), strict=True):
            sides.setdefault(frozenset(edge), []).append(regions[cell])
    thin = [edge for edge, near in sides.items() if len(near) == 2 and near[0] == near[1]]
    heavy = [edge for edge, near in sides.items() if len(near) < 2 or near[0] != near[1]]
    shapes += _lines(thin, GRID, THIN) + _lines(heavy, INK, thick)
    shapes += [
        _text(text, corners[cell], size, lattice.inner)._replace(
            fill=ink_on(fills[cell]), bold=cell in bold
        )
        for cell, text in texts.items()
        if text
    ]
    return Scene(width, height, tuple(shapes))


def _text(text: str, corners: tuple[tuple[float, float], ...], size: float, inner: float) -> Text:
    """Return a text in the middle of a cell, smaller if it is long."""
    x, y = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    room = 0.7 * size * inner
    return Text(x, y, text, min(0.3 * size, room / max(0.1, ems(text))))


def _lines(edges: Iterable[PolygonEdge], stroke: str, width: float) -> list[SceneShape]:
    ends = sorted(sorted(edge) for edge in edges)
    return [Line(*start, *end, stroke, width) for start, end in ends]


def _layer(lattice: Lattice, cell: Cell) -> int:
    return cell[0] // lattice.layer if len(cell) > 2 else 0


def _corners(
    lattice: Lattice, cells: Iterable[Cell], size: float
) -> tuple[dict[Cell, tuple[tuple[float, float], ...]], float, float]:
    """Return the corners of each cell as x and y, and the width and the height of the picture."""
    outline = {cell: lattice.outline(cell, size) for cell in cells}
    across, down = zip(*(end for ring in outline.values() for end in ring), strict=True)
    left, top = min(across), min(down)
    wide, high = max(across) - left, max(down) - top
    layers = sorted({_layer(lattice, cell) for cell in outline})
    if wide * high * len(layers) > MAX_AREA * size * size:
        raise CannotDoError("the cells are too far apart to draw")
    per_row = max(1, min(len(layers), int(ACROSS * size / (wide + size))))
    found = {}
    for cell, ring in outline.items():
        below, right = divmod(layers.index(_layer(lattice, cell)), per_row)
        x, y = MARGIN + right * (wide + size) - left, MARGIN + below * (high + size) - top
        found[cell] = tuple([(round(x + dx, 3), round(y + dy, 3)) for dx, dy in ring])
    rows = -(-len(layers) // per_row)
    width = 2 * MARGIN + per_row * (wide + size) - size
    return found, width, 2 * MARGIN + rows * (high + size) - size
