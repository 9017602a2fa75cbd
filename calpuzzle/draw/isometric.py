"""Solid objects in isometric view: cells as cubes, of which the top, the left front and the right
front are visible.

Layer 0 is the lowest; rows run to the lower left and columns to the lower right. Cubes are drawn
from the back to the front, so that nearer ones cover those behind them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import cos, pi

from calpuzzle.draw.cells import GRID, MARGIN, GridPoint, framed
from calpuzzle.draw.cells import SIZE as CELL
from calpuzzle.draw.colours import INK, darker
from calpuzzle.draw.scene import Line, Polygon, Scene, SceneShape
from calpuzzle.puzzle.shapes import Cell

SIZE = 22.0  # one edge of a cube
MIN_SIZE = 10.0
COS_30 = cos(pi / 6)
FACES = ((0, 1.0), (1, 0.86), (2, 0.72))
"""The axis of a face and its brightness: top, left, right."""

THICK, THIN = 1.6, 0.6


def solid_scene(
    owners: Mapping[Cell, Hashable],
    colours: Mapping[Hashable, str],
    size: float = SIZE,
    room: Iterable[Cell] = (),
) -> Scene:
    """Return cells as cubes in the colours of their owners, with heavy lines at the edges of the
    surface and between owners. The picture also has room for the cells of `room`. Raise
    CannotDoError as `framed` does."""
    cells = [*{**dict.fromkeys(room), **dict.fromkeys(owners)}]
    points, (depth, height, width) = framed(cells)
    taken = {
        point: owners[cell] for cell, point in zip(cells, points, strict=True) if cell in owners
    }
    frame = MARGIN + height * COS_30 * size, MARGIN + depth * size, size
    faces = [
        (point, axis, light)
        for point in sorted(taken, key=sum)
        for axis, light in FACES
        if _moved(point, axis, 1) not in taken
    ]
    # A face consists of two triangles of the picture, which may belong to several faces. In each
    # triangle, the face that is drawn last is visible.
    seen = {half: face for face in faces for half in _halves(*face[:2])}
    shown = {*seen.values()}
    shapes: list[SceneShape] = []
    for point, axis, light in (face for face in faces if face in shown):
        shapes += _face(point, axis, taken, darker(colours[taken[point]], light), frame)
    across = (height + width) * COS_30 * size
    down = (height + width) * size / 2 + depth * size
    return Scene(across + 2 * MARGIN, down + 2 * MARGIN, tuple(shapes))


def layer_scenes(
    owners: Mapping[Cell, Hashable], colours: Mapping[Hashable, str], room: Sequence[Cell]
) -> list[Scene]:
    """Return pictures of a board of the cells `room`: one of the lowest layer, one of the lowest
    two, and so on. Each is as wide as a layer in the flat picture of the board, or wider if the
    cubes would otherwise be smaller than `MIN_SIZE`."""
    _, (_, height, width) = framed(room)
    size = max(MIN_SIZE, width * CELL / ((height + width) * COS_30))
    return [
        solid_scene(
            {cell: owner for cell, owner in owners.items() if cell[0] <= layer}, colours, size, room
        )
        for layer in sorted({cell[0] for cell in room})
    ]


def _moved(point: GridPoint, axis: int, by: int) -> GridPoint:
    """Return the point moved along an axis."""
    z, y, x = (place + by * (k == axis) for k, place in enumerate(point))
    return z, y, x


def _corners(point: GridPoint, axis: int) -> list[GridPoint]:
    """Return the corners of a face of a cube, in order."""
    base = _moved(point, axis, 1)
    u, v = (other for other in range(3) if other != axis)
    return [base, _moved(base, u, 1), _moved(_moved(base, u, 1), v, 1), _moved(base, v, 1)]


def _halves(point: GridPoint, axis: int) -> list[tuple[int, int]]:
    """Return the two triangles of a face in the picture, as three times their centroids."""
    a, b, c, d = [(x - y, x + y - 2 * z) for z, y, x in _corners(point, axis)]
    return [(a[0] + c[0] + e[0], a[1] + c[1] + e[1]) for e in (b, d)]


def _face(
    point: GridPoint,
    axis: int,
    taken: Mapping[GridPoint, Hashable],
    fill: str,
    frame: tuple[float, float, float],
) -> list[SceneShape]:
    """Return one face of a cube, with a line on each side: a fine one if the face continues
    there."""
    u, v = (other for other in range(3) if other != axis)
    places = [_place(corner, frame) for corner in _corners(point, axis)]
    shapes: list[SceneShape] = [Polygon(tuple(places), fill)]
    for number, (along, by) in enumerate(((v, -1), (u, 1), (v, 1), (u, -1))):
        near = _moved(point, along, by)
        goes_on = taken.get(near) == taken[point] and _moved(near, axis, 1) not in taken
        stroke, width = (GRID, THIN) if goes_on else (INK, THICK)
        ends = places[number], places[(number + 1) % 4]
        shapes.append(Line(*ends[0], *ends[1], stroke, width))
    return shapes


def _place(corner: GridPoint, frame: tuple[float, float, float]) -> tuple[float, float]:
    """Return the place of a cube's corner in the picture."""
    left, top, size = frame
    z, y, x = corner
    return left + (x - y) * COS_30 * size, top + (x + y) * size / 2 - z * size
