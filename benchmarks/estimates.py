"""Estimates and known counts: how often the lower bound holds, and how far off the estimate is.

    python benchmarks/estimates.py > results/benchmarks/estimates.txt
    python benchmarks/estimates.py --seeds 5 --seconds 0.5

There are 600 counts, from 1 to 1e300. Some are published: dominoes on rectangles (P. W. Kasteleyn,
1961) and on Aztec diamonds (N. Elkies and others, 1992), derangements, queens, Langford pairs and
Latin squares. The others are computed by exact engines: shipped puzzles, their dates, random boards
and random assignments. Exact estimates are checked, but the columns after `number` omit them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections.abc import Iterator
from functools import partial
from itertools import islice, product
from math import cos, floor, log10, pi
from statistics import quantiles

from covers import langford, queens

import calpuzzle as cp
from calpuzzle.engines import load
from calpuzzle.planning import estimate
from calpuzzle.puzzle.cover import Cover, Options

CALENDARS = """dray calendarium-6x9 mixed-7x7-10-pieces mixed-7x7-8-pieces month-day-7x7 weekday-9x6
month-day-7x7-g month-day-7x7-tetromino weekday-5x10 weekday-8x7 weekday-8x7-columns whole-year-7x7
"""
FITTING = """domino domino-2 hexiamonds-6x6 iq-fit morse pentominoes-3x20 pentominoes-4x15 soma
pentominoes-5x12 pentominoes-6x10 pentominoes-8x8 tetrasticks-4x4"""
SHAPES = ["##", "###", "##\n#.", "####", "###\n#..", "##\n##", ".##\n##.", "###\n.#.", "##\n##\n#."]
QUEENS = {6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596}
LANGFORD = {7: 52, 8: 300, 11: 35584, 12: 216288, 15: 79619280, 16: 653443600}
LATIN = {4: 576, 5: 161280, 6: 812851200}

Known = tuple[Cover, Options, float]
"""A problem, its fixed options, and the decimal logarithm of how many solutions it has."""


def published() -> Iterator[Known]:
    """Yield problems whose counts are published."""
    sizes = {(m, n): kasteleyn(m, n) for m in range(12, 53, 2) for n in range(m, 53)}
    for decade in range(10, 302, 2):
        height, width = min(sizes, key=lambda size: abs(sizes[size] - decade))
        yield board([". " * width] * height, {"##": height * width // 2}), (), sizes[height, width]
    for n in range(5, 21):
        half = ["# " * (n - own) + ". " * 2 * own + "# " * (n - own) for own in range(1, n + 1)]
        yield board(half + half[::-1], {"##": n * n + n}), (), n * (n + 1) / 2 * log10(2)
    derangements = [1, 0]
    for n in range(2, 60):
        derangements.append((n - 1) * sum(derangements[-2:]))
        if n > 7 and n % 2 == 0:
            rows = [f"r{i} c{j}" for i, j in product(range(n), repeat=2) if i != j]
            yield cover_of_options(rows), (), log10(derangements[n])
    for n, count in QUEENS.items():
        yield queens(n), (), log10(count)
    for n, count in LANGFORD.items():
        yield langford(n), (), log10(count)
    for n, count in LATIN.items():
        rows = [f"x{i}.{j} r{i}.{k} c{j}.{k}" for i, j, k in product(range(n), repeat=3)]
        yield cover_of_options(rows), (), log10(count)


def kasteleyn(height: int, width: int) -> float:
    """Return the decimal logarithm of the number of domino tilings of a rectangle. Its height must
    be even."""
    return sum(
        log10(4 * cos(pi * j / (height + 1)) ** 2 + 4 * cos(pi * k / (width + 1)) ** 2)
        for j, k in product(range(1, height // 2 + 1), range(1, width // 2 + 1))
    )


def counted(dice: random.Random) -> Iterator[Known]:
    """Yield shipped puzzles, some of their dates, and then random problems without end."""
    for name in CALENDARS.split():
        cover = cp.load(name, kind="puzzle").cover
        counts = load("diagram").counts(cover).ravel().tolist()
        for at in dice.sample([k for k, count in enumerate(counts) if count], 12):
            yield cover, cover.instance(at), log10(counts[at])
        yield cover, (), log10(sum(counts))
    for name in FITTING.split():
        yield cp.load(name, kind="puzzle").cover, (), log10(cp.load(name, kind="puzzle").count())
    while True:
        size = dice.randint(8, 12)
        kinds = {shape: dice.randint(2, 6) for shape in dice.sample(SHAPES, 6)}
        pairs = [f"r{i} c{j}" for i, j in product(range(14), repeat=2) if dice.random() < 0.5]
        for other in board([". " * size] * 5, kinds, spare=True), cover_of_options(pairs):
            if count := load("frontier").count(other):
                yield other, (), log10(count)


def board(rows: list[str], kinds: dict[str, int], spare: bool = False) -> Cover:
    """Return the Cover of a board to be filled with `kinds[shape]` pieces of each shape. With
    `spare`, up to that many may be used."""
    text = ['board = """', *rows, '"""', "[pieces]"]
    for k, (shape, most) in enumerate(kinds.items()):
        fewest = 0 if spare else most
        text.append(f'P{k} = {{ shape = """\n{shape}\n""", min = {fewest}, max = {most} }}')
    cover: Cover = cp.loads("\n".join(text)).cover
    return cover


def cover_of_options(rows: list[str]) -> Cover:
    """Return the Cover of these options. All its items are primary."""
    return Cover(sorted({item for row in rows for item in row.split()}), map(str.split, rows))


def estimate_errors(problem: Known, seeds: int, seconds: float) -> list[tuple[bool, float] | None]:
    """Return, for each seed, whether the lower bound holds, and the decimal logarithm of the ratio
    of the estimate to the count; None if there is no estimate. Exact estimates are omitted."""
    cover, fixed, count = problem
    found: list[tuple[bool, float] | None] = []
    for seed in range(seeds):
        try:
            own = estimate(cover, fixed, seconds, seed)
        except cp.CannotDoError:
            found.append(None)
            continue
        off = log10(own.value) - count
        if not own.exact:
            found.append((log10(own.low) < count + 1e-9, off))
        elif abs(off) > 1e-9:
            raise AssertionError(f"{cover} does not have {own.value:,} solutions")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0)
    args = parser.parse_args()
    problems = [*published()]
    problems += islice(counted(random.Random(1)), 600 - len(problems))
    decades = [max(0, floor(count + 1e-9)) for _, _, count in problems]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        work = partial(estimate_errors, seeds=args.seeds, seconds=args.seconds)
        results = pool.map(work, problems, chunksize=1)
    print(
        "| counts from | number | estimates | none | bound holds | estimate / count, 5 % to 95 % |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for decade in [*sorted(set(decades)), -1]:
        own = [r for d, r in zip(decades, results, strict=True) if decade in (d, -1)]
        print(line(f"1e{decade}" if decade >= 0 else "all", own), flush=True)


def line(name: str, results: list[list[tuple[bool, float] | None]]) -> str:
    """Return a row of the table."""
    said = [own for found in results for own in found]
    known = [own for own in said if own]
    share = f"{sum(holds for holds, _ in known) / len(known):.1%}" if known else ""
    off = quantiles([own for _, own in known], n=20, method="inclusive") if len(known) > 1 else []
    wide = f"{10 ** off[0]:.2f} to {10 ** off[-1]:.2f}" if off else ""
    figures = f"{len(results)} | {len(known)} | {len(said) - len(known)} | {share} | {wide}"
    return f"| {name} | {figures} |"


if __name__ == "__main__":
    main()
