"""All unsolvable dates of a puzzle, those with the same cause together.

A cause that only two labels of the date take part in is a cause of every date that has these. So it
is found once, and then asked of the others. Dates without a small cause, which fail by all their
cells and pieces at once, are put together; the cause of each is found for itself (cause.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from calpuzzle.engines import DEFAULT, RUN, Run, load
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates import Labels, labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.cause import Cause, smallest
from calpuzzle.results.relaxed import Relaxed


class Unsolved(NamedTuple):
    """Dates without a solution: all those of which `cause` is one, or with None those that have
    none of fewer than `fewest` demands."""

    cause: Cause | None
    dates: list[Labels]
    fewest: int


def causes(lowered: Lowering, run: Run = RUN, report: Progress | None = None) -> list[Unsolved]:
    """All dates without a solution, by their smallest cause: the causes of most dates first, and
    then the dates without a small one. `report` is told how many dates are done.

    Raises CannotDoError where the dates cannot be counted, and StoppedError.
    """
    counts = load(DEFAULT).counts(lowered.cover, run).ravel()
    bad = [int(number) for number in np.flatnonzero(counts == 0)]
    found: list[Unsolved] = []
    large = Unsolved(None, [], 1)
    for done, number in enumerate(bad):
        if report:
            report(done, len(bad), 0)
        labels = labels_at(lowered.model, number)
        relaxed = Relaxed(lowered, lowered.cover.instance(number))
        known = next((own for own in found if own.cause and own.cause.holds_for(relaxed)), None)
        if known is None:
            demands, excluded = smallest(relaxed, run)
            if demands is None:
                fewest = min(excluded + 1, large.fewest) if large.dates else excluded + 1
                large = Unsolved(None, [*large.dates, labels], fewest)
                continue
            known = Unsolved(Cause(relaxed, demands, len(demands)), [], len(demands))
            found.append(known)
        known.dates.append(labels)
    found.sort(key=lambda own: -len(own.dates))
    return found + [large] * bool(large.dates)
