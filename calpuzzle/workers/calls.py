"""The work: calls that are made elsewhere, in threads or processes here, or on a cluster.

Calls are plain data with a `__call__`, so that they can be sent. When a worker is lost, its calls
are made again by another. No result depends on which worker makes which call, or in which order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol, Self, TypeVar

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import Stop, look
from calpuzzle.workers.ledger import FORMAT

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


def results(workers: Workers, calls: Sequence[Call[T]], stop: Stop | None = None) -> Iterator[T]:
    """Yield what the calls return, in the order in which they end. Raises CannotDoError if workers
    die again and again, StoppedError when `stop` says so, and what a call raises."""
    waiting = deque(calls)
    running: dict[Future[T], Call[T]] = {}
    losses = 0
    while waiting or running:
        room = AHEAD * workers.number - len(running)
        for _ in range(min(room, len(waiting))):
            call = waiting.popleft()
            running[workers.submit(call)] = call
        ended, _ = wait(running, LOOK, FIRST_COMPLETED)
        look(stop)
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


class Threads:
    """So many threads of this process."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number)

    def submit(self, call: Call[T]) -> Future[T]:
        """Have the call made."""
        return self._pool.submit(call)

    def look(self) -> None:
        """Threads do not die."""

    def renew(self) -> None:
        """No thread is ever lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def identity() -> tuple[str, str]:
    """Return the version of calpuzzle, and the format of what its workers send. A worker can count
    only if its own are the same."""
    return __version__, FORMAT
