"""All solutions of a diagram as arrays, by threads.

The solutions, in the order of the diagram, are cut into as many parts as there are threads. Each
thread counts those of every instance in its part; the sums say at which row of each instance the
part begins, and there it is written. So the rows depend neither on the number of threads nor on
who is first, and no two threads write to one row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from calpuzzle.engines import Counts, Run
from calpuzzle.engines.diagram.team import Team

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle._core.walk import Listing, Walk

    Rows: TypeAlias = npt.NDArray[np.uint16]

SLICE = 1 << 18  # solutions between two looks at what ends the work: some milliseconds
ENDING = 16  # bytes of an ending that a Listing keeps
List: TypeAlias = Callable[[int, int, int], None]


def fill(walk: Walk, rows: Rows, known: Counts | None, instances: int, run: Run) -> Counts:
    """Write all solutions into `rows`, a row each, by instance, and give how many each instance
    has, which may be `known`. By `run.jobs` threads, fewer where there is little to do, and in at
    most `run.bound` bytes, of which the rows take no more. Raises StoppedError."""
    import numpy as np

    jobs = min(run.jobs, walk.total // max(SLICE, instances) + 1)
    most = (run.bound - rows.nbytes) // ENDING
    parts = list(pairwise(walk.total * k // jobs for k in range(jobs + 1)))
    tallies = np.zeros((jobs, instances), np.int64)
    with Team(jobs, run) as team:
        listing = _listed(walk, most, team)
        if jobs == 1 and known is not None:
            tallies[0] = known.ravel()
        else:
            _at_once(lambda k, first, last: listing.tally(tallies[k], first, last), parts, team)
        counts: Counts = tallies.sum(axis=0)
        # Where each part begins among the rows of each instance.
        cursors = np.cumsum(counts) - counts + np.cumsum(tallies, axis=0) - tallies
        _at_once(lambda k, first, last: listing.fill(rows, cursors[k], first, last), parts, team)
    return counts


def _listed(walk: Walk, most: int, team: Team) -> Listing:
    """The solutions, their endings prepared: each thread lists a part of them, level by level."""
    listing = walk.listing(most, team.size)
    if team.size > 1:
        for level in range(1, listing.levels + 1):
            team.once(partial(listing.prepare, level))
    return listing


def _at_once(work: List, parts: list[tuple[int, int]], team: Team) -> None:
    """Do the work of each part in a thread of its own: `work` is called with the number of the part
    and, slice by slice, from which solution to which."""
    at = [first for first, _ in parts]

    def some(number: int) -> bool:
        first, last = at[number], parts[number][1]
        if first == last:
            return False
        at[number] = min(first + SLICE, last)
        work(number, first, at[number])
        return True

    team.step(some)
