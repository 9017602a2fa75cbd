"""Searches in slices, and sweeps by threads, count the same, and can be stopped."""

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
    """Whether two tables are equal."""
    return one.shape == other.shape and bool((one == other).all())


@pytest.fixture(scope="module")
def cover() -> Cover:
    return shipped.lowering("month-day-7x7-w").cover


@pytest.fixture(scope="module")
def counts(cover: Cover) -> Counts:
    return BACKTRACK.counts(cover)


# --- the search


def root_of(cover: Cover) -> Root:
    """The state that a sweep begins in."""
    root = layout_of(cover).root()
    assert root is not None
    return root


@pytest.mark.long
@settings(max_examples=50)
@given(models(most_cells=22))
def test_a_search_in_slices_finds_the_same(model: Model) -> None:
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
    """All solutions of a search that has begun."""
    over = False
    while not over:
        over = work.run(budget)
        yield from work.take()


# --- the sweep


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_progress_counts_the_parts(cover: Cover, counts: Counts, jobs: int) -> None:
    told: list[tuple[int, int | None, int]] = []
    waited = iter([0.3])

    def tell(*about: Any) -> None:
        # The first thread tells late: the others must not overtake it.
        time.sleep(next(waited, 0))
        told.append(about)

    found = BACKTRACK.counts(cover, Run(jobs, tell))
    assert same(found, counts)
    done, of, _ = told[-1]
    assert of is not None and of >= sweep.PARTS
    assert done == of
    assert all(0 <= done <= of for done, _, _ in told)
    assert told == sorted(told)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals go to processes alone")
def test_a_sweep_can_be_stopped_while_threads_run() -> None:
    # Ctrl-C, which another thread gets: the one that waits hears of it, the others end.
    cover = shipped.lowering("weekday-8x7").cover
    start = time.process_time()
    threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        BACKTRACK.counts(cover, Run(jobs=2))
    # Six seconds of work are to be done in all.
    assert time.process_time() - start < 3
