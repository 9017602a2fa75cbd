"""Repair: the fewest changes to a puzzle after which every date can be solved.

Three kinds of change are looked at, each by itself: pieces that are turned over for good, pieces
exchanged for others, and printed labels that change places. Within the bounds that are asked for,
each is looked at completely, so that where none is found, there is none.
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
from calpuzzle.design.families.family_sweep import Sweep
from calpuzzle.design.families.tally import Tally, Totals, existing, totals
from calpuzzle.design.families.unit import Making
from calpuzzle.design.judging import compressed as packing
from calpuzzle.design.judging.verify import check_totals
from calpuzzle.design.judging.work import CountUnit, Done
from calpuzzle.design.layouts.label_cells import Labels
from calpuzzle.design.repairs.rearranging import fewest
from calpuzzle.design.repairs.swaps import Swapped, fewest_swaps
from calpuzzle.puzzle.cover import Phases, Progress, quiet
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape, orientations
from calpuzzle.workers.calls import results
from calpuzzle.workers.processes import Processes


class Bounds(NamedTuple):
    """The changes that are tried, and how.

    At most so many pieces are turned over (None for any number), exchanged, and pairs of labels
    swapped; 0 leaves that out. Dates are to be solved that exist, or with `every` all that the
    labels allow. With `one_sided`, pieces that come in by an exchange may not be turned over.
    `jobs` processes of this machine count.
    """

    turn: int | None = None
    exchange: int = 2
    swap: int = 3
    every: bool = False
    one_sided: bool = False
    jobs: int = 1
    making: Making = Sweep


class Repair(NamedTuple):
    """A puzzle that is mended: by how many changes, which these are, its totals, and itself."""

    changes: int
    words: str
    totals: Totals
    model: Model

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The key to sort by: fewest changes, fewest dates unsolved, most solutions."""
        return self.changes, self.totals.unsolved, -self.totals.total, self.words


class Found(NamedTuple):
    """The totals of the puzzle as it is, all its repairs in their rank, and for each kind of change
    a sentence that says what was looked at, and how many repairs there are."""

    before: Totals
    repairs: list[Repair]
    said: list[str]


USUAL = Bounds()


def repairs(model: Model, bounds: Bounds = USUAL, phases: Phases = quiet) -> Found:
    """All repairs of a puzzle within the bounds; none where its dates are solved as it is.

    Raises InputError for a puzzle without dates and for bounds that are none, CannotDoError where
    memory does not suffice, or workers are lost for good.
    """
    if not model.groups:
        raise InputError(f"{model.name} has no dates; a repair is for a puzzle that has some")
    model.check_single("a repair wants")
    if min(bounds.turn or 0, bounds.exchange, bounds.swap) < 0 or bounds.jobs < 1:
        raise InputError("changes are 0 or more, and jobs 1 or more")
    before = totals(planning.counts(Lowering(model).cover), existing(model))
    if solves(before, bounds):
        return Found(
            before, [], [f"{_wanted(model, bounds)} has a solution; there is nothing to repair"]
        )
    found: dict[object, Repair] = {}
    sentences = []
    for search in (_turned, _exchanged, _swapped):
        try:
            for sentence, own in search(model, bounds, phases):
                sentences.append(sentence)
                for repair in own:
                    found.setdefault(_identity(repair.model), repair)
        except (InputError, TooLargeError) as error:
            sentences.append(str(error))
    ranked = sorted(found.values(), key=lambda repair: repair.rank)
    return Found(before, ranked, sentences)


def solves(own: Totals, bounds: Bounds) -> bool:
    """Return whether a puzzle of those totals solves every date that is wanted."""
    return not (own.unsolved if bounds.every else own.unsolved_existing)


def check(repair: Repair) -> None:
    """Count a repair again by the engine `diagram`. Raises DisagreementError."""
    check_totals(repair.model, repair.totals, f"after {repair.words}")


def _wanted(model: Model, bounds: Bounds) -> str:
    """Return which dates are to have a solution."""
    return "every date that exists" if model.is_calendar and not bounds.every else "every date"


class Looked(NamedTuple):
    """The result: what was tried and what came of it, as a sentence, and the repairs."""

    said: str
    repairs: list[Repair]


def _looked(what: str, own: list[Repair], model: Model, bounds: Bounds) -> Looked:
    number = plural(len(own), "way gives", "ways give") if own else "none gives"
    return Looked(f"{what}: {number} {_wanted(model, bounds)} a solution", own)


def _turned(model: Model, bounds: Bounds, phases: Phases) -> Iterator[Looked]:
    if bounds.turn == 0:
        return
    family = turned(model)
    most = sum(family.most) if bounds.turn is None else bounds.turn
    with phases("turning pieces over") as report:
        own = list(_of_family(model, family, most, "turn over {0}", bounds, report))
    held = "any pieces" if bounds.turn is None else f"at most {plural(bounds.turn, 'piece')}"
    what = f"{held} turned over for good, {plural(len(family), 'set')}"
    yield _looked(what, own, model, bounds)


def _exchanged(model: Model, bounds: Bounds, phases: Phases) -> Iterator[Looked]:
    if bounds.exchange == 0:
        return
    family = exchanged(model, bounds.exchange, bounds.one_sided)
    with phases("exchanging pieces") as report:
        words = "exchange {0} for {1}"
        own = list(_of_family(model, family, bounds.exchange, words, bounds, report))
    what = f"at most {plural(bounds.exchange, 'piece')} exchanged, {plural(len(family), 'set')}"
    yield _looked(what, own, model, bounds)


def _of_family(
    model: Model, family: Family, most: int, words: str, bounds: Bounds, report: Progress | None
) -> Iterator[Repair]:
    """The sets of a family with at most so many other pieces that solve what is wanted; in `words`
    {0} are the pieces that go, {1} those that come."""
    tally = _tally(model, family, bounds, report)
    lacking = tally.unsolved if bounds.every else tally.unsolved_existing
    for number in (lacking == 0).nonzero()[0].tolist():
        gone, come = difference(model, family, number)
        if len(gone) <= most:
            said = words.format(" ".join(gone), " ".join(come))
            yield Repair(len(gone), said, tally.of(number), family.model(model, number))


def _tally(model: Model, family: Family, bounds: Bounds, report: Progress | None) -> Tally:
    """The tally of all dates."""
    counting = bounds.making(model, family, None)
    run = sha256(counting.description.encode()).hexdigest()
    calls = [CountUnit(bounds.making, model, family, None, run, unit) for unit in counting.units]
    whole = Tally.empty(len(family))
    with ExitStack() as stack:
        done: Iterator[Done] = (call() for call in calls)
        if bounds.jobs > 1:
            done = results(stack.enter_context(Processes(bounds.jobs)), calls)
        for number, one in enumerate(done, 1):
            first = 0
            for block in packing.blocks(io.BytesIO(one.packed)):
                behind = first + len(block.total)
                Tally._make([column[first:behind] for column in whole]).add(block)
                first = behind
            if report:
                report(number, len(calls), 0)
    return whole


def _swapped(model: Model, bounds: Bounds, phases: Phases) -> Iterator[Looked]:
    if bounds.swap == 0:
        return
    with phases("counting all cells that may stay open") as report:
        labels = Labels(model, report)
    with phases("swapping labels") as report:
        found = fewest_swaps(labels, bounds.swap, bounds.every, report)
    number = plural(len(found[0].pairs) if found else bounds.swap, "swap")
    own = [_relabelled(labels, swapped) for swapped in found]
    what = f"{'' if found else 'at most '}{number} of two labels"
    yield _looked(what, own, model, bounds)
    if not found:
        with phases("swapping more labels"):
            yield _more_swapped(labels)


def _more_swapped(labels: Labels) -> Looked:
    """The fewest swaps for every date that the labels allow, where CP-SAT is there to tell."""
    try:
        least, swapped = fewest(labels)
    except CannotDoError as error:
        return Looked(str(error), [])
    if swapped is None:
        return Looked("wherever the labels stand, a date that they allow has no solution", [])
    number = f"{plural(len(swapped.pairs), 'swap')} of two labels"
    proved = "the fewest" if least == len(swapped.pairs) else f"enough, and fewer than {least} not"
    said = f"{number}: {proved} that give every date that the labels allow a solution"
    return Looked(said, [_relabelled(labels, swapped)])


def _relabelled(labels: Labels, swapped: Swapped) -> Repair:
    pairs = [f"{labels.names[one]} and {labels.names[other]}" for one, other in swapped.pairs]
    counted = totals(labels.counts(np.array(swapped.cells)), labels.real)
    return Repair(
        len(pairs), f"swap {', then '.join(pairs)}", counted, labels.relabelled(swapped.cells)
    )


def _identity(model: Model) -> object:
    """Equal for puzzles that differ by the names of their pieces only."""

    def shown(piece: Piece) -> tuple[list[Shape], int]:
        motions = piece.turn, piece.flip, model.lattice
        sides = [orientations(side, *motions) for side in piece.sides]
        return sorted(chain(*sides)), piece.most

    return model.board.labels, str(sorted(map(shown, model.pieces)))
