"""Cost against size: what pieces, rows, dates, threads and solutions cost, by engine.

    python benchmarks/growth.py --csv results/benchmarks/growth.csv --chart docs/images/growth.svg
    python benchmarks/growth.py --drawn results/benchmarks/growth.csv --chart docs/images/growth.svg
    python benchmarks/growth.py --quick      small sizes, one round

This takes some minutes. Every time is the median of three rounds; in each round, all methods of the
same size run in turn. Seconds are processor time, and include the conversion of the model to a
Cover, except for a diagram already built. Only the times of threads are wall-clock time, so the
machine should do nothing else. An engine that takes longer than MAX_SECONDS at a size is not
measured at larger sizes. Each count must equal the known one, that of `tilings`, or that of a
diagram.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import lzma
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import work
from measure import check, panels, save, shown, side_by_side

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.known import read

Contenders = dict[str, Callable[[], int]]
MAX_SECONDS = 1.5  # an engine that takes longer at one size skips all larger sizes
ENGINES = ("backtrack", "dancing", "diagram", "halves", "frontier")

# The numbers of solutions of the first 4, 5, ... 18 one-sided pentominoes on boards five wide. They
# were counted by the engine halves, and up to 17 pieces also by frontier. The last number is four
# times 686,628, the count of Goodger's Polyform Puzzler.
PIECES = (
    *(0, 0, 0, 16, 28, 56, 976, 2_356, 4_082, 4_792, 15_206, 49_888, 212_060, 2_853_576),
    2_746_512,
)
CALENDARS = (
    *("month-day-7x7-w", "mixed-7x7-8-pieces", "month-day-7x7", "whole-year-7x7", "dray"),
    *("month-day-7x7-g", "weekday-5x10", "weekday-8x7-columns", "mixed-7x7-10-pieces"),
    "weekday-8x7",
)
PANELS = {
    "pieces": ("Pieces: one-sided pentominoes on boards five wide", "pieces", "seconds"),
    "rows": ("Rows: dominoes on boards eight wide", "rows", "seconds"),
    "dates": ("Dates of dray", "dates", "seconds"),
    "threads": (
        "Threads: all dates and solutions of a calendar",
        "threads",
        "seconds, by the clock",
    ),
    "solutions": ("Bytes per solution of calendars", "solutions", "bytes"),
}
# The engines differ by marker too, for colour-blind readers and for print.
STYLES = {
    "backtrack": ("#b3541e", "o"),
    "dancing": ("#8250a8", "s"),
    "diagram": ("#1b7f5c", "D"),
    "halves": ("#1f5fa8", "^"),
    "frontier": ("#a88a00", "v"),
    "backtrack, all dates at once": ("#d79a75", "o"),
    "diagram already built": ("#74bfa3", "D"),
    "diagram, gzip": ("#74bfa3", "D"),
    "diagram, xz": ("#1f5fa8", "^"),
    "all solutions in an array": ("#1f5fa8", "^"),
    "array": ("#6b7680", "s"),
}


class Point(NamedTuple):
    """The cost of a method at a size: `size` and `cost` are in the units of the panel."""

    quantity: str
    method: str
    size: int
    cost: float


def measure_growth(
    quantity: str,
    sizes: Iterable[tuple[int, int, Contenders]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> list[Point]:
    """Measure the contenders at each size of a growing quantity, and return the points. Each entry
    of `sizes` contains a size, the answer that every contender must return, and the contenders. A
    contender that exceeds MAX_SECONDS is not measured at later sizes."""
    found = []
    gone: set[str] = set()
    for size, expected, contenders in sizes:
        left = {name: run for name, run in contenders.items() if name not in gone}
        times = side_by_side(left, expected, rounds, clock)
        found += [Point(quantity, name, size, taken) for name, taken in times.items()]
        gone |= {name for name, taken in times.items() if taken > MAX_SECONDS}
        summary = ", ".join(f"{name} {shown(taken)}" for name, taken in times.items())
        print(f"{quantity} {size:,}: {summary}", file=sys.stderr)
    return found


def count(name: str, model: Model) -> int:
    """Return the count of an engine on a new Cover, which has no cached results."""
    return engines.load(name).count(Lowering(model).cover)


def supported_counts(model: Model) -> Contenders:
    """Return, by the name of each engine that supports the puzzle, a function that counts."""
    cover = Lowering(model).cover
    return {
        name: partial(count, name, model)
        for name in ENGINES
        if engines.load(name).unsupported_reason(cover) is None
    }


def pieces(most: int, rounds: int) -> list[Point]:
    """Measure boards five wide with as many rows as pieces; all pieces are different."""
    models = ((number, work.one_sided(number, 5, number)) for number in range(4, most + 1))
    sizes = ((number, PIECES[number - 4], supported_counts(model)) for number, model in models)
    return measure_growth("pieces", sizes, rounds)


def rows(sizes: Iterable[int], rounds: int) -> list[Point]:
    """Measure boards of dominoes, eight wide, with the given numbers of rows."""
    models = ((size, work.dominoes(size, 8)) for size in sizes)
    found = ((size, tilings(8, size), supported_counts(model)) for size, model in models)
    return measure_growth("rows", found, rounds)


def tilings(height: int, width: int) -> int:
    """Count the ways to cover a rectangle with dominoes, as a check of the engines. The method goes
    from cell to cell, and counts the ways for each set of later cells that is already covered."""
    ways = Counter({0: 1})
    for cell in range(height * width):
        after: Counter[int] = Counter()
        for covered, number in ways.items():
            rest = covered >> 1
            if covered & 1:
                after[rest] += number
                continue
            after[rest | 1 << (height - 1)] += number
            if cell % height < height - 1 and not covered & 2:
                after[rest | 1] += number
        ways = after
    return ways[0]


def dates(sizes: Iterable[int], rounds: int) -> list[Point]:
    """Measure counts of the given numbers of dates of a calendar. The methods search each date,
    count all dates at once although only some are needed, or use a diagram already built."""
    puzzle = cp.load("dray")
    model, diagram = puzzle.model, puzzle.diagram()
    counts = diagram.counts().ravel().tolist()
    check("all dates", sum(counts), read()["dray"].total)
    drawn = random.Random(20260101).sample(range(len(counts)), len(counts))

    def searched(chosen: list[int]) -> int:
        cover = Lowering(model).cover
        engine = engines.load("backtrack")
        return sum(engine.count(cover, cover.instance(date)) for date in chosen)

    def at_once(name: str, chosen: list[int]) -> int:
        found = engines.load(name).counts(Lowering(model).cover).ravel()
        return sum(int(found[date]) for date in chosen)

    def looked_up(chosen: list[int]) -> int:
        return sum(diagram.remaining(puzzle.cover.instance(date)).count for date in chosen)

    def contenders(chosen: list[int]) -> Contenders:
        return {
            "backtrack": partial(searched, chosen),
            "backtrack, all dates at once": partial(at_once, "backtrack", chosen),
            "diagram": partial(at_once, "diagram", chosen),
            "diagram already built": partial(looked_up, chosen),
        }

    return measure_growth(
        "dates",
        (
            (size, sum(counts[date] for date in drawn[:size]), contenders(drawn[:size]))
            for size in sizes
        ),
        rounds,
    )


def threads(name: str, most: int, rounds: int) -> list[Point]:
    """Measure the same work with 1 to `most` threads, in wall-clock seconds."""
    model = cp.load(name, kind="puzzle").model
    total = read()[name].total
    found = []
    for title, run, expected in (
        ("backtrack", partial(_swept, model), total),
        ("all solutions in an array", partial(_listed, model), total),
    ):
        contenders: Contenders = {str(jobs): partial(run, Run(jobs)) for jobs in range(1, most + 1)}
        times = side_by_side(contenders, expected, rounds, time.perf_counter)
        found += [Point("threads", title, int(jobs), taken) for jobs, taken in times.items()]
    return found


def _swept(model: Model, run: Run) -> int:
    return int(engines.load("backtrack").counts(Lowering(model).cover, run).sum())


def _listed(model: Model, run: Run) -> int:
    return len(cp.Puzzle(model).solution_rows(run.jobs)[0])


def storage(names: Iterable[str]) -> list[Point]:
    """Return the bytes per solution: of the diagram, uncompressed and compressed, and of the array
    of all solutions."""
    found = []
    for name in names:
        puzzle = cp.load(name, kind="puzzle")
        diagram = puzzle.diagram()
        check(name, diagram.total, read()[name].total)
        data = b"".join(bytes(memoryview(own).cast("B")) for own in diagram.arrays)
        bytes_of = {
            "diagram": len(data),
            "diagram, gzip": len(gzip.compress(data, 9)),
            "diagram, xz": len(lzma.compress(data)),
            "array": puzzle.solution_rows()[0].nbytes,
        }
        found += [
            Point("solutions", method, diagram.total, size / diagram.total)
            for method, size in bytes_of.items()
        ]
        print(f"{name}: {bytes_of} bytes of {diagram.total:,} solutions", file=sys.stderr)
    return found


def measured(quick: bool) -> list[Point]:
    """Measure everything, and return all points."""
    rounds = 1 if quick else 3
    if quick:
        return [
            *pieces(9, rounds),
            *rows((2, 4, 6), rounds),
            *dates((1, 10, 100), rounds),
            *threads("dray", 2, rounds),
            *storage(("month-day-7x7-w", "dray")),
        ]
    return [
        *pieces(18, rounds),
        *rows((2, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 100), rounds),
        *dates((1, 3, 10, 30, 100, 300, 1000, 2604), rounds),
        *threads("weekday-8x7", max(4, os.cpu_count() or 1), rounds),
        *storage(CALENDARS),
    ]


def as_csv(points: list[Point]) -> str:
    """Return the points as CSV, with costs rounded to four digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Point._fields)
    writer.writerows(point._replace(cost=float(f"{point.cost:.4g}")) for point in points)
    return text.getvalue()


def from_csv(path: str) -> list[Point]:
    """Return the points in a file that `--csv` wrote."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return [
            Point(own["quantity"], own["method"], int(own["size"]), float(own["cost"]))
            for own in csv.DictReader(file)
        ]


def draw(points: list[Point], path: str) -> None:
    """Write the chart: one panel per quantity. The vertical axes are logarithmic."""
    named = [quantity for quantity in PANELS if any(p.quantity == quantity for p in points)]
    figure, axes = panels(len(named), 6, 3.3)
    for panel, quantity in zip(axes, named, strict=True):
        _panel(panel, quantity, [point for point in points if point.quantity == quantity])
    save(figure, path)


def _panel(panel: Any, quantity: str, points: list[Point]) -> None:
    title, across, up = PANELS[quantity]
    for method in dict.fromkeys(point.method for point in points):
        own = sorted((point.size, point.cost) for point in points if point.method == method)
        colour, mark = STYLES[method]
        # The calendars are not a series, so no line connects their points.
        line = "none" if quantity == "solutions" else "solid"
        panel.plot(
            [size for size, _ in own],
            [cost for _, cost in own],
            color=colour, marker=mark, markersize=4, linestyle=line, label=method,
        )  # fmt: skip
    panel.set_yscale("log")
    if quantity in ("pieces", "threads"):
        panel.set_xticks(sorted({point.size for point in points}))
    else:
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(lambda size, _: f"{size:,.0f}")
    panel.set_title(title, loc="left", fontsize=11)
    panel.set_xlabel(across)
    panel.set_ylabel(up)
    panel.grid(visible=True, color="#e3e7ea")
    panel.legend(fontsize=8, frameon=False)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, one round")
    parser.add_argument("--csv", metavar="FILE", help="write the points to this file")
    parser.add_argument("--chart", metavar="FILE", help="draw them (matplotlib)")
    parser.add_argument("--drawn", metavar="FILE", help="draw this table; measure nothing")
    args = parser.parse_args()
    if args.drawn:
        if not args.chart:
            parser.error("--drawn needs --chart FILE, the picture to write")
        draw(from_csv(args.drawn), args.chart)
        return
    points = measured(args.quick)
    if args.csv:
        Path(args.csv).write_text(as_csv(points), encoding="utf-8")
    else:
        print(as_csv(points))
    if args.chart:
        draw(points, args.chart)


if __name__ == "__main__":
    main()
