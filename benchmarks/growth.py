"""Cost against size: what pieces, rows, dates, threads and solutions cost, by engine.

    python benchmarks/growth.py --csv results/benchmarks/growth.csv --chart docs/images/growth.svg
    python benchmarks/growth.py --drawn results/benchmarks/growth.csv --chart docs/images/growth.svg
    python benchmarks/growth.py --quick      small sizes, one round

Some minutes. Every point is a median of three, in turns with the others of its size; seconds are
those of a core, from the model on, but for threads, where they are those of the clock, on a machine
that should do nothing else. An engine that takes longer than a second and a half at a size is not
asked for the next one. Each count has to be the known one, or that of a second engine. What
limits.py prints follows.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import limits
import work
from growth_chart import Point, draw
from measure import check, shown, side_by_side

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.known import read

MOST = 1.5  # seconds at a size that an engine may take, to be asked for the next one
ENGINES = ("backtrack", "dancing", "diagram", "halves", "frontier")

# The first so many one-sided pentominoes on a board five wide, from four on: halves, and up to
# seventeen the engine frontier. Eighteen: four times 686,628, of Goodger's Polyform Puzzler.
PIECES = (
    *(0, 0, 0, 16, 28, 56, 976, 2_356, 4_082, 4_792, 15_206, 49_888, 212_060, 2_853_576),
    2_746_512,
)
CALENDARS = (
    *("month-day-7x7-w", "mixed-7x7-8-pieces", "month-day-7x7", "whole-year-7x7", "dray"),
    *("month-day-7x7-g", "weekday-5x10", "weekday-8x7-columns", "mixed-7x7-10-pieces"),
    "weekday-8x7",
)
Contenders = dict[str, Callable[[], int]]


def climb(
    picture: str,
    sizes: Iterable[tuple[int, int, Contenders]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> list[Point]:
    """The points of a picture. Of each size there are the answer that all must give, and the
    contenders; one that took too long is not asked again."""
    found = []
    gone: set[str] = set()
    for size, expected, contenders in sizes:
        left = {name: run for name, run in contenders.items() if name not in gone}
        times = side_by_side(left, expected, rounds, clock)
        found += [Point(picture, name, size, taken) for name, taken in times.items()]
        gone |= {name for name, taken in times.items() if taken > MOST}
        told = ", ".join(f"{name} {shown(taken)}" for name, taken in times.items())
        print(f"{picture} {size:,}: {told}", file=sys.stderr)
    return found


def count(name: str, model: Model) -> int:
    """A count by an engine, on a Cover that keeps nothing."""
    return engines.load(name).count(Lowering(model).cover)


def takers(model: Model) -> Contenders:
    """The engines that take a puzzle."""
    cover = Lowering(model).cover
    return {
        name: partial(count, name, model)
        for name in ENGINES
        if engines.load(name).refusal(cover) is None
    }


def pieces(most: int, rounds: int) -> list[Point]:
    """Boards five wide, as many rows as pieces, which are all different."""
    models = ((number, work.one_sided(number, 5, number)) for number in range(4, most + 1))
    sizes = ((number, PIECES[number - 4], takers(model)) for number, model in models)
    return climb("pieces", sizes, rounds)


def rows(sizes: Iterable[int], rounds: int) -> list[Point]:
    """Boards eight wide for dominoes, of so many rows."""
    models = ((size, work.dominoes(size, 8)) for size in sizes)
    found = ((size, work.tilings(8, size), takers(model)) for size, model in models)
    return climb("rows", found, rounds)


def dates(sizes: Iterable[int], rounds: int) -> list[Point]:
    """The solutions of so many dates of a calendar: searched one by one, all of them at once
    though only some are wanted, and looked up in a diagram that stands."""
    puzzle = cp.load("dray")
    model, standing = puzzle.model, puzzle.diagram()
    counts = standing.counts().ravel().tolist()
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
        return sum(standing.left(puzzle.cover.instance(date)).count for date in chosen)

    def contenders(chosen: list[int]) -> Contenders:
        return {
            "backtrack": partial(searched, chosen),
            "backtrack, all dates at once": partial(at_once, "backtrack", chosen),
            "diagram": partial(at_once, "diagram", chosen),
            "diagram that stands": partial(looked_up, chosen),
        }

    return climb(
        "dates",
        (
            (size, sum(counts[date] for date in drawn[:size]), contenders(drawn[:size]))
            for size in sizes
        ),
        rounds,
    )


def threads(name: str, most: int, rounds: int) -> list[Point]:
    """The same work by so many threads, in seconds of the clock."""
    model = cp.load(name).model
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
    return len(cp.Puzzle(model).solutions(run.jobs)[0])


def sizes(names: Iterable[str]) -> list[Point]:
    """Bytes a solution: of the diagram as it is, compressed, and of the array."""
    found = []
    for name in names:
        puzzle = cp.load(name)
        diagram = puzzle.diagram()
        check(name, diagram.total, read()[name].total)
        packed = work.packed(diagram)
        bytes_of = {
            "diagram": packed.plain,
            "diagram, gzip": packed.gzip,
            "diagram, xz": packed.xz,
            "array": puzzle.solutions()[0].nbytes,
        }
        found += [
            Point("solutions", curve, diagram.total, size / diagram.total)
            for curve, size in bytes_of.items()
        ]
        print(f"{name}: {bytes_of} bytes of {diagram.total:,} solutions", file=sys.stderr)
    return found


def measured(quick: bool) -> list[Point]:
    """All points."""
    rounds = 1 if quick else 3
    if quick:
        return [
            *pieces(9, rounds),
            *rows((2, 4, 6), rounds),
            *dates((1, 10, 100), rounds),
            *threads("dray", 2, rounds),
            *sizes(("month-day-7x7-w", "dray")),
        ]
    return [
        *pieces(18, rounds),
        *rows((2, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 100), rounds),
        *dates((1, 3, 10, 30, 100, 300, 1000, 2604), rounds),
        *threads("weekday-8x7", max(4, os.cpu_count() or 1), rounds),
        *sizes(CALENDARS),
    ]


def as_csv(points: list[Point]) -> str:
    """The points as a table: seconds, and bytes a solution, to four digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Point._fields)
    writer.writerows(point._replace(cost=float(f"{point.cost:.4g}")) for point in points)
    return text.getvalue()


def from_csv(path: str) -> list[Point]:
    """The points of such a table."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return [
            Point(own["picture"], own["curve"], int(own["size"]), float(own["cost"]))
            for own in csv.DictReader(file)
        ]


def tables(points: list[Point]) -> str:
    """The points as Markdown: a table a picture, a row a size, a column a curve."""
    lines = []
    for picture in dict.fromkeys(point.picture for point in points):
        own = {(p.size, p.curve): p.cost for p in points if p.picture == picture}
        curves = list(dict.fromkeys(curve for _, curve in own))
        lines += [f"| {picture} | {' | '.join(curves)} |", f"| ---: {'| ---: ' * len(curves)}|"]
        for size in sorted({size for size, _ in own}):
            costs = [own.get((size, curve)) for curve in curves]
            said = [_said(picture, cost) for cost in costs]
            lines.append(f"| {size:,} | {' | '.join(said)} |")
        lines.append("")
    return "\n".join(lines)


def _said(picture: str, cost: float | None) -> str:
    if cost is None:
        return "-"
    return f"{cost:.2f} bytes" if picture == "solutions" else shown(cost)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, one round")
    parser.add_argument("--csv", metavar="FILE", help="write the points as a table")
    parser.add_argument("--chart", metavar="FILE", help="draw them (matplotlib)")
    parser.add_argument("--drawn", metavar="FILE", help="draw the points of a table, no new ones")
    args = parser.parse_args()
    if args.drawn:
        draw(from_csv(args.drawn), args.chart)
        return
    points = measured(args.quick)
    print(
        f"calpuzzle {cp.__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores\n"
    )
    print(tables(points))
    print(limits.table(args.quick))
    if args.csv:
        Path(args.csv).write_text(as_csv(points), encoding="utf-8")
    if args.chart:
        draw(points, args.chart)


if __name__ == "__main__":
    main()
