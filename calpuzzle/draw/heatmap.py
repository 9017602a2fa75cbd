"""The counts of a puzzle as heatmaps, drawn by matplotlib (the extra `plot`).

The largest group runs across, the next largest down, and each label of the third has its own panel,
with the mean of all panels as the last one. Further groups, and a third one with more than
MAX_PANELS labels, are averaged over. All panels share one scale. A cross marks a date without a
solution; dates that do not exist are grey. The same counts always give the same bytes.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.base.errors import InputError, MissingExtraError
from calpuzzle.base.wording import plural
from calpuzzle.draw.fonts import families, one_warning
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_PANELS = 16
MAX_UNIT_TICKS = 8  # up to this maximum, the scale has one tick per count
MISSING_COLOUR = "#e4e4e4"
SETTINGS: dict[Any, Any] = {"svg.hashsalt": "calpuzzle", "svg.fonttype": "path"}
METADATA = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


class Panel(NamedTuple):
    """One heatmap: its title, and its values, with nan for dates that do not exist."""

    title: str
    values: npt.NDArray[np.float64]


class Scale(NamedTuple):
    """The scale of the colours: its label; the power to which values are raised; the maximum, if
    it is the same for all puzzles; and the summary in the title, if it is not the sum of the
    values."""

    label: str
    power: float
    top: float = 0
    summary: str = ""


# Most dates have few solutions: a power below 1 gives them more of the scale.
SOLUTIONS = Scale("solutions", 0.6)


class PanelLayout(NamedTuple):
    """The panels, and the groups that run down and across."""

    panels: list[Panel]
    down: Group | None
    across: Group


def check_can_plot(model: Model) -> None:
    """Raise InputError for a puzzle without groups, and CannotDoError if matplotlib is missing."""
    if not model.groups:
        raise InputError(
            f"{model.name} has no groups, so there is one count and nothing to plot: "
            "calpuzzle count prints it"
        )
    check_matplotlib()


def check_matplotlib() -> None:
    """Raise MissingExtraError if matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError("a plot", "matplotlib", "plot")


def panel_layout(model: Model, counts: npt.NDArray[np.int64]) -> PanelLayout:
    """Arrange the counts, an array with one axis per group."""
    values = np.where(existing(model), counts, np.nan)
    sizes = model.shape
    order = sorted(range(len(sizes)), key=lambda axis: (-sizes[axis], -axis))
    # Further groups are averaged over, and so is a third one that is too large for panels.
    several = len(order) > 2 and sizes[order[2]] <= MAX_PANELS
    shown, averaged = order[: 2 + several], order[2 + several :]
    values = np.transpose(values, [*reversed(shown), *averaged])
    values = values.mean(axis=tuple(range(len(shown), len(sizes))))
    across, *down = [model.groups[axis] for axis in shown]
    if several:
        group = down.pop()
        panels = [Panel(*each) for each in zip(group.labels, values, strict=True)]
        panels.append(Panel(f"mean over {group.name}", values.mean(axis=0)))
    else:
        names = " and ".join(model.groups[axis].name for axis in averaged)
        panels = [Panel(names and f"mean over {names}", np.atleast_2d(values))]
    return PanelLayout(panels, down[0] if down else None, across)


def heatmap(
    model: Model, counts: npt.NDArray[np.int64], ending: str, scale: Scale = SOLUTIONS
) -> bytes:
    """Return the heatmap of counts, or of other values that the scale describes, as svg, png or
    pdf.

    Raise InputError for a puzzle without groups, and CannotDoError if matplotlib is missing.
    """
    check_can_plot(model)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    buffer = io.BytesIO()
    with mpl.rc_context(SETTINGS | _fonts(model)), one_warning():
        figure = Figure(layout="constrained")
        _draw(figure, model, counts, panel_layout(model, counts), scale)
        figure.savefig(buffer, format=ending, dpi=150, metadata=METADATA[ending])
    return buffer.getvalue()


def axes(
    model: Model, counts: npt.NDArray[np.int64], ax: list[Axes] | None = None
) -> Axes | npt.NDArray[np.object_]:
    """Draw the heatmap for a notebook, and return the Axes of matplotlib, or an array of one Axes
    per panel.

    It is drawn into `ax`, as many Axes as there are panels, or into a new figure. Raise the
    exceptions of `heatmap`, and InputError for a wrong number of Axes.
    """
    check_can_plot(model)
    import matplotlib as mpl
    from matplotlib import pyplot

    found = panel_layout(model, counts)
    panels = len(found.panels)
    with mpl.rc_context(_fonts(model)):
        if ax is None:
            drawn = _draw(pyplot.figure(layout="constrained"), model, counts, found)
        else:
            drawn = ax
            if len(drawn) != panels:
                raise InputError(
                    f"the heatmap of {model.name} has {plural(panels, 'panel')}; give as many Axes,"
                    f" not {len(drawn)}"
                )
            _fill(drawn, found, drawn)
    return drawn[0] if panels == 1 else np.array(drawn, dtype=object)


def _fonts(model: Model) -> dict[Any, Any]:
    """Return the font setting for all letters of the puzzle."""
    labels = [label for group in model.groups for label in (group.name, *group.labels)]
    return {"font.family": families("".join([model.heading, *labels]))}


def _draw(
    figure: Figure,
    model: Model,
    counts: npt.NDArray[np.int64],
    found: PanelLayout,
    scale: Scale = SOLUTIONS,
) -> list[Axes]:
    """Draw all panels into a figure, with a title over them; return the Axes of the panels."""
    number = len(found.panels)
    columns = min(2, number)
    rows = -(-number // columns)
    height, width = found.panels[0].values.shape
    cell = 0.3 if number == 1 else 0.19
    panel_width = min(14.0, max(3.0, cell * width))
    panel_height = min(14.0, max(0.3, cell * height))
    figure.set_size_inches(columns * (panel_width + 0.7) + 1.0, rows * (panel_height + 0.65) + 0.6)
    all_axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    drawn = all_axes[:number]
    _fill(drawn, found, all_axes, scale)
    for unused in all_axes[number:]:
        unused.set_axis_off()
    summary = scale.summary or plural(sum(map(int, counts.flat)), "solution")
    head = f"{model.title or model.name}: {summary}"
    real = counts[existing(model)]
    none = int((real == 0).sum())
    any_one = "a solution" if scale.summary else "any"
    _head(figure, head + (f", {none:,} of {real.size:,} without {any_one} (x)" if none else ""))
    return drawn


def _head(figure: Figure, text: str) -> None:
    """Write the text above the panels, wrapped to fit the figure."""
    title = figure.suptitle(text, fontsize=11, parse_math=False)
    room = 0.96 * figure.get_figwidth() * figure.dpi
    columns = len(text)
    # Letters differ in width, so only the drawn line shows how many of them fit.
    while title.get_window_extent().width > room and columns > 1:
        columns = int(0.9 * columns)
        title.set_text(textwrap.fill(text, columns))


def _fill(
    drawn: Sequence[Axes], found: PanelLayout, around: Sequence[Axes], scale: Scale = SOLUTIONS
) -> None:
    """Draw each panel into its Axes, and the scale next to all Axes of `around`."""
    import matplotlib as mpl
    from matplotlib.colors import PowerNorm

    top = scale.top or max(1.0, max(float(np.nanmax(panel.values)) for panel in found.panels))
    norm = PowerNorm(scale.power, vmin=0, vmax=top)
    colours = mpl.colormaps["viridis"].with_extremes(bad=MISSING_COLOUR)
    mesh: Any = None
    for axes, panel in zip(drawn, found.panels, strict=True):
        values = np.ma.masked_invalid(panel.values)
        mesh = axes.pcolormesh(values, cmap=colours, norm=norm, edgecolors="white", linewidth=0.3)
        axes.set_facecolor(MISSING_COLOUR)
        _label(axes, panel, found)
        rows_at, columns_at = np.nonzero(panel.values == 0)
        axes.plot(columns_at + 0.5, rows_at + 0.5, "x", color="white", ms=4.5, mew=1.2)
    bar = drawn[0].figure.colorbar(mesh, ax=list(around), pad=0.015, aspect=35, fraction=0.04)
    bar.set_label(scale.label, fontsize=9)
    bar.ax.tick_params(labelsize=8)
    if top <= MAX_UNIT_TICKS:
        # Otherwise there would be ticks between the counts.
        bar.set_ticks(range(int(top) + 1))


def _label(axes: Axes, panel: Panel, found: PanelLayout) -> None:
    across = found.across.labels
    down = found.down.labels if found.down else ()
    single = len(found.panels) == 1
    axes.set_title(panel.title, fontsize=9, loc="left", pad=3, parse_math=False)
    axes.invert_yaxis()
    axes.tick_params(length=0, pad=2, labelsize=8 if single else 6.5)
    _ticks(axes.set_xticks, across, max(1, -(-max(map(len, across)) * len(across) // 90)))
    _ticks(axes.set_yticks, down, max(1, len(down) // 60))
    for side in axes.spines.values():
        side.set_visible(False)
    if single and panel.values.size <= 400:
        _write_numbers(axes, panel.values)


def _ticks(put: Callable[..., object], labels: Sequence[str], every: int) -> None:
    """Put labels in the middle of their cells. Dollars are escaped, because matplotlib would read
    formulas."""
    at = range(0, len(labels), every)
    put([k + 0.5 for k in at], [labels[k].replace("$", r"\$") for k in at])


def _write_numbers(axes: Axes, values: npt.NDArray[np.float64]) -> None:
    dark = 0.45 * float(np.nanmax(values))
    for (row, column), value in np.ndenumerate(values):
        if value > 0:
            text = f"{value:.0f}"
            colour, size = "black" if value > dark else "white", 7 if len(text) < 4 else 5.5
            axes.text(
                column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=size, color=colour
            )
