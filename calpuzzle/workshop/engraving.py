"""What is engraved on the frame: texts, logos and QR codes, each as large as is usual, or as there
is room for.

A frame is what lies round the window. What is engraved keeps away from its edges, and so from all
cuts, and from what stands there already.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely import Polygon, affinity

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing
from calpuzzle.base.text import shown
from calpuzzle.draw.qr import qr_rows
from calpuzzle.workshop.areas import Area, polygons, rings, snapped
from calpuzzle.workshop.lettering import EM, HIGH, capital, outline
from calpuzzle.workshop.settings import LEGIBLE, Settings, kind_of

EDGE = 1.0  # millimetres round all that is engraved
HALVINGS = 12

MODULES = ((0.5, 0.8), (1.0, 1.2))
"""The least and the usual side of a module of a code, in millimetres; the second pair is for what
is printed, whose lines are that wide."""


class Mark(NamedTuple):
    """Something to engrave in units of its own: what it is called, its area, the box that it takes,
    and the least and the usual size of a unit in millimetres."""

    name: str
    area: Area
    box: tuple[float, float, float, float]
    least: float
    usual: float


def engraved(own: Settings, frame: Polygon, solid: bool) -> Area:
    """The marks of the settings on a frame. Raises InputError for one that there is no room for,
    and for what cannot be read."""
    free: Area = frame.buffer(-EDGE, join_style="mitre")
    found = []
    for word in own.engrave:
        mark = _mark(word, own, solid)
        left, low, right, high = mark.box
        width, height = right - left, high - low
        scale, x, y = _place(mark, width, height, free)
        area = affinity.scale(mark.area, scale, scale, origin=(0, 0))
        dx, dy = x - scale * (left + right) / 2, y - scale * (low + high) / 2
        found.append(affinity.translate(area, dx, dy))
        half = scale * width / 2 + EDGE, scale * height / 2 + EDGE
        free = free.difference(shapely.box(x - half[0], y - half[1], x + half[0], y + half[1]))
    return snapped(shapely.union_all(found))


def _mark(word: str, own: Settings, solid: bool) -> Mark:
    """What a word asks for."""
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
        # With the light modules round it.
        whole = 0.0, 0.0, float(size), float(size)
        return Mark(f"the QR code of {word}", shapely.union_all(modules), whole, *MODULES[solid])
    if kind == "logo":
        if not word.lower().endswith(".svg"):
            raise InputError(
                f"engrave: {shown(word)} is no SVG file, and logos are read from these alone: save "
                "or trace it as SVG in a drawing program"
            )
        with importing("manifold3d", "a logo", "manifold3d", "workshop"):
            from calpuzzle.workshop.logo import logo
        area = logo(word)
        left, low, right, high = area.bounds
        side = max(right - left, high - low)
        return Mark(f"the logo {word}", area, area.bounds, 3 * letters / side, own.cell / side)
    area = outline(word, EM, own.font)
    if area.is_empty:
        raise InputError(f"engrave: {shown(word)} has no letter that can be seen")
    high = capital(EM, own.font)
    usual = max(HIGH * own.cell, letters)
    return Mark(f"the text {shown(word)}", area, area.bounds, letters / high, usual / high)


def _place(mark: Mark, width: float, height: float, free: Area) -> tuple[float, float, float]:
    """The largest size at which a mark has room, and its middle: that of the upper side or the
    lower one, else where there is the most room."""
    scale, most = mark.least, mark.usual
    places = _middles(free, scale * width, scale * height)
    if places.is_empty:
        raise InputError(
            f"{mark.name} takes {scale * width:.3g} x {scale * height:.3g} mm at least, and the "
            "frame has no such place left: give a wider frame, or engrave less"
        )
    for step in range(HALVINGS):
        # The usual size first.
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
        return scale, *line.centroid.coords[0]
    widest = max(polygons(places), key=lambda part: part.area)
    return scale, *shapely.maximum_inscribed_circle(widest).coords[0]


def _middles(free: Area, width: float, height: float) -> Area:
    """The middles of all boxes of a size within an area."""
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
