"""The search for printed labels to swap so that every date has a solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.puzzle.cover import Progress


class Swapped(NamedTuple):
    """Pairs of labels that are swapped, in this order, and the cell of each label at the end."""

    pairs: tuple[tuple[int, int], ...]
    cells: tuple[int, ...]


def fewest_swaps(
    labels: LabelCells, most: int, every: bool, report: Progress | None = None
) -> list[Swapped]:
    """Find the fewest swaps, at most `most`, after which every date that exists has a solution
    (with `every`, every date that the labels allow). Return one sequence of swaps for each layout
    that this number of swaps reaches and in which these dates have a solution, or an empty list if
    there is none."""
    wanted = np.ones_like(labels.real) if every else labels.real
    for number in range(most + 1):
        found = _SwapSearch(labels, wanted).run(number, report)
        if found:
            return found
    return []


class _SwapSearch:
    """The search for all layouts that a number of swaps reaches and in which every wanted date has
    a solution.

    If n swaps achieve what fewer cannot, they move at least one label of every wanted date without
    a solution. Take any such date, and a label of it that moves. The swap that brings this label to
    its final cell can be made first, followed by n - 1 others, for which the same holds. So it is
    enough to try swaps of the labels of one such date, and no layout is missed.
    """

    def __init__(self, labels: LabelCells, wanted: npt.NDArray[np.bool_]) -> None:
        self.labels = labels
        self.wanted = wanted
        self.none = labels.solutions == 0
        self.found: dict[tuple[int, ...], Swapped] = {}

    def run(self, number: int, report: Progress | None) -> list[Swapped]:
        """Return one way to each layout that `number` swaps reach; fewer swaps must not be
        enough."""
        cells = np.arange(len(self.labels.names))
        unsolved = self._unsolved(cells)
        if number == 0 or not len(unsolved):
            return [] if len(unsolved) or number else [Swapped((), tuple(cells.tolist()))]
        pairs = list(self._pairs(unsolved, number))
        for done, pair in enumerate(pairs, 1):
            self._try(cells, (pair,), number - 1)
            if report:
                report(done, len(pairs), len(self.found))
        return sorted(self.found.values())

    def _unsolved(self, cells: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Return the labels of the wanted dates without a solution, one row for each date."""
        axes = self.labels.axes
        none = self.none[np.ix_(*[cells[axis] for axis in axes])] & self.wanted
        rows = np.nonzero(none)
        return np.stack([axis[row] for axis, row in zip(axes, rows, strict=True)], axis=1)

    def _pairs(self, unsolved: npt.NDArray[np.intp], remaining: int) -> Iterator[tuple[int, int]]:
        """Yield the next swaps to try if `remaining` swaps remain."""
        size = len(self.labels.names)
        occurrences = np.sort(np.bincount(unsolved.ravel(), minlength=size))
        if occurrences[-2 * remaining :].sum() < len(unsolved):
            return  # too many dates for each to contain one of the labels that can move
        for label in unsolved[0].tolist():
            others_unsolved = unsolved[(unsolved != label).all(axis=1)]
            others = np.arange(size)
            if remaining == 1 and len(others_unsolved):
                hits = [
                    other
                    for other in others_unsolved[0]
                    if (others_unsolved == other).any(axis=1).all()
                ]
                others = np.array(hits, np.intp)
            yield from ((label, other) for other in others.tolist() if other != label)

    def _try(
        self, cells: npt.NDArray[np.intp], pairs: tuple[tuple[int, int], ...], remaining: int
    ) -> None:
        """Make the last of these swaps, and try all swaps that may follow."""
        first, second = pairs[-1]
        cells = cells.copy()
        cells[first], cells[second] = cells[second], cells[first]
        unsolved = self._unsolved(cells)
        if not len(unsolved):
            place = tuple(cells.tolist())
            self.found.setdefault(place, Swapped(pairs, place))
        elif remaining:
            for pair in self._pairs(unsolved, remaining):
                self._try(cells, (*pairs, pair), remaining - 1)
