"""The engine `backtrack`: runs the compiled search, over one instance or over all in one sweep."""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.engines import RUN, Run, Solution
from calpuzzle.engines.layout import layout_of
from calpuzzle.engines.searching import SLICE, search
from calpuzzle.engines.sweep import Sweep


def count(cover: Cover, instance: int | None, laid: Solution = ()) -> int:
    """Solutions of one instance, or of all, that hold the placements `laid`."""
    layout = layout_of(cover)
    root = layout.root(instance, laid)
    if root is None:
        return 0
    if root.occupied == layout.full:
        return 1
    work = search(layout.tables)
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
    work = search(layout.tables, rows=256)
    work.start(root)
    over = False
    while not over:
        over = work.run(SLICE)
        for found in work.take():
            yield tuple(sorted(found + laid)) if laid else found


def counts(cover: Cover, run: Run = RUN) -> list[int]:
    """Solutions of every instance, in one search over all of them; the memory needed is small."""
    return Sweep(layout_of(cover), run).counts()
