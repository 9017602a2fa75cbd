"""Nonograms as we write them, given to the programs that the formats are of: the
packages of npm and of PyPI, and scripts from public repositories.

A program is asked where it is on PATH, and left out with a word where it is not. docs/testing.md
says where each is from.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from other_programs import BLACK_ONLY, answer, needs, said, written

# What npm installs is a script beside the module that it asks.
NODE = """
const path = require("path"), fs = require("fs");
const script = fs.realpathSync(process.argv[1]);
const {status, puzzle} = require(path.join(path.dirname(script), "index.js"))(process.argv[2]);
console.log(JSON.stringify({status, cells: puzzle.toJSON().content}));
"""


@needs("nonogram-solver", "(npm install nonogram-solver)")
@needs("node", "(apt install nodejs)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_nonogram_solver_solves(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    path = written(tmp_path, puzzle, "json")
    out = json.loads(said("node", "-e", NODE, shutil.which("nonogram-solver"), path))
    # 1 and -1 are cells that are black and that are not.
    known = {1: 1, -1: 0}
    assert out["status"] == 1
    cells = [known[cell] for cell in out["cells"]]
    width = puzzle.width
    rows = tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width))
    assert rows == answer(puzzle)


ASP = """
1 {at(row, R, K, S) : S = 1..w - L + 1} 1 :- row_hint(R, K, L), L > 0.
1 {at(col, C, K, S) : S = 1..h - L + 1} 1 :- col_hint(C, K, L), L > 0.
hint(row, R, K, L) :- row_hint(R, K, L).
hint(col, C, K, L) :- col_hint(C, K, L).
:- at(T, X, K, S), at(T, X, K + 1, Q), hint(T, X, K, L), Q <= S + L.
black(row, R, C) :- at(row, R, K, S), row_hint(R, K, L), C = S..S + L - 1.
black(col, R, C) :- at(col, C, K, S), col_hint(C, K, L), R = S..S + L - 1.
:- black(row, R, C), not black(col, R, C).
:- black(col, R, C), not black(row, R, C).
"""


@needs("parse_nonogram.py", "(danioellay/gramcracker, a repository on GitHub)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_clingo_solves_what_gramcracker_has_read(tmp_path: Path, number: int) -> None:
    """Its script makes facts of our text, of which clingo finds all solutions."""
    clingo = pytest.importorskip("clingo", reason="clingo is not installed (pip)")
    puzzle = BLACK_ONLY[number]
    script = Path(str(shutil.which("parse_nonogram.py"))).resolve()
    path = written(tmp_path, puzzle, "text")
    subprocess.run([sys.executable, script, path], cwd=tmp_path, check=True, timeout=60)
    (facts,) = tmp_path.rglob("*.lp")
    control = clingo.Control(["--models=0"])
    control.add("base", [], facts.read_text() + ASP)
    control.ground([("base", [])])
    models: list[set[tuple[int, int]]] = []

    def keep(model: Any) -> None:
        cells = [atom.arguments for atom in model.symbols(atoms=True) if atom.name == "black"]
        models.append({(r.number - 1, c.number - 1) for _, r, c in cells})

    control.solve(on_model=keep)
    right = answer(puzzle)
    assert models == [{(r, c) for r, row in enumerate(right) for c, cell in enumerate(row) if cell}]
