"""Third-party solvers solve the models that `convert` writes, and `show` reads their solutions."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import EXAMPLES, SMALL, Run

import calpuzzle as cp

HIGHS = """
import sys, highspy
h = highspy.Highs()
h.readModel(sys.argv[1])
h.run()
h.writeSolution(sys.argv[2], 0)
"""
PYSAT = """
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical153
with Cadical153(bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as solver:
    found = solver.solve()
    model = solver.get_model() if found else []
with open(sys.argv[2], "w") as out:
    out.write("c a comment\\ns SATISFIABLE\\n" if found else "s UNSATISFIABLE\\n")
    for at in range(0, len(model), 9):
        out.write("v " + " ".join(map(str, model[at : at + 9])) + "\\n")
    out.write("v 0\\n" if found else "")
"""
SOLVERS = {
    "glpsol": ("mod", ["glpsol", "--math", "m.mod", "-w", "s"]),
    "glpsol, MPS": ("mps", ["glpsol", "--freemps", "m.mps", "-o", "s"]),
    "cbc, LP": ("lp", ["cbc", "m.lp", "solve", "solution", "s"]),
    "cbc, MPS": ("mps", ["cbc", "m.mps", "solve", "solution", "s"]),
    "minisat": ("cnf", ["minisat", "m.cnf", "s"]),
    "highspy, LP": ("lp", [sys.executable, "-c", HIGHS, "m.lp", "s"]),
    "pysat": ("cnf", [sys.executable, "-c", PYSAT, "m.cnf", "s"]),
}
"""For each solver: the extension of the model it reads, and a command that writes the file `s`."""
PLACED = {
    "a challenge": (["iq-fit", "--placed", "b43SG82WR11S"], ["toml", "dpf", "dlx"]),
    "equal pieces": (
        ["mixed-7x7-11-pieces", "Jan 1", "--placed", "O4@5,0 I4@0,6:2"],
        ["toml", "dlx"],
    ),
    "doodle fit": (
        [str(EXAMPLES / "two.txt"), "--placed", '{"1": [[0, 0], [1, 0]]}'],
        ["txt", "geo"],
    ),
    "a solid": (
        ["soma", "--placed", '{"V": [[0, 0, 0], [0, 0, 1], [0, 1, 1]]}'],
        ["toml", "xmpuzzle"],
    ),
}
"""Puzzles with placed pieces, and the formats that can represent the residual problem."""
QUESTIONS = {
    "a date": ["dray", "2026-11-20"],
    "a date with a piece": ["dray", "Jan 1 Sat", "--placed", "I4@3,6:2"],
    "a challenge": ["iq-fit", "--placed", "b43SG82WR11S"],
    "doodle fit": [str(EXAMPLES / "two.txt")],
    "equal pieces": PLACED["equal pieces"][0],
    "all dates": ["month-day-7x7"],
}


def run_solver(run: Run, folder: Path, solver: str, name: str, *words: str) -> None:
    """Run a solver on a converted puzzle in the folder, or skip the test if it is not installed."""
    ending, (program, *rest) = SOLVERS[solver]
    module = solver.partition(",")[0]
    is_module = program == sys.executable
    if (importlib.util.find_spec(module) if is_module else shutil.which(program)) is None:
        pytest.skip(f"{module} is not installed")
    run("convert", name, f"m.{ending}", *words)
    command = [program, *rest]
    subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)


UNSOLVABLE = "B 2"  # a date without a solution if L4 replaces I4
EVERY = [("a challenge", solver) for solver in sorted(SOLVERS)]
SOME = [(question, solver) for question in sorted(QUESTIONS) for solver in ("glpsol", "minisat")]


@pytest.mark.long
@pytest.mark.parametrize(("question", "solver"), sorted({*EVERY, *SOME}))
def test_show_reads_solver_output(run: Run, folder: Path, solver: str, question: str) -> None:
    name, *words = QUESTIONS[question]
    run_solver(run, folder, solver, name, *words)
    done = run("show", name, *words, "--solution", "s")
    assert done.code == 0, done.err
    (folder / "drawn.txt").write_text(done.out)
    date = words[:1] if words and not words[0].startswith("--") else []
    every = ["any"] if not date and cp.load(name, kind="puzzle").groups else []
    assert run("count", name, *date, *every, "--placed", "@drawn.txt").out == "1\n"


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_show_reports_that_a_solver_found_no_solution(run: Run, folder: Path, solver: str) -> None:
    weak = SMALL.replace('I4 = "####"', 'L4 = """\n###\n#..\n"""')
    (folder / "weak.toml").write_text(weak)
    run_solver(run, folder, solver, "weak.toml", UNSOLVABLE)
    done = run("show", "weak.toml", UNSOLVABLE, "--solution", "s")
    assert done.code == 1
    assert "s reports that the solver found no solution" in done.err


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_show_draws_the_solution_of_a_solver(run: Run, folder: Path, form: str) -> None:
    # Variables 1, 5 and 8 of the written model place the pieces 1, 2 and 0.
    (folder / "s").write_text("s SATISFIABLE\nv 1 -2 -3 -4 5 -6 -7 8 -9 0\n")
    done = run("show", "two.txt", "--solution", "s", "-o", f"x.{form}")
    assert done == (0, "", f"calpuzzle: wrote x.{form}\n")
    assert run("solve", "two.txt", "-o", f"y.{form}").code == 0
    assert (folder / f"x.{form}").read_bytes() == (folder / f"y.{form}").read_bytes()


@pytest.mark.parametrize("question", sorted(PLACED))
def test_convert_removes_the_placed_pieces(run: Run, folder: Path, question: str) -> None:
    (name, *words), endings = PLACED[question]
    number = int(run("count", name, *words).out)
    for ending in endings:
        done = run("convert", name, f"left.{ending}", *words)
        assert (done.code, done.err) == (0, f"calpuzzle: wrote left.{ending}\n")
        every = ["any"] if question == "equal pieces" and ending == "toml" else []
        assert number and int(run("count", f"left.{ending}", *every).out) == number


def test_convert_refuses_if_no_piece_remains(run: Run, folder: Path) -> None:
    run("solve", "soma", "--format", "jsonl", "-o", "all.json")
    done = run("convert", "soma", "left.toml", "--placed", "@all.json")
    assert done.sentence(2) == "the placed pieces cover every cell of soma, so none remains"
    assert not (folder / "left.toml").exists()


@pytest.mark.long
def test_convert_to_another_language_writes_a_playable_puzzle(run: Run) -> None:
    pytest.importorskip("babel")
    words = ["--language", "de", "--week-starts", "Mon"]
    assert run("convert", "weekday-8x7", "mine.toml", *words).code == 0
    assert "exists already" in run("convert", "weekday-8x7", "mine.toml").sentence()
    assert run("count", "2026-11-23", "mine.toml").out == "3924\n"
    assert run("count", "2026-11-23", "weekday-8x7").out == "1496\n"
    assert run("count", "Mo", "Mai", "4", "mine.toml").code == 0
    assert run("convert", "weekday-8x7", "mine.toml", "--language", "ar", "--force").code == 0
    assert run("count", "2026-11-23", "mine.toml").out == "1496\n"
