"""Compare the times of calpuzzle on nonograms with those of the other solvers installed.

    .venv/bin/python benchmarks/griddlers.py [FOLDER ...] [--only WORD] [--timeout S]
    .venv/bin/python benchmarks/griddlers.py --random 30 --densities 35,40,50 --seeds 5
    .venv/bin/python benchmarks/griddlers.py --engines auto,lines,clauses,glucose

Each engine uses one thread. It finds two solutions, or finds the only solution and proves that it
is unique. The times are milliseconds of processor time, the shortest of several runs, and do not
include reading the file. auto, lines and clauses are the searches of calpuzzle. The other solvers
are omitted, with a message, if they are not installed: cp-sat (pip install ortools, the extra
cpsat), glucose (python-sat, the extra sat; it solves the clauses that calpuzzle makes), and three
programs on PATH, whose times are those of the whole process: grid (by the Olšáks), simpson (the
program nonogram, by Simpson) and pbnsolve (by Wolter). A cell without a time is `late` if the
timeout was reached, `none` if the program printed no answer, and `colours` if the program supports
black only. All engines must agree on whether there are no, one or several solutions.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from measure import Clock, child_seconds

import calpuzzle as cp
from calpuzzle._core.learning import Learner
from calpuzzle.base.errors import InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.formats.registry import render
from calpuzzle.nonogram import cpsat_solver
from calpuzzle.nonogram.clues import Clues, from_grid
from calpuzzle.nonogram.solver import solve
from calpuzzle.nonogram.turns import ENGINES

Took = tuple[float, int]
Engine = Callable[[Clues, float], "Took | str"]
LATE = "late"
WIDTH = 9


def run_search(puzzle: Clues, timeout: float, engine: str) -> Took | str:
    """Run a search of calpuzzle."""
    start = time.process_time()
    try:
        result = solve(puzzle, 2, engine=engine, stop=Clock(timeout))
    except StoppedError:
        return LATE
    return 1000 * (time.process_time() - start), result.count


def cp_sat(puzzle: Clues, timeout: float) -> Took | str:
    """Run CP-SAT; the time includes building its model."""
    start = time.process_time()
    result = cpsat_solver.solve(puzzle, 2, seconds=timeout)
    spent = time.process_time() - start
    return (1000 * spent, result.count) if result.complete or result.count > 1 else LATE


def glucose(puzzle: Clues, timeout: float) -> Took | str:
    """Run Glucose, from python-sat, on the clauses of calpuzzle's own clause search."""
    from pysat.solvers import Glucose4

    start = time.process_time()
    clauses = Learner(puzzle.rows, puzzle.columns, puzzle.colours, puzzle.initial_masks()).clauses()
    cells = puzzle.height * puzzle.width * (1 if puzzle.colours == 1 else puzzle.colours + 1)
    count = 0
    with Glucose4(bootstrap_with=clauses) as solver:
        while count < 2:
            solver.conf_budget(2000)
            found = solver.solve_limited()
            if found is None and time.process_time() - start > timeout:
                return LATE
            if found:
                count += 1
                solver.add_clause([-literal for literal in solver.get_model()[:cells]])
            elif found is not None:
                break
    return 1000 * (time.process_time() - start), count


def run(puzzle: Clues, form: str, command: list[str], timeout: float) -> tuple[float, str] | str:
    """Run a program. Return its milliseconds and its output, or LATE at the timeout. The word `{}`
    of the command is replaced by the path of a file with the puzzle in the format `form`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"puzzle.{form}"
        path.write_bytes(render(puzzle, form).data)
        before = child_seconds()
        try:
            done = subprocess.run(
                [word.replace("{}", str(path)) for word in command],
                capture_output=True,
                timeout=10 * timeout,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(timeout) + 1,) * 2),
                cwd=folder,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return LATE
    spent = child_seconds() - before
    if done.returncode < 0:
        return LATE
    return 1000 * spent, done.stdout.decode("latin-1")


def olsak(puzzle: Clues, timeout: float) -> Took | str:
    """Run grid, by the Olšáks."""
    if puzzle.colours > 1:
        return "colours"
    said = run(puzzle, "mk", ["grid", "-log", "0", "-out", "1", "-total", "2", "{}"], timeout)
    if isinstance(said, str):
        return said
    rows = [line for line in said[1].splitlines() if line.strip(" *") == "" and len(line) > 1]
    blank = sum(not clue for clue in puzzle.rows)
    grids = round(len([row for row in rows if "*" in row]) / max(1, puzzle.height - blank))
    # The program prints nothing if a line is too long for it.
    return (said[0], grids) if grids else "none"


def simpson(puzzle: Clues, timeout: float) -> Took | str:
    """Run the program nonogram, by Simpson, with the fastest of its algorithms."""
    if puzzle.colours > 1:
        return "colours"
    command = ["nonogram", "-Afcomp", "-s", "2", "+o", "-CO", "-i", "{}", "-x"]
    said = run(puzzle, "non", command, timeout)
    return said if isinstance(said, str) else (said[0], int(said[1].split()[-1]))


def pbnsolve(puzzle: Clues, timeout: float) -> Took | str:
    """Run pbnsolve, by Jan Wolter."""
    said = run(puzzle, "webpbn", ["pbnsolve", "-b", "-u", "-fxml", "{}"], timeout)
    if isinstance(said, str):
        return said
    words = {"unique": 1, "multiple": 2, "contradiction": 0}
    found = [words[word] for word in said[1].split() if word in words]
    return (said[0], found[0]) if found else "none"


PEERS: dict[str, tuple[Engine, Callable[[], object]]] = {
    "cp-sat": (cp_sat, lambda: find_spec("ortools")),
    "glucose": (glucose, lambda: find_spec("pysat")),
    "grid": (olsak, lambda: shutil.which("grid")),
    "simpson": (simpson, lambda: shutil.which("nonogram")),
    "pbnsolve": (pbnsolve, lambda: shutil.which("pbnsolve")),
}
"""The other solvers by name, and whether each is installed."""


def engines(wanted: list[str]) -> dict[str, Engine]:
    """Return the wanted engines (all for an empty list) that are installed. Report the others on
    stderr."""
    found: dict[str, Engine] = {name: partial(run_search, engine=name) for name in ENGINES}
    for name, (engine, installed) in PEERS.items():
        if installed():
            found[name] = engine
        elif not wanted or name in wanted:
            print(f"{name}: absent", file=sys.stderr)
    return {name: engine for name, engine in found.items() if not wanted or name in wanted}


def least(engine: Engine, puzzle: Clues, timeout: float) -> Took | str:
    """Return the shortest time of several runs, fewer for slow puzzles; or the word that the first
    run returned instead of a time."""
    best = engine(puzzle, timeout)
    if isinstance(best, str):
        return best
    for _ in range(10 if best[0] < 50 else 2 if best[0] < 2000 else 0):
        again = engine(puzzle, timeout)
        if not isinstance(again, str):
            best = min(best, again)
    return best


def files(folders: list[Path], word: str) -> Iterator[tuple[str, Clues]]:
    """Yield the nonograms in folders, each after its file name; `word` must be in the name."""
    for folder in folders:
        for path in sorted(folder.glob("*")):
            if word in path.name and path.is_file():
                try:
                    yield path.name, cp.load(path, kind="nonogram").clues
                except InputError:
                    print(f"{path.name}: not a nonogram", file=sys.stderr)


def randoms(side: int, densities: list[int], seeds: int) -> Iterator[tuple[str, Clues]]:
    """Yield the names and the clues of random grids; `densities` are percentages of black
    cells."""
    for density in densities:
        for seed in range(seeds):
            rng = random.Random(1000 * density + seed)
            rows = (
                tuple(int(rng.random() * 100 < density) for _ in range(side)) for _ in range(side)
            )
            yield f"random {density} % {seed}", from_grid(tuple(rows))


def cell(took: Took | str) -> str:
    """Return a time or a word as text, padded to the width of a column."""
    return f"{took:>{WIDTH}}" if isinstance(took, str) else f"{took[0]:>{WIDTH}.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, help="folders with puzzle files")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    parser.add_argument("--timeout", type=float, default=60, help="seconds")
    parser.add_argument("--engines", default="", help="names, separated by commas")
    parser.add_argument("--random", type=int, metavar="SIDE", help="random nonograms instead")
    parser.add_argument("--densities", default="30,35,40,45,50,60,70", help="%% of black cells")
    parser.add_argument("--seeds", type=int, default=3, help="of each density")
    options = parser.parse_args()
    if options.random:
        densities = [int(word) for word in options.densities.split(",")]
        puzzles = list(randoms(options.random, densities, options.seeds))
    else:
        puzzles = list(files(options.folders, options.only))
    if not puzzles:
        parser.error("name folders with puzzles, or --random SIDE")
    found = engines([name for name in options.engines.split(",") if name])
    print(f"{'milliseconds':<28} {'size':>7} " + " ".join(f"{name:>{WIDTH}}" for name in found))
    wrong = 0
    for name, puzzle in puzzles:
        times = {other: least(engine, puzzle, options.timeout) for other, engine in found.items()}
        cells = " ".join(map(cell, times.values()))
        print(f"{name[:28]:<28} {f'{puzzle.width}x{puzzle.height}':>7} {cells}", flush=True)
        counts = {min(took[1], 2) for took in times.values() if not isinstance(took, str)}
        if len(counts) > 1:
            print(f"{name}: the engines disagree, {times}", file=sys.stderr)
        wrong += len(counts) > 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
