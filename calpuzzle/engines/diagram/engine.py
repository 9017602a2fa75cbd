"""The engine `diagram`: one decision diagram holds all solutions of all instances.

Best for counting every instance, and for many questions about one puzzle. A diagram that has been
grown stays with its Cover: written, once somebody asks for more than counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.text import memory as amount
from calpuzzle.engines import RUN, Counts, Engine, Run
from calpuzzle.engines.diagram import cached_of, store
from calpuzzle.engines.diagram.diagram import Diagram, instance_laid
from calpuzzle.engines.diagram.growth import Grown, counted, refusal, thinned
from calpuzzle.puzzle.cover import Cover, Options

MOST_SLICES = 1_000  # of a written diagram, which counts that are past the memory are read from


def diagram_of(cover: Cover, run: Run = RUN, disk: bool = False) -> Diagram:
    """The diagram of the Cover, grown at the first call, taking at most `run.bound` bytes; with
    `disk`, it is looked for in the cache on disk first, and kept there.

    Raises as calpuzzle.engines.diagram.growth.grow.
    """
    kept = cached_of(cover)

    def grown() -> Diagram:
        known, kept.grown = kept.grown, None
        if known and known.bound == run.bound:
            return Diagram.of_growth(cover, known.growth, run, known.counts)
        return Diagram.grown(cover, run)

    def cached() -> Diagram:
        return store.cached(cover, grown)

    if kept.diagram is None:
        kept.diagram = cached() if disk else grown()
    return kept.diagram


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
        known = cached_of(cover).grown
        instance = instance_laid(cover, laid)
        if known and instance is not None:
            return int(known.counts.flat[instance])
        return diagram_of(cover, run).completions(laid)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance, from the beginning; where no diagram stands, without
        writing one. Raises TooLargeError where the diagram, or the counts on the way, are past the
        memory."""
        kept = cached_of(cover)
        if kept.diagram:
            return kept.diagram.counts()
        if kept.grown:
            return kept.grown.counts.copy()
        growth = thinned(cover, run)
        counts = counted(growth, cover)
        if counts is None and cover.instances > MOST_SLICES * max(map(len, cover.axes), default=1):
            raise TooLargeError(
                f"to count {cover.instances:,} instances at once takes the diagram more than "
                f"{amount(run.bound)}"
            )
        if counts is None:
            kept.diagram = Diagram.of_growth(cover, growth, run)
            return kept.diagram.counts()
        kept.grown = Grown(growth, counts, run.bound)
        return counts.copy()

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in lexicographic order."""
        return diagram_of(cover, run).listed(laid)
