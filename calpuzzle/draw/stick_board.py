"""Boards and pieces of sticks, in text and as shapes; their cells are segments and points.

A place with an even row and an even column is a point of the grid; a place with exactly one even
coordinate is the segment between two points. Used by calpuzzle/draw/{text_board,board,marked}.py.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping

from calpuzzle.draw.boxes import (
    ASCII,
    UNICODE,
    DrawnPlace,
    centred,
    display_width,
    inner_width,
    painted,
)
from calpuzzle.draw.cells import MARGIN, corner, lines
from calpuzzle.draw.colours import UNCOVERED, darker
from calpuzzle.draw.piece_symbols import EMPTY
from calpuzzle.draw.scene import Line, Rect, SceneShape, Text
from calpuzzle.puzzle.lattice import Cell

UNIT = 64.0  # from point to point
GAP = 0.11  # units between a point and a stick that ends or turns at it
WIDTH = 0.13  # units
ARMS = {(-1, 0): 1, (1, 0): 2, (0, -1): 4, (0, 1): 8}
ENDS: dict[int, str] = dict(zip((1, 2, 4, 8), "╵╷╴╶", strict=True))


def stick_lines(
    regions: Mapping[DrawnPlace, Hashable],
    texts: Mapping[DrawnPlace, str],
    *,
    ascii_only: bool = False,
    colours: Mapping[Hashable, str] | None = None,
    inner: int | None = None,
) -> list[str]:
    """Return the lines of a drawing of segments, each with its text, painted as in
    calpuzzle/draw/boxes.py.

    A point of a segment is a dot if it has no text; if there are no texts at all, segments are
    joined at the points.
    A horizontal segment has `inner` columns, by default as many as the texts need; a point or a
    vertical segment has two columns fewer.
    """
    width = (inner or inner_width(texts.values())) - 2
    marks = ASCII | dict.fromkeys(ENDS, "+") if ascii_only else UNICODE | ENDS
    dot = "+" if ascii_only else "·"
    named = any(texts.values())
    found = []
    for row in range(1 + max(row for row, _ in regions)):
        parts: list[tuple[str, Hashable]] = []
        for column in range(1 + max(column for _, column in regions)):
            place = row, column
            text = texts.get(place, "")
            arms = _arms(place, regions)
            wide = width + 2 * (column % 2)
            if row % 2 == column % 2:
                free = text in ("", EMPTY) and named and arms
                text = dot if free else text or marks[arms]
            elif column % 2 and place in regions:
                text = text if text == EMPTY else f"{text:{marks[12]}^{wide}}"
            elif place in regions:
                text = text or marks[3]
            parts.append((centred(text, wide), regions.get(place)))
        found.append(painted(parts, colours))
    return found


def _arms(place: DrawnPlace, segments: Collection[DrawnPlace]) -> int:
    """Return the segments that begin at a point, as the bits of the box characters."""
    row, column = place
    if row % 2 or column % 2:
        return 0
    return sum(bit for (y, x), bit in ARMS.items() if (row + y, column + x) in segments)


def grid(places: Iterable[DrawnPlace], stroke: str, width: float) -> list[SceneShape]:
    """Return all segments as lines, and squares for the points that are cells. At most one stick
    may pass through each of these points."""
    dots: list[SceneShape] = []
    edges = []
    for row, column in places:
        if row % 2 == column % 2:
            x, y = corner((row // 2, column // 2), UNIT)
            dots.append(Rect(x - 2 * width, y - 2 * width, 4 * width, 4 * width, stroke))
        elif row % 2:
            edges.append((True, column // 2, row // 2))
        else:
            edges.append((False, row // 2, column // 2))
    return [*lines(edges, stroke, width, UNIT), *dots]


def stick(places: Collection[DrawnPlace], colour: str, unit: float = UNIT) -> list[SceneShape]:
    """Return a stick as lines, with a gap to the points at which it ends or turns."""
    # Thin lines on white need a darker colour than cells.
    dark = darker(colour, 0.8)
    found: list[SceneShape] = []
    segments = _segments(places)
    # Some of these places are the middle of a square. No segment begins there, so nothing is drawn.
    points = {(row + y, column + x) for row, column in segments for y, x in ARMS}
    ends: dict[DrawnPlace, list[tuple[float, float]]] = {}
    for point in sorted(points):
        x, y = corner((point[0] // 2, point[1] // 2), unit)
        arms = [arm for arm, bit in ARMS.items() if bit & _arms(point, segments)]
        turns = len(arms) == 2 and arms[0][0] != -arms[1][0]
        gap = GAP * unit if turns or len(arms) == 1 else 0.0
        tips = [(x + gap * across, y + gap * down) for down, across in arms]
        for (down, across), tip in zip(arms, tips, strict=True):
            ends.setdefault((point[0] + down, point[1] + across), []).append(tip)
        if turns:
            found.append(Line(*tips[0], *tips[1], dark, WIDTH * unit))
    return found + [Line(*a, *b, dark, WIDTH * unit) for a, b in ends.values()]


def label_texts(
    texts: Mapping[Cell, str],
    places: Mapping[Cell, DrawnPlace],
    covered: Collection[Cell] = (),
    bold: Collection[str] = (),
) -> list[SceneShape]:
    """Return the texts printed on segments that nothing covers."""
    free = {cell: text for cell, text in texts.items() if cell not in covered}
    return [
        shape
        for cell, text in free.items()
        for shape in name_text(text, [places[cell]], text in bold)
    ]


def name_text(name: str, places: Collection[DrawnPlace], bold: bool = True) -> list[SceneShape]:
    """Return the name of a stick on one of its segments, a horizontal one if the name is long."""
    columns = display_width(name)
    segments = _segments(places)
    across = [place for place in segments if place[1] % 2]
    segments = across if columns > 1 and across else segments
    # A segment in the middle of the list is usually away from the ends, where sticks meet.
    row, column = segments[len(segments) // 2]
    x, y = MARGIN + column * UNIT / 2, MARGIN + row * UNIT / 2
    room = UNIT if column % 2 else 2 * MARGIN
    size = min(14.0, 1.5 * room / max(1, columns))
    width = min(room, max(16.0, 0.7 * size * columns + 4))
    back = Rect(x - width / 2, y - 8, width, 16, UNCOVERED)
    return [back, Text(x, y, name, size, bold=bold)]


def _segments(places: Iterable[DrawnPlace]) -> list[DrawnPlace]:
    return sorted([place for place in places if place[0] % 2 != place[1] % 2])
