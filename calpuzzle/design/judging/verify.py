"""Trust: units counted again with another cut, and sets counted again one by one.

What is compared was made on two ways that share little: another cut divides the search elsewhere,
and another engine counts the puzzle of one set. The first difference ends the run.
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
from calpuzzle.design.families.tally import Tally, Totals, existing, totals
from calpuzzle.design.families.unit import Candidates, Counting, Unit
from calpuzzle.design.judging import compressed as packing
from calpuzzle.design.judging.atlas import Row
from calpuzzle.design.judging.work import CountUnit
from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.ledger import Ledger

SETS = (20, 200)  # random ones that are counted again: at least, and where all units are
SEED = 1


class DisagreementError(CannotDoError):
    """Two counts that must be equal are not; the message has both."""


def other_cut(counting: Counting) -> int | None:
    """A cut beside the one that is used, or None where there is no other."""
    beside = (counting.cut + 1, counting.cut - 1)
    return next((cut for cut in beside if cut in counting.cuts), None)


def sample(units: Iterable[Unit], share: float) -> list[Unit]:
    """So large a share of the units, at least one of them, the same each time."""
    known = list(units)
    chosen = Random(SEED).sample(known, max(1, math.ceil(share * len(known))))
    return sorted(chosen, key=lambda unit: unit.number)


def random_sets(family: Candidates, share: float) -> list[int]:
    """The numbers of sets to count again, the same each time; more for a larger share of units."""
    least, all_units = SETS
    wanted = max(least, round(all_units * share))
    return sorted(Random(SEED).sample(range(len(family)), min(wanted, len(family))))


def check_units(
    workers: Workers, ledger: Ledger, calls: list[CountUnit], report: Progress | None
) -> str:
    """Make the calls, of another cut, and compare with the ledger. Raises DisagreementError."""
    for number, done in enumerate(results(workers, calls), 1):
        kept = packing.blocks_of_file(ledger.path(done.unit))
        again = packing.blocks(io.BytesIO(done.packed))
        _compare(done.unit, kept, again, calls[0])
        if report:
            report(number, len(calls), 0)
    return f"{plural(len(calls), 'unit')} counted again with cut {calls[0].cut}: all equal"


def _compare(unit: str, kept: Iterable[Tally], again: Iterable[Tally], call: CountUnit) -> None:
    first = 0
    for one, other in zip(kept, again, strict=True):
        for name in Tally._fields:
            a, b = getattr(one, name), getattr(other, name)
            differs = np.flatnonzero(a != b)
            if len(differs):
                at = int(differs[0])
                raise DisagreementError(
                    f"the unit {unit} differs with cut {call.cut}: the {call.family.noun} "
                    f"{call.family.names_of(first + at)} had {name} {a[at]:,}, and has {b[at]:,}"
                )
        first += len(one.total)


def check_totals(model: Model, known: Totals, words: str) -> None:
    """Count a puzzle again by the engine `diagram`, or where that refuses it by `dancing`, and
    compare; `words` say what it is. Raises DisagreementError."""
    cover = Lowering(model).cover
    engine = planning.other_engine(cover, "backtrack")
    again = totals(planning.counts(cover, engine=engine), existing(model))
    for name, a, b in zip(Totals._fields, known, again, strict=True):
        if a != b:
            raise DisagreementError(
                f"{words}, {name} was {a:,}, and is {b:,} by the engine {engine}"
            )


class CountAgain(NamedTuple):
    """The call that counts one puzzle, which has that number and name in its atlas, by an
    engine."""

    model: Model
    number: int
    name: str
    engine: str = "diagram"

    def __call__(self) -> Row:
        """Count it."""
        counts = load(self.engine).counts(Lowering(self.model).cover)
        return Row(self.number, self.name, *totals(counts, existing(self.model)))


def check_rows(
    workers: Workers,
    board: Model,
    own: Candidates,
    rows: Iterable[Row],
    engine: str,
    report: Progress | None,
) -> str:
    """Count the puzzles of these rows again, and compare with the atlas. Raises
    DisagreementError."""
    known = {row.number: row for row in rows}
    calls = [CountAgain(own.model(board, k), k, row.name, engine) for k, row in known.items()]
    for done, again in enumerate(results(workers, calls), 1):
        row = known[again.number]
        for name, a, b in zip(Row._fields, row, again, strict=True):
            if a != b:
                raise DisagreementError(
                    f"the {own.noun} {row.name} has {name} {a:,} in the atlas, and {b:,} by the "
                    f"engine {engine}"
                )
        if report:
            report(done, len(calls), 0)
    return f"{plural(len(known), own.noun)} counted again by the engine {engine}: all equal"
