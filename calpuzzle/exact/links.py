"""The engine `links` of a general Cover: lays it out for the compiled search and runs it.

Owns the input of _core/links.pyx. Options of secondary items only are left out, as they are never
chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from calpuzzle._core.links import Search

if TYPE_CHECKING:
    from calpuzzle.exact.cover import Cover, Progress

SLICE = 200_000  # nodes between two looks at Ctrl-C: some tens of milliseconds
ROWS = 1024


class Run:
    """A compiled search over a Cover; `numbers` gives the Cover's number of each option of it."""

    def __init__(self, cover: Cover, rows: int = 0) -> None:
        self.numbers: Sequence[int] = cover.choosable
        options = [cover.options[k] for k in self.numbers]
        self.search = Search(list(cover.bounds), options, len(cover.primary), rows)


def count(cover: Cover, progress: Progress | None = None) -> int:
    """How many solutions there are."""
    search = Run(cover).search
    while not search.run(SLICE):
        if progress:
            progress(search.nodes, search.found)
    return search.found


def solve(cover: Cover, progress: Progress | None = None) -> Iterator[tuple[int, ...]]:
    """The solutions, lazily, in the order of the search."""
    run = Run(cover, rows=ROWS)
    numbers = run.numbers
    over = False
    while not over:
        over = run.search.run(SLICE)
        if progress:
            progress(run.search.nodes, run.search.found)
        for row in run.search.take():
            yield tuple([numbers[k] for k in row])
