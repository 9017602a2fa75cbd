"""The engine `halves`: meet in the middle, with two halves that use complementary sets of pieces.

It suits puzzles with so many different pieces that a diagram would have too many sets of used
pieces. All pieces are used, so the first half of a solution combines with exactly those second
halves that use all other pieces. For a count, the sets of used pieces are computed from both ends
up to the middle. To list solutions, they are computed from the end all the way to the beginning, so
that the listing meets no dead ends. This module builds the input of _core/complements.pxi.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from calpuzzle._core import complements32, complements64
from calpuzzle._core.inputs import OutlineItems as OutlineItems
from calpuzzle._core.inputs import OutlineKeys as OutlineKeys
from calpuzzle.base.errors import TooLargeError, TooManyError
from calpuzzle.base.wording import memory_text, plural
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines import layout as bitboards
from calpuzzle.engines.layout import BitboardLayout, Root, layout_of
from calpuzzle.engines.stepping import nth_by_counting
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle._core.complements32 import Complements

MAX_ITEMS = 128
MAX_OPTIONS = 0xFFFF
NARROW = 32  # bits of a key or a count in the narrow halves, which need half the memory
ROWS = 256


class Halves(Engine):
    """The engine `halves`."""

    ordered = True

    def unsupported_reason(self, cover: Cover) -> str | None:
        """Return the reason why the engine does not support the Cover, or None.

        The halves may still need too much memory.
        """
        why = bitboards.unsupported_reason(cover)
        if why is not None:
            return why
        assert cover.plane
        lines, line = cover.plane.frame
        if lines * line + len(cover.axes) > MAX_ITEMS:
            places, groups = lines * line, len(cover.axes)
            return (
                f"the board spans {places} places and has {plural(groups, 'group')}, "
                f"{places + groups} together; the engine halves handles at most {MAX_ITEMS}"
            )
        if len(cover.options) > MAX_OPTIONS:
            return (
                f"the puzzle has {len(cover.options):,} placements, and the engine halves handles "
                f"{MAX_OPTIONS:,}"
            )
        return None

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`.

        Raises TooLargeError if the halves need too much memory, and TooManyError if a number of
        ways does not fit in 64 bits.
        """
        layout, root = self._root(cover, placed)
        if root is None:
            return 0
        if root.occupied == layout.full:
            return 1
        items, keys, _ = _input(layout, root)
        covered = items.root.bit_count()
        work = _make_halves(items, keys, (covered + items.items + 1) // 2, run)
        return work.total

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in lexicographic order.

        Raises TooLargeError if the sets of used pieces need too much memory, and TooManyError if a
        number of ways does not fit in 64 bits.
        """
        layout, root = self._root(cover, placed)
        if root is None:
            return
        if root.occupied == layout.full:
            yield ()
            return
        items, keys, numbers = _input(layout, root)
        work = _make_halves(items, keys, items.root.bit_count(), run)
        for start in range(0, work.total, ROWS):
            run.report(start, work.total, start)
            for row in work.rows(start, ROWS):
                yield tuple([numbers[k] for k in row])

    def _root(self, cover: Cover, placed: Options) -> tuple[BitboardLayout, Root | None]:
        self.check(cover)
        layout = layout_of(cover)
        return layout, layout.root(placed)


class HalvesNumbering:
    """The solutions that contain the options `placed`, by their numbers in lexicographic order.

    The engine must support the Cover.
    """

    def __init__(self, cover: Cover, placed: Options = (), run: Run = RUN) -> None:
        self._cover = cover
        self._placed = placed
        self._run = run
        self._engine = Halves()
        self._work: Complements | None = None
        layout = layout_of(cover)
        root = layout.root(placed)
        self._clash = root is None
        if root is None or root.occupied == layout.full:
            return
        items, keys, self._numbers = _input(layout, root)
        # If the sets exceed the memory, or a count exceeds a word, `nth` counts at each step.
        with suppress(TooLargeError, TooManyError):
            self._work = _make_halves(items, keys, items.root.bit_count(), run)

    def nth(self, index: int) -> Options:
        """Return the options that complete the placed ones to solution `index`, from 0.

        Raises IndexError if there are not that many solutions.
        """
        if index < 0 or self._clash:
            raise IndexError("there are fewer solutions")
        if self._work is None:
            return nth_by_counting(self._engine, self._cover, self._placed, index, self._run)
        if index >= self._work.total:
            raise IndexError("there are fewer solutions")
        return tuple([self._numbers[k] for k in self._work.rows(index, 1)[0]])


def _input(layout: BitboardLayout, root: Root) -> tuple[OutlineItems, OutlineKeys, list[int]]:
    """Return the input of the compiled halves for the state `root`.

    The third result lists the options that can still be placed, by their numbers in the Cover.
    """
    tables = layout.tables
    inside = (1 << tables.places) - 1
    groups = list(zip(tables.group_bits, tables.group_cells, strict=True))
    remaining = [(bit, cells) for bit, cells in groups if not bit & root.used]
    item_of = {bit: 1 << (tables.places + k) for k, (bit, _) in enumerate(remaining)}
    numbers = [
        k
        for k, mask in enumerate(tables.masks)
        if not mask & root.occupied and not tables.test[k] & root.used
    ]
    sums = tables.sums[root.sums_index]
    area = (layout.full & ~root.occupied).bit_count() - len(remaining)
    items = OutlineItems(
        tables.places,
        tables.places + len(remaining),
        tables.line,
        root.occupied & inside,
        tables.not_first & inside,
        tables.not_last & inside,
        tables.corners,
        sums,
        sums | 1 << area,
        [(item_of[bit], cells) for bit, cells in remaining],
        [tables.masks[k] | item_of.get(tables.test[k], 0) for k in numbers],
    )
    keys = OutlineKeys(
        tables.used_bits,
        root.used,
        layout.everything,
        [tables.add[k] for k in numbers],
        [tables.test[k] for k in numbers],
    )
    return items, keys, numbers


def _make_halves(items: OutlineItems, keys: OutlineKeys, cut: int, run: Run) -> Complements:
    """Return both halves, joined after `cut` items, in the narrowest words that suffice.

    Raises TooLargeError if the memory does not suffice, and TooManyError if the counts of a half do
    not fit the widest word.
    """
    for module in (complements32, complements64):
        if module is complements32 and keys.bits > NARROW:
            continue
        try:
            return _run_to_end(module.Complements(items, keys, cut, run.bound), run)
        except (OverflowError, MemoryError):
            raise TooLargeError(
                f"the halves of this puzzle take more than {memory_text(run.bound)}; allow more "
                "memory, or use the engine backtrack"
            ) from None
        except ArithmeticError:
            pass  # a count does not fit the word
    raise TooManyError(
        "a set of pieces fills a part of the board in 2^64 ways or more, too many for the engine "
        "halves"
    )


def _run_to_end(work: Complements, run: Run) -> Complements:
    work.make(lambda: run.report(*work.layers))
    return work
