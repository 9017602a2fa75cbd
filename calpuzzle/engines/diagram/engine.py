"""The engine `diagram`: one decision diagram holds all solutions of all instances.

Best for counting every instance, and for many questions about one puzzle. A diagram that has been
grown stays with its Cover: written, once somebody asks for more than counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.engines import RUN, Counts, Engine, Run
from calpuzzle.engines.diagram import GROWN, STANDING
from calpuzzle.engines.diagram.diagram import Diagram, instance_laid
from calpuzzle.engines.diagram.growth import Grown, counted, refusal, thinned
from calpuzzle.puzzle.cover import Cover, Options


def diagram_of(cover: Cover, run: Run = RUN, disk: bool = False) -> Diagram:
    """The diagram of the Cover, grown at the first call, taking at most `run.bound` bytes; with
    `disk`, it is looked for in the cache on disk first, and kept there.

    Raises as calpuzzle.engines.diagram.growth.grow.
    """

    def grown() -> Diagram:
        known = GROWN.take(cover)
        if known and known.bound == run.bound:
            return Diagram.of_growth(cover, known.growth, run, known.counts)
        return Diagram.grown(cover, run)

    def cached() -> Diagram:
        from calpuzzle.engines.diagram import store

        return store.cached(cover, grown)

    return STANDING.made(cover, cached if disk else grown)


class DiagramEngine(Engine):
    """The engine of this module."""

    ordered = True

    def refusal(self, cover: Cover) -> str | None:
        """Return why the Cover has no diagram, or None; it may still be too large for the
        memory."""
        return refusal(cover)

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`."""
        if not laid and not cover.axes:
            return int(self.counts(cover, run))
        known = GROWN.of(cover)
        instance = instance_laid(cover, laid)
        if known and instance is not None:
            return int(known.counts.flat[instance])
        return diagram_of(cover, run).completions(laid)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance, from the beginning; where no diagram stands, without
        writing one."""
        standing = STANDING.of(cover)
        if standing:
            return standing.counts()
        known = GROWN.of(cover)
        if known:
            return known.counts.copy()
        growth = thinned(cover, run)
        counts = counted(growth, cover)
        if counts is None:
            found = STANDING.keep(cover, Diagram.of_growth(cover, growth, run))
            return found.counts()
        GROWN.keep(cover, Grown(growth, counts, run.bound))
        return counts.copy()

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in lexicographic order."""
        return diagram_of(cover, run).listed(laid)
