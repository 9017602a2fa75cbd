"""The work: calls that are made elsewhere, in processes of this machine or on a cluster.

Calls are plain data with a `__call__`, so that they can travel. Whatever worker is lost, its calls
are made again by another; which worker makes which call, and in which order, no result depends on.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import NamedTuple, Protocol, Self, TypeVar

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.families.unit import Candidates, Counting, Making, Unit, stem
from calpuzzle.design.judging import compressed as packing
from calpuzzle.design.judging.compressed import pack
from calpuzzle.puzzle.model import Model

AHEAD = 2  # calls that wait at each worker, so that none is idle
LOOK = 0.5  # seconds between two looks whether the workers are still there
TRIES = 5  # workers lost in a row, without a call that came to its end

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Call(Protocol[T_co]):
    """Something to be done: plain data, with what it gives when it is called."""

    def __call__(self) -> T_co:
        """Do it."""


class Workers(Protocol):
    """Who makes the calls, until the `with` block ends: then all work stops at once."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """Return what a call raises whose worker died, and which is to be made again."""

    @property
    def number(self) -> int:
        """Return how many calls are made at the same time."""

    def submit(self, call: Call[T]) -> Future[T]:
        """Have the call made."""

    def look(self) -> None:
        """Raise CannotDoError where no call will ever end any more."""

    def renew(self) -> None:
        """New workers in place of lost ones; calls that are under way are given up."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def results(workers: Workers, calls: Sequence[Call[T]]) -> Iterator[T]:
    """Return what the calls give, in the order in which they end. Raises CannotDoError where
    workers die again and again, and whatever a call raises."""
    waiting = deque(calls)
    running: dict[Future[T], Call[T]] = {}
    losses = 0
    while waiting or running:
        room = AHEAD * workers.number - len(running)
        for _ in range(min(room, len(waiting))):
            call = waiting.popleft()
            running[workers.submit(call)] = call
        ended, _ = wait(running, LOOK, FIRST_COMPLETED)
        workers.look()
        again = []
        for future in ended:
            call = running.pop(future)
            try:
                found = future.result()
            except workers.lost:
                again.append(call)
                continue
            losses = 0
            yield found
        if again:
            losses += 1
            if losses > TRIES:
                raise CannotDoError(
                    f"workers died {losses} times in a row; most likely there is too little "
                    "memory for so many: give fewer --jobs. What is done is kept"
                )
            waiting.extendleft([*again, *running.values()])
            running.clear()
            workers.renew()


class Done(NamedTuple):
    """A unit that was counted: its packed tally, its time without that for what all units share,
    and its process' peak memory (bytes)."""

    unit: str
    packed: bytes
    seconds: float
    peak: int


class CountUnit(NamedTuple):
    """The call that counts one unit. `run` is the digest of the run that it belongs to."""

    making: Making
    model: Model
    family: Candidates
    cut: int | None
    run: str
    unit: Unit

    def __call__(self) -> Done:
        """Count it."""
        with _ALONE:
            counting = self._counting()
            counting.prepare()
            began = time.monotonic()
            packed = pack(counting.run(self.unit), self.run, stem(self.unit))
            return Done(stem(self.unit), packed, time.monotonic() - began, peak())

    def _counting(self) -> Counting:
        """The counting of the unit, which this process keeps for the units that follow."""
        key = self.run, self.cut
        if key not in _HELD:
            _HELD.clear()
            _HELD[key] = self.making(self.model, self.family, self.cut)
        return _HELD[key]


_HELD: dict[tuple[str, int | None], Counting] = {}
_ALONE = threading.Lock()  # a worker of a cluster may have several threads; a Counting has one


def identity() -> tuple[str, str]:
    """The version of calpuzzle and of what its workers send: they must be those of who asks."""
    return __version__, packing.FORMAT


def peak() -> int:
    """The most memory (bytes) that this process ever had, 0 where the system does not say."""
    try:
        with open("/proc/self/status", encoding="ascii") as stream:
            return next(int(line.split()[1]) << 10 for line in stream if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if os.uname().sysname == "Darwin" else most << 10  # bytes there, KiB elsewhere


def available() -> int | None:
    """The bytes of memory that this machine can still give, None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as stream:
            line = next(line for line in stream if line.startswith("MemAvailable"))
        return int(line.split()[1]) << 10
    except (OSError, StopIteration):
        return None
