"""The work of a tool on the parts of a plan: engrave, then cut inside, then cut outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calpuzzle.draw.colours import lighter
from calpuzzle.workshop.areas import Area, rings
from calpuzzle.workshop.cut_plan import Label, Part
from calpuzzle.workshop.nesting import Sheet

ENGRAVE, INNER, OUTER = "engrave", "inner cut", "outer cut"
CUTS = (INNER, OUTER)
"""The kinds of cut, in the order of the work. Inner cuts come first, because a part that is cut out
may move."""

COLOURS = {ENGRAVE: "#000000", INNER: "#0000ff", OUTER: "#ff0000"}
APART = 10.0  # millimetres between sheets placed side by side

Ring = Sequence[tuple[float, float]]
"""The corners of a closed path in millimetres, without a repeated end."""


class LaserWork(NamedTuple):
    """The areas and the texts to engrave, the rings of each of the CUTS, and the outlines of parts
    with a colour of their own. If a part is engraved, its colour is light enough for letters."""

    engraved: list[Area]
    labels: list[Label]
    cuts: dict[str, list[Ring]]
    painted: list[tuple[Area, str]]


def work_on(parts: Iterable[Part]) -> LaserWork:
    """Return the work on parts, at their places."""
    found = LaserWork([], [], {name: [] for name in CUTS}, [])
    for part in parts:
        outer, *inner = rings(part.outline)
        found.cuts[OUTER].append(outer)
        found.cuts[INNER] += inner
        found.engraved.extend(area for area, _ in part.pockets)
        found.labels.extend(part.labels)
        if part.paint:
            lettered = part.pockets or part.labels
            paint = lighter(part.paint) if lettered else part.paint
            found.painted.append((part.outline, paint))
    return found


def side_by_side(sheets: Sequence[Sheet]) -> tuple[float, float, list[Part]]:
    """Return all sheets as one: its width and height, and the parts on it."""
    x = 0.0
    parts = []
    for sheet in sheets:
        parts += [part.moved(x, 0) for part in sheet.parts]
        x += sheet.width + APART
    return x - APART, sheets[0].height, parts
