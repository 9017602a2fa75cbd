"""One piece of work with the calpuzzle that is imported, as one JSON: table.py runs it in turns.

    python benchmarks/tasks.py NAME SECONDS [FILE]    it is ended after so many seconds of a core

A task is made ready first, and then run for a fifth of a second, three times if it is short; the
least mean counts, of the core, or of the clock for threads. What this calpuzzle refuses, or knows
nothing of, is told as a sentence instead.
"""

from __future__ import annotations

import inspect
import json
import resource
import sys
import time
import timeit
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import covers
import work
from fronts import Long
from measure import check, peak
from symmetric import loaded
from timings import count, listed

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import Run
from calpuzzle.nonogram.solver import solve
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

AGAIN, LONG = 2, 1.0  # so many runs more of what takes less than a second
CLOCK = time.perf_counter
WIDE = 15 << 30  # bytes for the widest rectangle

Work = Callable[[], int]


class Task(NamedTuple):
    """The preparation of the work, of a file for some, and the clock that times it."""

    make: Callable[..., Work]
    clock: Callable[[], float] = time.process_time


def tasks() -> dict[str, Task]:
    """All of them, by name."""
    found = {
        "5x18": Task(lambda: partial(count, work.one_sided(5, 18), "auto")),
        "3x30": Task(lambda: partial(count, work.one_sided(3, 30), "auto")),
        "6x15": Task(lambda: partial(count, work.one_sided(6, 15), "auto")),
        "9x10": Task(lambda: partial(widest, work.one_sided(9, 10))),
        "16x16": Task(lambda: partial(count, work.dominoes(16, 16), "auto")),
        "8x100": Task(lambda: partial(count, work.dominoes(8, 100), "auto")),
        "8x32 first": Task(lambda: partial(first, work.dominoes(8, 32))),
        "8x15": Task(lambda: partial(count, Long(8, 15, (1, 2), 0, 120, 0).model(), "auto")),
    }
    for name in ("dray", "weekday-8x7"):
        for engine in ("diagram", "backtrack"):
            found[f"{name} {engine}"] = Task(partial(calendar, count, name, engine))
        found[f"{name} array"] = Task(partial(calendar, listed, name))
    for jobs in (1, 2):
        found[f"filling {jobs}"] = Task(partial(filling, "weekday-8x7", jobs), CLOCK)
    for name in ("tetrasticks-4x4-no-crossing", "tetrasticks-5x5-no-crossing", "soma", "box"):
        for engine in ("auto", "dancing"):
            found[f"{name} {engine}"] = Task(partial(symmetric, name, engine, False))
            found[f"{name} unique {engine}"] = Task(partial(symmetric, name, engine, True))
    for name in covers.PROBLEMS:
        found[f"cover {name}"] = Task(partial(cover, name))
    for engine in ("auto", "lines", "clauses"):
        found[f"nonogram {engine}"] = Task(partial(nonogram, engine))
    return found


def calendar(run: Callable[..., int], name: str, *arguments: object) -> Work:
    """Something with the model of a shipped puzzle."""
    return partial(run, cp.load(name).model, *arguments)


def filling(name: str, jobs: int) -> Work:
    """All solutions, of a diagram that stands."""
    from arrays import filled

    diagram = cp.load(name).diagram()
    return lambda: len(filled(diagram, Run(jobs)))


def widest(model: Model) -> int:
    """A count in as much memory as that takes."""
    return engines.load("auto").count(Lowering(model).cover, (), Run(memory=WIDE))


def first(model: Model) -> int:
    """Return how many pieces a first solution has."""
    return len(next(engines.load("auto").solutions(Lowering(model).cover)))


def symmetric(name: str, engine: str, unique: bool) -> Work:
    """A count of all solutions, or of those up to symmetry."""
    model = loaded(name).model

    def run() -> int:
        puzzle = cp.Puzzle(model)
        if unique:
            return puzzle.solve(engine=engine, unique=True).count()
        return puzzle.count(engine=engine)

    return run


def cover(name: str) -> Work:
    """A count of an exact cover problem, from the Cover on."""
    made = covers.PROBLEMS[name].make()
    return lambda: engines.load("dancing").count(made)


def nonogram(engine: str, path: str) -> Work:
    """Up to two solutions of a nonogram. A calpuzzle that has but one search is asked for that."""
    clues = cp.load(path, kind="nonogram").clues
    known = "engine" in inspect.signature(solve).parameters
    chosen: dict[str, Any] = {"engine": engine} if known else {}
    return lambda: solve(clues, 2, **chosen).count


def timed(task: Task, files: list[str]) -> dict[str, object]:
    """The least time, the answer, and the memory of the process."""
    run = task.make(*files)
    answers: list[int] = []
    peaks: list[int] = []

    def once() -> None:
        answers.append(run())
        # Later runs may find what the first one leaves for the garbage collector.
        if not peaks:
            peaks.append(peak())

    # A processor's clock may go by steps of some milliseconds: what is short is run many times.
    timer = timeit.Timer(once, "import gc; gc.enable()", task.clock)
    number, taken = timer.autorange()
    if taken < LONG:
        taken = min(taken, *timer.repeat(AGAIN, number))
    for answer in answers[1:]:
        check("another run", answer, answers[0])
    return {"seconds": taken / number, "answer": answers[0], "peak": peaks[0]}


def main() -> None:
    name, seconds, *files = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    try:
        said = timed(tasks()[name], files)
    except (InputError, CannotDoError, TypeError, ImportError) as error:
        said = {"refused": f"{error}"}
    print(json.dumps({"home": cp.__file__, **said}))


if __name__ == "__main__":
    main()
