"""Written models under other programs' readers: HiGHS (LP, MPS), miniexact (DLX), python-sat
(CNF), numpy and exact_cover (matrix), and an evaluation of OPB by its definition."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, covers

from calpuzzle.formats import shipped
from calpuzzle.formats.programs import cnf, lp, mps
from calpuzzle.formats.registry import render
from calpuzzle.puzzle.cover import Cover

HIGHS = """
import json, sys, highspy
answers = []
for path in sys.argv[1:]:
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    assert str(h.readModel(path)).endswith("kOk")
    h.run()
    answers.append(h.modelStatusToString(h.getModelStatus()))
print(json.dumps(answers))
"""


def needs(module: str) -> pytest.MarkDecorator:
    missing = importlib.util.find_spec(module) is None
    return pytest.mark.skipif(missing, reason=f"{module} is not installed")


@needs("highspy")
@settings(max_examples=4)
@given(sample=st.lists(covers(), min_size=12, max_size=12))
def test_highs_finds_lp_and_mps_feasible_where_they_are(sample: list[Cover]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for k, cover in enumerate(sample):
            for write in (lp, mps):
                paths.append(f"{folder}/{k}.{write.__name__}")
                with open(paths[-1], "w") as stream:
                    stream.write(write(cover))
        # In a process of its own: highspy and ortools cannot share one.
        done = subprocess.run(
            [sys.executable, "-c", HIGHS, *paths], capture_output=True, text=True, check=True
        )
    # HiGHS 1.16 prints words of its own before.
    answers = json.loads(done.stdout.splitlines()[-1])
    for cover, pair in zip(sample, zip(answers[::2], answers[1::2], strict=True), strict=True):
        feasible = any(True for _ in by_definition(cover))
        assert set(pair) <= ({"Optimal", "Empty"} if feasible else {"Infeasible"})


@needs("pysat")
@settings(max_examples=60)
@given(cover=covers())
def test_models_of_the_written_cnf(cover: Cover) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Cadical153

    text = cnf(cover)
    formula = CNF(from_string=text)
    if any(not clause for clause in formula.clauses):
        assert not list(by_definition(cover))
        return
    with Cadical153(bootstrap_with=formula.clauses) as solver:
        models = 0
        while solver.solve():
            models += 1
            model = solver.get_model()
            if not model:
                break
            solver.add_clause([-literal for literal in model])
    # Of the last variables, where no clause names them, the solver hears nothing: each is free.
    variables, clauses = map(int, text.partition("p cnf ")[2].split()[:2])
    assert clauses == len(formula.clauses)
    unheard = variables - formula.nv
    assert models << unheard == len(list(by_definition(cover)))


MINIEXACT = shutil.which(
    "miniexact", path=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
)


@pytest.mark.skipif(MINIEXACT is None, reason="miniexact is not installed")
@pytest.mark.parametrize(
    ("name", "count"), [("tetrasticks-4x4", 728), ("tetrasticks-4x4-no-crossing", 664)]
)
def test_another_dlx_counts_the_same(tmp_path: Path, name: str, count: int) -> None:
    path = tmp_path / "p.dlx"
    path.write_bytes(render(shipped.read(name).thing, "dlx").data)
    done = subprocess.run(
        [str(MINIEXACT), "-c", "-e", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert f"Found {count} solutions!" in done.stdout


@needs("exact_cover")
@pytest.mark.parametrize(("name", "count"), [("soma", 11520), ("pentominoes-3x20", 8)])
def test_another_solver_counts_the_same_of_the_matrix(name: str, count: int) -> None:
    import exact_cover
    import numpy as np

    text = render(shipped.read(name).thing, "matrix").data.decode()
    matrix = np.loadtxt(text.splitlines(), dtype=bool)
    assert exact_cover.get_solution_count(matrix) == count
