"""Progress on stderr, only for a person: when stderr is a terminal and the work takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from calpuzzle.base.text import plural
from calpuzzle.puzzle.cover import Progress

DELAY = 1.0  # seconds; shorter work shows nothing
EVERY = 0.2  # seconds between two texts of a StatusLine


@contextmanager
def progress(title: str) -> Iterator[Progress | None]:
    """Give what an engine calls to report progress, or None where nobody looks on."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    bar = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}, {remaining} left"
    with tqdm(desc=title, total=1, delay=DELAY, leave=False, bar_format=bar) as line:

        def report(done: int, of: int | None, found: int) -> None:
            if of:
                line.total = of
                line.update(done - line.n)

        yield report


class StatusLine:
    """A line of text on stderr for work whose end is not known, rewritten now and then.

    It goes at the end of the `with` block, and must be cleared before anything else is printed.
    """

    def __init__(self) -> None:
        self.wanted = sys.stderr.isatty()
        self._next = time.monotonic() + DELAY
        self._shown = False

    def show(self, text: str) -> None:
        """Show the text, if somebody looks on and the last one has stood for a while."""
        if self.wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY
            self._shown = True
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away, where one is shown, until work has gone on for a while again."""
        self._next = time.monotonic() + DELAY
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


class Meter(StatusLine):
    """How far a search is: what it reports, or, while it reports nothing, how long it has taken.

    `found` is how many solutions have been found. Called as a Progress; with a `deadline` (of
    time.monotonic), a call past it raises LateError.
    """

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
        self.found = 0
        self.deadline: float | None = None
        self._over: Callable[[], object] = lambda: None

    def __call__(self, done: int, of: int | None, found: int) -> None:
        self.found = found
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LateError
        if of is None:
            self.show(f"{self.what}: {plural(done, 'piece')} laid, {found:,} found")
        else:
            self.show(f"{self.what}: {done:,} of {of:,}, {found:,} found")

    def __enter__(self) -> Self:
        if self.wanted:
            import threading

            over = threading.Event()
            began = time.monotonic()

            def tick() -> None:
                while not over.wait(EVERY):
                    self.show(f"{self.what}: {time.monotonic() - began:,.0f} s")

            ticking = threading.Thread(target=tick, daemon=True)
            ticking.start()

            def stop() -> None:
                over.set()
                ticking.join()

            self._over = stop
        return self

    def __exit__(self, *_: object) -> None:
        self._over()
        self.clear()


class LateError(Exception):
    """Ends a search whose time is up."""
