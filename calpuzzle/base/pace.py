"""The time that work in many parts still takes, where their pace lets that be known."""

from __future__ import annotations

import time
from collections import deque

LOOK = 2.0  # seconds of work before the time that is left is told
EVEN = 1.25  # between the least and the greatest estimate of late, past which there is none


class Pace:
    """Measures work that has done `at` parts as it begins, and is told whenever more are done.

    Each report gives an estimate of the whole time. The time that is left is only known where all
    estimates of the second half of the time so far agree within EVEN: parts that grow, as layers of
    a diagram do, have none. Other parts (of another number, or fewer done) begin it anew.
    """

    def __init__(self, at: int = 0) -> None:
        self._of: int | None = None
        self._begin(at)

    def _begin(self, at: int) -> None:
        self._begun = time.monotonic()
        self._at = self._done = at
        self._wholes: deque[tuple[float, float]] = deque()  # after which time, which estimate

    def left(self, done: int, of: int) -> float | None:
        """The seconds that are left when so many parts of so many are done, or None where that is
        not known yet, or nothing is left."""
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
        rest = found[-1] - spent
        return rest if rest > 0 and max(found) < EVEN * min(found) else None
