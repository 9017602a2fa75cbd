"""Judging a family with more workers: a simulation with measured times.

    python benchmarks/scaling.py LEDGER [--fold 300] [--workers 1 2 20 1000] [--link 1000]

LEDGER is the ledger of a run by one process (`calpuzzle design ... --jobs 1 --ledger LEDGER`). The
time of a unit is that between the dates of its file and of the file before; where the run was
stopped in between, and for the first one, it is the median. The fold took so many seconds from the
last unit to the end.

A free worker takes the next unit. What it found goes over the client's one link, of so many Mbit/s,
one after the other. The parts of the fold are dealt likewise, and each reads its blocks of all
units over that link.
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from statistics import median
from typing import NamedTuple

from calpuzzle.design import packing
from calpuzzle.design.folding import PART
from calpuzzle.design.ledger import ENDING, HEADER

PAUSE = 4  # medians: after a longer gap the run was begun again


class Task(NamedTuple):
    """Seconds of a worker, and bytes that go over the client's link."""

    seconds: float
    size: int


def gaps(paths: Sequence[Path]) -> list[float]:
    """The seconds that each file took, in the order in which they were written."""
    dates = sorted(path.stat().st_mtime for path in paths)
    found = [after - before for before, after in pairwise(dates)]
    usual = median(found) if found else 0.0
    return [usual, *[gap if gap < PAUSE * usual else usual for gap in found]]


def spread(tasks: Sequence[Task], workers: int, rate: float, before: bool) -> float:
    """Seconds until all tasks are done: bytes go at `rate` a second, one task's at a time, `before`
    its work or behind it."""
    free = [0.0] * min(workers, len(tasks))
    link = 0.0
    ended = []
    for task in tasks:
        begin = heapq.heappop(free)
        if before:
            link = begin = max(link, begin) + task.size / rate
        heapq.heappush(free, begin + task.seconds)
        ended.append((begin + task.seconds, task.size))
    if before:
        return max(ended)[0]
    for done, size in sorted(ended):
        link = max(link, done) + size / rate
    return link


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ledger", type=Path)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 20, 1000])
    parser.add_argument("--fold", type=float, default=0, help="seconds")
    parser.add_argument("--link", type=float, default=1000, help="Mbit/s of the client")
    args = parser.parse_args()
    header = json.loads((args.ledger / HEADER).read_text())
    files = [args.ledger / f"{unit}{ENDING}" for unit in header["units"]]
    if lacking := [path.name for path in files if not path.exists()]:
        raise SystemExit(f"{len(lacking)} units are not counted yet, such as {lacking[0]}")
    sizes, times = [path.stat().st_size for path in files], gaps(files)
    counted = [Task(*both) for both in zip(times, sizes, strict=True)]
    parts = -(-packing.blocks_in(header["sets"]) // PART)
    folded = [Task(args.fold / parts, sum(sizes) // parts)] * parts
    print(f"{len(counted)} units of {median(times):.0f} s, the longest {max(times):.0f} s, "
          f"{sum(sizes) / 1e9:.2f} GB; {parts} parts of the fold")  # fmt: skip
    print("workers  counting     fold  speed-up")
    alone = 0.0
    for number in sorted({1, *args.workers}):
        # One worker is the machine that has the ledger.
        rate = args.link * 1e6 / 8 if number > 1 else inf
        counting = spread(counted, number, rate, before=False)
        fold = spread(folded, number, rate, before=True) if args.fold else 0.0
        alone = alone or counting + fold
        print(f"{number:7,} {counting:8.0f} s {fold:6.0f} s {alone / (counting + fold):9.1f}")


if __name__ == "__main__":
    main()
