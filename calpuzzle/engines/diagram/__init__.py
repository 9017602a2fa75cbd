"""The decision diagram of all solutions of all instances.

`sets` encodes sets of used pieces as bits, `growth` grows a diagram from a Cover, `diagram` answers
questions, `store` caches diagrams on disk, and `engine` is the engine based on them. `cached_of`
returns what is cached in memory for a Cover, without importing any of these modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle.puzzle.cover import Cover, once_per_cover

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.engines.diagram.growth import Grown


class Cached:
    """The cached diagram of a Cover, or the finished growth that a count has left, from which the
    diagram can be written quickly."""

    def __init__(self) -> None:
        self.diagram: Diagram | None = None
        self.grown: Grown | None = None


@once_per_cover
def cached_of(cover: Cover) -> Cached:
    """Return the cache of the Cover's diagram; the caller may fill it."""
    return Cached()


def has_cached_diagram(cover: Cover) -> bool:
    """Return whether the diagram of the Cover, or its finished growth, is cached."""
    cached = cached_of(cover)
    return cached.diagram is not None or cached.grown is not None
