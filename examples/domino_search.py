"""Search for a grid of numbers that the 28 dominoes cover in more ways than they cover the shipped
grids.

Each step swaps two cells of the grid, and keeps the result if it is not worse. After many steps
without a gain, the search continues from the best grid, changed by a few random swaps. Usage:

    python examples/domino_search.py [--steps N] [--seed S] [-o results/domino-best.txt]

With -o the best grid is written, unless the file already contains one that is at least as good. The
same number of steps and the same seed find the same grid.
"""

from __future__ import annotations

import argparse
import os
import random
import sys

import calpuzzle as cp
from calpuzzle.base.files import write_whole
from calpuzzle.puzzle.model import Model

WIDTH = 8
RESTART = 400  # steps without a gain before the search continues from the best grid


def ways(model: Model, colours: list[int]) -> int:
    """Return the number of ways in which the dominoes cover the board with these colours."""
    board = model.board._replace(colours=tuple(colours))
    return cp.Puzzle(model._replace(board=board)).count()


def swapped(colours: list[int], chance: random.Random, swaps: int) -> list[int]:
    """Return the colours after `swaps` swaps, each of two cells of different colours."""
    colours = colours[:]
    while swaps:
        a, b = chance.sample(range(len(colours)), 2)
        if colours[a] != colours[b]:
            colours[a], colours[b] = colours[b], colours[a]
            swaps -= 1
    return colours


def search(model: Model, steps: int, seed: int) -> tuple[int, list[int]]:
    """Return the most ways found in `steps` steps, and the grid that has them."""
    chance = random.Random(seed)
    current = list(model.board.colours)
    value = ways(model, current)
    best = (value, current)
    idle = 0
    for step in range(steps):
        tried = swapped(current, chance, 1)
        number = ways(model, tried)
        if number >= value:
            idle = 0 if number > value else idle + 1
            current, value = tried, number
        else:
            idle += 1
        if value > best[0]:
            best = (value, current)
            print(f"step {step + 1:,}: {value:,} ways", file=sys.stderr)
        if idle >= RESTART:
            current = swapped(best[1], chance, chance.randint(2, 4))
            value, idle = ways(model, current), 0
    return best


def main() -> None:
    """Search, and write the best grid."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    value, colours = search(cp.load("domino-2").model, args.steps, args.seed)
    rows = ["".join(map(chr, colours[k : k + WIDTH])) for k in range(0, len(colours), WIDTH)]
    print("\n".join(rows))
    print(f"{value:,} ways")
    if args.output:
        if os.path.exists(args.output):
            with open(args.output) as stream:
                if int(stream.readline().split()[0]) >= value:
                    print(f"{args.output} contains a grid at least as good", file=sys.stderr)
                    return
        with write_whole(args.output) as file:
            file.write("\n".join([f"{value} ways", *rows, ""]).encode())


if __name__ == "__main__":
    main()
