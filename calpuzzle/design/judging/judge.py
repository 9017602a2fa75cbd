"""Judging all sets of a family, or all boards of a frame, from the first unit to the atlas.

The steps: check everything that can fail early; find the missing units in the ledger; count one of
them, and estimate the cost of the others from it; count the others; add all units, verify what the
task asks for, and write the atlas. The file of the atlas appears only when it is complete.
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
from calpuzzle.base.wording import duration, memory_text, plural
from calpuzzle.design.families.family_sweep import MEMORY, FamilySweep
from calpuzzle.design.families.tally import BYTES, Tally
from calpuzzle.design.families.unit import Candidates, Counting, CountingFactory, Unit, stem
from calpuzzle.design.judging import atlas, verify
from calpuzzle.design.judging.adding import sum_units
from calpuzzle.design.judging.atlas import AtlasRow, Watch
from calpuzzle.design.judging.work import CountUnit, FinishedUnit, available
from calpuzzle.puzzle.cover import Phases, Progress, quiet
from calpuzzle.puzzle.model import Model
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.cluster import LOCAL, Cluster
from calpuzzle.workers.ledger import Ledger
from calpuzzle.workers.processes import Processes

BEST_ROWS = 20  # sets that are reported at the end
ROW_BYTES = {"parquet": (7, 12), "csv": (20, 64)}  # of a set in an atlas, at least and at most
GROWTH = 4 / 3  # a margin: lists may still grow after the first unit of a process
# The sum of all units takes about the space of two units, because its numbers are larger.
UNITS_OF_SUM = 2

Notify = Callable[[str], object]


class JudgingTask(NamedTuple):
    """What to judge, and how: a board and a family (or a frame and its boards), and `factory`,
    which returns the technique that counts a unit.

    The atlas is written to `output`. The ledger is the folder `ledger`, which is retained. If no
    folder is named (""), the ledger is next to the atlas and is removed when the atlas is written.
    The work is done by `jobs` processes of this machine, or by the workers of a Dask `cluster` (its
    address, or `local` for `jobs` workers on this machine). `verify` is the share of units to count
    again, and the larger it is, the more single sets are counted again; 0 means no check.
    """

    board: Model
    family: Candidates
    output: str
    ledger: str = ""
    jobs: int = 1
    cluster: str = ""
    cut: int | None = None
    verify: float = 0.0
    factory: CountingFactory = FamilySweep


class RemainingCost(NamedTuple):
    """The estimated cost of the remaining work in bytes: memory (of this machine, or of each worker
    of a cluster if `is_remote`) and disk space."""

    memory: int
    disk: int
    is_remote: bool = False

    def __str__(self) -> str:
        place = "in each worker" if self.is_remote else "of memory"
        needs = f"{memory_text(self.memory)} {place}, " if self.memory else ""
        return f"{needs}{memory_text(self.disk)} on the disk"


def judge(
    task: JudgingTask,
    notify: Notify = lambda sentence: None,
    phases: Phases = quiet,
) -> list[AtlasRow]:
    """Judge all sets, write the atlas, and return the best sets.

    `notify` is called with sentences about what is done and what it will cost; `phases` reports the
    progress of each phase. Raises InputError for an invalid task, CannotDoError if memory or disk
    space is insufficient or workers are lost for good, and DisagreementError if a second count
    differs. After an error or an interruption, the next call with the same task continues from the
    ledger.
    """
    if task.jobs < 1 or not 0 <= task.verify <= 1:
        raise InputError("jobs must be 1 or more, and the share to verify from 0 to 1")
    ending = atlas.ending_of(task.output)
    check_writable(task.output)
    counting = task.factory(task.board, task.family, task.cut)
    _check_resources(_least_cost(task), os.path.dirname(os.path.abspath(task.output)))
    names = [stem(unit) for unit in counting.units]
    folder = task.ledger or f"{task.output}.ledger"
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(folder, counting.description, names))
        missing = ledger.missing(notify)
        if len(missing) < len(names):
            notify(f"{len(names) - len(missing)} of {plural(len(names), 'unit')} are in {folder}")
        workers = stack.enter_context(_workers(task, notify)) if missing or task.verify else None
        if workers:
            units = [unit for unit in counting.units if stem(unit) in missing]
            with phases("counting") as report:
                _count(task, workers, ledger, units, notify, report)
        if workers and task.verify:
            with phases("counting units again") as report:
                sentence = _verified_units(task, workers, ledger, counting, report)
            notify(sentence)
        best = _write(task, ending, ledger, workers, counting.checker, notify, phases)
        ledger.remove_others() if task.ledger else ledger.remove()
    return best


def _workers(task: JudgingTask, notify: Notify) -> Workers:
    return Cluster(task.cluster, task.jobs, notify) if task.cluster else Processes(task.jobs)


def _calls(
    task: JudgingTask, ledger: Ledger, units: list[Unit], cut: int | None
) -> list[CountUnit]:
    return [
        CountUnit(task.factory, task.board, task.family, cut, ledger.run, unit) for unit in units
    ]


def _count(
    task: JudgingTask,
    workers: Workers,
    ledger: Ledger,
    units: list[Unit],
    notify: Notify,
    report: Progress | None,
) -> None:
    """Count these units, and keep each in the ledger as soon as it is done."""
    calls = _calls(task, ledger, units, task.cut)
    done = 0
    pace: Pace | None = None
    # The first unit is the sample. If there may be too little memory for all processes at once,
    # the sample is counted alone, before the other units start.
    room = available()
    roomy = not _counts_locally(task) or (room is not None and room >= task.jobs * MEMORY)
    ahead = 0 if roomy else 1
    for part in (calls[:ahead], calls[ahead:]):
        for sample in results(workers, part):
            ledger.record(sample.unit, sample.packed)
            done += 1
            if report:
                report(done, len(calls), 0)
            if done == 1 and len(calls) > 1:
                cost = _cost(task, sample, len(calls) - 1)
                notify(f"{plural(len(calls) - 1, 'unit')} to go: {cost}")
                _check_resources(cost if ahead else cost._replace(memory=0), ledger.folder)
                # The first unit took longer: workers started, and shared tables were built.
                pace = Pace(done)
            elif pace and (remaining := pace.remaining(done, len(calls))):
                notify(f"about {duration(remaining)} to go")
                pace = None


def _counts_locally(task: JudgingTask) -> bool:
    """Return whether this machine does the counting."""
    return not task.cluster or task.cluster == LOCAL


def _cost(task: JudgingTask, sample: FinishedUnit, remaining: int) -> RemainingCost:
    """Return the cost of `remaining` more units, estimated from the unit `sample`."""
    peak = int(sample.peak * GROWTH)
    return RemainingCost(
        peak * task.jobs if _counts_locally(task) else peak,
        len(sample.packed) * (remaining + UNITS_OF_SUM) + _row_bytes(task)[1] * len(task.family),
        is_remote=not _counts_locally(task),
    )


def _least_cost(task: JudgingTask) -> RemainingCost:
    """Return the least cost of the task: one tally in each process, and the atlas."""
    tally = len(task.family) * BYTES
    return RemainingCost(
        tally * (task.jobs if _counts_locally(task) else 1),
        _row_bytes(task)[0] * len(task.family),
        not _counts_locally(task),
    )


def _row_bytes(task: JudgingTask) -> tuple[int, int]:
    return ROW_BYTES[atlas.ending_of(task.output)]


def _check_resources(cost: RemainingCost, folder: str) -> None:
    """Raise CannotDoError if the memory or the disk space is insufficient."""
    free_memory = available()
    if free_memory is not None and cost.memory > free_memory and not cost.is_remote:
        raise CannotDoError(
            f"this takes {memory_text(cost.memory)} of memory, and {memory_text(free_memory)} are "
            "free; give fewer --jobs, choose a smaller family, or use a --cluster"
        )
    free_disk = shutil.disk_usage(folder).free
    if cost.disk > free_disk:
        raise CannotDoError(
            f"this takes {memory_text(cost.disk)} on the disk, and {memory_text(free_disk)} are "
            f"free at {folder}; make room, or choose a smaller family"
        )


def _verified_units(
    task: JudgingTask, workers: Workers, ledger: Ledger, counting: Counting, report: Progress | None
) -> str:
    cut = verify.other_cut(counting)
    if cut is None:
        return "there is no other cut, so no unit was counted again"
    units = verify.sample(counting.units, task.verify)
    return verify.check_units(workers, ledger, _calls(task, ledger, units, cut), report)


def _reported(blocks: Iterable[Tally], sets: int, report: Progress | None) -> Iterator[Tally]:
    """Yield the blocks unchanged, and report how many of the sets have been written."""
    done = 0
    for block in blocks:
        yield block
        done += len(block.total)
        if report:
            report(done, sets, 0)


def _write(
    task: JudgingTask,
    ending: str,
    ledger: Ledger,
    workers: Workers | None,
    checker: str,
    notify: Notify,
    phases: Phases,
) -> list[AtlasRow]:
    """Write the sum of all units as the atlas, and return the best rows. If the task asks for it,
    check some sets before the file appears."""
    numbers = verify.random_sets(task.family, task.verify) if task.verify else []
    watch = Watch(task.family, BEST_ROWS, numbers)

    def start_workers() -> AbstractContextManager[Workers]:
        return nullcontext(workers) if workers and _counts_locally(task) else Processes(task.jobs)

    with phases("adding the units up") as report:
        blocks = sum_units(ledger, len(task.family), start_workers, report)
    with write_whole(task.output) as stream:
        with phases("writing the atlas") as report:
            blocks = _reported(blocks, len(task.family), report)
            atlas.write(stream, ending, task.board, task.family, watch.watch(blocks))
        if workers and task.verify:
            rows = [*watch.rows.values(), *watch.best]
            with phases(f"counting {task.family.noun}s again") as report:
                sentence = verify.check_rows(
                    workers, task.board, task.family, rows, checker, report
                )
            notify(sentence)
    notify(f"wrote {task.output}")
    return watch.best
