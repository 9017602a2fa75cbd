"""The call that counts a unit, and the memory that is available for it."""

from __future__ import annotations

import os
import threading
import time
from typing import NamedTuple

from calpuzzle.design.families.unit import Candidates, Counting, CountingFactory, Unit, stem
from calpuzzle.design.judging.compressed import pack
from calpuzzle.puzzle.model import Model


class FinishedUnit(NamedTuple):
    """A finished unit: its packed tally, its time in seconds without the preparation that all units
    share, and the peak memory of its process in bytes."""

    unit: str
    packed: bytes
    seconds: float
    peak: int


class CountUnit(NamedTuple):
    """The call that counts one unit. `run` is the digest of the run that the unit belongs to."""

    factory: CountingFactory
    model: Model
    family: Candidates
    cut: int | None
    run: str
    unit: Unit

    def __call__(self) -> FinishedUnit:
        """Count the unit."""
        with _ONE_AT_A_TIME:
            counting = self._counting()
            counting.prepare()
            began = time.monotonic()
            packed = pack(counting.run(self.unit))
            return FinishedUnit(stem(self.unit), packed, time.monotonic() - began, peak())

    def _counting(self) -> Counting:
        """Return the counting of the unit. The process caches it for the units that follow."""
        key = self.run, self.cut
        if key not in _COUNTINGS:
            _COUNTINGS.clear()
            _COUNTINGS[key] = self.factory(self.model, self.family, self.cut)
        return _COUNTINGS[key]


_COUNTINGS: dict[tuple[str, int | None], Counting] = {}
_ONE_AT_A_TIME = threading.Lock()  # workers may have threads; a Counting allows one


def peak() -> int:
    """Return the peak memory of this process in bytes, or 0 if the system does not report it."""
    try:
        with open("/proc/self/status", encoding="ascii") as stream:
            return next(int(line.split()[1]) << 10 for line in stream if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if os.uname().sysname == "Darwin" else most << 10  # bytes there, KiB elsewhere


def available() -> int | None:
    """Return the bytes of memory available on this machine, or None if the system does not report
    it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as stream:
            line = next(line for line in stream if line.startswith("MemAvailable"))
        return int(line.split()[1]) << 10
    except (OSError, StopIteration):
        return None
