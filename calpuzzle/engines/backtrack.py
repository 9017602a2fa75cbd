"""The engine `backtrack`: compiled backtracking over bitboards.

It searches the residual problem after options are placed, or all instances in one sweep (sweep.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.engines import RUN, Counts, Engine, Run
from calpuzzle.engines.layout import SLICE, layout_of, search, unsupported_reason
from calpuzzle.engines.sweep import Sweep
from calpuzzle.puzzle.cover import Cover, Options

ROWS = 256  # the most solutions that a slice of the search stores


class Backtrack(Engine):
    """The engine `backtrack`."""

    ordered = True

    def unsupported_reason(self, cover: Cover) -> str | None:
        """Return the reason why a bitboard cannot represent the Cover, or None."""
        return unsupported_reason(cover)

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`."""
        layout = layout_of(cover)
        root = layout.root(placed)
        if root is None:
            return 0
        if root.occupied == layout.full:
            return 1
        work = search(layout.tables)
        work.start(root)
        while not work.run(SLICE):
            run.report(work.nodes, None, sum(work.counts) if run.progress else 0)
        return sum(work.counts)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """Return the number of solutions of every instance, by one search with little memory."""
        import numpy as np

        if not layout_of(cover).possible:
            return np.zeros(cover.shape, dtype=np.int64)
        found = Sweep(cover, run).counts()
        return np.array(found, dtype=np.int64).reshape(cover.shape)

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in lexicographic order."""
        layout = layout_of(cover)
        root = layout.root(placed)
        if root is None:
            return
        if root.occupied == layout.full:
            yield ()
            return
        work = search(layout.tables, ROWS)
        work.start(root)
        over = False
        while not over:
            over = work.run(SLICE)
            run.report(work.nodes, None, sum(work.counts) if run.progress else 0)
            yield from work.take()
