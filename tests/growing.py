"""Step-by-step construction of diagrams, for the tests of the compiled growth."""

from __future__ import annotations

from calpuzzle._core import grow64
from calpuzzle.engines.diagram import growth as module
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import Arrays
from calpuzzle.engines.diagram.sets import set_tables
from calpuzzle.engines.layout import BitboardLayout, Root, layout_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

LARGE_ENOUGH = 1 << 40


def growth_of(
    cover: Cover, bound: int = LARGE_ENOUGH
) -> tuple[grow64.Growth, BitboardLayout, Root]:
    """Return a growth that has not started, its layout, and the root to start with."""
    layout = layout_of(cover)
    root = layout.root()
    assert root is not None
    return module._growth(layout.tables, set_tables(cover), bound), layout, root


def reduced_growth(
    cover: Cover, bound: int = LARGE_ENOUGH, step: int = LARGE_ENOUGH
) -> grow64.Growth:
    """Return a growth whose layers are reduced. Each call of `forward` processes `step` shapes."""
    growth, _, root = growth_of(cover, bound)
    growth.start(root)
    for place in range(growth.places):
        at = growth.forward(place, 0, step)
        while at < growth.size(place):
            at = growth.forward(place, at, step)
    for place in reversed(range(growth.places + 1)):
        growth.backward(place)
    return growth


def run(
    cover: Cover, bound: int = LARGE_ENOUGH, step: int = LARGE_ENOUGH
) -> tuple[grow64.Growth, list[bytes]]:
    """Return a finished growth and its three arrays as bytes."""
    growth = reduced_growth(cover, bound, step)
    growth.number()
    for place in range(growth.places + 1):
        growth.emit(place)
    return growth, [bytes(part) if part is not None else b"" for part in growth.finish()]


def as_bytes(arrays: Arrays) -> list[bytes]:
    return [bytes(part) for part in arrays]


def grown(model: Model) -> Diagram:
    return diagram_of(Lowering(model).cover)
