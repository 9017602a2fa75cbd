"""The sets that solve every date that exists, in families too large to judge.

A set that fails one date is dropped. The dates are processed one by one, and a bitmap marks the
sets that solved all dates so far (_core/fillings.pyx finds those that solve the next). To choose
the next date, a sample of the remaining sets is counted: the date that the fewest of these sets
solve is next. The process ends when few sets remain, or when the whole sample solves all dates,
because then hardly any set would be dropped. Then the remaining sets are counted, each alone by
the engine `diagram`. If they are many, and a large part of the family, all sets of the family are
counted at once instead (family_sweep.py). The answer does not depend on the order of the dates.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle._core import inputs
from calpuzzle._core.fillings import Fillings
from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.design.families.family import Family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.items import BoardItems
from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging.atlas import AtlasRow
from calpuzzle.design.judging.verify import CountRow
from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import existing, labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

MEMORY = 4 << 30
SAMPLE = 64  # sets in the sample that determines the next date
FEW_SETS = SAMPLE  # if at most this many sets remain, no more dates are processed
# If at most ALONE sets remain, or at most 1/SHARE of the family, each is counted alone. If more
# remain, the whole family is counted at once.
ALONE = 256
SHARE = 16
NOTED = 1 << 22  # if more sets remain, nearly all subsets of pieces occur, so none are recorded
SUBSETS = (1, 2, 3, 4)  # the sizes of the recorded subsets
BUDGET = 1 << 22  # steps between two calls of `stop`: tens of milliseconds
LARGEST = (256, 16, 16, 64)  # the limits of _core/fillings, in the order of NOUNS
SEED = 1

Bits = npt.NDArray[np.uint64]
Date = tuple[int, ...]
"""The index of a date in the array of counts."""


class RemainingSets(NamedTuple):
    """The number of sets that remain after this date has been processed."""

    date: tuple[str, ...]
    sets: int


class SetsFound(NamedTuple):
    """The sets that remained to be counted, the best first, and the dates that were processed.

    `rows` contains all sets that solve every existing date, and perhaps others.
    """

    rows: list[AtlasRow]
    dates: list[RemainingSets]

    @property
    def solving(self) -> list[AtlasRow]:
        """Return the rows that solve every date that exists, sorted by number."""
        return sorted(row for row in self.rows if not row.unsolved_existing)


class PoolNumbers(NamedTuple):
    """The input of _core/fillings.pyx for a family: the pool of each piece, and the number of
    pieces of each pool in a set."""

    pool: tuple[int, ...]
    counts: tuple[int, ...]


def find_solving_sets(
    board: Model,
    family: Family,
    notify: Callable[[RemainingSets], object] = lambda remaining: None,
    report: Progress | None = None,
    stop: Callable[[], None] = lambda: None,
    few: int = FEW_SETS,
) -> SetsFound:
    """Find the sets of a family that solve every existing date of a board.

    Dates are processed until at most `few` sets remain, or a sample of them solves all dates.
    `notify` is called after each date, and `report` while the remaining sets are counted. `stop` is
    called often; an exception that it raises ends the work. Raises InputError and TooLargeError for
    families and boards that are not supported.
    """
    living = Living(board, family)
    while living.number > few and (date := living.hardest()) is not None:
        notify(living.drop(date, stop))
    if living.number > max(ALONE, len(family) // SHARE):
        rows = _swept(board, family, living, report, stop)
        return SetsFound(sorted(rows, key=lambda row: row.rank), living.processed)
    rows = []
    numbers = living.numbers()
    for done, number in enumerate(numbers, 1):
        model = family.model(board, number)
        rows.append(CountRow(model, number, family.name_of(number))())
        stop()
        if report:
            report(done, len(numbers), 0)
    return SetsFound(sorted(rows, key=lambda row: row.rank), living.processed)


def _swept(
    board: Model,
    family: Family,
    living: Living,
    report: Progress | None,
    stop: Callable[[], None],
) -> list[AtlasRow]:
    """Return the rows of the remaining sets, from a sweep over the whole family. Raises
    TooLargeError as `FamilySweep` does, before the list of the remaining sets is built."""
    sweep = FamilySweep(board, family)
    whole = Tally.empty(len(family))
    for done, unit in enumerate(sweep.units, 1):
        whole.add(sweep.run(unit, stop))
        if report:
            report(done, len(sweep.units), 0)
    return [
        AtlasRow(number, family.name_of(number), *whole.of(number)) for number in living.numbers()
    ]


class Living:
    """The sets that solved all dates so far. `number` is how many there are, `dates` are the
    existing dates that have not been processed, and `processed` those that have."""

    def __init__(self, board: Model, family: Family) -> None:
        self._board, self._family = board, family
        _refuse(family)
        self.number = len(family)
        self._words = -(-len(family) // 64)
        self._bits: Bits | None = None
        self._subsets: list[Bits] = []
        self._sampled: dict[int, npt.NDArray[Any]] = {}
        self.dates: list[Date] = [tuple(map(int, at)) for at in np.argwhere(existing(board))]
        self.processed: list[RemainingSets] = []
        # These items have no groups, so that pieces must cover all cells. The cells of a date are
        # marked as covered in the root.
        self._items = BoardItems(board._replace(groups=()), family)
        bits = [1 << (self._items.places + k) for k in range(len(board.groups))]
        labels = BoardItems(board, family)
        self._cell = [
            [
                next(o.mask & ~bits[k] for o in labels.options if (o.group, o.label) == (k, label))
                for label in range(len(group.labels))
            ]
            for k, group in enumerate(board.groups)
        ]
        pool = [number for number, pool in enumerate(family.pools) for _ in pool.pieces]
        self._pools = PoolNumbers(tuple(pool), family.counts[0])

    def hardest(self) -> Date | None:
        """Return the unprocessed date that the fewest sampled sets solve; of several, return the
        one with the fewest solutions. Return None if the whole sample solves all dates, or all
        dates are processed."""
        self._refresh()
        all_counts = self._sampled.values()
        found = min(
            self.dates,
            key=lambda date: (
                sum(bool(counts[date]) for counts in all_counts),
                sum(int(counts[date]) for counts in all_counts),
                date,
            ),
            default=None,
        )
        if found is None or all(counts[found] for counts in all_counts):
            return None
        return found

    def _refresh(self) -> None:
        """Remove from the sample the sets that were dropped, and refill it if it has become
        small."""
        self._sampled = {n: counts for n, counts in self._sampled.items() if self._lives(n)}
        if len(self._sampled) > SAMPLE // 4 or len(self._sampled) == self.number:
            return
        engine = load("diagram")
        for number in self._drawn():
            if number not in self._sampled:
                lowering = Lowering(self._family.model(self._board, number))
                self._sampled[number] = engine.counts(lowering.cover)

    def _drawn(self) -> list[int]:
        """Return random remaining sets, the same on every run."""
        random = Random(SEED)
        if self.number <= SAMPLE:
            return self.numbers()
        if self._bits is None:
            return [random.randrange(self.number) for _ in range(SAMPLE)]
        words = np.flatnonzero(self._bits)
        chosen = words[sorted(random.randrange(len(words)) for _ in range(SAMPLE))]
        return [64 * int(word) + random.choice(_ones(int(self._bits[word]))) for word in chosen]

    def _lives(self, number: int) -> bool:
        return self._bits is None or bool(int(self._bits[number >> 6]) >> (number & 63) & 1)

    def numbers(self) -> list[int]:
        """Return the numbers of the remaining sets."""
        if self._bits is None:
            return list(range(self.number))
        words = np.flatnonzero(self._bits)
        return [64 * int(word) + bit for word in words for bit in _ones(int(self._bits[word]))]

    def drop(self, date: Date, stop: Callable[[], None]) -> RemainingSets:
        """Drop the sets that do not solve a date, and return how many remain."""
        fillings = self._fillings(date)
        filled = np.zeros(self._words, np.uint64)
        try:
            fillings.outlines(stop)
        except OverflowError:
            raise TooLargeError(f"the family takes more than {memory_text(MEMORY)}") from None
        fillings.begin()
        while fillings.go_on(self._bits, filled, self._subsets[1:], BUDGET):
            stop()
        self._bits = filled
        self.number = int(np.bitwise_count(filled).sum())
        self._subsets = []
        if self.number <= NOTED:
            pieces = len(self._family.pieces)
            self._subsets = [np.zeros(-(-comb(pieces, k) // 64), np.uint64) for k in SUBSETS]
            fillings.mark_subsets(filled, self._subsets)
        self.dates.remove(date)
        self.processed.append(RemainingSets(labels_at(self._board, self._flat(date)), self.number))
        return self.processed[-1]

    def _flat(self, date: Date) -> int:
        return int(np.ravel_multi_index(date, self._board.shape))

    def _fillings(self, date: Date) -> Fillings:
        """Return the fillings of the board around a date, with pieces of the remaining sets."""
        items = self._items
        root = items.root
        for group, label in enumerate(date):
            root |= self._cell[group][label]
        options = [
            option
            for option in items.options
            if not option.mask & root and (not self._subsets or self._has(option.piece))
        ]
        plain = inputs.OutlineItems(
            items.places, items.items, items.line, root, items.not_first, items.not_last,
            items.corners, items.sums, items.areas, [], [option.mask for option in options],
        )  # fmt: skip
        bound = MEMORY - 2 * 8 * self._words
        return Fillings(plain, self._pools, [option.piece for option in options], bound)

    def _has(self, piece: int) -> bool:
        """Return whether a remaining set contains this piece."""
        return bool(int(self._subsets[0][piece >> 6]) >> (piece & 63) & 1)


def _ones(word: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    return [bit for bit in range(64) if word >> bit & 1]


NOUNS = ("pieces", "choices", "pieces in each set", "combinations of numbers of pieces")


def _refuse(family: Family) -> None:
    """Raise InputError or TooLargeError for a family that is not supported."""
    if len(family.counts) > 1 or any(cap > 1 for pool in family.pools for cap in pool.caps):
        raise InputError(
            "this search needs sets with each piece at most once and a fixed number of pieces of "
            "each size: write one --choose for each size, and name no piece twice"
        )
    counts = next(iter(family.counts))
    codes = int(np.prod([count + 1 for count in counts]))
    sizes = (len(family.pieces), len(family.pools), sum(counts), codes)
    for size, largest, what in zip(
        sizes,
        LARGEST,
        NOUNS,
        strict=True,
    ):
        if size > largest:
            raise TooLargeError(
                f"the family has {size:,} {what}; the limit of this search is {largest:,}"
            )
    needed = 2 * -(-len(family) // 8)
    if needed > MEMORY // 2:
        raise TooLargeError(
            f"{len(family):,} sets take {memory_text(needed)}, and the limit is "
            f"{memory_text(MEMORY // 2)}; divide the family by --using and --without"
        )
