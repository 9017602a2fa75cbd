"""Progress on stderr, only for a person: when stderr is a terminal and the work takes a while."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from calpuzzle.engines import Progress

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

        def report(done: int, steps: int) -> None:
            line.total = steps
            line.update(done - line.n)

        yield report


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A sign of life for work that reports nothing: how long the block has been running."""
    with StatusLine() as line:
        if not line.wanted:
            yield
            return
        began = time.monotonic()
        over = threading.Event()

        def tick() -> None:
            while not over.wait(EVERY):
                line.show(f"{what}: {time.monotonic() - began:,.0f} s")

        ticking = threading.Thread(target=tick, daemon=True)
        ticking.start()
        try:
            yield
        finally:
            over.set()
            ticking.join()


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
        """Take the line away, where one is shown."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
