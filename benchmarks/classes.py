"""Puzzles of more different pieces than a diagram holds: seconds and memory of the engine `halves`.

    python benchmarks/classes.py             the one-sided pentominoes in rectangles, up to 6x15
    python benchmarks/classes.py --wide      9x10 too: two minutes, and 11 GiB of memory
    python benchmarks/classes.py --quick     one round

The eighteen one-sided pentominoes fill rectangles of 90 cells; the count has to be the published
one, times four for the symmetries. Each board is counted in a process of its own, so that its
memory can be told; times are those of its core, for nothing is beside it. The twelve pentominoes on
6x10, which other engines can hold, are counted side by side.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import work
from measure import check, shown, side_by_side, table

from calpuzzle import engines
from calpuzzle.puzzle.lowering import Lowering

# Goodger, Polyform Puzzler, counts them up to the symmetries of the rectangle.
RECTANGLES = {(3, 30): 4 * 46, (5, 18): 4 * 686_628, (6, 15): 4 * 2_567_183}
WIDE = {(9, 10): 4 * 10_440_433}
PROGRAM = """
import time
from calpuzzle.engines import Run, load
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, board
from calpuzzle.puzzle.polyominoes import polyominoes
cells = board([["."] * {width}] * {height})
model = Model("one-sided", cells, polyominoes(5, one_sided=True))
engine = load("halves")
taken = []
for _ in range({rounds}):
    start = time.process_time()
    number = engine.count(Lowering(model).cover, (), Run(memory=15 << 30))
    taken.append(time.process_time() - start)
# ru_maxrss would count what the process was forked from; VmHWM is its own.
status = open("/proc/self/status").read()
print(number, sorted(taken)[len(taken) // 2], int(status.split("VmHWM:")[1].split()[0]) >> 10)
"""


def one_sided(height: int, width: int, expected: int, rounds: int) -> None:
    """A row of the table: the median of some rounds, and the peak of the process."""
    program = PROGRAM.format(height=height, width=width, rounds=rounds)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    number, taken, peak = run.stdout.split()
    check("halves", int(number), expected)
    print(f"| {height}x{width} | {expected:,} | {shown(float(taken))} | {int(peak):,} MiB |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--wide", action="store_true", help="9x10 too, in 11 GiB")
    args = parser.parse_args()
    rounds = 1 if args.quick else 5
    print("### The eighteen one-sided pentominoes, from the model on\n")
    print("| board | solutions | halves, time of a core | peak of the process |")
    print("| --- | ---: | ---: | ---: |")
    for (height, width), expected in RECTANGLES.items():
        one_sided(height, width, expected, rounds)
    if args.wide:
        for (height, width), expected in WIDE.items():
            one_sided(height, width, expected, 1)
    print()
    model = work.rectangle(6, 10)

    def count(name: str) -> int:
        return engines.load(name).count(Lowering(model).cover)

    contenders: dict[str, Callable[[], int]] = {
        name: partial(count, name) for name in ("diagram", "halves", "backtrack", "dancing")
    }
    print(table("pentominoes 6x10", side_by_side(contenders, 9_356, rounds)))


if __name__ == "__main__":
    main()
