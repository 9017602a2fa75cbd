"""Judging all sets of a family, or all boards of a frame: from the first unit to the atlas.

The order of things: what can be known to fail fails first; the ledger says which units are missing;
one of them is a sample, of which the cost of the others is estimated; the others follow; then all
are folded into the atlas, which appears whole, when whatever was to be verified has been.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.pace import Pace
from calpuzzle.base.wording import duration, memory, plural
from calpuzzle.design.families.family_sweep import MEMORY, Sweep
from calpuzzle.design.families.tally import BYTES, Tally
from calpuzzle.design.families.unit import Candidates, Counting, Making, Unit, stem
from calpuzzle.design.judging import atlas, verify
from calpuzzle.design.judging.adding import fold
from calpuzzle.design.judging.atlas import Row, Watch
from calpuzzle.design.judging.work import CountUnit, Done, available
from calpuzzle.puzzle.cover import Phases, Progress, quiet
from calpuzzle.puzzle.model import Model
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.cluster import LOCAL, Cluster
from calpuzzle.workers.ledger import Ledger
from calpuzzle.workers.processes import Processes

BEST = 20  # sets that are told of at the end
ROW = {"parquet": (7, 12), "csv": (20, 64)}  # bytes of a set in an atlas, at least and at most
GROWTH = 4 / 3  # of a process' memory after its first unit: lists that are full grow by half
FOLDED = 2  # units of which the tally of all takes the room, about: its numbers are larger

Tell = Callable[[str], object]


class Plan(NamedTuple):
    """The job: a board, a family (or the frame and its boards), and how to judge it by `making`.

    The atlas goes to `output`. The ledger is the folder `ledger`, which stays; where none is named,
    it stands beside the atlas, and goes when the atlas is written. `jobs` processes of this machine
    count, or the workers of a Dask `cluster` (its address, or `local` for `jobs` of them here).
    `verify` is the share of the units to be counted again, 0 for no check at all.
    """

    board: Model
    family: Candidates
    output: str
    ledger: str = ""
    jobs: int = 1
    cluster: str = ""
    cut: int | None = None
    verify: float = 0.0
    making: Making = Sweep


class Cost(NamedTuple):
    """The cost of the rest of the work: bytes of memory (here, or `away`, in each worker of a
    cluster) and of disk."""

    memory: int
    disk: int
    away: bool = False

    def __str__(self) -> str:
        where = "in each worker" if self.away else "of memory"
        needs = f"{memory(self.memory)} {where}, " if self.memory else ""
        return f"{needs}{memory(self.disk)} on the disk"


def judge(
    plan: Plan,
    told: Tell = lambda sentence: None,
    phases: Phases = quiet,
) -> list[Row]:
    """Judge all sets, write the atlas, and give the best of them; `told` gets sentences about what
    is done and what it will cost, and what `phases` gives how many units of how many are counted.

    Raises InputError for what cannot be asked so, CannotDoError where memory or disk do not
    suffice, or workers are lost for good, DisagreementError where a second count differs. Whatever
    ends it, the next call with the same plan goes on from the ledger.
    """
    if plan.jobs < 1 or not 0 <= plan.verify <= 1:
        raise InputError("jobs is 1 or more, and the share to verify from 0 to 1")
    ending = atlas.ending_of(plan.output)
    check_writable(plan.output)
    counting = plan.making(plan.board, plan.family, plan.cut)
    _refuse(_least(plan), os.path.dirname(os.path.abspath(plan.output)))
    names = [stem(unit) for unit in counting.units]
    folder = plan.ledger or f"{plan.output}.ledger"
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(folder, counting.description, names))
        missing = ledger.missing(told)
        if len(missing) < len(names):
            told(f"{len(names) - len(missing)} of {plural(len(names), 'unit')} are in {folder}")
        workers = stack.enter_context(_workers(plan, told)) if missing or plan.verify else None
        if workers:
            units = [unit for unit in counting.units if stem(unit) in missing]
            with phases("counting") as report:
                _count(plan, workers, ledger, units, told, report)
        if workers and plan.verify:
            with phases("counting units again") as report:
                said = _verified_units(plan, workers, ledger, counting, report)
            told(said)
        best = _write(plan, ending, ledger, workers, counting.checker, told, phases)
        ledger.remove_others() if plan.ledger else ledger.remove()
    return best


def _workers(plan: Plan, told: Tell) -> Workers:
    return Cluster(plan.cluster, plan.jobs, told) if plan.cluster else Processes(plan.jobs)


def _calls(plan: Plan, ledger: Ledger, units: list[Unit], cut: int | None) -> list[CountUnit]:
    return [
        CountUnit(plan.making, plan.board, plan.family, cut, ledger.run, unit) for unit in units
    ]


def _count(
    plan: Plan,
    workers: Workers,
    ledger: Ledger,
    units: list[Unit],
    told: Tell,
    report: Progress | None,
) -> None:
    """Count these units, and keep each in the ledger as soon as it is done."""
    calls = _calls(plan, ledger, units, plan.cut)
    done = 0
    pace: Pace | None = None
    # The first is the sample. It goes ahead alone where the others may not have the memory.
    room = available()
    roomy = not _here(plan) or (room is not None and room >= plan.jobs * MEMORY)
    ahead = 0 if roomy else 1
    for part in (calls[:ahead], calls[ahead:]):
        for found in results(workers, part):
            ledger.record(found.unit, found.packed)
            done += 1
            if report:
                report(done, len(calls), 0)
            if done == 1 and len(calls) > 1:
                cost = _cost(plan, found, len(calls) - 1)
                told(f"{plural(len(calls) - 1, 'unit')} to go: {cost}")
                _refuse(cost if ahead else cost._replace(memory=0), ledger.folder)
                # The workers started, and what all share was made, while that one was counted.
                pace = Pace(done)
            elif pace and (left := pace.left(done, len(calls))):
                told(f"about {duration(left)} to go")
                pace = None


def _here(plan: Plan) -> bool:
    """Return whether this machine counts."""
    return not plan.cluster or plan.cluster == LOCAL


def _cost(plan: Plan, sample: Done, left: int) -> Cost:
    """The cost of the units that are left, by that of the sample."""
    peak = int(sample.peak * GROWTH)
    return Cost(
        peak * plan.jobs if _here(plan) else peak,
        len(sample.packed) * (left + FOLDED) + _row(plan)[1] * len(plan.family),
        away=not _here(plan),
    )


def _least(plan: Plan) -> Cost:
    """Return what the work takes at least: a tally in each process, and the atlas."""
    tally = len(plan.family) * BYTES
    return Cost(
        tally * (plan.jobs if _here(plan) else 1),
        _row(plan)[0] * len(plan.family),
        not _here(plan),
    )


def _row(plan: Plan) -> tuple[int, int]:
    return ROW[atlas.ending_of(plan.output)]


def _refuse(cost: Cost, folder: str) -> None:
    """Raise CannotDoError where memory or disk do not suffice."""
    room = available()
    if room is not None and cost.memory > room and not cost.away:
        raise CannotDoError(
            f"this takes {memory(cost.memory)} of memory, and {memory(room)} are free; give fewer "
            "--jobs, choose a smaller family, or use a --cluster"
        )
    free = shutil.disk_usage(folder).free
    if cost.disk > free:
        raise CannotDoError(
            f"this takes {memory(cost.disk)} on the disk, and {memory(free)} are free at {folder}; "
            "make room, or choose a smaller family"
        )


def _verified_units(
    plan: Plan, workers: Workers, ledger: Ledger, counting: Counting, report: Progress | None
) -> str:
    cut = verify.other_cut(counting)
    if cut is None:
        return "there is no other cut, so no unit is counted again"
    units = verify.sample(counting.units, plan.verify)
    return verify.check_units(workers, ledger, _calls(plan, ledger, units, cut), report)


def _told(blocks: Iterable[Tally], sets: int, report: Progress | None) -> Iterator[Tally]:
    """Hand the blocks on, and tell how many of the sets have come."""
    done = 0
    for block in blocks:
        yield block
        done += len(block.total)
        if report:
            report(done, sets, 0)


def _write(
    plan: Plan,
    ending: str,
    ledger: Ledger,
    workers: Workers | None,
    checker: str,
    told: Tell,
    phases: Phases,
) -> list[Row]:
    """Fold the units into the atlas; where that is asked for, check sets before it appears."""
    numbers = verify.random_sets(plan.family, plan.verify) if plan.verify else []
    watch = Watch(plan.family, BEST, numbers)

    def begun() -> AbstractContextManager[Workers]:
        return nullcontext(workers) if workers and _here(plan) else Processes(plan.jobs)

    with phases("adding the units up") as report:
        folded = fold(ledger, len(plan.family), begun, report)
    with write_whole(plan.output) as stream:
        with phases("writing the atlas") as report:
            blocks = _told(folded, len(plan.family), report)
            atlas.write(stream, ending, plan.board, plan.family, watch.over(blocks))
        if workers and plan.verify:
            rows = [*watch.rows.values(), *watch.best]
            with phases(f"counting {plan.family.noun}s again") as report:
                said = verify.check_rows(workers, plan.board, plan.family, rows, checker, report)
            told(said)
    told(f"wrote {plan.output}")
    return watch.best
