"""All unsolvable dates of a puzzle, those with the same cause together.

A cause that only two labels of the date take part in is a cause of every date that has these. It is
a smallest one of such a date only where a search for smaller ones finds none, as these may need its
other labels. Dates without a small cause, which fail by all their cells and pieces at once, are put
together; the cause of each is found for itself (cause.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from calpuzzle import planning
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates import Labels, labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.cause import Cause, Demands, smallest
from calpuzzle.results.relaxed import Relaxed


class Unsolved(NamedTuple):
    """Dates without a solution that have the same `cause`, or with None dates for which no small
    one was found. No cause of any of the dates has fewer than `fewest` demands."""

    cause: Cause | None
    dates: list[Labels]
    fewest: int


def causes(lowered: Lowering, run: Run = RUN, report: Progress | None = None) -> list[Unsolved]:
    """Return all dates without a solution, by their smallest cause that is known: the causes of
    most dates first, and then the dates without a small one. `report` is passed how many dates are
    done.

    Raises CannotDoError where the dates cannot be counted, and StoppedError.
    """
    counts = planning.counts(lowered.cover, run=run).ravel()
    bad = [int(number) for number in np.flatnonzero(counts == 0)]
    found: dict[Demands | None, list[tuple[Labels, Relaxed, int]]] = {}
    for done, number in enumerate(bad):
        if report:
            report(done, len(bad), 0)
        relaxed = Relaxed(lowered, lowered.cover.instance(number))
        everything = frozenset(relaxed.demands)
        held = [own for own in found if own and own <= everything]
        known = min(held, key=len, default=None)
        smaller, excluded = smallest(relaxed, run, len(known or everything) - bool(known))
        labels = labels_at(lowered.model, number)
        found.setdefault(smaller or known, []).append((labels, relaxed, excluded + 1))
    large = found.pop(None, [])
    groups = sorted(found.items(), key=lambda own: -len(own[1]))
    return [_unsolved(*own) for own in [*groups, (None, large)] if own[1]]


def _unsolved(demands: Demands | None, dates: list[tuple[Labels, Relaxed, int]]) -> Unsolved:
    fewest = min(own[2] for own in dates)
    cause = Cause(dates[0][1], demands, fewest) if demands else None
    return Unsolved(cause, [own[0] for own in dates], fewest)
