"""One backtracking search over all instances, in parts, with threads, progress and checkpoints.

Each part fixes the first options of the search. Threads take the parts in order, and their counts
are added at the end, so the result does not depend on the number of threads or the assignment of
parts. Each thread records marks: the parts it has finished, and its position in the current part.
All marks together with the checkpoint at the start determine the remaining work. If requested, they
are written to the cache folder, so that an interrupted count can continue.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle.base import cache
from calpuzzle.base.text import plural
from calpuzzle.base.warned import warn
from calpuzzle.engines import Run
from calpuzzle.engines.layout import SLICE, Layout, Root, layout_of, search
from calpuzzle.puzzle.cover import Cover, Options

PARTS = 256
SECONDS = 5.0  # between two marks of a thread; more if writing a mark takes long
KIND = "counts-v2"  # the kind of the cache entry
SHARE = 20  # writing marks takes at most 1 / SHARE of the time


def prefixes(layout: Layout, root: Root, least: int) -> list[Options]:
    """Return the first options of all parts of a search from `root`, in order.

    They are as short as possible for at least `least` parts, if the puzzle has that many.
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


class Mark(NamedTuple):
    """A checkpoint of a count.

    `done` are the numbers of the finished parts, `begun` maps unfinished parts to the path of the
    search in them, and `counts` are the solutions of every instance counted so far.
    """

    done: list[int]
    begun: dict[int, list[int]]
    counts: list[int]


class Sweep:
    """A count of every instance; with `run.resume`, it continues from and writes checkpoints."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self._layout = layout_of(cover)
        self._run = run
        self._root = self._layout.root()
        self._parts = prefixes(self._layout, self._root, PARTS) if self._root else []
        self._key = (cover.digest(), self._parts) if run.resume else None
        found = cache.recalled(KIND, self._key) if self._key else None
        self._before = Mark(*found) if found else Mark([], {}, [0] * cover.instances)
        if found:
            warn(
                f"continuing an interrupted count: {len(self._before.done)} of "
                f"{plural(len(self._parts), 'part')} done"
            )
        self._marks: dict[int, Mark] = {}  # the latest one of each thread
        self._ended = len(self._before.done)
        self._lock = threading.Lock()
        self._stopped = False

    def counts(self) -> list[int]:
        """Return the number of solutions of every instance, in order."""
        if self._root is None:
            return self._before.counts
        old = {*self._before.done, *self._before.begun}
        parts: list[tuple[int, list[int]]] = [
            *self._before.begun.items(),
            *((part, []) for part in range(len(self._parts)) if part not in old),
        ]
        waiting = iter(parts)  # shared by the threads: a free thread takes the next part
        counted = [self._work(0, waiting)] if self._run.jobs == 1 else self._threads(waiting)
        if self._key:
            cache.forget(KIND, self._key)
        return _added([self._before.counts, *counted])

    def _threads(self, waiting: Iterator[tuple[int, list[int]]]) -> list[list[int]]:
        from concurrent.futures import ThreadPoolExecutor

        from calpuzzle.base.stoppable import result_of

        jobs = max(min(self._run.jobs, len(self._parts)), 1)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                begun = [pool.submit(self._work, thread, waiting) for thread in range(jobs)]
                return [result_of(work) for work in begun]
            finally:
                # On Ctrl-C the pool waits for its threads, so make them stop early.
                self._stopped = True

    def _work(self, thread: int, waiting: Iterator[tuple[int, list[int]]]) -> list[int]:
        """Return the counts of the parts that this thread takes."""
        assert self._root
        work = search(self._layout.tables)
        done: list[int] = []
        due = time.monotonic() + SECONDS
        for part, path in waiting:
            if self._stopped:
                break
            work.start(self._root, self._parts[part], path=path)
            over = False
            while not over and not self._stopped:
                over = work.run(SLICE)
                if over:
                    done.append(part)
                if self._key and time.monotonic() >= due:
                    begun = {} if over else {part: work.path}
                    due = self._keep(thread, Mark(done[:], begun, work.counts))
                # Report under the lock, so that the last report is that of the last part.
                with self._lock:
                    self._ended += over
                    self._run.tell(self._ended, len(self._parts))
        return work.counts

    def _keep(self, thread: int, mark: Mark) -> float:
        """Write a checkpoint of all threads, and return the time of this thread's next mark."""
        began = time.monotonic()
        with self._lock:
            self._marks[thread] = mark
            cache.remember(KIND, self._key, tuple(self._joined()))
        ended = time.monotonic()
        return ended + max(SECONDS, SHARE * (ended - began))

    def _joined(self) -> Mark:
        """Return the marks of all threads and the initial checkpoint as one mark."""
        marks = [self._before, *self._marks.values()]
        done = [part for mark in marks for part in mark.done]
        ended = set(done)
        begun = {part: path for mark in marks for part, path in mark.begun.items()}
        return Mark(
            done,
            {part: path for part, path in begun.items() if part not in ended},
            _added([mark.counts for mark in marks]),
        )


def _added(counts: list[list[int]]) -> list[int]:
    """Return the sums of the counts, instance by instance."""
    return [sum(parts) for parts in zip(*counts, strict=True)]
