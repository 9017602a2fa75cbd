"""Counting every date for a command, with progress on a terminal; several puzzles at once."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from calpuzzle.cli.progress import progress
from calpuzzle.engines import Progress, Run
from calpuzzle.puzzle import Puzzle
from calpuzzle.base.text import plural

if TYPE_CHECKING:
    import pandas as pd


def counted(puzzle: Puzzle, engine: str, run: Run) -> pd.DataFrame:
    """The table of a puzzle."""
    with progress(puzzle.name) as report:
        return _table(puzzle, engine, run._replace(progress=report))


def counted_each(puzzles: Sequence[Puzzle], engine: str, run: Run) -> Generator[pd.DataFrame]:
    """The tables of several puzzles, in their order, each as soon as it and those before it are
    done. The threads of `run` take a puzzle each, and share its memory."""
    if len(puzzles) == 1 or run.jobs == 1:
        for puzzle in puzzles:
            yield counted(puzzle, engine, run)
        return
    from concurrent.futures import ThreadPoolExecutor

    from calpuzzle.engines.diagram.growth import MEMORY

    share = (MEMORY if run.memory is None else run.memory) // run.jobs
    alone = run._replace(jobs=1, memory=share)
    with (
        progress(plural(len(puzzles), "puzzle")) as report,
        ThreadPoolExecutor(run.jobs) as pool,
        _joined(len(puzzles), report) as parts,
    ):
        tables = [
            pool.submit(_table, puzzle, engine, alone._replace(progress=part))
            for puzzle, part in zip(puzzles, parts, strict=True)
        ]
        for table in tables:
            yield table.result()


def _table(puzzle: Puzzle, engine: str, run: Run) -> pd.DataFrame:
    from calpuzzle import tables

    return tables.table(puzzle, engine, *run)


class _StoppedError(Exception):
    """Ends a thread whose result nobody waits for any more."""


@contextmanager
def _joined(number: int, report: Progress | None) -> Iterator[list[Progress]]:
    """What `number` threads call to report progress, joined into one report; when the block ends,
    by Ctrl-C for instance, the next call of each ends its thread, for the pool waits for all."""
    steps = 1000
    done = [0] * number
    over = threading.Event()
    lock = threading.Lock()

    def part(index: int) -> Progress:
        def tell(at: int, of: int) -> None:
            if over.is_set():
                raise _StoppedError
            if report:
                with lock:
                    done[index] = max(done[index], steps * at // of)
                    report(sum(done), steps * number)

        return tell

    try:
        yield [part(index) for index in range(number)]
    finally:
        over.set()
