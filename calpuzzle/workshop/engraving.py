"""The engravings on the frame: texts, logos and QR codes, each at its usual size, or as large as
there is room for.

The frame is the area around the window. Engravings keep a distance to its edges, and so to all
cuts, and to one another.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely import Polygon, affinity

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing
from calpuzzle.base.wording import shown
from calpuzzle.draw.qr import qr_rows
from calpuzzle.workshop.areas import Area, polygons, rings, snapped
from calpuzzle.workshop.cut_settings import LEGIBLE, Settings, kind_of
from calpuzzle.workshop.lettering import EM, HIGH, capital, outline

EDGE = 1.0  # millimetres around each engraving
HALVINGS = 12

MODULES = ((0.5, 0.8), (1.0, 1.2))
"""The least and the usual side of a module of a code, in millimetres; the second pair is for 3D
prints, whose lines are wider."""


class Engraving(NamedTuple):
    """An engraving in its own units: its description, its area, its bounding box, and the least and
    the usual size of a unit in millimetres."""

    name: str
    area: Area
    box: tuple[float, float, float, float]
    least: float
    usual: float


def engraved(settings: Settings, frame: Polygon, room: float, solid: bool) -> Area:
    """Return the engravings of the settings on a frame. `room` is the diameter in millimetres
    of the largest circle in a cell. Raise InputError if there is no room for an engraving, or a
    file cannot be read."""
    free: Area = frame.buffer(-EDGE, join_style="mitre")
    found = []
    for word in settings.engrave:
        mark = _mark(word, settings, room, solid)
        left, low, right, high = mark.box
        width, height = right - left, high - low
        scale, x, y = _place(mark, width, height, free)
        area = affinity.scale(mark.area, scale, scale, origin=(0, 0))
        dx, dy = x - scale * (left + right) / 2, y - scale * (low + high) / 2
        found.append(affinity.translate(area, dx, dy))
        half = scale * width / 2 + EDGE, scale * height / 2 + EDGE
        free = free.difference(shapely.box(x - half[0], y - half[1], x + half[0], y + half[1]))
    return snapped(shapely.union_all(found))


def _mark(word: str, settings: Settings, room: float, solid: bool) -> Engraving:
    """Return the engraving of a word."""
    kind, letters = kind_of(word), LEGIBLE[solid]
    if kind == "code":
        rows = qr_rows(word)
        size = len(rows)
        modules = [
            shapely.box(x, size - y - 1, x + 1, size - y)
            for y, row in enumerate(rows)
            for x, dark in enumerate(row)
            if dark
        ]
        # The box includes the light border.
        whole = 0.0, 0.0, float(size), float(size)
        return Engraving(
            f"the QR code of {word}", shapely.union_all(modules), whole, *MODULES[solid]
        )
    if kind == "logo":
        if not word.lower().endswith(".svg"):
            raise InputError(
                f"engrave: {shown(word)} is not an SVG file, and a logo must be one: save or "
                "trace it as SVG in a drawing program"
            )
        with importing("manifold3d", "a logo", "manifold3d", "workshop"):
            from calpuzzle.workshop.logo import logo
        area = logo(word)
        left, low, right, high = area.bounds
        side = max(right - left, high - low)
        least = 3 * letters
        usual = max(settings.cell, least)
        return Engraving(f"the logo {word}", area, area.bounds, least / side, usual / side)
    area = outline(word, EM, settings.font)
    if area.is_empty:
        raise InputError(f"engrave: {shown(word)} has no letter that can be seen")
    high = capital(EM, settings.font)
    usual = max(HIGH * room, letters)
    return Engraving(f"the text {shown(word)}", area, area.bounds, letters / high, usual / high)


def _place(mark: Engraving, width: float, height: float, free: Area) -> tuple[float, float, float]:
    """Return the largest scale, up to the usual one, at which an engraving fits, and the point for
    its middle. The point is on the vertical centre line of the frame if possible, else where there
    is the most room."""
    scale, most = mark.least, mark.usual
    places = _middles(free, scale * width, scale * height)
    if places.is_empty:
        raise InputError(
            f"{mark.name} needs at least {scale * width:.3g} x {scale * height:.3g} mm, but no "
            "free area of the frame is that large: give a wider frame, or engrave less"
        )
    for step in range(HALVINGS):
        # The usual size first, then bisection.
        size = (scale + most) / 2 if step else most
        larger = _middles(free, size * width, size * height)
        if larger.is_empty:
            most = size
        else:
            scale, places = size, larger
        if scale == most:
            break
    left, low, right, high = free.bounds
    x = (left + right) / 2
    across = places.intersection(shapely.LineString([(x, low), (x, high)]))
    if across.length:
        line = max(getattr(across, "geoms", [across]), key=lambda part: (part.length, part.bounds))
        x, y = line.centroid.coords[0]
        return scale, x, y
    widest = max(polygons(places), key=lambda part: part.area)
    x, y = shapely.maximum_inscribed_circle(widest).coords[0]
    return scale, x, y


def _middles(free: Area, width: float, height: float) -> Area:
    """Return the set of points that can be the middle of a box of this size within an area."""
    taken = []
    for ring in rings(free):
        for (x, y), (u, v) in pairwise([*ring, ring[0]]):
            boxes = [
                shapely.box(a - width / 2, b - height / 2, a + width / 2, b + height / 2)
                for a, b in ((x, y), (u, v))
            ]
            taken.append(shapely.union_all(boxes).convex_hull)
    area: Area = free.difference(shapely.union_all(taken))
    return shapely.MultiPolygon(polygons(area))
