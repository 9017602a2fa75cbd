"""Counting every instance of puzzles in units of work, which workers execute.

A unit is a part of the instances of one puzzle (calpuzzle/planning/parts.py), and each unit has its
own plan. A ledger stores finished counts, so that the next run continues an interrupted one.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from calpuzzle import planning
from calpuzzle.base.stop import Stop, is_over
from calpuzzle.base.wording import plural
from calpuzzle.engines import Counts, Run, counts_of
from calpuzzle.engines.residual_cover import residual_on_board
from calpuzzle.planning import set_counts
from calpuzzle.planning.parts import merge_counts
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.workers.calls import Threads, Workers, results
from calpuzzle.workers.ledger import Ledger

STEPS = 1000  # steps of progress that each unit is divided into


class CountPart(NamedTuple):
    """The call that counts the unit `name`: the instances of the Cover with these labels."""

    name: str
    cover: Cover
    labels: Options
    engine: str
    run: Run

    def __call__(self) -> tuple[str, list[int]]:
        """Return the name of the unit, and the counts of its instances in order."""
        cover = residual_on_board(self.cover, self.labels).cover if self.labels else self.cover
        counts: list[int] = planning.counts(cover, self.run, self.engine).ravel().tolist()
        return self.name, counts


class _OverOrStop(NamedTuple):
    """An event that is set if `over` is set or `stop` is reached."""

    over: threading.Event
    stop: Stop | None

    def is_set(self) -> bool:
        return self.over.is_set() or is_over(self.stop)


class _Joined:
    """The progress of all units, joined into one report; each thread reports the progress of its
    unit."""

    def __init__(self, units: Sequence[CountPart], run: Run) -> None:
        self._run = run
        self._done = {unit.name: 0 for unit in units}
        self._found = {unit.name: 0 for unit in units}
        self._lock = threading.Lock()

    def __call__(self, name: str, done: int, of: int | None, found: int) -> None:
        """Record the progress of a unit, and report the progress of all units. Raises
        StoppedError."""
        with self._lock:
            if of:
                self._done[name] = max(self._done[name], STEPS * done // of)
            self._found[name] = found
            self._run.report(
                sum(self._done.values()), STEPS * len(self._done), sum(self._found.values())
            )


def counted(
    subjects: Sequence[tuple[Lowered, str]],
    run: Run,
    start_workers: Callable[[], Workers] | None = None,
    ledger_folder: str = "",
    retain_ledger: bool = True,
    notify: Callable[[str], object] = lambda sentence: None,
) -> Generator[Counts]:
    """Yield the counts of each puzzle by its engine, in the order of the puzzles.

    Counts are yielded as soon as those of the puzzle and of all puzzles before it are finished.
    `start_workers` starts the workers; without it, they are threads of this process, which divide
    the memory of `run` among themselves. Finished counts are stored in the ledger in
    `ledger_folder`; if that is an empty string, there is no ledger. Unless `retain_ledger`, the
    ledger is deleted at the end, and not created if there is just one unit. Closing the generator
    ends the work. Raises the errors of Ledger and `results`."""
    away = Run(memory=run.memory)
    divided = [
        [
            CountPart(f"{number:03}-{part:03}", puzzle.lowered.cover, labels, engine, away)
            for part, labels in enumerate(planning.units(puzzle.lowered.cover, engine), 1)
            if not puzzle.lowered.unlisted
        ]
        for number, (puzzle, engine) in enumerate(subjects, 1)
    ]
    units = [unit for puzzle_units in divided for unit in puzzle_units]
    if (
        len(subjects) == len(units) == 1
        and not start_workers
        and not (ledger_folder and retain_ledger)
    ):
        yield planning.counts(units[0].cover, run, units[0].engine)
        return
    joined = _Joined(units, run)
    found: dict[str, list[int]] = {}
    with ExitStack() as stack:
        ledger = None
        if ledger_folder and (retain_ledger or len(units) > 1):
            ledger = stack.enter_context(_ledger(ledger_folder, divided))
            missing = {*ledger.missing(notify)}
            found = {
                unit.name: json.loads(ledger.content(unit.name))
                for unit in units
                if unit.name not in missing
            }
        if found:
            notify(f"{len(found)} of {plural(len(units), 'unit')} are in {ledger_folder}")
        for name, counts in found.items():
            joined(name, 1, 1, sum(counts))
        jobs = max(1, min(run.jobs, len(units)))
        over = threading.Event()
        here = Run(run.jobs // jobs, None, run.bound // jobs, _OverOrStop(over, run.stop))
        calls = [
            unit
            if start_workers
            else unit._replace(run=here._replace(progress=partial(joined, unit.name)))
            for unit in units
            if unit.name not in found
        ]
        ended: Iterator[tuple[str, list[int]]] = iter(())
        if calls:
            workers = stack.enter_context(start_workers() if start_workers else Threads(jobs))
            stack.callback(over.set)  # runs before the stack waits for the threads
            ended = results(workers, calls, run.stop)
        for (puzzle, engine), puzzle_units in zip(subjects, divided, strict=True):
            if not puzzle_units:  # a group has too many sets of labels to list
                yield set_counts.counts(puzzle.lowered, run, engine)
                continue
            while any(unit.name not in found for unit in puzzle_units):
                name, counts = next(ended)
                if ledger:
                    ledger.record(name, json.dumps(counts).encode())
                found[name] = counts
                joined(name, 1, 1, sum(counts))
            parts = [(unit.labels, found.pop(unit.name)) for unit in puzzle_units]
            yield merge_counts(
                puzzle_units[0].cover, [(at, counts_of(it, (len(it),))) for at, it in parts]
            )
        if ledger and not retain_ledger:
            ledger.remove()


def _ledger(folder: str, divided: Sequence[Sequence[CountPart]]) -> Ledger:
    """Return the ledger of these units."""
    of = [
        [
            puzzle_units[0].cover.digest().hex(),
            puzzle_units[0].engine,
            [unit.labels for unit in puzzle_units],
        ]
        for puzzle_units in divided
        if puzzle_units
    ]
    return Ledger(
        folder, json.dumps(of), [unit.name for puzzle_units in divided for unit in puzzle_units]
    )
