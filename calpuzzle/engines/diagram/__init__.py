"""The decision diagram of all solutions of all instances: how it is grown, asked and kept.

`sets` says how used-piece sets become bits, `growth` grows a diagram from a Cover, `diagram` is
what a caller asks, `store` keeps it on disk, and `engine` is the engine that stands on it.

`cached_of` returns what is cached for a Cover, without importing any of these modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.puzzle.cover import Cover, once_per_cover

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.engines.diagram.growth import Grown


class Cached:
    """The cached diagram of a Cover, or its counted growth, from which the diagram can be written
    quickly."""

    def __init__(self) -> None:
        self.diagram: Diagram | None = None
        self.grown: Grown | None = None


@once_per_cover
def cached_of(cover: Cover) -> Cached:
    """Return the cache of the Cover's diagram; the caller may fill it."""
    return Cached()


def at_hand(cover: Cover) -> bool:
    """Return whether the Cover has a diagram, or has one soon: it need not be grown first."""
    cached = cached_of(cover)
    return cached.diagram is not None or cached.grown is not None
