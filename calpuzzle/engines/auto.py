"""The engine `auto`: picks the one that suits the question and the puzzle.

One date is searched by backtracking, unless the puzzle's diagram is at hand; all dates are counted
by the diagram, or by backtracking, with a warning, where the diagram would be too large. What no
bitboard holds goes to `links`, which counts all dates one by one, with a warning that it is slow.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.engines import RUN, Engine, Run, Solution, load
from calpuzzle.engines.layout import MAX_INSTANCES, refusal
from calpuzzle.errors import TooLargeError


def count(cover: Cover, instance: int | None, laid: Solution = ()) -> int:
    """Solutions of one instance, or of all, that hold the placements `laid`."""
    return _for_one(cover).count(cover, instance, laid)


def solutions(cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
    """The solutions of one instance that hold the placements `laid`, lazily, in the order of
    cover.py."""
    return _for_one(cover).solutions(cover, instance, laid)


def counts(cover: Cover, run: Run = RUN) -> list[int]:
    """Solutions of every instance."""
    import warnings

    why = refusal(cover)
    if why and cover.instances <= MAX_INSTANCES:  # more would never come to an end one by one
        if cover.instances > 1:
            warnings.warn(
                f"{why}; the engine links counts {cover.instances:,} dates one by one, "
                "which may take long",
                stacklevel=2,
            )
        return load("links").counts(cover, run)
    try:
        return load("diagram").counts(cover, run)
    except TooLargeError as error:
        warnings.warn(f"{error}; counting with the engine backtrack instead", stacklevel=2)
        return load("backtrack").counts(cover, run)


def _for_one(cover: Cover) -> Engine:
    if "diagram" in cover.kept:
        return load("diagram")
    return load("links" if refusal(cover) else "backtrack")
