"""The engine `dancing`: Knuth's dancing cells, for any exact cover problem (TAOCP Volume 4,
Fascicle 7, 7.2.2.3).

It branches on the item with the fewest possible choices (the first such item in the order of the
Cover; items that need no more options come last), and tries the options of that item in increasing
order, which determines the order of solutions. This module builds the input of _core/dancing.pyx.
Options without primary items are omitted, because they are never chosen. Problems with up to 16,383
options and 4,096 items, of which up to 1,024 are primary, are searched with bit sets if every
primary item must be covered exactly once. The bit sets take at most about 80 MiB.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from calpuzzle._core.dancing import Search
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.puzzle.cover import Cover, Options

SLICE = 4_000  # nodes between two checks of the stop event: some milliseconds
WORK = 8_000_000  # items of options visited between two checks; a node visits each at most once
ROWS = 1024  # the solutions after which a slice ends
QUICK = 0.02  # seconds


def new_search(cover: Cover, rows: int = 0) -> Search:
    """Return a compiled search over the options of `cover.choosable`.

    Each call of its `run` stores at most `rows` solutions; if `rows` is 0, they are only counted.
    """
    options = [cover.options[k] for k in cover.choosable]
    colours = [cover.colours[k] for k in cover.choosable] if cover.colours else None
    return Search(list(cover.bounds), options, len(cover.primary), rows, colours)


def budget(cover: Cover) -> int:
    """Return the number of nodes between two checks of the stop event.

    These nodes take some milliseconds. For a large Cover, where one node may be slow, the number is
    small.
    """
    return max(1, min(SLICE, WORK // (1 + sum(map(len, cover.options)))))


def count_if_quick(cover: Cover, run: Run) -> int | None:
    """Return the number of solutions if the search ends within `QUICK` seconds, otherwise None.

    The caller tries this before it prepares a count by symmetry, because the preparation takes more
    time than it saves if the search is so short.
    """
    work, nodes = new_search(cover), budget(cover)
    until = perf_counter() + QUICK
    while perf_counter() < until:
        if work.run(nodes):
            return work.found
        run.report(work.nodes, None, work.found)
    return None


class Dancing(Engine):
    """The engine `dancing`."""

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`."""
        residual = residual_cover(cover, placed)
        if residual is None:
            return 0
        work, nodes = new_search(residual.cover), budget(residual.cover)
        while not work.run(nodes):
            run.report(work.nodes, None, work.found)
        return work.found

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in the order of the search."""
        for found in in_slices(cover, placed, run):
            yield from found


def in_slices(cover: Cover, placed: Options, run: Run) -> Iterator[list[Options]]:
    """Yield lists of completions of the options `placed`, each found within some milliseconds."""
    residual = residual_cover(cover, placed)
    if residual is None:
        return
    work, nodes = new_search(residual.cover, ROWS), budget(residual.cover)
    numbers = [residual.numbers[k] for k in residual.cover.choosable]
    over = False
    while not over:
        over = work.run(nodes)
        run.report(work.nodes, None, work.found)
        yield [tuple([numbers[k] for k in row]) for row in work.take()]
