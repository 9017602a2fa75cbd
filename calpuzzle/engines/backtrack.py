"""The engine `backtrack`: runs the compiled search, over one instance or over all in one sweep.

Splits a sweep over threads by the first options of the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from calpuzzle._core import backtrack64
from calpuzzle.cover import Cover
from calpuzzle.engines import Progress, Solution
from calpuzzle.engines.layout import Layout

SLICE = 1_000_000  # nodes between two looks at Ctrl-C: some tens of milliseconds


def search(layout: Layout, rows: int = 0) -> backtrack64.Search:
    """A compiled search over the tables, of the narrowest word that holds the frame."""
    if layout.tables.places <= 64:
        return backtrack64.Search(layout.tables, rows)
    from calpuzzle._core import backtrack128

    return backtrack128.Search(layout.tables, rows)


def count(cover: Cover, instance: int) -> int:
    """Solutions of one instance."""
    layout = Layout(cover)
    work = search(layout)
    work.start(layout.instance(instance))
    while not work.run(SLICE):
        pass
    return work.counts[instance]


def solutions(cover: Cover, instance: int) -> Iterator[Solution]:
    """The solutions of one instance, lazily, in the order of cover.py."""
    layout = Layout(cover)
    work = search(layout, rows=256)
    work.start(layout.instance(instance))
    over = False
    while not over:
        over = work.run(SLICE)
        yield from work.take()


def prefixes(layout: Layout, least: int) -> list[Solution]:
    """The first options of all searches of a sweep, in order: as few as suffice for at least
    `least` parts, if the puzzle has so many."""
    found: list[Solution] = [()]
    for length in range(1, layout.cover.length):
        if len(found) >= least:
            break
        work = search(layout, rows=4096)
        work.start(layout.sweep(), limit=length)
        found = []
        over = False
        while not over:
            over = work.run(SLICE)
            found += work.take()
    return found


def counts(cover: Cover, jobs: int = 1, progress: Progress | None = None) -> list[int]:
    """Solutions of every instance, in one search over all of them, by `jobs` threads."""
    layout = Layout(cover)
    starts = prefixes(layout, 256)
    total = [0] * cover.instances
    stopped = Event()

    def part(number: int) -> list[int]:
        work = search(layout)
        for k in range(number, len(starts), jobs):
            work.start(layout.sweep(), starts[k])
            while not stopped.is_set() and not work.run(SLICE):
                pass
            if progress and number == 0:
                progress(min(k + jobs, len(starts)), len(starts))
        return work.counts

    if jobs == 1:
        return part(0)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for counted in pool.map(part, range(jobs)):
                total = [a + b for a, b in zip(total, counted, strict=True)]
        finally:
            # After Ctrl-C the pool waits for its threads, and they must not go on to the end.
            stopped.set()
    return total
