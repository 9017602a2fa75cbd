"""Progress on stderr, only for a person: when stderr is a terminal and the work takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from calpuzzle.engines import Progress

DELAY = 1.0  # seconds; shorter work shows nothing


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
