"""Scenes on pages, as PDF by fpdf2 (the extra `workshop`), at actual size and with letters of any
language.

Lengths on a page are millimetres, from its top left corner. The creation date in the file is always
the same, so that the same pages always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, cast

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing, require
from calpuzzle.base.wording import unknown, visible
from calpuzzle.draw.colours import channels
from calpuzzle.draw.fonts import face, families, lacking, warn_of_letters
from calpuzzle.draw.scene import Line, Polygon, Rect, Scene, SceneShape, Text

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

PAPER = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height of a page, in millimetres."""

MARGIN = 10.0  # millimetres at the edges, on which home printers cannot print
POINT = 25.4 / 72  # a unit of a scene, in millimetres
BOX = "\u25a1"  # replaces a letter that no font has
JOINED = "\u0590"  # from this letter on there are scripts whose letters join or run to the left


def paper_of(name: str) -> tuple[float, float]:
    """Return the width and height of a page. Raise InputError for an unknown one."""
    if name not in PAPER:
        raise InputError(unknown("paper", name, PAPER))
    return PAPER[name]


def new_document(title: str, paper: tuple[float, float] = PAPER["a4"]) -> FPDF:
    """Return a document without pages. Raise MissingExtraError if fpdf2 or matplotlib is not
    installed."""
    with importing("fpdf", "PDF", "fpdf2", "workshop"):
        from fpdf import FPDF
    require("matplotlib.font_manager", "PDF", "matplotlib", "workshop")
    found = FPDF(unit="mm", format=paper)
    found.set_auto_page_break(False)
    found.set_margin(0)
    found.set_title(visible(title))
    found.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    found.c_margin = 0
    return found


def finished(document: FPDF) -> bytes:
    """Return the bytes of the file; warn once about letters that no font has."""
    lacking = [getattr(font, "missing_glyphs", []) for font in document.fonts.values()]
    if any(lacking):
        warn_of_letters()
    for letters in lacking:
        # Otherwise fpdf2 would log each of them itself.
        letters.clear()
    return bytes(document.output())


def to_pdf(scene: Scene) -> bytes:
    """Return the scene on a page of its own size, 72 units per inch."""
    page = new_document(scene.title, (scene.width * POINT, scene.height * POINT))
    page.add_page()
    put(page, scene, 0, 0, POINT)
    return finished(page)


def put(page: FPDF, scene: Scene, x: float, y: float, scale: float) -> None:
    """Draw a scene with its top left corner at x and y, `scale` millimetres per unit."""
    if scene.background != "#ffffff":
        page.set_fill_color(*channels(scene.background))
        page.rect(x, y, scene.width * scale, scene.height * scale, style="F")
    with page.local_context():
        for _, run in groupby(scene.shapes, key=_look):
            shapes = list(run)
            _lines(page, [each for each in shapes if isinstance(each, Line)], x, y, scale)
            for shape in shapes:
                if isinstance(shape, Rect):
                    _box(page, shape, x, y, scale)
                elif isinstance(shape, Polygon):
                    page.set_fill_color(*channels(shape.fill))
                    points = [(x + scale * left, y + scale * top) for left, top in shape.points]
                    page.polygon(points, style="F")
                elif isinstance(shape, Text):
                    write(page, shape, x, y, scale)


def _look(shape: SceneShape) -> tuple[str, float] | None:
    """Return the colour and the width of a line, or None for other shapes."""
    return (shape.stroke, shape.width) if isinstance(shape, Line) else None


def _box(page: FPDF, box: Rect, x: float, y: float, scale: float) -> None:
    page.set_fill_color(*channels(box.fill))
    place = x + box.x * scale, y + box.y * scale
    page.rect(*place, box.width * scale, box.height * scale, style="F")


def _lines(page: FPDF, lines: Sequence[Line], x: float, y: float, scale: float) -> None:
    """Draw lines of equal colour and width, with round ends."""
    if not lines:
        return
    from fpdf.drawing import PaintedPath
    from fpdf.enums import PathPaintRule, StrokeCapStyle

    path = PaintedPath()
    path.style.paint_rule = PathPaintRule.STROKE
    path.style.stroke_color = lines[0].stroke
    path.style.stroke_width = lines[0].width * scale
    path.style.stroke_cap_style = StrokeCapStyle.ROUND
    for line in lines:
        path.move_to(x + line.x1 * scale, y + line.y1 * scale)
        path.line_to(x + line.x2 * scale, y + line.y2 * scale)
    with page.drawing_context() as drawing:
        # Cloning the path would take longer than everything else.
        drawing.add_item(path, clone=False)


def write(page: FPDF, text: Text, x: float = 0, y: float = 0, scale: float = 1) -> None:
    """Write a text of a scene whose top left corner is at x and y, `scale` millimetres per unit. By
    default, the text's place and size are millimetres on the page. Raise MissingExtraError if the
    text has a letter from `JOINED` on and uharfbuzz is not installed."""
    shown = visible(text.text)
    missing = lacking(shown)
    for letter in missing:
        shown = shown.replace(letter, BOX)
    font = _set_font(page, shown, text.bold, text.size * scale / POINT)
    font.missing_glyphs += map(ord, missing)
    page.set_text_color(*channels(text.fill))
    joined = max(shown, default="") >= JOINED
    if joined:
        require("uharfbuzz", "a PDF of joined letters", "uharfbuzz", "workshop")
    page.set_text_shaping(joined)
    width = page.get_string_width(shown)
    left = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    # fpdf2 puts the baseline of a cell 0.8 of the size below its top.
    line = y + (text.y + 0.36 * text.size) * scale
    page.set_xy(x + text.x * scale - left, line - 0.8 * text.size * scale)
    page.cell(width, text.size * scale, shown)


def _set_font(page: FPDF, text: str, bold: bool, points: float) -> TTFFont:
    """Set the fonts that have the letters, adding each to the document when it is first needed;
    return the first."""
    style = "B" if bold else ""
    first, *others = families(text)
    for family in (first, *others):
        if family.lower() + style not in page.fonts:
            path, index = face(family, bold)
            page.add_font(family, style, path, collection_font_number=index)
    page.set_fallback_fonts(others, exact_match=False)
    page.set_font(first, style, points)
    return cast("TTFFont", page.current_font)
