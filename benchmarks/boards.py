"""Time and memory of the engines `halves` and `frontier` on boards too large for a search.

    python benchmarks/boards.py              a minute
    python benchmarks/boards.py --wide       one-sided pentominoes on 9x10 too: two minutes, 11 GiB
    python benchmarks/boards.py --quick      one round

Each board is counted in a separate process, and the peak memory of that process is printed. The
seconds are processor time; they include the conversion of the model to a Cover. Each count must
equal a known one: that of Goodger's Polyform Puzzler (four times as many here, because it counts
up to the symmetries of a rectangle), that of Kasteleyn's formula, or, for tetrominoes, that of a
simple frontier method in Python that began at the other end of the board.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import work
from measure import check, in_a_process, peak, shown

from calpuzzle import planning
from calpuzzle.engines import Run
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

WIDE = "one-sided pentominoes, 9x10"
MEMORY = 15 << 30  # bytes; the widest rectangle needs most of it
BOARDS: dict[str, tuple[Callable[[], Model], int]] = {
    "one-sided pentominoes, 5x18": (partial(work.one_sided, 5, 18), 4 * 686_628),
    "one-sided pentominoes, 6x15": (partial(work.one_sided, 6, 15), 4 * 2_567_183),
    WIDE: (partial(work.one_sided, 9, 10), 4 * 10_440_433),
    "dominoes, 16x16": (
        partial(work.dominoes, 16, 16),
        2_444_888_770_250_892_795_802_079_170_816,
    ),
    "dominoes, 8x100": (
        partial(work.dominoes, 8, 100),
        82480872701819841011582029499055748502616126613824529802178700733106822468932478950831981372929,
    ),
    "tetrominoes, 8x30": (
        partial(work.tetrominoes, 8, 30),
        1432693156688931122084730339484762305944688,
    ),
}


def measured(name: str, rounds: int) -> tuple[int, float, int]:
    """Count a board; return the count, the median seconds, and the peak memory in MiB."""
    model = BOARDS[name][0]()
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        found = planning.count(Lowering(model).cover, (), Run(memory=MEMORY))
        taken.append(time.process_time() - start)
    return found, statistics.median(taken), peak()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--wide", action="store_true", help="9x10 too, in 11 GiB")
    args = parser.parse_args()
    print("| board | solutions | processor time | peak of the process |")
    print("| --- | ---: | ---: | ---: |")
    for name, (_, expected) in BOARDS.items():
        if name == WIDE and not args.wide:
            continue
        rounds = 1 if args.quick or name == WIDE else 5
        found, taken, most = in_a_process(measured, name, rounds)
        check(name, found, expected)
        few = f"{found:,}" if found < 10**9 else f"{found:.3e}".replace("e+", " * 10^")
        print(f"| {name} | {few} | {shown(taken)} | {most:,} MiB |", flush=True)


if __name__ == "__main__":
    main()
