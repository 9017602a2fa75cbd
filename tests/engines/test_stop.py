"""A `stop` ends counts and solutions of every engine: soon, and with no part for a whole."""

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

SOON = 0.05  # seconds that are promised; those of the processor, for a machine may be busy
SHARE = 10  # times as long for what others make


class Looks:
    """An event that is never set, and keeps how long it is between two looks at it."""

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


def asked(name: str) -> Cover:
    """What keeps the engine busy for many seconds."""
    cover = shipped.lowering("weekday-8x7").cover
    return matchings(12, 12) if load(name).unsupported_reason(cover) else cover


def anew(cover: Cover) -> Cover:
    """The same Cover, of which nothing is kept."""
    return Cover.numbered(
        cover.primary, cover.options, cover.secondary, cover.bounds[: len(cover.primary)],
        cover.axes, cover.pieces, cover.plane,
    )  # fmt: skip


@pytest.mark.parametrize("name", list(engines()))
@pytest.mark.parametrize("verb", ["count", "solutions"])
def test_an_event_ends_it(name: str, verb: str) -> None:
    # A moment that has passed ends it at the first look.
    engine, cover = load(name), anew(asked(name))
    stop = threading.Event()
    # The diagram of this puzzle is grown in a third of a second.
    timer = threading.Timer(0.05 if name in ("auto", "diagram") else 0.3, stop.set)
    timer.start()
    with pytest.raises(StoppedError, match="stopped before the work was done"):
        found = getattr(engine, verb)(cover, (), Run(stop=stop))
        for _ in found if verb == "solutions" else ():
            pass
    timer.join()


@pytest.mark.parametrize("name", ["backtrack", "dancing", "diagram", "reference"])
@pytest.mark.parametrize("puzzle", ["weekday-8x7", "iq-fit"])
def test_the_looks_of_our_own_engines_are_close_together(name: str, puzzle: str) -> None:
    looks = Looks()
    with pytest.raises(StoppedError):
        load(name).count(anew(shipped.lowering(puzzle).cover), (), Run(stop=looks))
    assert looks.longest < SOON


@pytest.mark.parametrize("name", ["cpsat", "sat", "highs"])
def test_those_of_other_makers_end_soon(name: str) -> None:
    if importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")
    cover = matchings(12, 12)
    assert load(name).count(matchings(2)) == 2  # what is imported late is not waited for
    ended = []
    stop = threading.Event()

    def press() -> None:
        time.sleep(0.5)
        ended.append(time.process_time())
        stop.set()

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(StoppedError):
        load(name).count(cover, (), Run(stop=stop))
    assert time.process_time() - ended[0] < SHARE * SOON
    thread.join()


def test_sweeps_end_on_all_their_threads() -> None:
    cover = shipped.lowering("weekday-8x7").cover
    for jobs in (1, 2):
        before = threading.active_count()
        with pytest.raises(StoppedError):
            load("backtrack").counts(cover, Run(jobs=jobs, stop=time.monotonic() + 0.3))
        assert threading.active_count() <= before


def test_moments_of_what_a_caller_holds() -> None:
    puzzle, over = cp.load("weekday-8x7"), time.monotonic()
    assert isinstance(puzzle, cp.Puzzle)
    late = over + 1000
    assert puzzle.count("Sat Jan 1", engine="backtrack", stop=late) == 2345
    assert len(puzzle.solve("Sat Jan 1", stop=late)) == 2345
    for ask in (
        lambda: puzzle.count("Sat Jan 1", engine="backtrack", stop=over),
        lambda: list(puzzle.solve("any", engine="dancing", stop=over)),
        lambda: puzzle.counts(engine="backtrack", stop=over),
        lambda: cp.table(puzzle, engine="backtrack", stop=over),
        lambda: puzzle.cover.count("dancing", stop=over),
        lambda: next(puzzle.cover.solve("reference", stop=over)),
    ):
        with pytest.raises(cp.StoppedError):
            ask()
    assert issubclass(cp.StoppedError, CannotDoError)


def test_a_cancelled_task_does_not_run_on() -> None:
    """As docs/python.md shows it."""
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
        finished(counted())  # which waits for the threads
    assert time.process_time() - began < 5
