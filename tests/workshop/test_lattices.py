"""Hexagons and triangles in millimetres: what is cut of them is as large as their cells, fits, and
is read back as such from every type of file."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache, partial
from itertools import combinations
from math import pi, sqrt, tan
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pypdf
import pytest
import shapely
import trimesh
from ezdxf.entities.lwpolyline import LWPolyline
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_paths import pdf_rings
from shapely import Polygon

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, TRIANGLES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.workshop.areas import corners, grown, joined, middle, rounded, shared_edges
from calpuzzle.workshop.cut import cut
from calpuzzle.workshop.layers import OUTER
from calpuzzle.workshop.nesting import sheets
from calpuzzle.workshop.plan import Part, plan, refusal
from calpuzzle.workshop.settings import PROFILES

LASER, PRINTER = PROFILES["laser"], PROFILES["printer"]
NAMES = ["tetrahexes-4x7", "hexiamonds-6x6"]
AREA: dict[Lattice, float] = {HEXAGONS: sqrt(0.75), TRIANGLES: sqrt(3) / 4}  # of a cell of size 1
SIDE: dict[Lattice, float] = {HEXAGONS: 1 / sqrt(3), TRIANGLES: 1.0}
ANGLE: dict[Lattice, float] = {HEXAGONS: 2 * pi / 3, TRIANGLES: pi / 3}
SVG = "{http://www.w3.org/2000/svg}"


@cache
def puzzle(name: str) -> cp.Puzzle:
    found = cp.load(name)
    assert isinstance(found, cp.Puzzle)
    return found


def parts_of(name: str, solid: bool = False, **measures: Any) -> tuple[list[Part], list[Part]]:
    """The parts of the board, and those of the pieces."""
    own = (PRINTER if solid else LASER)._replace(**measures)
    found = plan(puzzle(name).model, own, solid)
    return [part for part in found if part.upright], [part for part in found if not part.upright]


def cell_at(lattice: Lattice, row: int, place: int) -> Cell:
    found = lattice.cell_at(row, place)
    assert found
    return found


def offset_area(lattice: Lattice, cells: tuple[Cell, ...], size: float, by: float) -> float:
    """The area of cells, joined without holes, whose edges move outwards: a strip along each free
    edge, and at each corner two right triangles, less where it goes in."""
    inside = set(cells)
    edges = sum(near not in inside for own in cells for near in lattice.neighbours(own))
    number = Counter(
        (round(x, 6), round(y, 6)) for cell in cells for x, y in corners(cell, size, lattice)
    )
    whole = 2 * pi / ANGLE[lattice]  # cells round a point
    turns = sum(tan((pi - k * ANGLE[lattice]) / 2) for k in number.values() if k < whole)
    strip = edges * SIDE[lattice] * size * by
    return len(cells) * AREA[lattice] * size**2 + strip + turns * by**2


@pytest.mark.parametrize(("lattice", "across_it"), [(HEXAGONS, 1.0), (TRIANGLES, 0.57735)])
def test_cells_are_regular_and_as_large_as_they_say(lattice: Lattice, across_it: float) -> None:
    assert lattice.inner == pytest.approx(across_it, abs=1e-5)
    found = [lattice.cell_at(*each) for each in ((0, 0), (2, 4), (3, 5), (4, 1))]
    for cell in filter(None, found):
        own = corners(cell, 20, lattice)
        area = Polygon(own)
        assert area.area == pytest.approx(400 * AREA[lattice])
        assert area.length == pytest.approx(20 * SIDE[lattice] * len(own))
        # What touches the middle of every side is the largest circle.
        radii = {
            round(side.distance(shapely.Point(middle(cell, 20, lattice))), 6)
            for side in map(shapely.LineString, zip(own, own[1:] + own[:1], strict=True))
        }
        assert radii == {round(10 * lattice.inner, 6)}


def test_rows_go_downwards_and_places_to_the_right() -> None:
    for lattice, step in ((HEXAGONS, 10.0), (TRIANGLES, 10.0)):
        at = partial(cell_at, lattice)
        (x, y), (right, same) = (middle(at(0, k), 20, lattice) for k in (0, 2))
        assert right - x == pytest.approx(2 * step) and same == pytest.approx(y)
        below = middle(at(2, 0), 20, lattice)
        assert below == pytest.approx((x, y - 2 * 20 * sqrt(0.75)))


@pytest.mark.parametrize("name", NAMES)
def test_pieces_have_the_area_that_kerf_and_clearance_leave(name: str) -> None:
    model = puzzle(name).model
    _, pieces = parts_of(name, cell=17.0, kerf=0.3, clearance=0.5)
    assert [part.name for part in pieces] == [f"piece {piece.name}" for piece in model.pieces]
    for piece, part in zip(model.pieces, pieces, strict=True):
        said = offset_area(model.lattice, piece.shape, 17, (0.3 - 0.5) / 2)
        assert part.outline.area == pytest.approx(said, rel=1e-4), piece.name


@pytest.mark.parametrize("name", NAMES)
def test_the_frame_goes_straight_round_the_cells_and_is_as_wide_everywhere(name: str) -> None:
    model = puzzle(name).model
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
    model = puzzle(name).model
    cells = set(model.board.cells)
    pairs = sum(near in cells for own in cells for near in model.lattice.neighbours(own)) // 2
    drawn = shared_edges(cells, 20, model.lattice)
    assert len(drawn) == pairs
    assert {round(line.length, 6) for line in drawn} == {round(20 * SIDE[model.lattice], 6)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("clearance", "radius"), [(0.0, 0.0), (0.4, 1.0), (0.2, 5.0)])
def test_pieces_of_a_solution_fit_the_board_and_one_another(
    name: str, clearance: float, radius: float
) -> None:
    own = puzzle(name)
    lattice = own.model.lattice
    window = rounded(joined(own.model.board.cells, 20, lattice), radius)
    laid = [
        rounded(grown(joined(cells, 20, lattice), -clearance / 2), radius)
        for cells in own.solve()[0].pieces.values()
    ]
    union = shapely.union_all(laid)
    assert sum(part.area for part in laid) - union.area < 0.05
    assert union.difference(window).area < 0.05
    if not clearance and not radius:
        assert window.difference(union).area < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_svg_and_dxf_have_the_outlines_as_closed_paths(name: str) -> None:
    said = sorted(Polygon(part.outline.exterior).area for own in parts_of(name) for part in own)
    root = ElementTree.fromstring(cut(puzzle(name), "svg"))
    layers = {layer.get("id"): layer for layer in root.findall(f"{SVG}g")}
    paths = [str(path.get("d")) for path in layers["outer-cut"]]
    assert all(path.startswith("M") and path.endswith("Z") for path in paths)
    found = [re.findall(r"(-?[\d.]+),(-?[\d.]+)", path) for path in paths]
    assert sorted(Polygon(ring).area for ring in found) == pytest.approx(said, rel=1e-4)
    document = ezdxf.read(io.StringIO(cut(puzzle(name), "dxf").decode()))
    assert not document.audit().errors
    drawn = [entity for entity in document.modelspace() if isinstance(entity, LWPolyline)]
    assert len(drawn) == len(document.modelspace()) and all(entity.closed for entity in drawn)
    rings = [[(x, y) for x, y, *_ in e.get_points()] for e in drawn if e.dxf.layer == OUTER]
    assert sorted(Polygon(ring).area for ring in rings) == pytest.approx(said, rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_stl_is_watertight_and_has_the_right_volumes(name: str) -> None:
    model = puzzle(name).model
    (board,), pieces = parts_of(name, solid=True, radius=0.0)
    data = cut(puzzle(name), "stl", radius=0.0, sheet=(400.0, 400.0))
    mesh = trimesh.load_mesh(io.BytesIO(data), file_type="stl")
    assert mesh.is_watertight and mesh.is_winding_consistent
    bodies = sorted(mesh.split(), key=lambda body: float(body.volume))
    assert len(bodies) == 1 + len(pieces) and all(body.is_watertight for body in bodies)
    said = sorted(offset_area(model.lattice, each.shape, 18, -0.2) * 4 for each in model.pieces)
    assert [body.volume for body in bodies[:-1]] == pytest.approx(said, rel=1e-4)
    room, lines = board.pockets
    left = board.outline.area * board.height - room.area.area * PRINTER.thickness
    left -= lines.area.area * PRINTER.depth
    assert bodies[-1].volume == pytest.approx(left, rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_scad_has_pieces_of_the_same_volumes(name: str) -> None:
    model = puzzle(name).model
    text = cut(puzzle(name), "scad", radius=0.0, sheet=(400.0, 400.0)).decode()
    module = r"module piece_\w+\(\) \{.*?height = 4\) polygon\(points = (.*?), paths"
    found = re.findall(module, text, re.DOTALL)
    areas = [Polygon(re.findall(r"\[(-?[\d.]+), (-?[\d.]+)\]", points)).area for points in found]
    said = sorted(offset_area(model.lattice, each.shape, 18, -0.2) for each in model.pieces)
    assert sorted(areas) == pytest.approx(said, rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_pdf_draws_the_pieces_in_real_size(name: str) -> None:
    own = puzzle(name)
    data = cut(own, "pdf", base=0.0, frame=0.0)
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    areas = [Polygon(ring).area for page in pages for ring in pdf_rings(page)]
    said = len(own.model.pieces[0].shape) * 400 * AREA[own.model.lattice]
    assert areas == pytest.approx([said] * len(own.model.pieces), rel=1e-3)


@st.composite
def fittings(draw: st.DrawFn) -> Model:
    """A board of hexagons or triangles in one part, and pieces of any form, in which cells may meet
    in a corner and holes be left."""
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
    assert not refusal(own)
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
    mesh = trimesh.load_mesh(io.BytesIO(data), file_type="stl")
    assert mesh.is_watertight and len(mesh.split()) == len(parts)


@pytest.mark.parametrize("name", NAMES)
def test_parts_lie_apart_on_their_sheets(name: str) -> None:
    board, pieces = parts_of(name)
    laid = sheets([*board, *pieces], LASER.sheet, LASER.gap)
    assert sum(len(sheet.parts) for sheet in laid) == len(board) + len(pieces)
    for sheet in laid:
        edge = shapely.box(0, 0, sheet.width, sheet.height)
        assert all(edge.contains(part.outline) for part in sheet.parts)
        for a, b in combinations(sheet.parts, 2):
            assert a.outline.distance(b.outline) >= LASER.gap - 1e-3, (a.name, b.name)


COLOURED = """
lattice = "triangles"
colours = true
frame = "rgrgWg"
[pieces]
A = "rgr"
B = "gWg"
"""


def test_what_is_printed_stands_in_its_triangle() -> None:
    own = cp.loads(COLOURED)
    assert isinstance(own, cp.Puzzle)
    base, _, *pieces = plan(own.model, LASER._replace(line=0.0), False)
    cells = [Polygon(corners(cell, 20, TRIANGLES)) for cell in own.model.board.cells]
    (pocket,) = base.pockets
    # Of the pocket, the line round the window is no letter.
    letters = pocket.area.intersection(shapely.union_all(cells).buffer(-0.5))
    assert len(letters.geoms) == 6
    for letter in letters.geoms:
        assert sum(cell.buffer(-0.5).covers(letter) for cell in cells) == 1
    assert [len(part.pockets[0].area.geoms) for part in pieces] == [3, 3]


def test_the_name_stands_on_the_cell_that_is_next_to_the_middle() -> None:
    texts = LASER._replace(names=True, labels="text")
    found = plan(puzzle("tetrahexes-4x7").model, texts, False)
    star = next(part for part in found if part.name == "piece Y")
    (label,) = star.labels
    centre = star.outline.centroid
    assert (label.x, label.y) == pytest.approx((centre.x, centre.y), abs=0.01)


def test_measures_of_triangles_are_those_of_what_they_have_room_for() -> None:
    own = puzzle("hexiamonds-6x6")
    with pytest.raises(InputError, match=r"a radius of 6 mm is too large; 5.674 mm make a circle"):
        cut(own, "svg", radius=6.0)
    with pytest.raises(InputError, match="a kerf of 12 mm leaves nothing"):
        cut(own, "svg", kerf=12.0)
    assert cut(puzzle("tetrahexes-4x7"), "svg", radius=6.0)
    # The coupon is of squares.
    assert cut(own, "svg", radius=6.0, coupon=True)
