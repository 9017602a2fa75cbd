"""Times of nonograms, side by side with whatever other solvers are installed.

    .venv/bin/python benchmarks/griddlers.py [FOLDER ...] [--only WORD] [--timeout S]
    .venv/bin/python benchmarks/griddlers.py --random 30 --densities 35,40,50 --seeds 5
    .venv/bin/python benchmarks/griddlers.py --engines auto,lines,clauses,glucose

Each engine finds the solution and proves that there is no second one, or finds two, on one thread;
the times are the least of some runs, in milliseconds of processor time, without reading the file.
auto, lines and clauses are the searches here. The other solvers, each left out with a word where it
is not installed: cp-sat (pip install ortools, the extra cpsat), glucose (python-sat, the extra sat,
on the clauses made here), gecode (apt install minizinc; the time that Gecode itself reports),
pynogram and nonogram (pip; the latter has line logic alone), and on PATH, with the time of the
whole process, grid (the Olšáks'), nonogram (Simpson's) and pbnsolve (Wolter's). `late` is past the
timeout (by the clock, of cp-sat, gecode and pynogram), `none` no solution. Behind them stand how
many times as long as the better of lines and clauses `auto` took, and as the best of all others,
what is below a millisecond counted as one. Every answer must have the same number of solutions, up
to two.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from griddler_peers import LATE, PEERS, Engine, Took

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.nonogram.puzzle import Clues, from_grid
from calpuzzle.nonogram.solver import solve
from calpuzzle.nonogram.turns import ENGINES

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "nonograms"
LIMITS = {6574: 60_000.0, **dict.fromkeys((1, 6, 16, 21, 23, 27, 65, 436, 529), 200.0)}
WIDTH = 9


class Until:
    """An event that is set when the process has had so many seconds more of a processor."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds

    def is_set(self) -> bool:
        return time.process_time() >= self.end


def own(puzzle: Clues, timeout: float, engine: str) -> Took | str:
    """The search here."""
    start = time.process_time()
    try:
        result = solve(puzzle, 2, engine=engine, stop=Until(timeout))
    except StoppedError:
        return LATE
    return 1000 * (time.process_time() - start), result.count


def engines(wanted: list[str]) -> dict[str, Engine]:
    """The engines that are wanted (none: all) and installed; the others are named on stderr."""
    found: dict[str, Engine] = {name: partial(own, engine=name) for name in ENGINES}
    for name, (engine, installed) in PEERS.items():
        if installed():
            found[name] = engine
        elif not wanted or name in wanted:
            print(f"{name}: absent", file=sys.stderr)
    return {name: engine for name, engine in found.items() if not wanted or name in wanted}


def least(engine: Engine, puzzle: Clues, timeout: float) -> Took | str:
    """The least time of several runs, fewer of slow puzzles; or what the first run said."""
    best = engine(puzzle, timeout)
    if isinstance(best, str):
        return best
    for _ in range(10 if best[0] < 50 else 2 if best[0] < 2000 else 0):
        again = engine(puzzle, timeout)
        if not isinstance(again, str):
            best = min(best, again)
    return best


def files(folders: list[Path], word: str) -> Iterator[tuple[str, Clues]]:
    """The griddlers of folders, by their names."""
    for folder in folders:
        for path in sorted(folder.glob("*")):
            if word in path.name and path.is_file():
                try:
                    yield path.name, cp.load(path, kind="nonogram").clues
                except InputError:
                    print(f"{path.name}: no griddler", file=sys.stderr)


def randoms(side: int, densities: list[int], seeds: int) -> Iterator[tuple[str, Clues]]:
    """Griddlers of random grids, whose cells are black so often in a hundred times."""
    for density in densities:
        for seed in range(seeds):
            rng = random.Random(1000 * density + seed)
            rows = (
                tuple(int(rng.random() * 100 < density) for _ in range(side)) for _ in range(side)
            )
            yield f"random {density} % {seed}", from_grid(tuple(rows))


def ratio(times: dict[str, Took | str], names: list[str]) -> float | None:
    """Return how many times as long as the best of those `auto` took, where that is a
    millisecond or more; None where nobody came to an end, or auto was not asked."""
    others = [took[0] for name in names if not isinstance(took := times.get(name, LATE), str)]
    mine = times.get("auto", "")
    if not others or mine == "":
        return None
    return float("inf") if isinstance(mine, str) else max(mine[0], 1) / max(min(others), 1)


def cell(took: Took | str | float | None) -> str:
    """A time, a ratio or a word in a column."""
    if isinstance(took, tuple):
        return f"{took[0]:>{WIDTH}.2f}"
    if took is None or isinstance(took, str):
        return f"{took or '-':>{WIDTH}}"
    return f"{took:>{WIDTH}.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[FOLDER])
    parser.add_argument("--only", default="", help="files whose name has this in it")
    parser.add_argument("--timeout", type=float, default=60, help="seconds")
    parser.add_argument("--engines", default="", help="names, apart by commas")
    parser.add_argument("--random", type=int, metavar="SIDE", help="random griddlers instead")
    parser.add_argument("--densities", default="30,35,40,45,50,60,70", help="in a hundred")
    parser.add_argument("--seeds", type=int, default=3, help="of each density")
    options = parser.parse_args()
    if options.random:
        densities = [int(word) for word in options.densities.split(",")]
        puzzles = list(randoms(options.random, densities, options.seeds))
    else:
        puzzles = list(files(options.folders, options.only))
    if not puzzles:
        print(f"no puzzles in {', '.join(map(str, options.folders))}", file=sys.stderr)
        return 2
    found = engines([name for name in options.engines.split(",") if name])
    columns = [*found, "/ own", "/ others"]
    print(f"{'milliseconds':<28} {'size':>7} " + " ".join(f"{name:>{WIDTH}}" for name in columns))
    wrong = 0
    for name, puzzle in puzzles:
        times = {other: least(engine, puzzle, options.timeout) for other, engine in found.items()}
        ratios = ratio(times, ["lines", "clauses"]), ratio(times, list(PEERS))
        cells = " ".join(map(cell, (*times.values(), *ratios)))
        print(f"{name[:28]:<28} {f'{puzzle.width}x{puzzle.height}':>7} {cells}", flush=True)
        counts = {min(took[1], 2) for took in times.values() if not isinstance(took, str)}
        if len(counts) > 1:
            print(f"{name}: the engines disagree, {times}", file=sys.stderr)
        wrong += len(counts) > 1 or too_late(name, times.get("auto"))
    return int(wrong > 0)


def too_late(name: str, took: Took | str | None) -> bool:
    """Return whether a puzzle of the webpbn survey took longer than it may; said on stderr."""
    found = re.match(r"webpbn-0*([0-9]+)", name)
    limit = LIMITS.get(int(found[1])) if found else None
    if limit is None or took is None or (not isinstance(took, str) and took[0] < limit):
        return False
    print(f"{name} took {took}, the limit is {limit} ms", file=sys.stderr)
    return True


if __name__ == "__main__":
    sys.exit(main())
