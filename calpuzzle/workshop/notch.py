"""The finger notch: a half-round recess in the frame next to a cell, to lift out the first piece.

It is no wider than the straight part of a one-cell piece's side, so that no piece slides into it. A
wall of the frame remains around it.
"""

from __future__ import annotations

from math import ceil, dist, floor

import numpy as np
import shapely
from shapely import LineString, Polygon

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Model
from calpuzzle.workshop.areas import ARC, HAIR, Area, grown, middle, open_edges, polygons, snapped
from calpuzzle.workshop.cut_settings import Settings

WALL = 2.0  # millimetres of the frame that remain around a notch


def notched(model: Model, window: Area, outer: Area, settings: Settings) -> Area:
    """Return the window of the frame with its notch, as near to the middle of the lower side as
    possible. Raise InputError if there is no room for one."""
    if not settings.notch:
        return window
    edges = open_edges(model.board.cells, settings.cell, model.lattice)
    most = max(0.0, min(dist(*edge) for edge in edges) - settings.clearance - 2 * settings.radius)
    if settings.notch > most + HAIR:
        raise InputError(
            f"the end of a piece would slide into a notch of {settings.notch:g} mm; give a notch "
            f"of {floor(100 * most) / 100:g} mm at most"
        )
    wall, room = shapely.boundary(window).buffer(2 * HAIR), grown(ring(outer, window), HAIR)
    left, low, right, _ = window.bounds
    near = (left + right) / 2, low
    half = settings.notch / 2
    for edge in sorted(edges, key=lambda edge: dist(np.mean(edge, axis=0), near)):
        at, along = np.mean(edge, axis=0), np.subtract(*edge) / dist(*edge)
        out = at - middle(edges[edge], settings.cell, model.lattice)
        out /= np.linalg.norm(out)
        ends = [at - half * along, at + half * along]
        if wall.covers(LineString(ends)) and room.covers(_half(at, along, out, half + WALL)):
            # The strip reaches a little into the cell, so that notch and window are joined.
            strip = Polygon([*ends, *(end - 10 * HAIR * out for end in ends[::-1])])
            return snapped(shapely.union_all([window, _half(at, along, out, half), strip]))
    raise InputError(
        f"a notch of {settings.notch:g} mm cuts {half:g} mm into the frame and must leave "
        f"{WALL:g} mm, but no side is wide enough: give a smaller notch, or a frame of "
        f"{ceil(half + WALL)} mm"
    )


def ring(outer: Area, window: Area) -> Polygon:
    """Return the part of a frame that surrounds all others."""
    return max(polygons(outer.difference(window)), key=lambda part: shapely.box(*part.bounds).area)


def _half(at: np.ndarray, along: np.ndarray, out: np.ndarray, radius: float) -> Polygon:
    """Return the half disc with centre `at` that extends from its straight side along `out`."""
    turns = np.linspace(0, np.pi, 2 * ARC + 1)[:, None]
    return Polygon(at + radius * (np.cos(turns) * along + np.sin(turns) * out))
