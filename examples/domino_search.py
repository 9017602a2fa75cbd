"""Looks for a grid of numbers that all 28 dominoes cover in more ways than the shipped ones.

Swaps two squares of the grid, keeps what is not worse, and now and then starts again from the best
grid with a few swaps at once. Usage:

    python examples/domino_search.py [--steps N] [--seed S] [-o results/domino-best.txt]

With -o the best grid is written, unless the file already holds a better one. The same steps and
seed find the same grid.
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
RESTART = 400  # steps without gain before some swaps at once


def ways(model: Model, colours: list[int]) -> int:
    """In how many ways the dominoes cover the board in these colours."""
    board = model.board._replace(colours=tuple(colours))
    return cp.Puzzle(model._replace(board=board)).count()


def swapped(colours: list[int], chance: random.Random, swaps: int) -> list[int]:
    """The colours after so many swaps of two unlike squares."""
    colours = colours[:]
    while swaps:
        a, b = chance.sample(range(len(colours)), 2)
        if colours[a] != colours[b]:
            colours[a], colours[b] = colours[b], colours[a]
            swaps -= 1
    return colours


def search(model: Model, steps: int, seed: int) -> tuple[int, list[int]]:
    """The most ways met in so many steps, and the grid that has them."""
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
                    print(f"{args.output} holds a grid that is as good", file=sys.stderr)
                    return
        with write_whole(args.output) as file:
            file.write("\n".join([f"{value} ways", *rows, ""]).encode())


if __name__ == "__main__":
    main()
