"""A Scene as PNG, drawn by matplotlib (the extra `plot`)."""

from __future__ import annotations

import io
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Any

from calpuzzle.base.extras import importing
from calpuzzle.base.wording import visible
from calpuzzle.draw.fonts import families, one_warning
from calpuzzle.draw.scene import Polygon, Rect, Scene, Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 72  # one unit of a scene is one point, so widths and font sizes need no conversion
MAX_SIDE = 1 << 15  # pixels
MAX_PIXELS = 1 << 25


def to_png(scene: Scene, scale: float = 2.0) -> bytes:
    """Return the scene as PNG with `scale` pixels per unit, or fewer if the picture would be too
    large.

    Raise MissingExtraError if matplotlib is not installed, and CannotDoError if it does not load.
    """
    instead = "SVG works without it"
    with importing("matplotlib", "PNG", "matplotlib", "plot", instead):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    width, height = scene.width, scene.height
    figure = Figure(figsize=(width / DPI, height / DPI), facecolor=scene.background)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    fonts = families("".join(each.text for each in scene.shapes if isinstance(each, Text)))
    for order, (kind, run) in enumerate(groupby(scene.shapes, key=type)):
        if kind is Text:
            for text in run:
                _write(axes, text, fonts, order)
        else:
            _draw(axes, list(run), order)
    scale = min(scale, MAX_SIDE / max(width, height), sqrt(MAX_PIXELS / width / height))
    buffer = io.BytesIO()
    with one_warning(", or draw it as svg"):
        figure.savefig(buffer, format="png", dpi=DPI * scale, facecolor=scene.background)
    return buffer.getvalue()


def _draw(axes: Axes, shapes: list[Any], order: int) -> None:
    """Draw rectangles, polygons or lines all at once: thousands of single ones would take
    seconds."""
    from matplotlib.collections import LineCollection, PolyCollection

    drawn: PolyCollection | LineCollection
    if isinstance(shapes[0], Rect | Polygon):
        corners = [each.points if isinstance(each, Polygon) else _corners(each) for each in shapes]
        drawn = PolyCollection(corners, facecolors=[each.fill for each in shapes], linewidths=0)
    else:
        strokes, widths = [each.stroke for each in shapes], [each.width for each in shapes]
        ends = [[(x1, y1), (x2, y2)] for x1, y1, x2, y2, *_ in shapes]
        drawn = LineCollection(ends, colors=strokes, linewidths=widths, capstyle="round")
    drawn.set_zorder(order)
    axes.add_collection(drawn)


def _corners(box: Rect) -> list[tuple[float, float]]:
    x, y, wide, high, _ = box
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _write(axes: Axes, text: Any, fonts: list[str], order: int) -> None:
    axes.text(
        text.x,
        text.y,
        visible(text.text),
        fontsize=text.size,
        color=text.fill,
        ha={"start": "left", "middle": "center", "end": "right"}[text.anchor],
        va="center_baseline",
        family=fonts,
        weight="bold" if text.bold else "normal",
        zorder=order,
        parse_math=False,
    )
