"""A Scene as SVG, built by ElementTree so that any label is escaped rightly. Control characters,
which XML cannot hold, become escapes."""

from __future__ import annotations

from xml.etree import ElementTree

from calpuzzle.base.text import visible
from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Line, Polygon, Scene, Shape, Text

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def picture(scene: Scene, form: str) -> bytes:
    """The scene as `svg`, `png` or `pdf`. Raises MissingExtraError for png without matplotlib, and
    for pdf without fpdf2."""
    if form == "pdf":
        from calpuzzle.draw.pdf import to_pdf

        return to_pdf(scene)
    return to_svg(scene).encode() if form == "svg" else to_png(scene)


def to_svg(scene: Scene) -> str:
    """The scene as a standalone SVG document, ending in a newline; the same scene always gives
    the same text."""
    return document(tree(scene))


def tree(scene: Scene) -> ElementTree.Element:
    """The elements of the document: after its title and its background one for each shape."""
    width, height = number(scene.width), number(scene.height)
    size = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    own = {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "font-family": FONT}
    root = ElementTree.Element("svg", own)
    if scene.title:
        ElementTree.SubElement(root, "title").text = visible(scene.title)
    ElementTree.SubElement(root, "rect", width="100%", height="100%", fill=scene.background)
    for shape in scene.shapes:
        _add(root, shape)
    return root


def document(root: ElementTree.Element) -> str:
    """The text of the file."""
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def number(value: float) -> str:
    """A length or a place as it stands in the document: two places at most, no idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _add(root: ElementTree.Element, shape: Shape) -> None:
    """An element is called as the shape is, and so are most of its attributes."""
    own = shape._asdict()
    if isinstance(shape, Line):
        own |= {"stroke-width": own.pop("width"), "stroke-linecap": "round"}
    if isinstance(shape, Text):
        # dominant-baseline is ignored by some viewers; a shift by a third of the size is not.
        own = {"x": shape.x, "y": shape.y + 0.35 * shape.size, "font-size": shape.size}
        own |= {"text-anchor": shape.anchor, "fill": shape.fill}
        own |= {"font-weight": "bold"} if shape.bold else {}
    if isinstance(shape, Polygon):
        own["points"] = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    written = {name: v if isinstance(v, str) else number(v) for name, v in own.items()}
    element = ElementTree.SubElement(root, type(shape).__name__.lower(), written)
    if isinstance(shape, Text):
        element.text = visible(shape.text)
