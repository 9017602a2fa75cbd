"""How long griddlers take, side by side with whatever other solvers are installed.

    .venv/bin/python benchmarks/griddlers.py [--folder FOLDER] [--only WORD] [--timeout S]

Each engine finds the solution and proves that there is no second one, on one thread; the times
are medians of wall-clock milliseconds of solving alone, without reading the file or starting a
process. The other solvers, each left out with a word where it is not installed:
cp-sat (pip install ortools, the extra cpsat), gecode (apt install minizinc; the time that Gecode
itself reports), and nonogram (pip install nonogram; line logic in Python, which proves nothing
beyond it). A puzzle that an engine does not finish in the timeout is shown as >S, one on which it
ends without a solution as `none`, a wrong solution as `wrong`.
"""

import argparse
import contextlib
import io
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import calpuzzle as cp
from calpuzzle.griddler import cpsat
from calpuzzle.griddler.puzzle import Clues, fits
from calpuzzle.griddler.solver import solve

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "nonograms"
Engine = Callable[[Clues, float], "float | str"]
LIMITS = {6574: 60_000.0, **dict.fromkeys((1, 6, 16, 21, 23, 27, 65, 436, 529), 200.0)}


def native(puzzle: Clues, timeout: float) -> float | str:
    """Milliseconds of the compiled search."""
    start = time.perf_counter()
    result = solve(puzzle, 2, seconds=timeout)
    spent = time.perf_counter() - start
    return 1000 * spent if result.count else f">{timeout:g} s"


def cp_sat(puzzle: Clues, timeout: float) -> float | str:
    """Milliseconds of CP-SAT, the model's making included."""
    start = time.perf_counter()
    result = cpsat.solve(puzzle, 2, seconds=timeout)
    spent = time.perf_counter() - start
    return 1000 * spent if result.complete or result.count > 1 else f">{timeout:g} s"


def minizinc_model(puzzle: Clues) -> str:
    """The puzzle in MiniZinc: a regular language a line."""
    values = puzzle.colours + 1
    size = puzzle.height * puzzle.width
    parts = ['include "regular.mzn";', f"array[1..{size}] of var 1..{values}: x;"]
    for index in range(puzzle.height + puzzle.width):
        finals, moves = cpsat.automaton(puzzle.line(index))
        states = 1 + max(max(move[0], move[2]) for move in moves)
        table = [[0] * values for _ in range(states)]
        for source, colour, target in moves:
            table[source][colour] = target + 1
        rows = "|".join(",".join(map(str, row)) for row in table)
        cells = ",".join(f"x[{cell + 1}]" for cell in puzzle.cells_of(index))
        ends = ",".join(str(final + 1) for final in finals)
        parts.append(f"constraint regular([{cells}],{states},{values},[|{rows}|],1,{{{ends}}});")
    parts.append("solve :: int_search(x, dom_w_deg, indomain_max, complete) satisfy;")
    return "\n".join(parts) + "\n"


def gecode(puzzle: Clues, timeout: float) -> float | str:
    """Milliseconds that Gecode reports for its own set-up and search."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "puzzle.mzn"
        model.write_text(minizinc_model(puzzle))
        limit = ["--time-limit", str(int(1000 * timeout))]
        command = ["minizinc", "--solver", "gecode", "-n", "2", "--statistics", *limit, str(model)]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "==========" not in out and out.count("----------") < 2:
        return f">{timeout:g} s"
    found = dict(re.findall(r"%%%mzn-stat: (initTime|solveTime)=([0-9.e+-]+)", out))
    return 1000 * sum(map(float, found.values()))


def nonogram(puzzle: Clues, _: float) -> float | str:
    """Milliseconds of the PyPI package nonogram, its line logic; black and white only."""
    import numpy as np

    # It imports a commercial optimizer for a method that is not used here.
    sys.modules.setdefault("gurobipy", ModuleType("gurobipy"))
    from nonogram.src.core.solveurs import dynamic_programming as other

    if puzzle.colours > 1:
        return "colours"
    rows, columns = ([[n for n, _ in c] for c in side] for side in (puzzle.rows, puzzle.columns))
    grid = np.full((puzzle.height, puzzle.width), other.CASE_VIDE)
    start = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        solved = other.solve(rows, columns, grid=grid)[0]
    spent = time.perf_counter() - start
    if (solved == other.CASE_VIDE).any():
        return "none"
    answer = tuple(tuple(int(cell == other.CASE_NOIRE) for cell in row) for row in solved)
    return 1000 * spent if fits(puzzle, answer) else "wrong"


def engines() -> dict[str, Engine]:
    """The engines that are installed; the others are named on stderr."""
    have = {
        "cp-sat": (cp_sat, find_spec("ortools")),
        "gecode": (gecode, shutil.which("minizinc")),
        "nonogram": (nonogram, find_spec("nonogram")),
    }
    found: dict[str, Engine] = {"calpuzzle": native}
    for name, (engine, installed) in have.items():
        if installed:
            found[name] = engine
        else:
            print(f"{name}: absent", file=sys.stderr)
    return found


def median(engine: Engine, puzzle: Clues, timeout: float) -> float | str:
    """The median of 3 to 21 runs, fewer for slow puzzles; or what the first run said."""
    first = engine(puzzle, timeout)
    if isinstance(first, str) or first > 5000:
        return first
    runs = 21 if first < 100 else 3
    times = [engine(puzzle, timeout) for _ in range(runs)]
    return statistics.median(value for value in times if isinstance(value, float))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", default="", help="files whose name has this in it")
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    paths = [path for path in sorted(options.folder.glob("*")) if options.only in path.name]
    if not paths:
        print(f"no puzzles in {options.folder}", file=sys.stderr)
        return 2
    found = engines()
    print(f"{'milliseconds':<28} {'size':>7} " + " ".join(f"{name:>11}" for name in found))
    late = 0
    for path in paths:
        puzzle = cp.load(path, kind="griddler").clues
        times = {name: median(engine, puzzle, options.timeout) for name, engine in found.items()}
        cells = (f"{t:>11.3f}" if isinstance(t, float) else f"{t:>11}" for t in times.values())
        size = f"{puzzle.width}x{puzzle.height}"
        print(f"{path.name[:28]:<28} {size:>7} " + " ".join(cells), flush=True)
        late += too_late(path.name, times["calpuzzle"])
    return int(late > 0)


def too_late(name: str, spent: float | str) -> int:
    """Whether a puzzle of the webpbn survey took longer than it may; said on stderr."""
    found = re.match(r"webpbn-0*([0-9]+)", name)
    limit = LIMITS.get(int(found[1])) if found else None
    if limit is None or (isinstance(spent, float) and spent < limit):
        return 0
    print(f"{name} took {spent}, the limit is {limit} ms", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
