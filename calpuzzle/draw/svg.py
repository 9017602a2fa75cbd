"""A Scene as SVG, built by ElementTree so that labels are escaped. Control characters, which XML
cannot hold, become escapes."""

from __future__ import annotations

from xml.etree import ElementTree

from calpuzzle.base.wording import visible
from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Line, Polygon, Scene, SceneShape, Text

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def encoded_scene(scene: Scene, form: str) -> bytes:
    """Return the scene as `svg`, `png` or `pdf`. Raise MissingExtraError for png without
    matplotlib, and for pdf without fpdf2."""
    if form == "pdf":
        from calpuzzle.draw.pdf import to_pdf

        return to_pdf(scene)
    return to_svg(scene).encode() if form == "svg" else to_png(scene)


def to_svg(scene: Scene) -> str:
    """Return the scene as a standalone SVG document, ending in a newline; the same scene always
    gives the same text."""
    return document(tree(scene))


def tree(scene: Scene) -> ElementTree.Element:
    """Return the elements of the document: its title, its background, then one element per
    shape."""
    width, height = number(scene.width), number(scene.height)
    size = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    attributes = {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "font-family": FONT}
    root = ElementTree.Element("svg", attributes)
    if scene.title:
        ElementTree.SubElement(root, "title").text = visible(scene.title)
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill=scene.background)
    for shape in scene.shapes:
        _add(root, shape)
    return root


def document(root: ElementTree.Element) -> str:
    """Return the text of the file."""
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def number(value: float) -> str:
    """Return a length or a coordinate as text: at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _add(root: ElementTree.Element, shape: SceneShape) -> None:
    """Add the element of a shape. It is named after the shape's type, and most attributes are the
    fields."""
    attributes = shape._asdict()
    if isinstance(shape, Line):
        attributes |= {"stroke-width": attributes.pop("width"), "stroke-linecap": "round"}
    if isinstance(shape, Text):
        # dominant-baseline is ignored by some viewers; a shift by a third of the size is not.
        attributes = {"x": shape.x, "y": shape.y + 0.35 * shape.size, "font-size": shape.size}
        attributes |= {"text-anchor": shape.anchor, "fill": shape.fill}
        attributes |= {"font-weight": "bold"} if shape.bold else {}
    if isinstance(shape, Polygon):
        attributes["points"] = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    written = {name: v if isinstance(v, str) else number(v) for name, v in attributes.items()}
    element = ElementTree.SubElement(root, type(shape).__name__.lower(), written)
    if isinstance(shape, Text):
        element.text = visible(shape.text)
