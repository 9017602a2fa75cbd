"""Progress of longer work on stderr: a line that is redrawn on a terminal, otherwise a message
after some seconds and then at doubling intervals.

The work only records its figures. A thread draws them with tqdm, which it imports before it draws
for the first time.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar, NoReturn, Self

from calpuzzle.base.pace import Pace
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import duration, plural, unambiguous

if TYPE_CHECKING:
    from tqdm import tqdm

DELAY = 1.0  # seconds; shorter work shows nothing
FIRST_MESSAGE = 5.0  # seconds before the first message if there is no terminal
TICK = 0.2  # seconds between two drawings
COLUMNS, LINES = 80, 24  # of a terminal that does not report its size
TIME = "{desc}: {elapsed}{postfix}"
BAR = "{desc}: {percentage:3.0f}% |{bar}| {elapsed}{postfix}"


class Level:
    """How much stderr shows: with -q errors only, with -v also plans, times and tracebacks."""

    quiet: ClassVar[bool] = False
    verbose: ClassVar[bool] = False

    @classmethod
    def choose(cls, args: object = None) -> None:
        """Set the level from the parsed options, or the default level if there are no options."""
        cls.quiet, cls.verbose = hasattr(args, "quiet"), hasattr(args, "verbose")


class Meter:
    """The time that work has taken, and its progress: a bar if the amount of work is known.

    `found` is the number of solutions found, `remaining` the remaining seconds, if known. A Meter
    is a callback of the type Progress. With a `deadline` (of time.monotonic), a call after it
    raises StoppedError; as the `stop` of a question, a Meter also ends work between two reports of
    its progress."""

    shown: ClassVar[Meter | None] = None
    running: ClassVar[Meter | None] = None

    def __init__(self, what: str) -> None:
        self.what = what
        self.found = 0
        self.remaining: float | None = None
        self.deadline: float | None = None
        self._began = time.monotonic()
        self._next = 0.0
        self._pace = Pace()
        self._done, self._of = 0, 0
        self._figures = ""
        self._line: tqdm[NoReturn] | None = None
        self._drawing = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __call__(self, done: int, of: int | None, found: int) -> None:
        """Record the progress. Raises StoppedError after the deadline."""
        self.found = found
        if self.is_set():
            raise StoppedError
        self._done, self._of = done, of or 0
        self.remaining = self._pace.remaining(done, of) if of else None
        far = [plural(done, "step")] if of is None else []
        if found or of is None:
            far.append(f"{found:,} found")
        if self.remaining:
            far.append(f"about {duration(self.remaining)} left")
        self._figures = ", ".join(far)

    def is_set(self) -> bool:
        """Return whether the deadline has passed; so a Meter can be the `stop` of a question."""
        return self.deadline is not None and time.monotonic() > self.deadline

    @property
    def seconds(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self._began

    def hide(self) -> None:
        """Remove the line, if one is shown. If the work continues for DELAY seconds, the line is
        drawn again."""
        with self._drawing:
            self._next = time.monotonic() + DELAY
            if self._line is not None:
                self._line.clear()

    def __str__(self) -> str:
        """Return the state of the work as a message."""
        share = [f"{100 * self._done // self._of} %"] if self._of > 1 else []
        figures = [self._figures] * bool(self._figures)
        return ", ".join([f"{self.what}: {duration(self.seconds)} so far", *share, *figures])

    def __enter__(self) -> Self:
        Meter.running = self
        if sys.stderr.isatty() and not Level.quiet:
            Meter.shown = self
            self._next = time.monotonic() + DELAY
            self._thread = threading.Thread(target=self._draw, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        Meter.running = None
        if self._thread is None:
            return
        self._over.set()
        self._thread.join()
        self.hide()
        Meter.shown = None
        if self._line is not None:
            self._line.close()

    def _draw(self) -> None:
        """Redraw the line at intervals, until the work is over."""
        while not self._over.wait(max(TICK, self._next - time.monotonic())):
            with self._drawing:
                if time.monotonic() < self._next:
                    continue
                if self._line is None:
                    self._line = self._made()
                line = self._line
                has_bar = self._of > 1  # a single step needs no bar
                line.bar_format = BAR if has_bar else TIME
                line.n, line.total = (self._done, self._of) if has_bar else (0, None)
                line.set_postfix_str(self._figures, refresh=False)
                line.refresh()

    def _made(self) -> tqdm[NoReturn]:
        """Return a new line. Its delay makes sure that only `refresh` draws it."""
        from tqdm import tqdm

        try:
            unmeasured = not os.get_terminal_size(sys.stderr.fileno()).columns
        except (OSError, ValueError):
            unmeasured = False
        # tqdm draws nothing on a terminal that reports no columns, as serial terminals do.
        columns, lines = (COLUMNS, LINES) if unmeasured else (None, None)
        line = tqdm(desc=self.what, delay=1, leave=False, ncols=columns, nrows=lines)
        line.start_t = time.time() - self.seconds
        return line


@contextmanager
def messages(verb: str) -> Iterator[None]:
    """Report the progress of a command if stderr is not a terminal: after FIRST_MESSAGE
    seconds, and then at doubling intervals."""
    if sys.stderr.isatty() or Level.quiet:
        yield
        return
    whole, over = Meter(verb), threading.Event()

    def report() -> None:
        interval = FIRST_MESSAGE
        while not over.wait(interval):
            with suppress(OSError, ValueError):  # stderr may be closed
                print(f"calpuzzle: {unambiguous(str(Meter.running or whole))}", file=sys.stderr)
            interval *= 2

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
