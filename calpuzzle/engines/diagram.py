"""The engine `diagram`: one decision diagram holds all solutions of all instances.

Best for counting every instance, and for many questions about one puzzle. A diagram that has been
grown stays with its Cover.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.diagram.diagram import Diagram
from calpuzzle.diagram.growth import MEMORY
from calpuzzle.engines import RUN, Progress, Run, Solution


def diagram_of(
    cover: Cover, memory: int | None = None, progress: Progress | None = None, disk: bool = False
) -> Diagram:
    """The diagram of the Cover, grown at the first call, taking at most `memory` bytes (4 GiB
    where None); with `disk`, it is looked for in the cache on disk first, and kept there.

    Raises as calpuzzle.diagram.growth.grow.
    """
    found = cover.kept.get("diagram")
    if not isinstance(found, Diagram):
        bound = MEMORY if memory is None else memory
        if disk:
            from calpuzzle.diagram import store

            found = store.diagram(cover, bound, progress)
        else:
            found = Diagram.grown(cover, bound, progress)
        cover.kept["diagram"] = found
    return found


def count(cover: Cover, instance: int | None, laid: Solution = ()) -> int:
    """Solutions of one instance, or of all, that hold the placements `laid`."""
    return diagram_of(cover).completions(instance, laid)


def counts(cover: Cover, run: Run = RUN) -> list[int]:
    """Solutions of every instance, by one thread, from the beginning."""
    return diagram_of(cover, run.memory, run.progress).counts(run.memory).tolist()


def solutions(cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
    """The solutions of one instance that hold the placements `laid`, lazily, in the order of
    cover.py."""
    return diagram_of(cover).listed(instance, laid)
