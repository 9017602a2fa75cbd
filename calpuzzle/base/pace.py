"""Estimates of the remaining time of work in many parts, given only once they are stable."""

from __future__ import annotations

import time
from collections import deque

FIRST_AFTER = 2.0  # seconds of work before the first estimate is reported
MAX_RATIO = 1.25  # bound of the ratio of the largest to the smallest recent estimate


class Pace:
    """A measurement of the speed of work. When the measurement starts, `at` parts are done.

    Each call of `remaining` that reports more finished parts adds an estimate of the total time.
    The remaining time is returned only if there are at least three estimates in the second half of
    the elapsed time, and all of them agree within the factor MAX_RATIO. Parts that take longer and
    longer, such as the layers of a diagram, get no estimate. If the total changes or fewer parts
    are done than before, the measurement restarts.
    """

    def __init__(self, at: int = 0) -> None:
        self._total: int | None = None
        self._begin(at)

    def _begin(self, at: int) -> None:
        self._begun = time.monotonic()
        self._at = self._done = at
        # (elapsed time, estimated total time) in seconds
        self._estimates: deque[tuple[float, float]] = deque()

    def remaining(self, done: int, total: int) -> float | None:
        """Return the remaining seconds after `done` of `total` parts; None if unknown or done."""
        if done < self._done or self._total not in (None, total):
            self._begin(done)
        self._total = total
        spent = time.monotonic() - self._begun
        if done > self._done:
            self._done = done
            self._estimates.append((spent, spent / (done - self._at) * (total - self._at)))
        while self._estimates and self._estimates[0][0] < spent / 2:
            self._estimates.popleft()
        if spent < FIRST_AFTER or done >= total or len(self._estimates) < 3:
            return None
        estimates = [estimate for _, estimate in self._estimates]
        remaining = estimates[-1] - spent
        return remaining if remaining > 0 and max(estimates) < MAX_RATIO * min(estimates) else None
