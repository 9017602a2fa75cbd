"""Growing a diagram from a Cover: drives the compiled growth layer by layer."""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle._core import grow64
from calpuzzle.cover import Cover
from calpuzzle.diagram.sets import set_tables
from calpuzzle.engines import Progress
from calpuzzle.engines.layout import Layout, layout_of
from calpuzzle.errors import TooLargeError
from calpuzzle.text import memory as amount

SHAPES = 20_000  # between two looks at Ctrl-C: some tens of milliseconds
MEMORY = 4 << 30
STATE_BYTES = 40  # that a finished diagram takes for each of its states, in walk.pyx and besides


class Arrays(NamedTuple):
    """A diagram as arrays. The edges of state s are first[s] to first[s + 1], by rising option;
    `option[e]` is what edge e lays, `to[e]` the state it leads to. State 0 is the root, the last
    one the full board; without a solution there are no states. dtypes uint32, uint16, uint32.
    """

    first: memoryview
    option: memoryview
    to: memoryview


def grow(cover: Cover, memory: int = MEMORY, progress: Progress | None = None) -> Arrays:
    """The diagram of all instances of a Cover, taking at most `memory` bytes while it grows.

    Raises TooLargeError past that and for a puzzle with too many different pieces or placements,
    and CannotDoError for one past the bounds of every bitboard engine.
    """
    layout = layout_of(cover)
    if len(cover.options) > 0xFFFF:
        raise TooLargeError(
            f"the puzzle has {len(cover.options):,} placements, and the engine diagram "
            f"handles {0xFFFF:,}"
        )
    try:
        growth = _growth(layout, min(memory, 1 << 62))
        _run(growth, layout, memory, progress)
    except (OverflowError, MemoryError):
        raise TooLargeError(
            f"the diagram of this puzzle takes more than {amount(memory)}; "
            "allow more with --memory, or use --engine backtrack"
        ) from None
    first, option, to = growth.finish()
    empty = memoryview(b"")
    return Arrays(
        memoryview(first),
        memoryview(option) if option is not None else empty.cast("H"),
        memoryview(to) if to is not None else empty.cast("I"),
    )


def _run(growth: grow64.Growth, layout: Layout, memory: int, progress: Progress | None) -> None:
    """Grow, in slices between which Ctrl-C is seen. Raises OverflowError past the bound."""
    places = layout.tables.places
    root = layout.root()
    assert root is not None
    growth.start(root)
    for place in range(places):
        at = growth.forward(place, 0, SHAPES)
        while at < growth.size(place):
            if progress:
                progress(place, places)
            at = growth.forward(place, at, SHAPES)
        if progress:
            progress(place + 1, places)
    for place in reversed(range(places + 1)):
        growth.backward(place)
    states = growth.number()
    if states * STATE_BYTES > memory:
        raise OverflowError
    for place in range(places + 1):
        growth.emit(place)


def _growth(layout: Layout, memory: int) -> grow64.Growth:
    sets = set_tables(layout.cover)
    if layout.tables.places <= 64:
        return grow64.Growth(layout.tables, sets, memory)
    from calpuzzle._core import grow128

    return grow128.Growth(layout.tables, sets, memory)
