"""Other solvers of griddlers, each asked for a solution and for the proof that there is no second.

An engine takes a puzzle and a time in seconds, and gives the milliseconds of processor time that it
took and the number of solutions up to two, or a word: `late`, `none` where it ends without a
solution, `colours` where it knows black alone. Programs are found by their names on PATH, and their
time is that of the whole process.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import logging
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from calpuzzle._core.learning import Learner
from calpuzzle.formats.registry import render
from calpuzzle.nonogram import cpsat
from calpuzzle.nonogram.puzzle import Clues, fits

Took = tuple[float, int]
Engine = Callable[[Clues, float], "Took | str"]
LATE = "late"


def cp_sat(puzzle: Clues, timeout: float) -> Took | str:
    """CP-SAT, the model's making included."""
    start = time.process_time()
    result = cpsat.solve(puzzle, 2, seconds=timeout)
    spent = time.process_time() - start
    return (1000 * spent, result.count) if result.complete or result.count > 1 else LATE


def glucose(puzzle: Clues, timeout: float) -> Took | str:
    """Glucose of python-sat, on the clauses that the search here is made of."""
    from pysat.solvers import Glucose4

    start = time.process_time()
    clauses = Learner(puzzle.rows, puzzle.columns, puzzle.colours, puzzle.everything()).clauses()
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


def pynogram(puzzle: Clues, timeout: float) -> Took | str:
    """The package pynogram: line logic, contradictions and a search, in Python."""
    # Python no longer has what a package that it needs imports.
    known = namedtuple("known", "args varargs keywords defaults")
    if not hasattr(inspect, "getargspec"):
        old: Any = inspect
        old.getargspec = lambda function: known(*inspect.getfullargspec(function)[:4])
    logging.getLogger("pynogram").setLevel(logging.ERROR)
    from pynogram.core.backtracking import Solver
    from pynogram.core.board import make_board
    from pynogram.reader import read_ini

    parts = read_ini(io.StringIO(sections(puzzle)))
    start = time.process_time()
    board = make_board(*parts)
    Solver(board, max_solutions=2, timeout=timeout).solve()
    spent = time.process_time() - start
    count = len(board.solutions or ()) or int(board.is_solved_full)
    return LATE if spent >= timeout else (1000 * spent, min(count, 2))


def sections(puzzle: Clues) -> str:
    """The puzzle in the sections that pynogram reads; colours are called a, b and so on."""
    plain = puzzle.colours == 1
    names = [chr(ord("a") + k) for k in range(puzzle.colours)]
    found = [f"{n} = ({own.rgb[1:]}) {n}" for n, own in zip(names, puzzle.palette[1:], strict=True)]
    lines = [] if plain else ["[colors]", *found, ""]
    lines.append("[clues]")
    for side, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines.append(f"{side} =")
        for own in clues:
            blocks = [f"{n}" if plain else f"{n}{names[c - 1]}" for n, c in own]
            lines.append("    " + (" ".join(blocks) or ("0" if plain else "' '")))
    return "\n".join(lines) + "\n"


def run(puzzle: Clues, form: str, command: list[str], timeout: float) -> tuple[float, str] | str:
    """The milliseconds that a program takes, and what it prints; the puzzle is in the file `{}`, in
    that format."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"puzzle.{form}"
        path.write_bytes(render(puzzle, form).data)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
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
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode < 0:
        return LATE
    return 1000 * spent, done.stdout.decode("latin-1")


def olsak(puzzle: Clues, timeout: float) -> Took | str:
    """The Olšáks' grid."""
    if puzzle.colours > 1:
        return "colours"
    said = run(puzzle, "mk", ["grid", "-log", "0", "-out", "1", "-total", "2", "{}"], timeout)
    if isinstance(said, str):
        return said
    rows = [line for line in said[1].splitlines() if line.strip(" *") == "" and len(line) > 1]
    blank = sum(not clue for clue in puzzle.rows)
    grids = round(len([row for row in rows if "*" in row]) / max(1, puzzle.height - blank))
    # It says nothing at all of lines that are too long for it.
    return (said[0], grids) if grids else "none"


def simpson(puzzle: Clues, timeout: float) -> Took | str:
    """Simpson's nonogram, by the fastest of its algorithms."""
    if puzzle.colours > 1:
        return "colours"
    command = ["nonogram", "-Afcomp", "-s", "2", "+o", "-CO", "-i", "{}", "-x"]
    said = run(puzzle, "non", command, timeout)
    return said if isinstance(said, str) else (said[0], int(said[1].split()[-1]))


def pbnsolve(puzzle: Clues, timeout: float) -> Took | str:
    """Jan Wolter's pbnsolve."""
    said = run(puzzle, "webpbn", ["pbnsolve", "-b", "-u", "-fxml", "{}"], timeout)
    if isinstance(said, str):
        return said
    words = {"unique": 1, "multiple": 2, "contradiction": 0}
    found = [words[word] for word in said[1].split() if word in words]
    return (said[0], found[0]) if found else "none"


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


def gecode(puzzle: Clues, timeout: float) -> Took | str:
    """Gecode by way of MiniZinc: the time that it reports for its own set-up and search."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "puzzle.mzn"
        model.write_text(minizinc_model(puzzle))
        limit = ["--time-limit", str(int(1000 * timeout))]
        command = ["minizinc", "--solver", "gecode", "-n", "2", "--statistics", *limit, str(model)]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    count = out.count("----------")
    if "==========" not in out and count < 2 and "UNSATISFIABLE" not in out:
        return LATE
    found = dict(re.findall(r"%%%mzn-stat: (initTime|solveTime)=([0-9.e+-]+)", out))
    return 1000 * sum(map(float, found.values())), count


def nonogram(puzzle: Clues, _: float) -> Took | str:
    """The PyPI package nonogram, its line logic; black and white only."""
    import numpy as np

    # It imports a commercial optimizer for a method that is not used here.
    sys.modules.setdefault("gurobipy", ModuleType("gurobipy"))
    from nonogram.src.core.solveurs import dynamic_programming as other

    if puzzle.colours > 1:
        return "colours"
    rows, columns = ([[n for n, _ in c] for c in side] for side in (puzzle.rows, puzzle.columns))
    grid = np.full((puzzle.height, puzzle.width), other.CASE_VIDE)
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        solved = other.solve(rows, columns, grid=grid)[0]
    spent = time.process_time() - start
    if (solved == other.CASE_VIDE).any():
        return "none"
    answer = tuple(tuple(int(cell == other.CASE_NOIRE) for cell in row) for row in solved)
    return (1000 * spent, 1) if fits(puzzle, answer) else "wrong"


PEERS: dict[str, tuple[Engine, Callable[[], object]]] = {
    "cp-sat": (cp_sat, lambda: find_spec("ortools")),
    "glucose": (glucose, lambda: find_spec("pysat")),
    "gecode": (gecode, lambda: shutil.which("minizinc")),
    "grid": (olsak, lambda: shutil.which("grid")),
    "simpson": (simpson, lambda: shutil.which("nonogram")),
    "pbnsolve": (pbnsolve, lambda: shutil.which("pbnsolve")),
    "pynogram": (pynogram, lambda: find_spec("pynogram")),
    "nonogram": (nonogram, lambda: find_spec("nonogram")),
}
"""The other solvers by name, and whether each is installed."""
