"""Calls of external compiled solvers that Ctrl-C can interrupt.

In the main thread such solvers replace Python's SIGINT handler: CP-SAT then ends with the solutions
found so far as if they were complete, and misses a signal while it starts; python-sat jumps out of
the middle of its search, after which the process may crash. Each call therefore runs in a separate
thread, where the solvers do not touch signals, and the caller waits in Python, where Ctrl-C
arrives.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from calpuzzle.base.stop import LOOK_EVERY, Stop, raise_if_stopped

STOP_EVERY = 0.05  # seconds between two requests to stop
END_TIMEOUT = 5.0  # seconds for the work to end, during which another Ctrl-C is ignored

T = TypeVar("T")


def stoppable(work: Callable[[], T], end: Callable[[], object], stop: Stop | None = None) -> T:
    """Return the result of `work`, which runs in a separate thread.

    If KeyboardInterrupt or StoppedError ends the wait, `end` is called until the work has ended,
    and then the exception is raised.
    """
    ended: Future[T] = Future()

    def thread() -> None:
        if not ended.set_running_or_notify_cancel():
            return
        try:
            ended.set_result(work())
        except BaseException as error:
            ended.set_exception(error)

    try:
        # A daemon thread, so that the process can end even if the work ignores `end`.
        threading.Thread(target=thread, daemon=True).start()
        return result_of(ended, stop)
    except BaseException:
        _stop(ended, end)
        raise


def result_of(ended: Future[T], stop: Stop | None = None) -> T:
    """Return the result of work in another thread; raise StoppedError when `stop` is reached.

    The wait is split into short ones, because Ctrl-C does not interrupt it if another thread
    receives the signal, as happens when a suspended process continues.
    """
    while not wait([ended], LOOK_EVERY).done:
        if stop is not None:
            raise_if_stopped(stop)
    return ended.result()


def _stop(ended: Future[T], end: Callable[[], object]) -> None:
    """Call `end` until the work has ended, even if Ctrl-C is pressed again within END_TIMEOUT.

    One call is not enough, because a call before the search has started has no effect. The caller
    waits because it frees objects that the work uses.
    """
    patience = time.monotonic() + END_TIMEOUT
    while True:
        try:
            if ended.cancel() or ended.done():  # cancelled before it started, or finished
                return
            end()
            wait([ended], STOP_EVERY)
        except KeyboardInterrupt:
            if time.monotonic() > patience:
                raise
