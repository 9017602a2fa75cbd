"""This module builds the diagram of a Cover with the compiled class Growth, layer by layer in one
thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from calpuzzle._core import grow64, grow128
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.engines import RUN, Counts, Run
from calpuzzle.engines import layout as bitboards
from calpuzzle.engines.diagram.sets import SetTables, set_tables
from calpuzzle.engines.layout import Tables, layout_of, sizes_of
from calpuzzle.puzzle.cover import Cover, once_per_cover

MAX_OPTIONS = 0xFFFF
SHAPES = 5_000  # shapes between two checks of the stop event: some milliseconds
ROUNDS = 4  # rounds over the layers: forwards, backwards, and two for the counts or arrays
STATE_BYTES = 40  # per state of a finished diagram, including the tables of walk.pyx


class Arrays(NamedTuple):
    """A diagram as arrays.

    The edges of state s are first[s] to first[s + 1] (exclusive), by increasing option. Edge e
    places option[e] and leads to state to[e]. State 0 is the root and the last state the full
    board; without a solution there are no states. The element types are uint32, uint16, uint32.
    """

    first: memoryview
    option: memoryview
    to: memoryview


class Grown(NamedTuple):
    """A growth that has been counted, but not written as a diagram yet.

    `growth` is None if there was nothing to search, `counts` are the counts of every instance, and
    `bound` is its memory bound in bytes.
    """

    growth: grow64.Growth | None
    counts: Counts
    bound: int


def unsupported_reason(cover: Cover) -> str | None:
    """Return the reason why the Cover has no diagram, or None.

    The reason is that the Cover exceeds the bounds of the bitboard engines, or has too many
    different pieces or placements.
    """
    why = bitboards.unsupported_reason(cover)
    if why is None and len(cover.options) > MAX_OPTIONS:
        why = (
            f"the puzzle has {len(cover.options):,} placements, and the engine diagram handles "
            f"{MAX_OPTIONS:,}"
        )
    if why is None and sizes_of(cover).possible:
        try:
            _sets(cover)
        except TooLargeError as error:
            why = str(error)
    return why


_sets = once_per_cover(set_tables)


def grow(cover: Cover, run: Run) -> Arrays:
    """Return the diagram of all instances of a Cover, grown within `run.bound` bytes.

    Raises TooLargeError if that does not suffice, or if there are too many different pieces or
    placements, and CannotDoError if the Cover exceeds the bounds of the bitboard engines.
    """
    return written(reduced_growth(cover, run), run)


def reduced_growth(cover: Cover, run: Run) -> grow64.Growth | None:
    """Return the growth of a Cover with all dead shapes removed, for `written` and `counted`.

    The result is None if there is nothing to search. Bounds and errors are those of `grow`.
    """
    layout = layout_of(cover)
    why = unsupported_reason(cover)
    if why:
        raise TooLargeError(why)
    root, tables = layout.root(), layout.tables
    if root is None:
        return None
    with _bounded(run):
        growth = _growth(tables, _sets(cover), min(run.bound, 1 << 62))
        growth.start(root)
        _reduce(growth, tables.places, run)
    return growth


def written(growth: grow64.Growth | None, run: Run) -> Arrays:
    """Return the diagram of a growth. The growth cannot be used afterwards.

    Raises TooLargeError if the memory does not suffice.
    """
    empty = memoryview(b"")
    if growth is None:
        return Arrays(memoryview(bytes(4)).cast("I"), empty.cast("H"), empty.cast("I"))
    with _bounded(run):
        states = growth.number()
        if states * STATE_BYTES > run.bound:
            raise OverflowError
        for place in range(growth.places + 1):
            growth.emit(place)
            _report(run, 2 * (growth.places + place), growth.places)
    first, option, to = growth.finish()
    if option is None or to is None:
        return Arrays(first, empty.cast("H"), empty.cast("I"))
    return Arrays(first, option, to)


def counted(growth: grow64.Growth | None, cover: Cover, run: Run = RUN) -> Counts | None:
    """Return the number of solutions of every instance, as an int64 array of `cover.shape`.

    The growth can still be used afterwards. The result is None if a count is too large or the
    growth needs more memory than its bound; the finished diagram may still give the counts.
    """
    import numpy as np

    counts = np.zeros(cover.instances, dtype=np.int64)
    try:
        if growth is not None and not growth.counts(cover.shape, counts):
            return None
    except (OverflowError, MemoryError):
        return None
    if growth is not None:
        _report(run, ROUNDS * growth.places, growth.places)
    return counts.reshape(cover.shape)


@contextmanager
def _bounded(run: Run) -> Iterator[None]:
    """Convert errors of the compiled module about memory to TooLargeError."""
    try:
        yield
    except (OverflowError, MemoryError):
        raise TooLargeError(
            f"the diagram of this puzzle takes more than {memory_text(run.bound)}; "
            "allow more memory, or use the engine backtrack"
        ) from None


def _reduce(growth: grow64.Growth, places: int, run: Run) -> None:
    """Find all shapes in a forward pass, then remove the dead ones in a backward pass.

    The stop event is checked between slices of the first and after each layer of the second."""
    for place in range(places):
        at = growth.forward(place, 0, SHAPES)
        while at < growth.size(place):
            _report(run, place, places)
            at = growth.forward(place, at, SHAPES)
    for place in reversed(range(places + 1)):
        growth.backward(place)
        _report(run, 2 * places - place, places)


def _report(run: Run, done: int, places: int) -> None:
    run.report(done, ROUNDS * places)


def _growth(tables: Tables, sets: SetTables, memory: int) -> grow64.Growth:
    if tables.places <= 64:
        return grow64.Growth(tables, sets, memory)
    return grow128.Growth(tables, sets, memory)
