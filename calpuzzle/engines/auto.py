"""The engine `auto`: picks the one that suits the question and the puzzle.

One date is searched by backtracking, unless the puzzle's diagram is at hand; all dates are counted
by the diagram, or by backtracking, with a warning, where the diagram would be too large.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.engines import RUN, Engine, Run, Solution, load
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
    try:
        return load("diagram").counts(cover, run)
    except TooLargeError as error:
        import warnings

        warnings.warn(f"{error}; counting with the engine backtrack instead", stacklevel=2)
        return load("backtrack").counts(cover, run)


def _for_one(cover: Cover) -> Engine:
    return load("diagram" if "diagram" in cover.kept else "backtrack")
