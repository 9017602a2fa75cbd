"""The engine `frontier`: the frontier method, layer by layer over the cells of a board.

For long boards of any size, with pieces that reach over few cells and are of few kinds. A state is
the first open cell, which of the cells behind it are covered, and how often each kind of piece has
been laid, as far as that matters: not where there are as many as one likes, nor where the area says
it. Counts have any size; pieces may be left out, and cells may stay empty.

Owns the input of _core/frontier_spec.pxi, which names the sources. The cells of a flat board come
in the order of the scan, and other items as they are stated; so the solutions of a flat board whose
cells are all to be covered are in lexicographic order.
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
from calpuzzle.base.text import memory as amount
from calpuzzle.engines import RUN, Counts, Engine, Run, counts_of, load
from calpuzzle.engines.layout import MAX_INSTANCES, MAX_PLACES, buckets_of, counter
from calpuzzle.engines.rest import Rest, rest
from calpuzzle.engines.roles import roles
from calpuzzle.engines.stepping import stepped
from calpuzzle.puzzle.cover import Bounds, Cover, Options, once_per_cover

MOST_BITS = 128
NARROW = 64
MOST_CELLS = 1 << 20
FEW_SETS = 1 << 10
SLICE = 50_000  # steps between two looks at what ends the work: some milliseconds
ROWS = 256


class Counters(NamedTuple):
    """The change of the counters when a piece of some class is laid."""

    test: int = 0
    add: int = 0
    till: int = 0
    more: int = 0


class Work(NamedTuple):
    """A task, the number in the Cover of each of its options (-1: the cell stays empty), and from
    which bit of a key on the number of the instance stands; and how many values each counter can
    have."""

    task: Task
    numbers: list[int]
    instance: int
    sets: list[int]


class Frontier(Engine):
    """The engine of this module."""

    def refusal(self, cover: Cover) -> str | None:
        """Return why the engine cannot take the Cover, or None; it may still be too large for the
        memory."""
        return _refusal(cover) or None

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`. Raises TooLargeError past the
        memory."""
        self.check(cover)
        work = lined_up(cover, laid)
        return _moved(work.task, False, run).total if work else 0

    def counts(self, cover: Cover, run: Run = RUN) -> Counts:
        """The solutions of every instance, in one go; Python integers where one does not fit 64
        bits. Raises TooLargeError past the memory, or where the instances take too many bits."""
        self.check(cover)
        work = work_of(cover, (), True)
        wide = work and work.task.width > MOST_BITS
        if wide or cover.instances > MAX_INSTANCES:
            raise TooLargeError(
                f"the {cover.instances:,} instances of this puzzle are too many for the engine "
                "frontier to tell apart"
            )
        found = [0] * cover.instances
        if work:
            for key, ways in _moved(work.task, False, run).found:
                found[key >> work.instance] += ways
        run.tell(cover.instances, cover.instances, sum(found))
        return counts_of(found, cover.shape)

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`. What leads nowhere is remembered, in at most
        the memory of the run."""
        self.check(cover)
        for found in by_slices(cover, laid, run):
            yield from found


def by_slices(cover: Cover, laid: Options, run: Run) -> Iterator[list[Options]]:
    """Yield what completes the options `laid`, of a Cover that the engine takes: what is found in
    some milliseconds at a time."""
    work = work_of(cover, laid)
    if work is None:
        return
    lister = module_of(work.task).Lister(work.task, ROWS, run.bound)
    over = False
    while not over:
        over = lister.run(SLICE)
        run.tell(lister.nodes, None, lister.found)
        yield [_read(work, row) for row in lister.take()]


class Ranked:
    """The solutions that complete the options `laid`, by their numbers in the order of the engine,
    of a Cover that it takes."""

    def __init__(self, cover: Cover, laid: Options = (), run: Run = RUN) -> None:
        self._cover = cover
        self._laid = laid
        self._run = run
        self._work = work_of(cover, laid)
        self._states: frontier64.Frontier | None = None
        # Where not all states can be kept, each step is counted instead.
        with suppress(TooLargeError):
            self._states = _moved(self._work.task, True, run) if self._work else None

    def nth(self, index: int) -> Options:
        """Return what completes the laid options to the solution of that number, from 0 on. Raises
        IndexError where there are not so many, and TooLargeError past the memory."""
        if self._work is None or index < 0:
            raise IndexError("there are not so many solutions")
        if self._states:
            return _read(self._work, self._states.nth(index))
        if -1 in self._work.numbers:
            raise too_large(self._run)
        return stepped(load("frontier"), self._cover, self._laid, index, self._run)


def suits(cover: Cover) -> bool:
    """Return whether the Cover is a flat board, large or of whole pieces that cover all of it, with
    so few kinds of them that the engine is the one to ask where a bitboard, or a word, is small."""
    plane = cover.plane
    if plane is None or _refusal(cover):
        return False
    if prod(plane.frame) <= MAX_PLACES and (cover.secondary or not plane.whole):
        return False
    return _sets(cover) <= FEW_SETS


@once_per_cover
def _sets(cover: Cover) -> int:
    """In how many ways the counters can stand at a time, about: where all are exact, the area says
    what the largest of them is."""
    work = work_of(cover)
    if not work or not work.sets:
        return 1
    exact = all(least == most for least, most in cover.bounds[: cover.pieces])
    return prod(work.sets) // (max(work.sets) if exact else 1)


@once_per_cover
def _refusal(cover: Cover) -> str:
    if any(bounds not in ((1, 1), (0, 1)) for bounds in cover.bounds[cover.pieces :]):
        return "some items may be covered more than once"
    if cover.colours:
        return "some items have colours"
    if cover.pieces and any(
        len(option) < 2 for option in cover.options if option[0] < cover.pieces
    ):
        return "a piece covers no cell"
    if len(cover.bounds) - cover.pieces > MOST_CELLS:
        return f"there are more than {MOST_CELLS:,} cells"
    work = work_of(cover)
    if work and work.task.width > MOST_BITS:
        return (
            f"a frontier state of this puzzle takes {work.task.width:,} bits, and the engine "
            f"frontier handles {MOST_BITS}"
        )
    return ""


class Way(NamedTuple):
    """An option of what is left: the rank of its first cell, its number, its class (-1 where it has
    none), and the ranks of its cells."""

    first: int
    number: int
    piece: int
    cells: list[int]


def lined_up(cover: Cover, laid: Options = ()) -> Work | None:
    """The input of the compiled module for a count, where the order of the items is free: along the
    line that is found for them (roles.py), as long as a state takes no more bits so."""
    work = work_of(cover, laid)
    found = roles(cover) if work else None
    if not work or not found:
        return work
    along = work_of(found.cover, laid, places=found.places)
    return along if along is None or along.task.width <= MOST_BITS else work


def work_of(
    cover: Cover, laid: Options = (), instances: bool = False, places: Sequence[int] = ()
) -> Work | None:
    """The input of the compiled module for a Cover in which some options are laid, with the
    instances told apart or not; None where it is clear that there is no solution. `places` puts the
    items that are no pieces in another order than the scan, or that in which they are stated."""
    left = rest(cover, laid)
    if left is None:
        return None
    pieces = sum(item < cover.pieces for item in left.items)
    rank = {item: at for at, item in enumerate(_order(cover, left, pieces, places))}
    ways = []
    for number in left.cover.choosable:
        option = left.cover.options[number]
        cells = sorted([rank[item] for item in option if item >= pieces])
        ways.append(Way(cells[0], number, option[0] if pieces else -1, cells))
    empty = [rank[item] for item in rank if not left.cover.bounds[item][0]]
    reach = 1 + max((way.cells[-1] - way.first for way in ways), default=0)
    counted = _counted_by(left.cover.bounds[:pieces], ways, len(rank), reach, not empty)
    if counted is None:
        return None
    ways += [Way(at, len(left.numbers), -1, [at]) for at in empty]
    ways.sort()
    numbers = [*left.numbers, -1]
    instance = cover.instance_of if instances else {}
    counters = [counted.counters[way.piece] for way in ways]
    task = Task(
        cells=len(rank),
        bits=reach,
        width=max(counted.bits, reach + 1) + (cover.instances - 1).bit_length() * instances,
        buckets=buckets_of([way.first for way in ways], len(rank)),
        masks=[sum(1 << (cell - way.first) for cell in way.cells) for way in ways],
        test=[own.test for own in counters],
        add=[
            own.add + (instance.get(numbers[way.number], 0) << counted.bits)
            for own, way in zip(counters, ways, strict=True)
        ],
        till=[own.till for own in counters],
        more=[own.more for own in counters],
        nothing=counted.nothing,
        wanted=counted.wanted,
    )
    return Work(task, [numbers[way.number] for way in ways], counted.bits, counted.sets)


def _order(cover: Cover, left: Rest, pieces: int, places: Sequence[int]) -> list[int]:
    """The items of what is left that are no pieces, in the order in which they are covered."""
    cells = list(range(pieces, len(left.items)))
    known = places or (cover.plane.places if cover.plane else ())
    if known:
        cells.sort(key=lambda item: known[left.items[item] - cover.pieces])
    return cells


class Counted(NamedTuple):
    """The counters of each class, and last one for what has none; in how many ways those of the
    classes can stand; the bits of the key up to their end; and the key that begins, and what it
    must have at the end."""

    counters: list[Counters]
    sets: list[int]
    bits: int
    nothing: int
    wanted: int


def _counted_by(
    bounds: Sequence[Bounds], ways: list[Way], cells: int, bits: int, all_covered: bool
) -> Counted | None:
    """The counters that are needed, in a key from a bit on; None where the bounds cannot be kept.

    Where there are as many copies as fit, none are counted; where there must be some, up to these.
    The area says how often the one class is used of which there are several, if all is covered.
    """
    sizes: list[set[int]] = [set() for _ in bounds]
    for way in ways:
        if way.piece >= 0:
            sizes[way.piece].add(len(way.cells))
    exact = all_covered and all(
        least == most and len(own) == 1 for (least, most), own in zip(bounds, sizes, strict=True)
    )
    if exact and bounds:
        area = sum(most * size for (_, most), (size,) in zip(bounds, sizes, strict=True))
        if area != cells:
            return None
    several = [piece for piece, (_, most) in enumerate(bounds) if most > 1]
    found = []
    sets = []
    nothing = wanted = 0
    for piece, ((least, most), own) in enumerate(zip(bounds, sizes, strict=True)):
        fit = cells // min(own) if own else 0
        if least > fit:
            return None
        counters = Counters()
        if not (exact and several == [piece]):
            if most < fit:
                begin, add, test = counter(most, bits)
                nothing |= begin
                wanted |= test * (least == most)
                counters = counters._replace(add=add, test=test)
                bits = test.bit_length()
                sets.append(most + 1)
            if least and not least == most < fit:
                begin, add, test = counter(least, bits)
                nothing |= begin
                wanted |= test
                counters = counters._replace(more=add, till=test)
                bits = test.bit_length()
                sets.append(1 if most < fit else least + 1)
        found.append(counters)
    return Counted([*found, Counters()], sets, bits, nothing, wanted)


def module_of(task: Task) -> ModuleType:
    """The compiled module for keys as narrow as they may be."""
    return frontier64 if task.width <= NARROW else frontier128


def begun(cover: Cover, laid: Options, run: Run) -> frontier64.Frontier | None:
    """A count of the solutions that hold the options `laid`, at its beginning; None where it is
    clear that there is none. Raises MemoryError, and OverflowError past the memory."""
    work = lined_up(cover, laid)
    return _begun(work.task, False, run) if work else None


def _begun(task: Task, keep: bool, run: Run) -> frontier64.Frontier:
    states: frontier64.Frontier = module_of(task).Frontier(task, keep, run.bound)
    return states


def _moved(task: Task, keep: bool, run: Run) -> frontier64.Frontier:
    """The states of all layers, or of the last one. Raises TooLargeError past the memory."""
    try:
        states = _begun(task, keep, run)
        while not states.run(SLICE):
            run.tell(*states.layers)
        return states
    except (OverflowError, MemoryError):
        raise too_large(run) from None


def too_large(run: Run) -> TooLargeError:
    """The error of a puzzle whose frontier states take more than the memory of the run."""
    return TooLargeError(
        f"the frontier states of this puzzle take more than {amount(run.bound)}; allow more "
        "memory, or take the engine dancing"
    )


def _read(work: Work, row: Options) -> Options:
    """The numbers of the options in the Cover."""
    numbers = work.numbers
    return tuple(sorted([numbers[k] for k in row if numbers[k] >= 0]))
