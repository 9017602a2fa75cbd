"""A Scene as PNG, drawn by matplotlib (the extra `plot`), which brings its own fonts."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from calpuzzle.draw.fonts import families, one_warning
from calpuzzle.draw.scene import Line, Rect, Scene, Text
from calpuzzle.base.extras import importing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 72  # one unit of a scene is one point, so widths and font sizes can be handed over as such


def to_png(scene: Scene, scale: float = 2.0) -> bytes:
    """The scene as PNG, `scale` pixels a unit.

    Raises CannotDoError where matplotlib is not installed.
    """
    instead = "--format svg works without it"
    with importing("matplotlib", "PNG", "matplotlib", "plot", instead):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D
        from matplotlib.patches import Rectangle
    figure = Figure(figsize=(scene.width / DPI, scene.height / DPI), facecolor=scene.background)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    fonts = families()
    for order, shape in enumerate(scene.shapes):
        if isinstance(shape, Rect):
            corner = (shape.x, shape.y)
            box = Rectangle(corner, shape.width, shape.height, fc=shape.fill, lw=0, zorder=order)
            axes.add_patch(box)
        elif isinstance(shape, Line):
            xs, ys = (shape.x1, shape.x2), (shape.y1, shape.y2)
            line = Line2D(xs, ys, color=shape.stroke, lw=shape.width, zorder=order)
            line.set_solid_capstyle("round")
            axes.add_line(line)
        else:
            _write(axes, shape, fonts, order)
    buffer = io.BytesIO()
    with one_warning(", or draw it as svg"):
        figure.savefig(buffer, format="png", dpi=DPI * scale, facecolor=scene.background)
    return buffer.getvalue()


def _write(axes: Axes, text: Text, fonts: list[str], order: int) -> None:
    axes.text(
        text.x,
        text.y,
        text.text,
        fontsize=text.size,
        color=text.fill,
        ha={"start": "left", "middle": "center", "end": "right"}[text.anchor],
        va="center_baseline",
        family=fonts,
        weight="bold" if text.bold else "normal",
        zorder=order,
        parse_math=False,
    )
