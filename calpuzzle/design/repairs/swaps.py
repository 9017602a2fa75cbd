"""The search for printed labels to swap, so that every date has a solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle.design.layouts.label_cells import Labels
from calpuzzle.puzzle.cover import Progress


class Swapped(NamedTuple):
    """Pairs of labels that change places, one after another, and the cell of each at the end."""

    pairs: tuple[tuple[int, int], ...]
    cells: tuple[int, ...]


def fewest_swaps(
    labels: Labels, most: int, every: bool, report: Progress | None = None
) -> list[Swapped]:
    """All ways of the fewest swaps, at most so many, after which every date that exists has a
    solution (with `every`, any that the labels allow); none where there is no such way."""
    wanted = np.ones_like(labels.real) if every else labels.real
    for number in range(most + 1):
        found = _Search(labels, wanted).run(number, report)
        if found:
            return found
    return []


class _Search:
    """All ways of a number of swaps after which no date that is wanted lacks a solution.

    What fewer swaps cannot do, and p of n swaps does, moves a label of each date that has no
    solution. Take any such date, and such a label: p is the swap that brings it to its last place,
    followed by n - 1 others, of which the same holds. So only swaps of the labels of one such date
    are tried, and no way is missed.
    """

    def __init__(self, labels: Labels, wanted: npt.NDArray[np.bool_]) -> None:
        self.labels = labels
        self.wanted = wanted
        self.none = labels.solutions == 0
        self.found: dict[tuple[int, ...], Swapped] = {}

    def run(self, number: int, report: Progress | None) -> list[Swapped]:
        """All ways of that number of swaps."""
        cells = np.arange(len(self.labels.names))
        lacking = self._lacking(cells)
        if number == 0 or not len(lacking):
            return [] if len(lacking) or number else [Swapped((), tuple(cells.tolist()))]
        pairs = list(self._pairs(lacking, number))
        for done, pair in enumerate(pairs, 1):
            self._try(cells, (pair,), number - 1)
            if report:
                report(done, len(pairs), len(self.found))
        return sorted(self.found.values())

    def _lacking(self, cells: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """The labels of the wanted dates without a solution, a row a date."""
        axes = self.labels.axes
        none = self.none[np.ix_(*[cells[axis] for axis in axes])] & self.wanted
        rows = np.nonzero(none)
        return np.stack([axis[row] for axis, row in zip(axes, rows, strict=True)], axis=1)

    def _pairs(self, lacking: npt.NDArray[np.intp], left: int) -> Iterator[tuple[int, int]]:
        """The next swaps to try, where so many are left."""
        size = len(self.labels.names)
        often = np.sort(np.bincount(lacking.ravel(), minlength=size))
        if often[-2 * left :].sum() < len(lacking):
            return  # so few labels are not in all of them
        for label in lacking[0].tolist():
            rest = lacking[(lacking != label).all(axis=1)]
            others = np.arange(size)
            if left == 1 and len(rest):
                hits = [other for other in rest[0] if (rest == other).any(axis=1).all()]
                others = np.array(hits, np.intp)
            yield from ((label, other) for other in others.tolist() if other != label)

    def _try(
        self, cells: npt.NDArray[np.intp], pairs: tuple[tuple[int, int], ...], left: int
    ) -> None:
        """Make the last of these swaps, and whatever may follow."""
        one, other = pairs[-1]
        cells = cells.copy()
        cells[one], cells[other] = cells[other], cells[one]
        lacking = self._lacking(cells)
        if not len(lacking):
            place = tuple(cells.tolist())
            self.found.setdefault(place, Swapped(pairs, place))
        elif left:
            for pair in self._pairs(lacking, left):
                self._try(cells, (*pairs, pair), left - 1)
