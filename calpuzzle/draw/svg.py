"""A Scene as SVG, built by ElementTree so that any label is escaped rightly. Control characters,
which XML cannot hold, become escapes."""

from __future__ import annotations

from xml.etree import ElementTree

from calpuzzle.base.text import visible
from calpuzzle.draw.scene import Line, Rect, Scene, Shape, Text

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def number(value: float) -> str:
    """A length or a place as it stands in the document: two places at most, no idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def to_svg(scene: Scene) -> str:
    """The scene as a standalone SVG document, ending in a newline; the same scene always gives
    the same text."""
    width, height = number(scene.width), number(scene.height)
    root = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        role="img",
    )
    root.set("font-family", FONT)
    if scene.title:
        ElementTree.SubElement(root, "title").text = visible(scene.title)
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill=scene.background)
    for shape in scene.shapes:
        _add(root, shape)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _add(root: ElementTree.Element, shape: Shape) -> None:
    if isinstance(shape, Rect):
        attributes = {
            "x": number(shape.x),
            "y": number(shape.y),
            "width": number(shape.width),
            "height": number(shape.height),
            "fill": shape.fill,
        }
        ElementTree.SubElement(root, "rect", attributes)
    elif isinstance(shape, Line):
        attributes = {
            "x1": number(shape.x1),
            "y1": number(shape.y1),
            "x2": number(shape.x2),
            "y2": number(shape.y2),
            "stroke": shape.stroke,
            "stroke-width": number(shape.width),
            "stroke-linecap": "round",
        }
        ElementTree.SubElement(root, "line", attributes)
    else:
        _add_text(root, shape)


def _add_text(root: ElementTree.Element, shape: Text) -> None:
    attributes = {
        "x": number(shape.x),
        # dominant-baseline is ignored by some viewers; a shift by a third of the size is not.
        "y": number(shape.y + 0.35 * shape.size),
        "font-size": number(shape.size),
        "text-anchor": shape.anchor,
        "fill": shape.fill,
    }
    if shape.bold:
        attributes["font-weight"] = "bold"
    ElementTree.SubElement(root, "text", attributes).text = visible(shape.text)
