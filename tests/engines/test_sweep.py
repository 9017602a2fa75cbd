"""Searches in slices and sweeps by several threads: equal counts, progress and interruption."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import shipped
from hypothesis import given, settings
from numpy.typing import NDArray
from random_puzzles import models

from calpuzzle._core import backtrack64
from calpuzzle.engines import Run, load, sweep
from calpuzzle.engines.layout import Root, layout_of, search
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

Counts = NDArray[np.int64]
BACKTRACK = load("backtrack")


def same(one: Counts, other: Counts) -> bool:
    """Return whether two tables are equal."""
    return one.shape == other.shape and bool((one == other).all())


@pytest.fixture(scope="module")
def cover() -> Cover:
    return shipped.lowering("month-day-7x7-w").cover


@pytest.fixture(scope="module")
def counts(cover: Cover) -> Counts:
    return BACKTRACK.counts(cover)


# --- the search


def root_of(cover: Cover) -> Root:
    """Return the state in which a sweep starts."""
    root = layout_of(cover).root()
    assert root is not None
    return root


@pytest.mark.long
@settings(max_examples=50)
@given(models(most_cells=22))
def test_search_in_slices_finds_the_same_solutions(model: Model) -> None:
    cover = Lowering(model).cover
    layout = layout_of(cover)
    if not layout.possible:
        return
    whole, sliced = search(layout.tables, rows=1000), search(layout.tables, rows=1)
    for work in (whole, sliced):
        work.start(root_of(cover))
    solutions = list(everything(whole))
    assert solutions == sorted(set(solutions)) and len(solutions) == sum(whole.counts)
    assert list(everything(sliced, 1)) == solutions
    assert (sliced.counts, sliced.nodes) == (whole.counts, whole.nodes)


def everything(work: backtrack64.Search, budget: int = 10**9) -> Iterator[Options]:
    """Yield all solutions of a search that has started."""
    over = False
    while not over:
        over = work.run(budget)
        yield from work.take()


# --- the sweep


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_progress_counts_the_parts_in_order(cover: Cover, counts: Counts, jobs: int) -> None:
    reported: list[tuple[int, int | None, int]] = []
    delays = iter([0.3])

    def report(*about: Any) -> None:
        # The first report is delayed, but later ones must not overtake it.
        time.sleep(next(delays, 0))
        reported.append(about)

    found = BACKTRACK.counts(cover, Run(jobs, report))
    assert same(found, counts)
    done, of, _ = reported[-1]
    assert of is not None and of >= sweep.PARTS
    assert done == of
    assert all(0 <= done <= of for done, _, _ in reported)
    assert reported == sorted(reported)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to processes alone")
def test_ctrl_c_stops_a_sweep_of_several_threads() -> None:
    # Another thread receives Ctrl-C; the waiting thread must raise, and the others must end.
    cover = shipped.lowering("weekday-8x7").cover
    start = time.process_time()
    threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        BACKTRACK.counts(cover, Run(jobs=2))
    # The whole sweep takes six seconds of processor time.
    assert time.process_time() - start < 3
