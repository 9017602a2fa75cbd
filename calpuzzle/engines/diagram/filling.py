"""All solutions of a diagram as arrays, by threads.

The solutions, in the order of the diagram, are cut into as many parts as there are threads. Each
thread counts those of every instance in its part; the sums say at which row of each instance the
part begins, and there it is written. So the rows depend neither on the number of threads nor on
who is first, and no two threads write to one row.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from calpuzzle.engines import Counts, Run

if TYPE_CHECKING:
    from concurrent.futures import Future

    import numpy.typing as npt

    from calpuzzle._core.walk import Walk

    Rows: TypeAlias = npt.NDArray[np.uint16]

SLICE = 1 << 18  # solutions between two looks at what ends the work: some milliseconds
List: TypeAlias = Callable[[int, int, int], None]


class Team(ExitStack):
    """So many threads that work side by side, to be used in a `with` block; the others begin with
    the first step. The caller is one of them, so that Ctrl-C and what `run` says end the work."""

    def __init__(self, size: int, run: Run) -> None:
        super().__init__()
        self.size = size
        self._run = run
        self._pool: ThreadPoolExecutor | None = None

    def step(self, work: Callable[[int], bool | None]) -> None:
        """Call `work` with the number of each thread, in that thread, as long as it returns True:
        there is more to do. Returns when all threads are done."""
        stopped = False

        def done(number: int) -> None:
            nonlocal stopped
            try:
                while not stopped:
                    self._run.look()
                    if not work(number):
                        return
            except BaseException:
                stopped = True
                raise

        others: list[Future[None]] = []
        try:
            # What ends this, Ctrl-C or a thread that cannot be had, ends those that have begun.
            for number in range(1, self.size):
                others.append(self._started().submit(done, number))
            done(0)
            for each in others:
                each.result()
        finally:
            # After an error the others must not go on to the end, nor outlive the step.
            stopped = True
            for each in others:
                each.exception()

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = self.enter_context(ThreadPoolExecutor(self.size - 1))
        return self._pool


def fill(walk: Walk, rows: Rows, known: Counts | None, instances: int, run: Run) -> Counts:
    """Write all solutions into `rows`, a row each, by instance, and give how many each instance
    has, which may be `known`. By `run.jobs` threads, fewer where there is little to do. Raises
    StoppedError."""
    jobs = min(run.jobs, walk.total // max(SLICE, instances) + 1)
    parts = list(pairwise(walk.total * k // jobs for k in range(jobs + 1)))
    tallies = np.zeros((jobs, instances), np.int64)
    walk.prepare()
    with Team(jobs, run) as team:
        if jobs == 1 and known is not None:
            tallies[0] = known.ravel()
        else:
            _at_once(lambda k, first, last: walk.tally(tallies[k], first, last), parts, team)
        counts: Counts = tallies.sum(axis=0)
        # Where each part begins among the rows of each instance.
        cursors = np.cumsum(counts) - counts + np.cumsum(tallies, axis=0) - tallies
        _at_once(lambda k, first, last: walk.fill(rows, cursors[k], first, last), parts, team)
    return counts


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
