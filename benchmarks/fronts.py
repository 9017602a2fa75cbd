"""Long boards and counts of any size: seconds and memory of the engine `frontier`.

    python benchmarks/fronts.py              dominoes up to 16x16, tetrominoes on 8x30
    python benchmarks/fronts.py --quick      one round, and nothing that takes longer than a second

Each board is counted in a process of its own, so that its memory can be told; times are those of
its core, from the model on. The counts have to be those of Kasteleyn's formula, of OEIS, or of a
plain front in Python that begins at the other end (tests/engines/test_frontier.py). What other
engines can count is counted side by side.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from measure import check, shown, side_by_side, table

from calpuzzle import engines
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, board
from calpuzzle.puzzle.polyominoes import polyominoes


class Long(NamedTuple):
    """A rectangle for polyominoes of some sizes, each used so often, and its count."""

    height: int
    width: int
    sizes: tuple[int, ...]
    least: int
    most: int
    expected: int
    slow: bool = False

    @property
    def name(self) -> str:
        kinds = {1: "monominoes", 2: "dominoes", 3: "trominoes", 4: "tetrominoes"}
        often = (
            f", {self.least} of each" if self.least and len(self.sizes) == 1 < self.kinds else ""
        )
        return (
            f"{' and '.join(kinds[size] for size in self.sizes)}{often}, {self.height}x{self.width}"
        )

    @property
    def kinds(self) -> int:
        return sum(len(polyominoes(size)) for size in self.sizes)

    def model(self) -> Model:
        """The puzzle."""
        pieces = [
            own._replace(least=self.least, most=self.most)
            for size in self.sizes
            for own in polyominoes(size)
        ]
        return Model("long", board([["."] * self.width] * self.height), tuple(pieces))


BOARDS = [
    Long(8, 32, (2,), 128, 128, 1_010_618_564_986_361_239_515_088_848_178),
    Long(16, 16, (2,), 128, 128, 2_444_888_770_250_892_795_802_079_170_816),
    Long(
        8, 100, (2,), 400, 400,
        82480872701819841011582029499055748502616126613824529802178700733106822468932478950831981372929,
    ),
    Long(9, 9, (1, 2), 0, 81, 10_185_111_919_160_666_118_608),
    Long(10, 30, (3,), 0, 100, 348805711097258732526054300109455704311828815010),
    Long(9, 30, (3,), 45, 45, 50805002698132273023933968434286207724424, True),
    Long(8, 30, (4,), 0, 60, 1432693156688931122084730339484762305944688),
]  # fmt: skip

PROGRAM = """
import sys, time
sys.path.insert(0, {folder!r})
from fronts import BOARDS
from calpuzzle.engines import load
from calpuzzle.puzzle.lowering import Lowering
model = BOARDS[{number}].model()
counted, first = [], []
for _ in range({rounds}):
    start = time.process_time()
    next(load("auto").solutions(Lowering(model).cover))
    middle = time.process_time()
    total = load("auto").count(Lowering(model).cover)
    counted.append(time.process_time() - middle)
    first.append(middle - start)
# ru_maxrss would count what the process was forked from; VmHWM is its own.
status = open("/proc/self/status").read()
half = len(counted) // 2
peak = int(status.split("VmHWM:")[1].split()[0]) >> 10
print(total, sorted(counted)[half], sorted(first)[half], peak)
"""


def row(number: int, rounds: int) -> None:
    """A row of the table: the medians of some rounds, and the peak of the process."""
    own = BOARDS[number]
    program = PROGRAM.format(folder=sys.path[0], number=number, rounds=rounds)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    total, counted, first, peak = run.stdout.split()
    check(own.name, int(total), own.expected)
    few = f"{own.expected:.3e}".replace("e+", " · 10^")
    times = f"{shown(float(counted))} | {shown(float(first))}"
    print(f"| {own.name} | {few} | {times} | {int(peak):,} MiB |")


def count(name: str, model: Model) -> int:
    """A count by an engine, from the model on."""
    return engines.load(name).count(Lowering(model).cover)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one round, without what is slow")
    args = parser.parse_args()
    rounds = 1 if args.quick else 5
    print("### Boards past 128 places, and counts past 64 bits\n")
    print("| board | solutions | count | first solution | peak of the process |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for number, own in enumerate(BOARDS):
        if not (args.quick and own.slow):
            row(number, rounds)
    print()
    for height, width, expected, names in (
        (8, 8, 12_988_816, ("frontier", "diagram", "halves")),
        (8, 16, 540_061_286_536_921, ("frontier", "diagram", "halves")),
    ):
        area = height * width // 2
        model = Long(height, width, (2,), area, area, expected).model()
        contenders: dict[str, Callable[[], int]] = {
            name: partial(count, name, model) for name in names
        }
        title = f"dominoes on {height}x{width}"
        print(table(title, side_by_side(contenders, expected, rounds)))


if __name__ == "__main__":
    main()
