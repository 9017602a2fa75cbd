"""The work of judging: the call that counts a unit, and what memory there is for it."""

from __future__ import annotations

import os
import threading
import time
from typing import NamedTuple

from calpuzzle.design.families.unit import Candidates, Counting, Making, Unit, stem
from calpuzzle.design.judging.compressed import pack
from calpuzzle.puzzle.model import Model


class Done(NamedTuple):
    """A unit that was counted: its packed tally, its time without that for what all units share,
    and its process' peak memory (bytes)."""

    unit: str
    packed: bytes
    seconds: float
    peak: int


class CountUnit(NamedTuple):
    """The call that counts one unit. `run` is the digest of the run that it belongs to."""

    making: Making
    model: Model
    family: Candidates
    cut: int | None
    run: str
    unit: Unit

    def __call__(self) -> Done:
        """Count it."""
        with _ALONE:
            counting = self._counting()
            counting.prepare()
            began = time.monotonic()
            packed = pack(counting.run(self.unit))
            return Done(stem(self.unit), packed, time.monotonic() - began, peak())

    def _counting(self) -> Counting:
        """The counting of the unit, which this process keeps for the units that follow."""
        key = self.run, self.cut
        if key not in _HELD:
            _HELD.clear()
            _HELD[key] = self.making(self.model, self.family, self.cut)
        return _HELD[key]


_HELD: dict[tuple[str, int | None], Counting] = {}
_ALONE = threading.Lock()  # a worker of a cluster may have several threads; a Counting has one


def peak() -> int:
    """The most memory (bytes) that this process ever had, 0 where the system does not say."""
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
    """The bytes of memory that this machine can still give, None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as stream:
            line = next(line for line in stream if line.startswith("MemAvailable"))
        return int(line.split()[1]) << 10
    except (OSError, StopIteration):
        return None
