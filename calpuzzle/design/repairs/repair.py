"""Repair: changes to a puzzle after which every date has a solution, the fewest first.

Three kinds of change are tried, each by itself: pieces that are turned over for good, pieces
that are exchanged for others, and printed labels that are swapped. Each search is complete within
its limits: if it ends without an error and finds no repair, there is no repair of this kind within
the limits.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

import numpy as np

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError
from calpuzzle.base.wording import plural
from calpuzzle.design.families.exchange import difference, exchanged, turned
from calpuzzle.design.families.family import Family
from calpuzzle.design.families.family_sweep import FamilySweep
from calpuzzle.design.families.tally import Tally, Totals, totals
from calpuzzle.design.families.unit import CountingFactory
from calpuzzle.design.judging import compressed
from calpuzzle.design.judging.verify import check_totals
from calpuzzle.design.judging.work import CountUnit, FinishedUnit
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.repairs.rearranging import fewest
from calpuzzle.design.repairs.swaps import Swapped, fewest_swaps
from calpuzzle.puzzle.cover import Phases, Progress, quiet
from calpuzzle.puzzle.dates.instances import every_instance, existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape, orientations
from calpuzzle.workers.calls import results
from calpuzzle.workers.processes import Processes


class RepairLimits(NamedTuple):
    """The changes to try, and how.

    At most `turn` pieces are turned over (None for any number), at most `exchange` pieces
    exchanged, and at most `swap` pairs of labels swapped; 0 skips the kind of change. If `swap`
    swaps do not suffice, CP-SAT searches for the fewest after which every date that the labels
    allow has a solution. The dates that exist must have a solution; with `every`, all dates that
    the labels allow. With `one_sided`, new pieces may not be turned over. `factory` returns the
    technique that counts, and `jobs` processes of this machine execute it.
    """

    turn: int | None = None
    exchange: int = 2
    swap: int = 3
    every: bool = False
    one_sided: bool = False
    jobs: int = 1
    factory: CountingFactory = FamilySweep


class Repair(NamedTuple):
    """A repaired puzzle: the number of changes, their description, the totals, and the puzzle."""

    changes: int
    words: str
    totals: Totals
    model: Model

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """Return the key to sort by: fewest changes, fewest unsolved dates, most solutions."""
        return self.changes, self.totals.unsolved, -self.totals.total, self.words


class RepairsFound(NamedTuple):
    """The totals of the original puzzle, the repairs sorted by rank, and sentences, at least
    one for each kind of change that was tried, that state what was tried and what was found."""

    before: Totals
    repairs: list[Repair]
    sentences: list[str]


DEFAULT_LIMITS = RepairLimits()


def repairs(
    model: Model, limits: RepairLimits = DEFAULT_LIMITS, phases: Phases = quiet
) -> RepairsFound:
    """Return the repairs of a puzzle; none if all wanted dates have solutions already.

    All repairs within the limits that turn or exchange pieces are returned, and all repairs that
    swap labels with the fewest swaps. If more than `limits.swap` swaps are needed, at most one
    repair by swaps is returned: the one that CP-SAT finds.

    A kind of change that does not suit the puzzle, or that needs too much memory, adds a sentence
    with the reason. Raises InputError for a puzzle without dates and for invalid limits, and
    CannotDoError if the puzzle itself cannot be counted or workers are lost for good.
    """
    if not model.groups:
        raise InputError(f"{model.name} has no dates; a repair is for a puzzle that has some")
    model.check_single("a repair needs")
    if min(limits.turn or 0, limits.exchange, limits.swap) < 0 or limits.jobs < 1:
        raise InputError("numbers of changes must be 0 or more, and jobs 1 or more")
    before = totals(planning.counts(Lowering(model).cover), existing(model))
    if solves(before, limits):
        return RepairsFound(
            before,
            [],
            [f"{every_instance(model, limits.every)} has a solution; there is nothing to repair"],
        )
    found: dict[object, Repair] = {}
    sentences = []
    for search in (_turned, _exchanged, _swapped):
        try:
            for sentence, several in search(model, limits, phases):
                sentences.append(sentence)
                for repair in several:
                    found.setdefault(_identity(repair.model), repair)
        except (InputError, TooLargeError) as error:
            sentences.append(str(error))
    ranked = sorted(found.values(), key=lambda repair: repair.rank)
    return RepairsFound(before, ranked, sentences)


def solves(counted: Totals, limits: RepairLimits) -> bool:
    """Return whether a puzzle with these totals solves every wanted date."""
    return not (counted.unsolved if limits.every else counted.unsolved_existing)


def check(repair: Repair) -> None:
    """Count a repair again, as `check_totals` does. Raise DisagreementError if the totals
    differ."""
    check_totals(repair.model, repair.totals, f"after the repair ({repair.words})")


class Tried(NamedTuple):
    """The result of one search: a sentence about what was tried and found, and the repairs."""

    sentence: str
    repairs: list[Repair]


def _tried(what: str, found: list[Repair], model: Model, limits: RepairLimits) -> Tried:
    number = plural(len(found), "way gives", "ways give") if found else "none gives"
    return Tried(f"{what}: {number} a solution to {every_instance(model, limits.every)}", found)


def _turned(model: Model, limits: RepairLimits, phases: Phases) -> Iterator[Tried]:
    if limits.turn == 0:
        return
    family = turned(model)
    most = sum(family.most) if limits.turn is None else limits.turn
    with phases("turning pieces over") as report:
        found = list(_of_family(model, family, most, "turn over {0}", limits, report))
    held = "any pieces" if limits.turn is None else f"at most {plural(limits.turn, 'piece')}"
    what = f"{held} turned over for good, {plural(len(family), 'set')}"
    yield _tried(what, found, model, limits)


def _exchanged(model: Model, limits: RepairLimits, phases: Phases) -> Iterator[Tried]:
    if limits.exchange == 0:
        return
    family = exchanged(model, limits.exchange, limits.one_sided)
    with phases("exchanging pieces") as report:
        words = "exchange {0} for {1}"
        found = list(_of_family(model, family, limits.exchange, words, limits, report))
    what = f"at most {plural(limits.exchange, 'piece')} exchanged, {plural(len(family), 'set')}"
    yield _tried(what, found, model, limits)


def _of_family(
    model: Model,
    family: Family,
    most: int,
    words: str,
    limits: RepairLimits,
    report: Progress | None,
) -> Iterator[Repair]:
    """Yield a repair for each set of a family that solves the wanted dates and replaces at most
    `most` pieces. In `words`, {0} stands for the pieces that are removed, {1} for those that
    replace them."""
    tally = _tally(model, family, limits, report)
    unsolved = tally.unsolved if limits.every else tally.unsolved_existing
    for number in (unsolved == 0).nonzero()[0].tolist():
        removed, added = difference(model, family, number)
        if len(removed) <= most:
            sentence = words.format(" ".join(removed), " ".join(added))
            yield Repair(len(removed), sentence, tally.of(number), family.model(model, number))


def _tally(model: Model, family: Family, limits: RepairLimits, report: Progress | None) -> Tally:
    """Return the figures of each set of the family, over all dates."""
    counting = limits.factory(model, family, None)
    run = sha256(counting.description.encode()).hexdigest()
    calls = [CountUnit(limits.factory, model, family, None, run, unit) for unit in counting.units]
    whole = Tally.empty(len(family))
    with ExitStack() as stack:
        done: Iterator[FinishedUnit] = (call() for call in calls)
        if limits.jobs > 1:
            done = results(stack.enter_context(Processes(limits.jobs)), calls)
        for number, one in enumerate(done, 1):
            first = 0
            for block in compressed.blocks(io.BytesIO(one.packed)):
                end = first + len(block.total)
                Tally._make([column[first:end] for column in whole]).add(block)
                first = end
            if report:
                report(number, len(calls), 0)
    return whole


def _swapped(model: Model, limits: RepairLimits, phases: Phases) -> Iterator[Tried]:
    if limits.swap == 0:
        return
    with phases("counting solutions for all cells that may stay open") as report:
        labels = LabelCells(model, report)
    with phases("swapping labels") as report:
        found = fewest_swaps(labels, limits.swap, limits.every, report)
    number = plural(len(found[0].pairs) if found else limits.swap, "swap")
    relabelled = [_relabelled(labels, swapped) for swapped in found]
    what = f"{'' if found else 'at most '}{number} of two labels"
    yield _tried(what, relabelled, model, limits)
    if not found:
        with phases("swapping more labels"):
            yield _more_swapped(labels)


def _more_swapped(labels: LabelCells) -> Tried:
    """Search for the fewest swaps after which every date that the labels allow has a solution.

    If CP-SAT is not installed or cannot decide, the result is the reason, without repairs.
    """
    noun = labels.model.instance_noun
    try:
        least, swapped = fewest(labels)
    except CannotDoError as error:
        return Tried(str(error), [])
    if swapped is None:
        return Tried(f"wherever the labels are, some {noun} that they allow has no solution", [])
    number = f"{plural(len(swapped.pairs), 'swap')} of two labels"
    proved = (
        "which is proven to be the fewest"
        if least == len(swapped.pairs)
        else f"of which at least {least} are needed"
    )
    sentence = f"every {noun} that the labels allow has a solution after {number}, {proved}"
    return Tried(sentence, [_relabelled(labels, swapped)])


def _relabelled(labels: LabelCells, swapped: Swapped) -> Repair:
    pairs = [f"{labels.names[first]} and {labels.names[second]}" for first, second in swapped.pairs]
    counted = totals(labels.counts(np.array(swapped.cells)), labels.real)
    return Repair(
        len(pairs), f"swap {', then '.join(pairs)}", counted, labels.relabelled(swapped.cells)
    )


def _identity(model: Model) -> object:
    """Return a value that is equal for puzzles which differ only in the names of their pieces."""

    def shown(piece: Piece) -> tuple[list[Shape], int]:
        motions = piece.turn, piece.flip, model.lattice
        sides = [orientations(side, *motions) for side in piece.sides]
        return sorted(chain(*sides)), piece.most

    return model.board.labels, str(sorted(map(shown, model.pieces)))
