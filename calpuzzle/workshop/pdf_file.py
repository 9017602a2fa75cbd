"""The plan as PDF, at actual size: one page per sheet, or several with marks to align them if a
page is too small. Each page has a bar to check whether the printer kept the size."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.draw.pdf import MARGIN, POINT, finished, new_document, paper_of
from calpuzzle.draw.pdf import write as write_text
from calpuzzle.draw.scene import Text
from calpuzzle.workshop.areas import rings
from calpuzzle.workshop.cut_plan import Label
from calpuzzle.workshop.laser_layers import COLOURS, CUTS, ENGRAVE, LaserWork, Ring, work_on
from calpuzzle.workshop.nesting import Sheet

if TYPE_CHECKING:
    from fpdf import FPDF

FOOT = 17.0  # millimetres below the drawing, for the bar
OVERLAP = 10.0  # millimetres that neighbouring pages have in common
HAIRLINE = 0.15
MARK = 4.0  # half the length of a cross


class PageArea(NamedTuple):
    """The part of a sheet on one page: its left and top on the sheet, and its width and height."""

    left: float
    top: float
    width: float
    height: float


def room_of(paper: str) -> tuple[float, float]:
    """Return the width and height of the largest drawing that fits on one page. Raise InputError
    for an unknown paper."""
    width, height = paper_of(paper)
    return width - 2 * MARGIN, height - 2 * MARGIN - FOOT


def file_bytes(sheets: Sequence[Sheet], title: str, paper: str = "a4") -> bytes:
    """Return the bytes of the file. Raise InputError for an unknown paper."""
    size = paper_of(paper)
    room = room_of(paper)
    pages = new_document(title, size)
    for number, sheet in enumerate(sheets, 1):
        work = work_on(sheet.parts)
        frames = _frames(sheet, room)
        across = len({frame.left for frame in frames})
        for k, frame in enumerate(frames):
            pages.add_page()
            _draw(pages, work, frame)
            head = f"{title}, sheet {number} of {len(sheets)}"
            if len(frames) > 1:
                row, column = divmod(k, across)
                head += f", row {row + 1} column {column + 1}"
                _marks(pages, frame)
            _foot(pages, head, size)
    return finished(pages)


def _frames(sheet: Sheet, room: tuple[float, float]) -> list[PageArea]:
    """Return the pages of a sheet, row by row. No page is added for empty space at the right or at
    the bottom of the sheet."""
    boxes = [part.outline.bounds for part in sheet.parts]
    right, bottom = max(box[2] for box in boxes), min(box[1] for box in boxes)
    across, down = _pages(right, room[0]), _pages(sheet.height - bottom, room[1])
    step = room[0] - OVERLAP, room[1] - OVERLAP
    return [
        PageArea(column * step[0], sheet.height - row * step[1], *room)
        for row in range(down)
        for column in range(across)
    ]


def _pages(length: float, room: float) -> int:
    return 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9)


def _draw(pages: FPDF, work: LaserWork, frame: PageArea) -> None:
    with pages.rect_clip(MARGIN, MARGIN, frame.width, frame.height):
        for area, colour in [*work.painted, *((each, COLOURS[ENGRAVE]) for each in work.engraved)]:
            _path(pages, rings(area), frame, colour, filled=True)
        for label in work.labels:
            _label(pages, label, frame)
        for name in CUTS:
            for ring in work.cuts[name]:
                _path(pages, [ring], frame, COLOURS[name])


def _path(
    pages: FPDF, loops: Sequence[Ring], frame: PageArea, colour: str, filled: bool = False
) -> None:
    """Draw closed rings, filled or as hairlines."""
    from fpdf.enums import IntersectionRule, PathPaintRule

    with pages.new_path() as path:
        path.style.intersection_rule = IntersectionRule.EVENODD
        path.style.stroke_width = HAIRLINE
        if filled:
            path.style.paint_rule = PathPaintRule.FILL_EVENODD
            path.style.fill_color = colour
        else:
            path.style.paint_rule = PathPaintRule.STROKE
            path.style.stroke_color = colour
        for loop in loops:
            places = [_place(x, y, frame) for x, y in loop]
            path.move_to(*places[0])
            for place in places[1:]:
                path.line_to(*place)
            path.close()


def _place(x: float, y: float, frame: PageArea) -> tuple[float, float]:
    """Convert a point from the coordinates of the sheet to those of the page."""
    return MARGIN + x - frame.left, MARGIN + frame.top - y


def _label(pages: FPDF, label: Label, frame: PageArea) -> None:
    x, y = _place(label.x, label.y, frame)
    with pages.rotation(90 * label.quarters, x, y):
        write_text(pages, Text(x, y, label.text, label.size, COLOURS[ENGRAVE]))


def _marks(pages: FPDF, frame: PageArea) -> None:
    """Draw a cross near each corner of the drawing, half an OVERLAP from its edges. The crosses of
    neighbouring pages coincide when the pages are aligned."""
    pages.set_draw_color(0, 0, 0)
    pages.set_line_width(HAIRLINE)
    near = MARGIN + OVERLAP / 2
    for x in (near, near + frame.width - OVERLAP):
        for y in (near, near + frame.height - OVERLAP):
            pages.line(x - MARK, y, x + MARK, y)
            pages.line(x, y - MARK, x, y + MARK)


def _foot(pages: FPDF, text: str, size: tuple[float, float]) -> None:
    """Draw a bar of 100 mm with a tick every 10, and the description of the page."""
    y = size[1] - MARGIN - 10
    pages.set_draw_color(0, 0, 0)
    pages.set_line_width(0.3)
    pages.line(MARGIN, y, MARGIN + 100, y)
    for k in range(11):
        pages.line(MARGIN + 10 * k, y - (2 if k % 5 else 3), MARGIN + 10 * k, y)
    small = 8 * POINT
    note = "100 mm: print at actual size (100 %), then measure this bar"
    write_text(pages, Text(MARGIN, y + 3.5, note, small, anchor="start"))
    write_text(pages, Text(MARGIN, y + 8, text, small, anchor="start"))
