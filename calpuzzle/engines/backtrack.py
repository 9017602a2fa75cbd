"""The engine `backtrack`: runs the compiled search, over one instance or over all in one sweep.

Splits a sweep over threads by the first options of the search.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle._core import backtrack64
from calpuzzle.cover import Cover
from calpuzzle.engines import Progress, Solution
from calpuzzle.engines.layout import Layout, layout_of

SLICE = 1_000_000  # nodes between two looks at Ctrl-C: some tens of milliseconds


def search(layout: Layout, rows: int = 0) -> backtrack64.Search:
    """A compiled search over the tables, of the narrowest word that holds the frame."""
    if layout.tables.places <= 64:
        return backtrack64.Search(layout.tables, rows)
    from calpuzzle._core import backtrack128

    return backtrack128.Search(layout.tables, rows)


def count(cover: Cover, instance: int | None, laid: Solution = ()) -> int:
    """Solutions of one instance, or of all, that hold the placements `laid`."""
    layout = layout_of(cover)
    root = layout.root(instance, laid)
    if root is None:
        return 0
    if root.occupied == layout.full:
        return 1
    work = search(layout)
    work.start(root)
    while not work.run(SLICE):
        pass
    return sum(work.counts)


def solutions(cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
    """The solutions of one instance that hold the placements `laid`, lazily, in the order of
    cover.py."""
    layout = layout_of(cover)
    root = layout.root(instance, laid)
    if root is None:
        return
    if root.occupied == layout.full:
        yield tuple(sorted(laid))
        return
    work = search(layout, rows=256)
    work.start(root)
    over = False
    while not over:
        over = work.run(SLICE)
        for found in work.take():
            yield tuple(sorted(found + laid)) if laid else found


def prefixes(layout: Layout, least: int) -> list[Solution]:
    """The first options of all searches of a sweep, in order: as few as suffice for at least
    `least` parts, if the puzzle has so many."""
    found: list[Solution] = [()]
    root = layout.root()
    assert root is not None
    for length in range(1, layout.cover.length):
        if len(found) >= least:
            break
        work = search(layout, rows=4096)
        work.start(root, limit=length)
        found = []
        over = False
        while not over:
            over = work.run(SLICE)
            found += work.take()
    return found


def counts(
    cover: Cover, jobs: int = 1, progress: Progress | None = None, memory: int | None = None
) -> list[int]:
    """Solutions of every instance, in one search over all of them, by `jobs` threads; the memory
    needed is small."""
    layout = layout_of(cover)
    root = layout.root()
    assert root is not None
    starts = prefixes(layout, 256)
    waiting = iter(starts)  # shared: the next start goes to the thread that is free
    stopped = False
    done = 0

    def part() -> list[int]:
        nonlocal done
        work = search(layout)
        for start in waiting:
            work.start(root, start)
            while not stopped and not work.run(SLICE):
                pass
            done += 1
            if progress:
                progress(min(done, len(starts)), len(starts))
        return work.counts

    if jobs == 1:
        return part()
    from concurrent.futures import ThreadPoolExecutor

    total = [0] * cover.instances
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for counted in [pool.submit(part) for _ in range(jobs)]:
                total = [a + b for a, b in zip(total, counted.result(), strict=True)]
        finally:
            # After Ctrl-C the pool waits for its threads, and they must not go on to the end.
            stopped = True
    return total
