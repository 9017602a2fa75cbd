"""What a picture is made of, apart from the file format it will be written in.

Units are pixels at scale 1, x to the right and y downwards, the origin at the top left corner.
Colours are `#rrggbb`. Later shapes lie over earlier ones.
"""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """A filled rectangle, with no outline."""

    x: float
    y: float
    width: float
    height: float
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


Shape = Rect | Line | Text


class Scene(NamedTuple):
    """A picture: its size, its shapes in drawing order, and a title for those who cannot see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    background: str = "#ffffff"


def shifted(scene: Scene, dx: float, dy: float) -> tuple[Shape, ...]:
    """The shapes of `scene`, moved: for putting several scenes on one sheet."""
    moved: list[Shape] = []
    for shape in scene.shapes:
        if isinstance(shape, Line):
            moved.append(
                shape._replace(
                    x1=shape.x1 + dx, y1=shape.y1 + dy, x2=shape.x2 + dx, y2=shape.y2 + dy
                )
            )
        else:
            moved.append(shape._replace(x=shape.x + dx, y=shape.y + dy))
    return tuple(moved)


def sheet(
    scenes: list[Scene], columns: int | None = None, gap: float = 24, title: str = ""
) -> Scene:
    """Several scenes side by side, `columns` a row (None: as many as rows, or one more), in
    reading order, `gap` apart. A single scene is given back as it is."""
    if len(scenes) == 1:
        return scenes[0]
    if columns is None:
        columns = next(k for k in range(1, len(scenes) + 1) if k * k >= len(scenes))
    columns = max(1, min(columns, len(scenes)))
    rows = -(-len(scenes) // columns)
    width = max(scene.width for scene in scenes)
    height = max(scene.height for scene in scenes)
    shapes: list[Shape] = []
    for index, scene in enumerate(scenes):
        row, column = divmod(index, columns)
        shapes += shifted(scene, column * (width + gap), row * (height + gap))
    return Scene(
        columns * (width + gap) - gap, rows * (height + gap) - gap, tuple(shapes), title=title
    )
