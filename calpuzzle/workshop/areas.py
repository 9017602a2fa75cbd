"""From cells to areas in millimetres, by shapely: cells joined, corners rounded, edges moved.

x goes to the right and y upwards, for that is how tools see it; the rows of a board go downwards.
The size of a cell is the side of a square or of a triangle, and from side to side of a hexagon.
All areas are closed and valid, with corners on a grid of a thousandth of a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import shapely
from shapely import LineString, MultiPolygon, Polygon, affinity

from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.shapes import Cell

Area: TypeAlias = "Polygon | MultiPolygon"

Point = tuple[float, float]

GRID = 0.001
HAIR = 5 * GRID
ARC = 12  # corners of a quarter of a circle


def corners(cell: Cell, size: float, lattice: Lattice = SQUARES) -> list[Point]:
    """The corners of a flat cell, one after another; those that cells share are equal. Row 0 of
    squares lies below y = 0."""
    return [(x, -y) for x, y in lattice.outline(cell, size)]


def middle(cell: Cell, size: float, lattice: Lattice = SQUARES) -> Point:
    """The middle of a flat cell."""
    own = corners(cell, size, lattice)
    return sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)


def joined(cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES) -> Area:
    """The cells as one area."""
    return snapped(shapely.union_all([Polygon(corners(cell, size, lattice)) for cell in cells]))


def shared_edges(
    cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES
) -> list[LineString]:
    """The edges that two of the cells share."""
    return [LineString(edge) for edge, of in _edges(cells, size, lattice).items() if len(of) == 2]


def open_edges(
    cells: Iterable[Cell], size: float, lattice: Lattice = SQUARES
) -> dict[tuple[Point, Point], Cell]:
    """The edges with only one of the cells beside them, each with that cell."""
    return {edge: of[0] for edge, of in _edges(cells, size, lattice).items() if len(of) == 1}


def _edges(
    cells: Iterable[Cell], size: float, lattice: Lattice
) -> dict[tuple[Point, Point], list[Cell]]:
    found: dict[tuple[Point, Point], list[Cell]] = {}
    for cell in cells:
        own = corners(cell, size, lattice)
        for a, b in zip(own, own[1:] + own[:1], strict=True):
            found.setdefault((min(a, b), max(a, b)), []).append(cell)
    return dict(sorted(found.items()))


def snapped(area: Area) -> Area:
    """The area with its corners on the grid, without those that lie on a straight line."""
    found: Area = shapely.set_precision(shapely.simplify(area, GRID / 4), GRID)
    return found


def sound(area: Area) -> Area:
    """The area on the grid, a hair smaller where its edges meet in a point: a tool would cut
    through there, and a body has no such edge."""
    found = snapped(area)
    corners = [corner for ring in rings(found) for corner in ring]
    return found if len({*corners}) == len(corners) else snapped(grown(found, -HAIR))


def grown(area: Area, by: float) -> Area:
    """The area with its edges moved outwards, or inwards where `by` is negative; corners stay
    sharp."""
    by = round(by, 6)
    return area.buffer(by, join_style="mitre") if by else area


def rounded(area: Area, radius: float) -> Area:
    """The area with all its corners as arcs, those that go inwards too."""
    # A hair less than the radius, or what is just as wide as a circle would vanish.
    less = radius - HAIR
    if less <= 0:
        return area
    outer = area.buffer(-less, join_style="mitre").buffer(less, quad_segs=ARC)
    return outer.buffer(less, join_style="mitre").buffer(-less, quad_segs=ARC)


def polygons(area: Area) -> list[Polygon]:
    """The parts of an area, from the top left on."""
    found = [part for part in getattr(area, "geoms", [area]) if not part.is_empty]
    return sorted(found, key=lambda part: (-part.bounds[3], part.bounds[0], part.area))


def rings(area: Area) -> list[list[tuple[float, float]]]:
    """The closed rings of an area without repeated ends: of each part the outer one, counter
    clockwise, and then those of its holes, clockwise."""
    found = []
    for part in polygons(area):
        whole = shapely.normalize(part)
        for number, ring in enumerate((whole.exterior, *whole.interiors)):
            corners = [(_on_grid(x), _on_grid(y)) for x, y in ring.coords[:-1]]
            found.append(corners if ring.is_ccw == (number == 0) else corners[::-1])
    return found


def _on_grid(value: float) -> float:
    # Adding 0.0 makes 0 of what would be written as -0.
    return round(value, 3) + 0.0


def moved(area: Area, dx: float, dy: float, quarters: int = 0) -> Area:
    """The area turned counter clockwise about the origin by quarters, then moved."""
    turned = affinity.rotate(area, 90 * quarters, origin=(0, 0)) if quarters else area
    found: Area = affinity.translate(turned, dx, dy)
    return found
