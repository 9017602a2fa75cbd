"""A preview of the sheets as a picture: parts in their own colour or that of wood, engravings, and
the cuts in the colours of their kinds, wider than the tool makes them. Several sheets are placed
side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Line, Polygon, Rect, Scene, SceneShape
from calpuzzle.workshop.areas import Area, polygons, rings
from calpuzzle.workshop.laser_layers import APART, COLOURS, CUTS, ENGRAVE, work_on
from calpuzzle.workshop.nesting import Sheet

PIXELS_PER_MM = 6.0  # pixels per millimetre, unless the picture would be too large
WOOD, SHEET, AROUND = "#f0dfc0", "#ffffff", "#d5d5d5"
CUT = 0.4  # millimetres


def file_bytes(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return the bytes of the file."""
    shapes: list[SceneShape] = []
    x, height = APART, sheets[0].height + 2 * APART
    for sheet in sheets:
        shapes.append(Rect(x, APART, sheet.width, sheet.height, SHEET))
        parts = [part.moved(x, APART) for part in sheet.parts]
        work = work_on(parts)
        areas = [(part.outline, WOOD) for part in parts] + work.painted
        for area, colour in [*areas, *((area, COLOURS[ENGRAVE]) for area in work.engraved)]:
            shapes += _filled(area, colour, height)
        for name in CUTS:
            for ring in work.cuts[name]:
                shapes += [
                    Line(a, height - b, c, height - d, COLOURS[name], CUT)
                    for (a, b), (c, d) in pairwise([*ring, ring[0]])
                ]
        x += sheet.width + APART
    return to_png(Scene(x, height, tuple(shapes), title, AROUND), PIXELS_PER_MM)


def _filled(area: Area, colour: str, height: float) -> Iterator[Polygon]:
    """Yield the parts of an area as polygons. One line goes around each part and, the other way,
    around its holes; it reaches each hole and returns along the same segment, which therefore is
    not a visible edge."""
    for part in polygons(area):
        outer, *holes = ([*ring, ring[0]] for ring in rings(part))
        line = [*outer, *(corner for hole in holes for corner in (*hole, outer[0]))]
        yield Polygon(tuple((x, height - y) for x, y in line), colour)
