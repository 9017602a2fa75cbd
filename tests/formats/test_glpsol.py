"""Written models, solved by other programs: glpsol, HiGHS, CP-SAT and python-sat.

The solution files of glpsol and CP-SAT are read back. exact_cover counts the solutions of matrices.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from pathlib import Path

import other_programs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from other_programs import said
from random_covers import by_definition, covers
from sampled import sampled

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError, PuzzleError
from calpuzzle.formats import shipped
from calpuzzle.formats.programs import cnf, columns, lp, mathprog, mps, opb, variables
from calpuzzle.formats.registry import parse, render
from calpuzzle.formats.solver_solution import read_solution
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import name_options, written

needs_glpsol = other_programs.needs("glpsol", "(apt install glpk-utils)")
READ_BY = {"mathprog": "--math", "lp": "--lp", "mps": "--freemps"}
TWO = b"##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"


def lowered(data: bytes, name: str) -> Lowering:
    model = parse(data, name).content
    assert isinstance(model, Model)
    return Lowering(model)


def glpsol(folder: Path, own: Lowering, form: str, how: str = "-w") -> tuple[str, Path]:
    model, solution = folder / "m", folder / "s"
    model.write_bytes(render(own.model, form).data)
    return said("glpsol", READ_BY[form], model, how, solution), solution


@needs_glpsol
@pytest.mark.parametrize("how", ["-w", "-o"])
@pytest.mark.parametrize("form", sorted(READ_BY))
def test_solution_of_the_example_is_read_back(tmp_path: Path, form: str, how: str) -> None:
    own = lowered(TWO, "two.txt")
    log, solution = glpsol(tmp_path, own, form, how)
    assert "9 columns, 32 non-zeros" in log
    if form == "mathprog":
        assert "11 rows, 9 columns, 32 non-zeros" in log
    assert [read_solution(str(solution), own)] == list(planning.solutions(own.cover))


def row_of(number: int) -> Lowering:
    """Return a puzzle with a board of one row and 1x1 pieces. Its linear program has many rows and
    columns."""
    return lowered(("#" * number + "\n" + "---\n#\n" * number).encode(), "row.txt")


EDGE_CASES = {
    "more than ten rows and columns": (row_of(12), True),
    "a piece that fits nowhere": (lowered(b"##\n---\n#\n---\n#\n---\n###\n", "f.txt"), False),
    "a cell that no piece reaches": (lowered(b"## #\n---\n##\n", "f.txt"), False),
    "a piece that fits nowhere, and no other": (lowered(b"#\n---\n##\n", "f.txt"), False),
    "no piece at all": (lowered(b"1 0", "f.dpf"), False),
}


def test_variable_names_contain_piece_orientation_and_place() -> None:
    for name in ("dray", "soma", "tetrahexes-4x7"):
        own = Lowering(shipped.model(name))
        names = variables(name_options(own))
        for k in own.cover.choosable:
            if own.class_of(k) < 0:
                assert names[k] == "x_" + "_".join(own.label_of[k])
                continue
            piece, _, place = written(own, k).partition("@")
            where, _, number = place.partition(":")
            marks = "lrc" if where.count(",") == 2 else "rc"
            spots = [f"{mark}{x}" for mark, x in zip(marks, where.split(","), strict=True)]
            assert names[k] == "_".join(["x", piece, number or "1", *spots])
    text = render(lowered(TWO, "two.txt").model, "cnf").data.decode()
    assert "\nc 6 x_1_1_r1_c2\n" in text
    assert "\n* x6 is x_1_1_r1_c2\n" in render(lowered(TWO, "two.txt").model, "opb").data.decode()


def test_models_with_nothing_to_choose_have_one_solution() -> None:
    nothing = Cover((), ["x"], "x")
    assert "Bounds\n x0 = 0\n" in lp(nothing) and "Binary" not in lp(nothing)
    assert "BOUNDS\n FX bnd x0 0\n" in mps(nothing)
    assert opb(nothing).endswith("\n+1 x1 = 0 ;\n") and "\np cnf 0 0\n" in cnf(nothing)
    assert "\nvar x0, = 0;" in mathprog(Cover("a", ["x"], "x"))


@pytest.mark.parametrize("form", ["cnf", "opb", "lp", "mps", "mathprog"])
def test_model_lists_the_pieces_that_share_a_name(form: str) -> None:
    board = 'board = """\n. . .\n. . .\n"""\n[pieces]\n'
    pieces = "a = '#'\nb = '#'\nd = { shape = '##', count = 2 }\n"
    note = "a stands for each of a, b, which are interchangeable\n"
    for more, shared in (("", True), ("interchangeable = false\n", False)):
        thing = lowered((more + board + pieces).encode(), "x.toml").model
        assert (note in render(thing, form).data.decode()) == shared
    assert "d stands" not in render(thing, form).data.decode()


@needs_glpsol
@pytest.mark.parametrize("form", sorted(READ_BY))
@pytest.mark.parametrize("case", sorted(EDGE_CASES))
def test_glpsol_agrees_on_feasibility_of_edge_cases(tmp_path: Path, form: str, case: str) -> None:
    own, feasible = EDGE_CASES[case]
    log, solution = glpsol(tmp_path, own, form)
    assert "rror" not in log
    if feasible:
        found = read_solution(str(solution), own)
        assert len({own.cover.options[k][0] for k in found}) == len(found) == 12
    else:
        assert "NO PRIMAL FEASIBLE" in log or "NO FEASIBLE" in log or "no primal" in log.lower()
        with pytest.raises((CannotDoError, PuzzleError)):
            read_solution(str(solution), own)


RAW = "c Problem:    m\ns mip 11 9 o 0\n" + "".join(f"i {k} 1\n" for k in range(1, 12))
OLD = "11 9\n5 0\n" + "1\n" * 11
REPORT = "Status:     INTEGER OPTIMAL\n\n   No. Column name       Activity\n------ ------------\n"


def solution_file(values: list[object], kind: str) -> str:
    if kind == "raw":
        lines = [f"j {k} {value}\n" for k, value in enumerate(values, 1)]
        return RAW + "".join(lines) + "e o f\n"
    if kind == "report":
        names = columns(name_options(lowered(TWO, "two.txt")))
        names += [f"x{k}" for k in range(len(names) + 1, len(values) + 1)]
        lines = [
            f"{k:6} {name:12}\n{'*':>20}  {value:>12}  0  1\n"
            if len(name) > 12
            else f"{k:6} {name:12} *  {value:>12}  0  1\n"
            for k, (name, value) in enumerate(zip(names, values, strict=False), 1)
        ]
        return REPORT + "".join(lines) + "\nInteger feasibility conditions:\n"
    return OLD + "".join(f"{value}\n" for value in values)


@pytest.mark.parametrize("kind", ["raw", "old", "report"])
def test_solution_files_of_each_kind_are_read(tmp_path: Path, kind: str) -> None:
    own, path = lowered(TWO, "two.txt"), tmp_path / "two.sol"
    first = next(engines.load("dancing").solutions(own.cover))
    values: list[object] = [int(k in first) for k in own.cover.choosable]
    path.write_text(solution_file(values, kind))
    assert read_solution(str(path), own) == first


@pytest.mark.parametrize("name", ["two.txt", "counted.toml"])
def test_response_of_cp_sat_is_read(tmp_path: Path, name: str) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    text = b"frame = '####'\n[pieces]\nA = {count = 2, shape = '##'}\n"
    own, model = lowered(TWO if name == "two.txt" else text, name), cp_model.CpModel()
    _, head, body = render(own.model, "cnf").data.decode().partition("\np cnf ")
    first, *clauses = (head and body).splitlines()
    variables = [model.new_bool_var("") for _ in range(int(first.split()[0]))]
    for clause in clauses:
        literals = map(int, clause.split()[:-1])
        model.add_bool_or(
            [variables[abs(k) - 1] if k > 0 else ~variables[-k - 1] for k in literals]
        )
    solver = cp_model.CpSolver()
    # Otherwise Ctrl-C ends this process without a traceback.
    solver.parameters.catch_sigint_signal = False
    solver.solve(model)
    path = tmp_path / "s"
    path.write_text(str(solver.ResponseProto()))
    assert read_solution(str(path), own) in list(planning.solutions(own.cover))


def test_long_runs_of_blanks_are_skipped_quickly(tmp_path: Path) -> None:
    path = tmp_path / "s"
    path.write_text(REPORT + "1 x_0_1_r0_c1" + " " * 400_000 + "\n" + " " * 400_000 + "x\n")
    start = time.process_time()
    with pytest.raises(PuzzleError, match="s:6: 'x' should be the value of a variable"):
        read_solution(str(path), lowered(TWO, "two.txt"))
    assert time.process_time() - start < 2


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


@pytest.mark.long
@needs("highspy")
@settings(max_examples=2)
@given(sample=st.lists(covers(), min_size=25, max_size=25))
def test_highs_finds_lp_and_mps_feasible_if_there_is_a_solution(sample: list[Cover]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for k, cover in enumerate(sample):
            for write in (lp, mps):
                paths.append(f"{folder}/{k}.{write.__name__}")
                with open(paths[-1], "w") as stream:
                    stream.write(write(cover))
        # highspy and ortools cannot share a process. HiGHS 1.16 prints other lines before these.
        answers = json.loads(said(sys.executable, "-c", HIGHS, *paths).splitlines()[-1])
    for cover, pair in zip(sample, zip(answers[::2], answers[1::2], strict=True), strict=True):
        feasible = any(True for _ in by_definition(cover))
        assert set(pair) <= ({"Optimal", "Empty"} if feasible else {"Infeasible"})


@needs("pysat")
@sampled(20, 60, cover=covers())
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
    # The solver does not know the last variables if no clause contains them; each of them is free.
    declared, clauses = map(int, text.partition("p cnf ")[2].split()[:2])
    assert clauses == len(formula.clauses)
    unknown = declared - formula.nv
    assert models << unknown == len(list(by_definition(cover)))


@pytest.mark.long
@needs("exact_cover")
@pytest.mark.parametrize(("name", "count"), [("soma", 11520), ("pentominoes-3x20", 8)])
def test_exact_cover_counts_the_same_solutions_of_the_matrix(name: str, count: int) -> None:
    import exact_cover
    import numpy as np

    cover = Lowering(shipped.model(name)).cover
    matrix = np.zeros((len(cover.options), len(cover.items)), bool)
    for row, option in zip(matrix, cover.options, strict=True):
        row[[*option]] = True
    assert exact_cover.get_solution_count(matrix) == count
