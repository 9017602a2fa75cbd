"""Parts made of hexagons and triangles, in millimetres: their areas follow from the size of a cell,
and the bodies of random ones are closed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import pi, sqrt, tan
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from meshes import mesh_of_stl
from shapely import Polygon
from shipped import model as shipped

import calpuzzle as cp
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, TRIANGLES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.workshop.areas import corners, middle, rings, shared_edges
from calpuzzle.workshop.cut_files import cut
from calpuzzle.workshop.cut_plan import Part, plan, unsupported_reason
from calpuzzle.workshop.cut_settings import PROFILES

LASER, PRINTER = PROFILES["laser"], PROFILES["printer"]
NAMES = ["tetrahexes-4x7", "hexiamonds-6x6"]
SQUARE = ["dray", "weekday-8x7", "pentominoes-6x10"]
AREA: dict[Lattice, float] = {SQUARES: 1, HEXAGONS: sqrt(0.75), TRIANGLES: sqrt(3) / 4}
"""The area of a cell of size 1."""

SIDE: dict[Lattice, float] = {SQUARES: 1.0, HEXAGONS: 1 / sqrt(3), TRIANGLES: 1.0}
ANGLE: dict[Lattice, float] = {SQUARES: pi / 2, HEXAGONS: 2 * pi / 3, TRIANGLES: pi / 3}


def parts_of(name: str, solid: bool = False, **measures: Any) -> tuple[list[Part], list[Part]]:
    """Return the parts of the board and those of the pieces."""
    own = (PRINTER if solid else LASER)._replace(**measures)
    found = plan(shipped(name), own, solid)
    return [part for part in found if part.upright], [part for part in found if not part.upright]


def cell_at(lattice: Lattice, row: int, place: int) -> Cell:
    found = lattice.cell_at(row, place)
    assert found
    return found


def offset_area(lattice: Lattice, cells: tuple[Cell, ...], size: float, by: float) -> float:
    """Return the area of joined cells without holes after their edges move outwards. A strip is
    added along each free edge, and two right triangles at each corner, negative if concave."""
    inside = set(cells)
    edges = sum(near not in inside for own in cells for near in lattice.neighbours(own))
    number = Counter(
        (round(x, 6), round(y, 6)) for cell in cells for x, y in corners(cell, size, lattice)
    )
    whole = 2 * pi / ANGLE[lattice]  # cells around a point
    turns = sum(tan((pi - k * ANGLE[lattice]) / 2) for k in number.values() if k < whole)
    strip = edges * SIDE[lattice] * size * by
    return len(cells) * AREA[lattice] * size**2 + strip + turns * by**2


@pytest.mark.parametrize(("lattice", "across_it"), [(HEXAGONS, 1.0), (TRIANGLES, 0.57735)])
def test_cells_are_regular_polygons_of_the_given_size(lattice: Lattice, across_it: float) -> None:
    assert lattice.inner == pytest.approx(across_it, abs=1e-5)
    found = [lattice.cell_at(*each) for each in ((0, 0), (2, 4), (3, 5), (4, 1))]
    for cell in filter(None, found):
        own = corners(cell, 20, lattice)
        area = Polygon(own)
        assert area.area == pytest.approx(400 * AREA[lattice])
        assert area.length == pytest.approx(20 * SIDE[lattice] * len(own))
        # The largest circle in a cell touches all of its sides.
        radii = {
            round(side.distance(shapely.Point(middle(cell, 20, lattice))), 6)
            for side in map(shapely.LineString, zip(own, own[1:] + own[:1], strict=True))
        }
        assert radii == {round(10 * lattice.inner, 6)}


@pytest.mark.parametrize("name", [*NAMES, *SQUARE])
def test_areas_of_pieces_account_for_kerf_and_clearance(name: str) -> None:
    model = shipped(name)
    _, pieces = parts_of(name, cell=17.0, kerf=0.3, clearance=0.5)
    assert [part.name for part in pieces] == [f"piece {piece.name}" for piece in model.pieces]
    for piece, part in zip(model.pieces, pieces, strict=True):
        expected = offset_area(model.lattice, piece.shape, 17, (0.3 - 0.5) / 2)
        assert part.outline.area == pytest.approx(expected, rel=1e-4), piece.name
        assert part.height == LASER.thickness and len(rings(part.outline)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_frame_is_convex_and_equally_wide_everywhere(name: str) -> None:
    model = shipped(name)
    (base, frame), _ = parts_of(name, kerf=0.2)
    window = Polygon(frame.outline.interiors[0])
    assert window.area == pytest.approx(
        offset_area(model.lattice, model.board.cells, 20, -0.1), rel=1e-4
    )
    outer = Polygon(frame.outline.exterior)
    assert outer.equals(base.outline)
    assert outer.convex_hull.area == pytest.approx(outer.area)
    hull = window.convex_hull
    for point in map(shapely.Point, hull.exterior.coords):
        assert outer.exterior.distance(point) == pytest.approx(10.2, abs=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_each_edge_between_cells_is_engraved_once(name: str) -> None:
    model = shipped(name)
    cells = set(model.board.cells)
    pairs = sum(near in cells for own in cells for near in model.lattice.neighbours(own)) // 2
    drawn = shared_edges(cells, 20, model.lattice)
    assert len(drawn) == pairs
    assert {round(line.length, 6) for line in drawn} == {round(20 * SIDE[model.lattice], 6)}


@st.composite
def fittings(draw: st.DrawFn) -> Model:
    """Draw a connected board of hexagons or triangles, and connected pieces of any shape. Pieces
    may have holes, and cells that touch only at a corner."""
    lattice = draw(st.sampled_from([HEXAGONS, TRIANGLES]))
    at = partial(cell_at, lattice)
    random = draw(st.randoms(use_true_random=False))

    def grown_shape(size: int) -> tuple[Cell, ...]:
        cells = {at(0, 0)}
        while len(cells) < size:
            near = {c for own in cells for c in lattice.neighbours(own)} - cells
            cells.add(random.choice(sorted(near)))
        return normal(cells, lattice)

    pieces = [Piece(f"P{k}", (grown_shape(random.randint(1, 9)),)) for k in range(3)]
    return Model("random", Board(grown_shape(24), ()), tuple(pieces), lattice=lattice)


@settings(max_examples=4)
@given(fittings(), st.sampled_from([0.0, 1.0, 3.0]), st.sampled_from([0.0, 0.3]))
def test_any_form_is_cut_into_closed_bodies(own: Model, radius: float, clearance: float) -> None:
    assert not unsupported_reason(own)
    measures = PRINTER._replace(radius=radius, clearance=clearance, names=True)
    parts = plan(own, measures, True)
    for part in parts:
        assert part.outline.is_valid and part.outline.geom_type == "Polygon"
        assert all(part.outline.covers(pocket.area) for pocket in part.pockets)
    area = AREA[own.lattice] * 18**2
    for piece, part in zip(own.pieces, parts[-3:], strict=True):
        free = sum(
            near not in piece.shape for cell in piece.shape for near in own.lattice.neighbours(cell)
        )
        most = free * SIDE[own.lattice] * 18 * (radius + clearance) + 1
        assert abs(part.outline.area - len(piece.shape) * area) <= most
    data = cut(
        cp.Puzzle(own), "stl", radius=radius, clearance=clearance, names=True, sheet=(900.0, 900.0)
    )
    mesh = mesh_of_stl(data)
    assert mesh.is_watertight and len(mesh.split()) == len(parts)
