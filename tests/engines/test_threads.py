"""Eight threads at once, on one puzzle and on different ones, must count like a single thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import shipped

from calpuzzle.engines import load
from calpuzzle.formats import shipped as files
from calpuzzle.nonogram import solver
from calpuzzle.nonogram.clues import Clues
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

THREADS = 8
NAMES = ("domino-2x3", "month-day-7x7-w", "pentominoes-3x20", "whole-year-7x7-middle")


def at_once(work: Callable[[int], object]) -> list[object]:
    """Return the results of `work` in threads that start at the same moment."""
    gate = Barrier(THREADS)

    def begin(number: int) -> object:
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def fresh(name: str) -> Cover:
    """Return a new Cover for which nothing is cached."""
    model = files.read(name).content
    assert isinstance(model, Model)
    return Lowering(model).cover


def first(name: str, cover: Cover) -> object:
    """Return the count of the first instance, and its first solution."""
    placed = cover.instance(0)
    engine = load(name)
    return engine.count(cover, placed), next(engine.solutions(cover, placed), None)


@pytest.mark.parametrize("name", ["backtrack", "dancing", "diagram", "frontier", "halves"])
def test_threads_with_one_cover_count_like_a_single_thread(name: str) -> None:
    expected = first(name, shipped.lowering("month-day-7x7-w").cover)
    cover = fresh("month-day-7x7-w")  # all threads build its tables at once
    assert at_once(lambda _: first(name, cover)) == [expected] * THREADS


@pytest.mark.long
@pytest.mark.parametrize("name", ["backtrack", "dancing", "diagram", "frontier", "halves"])
def test_threads_with_different_covers_count_like_a_single_thread(name: str) -> None:
    engine = load(name)
    names = [own for own in NAMES if engine.unsupported_reason(shipped.lowering(own).cover) is None]
    chosen = [names[number % len(names)] for number in range(THREADS)]
    expected = [first(name, shipped.lowering(own).cover) for own in chosen]
    covers = [fresh(own) for own in chosen]
    assert at_once(lambda number: first(name, covers[number])) == expected


def test_threads_with_one_nonogram_count_all_solutions() -> None:
    clues = Clues((((1, 1),),) * 6, (((1, 1),),) * 6)
    assert at_once(lambda _: solver.solve(clues).count) == [720] * THREADS
