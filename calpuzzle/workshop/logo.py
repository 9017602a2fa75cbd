"""Drawings as areas to engrave, from SVG files: dark shapes are engraved, light ones are not. A
light shape on top of a dark one removes what it covers.

fontTools reads the outlines of paths and basic shapes; transforms and strokes are applied here. A
fill or a stroke has one colour. Pictures, texts, references to other elements, style sheets,
gradients and masks are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder
from manifold3d import CrossSection, FillRule
from matplotlib.colors import to_rgb
from shapely import LinearRing, LineString, MultiPolygon, Polygon, affinity

from calpuzzle.base.files import contents
from calpuzzle.base.wording import shown
from calpuzzle.formats.reading import fail, text_of
from calpuzzle.formats.xml_tree import line_of, parsed
from calpuzzle.workshop.areas import Area
from calpuzzle.workshop.lettering import area_of_loops

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_BYTES = 2 << 20
MAX_POINTS = 100_000
CURVE_PARAMETERS = np.linspace(0, 1, 25)[1:, None]  # parameters of points on a curve
DARK = 0.7  # brightness below which a colour is dark; white is 1
FAINT = 0.5  # opacity below which a shape is ignored
LUMA = (0.299, 0.587, 0.114)

_TEXT = "the font of a text is not in the file: convert the text to paths in the drawing program"
REFUSED = {
    "image": "a picture of pixels has no outline: trace it in the drawing program",
    "text": _TEXT,
    "flowRoot": _TEXT,
    "use": "a reference to another element is not supported; unlink it in the drawing program",
    "svg": "a drawing within a drawing is not supported; ungroup it in the drawing program",
    "foreignObject": "only SVG elements are supported; remove this one",
    "style": "style sheets are not read: save the drawing with presentation attributes",
}
URL = "gradients, patterns, clips, masks and filters are not read: give shapes one colour each"
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polygon", "polyline")
UNDRAWN_ELEMENTS = ("defs", "symbol", "marker", "metadata", "clipPath", "mask", "pattern")
CAPS: dict[str, Any] = {"butt": "flat", "round": "round", "square": "square"}
JOINS: dict[str, Any] = {"miter": "mitre", "round": "round", "bevel": "bevel"}
MOVES = re.compile(r"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")

PathCorners = list[np.ndarray]
"""The corners of each part of a path."""


class DrawnElement(NamedTuple):
    """An element that is drawn: its own and its inherited attributes, and its transform."""

    element: Element
    attributes: dict[str, str]
    transform: Transform


def logo(path: str) -> Area:
    """Return the area to engrave of an SVG file, in its own units. Raise PuzzleError for a file
    that cannot be read, has an unsupported element or too many corners, or draws nothing dark."""
    root = parsed(text_of(contents(path, MAX_BYTES), path), path)
    if _tag(root) != "svg":
        fail(
            path,
            line_of(root),
            f"a logo must be an SVG file, but the root element is {shown(_tag(root))}",
        )
    found: Area = MultiPolygon()
    points = 0
    for shape in _shapes(root, {}, Identity, path):
        try:
            lines = _lines(shape.element)
            points += sum(map(len, lines))
            if points > MAX_POINTS:
                break
            painted = [
                (_brightness(shape.attributes, "fill", "black"), _filled(lines, shape.attributes)),
                (
                    _brightness(shape.attributes, "stroke", "none"),
                    _stroked(lines, shape.attributes),
                ),
            ]
        except (ArithmeticError, LookupError, TypeError, ValueError, shapely.GEOSException) as why:
            fail(path, line_of(shape.element), f"{_tag(shape.element)} is not understood: {why}")
        for bright, area in painted:
            if bright is not None:
                xx, xy, yx, yy, dx, dy = shape.transform
                placed = affinity.affine_transform(area, (xx, yx, xy, yy, dx, dy))
                found = found.union(placed) if bright < DARK else found.difference(placed)
    if points > MAX_POINTS:
        fail(path, None, f"it has more than {MAX_POINTS:,} corners: simplify its paths")
    if not found.area:
        fail(path, None, "nothing dark is drawn in it")
    # In SVG y goes downwards.
    return affinity.scale(found, 1, -1, origin=(0, 0))


def _tag(element: Element) -> str:
    return element.tag.rpartition(":")[2]


def _shapes(
    element: Element, attributes: dict[str, str], transform: Transform, path: str
) -> Iterator[DrawnElement]:
    """Yield the shapes drawn by an element and its descendants."""
    line = line_of(element)
    styled = (each.partition(":") for each in element.get("style", "").split(";"))
    own = {**element.attrib, **{key.strip(): value.strip() for key, _, value in styled}}
    if any("url(" in value for value in own.values()):
        fail(path, line, URL)
    if own.get("display") == "none":
        return
    faint = attributes.get("opacity", ""), own.get("opacity", "")
    attributes = {**attributes, **own, "opacity": " ".join(faint)}
    moves = own.get("transform", "")
    for kind, values in MOVES.findall(moves):
        transform = transform.transform(_move(kind, values, path, line))
    if MOVES.sub("", moves).strip():
        fail(path, line, f"{shown(moves)} is not a known transform")
    if _tag(element) in SHAPES and attributes.get("visibility", "visible") == "visible":
        yield DrawnElement(element, attributes, transform)
    for child in element:
        if why := REFUSED.get(_tag(child)):
            fail(path, line_of(child), why)
        if _tag(child) not in UNDRAWN_ELEMENTS:
            yield from _shapes(child, attributes, transform, path)


def _move(kind: str, values: str, path: str, line: int) -> Transform:
    try:
        numbers = [float(each) for each in re.split(r"[\s,]+", values.strip())]
        if kind == "matrix":
            return Transform(*numbers)
        if kind == "rotate":
            angle, *about = numbers
            x, y = about or (0.0, 0.0)
            return Identity.translate(x, y).rotate(np.radians(angle)).translate(-x, -y)
        if kind.startswith("skew"):
            angle = np.radians(numbers[0])
            return Identity.skew(angle, 0) if kind == "skewX" else Identity.skew(0, angle)
        return getattr(Identity, kind)(*numbers)
    except (TypeError, ValueError):
        fail(path, line, f"{shown(f'{kind}({values})')} is not a known transform")


def _lines(element: Element) -> PathCorners:
    """Return the corners of an element, with lines for curves; a closed part ends at its start."""
    copy = type(element)(_tag(element), {**element.attrib})
    copy.attrib.pop("transform", None)
    builder, pen = PathBuilder(), RecordingPen()
    builder.add_path_from_element(copy)
    for path in builder.paths:
        parse_path(path, pen)
    parts: list[list[tuple[float, float]]] = []
    for step, corners in pen.value:
        if step == "moveTo":
            parts.append([*corners])
        elif step == "lineTo":
            parts[-1] += corners
        elif step == "closePath":
            parts[-1].append(parts[-1][0])
        elif corners:
            # A Bézier curve, by de Casteljau's algorithm.
            on = [np.array([place]) for place in (parts[-1][-1], *corners)]
            while len(on) > 1:
                on = [a + CURVE_PARAMETERS * (b - a) for a, b in pairwise(on)]
            parts[-1] += map(tuple, on[0])
    found = [np.array(part) for part in parts if len(part) > 1]
    if not all(np.isfinite(part).all() for part in found):
        raise ValueError("a number is too large")
    return found


def _brightness(attributes: dict[str, str], kind: str, usual: str) -> float | None:
    """Return the brightness of a fill or a stroke, from 0 to 1; None if there is none, or it is
    faint."""
    colour = attributes.get(kind, usual)
    if colour == "currentColor":
        colour = attributes.get("color", "black")
    faint = f"{attributes['opacity']} {attributes.get(f'{kind}-opacity', '')}"
    seen = np.prod([float(each) for each in faint.split()])
    if colour in ("none", "transparent") or seen < FAINT:
        return None
    if rgb := re.fullmatch(r"rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)", colour):
        colour = "#" + "".join(f"{min(int(each), 255):02x}" for each in rgb.groups())
    return float(np.dot(LUMA, to_rgb(colour.lower())))


def _filled(lines: PathCorners, attributes: dict[str, str]) -> Area:
    """Return the area that the fill covers, by its rule."""
    rule = FillRule.EvenOdd if attributes.get("fill-rule") == "evenodd" else FillRule.NonZero
    loops = CrossSection([each for each in lines if len(each) > 2], rule).to_polygons()
    return area_of_loops([Polygon(loop) for loop in loops])


def _stroked(lines: PathCorners, attributes: dict[str, str]) -> Area:
    """Return the area that the stroke covers."""
    if attributes.get("stroke", "none") == "none":
        return MultiPolygon()
    half = float(attributes.get("stroke-width", "1").removesuffix("px")) / 2
    ends = CAPS[attributes.get("stroke-linecap", "butt")]
    joins = JOINS.get(attributes.get("stroke-linejoin", "miter"), "mitre")
    drawn = [
        LinearRing(each) if len(each) > 3 and (each[0] == each[-1]).all() else LineString(each)
        for each in lines
    ]
    area: Area = shapely.union_all(
        [each.buffer(half, cap_style=ends, join_style=joins, mitre_limit=4) for each in drawn]
    )
    return area
