"""Calls that workers execute: threads or processes of this machine, or workers of a cluster.

Calls are plain data with a `__call__`, so that they can be sent. When a worker is lost, another one
repeats its calls. No result depends on which worker executes which call, or in which order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol, Self, TypeVar

from calpuzzle._version import __version__
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.stop import Stop, raise_if_stopped
from calpuzzle.workers.ledger import FORMAT

AHEAD = 2  # calls submitted for each worker: one runs and one waits, so that no worker is idle
LOOK = 0.5  # seconds between two checks that the workers are still connected
LEDGER_HINT = "If there is a ledger, the next run continues from it"
TRIES = 5  # the most losses of workers in a row, or submissions of one call to a cluster

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Call(Protocol[T_co]):
    """A unit of work: plain data that returns its result when it is called."""

    def __call__(self) -> T_co:
        """Return the result."""
        ...


class Workers(Protocol):
    """The workers that execute calls until the `with` block ends. Waiting calls are then cancelled;
    running calls are killed (processes), awaited (threads) or abandoned (a remote cluster)."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """Return the exceptions of calls whose worker died; such a call is submitted again."""
        ...

    @property
    def number(self) -> int:
        """Return how many calls are executed at the same time."""
        ...

    def submit(self, call: Call[T]) -> Future[T]:
        """Submit a call."""
        ...

    def look(self) -> None:
        """Raise CannotDoError if no call can end any more."""

    def renew(self) -> None:
        """Replace all workers after some were lost. All submitted calls must be submitted again."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def results(workers: Workers, calls: Sequence[Call[T]], stop: Stop | None = None) -> Iterator[T]:
    """Yield the results of the calls, in the order in which they end. Raises CannotDoError if
    workers die repeatedly, StoppedError if `stop` is set, and any exception of a call."""
    waiting = deque(calls)
    running: dict[Future[T], Call[T]] = {}
    losses = 0
    while waiting or running:
        room = AHEAD * workers.number - len(running)
        for _ in range(min(room, len(waiting))):
            call = waiting.popleft()
            running[workers.submit(call)] = call
        ended, _ = wait(running, LOOK, FIRST_COMPLETED)
        raise_if_stopped(stop)
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
                    f"memory for so many processes; use a smaller --jobs. {LEDGER_HINT}"
                )
            waiting.extendleft([*again, *running.values()])
            running.clear()
            workers.renew()


class Threads:
    """Threads of this process."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number)

    def submit(self, call: Call[T]) -> Future[T]:
        """Submit a call."""
        return self._pool.submit(call)

    def look(self) -> None:
        """Do nothing, because threads do not die."""

    def renew(self) -> None:
        """Do nothing, because no thread is lost."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def identity() -> tuple[str, str]:
    """Return the version of calpuzzle and the format of its files of units (ledger.py). A worker of
    a cluster executes calls only if both are equal to the client's."""
    return __version__, FORMAT
