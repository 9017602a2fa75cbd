"""The engine `dancing`: Knuth's dancing cells (TAOCP 7.2.2.3), for exact cover of any kind.

It branches on the item with the fewest ways to go on (of equal ones on the one stated first; items
that need no more options come last), and tries the options of that item in rising order, which is
the order of its solutions. Owns the input of _core/dancing.pyx. Options of secondary items only are
left out, as they are never chosen. Problems of up to 16,383 options and 4,096 items, 1,024 of
them primary, whose items are covered once are searched over words of bits, which take some 80 MiB
at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from calpuzzle._core.dancing import Search
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.rest import rest
from calpuzzle.puzzle.cover import Cover, Options

SLICE = 4_000  # nodes between two looks at what ends a search: some milliseconds
WORK = 8_000_000  # items of options between them: no node looks at more than all that there are
ROWS = 1024
SOON = 0.02  # seconds


def search(cover: Cover, rows: int = 0) -> Search:
    """A compiled search over the options of `cover.choosable`."""
    options = [cover.options[k] for k in cover.choosable]
    colours = [cover.colours[k] for k in cover.choosable] if cover.colours else None
    return Search(list(cover.bounds), options, len(cover.primary), rows, colours)


def budget(cover: Cover) -> int:
    """Return how many nodes a search of the cover takes between two looks at what ends it: some
    milliseconds, of few nodes where each may look at much."""
    return max(1, min(SLICE, WORK // (1 + sum(map(len, cover.options)))))


def soon(cover: Cover, run: Run) -> int | None:
    """Return how many solutions there are, where the search is over within a blink: then nothing
    that would make it shorter is worth the time to look for it."""
    work, nodes = search(cover), budget(cover)
    until = perf_counter() + SOON
    while perf_counter() < until:
        if work.run(nodes):
            return work.found
        run.tell(work.nodes, None, work.found)
    return None


class Dancing(Engine):
    """The engine of this module."""

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`."""
        left = rest(cover, laid)
        if left is None:
            return 0
        work, nodes = search(left.cover), budget(left.cover)
        while not work.run(nodes):
            run.tell(work.nodes, None, work.found)
        return work.found

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in the order of the search."""
        for found in by_slices(cover, laid, run):
            yield from found


def by_slices(cover: Cover, laid: Options, run: Run) -> Iterator[list[Options]]:
    """Yield what completes the options `laid`: what is found in some milliseconds at a time."""
    left = rest(cover, laid)
    if left is None:
        return
    work, nodes = search(left.cover, ROWS), budget(left.cover)
    numbers = [left.numbers[k] for k in left.cover.choosable]
    over = False
    while not over:
        over = work.run(nodes)
        run.tell(work.nodes, None, work.found)
        yield [tuple([numbers[k] for k in row]) for row in work.take()]
