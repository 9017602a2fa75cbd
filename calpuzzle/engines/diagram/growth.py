"""Growing a diagram from a Cover: drives the compiled growth layer by layer."""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle._core import grow64
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.kept import Kept
from calpuzzle.base.text import memory as amount
from calpuzzle.engines import Run
from calpuzzle.engines import layout as bitboards
from calpuzzle.engines.diagram.sets import SetTables, set_tables
from calpuzzle.engines.layout import Tables, layout_of, sizes_of
from calpuzzle.puzzle.cover import Cover

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


def refusal(cover: Cover) -> str | None:
    """Why the Cover has no diagram, as a sentence, or None: past the bounds of every bitboard
    engine, or with too many different pieces or placements."""
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


_SETS: Kept[SetTables] = Kept()


def _sets(cover: Cover) -> SetTables:
    return _SETS.made(cover, lambda: set_tables(cover))


def grow(cover: Cover, run: Run) -> Arrays:
    """The diagram of all instances of a Cover, taking at most `run.bound` bytes while it grows.

    Raises TooLargeError past that and for a puzzle with too many different pieces or placements,
    and CannotDoError for one past the bounds of every bitboard engine.
    """
    layout = layout_of(cover)
    why = refusal(cover)
    if why:
        raise TooLargeError(why)
    root, tables = layout.root(), layout.tables
    empty = memoryview(b"")
    if root is None:
        return Arrays(memoryview(bytes(4)).cast("I"), empty.cast("H"), empty.cast("I"))
    try:
        growth = _growth(tables, _sets(cover), min(run.bound, 1 << 62))
        growth.start(root)
        _run(growth, tables.places, run)
    except (OverflowError, MemoryError):
        raise TooLargeError(
            f"the diagram of this puzzle takes more than {amount(run.bound)}; "
            "allow more with --memory, or use --engine backtrack"
        ) from None
    first, option, to = growth.finish()
    if option is None or to is None:
        return Arrays(memoryview(first), empty.cast("H"), empty.cast("I"))
    return Arrays(memoryview(first), memoryview(option), memoryview(to))


def _run(growth: grow64.Growth, places: int, run: Run) -> None:
    """Grow, in slices between which it can be ended. Raises OverflowError past the bound."""
    for place in range(places):
        at = growth.forward(place, 0, SHAPES)
        while at < growth.size(place):
            run.tell(place, places)
            at = growth.forward(place, at, SHAPES)
        run.tell(place + 1, places)
    for place in reversed(range(places + 1)):
        growth.backward(place)
        run.look()
    if growth.number() * STATE_BYTES > run.bound:
        raise OverflowError
    for place in range(places + 1):
        growth.emit(place)
        run.look()


def _growth(tables: Tables, sets: SetTables, memory: int) -> grow64.Growth:
    if tables.places <= 64:
        return grow64.Growth(tables, sets, memory)
    from calpuzzle._core import grow128

    return grow128.Growth(tables, sets, memory)
