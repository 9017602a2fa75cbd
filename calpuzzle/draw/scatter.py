"""A scatter plot with one point for each row of an atlas, drawn by matplotlib (the extra `plot`).

The x axis has the number of dates without a solution, the y axis the number of all solutions. Both
scales are logarithmic from 1 on, and linear below, so that 0 can be drawn. The same points always
give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.draw.fonts import families, one_warning
from calpuzzle.draw.heatmap import METADATA, SETTINGS, check_matplotlib

MANY_POINTS = 5_000  # if there are more points than this, they are small and rasterized


class NamedPoint(NamedTuple):
    """A point with a name."""

    name: str
    unsolved: int
    total: int


def scatter(
    unsolved: npt.NDArray[Any],
    total: npt.NDArray[Any],
    marks: Sequence[NamedPoint],
    title: str,
    ending: str,
) -> bytes:
    """Return the points, and the marked ones with their names, as svg, png or pdf.

    Raise MissingExtraError if matplotlib is missing.
    """
    check_matplotlib()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    many = len(unsolved) > MANY_POINTS
    fonts = families("".join([title, *(mark.name for mark in marks)]))
    buffer = io.BytesIO()
    with mpl.rc_context({**SETTINGS, "font.family": fonts}), one_warning():
        figure = Figure(figsize=(8, 5.5), layout="constrained")
        axes = figure.subplots()
        axes.scatter(
            unsolved,
            total,
            s=3 if many else 14,
            c=np.where(np.asarray(unsolved) == 0, "#d9730d", "#4878a8"),
            alpha=0.15 if many else 0.7,
            linewidths=0,
            rasterized=many,
        )
        _scale(axes, int(max(unsolved)), int(min(total)), int(max(total)))
        _write_marks(axes, marks)
        axes.set_xlabel("dates without a solution")
        axes.set_ylabel("solutions of all dates")
        axes.set_title(title, fontsize=11, parse_math=False)
        axes.grid(color=(0, 0, 0, 0.1))
        axes.set_axisbelow(True)
        figure.savefig(buffer, format=ending, dpi=150, metadata=METADATA[ending])
    return buffer.getvalue()


def _scale(axes: Any, most_unsolved: int, least: int, most: int) -> None:
    """Set logarithmic scales. The scale of the totals begins below the least total. A scale that
    would have fewer than two ticks, because its values span so little, is made wider."""
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        getattr(axes, f"set_{name}scale")("symlog", linthresh=1, linscale=0.5)
        axis.set_major_formatter("{x:,.0f}")
    axes.set_xlim(left=-0.3, right=12 if most_unsolved < 10 else None)
    if most < 100 * least:
        axes.set_ylim(_power(least + 1) / 12, 1.2 * _power(most + 1))
    else:
        axes.set_ylim(bottom=least / 2 if least > 1 else -0.3)


def _power(number: int) -> int:
    """Return the least power of ten, from 10 on, that is not below the number."""
    return int(10 ** max(1, len(str(number - 1))))


def _write_marks(axes: Any, marks: Sequence[NamedPoint]) -> None:
    for mark in marks:
        at = (mark.unsolved, mark.total)
        axes.plot(*at, "o", ms=9, mfc="none", mec="black", mew=1.3)
        across, _ = axes.transAxes.inverted().transform(axes.transData.transform(at))
        side = "right" if across > 0.7 else "left"
        axes.annotate(
            mark.name,
            at,
            xytext=(7 if side == "left" else -7, 7),
            textcoords="offset points",
            ha=side,
            fontsize=9,
            parse_math=False,
        )
