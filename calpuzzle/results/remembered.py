"""A memo of counts in the cache folder: how many solutions dates have, as commands found it out.

There is a file for each puzzle, told from others by the whole Model. A diagram that is kept on disk
tells of all dates; else each date is kept that was counted.
"""

from __future__ import annotations

from contextlib import suppress
from math import prod

from calpuzzle.base import cache
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.typed import TYPE_CHECKING
from calpuzzle.puzzle.dates import instance_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from calpuzzle.engines import Counts, Run
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.puzzle.dates import Labels
    from calpuzzle.puzzle.lowering import Lowered
    from calpuzzle.puzzle.model import Model

KIND = "dates-v1"  # of what is remembered; another one where the same Model has other counts
MOST = 100_000  # dates of a puzzle


def count_of(model: Model, labels: Labels, find: Callable[[], int]) -> int:
    """Return how many solutions the date has: what is kept, or what `find` returns."""
    key = model.plain()
    known: dict[int, int] = cache.recalled(KIND, key) or {}
    instance = instance_of(model, labels)
    if instance not in known:
        known[instance] = find()
        cache.remember(KIND, key, known)
    return known[instance]


def keep_counts(model: Model, counts: Callable[[], Counts]) -> None:
    """Keep how many solutions all dates have, which `counts` returns, unless that is kept already,
    or they are too many for the memory."""
    key, dates = model.plain(), prod(model.shape)
    if 1 < dates <= MOST and len(cache.recalled(KIND, key) or {}) < dates:
        with suppress(CannotDoError):
            cache.remember(KIND, key, dict(enumerate(counts().ravel().tolist())))


def diagram(puzzle: Lowered, run: Run, disk: bool = False) -> Diagram:
    """The diagram of all solutions, grown at the first call; with `disk`, it is kept in the cache
    folder, and so is how many solutions each date has. Raises as `diagram_of` does."""
    from calpuzzle.engines.diagram.engine import diagram_of

    found = diagram_of(puzzle.lowered.cover, run, disk)
    if disk:
        keep_counts(puzzle.model, lambda: found.counts(max(0, run.bound - found.bytes)))
    return found
