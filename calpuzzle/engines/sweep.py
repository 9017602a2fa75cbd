"""One backtracking search over all instances, in parts, with threads and progress.

Each part fixes the first options of the search. Threads take the parts in order, and their counts
are added at the end, so the result does not depend on the number of threads or the assignment of
parts.
"""

from __future__ import annotations

import threading

from calpuzzle.engines import Run
from calpuzzle.engines.layout import SLICE, BitboardLayout, Root, layout_of, search
from calpuzzle.puzzle.cover import Cover, Options

PARTS = 256


def prefixes(layout: BitboardLayout, root: Root, least: int) -> list[Options]:
    """Return the first options of each part of a search from `root`, in order.

    All parts fix the same number of options: the smallest number that gives at least `least` parts,
    if the search can be divided into that many.
    """
    found: list[Options] = [()]
    for length in range(1, layout.tables.length):
        if len(found) >= least:
            break
        work = search(layout.tables, rows=4096)
        work.start(root, limit=length)
        found = []
        over = False
        while not over:
            over = work.run(SLICE)
            found += work.take()
    return found


class Sweep:
    """A count of every instance."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self._layout = layout_of(cover)
        self._run = run
        self._root = self._layout.root()
        self._parts = prefixes(self._layout, self._root, PARTS) if self._root else []
        self._waiting = iter(self._parts)
        self._nothing = [0] * cover.instances
        self._ended = 0
        self._lock = threading.Lock()
        self._stopped = False

    def counts(self) -> list[int]:
        """Return the number of solutions of every instance, in order."""
        if self._root is None:
            return self._nothing
        return self._work() if self._run.jobs == 1 else self._threads()

    def _threads(self) -> list[int]:
        from concurrent.futures import ThreadPoolExecutor

        from calpuzzle.base.stoppable import result_of

        jobs = max(min(self._run.jobs, len(self._parts)), 1)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                begun = [pool.submit(self._work) for _ in range(jobs)]
                counted = [result_of(work) for work in begun]
            finally:
                # On Ctrl-C the pool waits for its threads, so make them stop early.
                self._stopped = True
        return [sum(column) for column in zip(*counted, strict=True)]

    def _next_part(self) -> Options | None:
        """Return the next part, which no other thread gets; None if there are no more."""
        # Without the GIL, threads must not advance an iterator at the same time.
        with self._lock:
            return next(self._waiting, None)

    def _work(self) -> list[int]:
        """Return the counts of the parts that this thread takes."""
        assert self._root
        work = search(self._layout.tables)
        for part in iter(self._next_part, None):
            if self._stopped:
                break
            work.start(self._root, part)
            over = False
            while not over and not self._stopped:
                over = work.run(SLICE)
                # Report under the lock, so that the last report is that of the last part.
                with self._lock:
                    self._ended += over
                    self._run.report(self._ended, len(self._parts))
        return work.counts
