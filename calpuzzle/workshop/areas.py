"""Areas in millimetres from cells, by shapely: cells joined, corners rounded, edges moved.

x goes to the right and y upwards, as tools expect; the rows of a board go downwards. The size of a
cell is the side of a square or of a triangle, or the distance between opposite sides of a hexagon.
`snapped` and `valid_area` return valid areas with corners on a grid of a thousandth of a
millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import shapely
from shapely import LineString, Polygon, affinity
from shapely.geometry.base import BaseGeometry

from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.shapes import Cell

Area: TypeAlias = BaseGeometry
"""A Polygon or a MultiPolygon."""

Point = tuple[float, float]

GRID = 0.001
HAIR = 5 * GRID
ARC = 12  # corners of a quarter of a circle


def corners(cell: Cell, size: float, lattice: Lattice = SQUARES) -> list[Point]:
    """Return the corners of a flat cell, in order. A corner that several cells share has the same
    coordinates in each. Row 0 of squares is below y = 0."""
    return [(x, -y) for x, y in lattice.outline(cell, size)]


def middle(cell: Cell, size: float, lattice: Lattice = SQUARES) -> Point:
    """Return the middle of a flat cell."""
    ends = corners(cell, size, lattice)
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def joined(cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES) -> Area:
    """Return the cells as one area."""
    return snapped(shapely.union_all([Polygon(corners(cell, size, lattice)) for cell in cells]))


def shared_edges(
    cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES
) -> list[LineString]:
    """Return the edges that two of the cells share."""
    return [LineString(edge) for edge, of in _edges(cells, size, lattice).items() if len(of) == 2]


def open_edges(
    cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES
) -> dict[tuple[Point, Point], Cell]:
    """Return the edges that belong to only one of the cells, each with that cell."""
    return {edge: of[0] for edge, of in _edges(cells, size, lattice).items() if len(of) == 1}


def _edges(
    cells: Iterable[Cell], size: float, lattice: Lattice
) -> dict[tuple[Point, Point], list[Cell]]:
    found: dict[tuple[Point, Point], list[Cell]] = {}
    for cell in cells:
        ends = corners(cell, size, lattice)
        for a, b in zip(ends, ends[1:] + ends[:1], strict=True):
            found.setdefault((min(a, b), max(a, b)), []).append(cell)
    return dict(sorted(found.items()))


def snapped(area: Area) -> Area:
    """Return the area with its corners on the grid, without those on a straight line."""
    found: Area = shapely.set_precision(shapely.simplify(area, GRID / 4), GRID)
    return found


def valid_area(area: Area) -> Area:
    """Return the area on the grid, made smaller by HAIR on each side if it touches itself at a
    corner. There a tool would cut through, and a body would have an edge that four faces share."""
    found = snapped(area)
    corners = [corner for ring in rings(found) for corner in ring]
    return found if len({*corners}) == len(corners) else snapped(grown(found, -HAIR))


def grown(area: Area, by: float) -> Area:
    """Return the area with its edges moved outwards, or inwards if `by` is negative; corners stay
    sharp."""
    by = round(by, 6)
    return area.buffer(by, join_style="mitre") if by else area


def rounded(area: Area, radius: float) -> Area:
    """Return the area with all its corners rounded to arcs, including the concave ones."""
    # With the full radius, a part exactly as wide as the circle would vanish.
    less = radius - HAIR
    if less <= 0:
        return area
    outer = area.buffer(-less, join_style="mitre").buffer(less, quad_segs=ARC)
    return outer.buffer(less, join_style="mitre").buffer(-less, quad_segs=ARC)


def polygons(area: Area) -> list[Polygon]:
    """Return the parts of an area, from the top left on."""
    found = [part for part in getattr(area, "geoms", [area]) if not part.is_empty]
    return sorted(found, key=lambda part: (-part.bounds[3], part.bounds[0], part.area))


def rings(area: Area) -> list[list[tuple[float, float]]]:
    """Return the closed rings of an area without repeated ends: for each part the outer one,
    counterclockwise, then those of its holes, clockwise."""
    found = []
    for part in polygons(area):
        whole = shapely.normalize(part)
        for number, ring in enumerate((whole.exterior, *whole.interiors)):
            corners = [(_on_grid(x), _on_grid(y)) for x, y in ring.coords[:-1]]
            found.append(corners if ring.is_ccw == (number == 0) else corners[::-1])
    return found


def _on_grid(value: float) -> float:
    # Adding 0.0 turns -0.0 into 0.0.
    return round(value, 3) + 0.0


def moved(area: Area, dx: float, dy: float, quarters: int = 0) -> Area:
    """Return the area after `quarters` counterclockwise quarter turns about the origin and then a
    move by (dx, dy)."""
    turned = affinity.rotate(area, 90 * quarters, origin=(0, 0)) if quarters else area
    found: Area = affinity.translate(turned, dx, dy)
    return found
