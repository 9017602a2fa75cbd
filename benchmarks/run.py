"""All benchmarks in one run, printed as Markdown tables of medians and ratios.

    python benchmarks/run.py                 all, some ten minutes with all peers
    python benchmarks/run.py --quick         no peers, one round
    python benchmarks/run.py --chart FILE    also draws a bar chart (matplotlib)
    python benchmarks/run.py --cold          nothing but all dates, cold: the diagram beside the
                                             backtracker, by the time of a core
    python benchmarks/run.py --start         nothing but a whole command beside `python -c pass`
    python benchmarks/run.py --compare COMMIT
                                             nothing but the ratios to an older commit, which is
                                             built first

Everything runs in this process on one core, but for what says otherwise. The peers are optional:
pip install exact-cover xcover miniexact dxz exact-cover-py ortools
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import peers
import work
from arrays import every_solution
from chart import draw
from compare import compare
from measure import check, shown, side_by_side, table, two_threads

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.batch import tables_of
from calpuzzle.results.known import read
from calpuzzle.results.second import mirrored

backtrack = engines.load("backtrack")
diagram = engines.load("diagram")
SLOW_PEERS = {"OR-Tools CP-SAT", "exact-cover-py"}
Peers = dict[str, Callable[[peers.Options, int], int]]


def one_date(name: str, date: str, others: Peers, rounds: int) -> None:
    """All solutions of one date, from the Cover on."""
    puzzle = cp.load(name)
    cover, laid = puzzle.cover, puzzle.fixed(date)
    plain = work.plain(cover, laid)
    expected = puzzle.count(date)
    contenders: dict[str, Callable[[], int]] = {
        "backtrack, counted": lambda: backtrack.count(cover, laid),
        "backtrack, all solutions": lambda: sum(1 for _ in backtrack.solutions(cover, laid)),
    }
    for peer, count in others.items():
        if expected < 1000 or peer not in SLOW_PEERS:
            contenders[peer] = partial(count, *plain)
    print(
        table(f"{name}, {date}: {expected:,} solutions", side_by_side(contenders, expected, rounds))
    )


def all_dates(name: str, others: Peers, rounds: int, sample: int) -> dict[str, float]:
    """All dates counted, cold: from the puzzle's model to the counts; peers by a sample."""
    model = cp.load(name).model
    expected = cp.load(name).counts().sum()
    times = side_by_side(
        {
            "diagram": lambda: int(diagram.counts(Lowering(model).cover).sum()),
            "backtrack": lambda: int(backtrack.counts(Lowering(model).cover).sum()),
        },
        expected,
        rounds,
    )
    cover = Lowering(model).cover
    counts = diagram.counts(cover).ravel()
    dates = work.sample_dates(cover, sample)
    for peer, count in others.items():
        if peer in SLOW_PEERS:
            continue
        start = time.perf_counter()
        for date in dates:
            check(peer, count(*work.plain(cover, cover.instance(date))), counts[date])
        times[f"{peer} (from {sample} dates)"] = (
            (time.perf_counter() - start) / sample * cover.instances
        )
    print(table(f"{name}: all {cover.instances:,} dates, {expected:,} solutions", times))
    return times


def cold(rounds: int) -> None:
    """The ratios of all dates counted, cold, in turns: by the time of a core, the least of each, so
    that what else the machine does counts for less."""
    print("| all dates | diagram | backtrack | ratio |\n| --- | ---: | ---: | ---: |")
    for name in ("dray", "weekday-8x7"):
        model = cp.load(name).model
        expected = read()[name].total
        least = {"diagram": float("inf"), "backtrack": float("inf")}
        for _ in range(rounds):
            for engine, turns in (("diagram", 5), ("backtrack", 1)):
                for _ in range(turns):
                    start = time.process_time()
                    found = int(engines.load(engine).counts(Lowering(model).cover).sum())
                    least[engine] = min(least[engine], time.process_time() - start)
                    check(engine, found, expected)
        ratio = least["backtrack"] / least["diagram"]
        print(
            f"| {name} | {shown(least['diagram'])} | {shown(least['backtrack'])} | {ratio:.1f} |",
            flush=True,
        )


def rectangles(others: Peers, rounds: int) -> None:
    """Cost against size: the rectangles of the twelve pentominoes, and boards grown by rows."""
    for height, width, expected in ((6, 10, 9356), (5, 12, 4040), (4, 15, 1472), (3, 20, 8)):
        model = work.rectangle(height, width)
        plain = work.plain(Lowering(model).cover)
        # Apart from the peers, whose seconds a round would leave time for few rounds.
        times = side_by_side(_two(model), expected, 5)
        fast = {name: count for name, count in others.items() if name not in SLOW_PEERS}
        times |= side_by_side(
            {peer: partial(count, *plain) for peer, count in fast.items()},
            expected,
            1,
        )
        print(table(f"pentominoes {height}x{width}: {expected:,} solutions", times))
    print("### Pentominoes on boards five wide, grown row by row\n")
    print("| board | solutions | diagram | backtrack | ratio |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for model, name in work.grown_boards():
        expected = backtrack.count(Lowering(model).cover)
        times = side_by_side(_two(model), expected, rounds)
        ratio = times["backtrack"] / times["diagram"]
        print(
            f"| {name} | {expected:,} | {shown(times['diagram'])} | "
            f"{shown(times['backtrack'])} | {ratio:.1f} |"
        )
    print()


def _two(model: Model) -> dict[str, Callable[[], int]]:
    return {
        "diagram": lambda: int(diagram.counts(Lowering(model).cover).sum()),
        "backtrack": lambda: backtrack.count(Lowering(model).cover),
    }


def questions(name: str, rounds: int) -> None:
    """Questions to a diagram that stands: medians over many random ones."""
    puzzle = cp.load(name)
    standing = puzzle.diagram()
    counts = standing.counts().ravel()
    rng = random.Random(7)
    taken: dict[str, list[float]] = {}

    def timed(question: str, ask: Callable[..., Any], *arguments: object) -> Any:
        start = time.perf_counter()
        answer = ask(*arguments)
        taken.setdefault(question, []).append(time.perf_counter() - start)
        return answer

    standing.completions([0])  # the first question makes what all others share
    for _ in range(60 * rounds):
        instance = rng.randrange(puzzle.cover.instances)
        if not counts[instance]:
            continue
        date = puzzle.cover.instance(instance)
        left = timed("set a date", standing.left, date)
        index = rng.randrange(left.count)
        solution = timed("the k-th solution of a date", left.nth, index)
        timed("in how many each placement occurs", left.occurrences)
        for pieces in (1, 2, 4):
            laid = tuple(rng.sample(solution, pieces))
            question = f"completions of {pieces} laid, on"
            timed(f"{question} a date", standing.completions, date + laid)
            timed(f"{question} any date", standing.completions, laid)
    print(f"### {name}: questions to a diagram that stands\n")
    print("| | median | 95 % below |\n| --- | ---: | ---: |")
    for question, times in taken.items():
        times.sort()
        print(
            f"| {question} | {shown(statistics.median(times))} | "
            f"{shown(times[int(0.95 * len(times))])} |"
        )
    print()


def whole_process(rounds: int) -> None:
    """`calpuzzle count DATE` as a whole process, against Python doing nothing, by the clock and by
    the time of a core; what the first run compiles and keeps in a cache folder of its own stands
    then."""
    command = os.path.join(os.path.dirname(sys.executable), "calpuzzle")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(*arguments: str) -> bool:
        done = subprocess.run(arguments, capture_output=True, check=True, env=environment)
        return done.returncode == 0

    def core() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    commands = {
        "python -c pass": lambda: run(sys.executable, "-c", "pass"),
        "calpuzzle count 2022-01-01": lambda: run(command, "count", "2022-01-01"),
    }
    with tempfile.TemporaryDirectory() as folder:
        environment["CALPUZZLE_CACHE"] = folder
        for title, clock in (("", time.perf_counter), (", the time of a core", core)):
            times = side_by_side(commands, True, max(10 * rounds, 21), clock)
            print(table(f"Whole processes{title}", times))


def threads(rounds: int) -> None:
    """Two threads against one on work of some ten seconds: the backtracker on the sweeps of
    weekday-8x7 and of its mirror image, and a batch of forty such puzzles by the diagram."""
    model = cp.load("weekday-8x7").model
    models = (model, mirrored(model))
    covers = [Lowering(model).cover for model in models]
    counts = [diagram.counts(cover).ravel().tolist() for cover in covers]

    def sweeps(jobs: int) -> list[list[int]]:
        found = (backtrack.counts(Lowering(model).cover, Run(jobs)) for model in models)
        return [each.ravel().tolist() for each in found]

    def batch(jobs: int) -> list[list[int]]:
        puzzles = [cp.Puzzle(model) for model in models * 20]
        tables = tables_of(puzzles, "diagram", Run(jobs))
        return [frame["solutions"].tolist() for frame in tables]

    for title, run, expected in (
        ("weekday-8x7 and its mirror image by backtracking", sweeps, counts),
        ("a batch of forty such puzzles by the diagram", batch, counts * 20),
    ):
        print(two_threads(title, run, expected, rounds))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="no peers, one round")
    parser.add_argument("--cold", action="store_true", help="nothing but all dates, cold")
    parser.add_argument("--start", action="store_true", help="nothing but whole processes")
    parser.add_argument("--chart", metavar="FILE", help="draw a bar chart of all dates")
    parser.add_argument(
        "--compare", metavar="COMMIT", help="time this checkout and that commit side by side"
    )
    args = parser.parse_args()
    if args.compare:
        compare(args.compare, 1 if args.quick else 5)
        return
    if args.start:
        whole_process(1 if args.quick else 5)
        return
    if args.cold:
        cold(1 if args.quick else 5)
        return
    others = {} if args.quick else peers.installed()
    rounds = 1 if args.quick else 5
    print(
        f"calpuzzle {cp.__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores\n"
    )
    absent = [name for name in peers.PEERS if name not in others]
    print(f"Absent peers: {', '.join(absent) or 'none'}\n")
    one_date("dray", "Sat Jan 1", others, rounds)
    one_date("dray", "Tue Nov 29", others, rounds)
    one_date("weekday-8x7", "Sat Jan 1", others, min(rounds, 3))
    one_date("weekday-8x7", "Tue Nov 29", others, min(rounds, 3))
    charts = {
        name: all_dates(name, others, rounds if name == "dray" else min(rounds, 3), 20)
        for name in ("dray", "weekday-8x7")
    }
    every_solution("weekday-8x7", min(rounds, 3))
    questions("dray", rounds)
    questions("weekday-8x7", rounds)
    rectangles(others, min(rounds, 3))
    whole_process(rounds)
    threads(min(rounds, 3))
    if args.chart:
        draw(charts, args.chart)
        print(f"chart written to {args.chart}", file=sys.stderr)


if __name__ == "__main__":
    main()
