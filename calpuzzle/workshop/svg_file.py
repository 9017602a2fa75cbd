"""The plan as SVG: in millimetres, one layer for each kind of work, each ring a closed path.

Several sheets are placed side by side. Engraving is filled, cuts are hairlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from calpuzzle.base.wording import visible
from calpuzzle.draw.svg import FONT, document
from calpuzzle.workshop.areas import rings
from calpuzzle.workshop.cut_plan import Label
from calpuzzle.workshop.laser_layers import COLOURS, CUTS, ENGRAVE, Ring, side_by_side, work_on
from calpuzzle.workshop.nesting import Sheet

HAIRLINE = "0.1"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    width, height, parts = side_by_side(sheets)
    work = work_on(parts)
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:inkscape": INKSCAPE,
            "width": f"{_number(width)}mm",
            "height": f"{_number(height)}mm",
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
        },
    )
    ElementTree.SubElement(root, "title").text = visible(title)
    layer = _layer(root, ENGRAVE, {"fill": COLOURS[ENGRAVE], "fill-rule": "evenodd"})
    for area in work.engraved:
        path = " ".join(_path(ring, height) for ring in rings(area))
        ElementTree.SubElement(layer, "path", d=path)
    for label in work.labels:
        _text(layer, label, height)
    for name in CUTS:
        style = {"fill": "none", "stroke": COLOURS[name], "stroke-width": HAIRLINE}
        layer = _layer(root, name, style)
        for ring in work.cuts[name]:
            ElementTree.SubElement(layer, "path", d=_path(ring, height))
    return document(root).encode()


def _layer(root: ElementTree.Element, name: str, style: dict[str, str]) -> ElementTree.Element:
    """Return a group that drawing programs show as a layer."""
    attributes = {
        "id": name.replace(" ", "-"),
        "inkscape:groupmode": "layer",
        "inkscape:label": name,
    }
    return ElementTree.SubElement(root, "g", attributes | style)


def _path(ring: Ring, height: float) -> str:
    """Return a closed path; in SVG y goes downwards."""
    corners = " ".join(f"{_number(x)},{_number(height - y)}" for x, y in ring)
    return f"M{corners}Z"


def _text(layer: ElementTree.Element, label: Label, height: float) -> None:
    x, y = _number(label.x), _number(height - label.y)
    attributes = {"x": x, "y": y, "font-size": _number(label.size), "font-family": FONT}
    attributes |= {"text-anchor": "middle", "dy": "0.365em"}
    if label.quarters:
        attributes["transform"] = f"rotate({-90 * label.quarters} {x} {y})"
    ElementTree.SubElement(layer, "text", attributes).text = visible(label.text)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
