"""Workers that are processes of this machine.

They are spawned, not forked, and end with the process that started them. A thread of each worker
waits at a pipe. Only the starting process holds the other end, which the system closes when that
process dies; the thread then ends the worker.
"""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Self, TypeVar

from calpuzzle.workers.calls import Call

T = TypeVar("T")


class Processes:
    """Processes of this machine; the main module must be importable without side effects, as for
    every process pool (`if __name__ == "__main__"`)."""

    lost = (BrokenProcessPool,)

    def __init__(self, number: int) -> None:
        self.number = number
        self._begin()

    def _begin(self) -> None:
        context = get_context("spawn")
        self._worker_end, self._parent_end = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.number, context, _prepare, (self._worker_end,))

    def submit(self, call: Call[T]) -> Future[T]:
        """Submit a call."""
        try:
            return self._pool.submit(call)
        except BrokenProcessPool as error:  # `calls.results` expects it from the Future
            failed: Future[T] = Future()
            failed.set_exception(error)
            return failed

    def look(self) -> None:
        """Do nothing, because the pool reports workers that died."""

    def renew(self) -> None:
        """Kill the remaining processes of the pool, and start another pool."""
        self.close()
        self._begin()

    def close(self) -> None:
        """Kill all processes."""
        self._parent_end.close()
        self._worker_end.close()
        self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _prepare(pipe: Connection) -> None:
    """Make this process end when the other end of the pipe is closed, and ignore Ctrl-C, which the
    parent process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    try:
        pipe.recv_bytes()
    except (EOFError, OSError):
        pass
    os._exit(1)
