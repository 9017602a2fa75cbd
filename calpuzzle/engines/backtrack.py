"""The engine `backtrack`: runs the compiled search, over what is left when some options are laid,
or over all instances in one sweep.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.engines import RUN, Counts, Engine, Run
from calpuzzle.engines.layout import SLICE, layout_of, refusal, search
from calpuzzle.engines.sweep import Sweep
from calpuzzle.puzzle.cover import Cover, Options

ROWS = 256


class Backtrack(Engine):
    """The engine of this module."""

    ordered = True

    def refusal(self, cover: Cover) -> str | None:
        """Return why no bitboard holds the Cover, or None."""
        return refusal(cover)

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`."""
        layout = layout_of(cover)
        root = layout.root(laid)
        if root is None:
            return 0
        if root.occupied == layout.full:
            return 1
        work = search(layout.tables)
        work.start(root)
        while not work.run(SLICE):
            run.tell(work.nodes, None, sum(work.counts) if run.progress else 0)
        return sum(work.counts)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance, in one search over all of them; the memory needed is
        small."""
        import numpy as np

        if not layout_of(cover).possible:
            return np.zeros(cover.shape, dtype=np.int64)
        found = Sweep(cover, run).counts()
        return np.array(found, dtype=np.int64).reshape(cover.shape)

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in lexicographic order."""
        layout = layout_of(cover)
        root = layout.root(laid)
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
            run.tell(work.nodes, None, sum(work.counts) if run.progress else 0)
            yield from work.take()
