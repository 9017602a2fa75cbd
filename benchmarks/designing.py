"""All piece sets of a family at once, beside the same sets counted one by one by the diagram.

    python benchmarks/designing.py             all dates of the 8x7 board, some ten minutes
    python benchmarks/designing.py --quick     three of the days only, times ten and a third
    python benchmarks/designing.py --jobs      the sets with flips by one process and by two

One process, one core. The diagram counts random sets, each from the model on, in between the units
of the sweep, so that a machine whose speed drifts drifts for both; their mean is multiplied out.
Each set that is counted so must have the total that the sweep has. With --jobs, whole atlases are
made, by one and by two processes in turn, and must be the same.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import calpuzzle as cp
from calpuzzle.design.family import Family, choice, family
from calpuzzle.design.judging import Plan, judge
from calpuzzle.design.sweep import Sweep
from calpuzzle.design.tally import Tally
from calpuzzle.puzzle.model import Model

CHOICES = "3:tetrominoes", "7:pentominoes"
SETS = 50
QUICK = 3


TURNS = 3


class Taken(NamedTuple):
    """Seconds for the sweep over all units, and for one set by the diagram, in the mean."""

    sweep: float
    single: float


def measured(board: Model, sets: Family, quick: bool) -> Taken:
    """Count all sets at once, and some one by one in between."""
    chosen = random.Random(20261122).sample(range(len(sets)), SETS)
    start = time.perf_counter()
    sweep = Sweep(board, sets)
    units = random.Random(1).sample(sweep.units, QUICK) if quick else sweep.units
    sweep.prepare()
    prepared = time.perf_counter() - start
    spent = 0.0
    tally = Tally.empty(len(sets))
    single, totals = 0.0, {}
    for at, unit in enumerate(units):
        start = time.perf_counter()
        tally.add(sweep.run(unit))
        spent += time.perf_counter() - start
        for number in chosen[at * SETS // len(units) : (at + 1) * SETS // len(units)]:
            start = time.perf_counter()
            counts = cp.Puzzle(sets.model(board, number)).counts(engine="diagram")
            single += time.perf_counter() - start
            days = [int(unit.labels[0]) - 1 for unit in units]
            totals[number] = int(counts[:, days, :].sum())
    for number, total in totals.items():
        if tally.total[number] != total:
            raise SystemExit(f"set {number}: {tally.total[number]} and {total} solutions")
    return Taken(prepared + spent * len(sweep.units) / len(units), single / SETS)


def by_processes(board: Model, sets: Family) -> None:
    """Print how long one process takes for an atlas, and two, starting and writing included."""
    print("| turn | one process | two | ratio |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(1, TURNS + 1):
            taken, atlases = [], set()
            for jobs in (1, 2):
                path = Path(folder, "sets.parquet")
                start = time.perf_counter()
                judge(Plan(board, sets, str(path), jobs=jobs))
                taken.append(time.perf_counter() - start)
                atlases.add(path.read_bytes())
            if len(atlases) > 1:
                raise SystemExit("one process and two make different atlases")
            one, two = taken
            print(f"| {turn} | {one:.1f} s | {two:.1f} s | {two / one:.3f} |", flush=True)


def sets_of(board: Model, one_sided: bool) -> Family:
    """The family of the board."""
    return family(board, [choice(text, one_sided=one_sided) for text in CHOICES])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", action="store_true")
    args = parser.parse_args()
    board = cp.load("weekday-8x7").model
    if args.jobs:
        by_processes(board, sets_of(board, one_sided=False))
        return
    print("| sets of the 8x7 board | at once | one by one | ratio | peak memory |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for title, one_sided in (("with flips", False), ("one-sided", True)):
        sets = sets_of(board, one_sided)
        taken = measured(board, sets, args.quick)
        alone = taken.single * len(sets)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(
            f"| {len(sets):,} {title} | {taken.sweep:,.0f} s | {alone:,.0f} s "
            f"| {alone / taken.sweep:,.0f} | {peak:,} MiB |",
            flush=True,
        )


if __name__ == "__main__":
    main()
