"""All unsolvable dates of a puzzle, grouped by their cause.

A cause of one date is a cause of every date that has all its demands. Such a date may also have a
smaller cause, so a search looks for one. Dates for which no small cause is found form one group;
for a single date, cause.py finds a cause.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from calpuzzle.engines import RUN, Run
from calpuzzle.planning import set_counts
from calpuzzle.puzzle.dates.instances import Labels, labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.cause import Cause, Demands, check_balance, smallest
from calpuzzle.results.relaxed import Relaxed


class UnsolvableGroup(NamedTuple):
    """Unsolvable dates with the same `cause`, or with None, if no small cause was found. No cause
    of any of the dates has fewer than `fewest` demands."""

    cause: Cause | None
    dates: list[Labels]
    fewest: int


def causes(lowered: Lowering, run: Run = RUN) -> list[UnsolvableGroup]:
    """Return all unsolvable dates grouped by their smallest known cause, the largest group first
    and the dates without a small cause last.

    Raises CannotDoError as `check_balance` does, or if the dates cannot be counted, and
    StoppedError.
    """
    check_balance(lowered)
    counts = set_counts.counts(lowered, run.part(0, 1, 2)).ravel()
    within, run = run.part(1, 2, 2), run._replace(progress=None)
    unsolvable = [int(number) for number in np.flatnonzero(counts == 0)]
    found: dict[Demands | None, list[tuple[Labels, Relaxed, int]]] = {}
    for done, number in enumerate(unsolvable):
        within.report(done, len(unsolvable))
        relaxed = Relaxed(lowered, lowered.instance(number))
        everything = frozenset(relaxed.demands)
        applicable = [demands for demands in found if demands and demands <= everything]
        known = min(applicable, key=len, default=None)
        # Only a cause smaller than the known one is of interest.
        smaller, excluded = smallest(relaxed, run, len(known or everything) - bool(known))
        labels = labels_at(lowered.model, number)
        found.setdefault(smaller or known, []).append((labels, relaxed, excluded + 1))
    large = found.pop(None, [])
    groups = sorted(found.items(), key=lambda group: -len(group[1]))
    return [_unsolved(*group) for group in [*groups, (None, large)] if group[1]]


def _unsolved(demands: Demands | None, dates: list[tuple[Labels, Relaxed, int]]) -> UnsolvableGroup:
    fewest = min(date_fewest for _, _, date_fewest in dates)
    cause = Cause(dates[0][1], demands, fewest) if demands else None
    return UnsolvableGroup(cause, [labels for labels, _, _ in dates], fewest)
