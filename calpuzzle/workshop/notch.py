"""The finger notch: a half-round recess in the frame beside a cell, to lift the first piece out by.

It is no wider than the straight end of a piece of one cell, so that nothing slides into it, and
some of the frame stays all round it.
"""

from __future__ import annotations

from math import ceil, dist

import numpy as np
import shapely
from shapely import LineString, Polygon

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Model
from calpuzzle.workshop.areas import ARC, HAIR, Area, grown, middle, open_edges, polygons, snapped
from calpuzzle.workshop.settings import Settings

WALL = 2.0  # millimetres of the frame that stay round a notch


def notched(model: Model, window: Area, outer: Area, own: Settings) -> Area:
    """The window of the frame with its notch, as near to the middle of the lower side as it goes.
    Raises InputError where there is no room for one."""
    if not own.notch:
        return window
    edges = open_edges(model.board.cells, own.cell, model.lattice)
    most = max(0.0, min(dist(*edge) for edge in edges) - own.clearance - 2 * own.radius)
    if own.notch > most + HAIR:
        raise InputError(
            f"the end of a piece would slide into a notch of {own.notch:g} mm; of {most:.4g} mm "
            "at most it would not"
        )
    wall, room = shapely.boundary(window).buffer(2 * HAIR), grown(ring(outer, window), HAIR)
    left, low, right, _ = window.bounds
    near = (left + right) / 2, low
    half = own.notch / 2
    for edge in sorted(edges, key=lambda edge: dist(np.mean(edge, axis=0), near)):
        at, along = np.mean(edge, axis=0), np.subtract(*edge) / dist(*edge)
        out = at - middle(edges[edge], own.cell, model.lattice)
        out /= np.linalg.norm(out)
        ends = [at - half * along, at + half * along]
        if wall.covers(LineString(ends)) and room.covers(_half(at, along, out, half + WALL)):
            # A little into the cell, for there the two become one.
            strip = Polygon([*ends, *(end - 10 * HAIR * out for end in ends[::-1])])
            return snapped(shapely.union_all([window, _half(at, along, out, half), strip]))
    raise InputError(
        f"a notch of {own.notch:g} mm goes {half:g} mm into the frame, of which {WALL:g} mm stay, "
        f"and no side has so much: give a smaller notch, or a frame of {ceil(half + WALL)} mm"
    )


def ring(outer: Area, window: Area) -> Polygon:
    """The part of a frame that goes round all others."""
    return max(polygons(outer.difference(window)), key=lambda part: shapely.box(*part.bounds).area)


def _half(at: np.ndarray, along: np.ndarray, out: np.ndarray, radius: float) -> Polygon:
    """Half of a disc, from its straight side outwards."""
    turns = np.linspace(0, np.pi, 2 * ARC + 1)[:, None]
    return Polygon(at + radius * (np.cos(turns) * along + np.sin(turns) * out))
