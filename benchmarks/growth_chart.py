"""The picture of growth: a panel for each thing that grows, on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANELS = {
    "pieces": ("Pieces: one-sided pentominoes on boards five wide", "pieces", "seconds"),
    "rows": ("Rows: dominoes on boards eight wide", "rows", "seconds"),
    "dates": ("Dates of dray", "dates", "seconds"),
    "threads": (
        "Threads: all dates and solutions of a calendar",
        "threads",
        "seconds, by the clock",
    ),
    "solutions": ("Bytes a solution, of calendars with so many", "solutions", "bytes"),
}
# Told apart by their marks too, for those who see colours otherwise, and in print.
STYLES = {
    "backtrack": ("#b3541e", "o"),
    "dancing": ("#8250a8", "s"),
    "diagram": ("#1b7f5c", "D"),
    "halves": ("#1f5fa8", "^"),
    "frontier": ("#a88a00", "v"),
    "backtrack, all dates at once": ("#d79a75", "o"),
    "diagram that stands": ("#74bfa3", "D"),
    "diagram, gzip": ("#74bfa3", "D"),
    "diagram, xz": ("#1f5fa8", "^"),
    "all solutions in an array": ("#1f5fa8", "^"),
    "array": ("#6b7680", "s"),
}


class Point(NamedTuple):
    """The cost of one thing at a size: `size` and `cost` are in the units of the picture."""

    picture: str
    curve: str
    size: int
    cost: float


def draw(points: Sequence[Point], path: str) -> None:
    """Write the picture, narrow enough for a small screen."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "calpuzzle"
    import matplotlib.pyplot as plt

    named = [picture for picture in PANELS if any(p.picture == picture for p in points)]
    figure, panels = plt.subplots(len(named), 1, figsize=(6, 3.3 * len(named)), squeeze=False)
    for panel, picture in zip(panels[:, 0], named, strict=True):
        _panel(panel, picture, [point for point in points if point.picture == picture])
    figure.tight_layout(h_pad=2)
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def _panel(panel: Axes, picture: str, points: list[Point]) -> None:
    title, across, up = PANELS[picture]
    for curve in dict.fromkeys(point.curve for point in points):
        own = sorted((point.size, point.cost) for point in points if point.curve == curve)
        colour, mark = STYLES[curve]
        # Calendars are no steps of one thing: they have no line.
        line = "none" if picture == "solutions" else "solid"
        panel.plot(
            [size for size, _ in own],
            [cost for _, cost in own],
            color=colour, marker=mark, markersize=4, linestyle=line, label=curve,
        )  # fmt: skip
    panel.set_yscale("log")
    if picture in ("pieces", "threads"):
        panel.set_xticks(sorted({point.size for point in points}))
    else:
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(lambda size, _: f"{size:,.0f}")
    panel.set_title(title, loc="left", fontsize=11)
    panel.set_xlabel(across)
    panel.set_ylabel(up)
    panel.grid(visible=True, color="#e3e7ea")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(fontsize=8, frameon=False)
