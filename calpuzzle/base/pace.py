"""Estimates of the remaining time of work in many parts."""

from __future__ import annotations

import time
from collections import deque

LOOK = 2.0  # seconds of work before the first estimate is reported
EVEN = 1.25  # greatest ratio of recent estimates at which one is reported


class Pace:
    """A measurement of work of which `at` parts are done when it starts.

    Each call of `left` yields an estimate of the total time. The remaining time is only reported
    if all estimates in the second half of the elapsed time agree within the factor EVEN; parts that
    grow, such as the layers of a diagram, get no estimate. If the total changes or fewer parts are
    done than before, the measurement starts again.
    """

    def __init__(self, at: int = 0) -> None:
        self._of: int | None = None
        self._begin(at)

    def _begin(self, at: int) -> None:
        self._begun = time.monotonic()
        self._at = self._done = at
        self._wholes: deque[tuple[float, float]] = deque()  # (elapsed, estimated total) in seconds

    def left(self, done: int, of: int) -> float | None:
        """Return the remaining seconds after `done` of `of` parts; None if unknown or all done."""
        if done < self._done or self._of not in (None, of):
            self._begin(done)
        self._of = of
        spent = time.monotonic() - self._begun
        if done > self._done:
            self._done = done
            self._wholes.append((spent, spent / (done - self._at) * (of - self._at)))
        while self._wholes and self._wholes[0][0] < spent / 2:
            self._wholes.popleft()
        if spent < LOOK or done >= of or len(self._wholes) < 3:
            return None
        found = [whole for _, whole in self._wholes]
        remaining = found[-1] - spent
        return remaining if remaining > 0 and max(found) < EVEN * min(found) else None
