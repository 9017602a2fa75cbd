"""Fitting puzzles side by side: our engines, and exact cover solvers of others where installed.

    python benchmarks/fitting.py             ours and the peers, some minutes
    python benchmarks/fitting.py --quick     ours only, one round

Every contender gets the same options and has to give the published count; medians on one core.
The peers are optional: pip install exact-cover xcover dxz miniexact
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import peers
from measure import side_by_side, table

from calpuzzle.exact import Cover
from calpuzzle.puzzle.challenge import challenge
from calpuzzle.fit.library import load
from calpuzzle.fit.model import Fitting
from calpuzzle.fit.solver import Solver

SHAPES = {
    "pentominoes-3x20": 8,
    "pentominoes-4x15": 1_472,
    "pentominoes-5x12": 4_040,
    "pentominoes-6x10": 9_356,
    "pentominoes-8x8": 520,
    "soma": 11_520,
    "tetrasticks-4x4": 728,
}
SLOW = {"exact-cover", "exact-cover-py", "OR-Tools CP-SAT"}  # minutes on the larger rectangles
CODE = "b43SG82WR11S"


def ours(puzzle: Fitting) -> dict[str, Callable[[], int]]:
    """Our engines that take the puzzle, from the puzzle on."""
    contenders: dict[str, Callable[[], int]] = {"links": lambda: Solver(puzzle, "links").count()}
    if Solver(puzzle).engine == "backtrack":
        contenders["backtrack"] = lambda: Solver(puzzle).count()
    return contenders


def theirs(puzzle: Fitting, slow: bool) -> dict[str, Callable[[], int]]:
    """The peers, from lists of numbers on."""
    cover: Cover = Solver(puzzle).lowered.cover
    options = [list(option) for option in cover.options]
    items = len(cover.items)
    return {
        name: lambda count=count: count(options, items)
        for name, count in peers.installed().items()
        if slow or name not in SLOW
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--slow", action="store_true", help="the slowest peers too")
    args = parser.parse_args()
    rounds = 1 if args.quick else 3
    for name, count in SHAPES.items():
        puzzle = load(name)
        contenders = ours(puzzle)
        if not args.quick:
            contenders |= theirs(puzzle, args.slow)
        print(table(f"{name}: all {count:,}", side_by_side(contenders, count, rounds)))
    board = load("iq-fit")
    everything = {"backtrack, counted": lambda: Solver(board).count()}
    everything["backtrack, listed"] = lambda: sum(1 for _ in Solver(board).options())
    print(table("iq-fit: all 301,350", side_by_side(everything, 301_350, rounds)))
    laid = challenge(board, CODE)
    print(table(f"iq-fit: {CODE}", side_by_side(ours(laid), 1, max(rounds, 9))))


if __name__ == "__main__":
    main()
