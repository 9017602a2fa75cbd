"""The pieces of solid puzzles as bodies: prisms on top of one another, or balls on rods.

Cubes and prisms are one cell high. A piece is smaller than its cells by half of the clearance on
each side, also above and below. Its horizontal section in the middle of a layer is the shrunk area
of that layer. Between two layers, it is the intersection of their shrunk areas. For cubes this is
the erosion of the cells by a cube whose side is the clearance.

The centres of touching spheres are one cell apart, and rods with a diameter of two fifths of a cell
connect them. Pieces with two sides, such as those of IQ Fit, are balls on rods too: the first side
is horizontal, and the second stands upright on a row that both sides share.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import dist, sqrt
from typing import NamedTuple

import shapely

from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import SPHERES, SQUARES
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape, count_components, orientations
from calpuzzle.workshop.areas import HAIR, Area, grown, joined, moved, rounded
from calpuzzle.workshop.cut_settings import Settings

ROD = 0.2  # the radius of a rod, as a fraction of the distance between its two balls
"""With this radius, rods 60 degrees apart meet only inside the ball that they share."""

ARC = 16  # corners of a quarter of a circle, in the footprint of a ball

SolidPoint = tuple[float, float, float]


class Prism(NamedTuple):
    """An area that extends from one height to another."""

    area: Area
    low: float
    high: float

    def moved(self, dx: float, dy: float, quarters: int) -> Prism:
        """Return the prism after `quarters` counterclockwise quarter turns about the vertical axis
        and then a move by (dx, dy)."""
        return self._replace(area=moved(self.area, dx, dy, quarters))


class Rod(NamedTuple):
    """All points no further than `radius` from the line between two places; a ball if these are
    equal."""

    start: SolidPoint
    end: SolidPoint
    radius: float

    def moved(self, dx: float, dy: float, quarters: int) -> Rod:
        """Return the rod after `quarters` counterclockwise quarter turns about the vertical axis
        and then a move by (dx, dy)."""
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        ends = [
            (cos * x - sin * y + dx, sin * x + cos * y + dy, z)
            for x, y, z in (self.start, self.end)
        ]
        return self._replace(start=ends[0], end=ends[1])


Body = tuple[Prism | Rod, ...]
"""The overlapping parts of a solid piece in millimetres; layer 0 begins at height 0."""


def is_solid(model: Model) -> bool:
    """Return whether the pieces are more than plates: in space, or with two sides that share a
    row about which they fold."""
    has_sides = any(len(piece.sides) > 1 for piece in model.pieces)
    return model.board.dimensions == 3 or (has_sides and not unsupported_reason(model))


def unsupported_reason(model: Model) -> str | None:
    """Return the reason why the pieces cannot be made as bodies, as a sentence, or None."""
    lattice = model.lattice
    prisms = lattice == SQUARES or lattice.drawn == POLYGONS
    if not (prisms or lattice == SPHERES):
        return f"{model.name} consists of {lattice.name}, from which no pieces can be made"
    for piece in model.pieces:
        if model.board.dimensions == 3 and len(piece.sides) > 1:
            return f"{piece.name} of {model.name} has several shapes, so it cannot be one solid"
        if model.board.dimensions == 2 and (lattice != SQUARES or not folded(piece)):
            if len(piece.sides) < 2:
                return f"{piece.name} of {model.name} is flat, so it cannot be made as a body"
            return f"the sides of {piece.name} of {model.name} share no row about which they fold"
        number = count_components(piece.shape, lattice)
        if number != 1:
            return f"{piece.name} of {model.name} falls into {number} parts when made"
    return None


def folded(piece: Piece) -> Shape:
    """Return the cells in space of a piece with two sides: its first side is on layer 0, and the
    second stands on the row that both have at an edge. Return no cells if there is no such row."""
    if len(piece.sides) != 2:
        return ()
    found = []
    for side in piece.sides:
        turned = [each for each in orientations(side, True, False) if _spine(each)]
        found.append({_spine(each): each for each in turned})
    shared = sorted(found[0].keys() & found[1].keys())
    if not shared:
        return ()
    length = shared[-1]
    flat = {(0, *cell) for cell in found[0][length]}
    # Turned up about the row, the other side is seen from behind.
    upright = {(row, 0, length - 1 - column) for row, column in found[1][length]}
    return tuple(sorted(flat | upright))


def _spine(side: Shape) -> int:
    """Return the length of the first row if it is as wide as the shape, or 0."""
    width = 1 + max(column for _, column in side)
    return width if sum(row == 0 for row, _ in side) == width else 0


def shape_of(model: Model, piece: Piece) -> Shape:
    """Return the cells in space of a piece, the lowest on layer 0."""
    return folded(piece) if model.board.dimensions == 2 else piece.shape


def body(model: Model, cells: Sequence[Cell], settings: Settings) -> Body:
    """Return the body of a piece on these cells in space."""
    if model.board.dimensions == 2:
        return _balls([(x, -y, z) for z, y, x in cells], settings)
    if model.lattice == SPHERES:
        scale = 1 / sqrt(2)
        return _balls([(scale * x, -scale * y, scale * z) for z, y, x in cells], settings)
    return _prisms(cells, model.lattice, settings)


def _prisms(shape: Sequence[Cell], lattice: Lattice, settings: Settings) -> Body:
    # Without a clearance, cells that share only an edge would make an edge with four faces.
    clearance = max(settings.clearance, 2 * HAIR)
    layers: dict[int, list[Cell]] = {}
    for layer, *cell in shape:
        layers.setdefault(layer // lattice.layer, []).append(tuple(cell))
    areas = {}
    for layer, cells in layers.items():
        shrunk = grown(joined(cells, settings.cell, lattice), -clearance / 2)
        areas[layer] = rounded(shrunk, settings.radius)
    found = []
    for layer, area in areas.items():
        low = settings.cell * layer
        found.append(Prism(area, low, low + settings.cell - clearance))
        if layer + 1 in areas:
            # From the middle of one layer to that of the next, so that all joined bodies overlap.
            shared = area.intersection(areas[layer + 1])
            half = (settings.cell - clearance) / 2
            if not shared.is_empty:
                found.append(Prism(shared, low + half, low + settings.cell + half))
    return tuple(found)


def _balls(points: Sequence[SolidPoint], settings: Settings) -> Body:
    """Return balls at the given points, and rods between touching balls.

    The points of touching balls are 1 apart."""
    radius = (settings.cell - settings.clearance) / 2
    places = [
        (settings.cell * x, settings.cell * y, settings.cell * z + radius) for x, y, z in points
    ]
    found = [Rod(place, place, radius) for place in places]
    for (one, start), (other, end) in combinations(zip(points, places, strict=True), 2):
        if dist(one, other) < 1.1:
            found.append(Rod(start, end, ROD * settings.cell))
    return tuple(found)


def footprint(solid: Body) -> Area:
    """Return the area below a body."""
    areas = [
        each.area
        if isinstance(each, Prism)
        else shapely.LineString([each.start[:2], each.end[:2]]).buffer(each.radius, quad_segs=ARC)
        for each in solid
    ]
    area: Area = shapely.union_all(areas)
    return area


def height(solid: Body) -> float:
    """Return the height of a body."""
    return max(
        each.high if isinstance(each, Prism) else max(each.start[2], each.end[2]) + each.radius
        for each in solid
    )
