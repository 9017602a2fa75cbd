"""Growing a diagram from a Cover: drives the compiled growth layer by layer, in one thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from calpuzzle._core import grow64, grow128
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.text import memory as amount
from calpuzzle.engines import Counts, Run
from calpuzzle.engines import layout as bitboards
from calpuzzle.engines.diagram.sets import SetTables, set_tables
from calpuzzle.engines.layout import Tables, layout_of, sizes_of
from calpuzzle.puzzle.cover import Cover, once_per_cover

MOST_OPTIONS = 0xFFFF
SHAPES = 5_000  # between two looks at what ends the work: some milliseconds
STATE_BYTES = 40  # that a finished diagram takes for each of its states, in walk.pyx and besides


class Arrays(NamedTuple):
    """A diagram as arrays. The edges of state s are first[s] to first[s + 1], by rising option;
    `option[e]` is what edge e lays, `to[e]` the state it leads to. State 0 is the root, the last
    one the full board; without a solution there are no states. dtypes uint32, uint16, uint32.
    """

    first: memoryview
    option: memoryview
    to: memoryview


class Grown(NamedTuple):
    """A diagram that has grown and been counted, but is not written yet: the growth, None where
    there was nothing to search; the solutions of every instance; and the bytes it may take."""

    growth: grow64.Growth | None
    counts: Counts
    bound: int


def refusal(cover: Cover) -> str | None:
    """Return why the Cover has no diagram, as a sentence, or None: past the bounds of every
    bitboard engine, or with too many different pieces or placements."""
    why = bitboards.refusal(cover)
    if why is None and len(cover.options) > MOST_OPTIONS:
        why = (
            f"the puzzle has {len(cover.options):,} placements, and the engine diagram handles "
            f"{MOST_OPTIONS:,}"
        )
    if why is None and sizes_of(cover).possible:
        try:
            _sets(cover)
        except TooLargeError as error:
            why = str(error)
    return why


_sets = once_per_cover(set_tables)


def grow(cover: Cover, run: Run) -> Arrays:
    """The diagram of all instances of a Cover, taking at most `run.bound` bytes while it grows.

    Raises TooLargeError past that and for a puzzle with too many different pieces or placements,
    and CannotDoError for one past the bounds of every bitboard engine.
    """
    return written(thinned(cover, run), run)


def thinned(cover: Cover, run: Run) -> grow64.Growth | None:
    """The growth of a Cover as far as its shapes are found and thinned, for `written` and
    `counted`; None where there is nothing to search. Bounds and errors are those of `grow`."""
    layout = layout_of(cover)
    why = refusal(cover)
    if why:
        raise TooLargeError(why)
    root, tables = layout.root(), layout.tables
    if root is None:
        return None
    with _bounded(run):
        growth = _growth(tables, _sets(cover), min(run.bound, 1 << 62))
        growth.start(root)
        _thin(growth, tables.places, run)
    return growth


def written(growth: grow64.Growth | None, run: Run) -> Arrays:
    """The diagram that has grown; the growth is at its end. Raises TooLargeError."""
    empty = memoryview(b"")
    if growth is None:
        return Arrays(memoryview(bytes(4)).cast("I"), empty.cast("H"), empty.cast("I"))
    with _bounded(run):
        states = growth.number()
        if states * STATE_BYTES > run.bound:
            raise OverflowError
        for place in range(growth.places + 1):
            growth.emit(place)
            run.look()
    first, option, to = growth.finish()
    if option is None or to is None:
        return Arrays(memoryview(first), empty.cast("H"), empty.cast("I"))
    return Arrays(memoryview(first), memoryview(option), memoryview(to))


def counted(growth: grow64.Growth | None, cover: Cover) -> Counts | None:
    """The solutions of every instance, as an int64 array of `cover.shape`, and the growth goes on;
    None where they are too many for it, or take more than its bound: then a finished diagram may
    do."""
    import numpy as np

    counts = np.zeros(cover.instances, dtype=np.int64)
    try:
        if growth is not None and not growth.counts(cover.shape, counts):
            return None
    except (OverflowError, MemoryError):
        return None
    return counts.reshape(cover.shape)


@contextmanager
def _bounded(run: Run) -> Iterator[None]:
    """Say what it means that the bound does not do."""
    try:
        yield
    except (OverflowError, MemoryError):
        raise TooLargeError(
            f"the diagram of this puzzle takes more than {amount(run.bound)}; "
            "allow more memory, or take the engine backtrack"
        ) from None


def _thin(growth: grow64.Growth, places: int, run: Run) -> None:
    """Find and thin the shapes, in slices between which it can be ended."""
    for place in range(places):
        at = growth.forward(place, 0, SHAPES)
        while at < growth.size(place):
            run.tell(place, places)
            at = growth.forward(place, at, SHAPES)
        run.tell(place + 1, places)
    for place in reversed(range(places + 1)):
        growth.backward(place)
        run.look()


def _growth(tables: Tables, sets: SetTables, memory: int) -> grow64.Growth:
    if tables.places <= 64:
        return grow64.Growth(tables, sets, memory)
    return grow128.Growth(tables, sets, memory)
