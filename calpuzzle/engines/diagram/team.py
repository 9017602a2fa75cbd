"""Threads that work side by side at one thing, step by step.

A step is the same work for every thread, each with a number of its own; it is over when all are
done with it. The caller is the first of the threads, so that Ctrl-C and what `run` says end the
work.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from calpuzzle.engines import Run

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


class Team:
    """So many threads, to be used in a `with` block; they begin with the first step. `run` is asked
    between slices of work whether it is to end, and what it raises ends it."""

    def __init__(self, size: int, run: Run) -> None:
        self.size = size
        self._run = run
        self._stack = ExitStack()
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def step(self, work: Callable[[int], bool], told: Callable[[], object] | None = None) -> None:
        """Call `work` with the number of each thread, in that thread, until it returns False:
        nothing is left to do. The caller calls `told` after each slice of its own."""
        stopped = False

        def done(number: int) -> None:
            nonlocal stopped
            try:
                while not stopped:
                    self._run.look()
                    if not work(number):
                        return
                    if told and not number:
                        told()
            except BaseException:
                # The others may wait for this one.
                stopped = True
                raise

        others: list[Future[None]] = []
        try:
            # What ends this, Ctrl-C or a thread that cannot be had, ends those that have begun.
            for number in range(1, self.size):
                others.append(self._started().submit(done, number))
            done(0)
            for each in others:
                each.result()
        finally:
            # After an error the others must not go on to the end, nor outlive the step.
            stopped = True
            for each in others:
                each.exception()

    def once(self, work: Callable[[int], object]) -> None:
        """Call `work` with the number of each thread once, in that thread."""

        def all_of_it(number: int) -> bool:
            work(number)
            return False

        self.step(all_of_it)

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None:
            # Imported where it is used: what one thread does has no need of it.
            from concurrent.futures import ThreadPoolExecutor

            self._pool = self._stack.enter_context(ThreadPoolExecutor(self.size - 1))
        return self._pool
