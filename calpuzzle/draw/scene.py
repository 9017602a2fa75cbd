"""The shapes and texts of a picture, independent of the file format.

Units are pixels at scale 1, x to the right and y downwards, the origin at the top left corner.
Colours are `#rrggbb`. Later shapes are drawn over earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isqrt
from typing import NamedTuple

GAP = 24.0  # between the scenes of a sheet


class Rect(NamedTuple):
    """A filled rectangle without an outline."""

    x: float
    y: float
    width: float
    height: float
    fill: str


class Polygon(NamedTuple):
    """A filled polygon without an outline, by its corners as (x, y)."""

    points: tuple[tuple[float, float], ...]
    fill: str


class Line(NamedTuple):
    """A straight line with round ends; `width` is its thickness."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float


class Text(NamedTuple):
    """One line of text, centred vertically on y; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "#222222"
    anchor: str = "middle"
    bold: bool = False


SceneShape = Rect | Polygon | Line | Text


class Scene(NamedTuple):
    """A picture: its size, its shapes in drawing order, and a title for screen readers."""

    width: float
    height: float
    shapes: tuple[SceneShape, ...]
    title: str = ""
    background: str = "#ffffff"


def shifted(scene: Scene, dx: float, dy: float) -> tuple[SceneShape, ...]:
    """Return the shapes of `scene`, moved, to put several scenes on one sheet."""
    moved: list[SceneShape] = []
    for shape in scene.shapes:
        if isinstance(shape, Line):
            moved.append(
                Line(shape.x1 + dx, shape.y1 + dy, shape.x2 + dx, shape.y2 + dy, *shape[4:])
            )
        elif isinstance(shape, Polygon):
            moved.append(Polygon(tuple((x + dx, y + dy) for x, y in shape.points), shape.fill))
        else:
            moved.append(shape._replace(x=shape.x + dx, y=shape.y + dy))
    return tuple(moved)


def in_rows(scenes: Iterable[Scene], width: float = inf) -> Scene:
    """Return scenes side by side, as many per row as fit into the width, at least one."""
    shapes: list[SceneShape] = []
    x = y = height = right = 0.0
    for scene in scenes:
        if x and x + scene.width > width:
            x, y, height = 0.0, y + height, 0.0
        shapes += shifted(scene, x, y)
        x += scene.width
        right, height = max(right, x), max(height, scene.height)
    return Scene(right, y + height, tuple(shapes))


def sheet(scenes: list[Scene], title: str = "") -> Scene:
    """Return several scenes on one sheet, in reading order, each above its number, from 1 on. There
    are as many columns as rows, or one more. A single scene is returned unchanged."""
    if len(scenes) == 1:
        return scenes[0]
    columns = isqrt(len(scenes) - 1) + 1
    width = max(scene.width for scene in scenes) + GAP
    height = max(scene.height for scene in scenes) + GAP
    places = [
        Scene(width, height, (*scene.shapes, Text(scene.width / 2, scene.height + 8, str(k), 12)))
        for k, scene in enumerate(scenes, 1)
    ]
    # Half a column more, because in_rows adds the widths one by one, and this sum of floats may be
    # a little larger than the product.
    whole = in_rows(places, (columns + 0.5) * width)
    return whole._replace(width=whole.width - GAP, title=title)
