"""The engine `frontier`: the frontier method, layer by layer over the cells of a board.

It suits long boards of any size, with few kinds of pieces that each span few cells. A state
consists of the first open cell, the set of covered cells after it, and the number of used pieces of
each kind, except kinds in unlimited supply and a kind whose number follows from the area. Counts
have any size, pieces may be unused, and cells may stay empty.

This module builds the input of _core/frontier_spec.pxi, which names the sources. The cells of a
flat board are in scan order; therefore its solutions are in lexicographic order if no cell is
optional. If there is no flat board, the items are in the order of the Cover, or for a count in the
order of roles.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import prod
from types import ModuleType
from typing import NamedTuple

from calpuzzle._core import frontier64, frontier128
from calpuzzle._core.inputs import Task as Task
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.engines import RUN, Counts, Engine, Run, counts_of, load
from calpuzzle.engines.layout import MAX_INSTANCES, MAX_PLACES, buckets_of, counter
from calpuzzle.engines.residual_cover import ResidualCover, residual_cover
from calpuzzle.engines.roles import roles
from calpuzzle.engines.stepping import nth_by_counting
from calpuzzle.puzzle.cover import Bounds, Cover, Options, once_per_cover

MAX_BITS = 128
NARROW = 64
MAX_CELLS = 1 << 20
FEW_COMBINATIONS = 1 << 10
SLICE = 50_000  # steps between two checks whether the work must end: some milliseconds
ROWS = 256


class CounterChange(NamedTuple):
    """The change of the counters in a key when a piece of one class is placed.

    `add` counts a use, and `test` is the bit that is set when the last copy is used. `add_capped`
    counts the required copies; it is added only until `full_bit` is set.
    """

    test: int = 0
    add: int = 0
    full_bit: int = 0
    add_capped: int = 0


class FrontierWork(NamedTuple):
    """The input of the compiled module, and the meaning of its parts.

    `numbers` maps the options of `task` to those of the Cover (-1: the cell stays empty).
    `instance_shift` is the position of the lowest bit of the instance number in a key.
    `counter_values` contains, for each counter, how many values it can have if the counters before
    it are known.
    """

    task: Task
    numbers: list[int]
    instance_shift: int
    counter_values: list[int]


class Frontier(Engine):
    """The engine `frontier`."""

    def unsupported_reason(self, cover: Cover) -> str | None:
        """Return the reason why the engine does not support the Cover, or None.

        The states may still need too much memory.
        """
        return _unsupported_reason(cover) or None

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`.

        Raises TooLargeError if the memory does not suffice.
        """
        self.check(cover)
        work = counting_work(cover, placed)
        return _run_to_end(work.task, False, run).total if work else 0

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """Return the number of solutions of every instance, counted in one pass.

        Raises TooLargeError if the memory or the bits of a key do not suffice.
        """
        self.check(cover)
        work = work_of(cover, (), True)
        wide = work and work.task.width > MAX_BITS
        if wide or cover.instances > MAX_INSTANCES:
            raise TooLargeError(
                f"the {cover.instances:,} instances of this puzzle are too many for the engine "
                "frontier to count separately"
            )
        found = [0] * cover.instances
        if work:
            for key, ways in _run_to_end(work.task, False, run).complete_keys:
                found[key >> work.instance_shift] += ways
        run.report(cover.instances, cover.instances, sum(found))
        return counts_of(found, cover.shape)

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`.

        Dead ends are cached, within the memory bound of `run`.
        """
        self.check(cover)
        for found in in_slices(cover, placed, run):
            yield from found


def in_slices(cover: Cover, placed: Options, run: Run) -> Iterator[list[Options]]:
    """Yield lists of completions of the options `placed`, each found within some milliseconds.

    The engine must support the Cover.
    """
    work = work_of(cover, placed)
    if work is None:
        return
    lister = module_of(work.task).Lister(work.task, ROWS, run.bound)
    over = False
    while not over:
        over = lister.run(SLICE)
        run.report(lister.nodes, None, lister.found)
        yield [_read(work, row) for row in lister.take()]


class FrontierNumbering:
    """The solutions that contain the options `placed`, by their numbers in the order of the engine.

    The engine must support the Cover.
    """

    def __init__(self, cover: Cover, placed: Options = (), run: Run = RUN) -> None:
        self._cover = cover
        self._placed = placed
        self._run = run
        self._work = work_of(cover, placed)
        self._states: frontier64.Frontier | None = None
        # If the states do not fit the memory, `nth` counts at each step instead.
        with suppress(TooLargeError):
            self._states = _run_to_end(self._work.task, True, run) if self._work else None

    def nth(self, index: int) -> Options:
        """Return the options that complete the placed ones to solution `index`, from 0.

        Raises IndexError if there are not that many solutions, and TooLargeError if the memory does
        not suffice.
        """
        if self._work is None or index < 0:
            raise IndexError("there are fewer solutions")
        if self._states:
            return _read(self._work, self._states.nth(index))
        in_order = self._cover.plane and not self._cover.secondary
        if -1 in self._work.numbers or not in_order:
            raise too_large(self._run)
        return nth_by_counting(load("frontier"), self._cover, self._placed, index, self._run)


def suits(cover: Cover) -> bool:
    """Return whether the Cover is a flat board that suits the engine.

    The counters in a key must have few combinations of values. Besides, the board must be too large
    for a bitboard, or consist of squares or sticks that connected pieces cover completely.
    """
    plane = cover.plane
    if plane is None or _unsupported_reason(cover):
        return False
    if prod(plane.frame) <= MAX_PLACES and (cover.secondary or not plane.can_test_regions):
        return False
    return _counter_combinations(cover) <= FEW_COMBINATIONS


@once_per_cover
def _counter_combinations(cover: Cover) -> int:
    """Return about how many combinations of counter values a layer can have.

    If all numbers of copies are exact, the area determines the largest counter.
    """
    work = work_of(cover)
    if not work or not work.counter_values:
        return 1
    exact = all(least == most for least, most in cover.bounds[: cover.pieces])
    return prod(work.counter_values) // (max(work.counter_values) if exact else 1)


@once_per_cover
def _unsupported_reason(cover: Cover) -> str:
    """Return the reason why the engine does not support the Cover, or an empty string."""
    if any(bounds not in ((1, 1), (0, 1)) for bounds in cover.bounds[cover.pieces :]):
        return "some items have bounds other than (1, 1) and (0, 1)"
    if cover.colours:
        return "some items have colours"
    if cover.pieces and any(
        len(option) < 2 for option in cover.options if option[0] < cover.pieces
    ):
        return "a piece covers no cell"
    if len(cover.bounds) - cover.pieces > MAX_CELLS:
        return f"there are more than {MAX_CELLS:,} cells"
    work = work_of(cover)
    if work and work.task.width > MAX_BITS:
        return (
            f"a frontier state of this puzzle takes {work.task.width:,} bits, and the engine "
            f"frontier handles {MAX_BITS}"
        )
    return ""


class RankedOption(NamedTuple):
    """An option of the residual problem: the rank of its first cell, its number, its piece (-1 for
    none), and the ranks of its cells."""

    first: int
    number: int
    piece: int
    cells: list[int]


def counting_work(cover: Cover, placed: Options = ()) -> FrontierWork | None:
    """Return the input of the compiled module for a count.

    The result is None if there is obviously no solution. The order of the items does not change a
    count, so the order that roles.py finds is used, unless the states then have too many bits.
    """
    work = work_of(cover, placed)
    found = roles(cover) if work else None
    if not work or not found:
        return work
    along = work_of(found.cover, placed, places=found.places)
    return along if along is None or along.task.width <= MAX_BITS else work


def work_of(
    cover: Cover, placed: Options = (), instances: bool = False, places: Sequence[int] = ()
) -> FrontierWork | None:
    """Return the input of the compiled module after the options `placed` are placed.

    The result is None if there is obviously no solution. With `instances`, the number of the
    instance is part of the key. `places` orders the items that are not pieces; by default they are
    in scan order, or in the order of the Cover.
    """
    residual = residual_cover(cover, placed)
    if residual is None:
        return None
    pieces = sum(item < cover.pieces for item in residual.items)
    rank = {item: at for at, item in enumerate(_order(cover, residual, pieces, places))}
    ranked = []
    for number in residual.cover.choosable:
        option = residual.cover.options[number]
        cells = sorted([rank[item] for item in option if item >= pieces])
        ranked.append(RankedOption(cells[0], number, option[0] if pieces else -1, cells))
    empty = [rank[item] for item in rank if not residual.cover.bounds[item][0]]
    reach = 1 + max((each.cells[-1] - each.first for each in ranked), default=0)
    counted = _counter_layout(residual.cover.bounds[:pieces], ranked, len(rank), reach, not empty)
    if counted is None:
        return None
    # A cell that may stay empty has one more option, which covers only that cell.
    ranked += [RankedOption(at, len(residual.numbers), -1, [at]) for at in empty]
    ranked.sort()
    numbers = [*residual.numbers, -1]
    instance = cover.instance_contribution if instances else {}
    counters = [counted.changes[each.piece] for each in ranked]
    task = Task(
        cells=len(rank),
        bits=reach,
        width=max(counted.bits, reach + 1) + (cover.instances - 1).bit_length() * instances,
        buckets=buckets_of([each.first for each in ranked], len(rank)),
        masks=[sum(1 << (cell - each.first) for cell in each.cells) for each in ranked],
        test=[change.test for change in counters],
        add=[
            change.add + (instance.get(numbers[each.number], 0) << counted.bits)
            for change, each in zip(counters, ranked, strict=True)
        ],
        full_bits=[change.full_bit for change in counters],
        add_capped=[change.add_capped for change in counters],
        nothing=counted.nothing,
        wanted=counted.wanted,
    )
    return FrontierWork(
        task, [numbers[each.number] for each in ranked], counted.bits, counted.counter_values
    )


def _order(cover: Cover, residual: ResidualCover, pieces: int, places: Sequence[int]) -> list[int]:
    """Return the remaining items that are not pieces, in the order in which they are covered."""
    cells = list(range(pieces, len(residual.items)))
    known = places or (cover.plane.places if cover.plane else ())
    if known:
        cells.sort(key=lambda item: known[residual.items[item] - cover.pieces])
    return cells


class CounterLayout(NamedTuple):
    """The layout of the counters in a key.

    `changes` lists the change for each class, and last the change for options without a piece.
    `counter_values` contains, for each counter, how many values it can have if the counters before
    it are known. `bits` is the number of bits of the key up to the end of the counters, `nothing`
    the initial key, and `wanted` the bits that the final key must have.
    """

    changes: list[CounterChange]
    counter_values: list[int]
    bits: int
    nothing: int
    wanted: int


def _counter_layout(
    bounds: Sequence[Bounds], ranked: list[RankedOption], cells: int, bits: int, all_covered: bool
) -> CounterLayout | None:
    """Return the necessary counters, from bit `bits` of a key on; None if bounds cannot be met.

    If a class has at least as many copies as fit on the board, its uses are not limited; only the
    required copies, if any, are counted. If all cells are covered, each class has one size and an
    exact number of copies, and only one class has several copies, the area determines how often
    that class is used.
    """
    sizes: list[set[int]] = [set() for _ in bounds]
    for each in ranked:
        if each.piece >= 0:
            sizes[each.piece].add(len(each.cells))
    exact = all_covered and all(
        least == most and len(cells_of) == 1
        for (least, most), cells_of in zip(bounds, sizes, strict=True)
    )
    if exact and bounds:
        area = sum(most * size for (_, most), (size,) in zip(bounds, sizes, strict=True))
        if area != cells:
            return None
    several = [piece for piece, (_, most) in enumerate(bounds) if most > 1]
    found = []
    counter_values = []
    nothing = wanted = 0
    for piece, ((least, most), cells_of) in enumerate(zip(bounds, sizes, strict=True)):
        fit = cells // min(cells_of) if cells_of else 0
        if least > fit:
            return None
        counters = CounterChange()
        if not (exact and several == [piece]):
            if most < fit:
                begin, add, test = counter(most, bits)
                nothing |= begin
                wanted |= test * (least == most)
                counters = counters._replace(add=add, test=test)
                bits = test.bit_length()
                counter_values.append(most + 1)
            if least and not least == most < fit:
                begin, add, test = counter(least, bits)
                nothing |= begin
                wanted |= test
                counters = counters._replace(add_capped=add, full_bit=test)
                bits = test.bit_length()
                counter_values.append(1 if most < fit else least + 1)
        found.append(counters)
    return CounterLayout([*found, CounterChange()], counter_values, bits, nothing, wanted)


def module_of(task: Task) -> ModuleType:
    """Return the compiled module with the narrowest keys that suffice."""
    return frontier64 if task.width <= NARROW else frontier128


def new_count(cover: Cover, placed: Options, run: Run) -> frontier64.Frontier | None:
    """Return a compiled count of the solutions that contain `placed`, before its first step.

    The result is None if there is obviously no solution. Raises MemoryError, and OverflowError if
    the memory bound does not suffice.
    """
    work = counting_work(cover, placed)
    return _new_count(work.task, False, run) if work else None


def _new_count(task: Task, keep: bool, run: Run) -> frontier64.Frontier:
    states: frontier64.Frontier = module_of(task).Frontier(task, keep, run.bound)
    return states


def _run_to_end(task: Task, keep: bool, run: Run) -> frontier64.Frontier:
    """Return the states of all layers if `keep`, otherwise only those of the last layer.

    Raises TooLargeError if the memory does not suffice.
    """
    try:
        states = _new_count(task, keep, run)
        while not states.run(SLICE):
            run.report(*states.layers)
        return states
    except (OverflowError, MemoryError):
        raise too_large(run) from None


def too_large(run: Run) -> TooLargeError:
    """Return the error for a puzzle whose frontier states exceed the memory of the run."""
    return TooLargeError(
        f"the frontier states of this puzzle take more than {memory_text(run.bound)}; allow more "
        "memory, or use the engine dancing"
    )


def _read(work: FrontierWork, row: Options) -> Options:
    """Convert a row of the compiled module to option numbers of the Cover."""
    numbers = work.numbers
    return tuple(sorted([numbers[k] for k in row if numbers[k] >= 0]))
