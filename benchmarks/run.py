"""Compare calpuzzle with other exact cover solvers on calendars, and print Markdown tables.

    python benchmarks/run.py                 all, some ten minutes with all peers
    python benchmarks/run.py --quick         no peers, one round
    python benchmarks/run.py --chart FILE    also draws a bar chart (matplotlib)
    python benchmarks/run.py --compare COMMIT
                                             only the ratios to another commit, which is built first

Without --compare, everything runs in this process on one core. The peers are optional:
pip install exact-cover xcover miniexact dxz ortools
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import peers
import work
from compare import compare
from measure import check, panels, save, shown, side_by_side, table

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.puzzle.lowering import Lowering

backtrack = engines.load("backtrack")
diagram = engines.load("diagram")
SLOW_PEER = "OR-Tools CP-SAT"
Peers = dict[str, Callable[[peers.Options, int], int]]


def one_date(name: str, date: str, others: Peers, rounds: int) -> None:
    """Print the times for all solutions of one date; they do not include making the Cover."""
    puzzle = cp.load(name, kind="puzzle")
    cover, placed = puzzle.cover, puzzle.fixed(date)
    plain = work.plain(cover, placed)
    expected = puzzle.count(date)
    contenders: dict[str, Callable[[], int]] = {
        "backtrack, counted": lambda: backtrack.count(cover, placed),
        "backtrack, all solutions": lambda: sum(1 for _ in backtrack.solutions(cover, placed)),
    }
    for peer, count in others.items():
        if expected < 1000 or peer != SLOW_PEER:
            contenders[peer] = partial(count, *plain)
    print(
        table(f"{name}, {date}: {expected:,} solutions", side_by_side(contenders, expected, rounds))
    )


def all_dates(name: str, others: Peers, rounds: int, sample: int) -> dict[str, float]:
    """Print and return the times of counting all dates. Those of the engines start from the model,
    without cached results; those of the peers are extrapolated from a sample of dates."""
    model = cp.load(name, kind="puzzle").model
    expected = cp.load(name, kind="puzzle").counts().sum()
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
        if peer == SLOW_PEER:
            continue
        start = time.perf_counter()
        for date in dates:
            check(peer, count(*work.plain(cover, cover.instance(date))), counts[date])
        times[f"{peer} (from {sample} dates)"] = (
            (time.perf_counter() - start) / sample * cover.instances
        )
    print(table(f"{name}: all {cover.instances:,} dates, {expected:,} solutions", times))
    return times


def questions(name: str, rounds: int) -> None:
    """Print the median and the 95th percentile of the times of random questions to a diagram that
    is already built."""
    puzzle = cp.load(name, kind="puzzle")
    built = puzzle.diagram()
    counts = built.counts().ravel()
    rng = random.Random(7)
    taken: dict[str, list[float]] = {}

    def timed(question: str, ask: Callable[..., Any], *arguments: object) -> Any:
        start = time.perf_counter()
        answer = ask(*arguments)
        taken.setdefault(question, []).append(time.perf_counter() - start)
        return answer

    built.completions([0])  # the first question computes data that all later questions use
    for _ in range(60 * rounds):
        instance = rng.randrange(puzzle.cover.instances)
        if not counts[instance]:
            continue
        date = puzzle.cover.instance(instance)
        remaining = timed("set a date", built.remaining, date)
        solution = timed(
            "the k-th solution of a date", remaining.nth, rng.randrange(remaining.count)
        )
        timed("in how many each placement occurs", remaining.occurrences)
        two = tuple(rng.sample(solution, 2))
        timed("in how many two placements occur, on a date", built.completions, date + two)
        timed("in how many two placements occur, on any date", built.completions, two)
    print(f"### {name}: questions to a diagram\n")
    print("| | median | 95th percentile |\n| --- | ---: | ---: |")
    for question, times in taken.items():
        times.sort()
        late = times[int(0.95 * len(times))]
        print(f"| {question} | {shown(statistics.median(times))} | {shown(late)} |")
    print()


def draw(results: dict[str, dict[str, float]], path: str) -> None:
    """Write the chart: one panel per puzzle, one bar per contender, the fastest on top."""
    figure, axes = panels(len(results), 8, 2.8)
    for panel, (puzzle, times) in zip(axes, results.items(), strict=True):
        ordered = sorted(times.items(), key=lambda pair: -pair[1])
        names = [name for name, _ in ordered]
        colours = ["#1b7f5c" if name in engines.ENGINES else "#a9b4bf" for name in names]
        bars = panel.barh(names, [taken for _, taken in ordered], color=colours, log=True)
        panel.bar_label(bars, [shown(taken) for _, taken in ordered], padding=4, fontsize=9)
        panel.set_xlim(right=max(times.values()) * 12)
        panel.set_title(f"{puzzle}: seconds to count all dates, one core", loc="left", fontsize=11)
    save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="no peers, one round")
    parser.add_argument("--chart", metavar="FILE", help="draw a bar chart of all dates")
    parser.add_argument("--compare", metavar="COMMIT", help="time this checkout beside that commit")
    args = parser.parse_args()
    rounds = 1 if args.quick else 5
    if args.compare:
        compare(args.compare, rounds)
        return
    others = {} if args.quick else peers.installed()
    print(
        f"calpuzzle {cp.__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores\n"
    )
    if args.quick:
        print("The peers are not measured, because of --quick.\n")
    else:
        absent = [name for name in peers.PEERS if name not in others]
        print(f"Absent peers: {', '.join(absent) or 'none'}\n")
    charts = {}
    for name, most in (("dray", rounds), ("weekday-8x7", min(rounds, 3))):
        one_date(name, "Sat Jan 1", others, most)
        one_date(name, "Tue Nov 29", others, most)
        charts[name] = all_dates(name, others, most, 20)
        questions(name, rounds)
    if args.chart:
        draw(charts, args.chart)
        print(f"chart written to {args.chart}", file=sys.stderr)


if __name__ == "__main__":
    main()
