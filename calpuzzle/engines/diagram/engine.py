"""The engine `diagram`: one decision diagram represents all solutions of all instances.

It is best for counting every instance, and for many questions about one puzzle. A count does not
write the diagram, only its growth (growth.py): the layers of states from which the diagram can be
written. The growth is cached with its Cover. The diagram is written only if a question needs more
than counts, or if counting the growth fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.engines import RUN, Counts, Engine, Run
from calpuzzle.engines.diagram import cached_of, store
from calpuzzle.engines.diagram.diagram import Diagram, placed_instance
from calpuzzle.engines.diagram.growth import Grown, counted, reduced_growth, unsupported_reason
from calpuzzle.puzzle.cover import Cover, Options

MAX_SLICES = 1_000  # the most slices (see Diagram.counts) to count if the growth cannot be counted


def diagram_of(cover: Cover, run: Run = RUN, disk: bool = False) -> Diagram:
    """Return the diagram of the Cover. The first call grows it, in at most `run.bound` bytes.

    With `disk`, a diagram that is not in memory is read from the cache folder or, if it is not
    there either, grown and stored there. Raises the errors of `Diagram.grown`.
    """
    memo = cached_of(cover)

    def built() -> Diagram:
        known, memo.grown = memo.grown, None
        if known and known.bound == run.bound:
            return Diagram.of_growth(cover, known.growth, run, known.counts)
        return Diagram.grown(cover, run)

    def cached() -> Diagram:
        return store.cached(cover, built)

    if memo.diagram is None:
        memo.diagram = cached() if disk else built()
    return memo.diagram


class DiagramEngine(Engine):
    """The engine `diagram`."""

    ordered = True

    def unsupported_reason(self, cover: Cover) -> str | None:
        """Return the reason why the Cover has no diagram, or None.

        The diagram may still need too much memory.
        """
        return unsupported_reason(cover)

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`."""
        if not placed and not cover.axes:
            return int(self.counts(cover, run))
        known = cached_of(cover).grown
        instance = placed_instance(cover, placed)
        if known and instance is not None:
            return int(known.counts.flat[instance])
        return diagram_of(cover, run).completions(placed)

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """Return the number of solutions of every instance, if possible without writing a diagram.

        Raises TooLargeError if the diagram needs too much memory, or if its growth cannot be
        counted and counting the diagram would take more than `MAX_SLICES` slices.
        """
        memo = cached_of(cover)
        if memo.diagram:
            return memo.diagram.counts()
        if memo.grown:
            return memo.grown.counts.copy()
        growth = reduced_growth(cover, run)
        counts = counted(growth, cover, run)
        if counts is None and cover.instances > MAX_SLICES * max(map(len, cover.axes), default=1):
            raise TooLargeError(
                f"counting {cover.instances:,} instances at once with the diagram takes more than "
                f"{memory_text(run.bound)}"
            )
        if counts is None:
            memo.diagram = Diagram.of_growth(cover, growth, run)
            return memo.diagram.counts()
        memo.grown = Grown(growth, counts, run.bound)
        return counts.copy()

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in lexicographic order."""
        return diagram_of(cover, run).listed(placed)
