"""The argument `stop` ends counts and lists of every engine soon, without a partial result."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Iterator

import pytest
import shipped
from any_engine import load
from building import matchings
from conftest import EXTRAS
from loops import finished

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import ENGINES, Run
from calpuzzle.puzzle.cover import Cover

SOON = 0.05  # seconds within which an engine stops; processor time, as the machine may be busy
FACTOR = 10  # third-party solvers may take this many times longer


class PolledEvent:
    """An event that is set after fifty polls and records the longest time between two polls."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.number = 0
        self._last = time.process_time()

    def is_set(self) -> bool:
        now = time.process_time()
        if self.number:
            self.longest = max(self.longest, now - self._last)
        self._last = now
        self.number += 1
        return self.number > 50


def engines() -> Iterator[object]:
    for name in ENGINES:
        module = EXTRAS.get(name)
        missing = module is not None and importlib.util.find_spec(module) is None
        yield pytest.param(
            name, marks=pytest.mark.skipif(missing, reason=f"{module} is not installed")
        )


def long_problem(name: str) -> Cover:
    """Return a Cover that keeps the engine busy for many seconds (except `auto` and `diagram`)."""
    cover = shipped.lowering("weekday-8x7").cover
    return matchings(12, 12) if load(name).unsupported_reason(cover) else cover


def uncached(cover: Cover) -> Cover:
    """Return a copy of the Cover for which nothing is cached."""
    return Cover.numbered(
        cover.primary, cover.options, cover.secondary, cover.bounds[: len(cover.primary)],
        cover.axes, cover.pieces, cover.plane,
    )  # fmt: skip


@pytest.mark.parametrize("name", list(engines()))
@pytest.mark.parametrize("verb", ["count", "solutions"])
def test_stop_event_ends_counts_and_lists(name: str, verb: str) -> None:
    engine, cover = load(name), uncached(long_problem(name))
    stop = threading.Event()
    # The diagram of this puzzle is grown in a third of a second.
    timer = threading.Timer(0.05 if name in ("auto", "diagram") else 0.3, stop.set)
    timer.start()
    with pytest.raises(StoppedError, match="stopped before the work was done"):
        result = getattr(engine, verb)(cover, (), Run(stop=stop))
        for _ in result if verb == "solutions" else ():
            pass
    timer.join()


@pytest.mark.parametrize("name", ["backtrack", "dancing", "diagram", "reference"])
@pytest.mark.parametrize("puzzle", ["weekday-8x7", "iq-fit"])
def test_own_engines_poll_the_stop_event_often(name: str, puzzle: str) -> None:
    event = PolledEvent()
    with pytest.raises(StoppedError):
        load(name).count(uncached(shipped.lowering(puzzle).cover), (), Run(stop=event))
    assert event.longest < SOON


@pytest.mark.parametrize("name", ["cpsat", "sat", "highs"])
def test_third_party_solvers_stop_soon(name: str) -> None:
    if importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")
    cover = matchings(12, 12)
    assert load(name).count(matchings(2)) == 2  # import the solver before time is measured
    ended = []
    stop = threading.Event()

    def stop_later() -> None:
        time.sleep(0.5)
        ended.append(time.process_time())
        stop.set()

    thread = threading.Thread(target=stop_later)
    thread.start()
    with pytest.raises(StoppedError):
        load(name).count(cover, (), Run(stop=stop))
    assert time.process_time() - ended[0] < FACTOR * SOON
    thread.join()


def test_stopped_sweep_ends_all_its_threads() -> None:
    cover = shipped.lowering("weekday-8x7").cover
    for jobs in (1, 2):
        before = threading.active_count()
        with pytest.raises(StoppedError):
            load("backtrack").counts(cover, Run(jobs=jobs, stop=time.monotonic() + 0.3))
        assert threading.active_count() <= before


def test_stop_may_be_a_time_of_the_monotonic_clock() -> None:
    puzzle, past = cp.load("weekday-8x7"), time.monotonic()
    assert isinstance(puzzle, cp.Puzzle)
    future = past + 1000
    assert puzzle.count("Sat Jan 1", engine="backtrack", stop=future) == 2345
    assert len(puzzle.solve("Sat Jan 1", stop=future)) == 2345
    for call in (
        lambda: puzzle.count("Sat Jan 1", engine="backtrack", stop=past),
        lambda: list(puzzle.solve("any", engine="dancing", stop=past)),
        lambda: puzzle.counts(engine="backtrack", stop=past),
        lambda: cp.table(puzzle, engine="backtrack", stop=past),
        lambda: puzzle.cover.count("dancing", stop=past),
        lambda: next(puzzle.cover.solve("reference", stop=past)),
    ):
        with pytest.raises(cp.StoppedError):
            call()
    assert issubclass(cp.StoppedError, CannotDoError)


def test_cancelled_asyncio_task_can_stop_its_thread() -> None:
    import asyncio

    puzzle = cp.load("weekday-8x7")
    assert isinstance(puzzle, cp.Puzzle)

    async def counted() -> None:
        stop = threading.Event()
        try:
            await asyncio.wait_for(
                asyncio.to_thread(puzzle.counts, engine="backtrack", stop=stop), 0.3
            )
        finally:
            stop.set()

    began = time.process_time()
    with pytest.raises(TimeoutError):
        finished(counted())  # asyncio.run also waits for the thread
    assert time.process_time() - began < 5
