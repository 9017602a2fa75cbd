"""Second counts: units counted again with another cut, and sets counted again one by one.

A second count shares little with the first one: another cut divides the search elsewhere, and
another engine counts the puzzle of a single set. The first difference ends the run.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import numpy as np

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.wording import plural
from calpuzzle.design.families.tally import Tally, Totals, totals
from calpuzzle.design.families.unit import Candidates, Counting, Unit
from calpuzzle.design.judging import compressed
from calpuzzle.design.judging.atlas import AtlasRow
from calpuzzle.design.judging.work import CountUnit
from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.ledger import Ledger

MIN_SETS = 20  # random sets to count again, however few units are checked
SETS_FOR_ALL_UNITS = 200  # random sets to count again if all units are checked
SEED = 1


class DisagreementError(CannotDoError):
    """Two counts that must be equal differ; the message contains both."""


def other_cut(counting: Counting) -> int | None:
    """Return a cut next to the one in use, or None if there is no other."""
    neighbours = (counting.cut + 1, counting.cut - 1)
    return next((cut for cut in neighbours if cut in counting.cuts), None)


def sample(units: Iterable[Unit], share: float) -> list[Unit]:
    """Return a random `share` of the units, at least one of them; the same units on every call."""
    all_units = list(units)
    chosen = Random(SEED).sample(all_units, max(1, math.ceil(share * len(all_units))))
    return sorted(chosen, key=lambda unit: unit.number)


def random_sets(family: Candidates, share: float) -> list[int]:
    """Return sets to count again, by their numbers: more sets for a larger share, and the same ones
    on every call."""
    number = max(MIN_SETS, round(SETS_FOR_ALL_UNITS * share))
    return sorted(Random(SEED).sample(range(len(family)), min(number, len(family))))


def check_units(
    workers: Workers, ledger: Ledger, calls: list[CountUnit], report: Progress | None
) -> str:
    """Execute the calls, which use another cut, and compare their tallies with the ledger. Raise
    DisagreementError if they differ."""
    for number, done in enumerate(results(workers, calls), 1):
        stored = compressed.blocks_of_file(ledger.path(done.unit))
        again = compressed.blocks(io.BytesIO(done.packed))
        _compare(done.unit, stored, again, calls[0])
        if report:
            report(number, len(calls), 0)
    return f"{plural(len(calls), 'unit')} counted again with cut {calls[0].cut}: all equal"


def _compare(unit: str, stored: Iterable[Tally], again: Iterable[Tally], call: CountUnit) -> None:
    first = 0  # the number of the first set of the block
    for first_count, second_count in zip(stored, again, strict=True):
        for name in Tally._fields:
            before, after = getattr(first_count, name), getattr(second_count, name)
            differs = np.flatnonzero(before != after)
            if len(differs):
                at = int(differs[0])
                raise DisagreementError(
                    f"the unit {unit} differs with cut {call.cut}: the {call.family.noun} "
                    f"{call.family.name_of(first + at)} had {name} {before[at]:,}, and has "
                    f"{after[at]:,}"
                )
        first += len(first_count.total)


def check_totals(model: Model, known: Totals, words: str) -> None:
    """Count a puzzle again by the engine `diagram`, or by `dancing` if `diagram` does not support
    it, and compare the totals. `words` begins the message, and states what was changed. Raise
    DisagreementError if the totals differ."""
    cover = Lowering(model).cover
    engine = planning.other_engine(cover, "backtrack")
    again = totals(planning.counts(cover, engine=engine), existing(model))
    for name, before, after in zip(Totals._fields, known, again, strict=True):
        if before != after:
            raise DisagreementError(
                f"{words}, {name} was {before:,}, and is {after:,} by the engine {engine}"
            )


class CountRow(NamedTuple):
    """The call that counts the puzzle of one set or board by `engine`, for a row of an atlas."""

    model: Model
    number: int
    name: str
    engine: str = "diagram"

    def __call__(self) -> AtlasRow:
        """Return the row with the figures that this engine counts."""
        counts = load(self.engine).counts(Lowering(self.model).cover)
        return AtlasRow(self.number, self.name, *totals(counts, existing(self.model)))


def check_rows(
    workers: Workers,
    board: Model,
    candidates: Candidates,
    rows: Iterable[AtlasRow],
    engine: str,
    report: Progress | None,
) -> str:
    """Count the puzzles of `rows` again, and compare them with the atlas. Raise DisagreementError
    if they differ."""
    row_of = {row.number: row for row in rows}
    calls = [CountRow(candidates.model(board, k), k, row.name, engine) for k, row in row_of.items()]
    for number, again in enumerate(results(workers, calls), 1):
        row = row_of[again.number]
        for name, before, after in zip(AtlasRow._fields, row, again, strict=True):
            if before != after:
                raise DisagreementError(
                    f"the {candidates.noun} {row.name} has {name} {before:,} in the atlas, and "
                    f"{after:,} by the engine {engine}"
                )
        if report:
            report(number, len(calls), 0)
    return f"{plural(len(row_of), candidates.noun)} counted again by the engine {engine}: all equal"
