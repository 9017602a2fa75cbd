"""All solutions as arrays: how long it takes beside backtracking, where the time goes, and threads.

    python benchmarks/arrays.py [--rounds N]
    python benchmarks/arrays.py --threads    # nothing but two threads against one

Everything is cold, from the puzzle's model on, but for the filling, which has the diagram. Seconds
are those of the core, so that what else the machine does counts for less; for threads they are
those of the clock, which mean something on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from measure import check, shown, side_by_side, table, two_threads

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.engines import RUN, Run
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.filling import fill
from calpuzzle.engines.diagram.growth import grow
from calpuzzle.puzzle.lowering import Lowering

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.filling import Rows
    from calpuzzle.puzzle.cover import Cover

LARGER = "mixed-7x7-11-pieces"
STEPS = ("the Cover", "growth", "check of the diagram", "filling", "for comparison: writing ones")
backtrack = engines.load("backtrack")
PROGRAM = """
import calpuzzle as cp
rows, starts = cp.Puzzle(cp.load({name!r}).model).solutions()
# ru_maxrss would count what the process was forked from; VmHWM is its own.
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) >> 10, rows.nbytes >> 20)
"""


def every_solution(name: str, rounds: int) -> None:
    """All solutions in an array beside the same ones counted by backtracking, on one thread; and
    the memory of a process that does nothing else."""
    model = cp.load(name).model
    expected = int(cp.load(name).counts().sum())
    contenders: dict[str, Callable[[], int]] = {
        "all solutions in an array": lambda: len(cp.Puzzle(model).solutions()[0]),
        "backtrack, counted": lambda: int(backtrack.counts(Lowering(model).cover).sum()),
    }
    times = side_by_side(contenders, expected, rounds, time.process_time)
    program = [sys.executable, "-c", PROGRAM.format(name=name)]
    run = subprocess.run(program, capture_output=True, text=True, check=True)
    peak, size = run.stdout.split()
    note = f"The array has {size} MiB; the peak of a process is {peak} MiB."
    print(table(f"{name}: {expected:,} solutions in an array", times, note))


def steps(name: str, rounds: int) -> None:
    """Return where the time goes, on one thread: medians of the seconds of the core."""
    model = cp.load(name).model
    taken: dict[str, list[float]] = {}
    for _ in range(rounds):
        clock = [time.process_time()]
        cover = Lowering(model).cover
        clock.append(time.process_time())
        arrays = grow(cover, RUN)
        clock.append(time.process_time())
        found = Diagram(cover, arrays)
        clock.append(time.process_time())
        rows = filled(found, RUN)
        clock.append(time.process_time())
        np.ones_like(rows)
        clock.append(time.process_time())
        for step, (start, end) in zip(STEPS, pairwise(clock), strict=True):
            taken.setdefault(step, []).append(end - start)
    print(f"### {name}: where the time of the array goes\n\n| | median |\n| --- | ---: |")
    for step, seconds in taken.items():
        print(f"| {step} | {shown(statistics.median(seconds))} |")
    print()


def filled(found: Diagram, run: Run) -> Rows:
    """All solutions of a diagram in a new array."""
    length = sum(most for _, most in found.cover.bounds[: found.cover.pieces])
    rows = np.empty((found.total, length - len(found.cover.axes)), np.uint16)
    fill(found._walk, rows, None, found.cover.instances, run)
    return rows


def _digest(*parts: memoryview) -> str:
    sha = hashlib.sha256()
    for part in parts:
        sha.update(part)
    return sha.hexdigest()


@lru_cache
def shipped_cover(name: str) -> Cover:
    return Lowering(cp.load(name).model).cover


def filling(name: str, rounds: int) -> None:
    """Two threads against one, filling an array from a diagram that stands."""
    found = cp.load(name).diagram()
    expected = _digest(filled(found, RUN).data)
    for jobs in (2, 3, 8):
        check(f"{jobs} threads", _digest(filled(found, Run(jobs)).data), expected)
    title = f"{name}, an array of {found.total:,} solutions filled from its diagram"
    print(two_threads(title, lambda jobs: len(filled(found, Run(jobs))), found.total, rounds))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default 5)")
    parser.add_argument("--threads", action="store_true", help="nothing but threads")
    args = parser.parse_args()
    rounds = args.rounds
    for name in () if args.threads else ("dray", "weekday-8x7"):
        every_solution(name, rounds)
        steps(name, rounds)
    for name in ("weekday-8x7", LARGER):
        filling(name, 3 * rounds)


if __name__ == "__main__":
    main()
