"""Letters as areas, by matplotlib: the outline of a text, and the font size at which it fits a
cell.

Fonts are searched for a letter in the order of calpuzzle/draw/fonts.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import shapely
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from shapely import MultiPolygon, Polygon, affinity

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import plural, shown, visible
from calpuzzle.draw.fonts import OWN, families, lacking
from calpuzzle.workshop.areas import Area, polygons, snapped

EM = float(text_to_path.FONT_SCALE)  # the font size at which curves are replaced by line segments
MAX_LABEL_TEXT = 200  # characters of a text: a longer one would be too small to engrave in any cell
WIDE, HIGH = 0.78, 0.36
"""The largest width of a text and height of a capital, as fractions of the room for the text."""


def outline(text: str, size: float, font: str = "") -> Area:
    """Return the text in a font of `size` millimetres. The origin is at half its width, and at half
    the height of a capital. Raise CannotDoError for letters that no font has, and InputError for
    more than 200 characters."""
    if missing := lacking(text, font or OWN):
        raise CannotDoError(
            f"no font here has the {plural(len(missing), 'letter')} {missing} of {text}; install "
            "one that has them, such as Noto Sans, or use --labels text or --labels none"
        )
    scale = size / EM
    found: Area = affinity.scale(_outline(text, font), scale, scale, origin=(0, 0))
    return snapped(found)


def fitting(text: str, room: float, font: str = "") -> float:
    """Return the font size, in millimetres, at which the text fits a square of `room`."""
    left, _, right, _ = _outline(text, font).bounds or (0.0, 0.0, 0.0, 0.0)
    high = HIGH * room * EM / _capital(font)
    width = right - left
    return min(high, WIDE * room * EM / width) if width > 0 else high


def capital(size: float, font: str = "") -> float:
    """Return the height of the capitals of a font."""
    return _capital(font) * size / EM


@cache
def _capital(font: str) -> float:
    _, low, _, high = _area("H", font).bounds
    return float(high - low)


@cache
def _outline(text: str, font: str) -> Area:
    """Return the text at size EM, centred."""
    area = _area(text, font)
    if area.is_empty:
        return area
    left, _, right, _ = area.bounds
    found: Area = affinity.translate(area, -(left + right) / 2, -_capital(font) / 2)
    return found


def _area(text: str, font: str) -> Area:
    if len(text) > MAX_LABEL_TEXT:
        raise InputError(
            f"{shown(text)} has {len(text):,} characters; at most {MAX_LABEL_TEXT} can be cut"
        )
    look = FontProperties(family=families(text, font or OWN))
    corners, codes = text_to_path.get_text_path(look, visible(text))
    # Blanks have no outline.
    loops: Any = Path(corners, codes).to_polygons(closed_only=True) if len(corners) else ()
    return area_of_loops([Polygon(loop) for loop in loops])


def area_of_loops(loops: Sequence[Polygon]) -> Area:
    """Return the area bounded by loops. A loop inside no other is an outer edge. A loop inside an
    outer edge is a hole if it runs in the opposite direction. Outer edges run clockwise in
    TrueType, and counterclockwise in CFF."""
    found: Area = MultiPolygon()
    edges: list[Polygon] = []
    # The larger ones first, so that a loop comes after the loops around it.
    for loop in sorted(loops, key=lambda loop: -loop.area):
        whole, inside = shapely.make_valid(loop), loop.representative_point()
        around = next((edge for edge in edges if edge.contains(inside)), None)
        if around is None:
            edges.append(loop)
        hole = around is not None and around.exterior.is_ccw != loop.exterior.is_ccw
        found = found.difference(whole) if hole else found.union(whole)
    return shapely.MultiPolygon(polygons(found))
