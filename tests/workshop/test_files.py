"""Cut files, read back with other libraries: their content agrees with the cut plan."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import pairwise
from typing import Any, cast
from xml.etree import ElementTree

import ezdxf
import hypothesis
import pytest
import shapely
from cut_pictures import measured
from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.text import Text
from hypothesis import given
from hypothesis import strategies as st
from meshes import mesh_of_stl, meshes_of_3mf
from pdf_paths import MM, pdf_pages, pdf_rings
from pypdf.generic import ContentStream
from random_puzzles import models
from shapely import Polygon

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.workshop.areas import rings
from calpuzzle.workshop.cut_files import DEFAULT_PROFILES, SOLID, cut
from calpuzzle.workshop.cut_plan import Part, coupon, plan, unsupported_reason
from calpuzzle.workshop.cut_settings import PROFILES, settings
from calpuzzle.workshop.laser_layers import INNER, OUTER
from calpuzzle.workshop.nesting import sheets

LAYERS = ("engrave", "inner cut", "outer cut")
NAMES = ["dray", "tetrahexes-4x7", "hexiamonds-6x6"]
BIG = (400.0, 400.0)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def written(form: str, name: str = "dray", **measures: Any) -> bytes:
    return cut(cp.load(name, kind="puzzle"), cast(Any, form), **measures)


@cache
def parts(name: str, profile: str, solid: bool) -> list[Part]:
    return plan(cp.load(name, kind="puzzle").model, PROFILES[profile], solid)


def areas(found: list[Part]) -> dict[str, float]:
    """Return the area that the plan has in each layer."""
    cuts: dict[str, list[Polygon]] = {INNER: [], OUTER: []}
    for part in found:
        cuts[OUTER].append(Polygon(part.outline.exterior))
        cuts[INNER] += map(Polygon, part.outline.interiors)
    expected = {name: sum(each.area for each in own) for name, own in cuts.items()}
    pockets = [pocket.area for part in found for pocket in part.pockets]
    return expected | {"engrave": sum(area.area for area in pockets)}


def loops(path: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the rings of a path of an SVG, each of which must be closed."""
    assert path.count("M") == path.count("Z") and path.endswith("Z")
    for ring in path.replace("M", "").rstrip("Z").split("Z"):
        yield [(float(x), float(y)) for x, y in (pair.split(",") for pair in ring.split())]


def region(rings: Iterable[Sequence[tuple[float, float]]]) -> Polygon:
    """Return the area that rings enclose. A ring inside another one is a hole."""
    return reduce(Polygon.symmetric_difference, map(Polygon, rings), Polygon())


def svg_areas(root: ElementTree.Element) -> dict[str, float]:
    """Return the area in each layer of an SVG, and assert that it has all layers in order."""
    layers = {str(layer.get("id")).replace("-", " "): layer for layer in root.findall(f"{SVG}g")}
    assert list(layers) == list(LAYERS)
    return {
        name: sum(region(loops(str(path.get("d")))).area for path in layer)
        for name, layer in layers.items()
    }


def dxf_areas(document: Drawing) -> dict[str, float]:
    """Return the area in each layer of a DXF file, and assert that all its lines are closed."""
    found: dict[str, list[list[tuple[float, float]]]] = {layer: [] for layer in LAYERS}
    for entity in document.modelspace():
        assert isinstance(entity, LWPolyline) and entity.closed
        found[entity.dxf.layer].append([(x, y) for x, y, *_ in entity.get_points()])
    cuts = {name: sum(Polygon(ring).area for ring in found[name]) for name in (INNER, OUTER)}
    return {**cuts, "engrave": region(found["engrave"]).area}


def volume(outline: Polygon, height: float, pockets: Iterable[tuple[Polygon, float]]) -> float:
    """Return the volume of a part with pockets, added up layer by layer."""
    own = list(pockets)
    levels = sorted({0.0, height, *(floor for _, floor in own)})
    found = 0.0
    for low, high in pairwise(levels):
        taken = shapely.union_all([area for area, floor in own if floor <= low])
        found += (high - low) * outline.difference(taken).area
    return found


@pytest.mark.parametrize("name", NAMES[:2])
def test_svg_has_closed_paths_of_the_right_areas_in_millimetres(name: str) -> None:
    root = ElementTree.fromstring(written("svg", name))
    width, height = (float(str(root.get(side))[:-2]) for side in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    assert name != "dray" or (root.get("width"), root.get("height")) == ("600mm", "300mm")
    own = parts(name, "laser", False)
    assert svg_areas(root) == pytest.approx(areas(own), rel=1e-3)
    layers = {layer.get("id"): layer for layer in root.findall(f"{SVG}g")}
    cuts = layers["outer-cut"].findall(f"{SVG}path")
    assert len(cuts) == len(own) and layers["outer-cut"].get("fill") == "none"
    inside = shapely.box(0, 0, width, height)
    for path in root.iter(f"{SVG}path"):
        assert all(inside.covers(Polygon(ring)) for ring in loops(str(path.get("d"))))


@pytest.mark.long
def test_svg_has_the_given_labels_sheet_and_language() -> None:
    root = ElementTree.fromstring(written("svg", labels="text"))
    at = {
        each.text: (float(each.get("x", "")), float(each.get("y", "")))
        for each in root.iter(f"{SVG}text")
    }
    assert len(at) == 50
    assert at["Feb"][0] - at["Jan"][0] == pytest.approx(20)
    assert at["Jul"][1] - at["Jan"][1] == pytest.approx(20)
    root = ElementTree.fromstring(written("svg", sheet=(200.0, 200.0), labels="none"))
    assert (root.get("width"), root.get("height")) == ("620mm", "200mm")
    # A letter that no font has would raise an error.
    assert written("svg", language="el") != written("svg")
    text = pdf_pages(cut(cp.load("dray"), "pdf", language="el", labels="text"))[0].extract_text()
    assert "Φεβ" in text and "Παρ" in text


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES[::2])
def test_dxf_is_valid_and_has_closed_polylines_on_its_layers(name: str) -> None:
    document = ezdxf.read(io.StringIO(written("dxf", name).decode()))
    audit = document.audit()
    assert not audit.errors and not audit.fixes
    assert document.units == ezdxf.units.MM
    expected = areas(parts(name, "laser", False))
    assert dxf_areas(document) == pytest.approx(expected, rel=1e-3)
    found = dxf_areas(document)
    for layer in (INNER, OUTER):
        assert found[layer] == pytest.approx(expected[layer], rel=1e-4)
    assert [document.layers.get(layer).color for layer in LAYERS] == [7, 5, 1]


def bars() -> cp.Puzzle:
    """Return a puzzle with two dark pieces that are turned on the sheet."""
    bar = Piece("AB", (tuple((row, 0) for row in range(6)),), least=2, most=2, paint="#440011")
    return cp.Puzzle(Model("bars", cp.board([["."] * 2] * 6), (bar,)))


def test_labels_that_are_text_are_turned_with_their_parts() -> None:
    options: Any = {"names": True, "labels": "text", "base": 0.0, "frame": 0.0}
    root = ElementTree.fromstring(cut(bars(), "svg", **options))
    shown = [(each.text, each.get("transform")) for each in root.iter(f"{SVG}text")]
    assert shown == [("AB", "rotate(-90 51.475 11.475)"), ("AB", "rotate(-90 174.475 11.475)")]
    document = ezdxf.read(io.StringIO(cut(bars(), "dxf", **options).decode()))
    texts = [each for each in document.modelspace() if isinstance(each, Text)]
    assert [(each.dxf.text, each.dxf.rotation, each.dxf.layer) for each in texts] == [
        ("AB", 90, "engrave")
    ] * 2
    # In DXF y goes upwards; the sheet is 300 mm high.
    places = [tuple(each.get_placement()[1])[:2] for each in texts]
    assert places == [pytest.approx((x, 300 - 11.475)) for x in (51.475, 174.475)]


def test_pieces_have_their_own_colour_light_enough_for_letters() -> None:
    plain: Any = {"base": 0.0, "frame": 0.0}
    lettered = plain | {"names": True, "labels": "text"}
    for options, colour in (
        (plain, b"0.2667 0 0.0667 rg"),
        (lettered, b"0.6706 0.549 0.5804 rg"),
    ):
        (page,) = pdf_pages(cut(bars(), "pdf", **options))
        contents = page.get_contents()
        assert contents is not None and contents.get_data().count(colour) == 2


@pytest.mark.long
def test_pdf_is_true_to_scale_and_continues_on_overlapping_pages() -> None:
    data = cut(cp.load("pentominoes-6x10"), "pdf", base=0.0, frame=0.0, paper="letter")
    (page,) = pdf_pages(data)
    assert [float(side) / MM for side in page.mediabox[2:]] == pytest.approx([215.9, 279.4])
    found = pdf_rings(page)
    assert len(found) == 12
    assert [Polygon(ring).area for ring in found] == pytest.approx([5 * 20**2] * 12, rel=1e-3)
    assert "100 mm" in page.extract_text()
    assert "Pentominoes, 6x10 (pentominoes-6x10), sheet 1 of 1" in page.extract_text()
    (page,) = pdf_pages(cut(cp.load("dray"), "pdf", coupon=True))
    operations = ContentStream(page.get_contents(), page.pdf).operations
    lines = [
        float(end[0]) - float(start[0])
        for (start, first), (end, second) in pairwise(operations)
        if first == b"m" and second == b"l" and start[1] == end[1]
    ]
    assert any(length / MM == pytest.approx(100, rel=1e-4) for length in lines)
    pages = pdf_pages(cut(cp.load("dray"), "pdf", cell=30.0, labels="none"))
    texts = [page.extract_text() for page in pages]
    assert "sheet 1 of 3, row 1 column 1" in texts[0] and "row 1 column 2" in texts[1]
    assert all(page.mediabox == pages[0].mediabox for page in pages)
    # Some corners of the base are on two neighbouring pages, which overlap by 10 mm.
    first, second = ({ring[0] for ring in pdf_rings(page)} for page in pages[:2])
    shift = 190 - 10
    moved = {(round(x - shift, 2), round(y, 2)) for x, y in first}
    assert moved & {(round(x, 2), round(y, 2)) for x, y in second}


def volumes(found: list[Part]) -> dict[str, float]:
    """Return the volume of each part of a plan."""
    return {part.name: volume(part.outline, part.height, part.pockets) for part in found}


@pytest.mark.parametrize(("name", "pieces"), [("dray", 10), ("tetrahexes-4x7", 7)])
def test_stl_is_watertight_and_has_the_right_volumes(name: str, pieces: int) -> None:
    data = written("stl", name, names=True, sheet=BIG)
    mesh = mesh_of_stl(data)
    assert mesh.is_watertight and mesh.is_winding_consistent
    bodies = mesh.split()
    assert len(bodies) == 1 + pieces and all(body.is_watertight for body in bodies)
    expected = volumes(
        plan(cp.load(name, kind="puzzle").model, PROFILES["printer"]._replace(names=True), True)
    )
    assert sorted(body.volume for body in bodies) == pytest.approx(
        sorted(expected.values()), rel=1e-4
    )
    board = max(bodies, key=lambda body: float(body.volume))
    if name == "dray":
        assert list(board.extents) == pytest.approx([7 * 18 + 10, 8 * 18 + 10, 6], abs=1e-3)
    assert {round(float(body.bounds[0][2]), 6) for body in bodies} == {0}


@hypothesis.settings(max_examples=6)
@given(models(), st.floats(0, 5), st.sampled_from([0.0, 0.2]))
def test_bodies_of_random_puzzles_are_closed(own: Model, radius: float, clearance: float) -> None:
    if unsupported_reason(own):
        return
    measures: dict[str, Any] = {"radius": radius, "clearance": clearance}
    measures["sheet"] = 900.0, 900.0
    data = cut(cp.Puzzle(own), "stl", names=True, **measures)
    mesh = mesh_of_stl(data)
    assert mesh.is_watertight
    expected = volumes(plan(own, settings("printer", {"names": True, **measures}, True), True))
    assert mesh.volume == pytest.approx(sum(expected.values()), rel=1e-3)


def test_cut_rejects_wrong_formats_and_objects() -> None:
    with pytest.raises(InputError, match="STL cannot contain text"):
        cut(cp.load("dray"), "stl", labels="text")
    form: Any = "gif"
    with pytest.raises(InputError, match="no type of file gif"):
        cut(cp.load("dray"), form)
    nonogram: Any = cp.loads("width 1\nheight 1\nrows\n1\ncolumns\n1\n", "non")
    with pytest.raises(InputError, match=r"puzzle must be a Puzzle, .* not <Nonogram"):
        cut(nonogram, "svg")


def scad_parts(text: str) -> dict[str, float]:
    """Return the volume of each module of an OpenSCAD file."""
    found = {}
    for name, body in re.findall(r"module (\w+)\(\) \{\n(.*?)\n\}", text, re.DOTALL):
        heights = [float(height) for height in re.findall(r"height = ([\d.]+)", body)]
        floors = [float(floor) for floor in re.findall(r"translate\(\[0, 0, ([\d.]+)\]\)", body)]
        shapes = []
        for points, paths in re.findall(r"points = (.*?), paths = (.*?)\);", body):
            corners = json.loads(points)
            shapes.append(region([corners[k] for k in path] for path in json.loads(paths)))
        found[name] = volume(shapes[0], heights[0], zip(shapes[1:], floors, strict=True))
    return found


@pytest.mark.parametrize("name", NAMES[1:])
def test_scad_has_the_volumes_of_the_plan(name: str) -> None:
    text = written("scad", name, sheet=BIG).decode()
    found = scad_parts(text)
    expected = volumes(parts(name, "printer", True))
    assert sorted(found.values()) == pytest.approx(sorted(expected.values()), rel=1e-4)
    assert re.findall(r"^(\w+)\(\);$", text, re.MULTILINE) == list(found)


def check_volumes(found: Iterable[float], parts: list[Part]) -> None:
    assert sorted(found) == pytest.approx(sorted(volumes(parts).values()), rel=1e-4)


def check_svg(data: bytes, parts: list[Part]) -> None:
    assert svg_areas(ElementTree.fromstring(data)) == pytest.approx(areas(parts), rel=1e-3)


def check_dxf(data: bytes, parts: list[Part]) -> None:
    document = ezdxf.read(io.StringIO(data.decode()))
    assert dxf_areas(document) == pytest.approx(areas(parts), rel=1e-3)


def check_pdf(data: bytes, parts: list[Part]) -> None:
    (page,) = pdf_pages(data)
    cuts = sorted(Polygon(ring).area for part in parts for ring in rings(part.outline))
    found = sorted(pdf_rings(page), key=lambda ring: float(Polygon(ring).area))
    letters, outlines = found[: -len(cuts)], found[-len(cuts) :]
    assert [Polygon(ring).area for ring in outlines] == pytest.approx(cuts, rel=1e-3)
    assert region(letters).area == pytest.approx(areas(parts)["engrave"], rel=1e-2)


def check_png(data: bytes, parts: list[Part]) -> None:
    shown = measured(data)
    assert shown.engraved == pytest.approx(areas(parts)["engrave"], rel=0.05)
    outlines = sum(part.outline.exterior.length for part in parts)
    assert shown.outer == pytest.approx(outlines, rel=0.005)
    windows = sum(hole.length for part in parts for hole in part.outline.interiors)
    assert shown.inner == pytest.approx(windows, rel=0.005)
    # The cuts, which are drawn 0.4 mm wide, hide some of the wood.
    area = sum(part.outline.area for part in parts) - 0.2 * (outlines + windows)
    assert shown.wood + shown.engraved == pytest.approx(area, rel=0.05)


CHECKS: dict[str, Callable[[bytes, list[Part]], None]] = {
    "svg": check_svg,
    "dxf": check_dxf,
    "pdf": check_pdf,
    "png": check_png,
    "scad": lambda data, parts: check_volumes(scad_parts(data.decode()).values(), parts),
    "stl": lambda data, parts: check_volumes(
        [body.volume for body in mesh_of_stl(data).split()], parts
    ),
    "3mf": lambda data, parts: check_volumes(
        [mesh.volume for _, mesh in meshes_of_3mf(data)], parts
    ),
}
"""For each type of file, a function that compares a file with the parts of its plan."""


@pytest.mark.parametrize("form", DEFAULT_PROFILES)
def test_a_coupon_has_the_areas_or_volumes_of_its_plan(form: str) -> None:
    if form == "png":
        pytest.importorskip("PIL")
    # A coupon depends only on the tool, so even a solid puzzle has one.
    data = cut(cp.load("soma"), cast(Any, form), coupon=True)
    CHECKS[form](data, coupon(PROFILES[DEFAULT_PROFILES[form]]))


def test_only_solid_types_of_file_have_a_tray() -> None:
    for form in DEFAULT_PROFILES:
        names = [part.name for part in parts("dray", DEFAULT_PROFILES[form], form in SOLID)]
        assert ("board" in names) == (form in SOLID)
    placed = sheets(parts("dray", "printer", True), (220.0, 220.0), 5.0)
    assert [len(rings(part.outline)) for sheet in placed for part in sheet.parts] == [1] * 11
