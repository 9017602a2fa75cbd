"""All solutions of a diagram as arrays, computed by several threads.

The solutions, in the order of the diagram, are split into one part per thread. First each thread
counts the solutions of every instance in its part; the sums determine at which row of each instance
the part begins. Then each thread writes its part. Therefore the rows do not depend on the number or
timing of the threads, and no two threads write to the same row.
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

SLICE = 1 << 18  # solutions between two checks whether the work must end: some milliseconds
PartWork: TypeAlias = Callable[[int, int, int], None]


class Team(ExitStack):
    """A context manager with `size` threads, which start at the first step.

    The calling thread is one of them, so that Ctrl-C and the stop event of `run` end the work.
    """

    def __init__(self, size: int, run: Run) -> None:
        super().__init__()
        self.size = size
        self._run = run
        self._pool: ThreadPoolExecutor | None = None

    def step(self, work: Callable[[int], bool | None]) -> None:
        """In each thread, call `work` with the number of the thread until the result is not true.

        Return when all threads have finished.
        """
        stopped = False

        def done(number: int) -> None:
            nonlocal stopped
            try:
                while not stopped:
                    self._run.raise_if_stopped()
                    if not work(number):
                        return
            except BaseException:
                stopped = True
                raise

        others: list[Future[None]] = []
        try:
            # Ctrl-C, or a thread that cannot be started, must end the threads already started.
            for number in range(1, self.size):
                others.append(self._started().submit(done, number))
            done(0)
            for each in others:
                each.result()
        finally:
            # After an error the other threads must stop early, and must not outlive the step.
            stopped = True
            for each in others:
                each.exception()

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = self.enter_context(ThreadPoolExecutor(self.size - 1))
        return self._pool


def fill(walk: Walk, rows: Rows, known: Counts | None, instances: int, run: Run) -> Counts:
    """Write all solutions into `rows`, ordered by instance, and return the counts of the instances.

    `known` are these counts, if they are known. Up to `run.jobs` threads do the work. Raises
    StoppedError.
    """
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
        # The first row of each part for each instance: the instance's first row, plus the rows of
        # the earlier parts.
        cursors = np.cumsum(counts) - counts + np.cumsum(tallies, axis=0) - tallies
        _at_once(lambda k, first, last: walk.fill(rows, cursors[k], first, last), parts, team)
    return counts


def _at_once(work: PartWork, parts: list[tuple[int, int]], team: Team) -> None:
    """Call `work` for each part in a separate thread, slice by slice.

    The arguments of `work` are the number of the part, and the first and last (exclusive) solution
    of the slice.
    """
    at = [first for first, _ in parts]

    def some(number: int) -> bool:
        first, last = at[number], parts[number][1]
        if first == last:
            return False
        at[number] = min(first + SLICE, last)
        work(number, first, at[number])
        return True

    team.step(some)
