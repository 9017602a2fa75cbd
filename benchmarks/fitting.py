"""Fitting puzzles side by side: our engines, and exact cover solvers of others where installed.

    python benchmarks/fitting.py             ours and the peers, some minutes
    python benchmarks/fitting.py --quick     ours only, one round

Every contender gets the same options and has to give the published count; medians on one core.
The peers are optional: pip install exact-cover xcover dxz miniexact
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

import peers
from measure import side_by_side, table

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.puzzle.challenge import challenge
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

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


def ours(model: Model) -> dict[str, Callable[[], int]]:
    """Our engines that take the puzzle, from the model on."""
    cover = Lowering(model).cover
    names = ("dancing", "backtrack", "diagram")
    able = [name for name in names if engines.load(name).refusal(cover) is None]

    def count(name: str) -> int:
        return engines.load(name).count(Lowering(model).cover)

    return {name: partial(count, name) for name in able}


def theirs(model: Model, slow: bool) -> dict[str, Callable[[], int]]:
    """The peers, from lists of numbers on."""
    cover = Lowering(model).cover
    options = [list(option) for option in cover.options]
    items = len(cover.items)
    return {
        name: partial(count, options, items)
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
        model = cp.load(name).model
        contenders = ours(model)
        if not args.quick:
            contenders |= theirs(model, args.slow)
        print(table(f"{name}: all {count:,}", side_by_side(contenders, count, rounds)))
    board = cp.load("iq-fit")
    everything = {f"{name}, counted": run for name, run in ours(board.model).items()}
    del everything["dancing, counted"]  # most of a minute
    listing = engines.load("backtrack")
    everything["backtrack, listed"] = lambda: sum(1 for _ in listing.solutions(board.cover))
    print(table("iq-fit: all 301,350", side_by_side(everything, 301_350, rounds)))
    laid = challenge(board.lowered, CODE)
    one: dict[str, Callable[[], int]] = {
        "from the model on": lambda: cp.Puzzle(board.model).count(laid=laid),
        "once the board is laid out": lambda: board.count(laid=laid),
    }
    print(table(f"iq-fit: {CODE}", side_by_side(one, 1, max(rounds, 9))))


if __name__ == "__main__":
    main()
