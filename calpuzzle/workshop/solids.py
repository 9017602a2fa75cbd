"""The pieces of solid puzzles as bodies: prisms one upon another, or balls on rods.

Cubes and prisms are a cell high. A piece is `clearance` smaller than its cells, half of it on each
side, also above and below: in the middle of a layer it is the area of that layer, made smaller, and
between two layers what these areas have in common. Of cubes that is where the middle of a box as
large as the clearance can be while the box is in the cells.

Spheres that touch are a cell apart, and rods two fifths as thick hold them together. So are pieces
that have two sides, such as those of IQ Fit: both share a row, about which the second side stands
upright on the first.
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
from calpuzzle.puzzle.shapes import Shape, orientations, parts
from calpuzzle.workshop.areas import HAIR, Area, grown, joined, moved, rounded
from calpuzzle.workshop.settings import Settings

ROD = 0.2  # of the distance of two balls: the radius of what holds them together
"""Rods 60 degrees apart so meet within the ball from which they come."""

ARC = 16  # corners of a quarter of a circle, in the room that a ball takes on a sheet

Place = tuple[float, float, float]


class Prism(NamedTuple):
    """An area that stands from one height to another."""

    area: Area
    low: float
    high: float

    def moved(self, dx: float, dy: float, quarters: int) -> Prism:
        """The prism turned counter clockwise about the origin by quarters, then moved."""
        return self._replace(area=moved(self.area, dx, dy, quarters))


class Rod(NamedTuple):
    """All that is no further than `radius` from the line between two places: a ball, where they are
    one place."""

    start: Place
    end: Place
    radius: float

    def moved(self, dx: float, dy: float, quarters: int) -> Rod:
        """The rod turned counter clockwise about the origin by quarters, then moved."""
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        ends = [
            (cos * x - sin * y + dx, sin * x + cos * y + dy, z)
            for x, y, z in (self.start, self.end)
        ]
        return self._replace(start=ends[0], end=ends[1])


Body = tuple[Prism | Rod, ...]
"""The parts of a solid piece in millimetres, which overlap; layer 0 begins at the height 0."""


def is_solid(model: Model) -> bool:
    """Return whether the pieces are more than plates: of a puzzle in space, or with two sides."""
    two = any(len(piece.sides) > 1 for piece in model.pieces)
    return model.board.dimensions == 3 or (two and not refusal(model))


def refusal(model: Model) -> str | None:
    """Return why the pieces cannot be made as bodies, as a sentence, or None."""
    lattice = model.lattice
    prisms = lattice == SQUARES or lattice.drawn == POLYGONS
    if not (prisms or lattice == SPHERES):
        return f"{model.name} is of {lattice.name}, of which no pieces are made"
    for piece in model.pieces:
        if model.board.dimensions == 3 and len(piece.sides) > 1:
            return f"{piece.name} of {model.name} has several shapes, and so is several pieces"
        if model.board.dimensions == 2 and (lattice != SQUARES or not folded(piece)):
            return f"the sides of {piece.name} of {model.name} share no row about which they fold"
        number = parts(piece.shape, lattice)
        if number != 1:
            return f"{piece.name} of {model.name} falls into {number} parts when made"
    return None


def folded(piece: Piece) -> Shape:
    """The cells in space of a piece with two sides, the first of which lies on layer 0; none where
    there are not two that share a row, beside which all else is."""
    if len(piece.sides) != 2:
        return ()
    found = []
    for side in piece.sides:
        turned = [own for own in orientations(side, True, False) if _spine(own)]
        found.append({_spine(own): own for own in turned})
    shared = sorted(found[0].keys() & found[1].keys())
    if not shared:
        return ()
    length = shared[-1]
    flat = {(0, *cell) for cell in found[0][length]}
    # Turned up about the row, the other side is seen from behind.
    upright = {(row, 0, length - 1 - column) for row, column in found[1][length]}
    return tuple(sorted(flat | upright))


def _spine(side: Shape) -> int:
    """The length of the first row where it is as wide as the shape, or 0."""
    width = 1 + max(column for _, column in side)
    return width if sum(row == 0 for row, _ in side) == width else 0


def shape_of(model: Model, piece: Piece) -> Shape:
    """The cells in space of a piece, its lowest on layer 0."""
    return folded(piece) if model.board.dimensions == 2 else piece.shape


def body(model: Model, cells: Sequence[Cell], own: Settings) -> Body:
    """The body of a piece that takes these cells in space."""
    if model.board.dimensions == 2:
        return _balls([(x, -y, z) for z, y, x in cells], own)
    if model.lattice == SPHERES:
        scale = 1 / sqrt(2)
        return _balls([(scale * x, -scale * y, scale * z) for z, y, x in cells], own)
    return _prisms(cells, model.lattice, own)


def _prisms(shape: Sequence[Cell], lattice: Lattice, own: Settings) -> Body:
    # Without a clearance, cells that meet in an edge only would make a body that is not closed.
    less = max(own.clearance, 2 * HAIR)
    layers: dict[int, list[Cell]] = {}
    for layer, *cell in shape:
        layers.setdefault(layer // lattice.layer, []).append(tuple(cell))
    areas = {
        layer: rounded(grown(joined(cells, own.cell, lattice), -less / 2), own.radius)
        for layer, cells in layers.items()
    }
    found = []
    for layer, area in areas.items():
        low = own.cell * layer
        found.append(Prism(area, low, low + own.cell - less))
        if layer + 1 in areas:
            # Far into both, so that nothing but bodies that overlap are joined.
            held = area.intersection(areas[layer + 1])
            half = (own.cell - less) / 2
            if not held.is_empty:
                found.append(Prism(held, low + half, low + own.cell + half))
    return tuple(found)


def _balls(points: Sequence[Place], own: Settings) -> Body:
    """Balls at points that are 1 apart where they touch, and rods between these."""
    radius = (own.cell - own.clearance) / 2
    places = [(own.cell * x, own.cell * y, own.cell * z + radius) for x, y, z in points]
    found = [Rod(place, place, radius) for place in places]
    for (one, start), (other, end) in combinations(zip(points, places, strict=True), 2):
        if dist(one, other) < 1.1:
            found.append(Rod(start, end, ROD * own.cell))
    return tuple(found)


def footprint(made: Body) -> Area:
    """The area over which a body stands."""
    areas = [
        each.area
        if isinstance(each, Prism)
        else shapely.LineString([each.start[:2], each.end[:2]]).buffer(each.radius, quad_segs=ARC)
        for each in made
    ]
    area: Area = shapely.union_all(areas)
    return area


def height(made: Body) -> float:
    """The height of a body."""
    return max(
        each.high if isinstance(each, Prism) else max(each.start[2], each.end[2]) + each.radius
        for each in made
    )
