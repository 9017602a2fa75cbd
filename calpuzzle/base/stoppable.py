"""Calls of compiled solvers of other makers, run so that Ctrl-C ends them.

Left to themselves they take SIGINT over from Python: CP-SAT then ends with what it has found so
far as if that were an answer, and misses a signal that comes while it begins; python-sat jumps out
of the middle of its search, after which the process may crash. So a call runs in a thread of its
own, where they leave signals alone, and whoever asked waits in Python, where Ctrl-C arrives.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from calpuzzle.base.stop import LOOK_EVERY, Stop, look

STOP_EVERY = 0.05  # seconds between two requests to stop
PATIENCE = 5.0  # seconds in which the work is to end, and another Ctrl-C is for nothing

T = TypeVar("T")


def stoppable(work: Callable[[], T], end: Callable[[], object], stop: Stop | None = None) -> T:
    """Return what `work` returns; an exception that ends the wait, such as KeyboardInterrupt, or
    StoppedError when `stop` says so, is raised when `end`, which asks the work to end, has made it
    end."""
    ended: Future[T] = Future()

    def thread() -> None:
        if not ended.set_running_or_notify_cancel():
            return
        try:
            ended.set_result(work())
        except BaseException as error:
            ended.set_exception(error)

    try:
        # A daemon: should the work not heed the request, the process can still end.
        threading.Thread(target=thread, daemon=True).start()
        return result_of(ended, stop)
    except BaseException:
        _stop(ended, end)
        raise


def result_of(ended: Future[T], stop: Stop | None = None) -> T:
    """Return what the work in another thread returns. Raises StoppedError when `stop` says so.
    Ctrl-C arrives also where that thread has got the signal, as happens when a process that was
    suspended goes on: it ends no wait of this one, which therefore looks."""
    while not wait([ended], LOOK_EVERY).done:
        if stop is not None:
            look(stop)
    return ended.result()


def _stop(ended: Future[T], end: Callable[[], object]) -> None:
    """Ask until the work has ended: a request before the search has begun may be lost, and work
    that goes on must not find freed what it uses, though Ctrl-C be pressed twice."""
    patience = time.monotonic() + PATIENCE
    while True:
        try:
            if ended.cancel() or ended.done():  # cancelled before it was begun, or over
                return
            end()
            wait([ended], STOP_EVERY)
        except KeyboardInterrupt:
            if time.monotonic() > patience:
                raise
