"""Estimates beside known counts: how often their interval holds the count, and how wide it is.

    python benchmarks/estimates.py
    python benchmarks/estimates.py --seconds 0 0.1 0.5 --seed 7

The 300 counts are those of 22 dates of each of 12 shipped calendars and of all their dates, of 12
rectangles of dominoes, and of 12 fitting puzzles; each by an engine that estimates nothing. What
turns out to be exact is told apart.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from statistics import median

import calpuzzle as cp
from calpuzzle.engines import load
from calpuzzle.engines.estimate import estimate
from calpuzzle.puzzle.cover import Cover, Options

CALENDARS = (
    "dray", "calendarium-6x9", "mixed-7x7-10-pieces", "mixed-7x7-8-pieces", "month-day-7x7",
    "month-day-7x7-g", "month-day-7x7-tetromino", "weekday-5x10", "weekday-8x7",
    "weekday-8x7-columns", "weekday-9x6", "whole-year-7x7",
)  # fmt: skip
DATES = 22
DOMINOES = [(height, height + more) for height in (12, 13, 14, 15, 16, 18) for more in (2, 4)]
FITTING = (
    "domino", "domino-2", "hexiamonds-6x6", "iq-fit", "morse", "pentominoes-3x20",
    "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8", "soma",
    "tetrasticks-4x4",
)  # fmt: skip

Known = tuple[Cover, Options, int]


def known(dice: random.Random) -> Iterator[Known]:
    """Yield the problems, what is laid, and how many solutions there are."""
    for name in CALENDARS:
        cover = cp.load(name).cover
        counts = load("diagram").counts(cover).ravel().tolist()
        for at in dice.sample([k for k, number in enumerate(counts) if number], DATES):
            yield cover, cover.instance(at), counts[at]
        yield cover, (), sum(counts)
    for height, width in DOMINOES:
        cover = dominoes(height, width)
        yield cover, (), load("frontier").count(cover)
    for name in FITTING:
        puzzle = cp.load(name)
        yield puzzle.cover, (), puzzle.count()


def dominoes(height: int, width: int) -> Cover:
    """A rectangle that dominoes cover."""
    rows = "\n".join([width * ". "] * height)
    piece = f'D = {{ shape = "##", count = {height * width // 2} }}'
    cover: Cover = cp.loads(f'board = """\n{rows}"""\n[pieces]\n{piece}').cover
    return cover


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[0, 0.05, 0.2, 1])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    dice = random.Random(args.seed)
    problems = list(known(dice))
    print(f"{len(problems)} known counts, {min(own[2] for own in problems):,} and more")
    for seconds in args.seconds:
        print(line(problems, seconds, dice), flush=True)


def line(problems: list[Known], seconds: float, dice: random.Random) -> str:
    """Return what estimates of so many seconds come to."""
    exact = silent = held = below = 0
    widths = []
    for cover, laid, count in problems:
        try:
            found = estimate(cover, laid, seconds, dice.getrandbits(32))
        except cp.CannotDoError:
            silent += 1
            continue
        if found.exact:
            assert found.value == count
            exact += 1
            continue
        held += found.low <= count <= found.high
        below += count > found.high
        widths.append(found.high / found.low)
    said = len(widths)
    share = f"{held / said:.1%} of {said} intervals hold the count" if said else "no interval"
    wide = f", the median from 1 to {median(widths):.2f}" if said else ""
    return (
        f"{seconds:g} s: {share}{wide}; {below} counts above, {said - held - below} below; "
        f"{exact} exact, of {silent} nothing"
    )


if __name__ == "__main__":
    main()
