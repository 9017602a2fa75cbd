"""The heatmap of the counts of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.later import Later
from calpuzzle.base.wording import shown
from calpuzzle.planning import set_counts
from calpuzzle.puzzle.lowering import Lowered, check_puzzle

if TYPE_CHECKING:
    import matplotlib.axes as mpl
    import numpy as np
    import numpy.typing as npt
else:
    np, npt = Later("numpy"), Later("numpy.typing")
    mpl = Later("matplotlib.axes")


def heatmap(
    puzzle: Lowered, ax: mpl.Axes | Sequence[mpl.Axes] | npt.NDArray[np.object_] | None = None
) -> mpl.Axes | npt.NDArray[np.object_]:
    """Draw the counts of all dates as a heatmap with matplotlib.

    Parameters
    ----------
    puzzle : Puzzle
        A puzzle with groups.
    ax : Axes, or a sequence or ndarray of Axes, optional
        The axes to draw into, one per panel. By default a new figure.

    Returns
    -------
    Axes or ndarray of Axes
        An array if the heatmap has several panels: if the puzzle has a third group of at most 16
        labels, there is one panel per label of that group, and one for their mean.

    Raises
    ------
    InputError
        If the puzzle has no groups, or `ax` is not one Axes per panel.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> axes = cp.heatmap(cp.load("month-day-7x7"))  # doctest: +SKIP
    """
    from calpuzzle.draw.heatmap import axes

    check_puzzle(puzzle)
    given = None if ax is None else list(np.ravel(np.asarray(ax, dtype=object)))
    for each in given or ():
        if not hasattr(each, "pcolormesh"):
            raise InputError(f"ax must be Axes of matplotlib, not {shown(each)}")
    return axes(puzzle.model, set_counts.counts(puzzle.lowered), given)
