"""Counting by the symmetries of a puzzle, beside counting and listing all solutions.

    python benchmarks/symmetric.py           five minutes
    python benchmarks/symmetric.py --quick   the small ones

Of puzzles that no diagram holds. Each count has to be the one stated. `all` is `count`, whose
engine `auto` searches one placement of each orbit, beside the plain engine `dancing`; `up to
symmetry` is `--unique`, beside listing all solutions by `dancing` and keeping one of each class.
Times are those of a core, of one run each, in turns.
"""

from __future__ import annotations

import argparse
import time
from itertools import product

from measure import check, table

import calpuzzle as cp
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.puzzle.polyominoes import polyominoes

# All solutions, and those up to symmetry. The Soma cube: Conway and Guy, by hand; tetrasticks and
# the box of pentominoes, 3x4x5: Knuth, TAOCP 7.2.2.1.
SMALL = {"soma": (11_520, 240), "tetrasticks-4x4-no-crossing": (664, 83)}
LARGE = {"tetrasticks-5x5-no-crossing": (14_360, 1_795), "box": (31_520, 3_940)}


def loaded(name: str) -> cp.Puzzle:
    """A shipped puzzle, or the twelve solid pentominoes in the box 3x4x5."""
    if name != "box":
        puzzle = cp.load(name)
        assert isinstance(puzzle, cp.Puzzle)
        return puzzle
    pieces = tuple(
        piece._replace(sides=tuple(tuple((0, *cell) for cell in side) for side in piece.sides))
        for piece in polyominoes(5)
    )
    return cp.Puzzle(Model(name, Board(tuple(product(range(3), range(4), range(5)))), pieces))


def taken(puzzle: cp.Puzzle, engine: str, unique: bool, expected: int) -> float:
    """Seconds of a count, of a Puzzle of its own, so that nothing is known of it."""
    fresh = cp.Puzzle(puzzle.model)
    start = time.process_time()
    if unique:
        number = fresh.solve(engine=engine, unique=True).count()
    else:
        number = fresh.count(engine=engine)
    seconds = time.process_time() - start
    check(engine, number, expected)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="the small ones")
    args = parser.parse_args()
    for name, expected in (SMALL if args.quick else SMALL | LARGE).items():
        puzzle = loaded(name)
        for unique, number in zip((False, True), expected, strict=True):
            title = f"{name}, {'up to symmetry' if unique else 'all'}: {number:,}"
            times = {each: taken(puzzle, each, unique, number) for each in ("auto", "dancing")}
            print(table(title, times), flush=True)


if __name__ == "__main__":
    main()
