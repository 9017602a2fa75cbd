"""The tables of several puzzles, counted side by side."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pandas as pd

from calpuzzle.base.stop import StoppedError
from calpuzzle.base.stoppable import result_of
from calpuzzle.engines import Run
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.results import tables

STEPS = 1000  # of the progress of one puzzle among several


def tables_of(puzzles: Sequence[Lowered], engine: str, run: Run) -> Generator[pd.DataFrame]:
    """The tables of the puzzles, in order, each as soon as it and those before it are done. The
    threads of `run` take a puzzle each, and share its memory; closing the generator ends them."""
    if len(puzzles) <= 1 or run.jobs <= 1:
        for puzzle in puzzles:
            yield tables.table(puzzle, engine, *run)
        return
    jobs = min(run.jobs, len(puzzles))
    alone = run._replace(jobs=1, memory=run.bound // jobs)
    with ThreadPoolExecutor(jobs) as pool, _joined(len(puzzles), run.progress) as parts:
        begun = [
            pool.submit(tables.table, puzzle, engine, *alone._replace(progress=part))
            for puzzle, part in zip(puzzles, parts, strict=True)
        ]
        for table in begun:
            yield result_of(table)


@contextmanager
def _joined(number: int, report: Progress | None) -> Iterator[list[Progress]]:
    """Return what `number` threads call to report progress, joined into one report; when the block
    ends, the next call of each ends its thread, for the pool waits for all."""
    done = [0] * number
    over = threading.Event()
    lock = threading.Lock()

    def part(index: int) -> Progress:
        def tell(at: int, of: int | None, found: int) -> None:
            if over.is_set():
                raise StoppedError
            if report and of:
                with lock:
                    done[index] = max(done[index], STEPS * at // of)
                    report(sum(done), STEPS * number, found)

        return tell

    try:
        yield [part(index) for index in range(number)]
    finally:
        over.set()
