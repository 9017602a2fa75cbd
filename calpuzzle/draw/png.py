"""A Scene as PNG, drawn by matplotlib (the extra `plot`), and the fonts that this may use: its own,
then what is installed for other scripts."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Any

from calpuzzle.base.extras import importing
from calpuzzle.base.text import visible
from calpuzzle.draw.scene import Polygon, Rect, Scene, Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 72  # one unit of a scene is one point, so widths and font sizes can be handed over as such
MAX_SIDE = 1 << 15  # pixels
MAX_PIXELS = 1 << 25
OWN = "DejaVu Sans"
OTHERS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Source Han Sans",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "IPAGothic", "Droid Sans Fallback",
    "Hiragino Sans", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS",
)  # fmt: skip


def to_png(scene: Scene, scale: float = 2.0) -> bytes:
    """The scene as PNG, `scale` pixels a unit, or fewer where these would be too many to hold.

    Raises CannotDoError where matplotlib is not installed.
    """
    instead = "--format svg works without it"
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
    fonts = families()
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
    """Rectangles, polygons or lines all at once: thousands, each drawn by itself, would take
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


def families() -> list[str]:
    """The font families to look for a letter in, in this order."""
    from matplotlib import font_manager

    installed = set(font_manager.get_font_names())
    return [OWN, *(name for name in OTHERS if name in installed)]


class MissingLetterWarning(UserWarning):
    """Some letters are in none of the fonts, and the picture shows boxes in their place."""


@contextmanager
def one_warning(instead: str = "") -> Iterator[None]:
    """Warn once of all letters that are in no font, instead of once for each; `instead` says what
    else helps."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    others = [each for each in caught if "missing from" not in str(each.message)]
    for each in others:
        warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    if len(others) < len(caught):
        warn_of_letters(instead)


def warn_of_letters(instead: str = "") -> None:
    """Warn that letters are missing."""
    warnings.warn(
        "no font here has some of the labels' letters, and boxes stand in their place; "
        f"install one such as Noto Sans{instead}",
        MissingLetterWarning,
        stacklevel=4,
    )
