"""Progress on stderr, only for a person: when stderr is a terminal and the work takes a while."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Self

from calpuzzle.base.pace import Pace
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.text import duration, plural

DELAY = 1.0  # seconds; shorter work shows nothing
EVERY = 0.2  # seconds between two texts of a StatusLine
COLUMNS, LINES = 80, 24  # of a terminal that does not know its size
TICK = 0.2  # seconds after which a Meter tells the time, where nothing else is told


class StatusLine:
    """A line of text on stderr for work whose end is not known, rewritten now and then.

    It goes at the end of the `with` block, and must be cleared before anything else is printed;
    `tell` of calpuzzle.cli.output sees to that for messages.
    """

    standing: ClassVar[StatusLine | None] = None

    def __init__(self) -> None:
        self.wanted = sys.stderr.isatty()
        self._next = time.monotonic() + DELAY
        self._shown = False

    def show(self, text: str) -> None:
        """Show the text, if somebody looks on and the last one has stood for a while."""
        if self.wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY
            self._shown = True
            StatusLine.standing = self
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
        StatusLine.standing = None


class Meter(StatusLine):
    """The time that a search has taken, and how far it is, as far as it reports that.

    `found` is how many solutions have been found. Called as a Progress; with a `deadline` (of
    time.monotonic), a call past it raises StoppedError.
    """

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
        self.found = 0
        self.deadline: float | None = None
        self._began = time.monotonic()
        self._reported = ""

    def __call__(self, done: int, of: int | None, found: int) -> None:
        """Tell how far the search is. Raises StoppedError past the deadline."""
        self.found = found
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise StoppedError
        far = f", {plural(done, 'piece')} laid" if of is None else f", {done:,} of {of:,}"
        # One count is none of several.
        self._reported = f"{'' if of == 1 else far}, {found:,} found"
        self._show()

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return time.monotonic() - self._began

    def _show(self) -> None:
        self.show(f"{self.what}: {self.seconds:,.0f} s{self._reported}")

    def __enter__(self) -> Self:
        if self.wanted:
            import threading

            self._over = threading.Event()
            self._ticking = threading.Thread(target=self._tick, daemon=True)
            self._ticking.start()
        return self

    def _tick(self) -> None:
        while not self._over.wait(TICK):
            self._show()

    def _stop(self) -> None:
        if self.wanted:
            self._over.set()
            self._ticking.join()

    def __exit__(self, *_: object) -> None:
        self._stop()
        super().__exit__()


class Bar(Meter):
    """A Meter that becomes a bar as soon as it is known how much there is to do."""

    def __init__(self, what: str) -> None:
        from tqdm import tqdm

        super().__init__(what)
        form = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}{postfix}"
        self._pace = Pace()
        try:
            unmeasured = not os.get_terminal_size(sys.stderr.fileno()).columns
        except (OSError, ValueError):
            unmeasured = False
        # tqdm draws nothing on a terminal that says that it has no columns, as serial ones do.
        columns, lines = (COLUMNS, LINES) if unmeasured else (None, None)
        self._line = tqdm(
            desc=what,
            total=1,
            delay=DELAY,
            leave=False,
            bar_format=form,
            ncols=columns,
            nrows=lines,
        )

    def __call__(self, done: int, of: int | None, found: int) -> None:
        """Tell how far the work is."""
        if of is None or of < 2:
            super().__call__(done, of, found)
            return
        self._stop()
        super().clear()
        StatusLine.standing = self
        left = self._pace.left(done, of)
        self._line.set_postfix_str(f"about {duration(left)} left" if left else "", refresh=False)
        self._line.total = of
        self._line.update(done - self._line.n)

    def clear(self) -> None:
        """Take the line or the bar away until more is reported."""
        super().clear()
        if self._line.total != 1:  # a bar, which may be drawn at nothing done
            self._line.clear()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._line.close()


@contextmanager
def progress(title: str) -> Iterator[Bar | None]:
    """Give what an engine calls to report progress, or None where nobody looks on."""
    if not sys.stderr.isatty():
        yield None
        return
    with Bar(title) as bar:
        yield bar
