"""The models that are written, given to the real glpsol, and its solution files read back."""

import shutil
import subprocess

import pytest

from calpuzzle.cli import main
from calpuzzle.base.errors import CannotDoError, PuzzleError
from calpuzzle.puzzle.program import program
from calpuzzle.fit.library import load
from calpuzzle.fit.lower import lower
from calpuzzle.formats import glpk_solution
from calpuzzle.formats.registry import parse, render

GLPSOL = shutil.which("glpsol")
needs_glpsol = pytest.mark.skipif(GLPSOL is None, reason="glpsol is not installed (glpk-utils)")
READ_BY = {"mathprog": "--math", "lp": "--lp", "mps": "--freemps"}
TWO = b"##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"
TWO_SOLVED = "12  \n1220\n  00\n"


def glpsol(tmp_path, puzzle, form, how="-w"):
    model, solution = tmp_path / "m", tmp_path / "s"
    model.write_bytes(render(puzzle, form))
    done = subprocess.run(
        [GLPSOL, READ_BY[form], str(model), how, str(solution)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout, solution


@needs_glpsol
@pytest.mark.parametrize("how", ["-w", "-o"])
@pytest.mark.parametrize("form", sorted(READ_BY))
def test_the_example_comes_back_solved(tmp_path, form, how):
    puzzle = parse(TWO, "two.txt")
    said, solution = glpsol(tmp_path, puzzle, form, how)
    assert "9 columns, 32 non-zeros" in said
    if form == "mathprog":
        assert "11 rows, 9 columns, 32 non-zeros" in said
    assert str(glpk_solution.read_solution(str(solution), puzzle)) + "\n" == TWO_SOLVED


def row_of(number):
    """A frame of one row and pieces 1x1: more than nine rows and columns of the model."""
    return parse(("#" * number + "\n" + "---\n#\n" * number).encode(), "row.txt")


TRAPS = {
    "more than ten rows and columns": (row_of(12), True),
    "a piece that fits nowhere": (parse(b"##\n---\n#\n---\n#\n---\n###\n", "f.txt"), False),
    "a cell that no piece reaches": (parse(b"## #\n---\n##\n", "f.txt"), False),
    "a piece that fits nowhere, and no other": (parse(b"#\n---\n##\n", "f.txt"), False),
    "no piece at all": (parse(b"1 0", "f.dpf"), False),
}


@needs_glpsol
@pytest.mark.parametrize("form", sorted(READ_BY))
@pytest.mark.parametrize("trap", sorted(TRAPS))
def test_traps(tmp_path, form, trap):
    puzzle, feasible = TRAPS[trap]
    said, solution = glpsol(tmp_path, puzzle, form)
    assert "rror" not in said
    if feasible:
        assert len(glpk_solution.read_solution(str(solution), puzzle).pieces) == 12
    else:
        assert "NO PRIMAL FEASIBLE" in said or "NO FEASIBLE" in said or "no primal" in said.lower()
        with pytest.raises((CannotDoError, PuzzleError)):
            glpk_solution.read_solution(str(solution), puzzle)


@needs_glpsol
@pytest.mark.parametrize("form", sorted(READ_BY))
@pytest.mark.parametrize("name", ["tetrasticks-4x4-no-crossing", "domino", "pentominoes-3x20"])
def test_larger_models_are_read(tmp_path, form, name):
    model = tmp_path / "m"
    model.write_bytes(render(load(name), form))
    done = subprocess.run(
        [GLPSOL, READ_BY[form], str(model), "--check"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0 and "rror" not in done.stdout


def test_digits_do_not_run_past_nine():
    from calpuzzle.fit.solver import Solver

    drawn = str(next(Solver(row_of(12), "links").solutions()))
    assert sorted(drawn) == sorted("0123456789ab")


RAW = "c Problem:    m\ns mip 11 9 o 0\n" + "".join(f"i {k} 1\n" for k in range(1, 12))
OLD = "11 9\n5 0\n" + "1\n" * 11


def solution_file(values, kind):
    if kind == "raw":
        lines = [f"j {k} {value}\n" for k, value in enumerate(values, 1)]
        return RAW + "".join(lines) + "e o f\n"
    return OLD + "".join(f"{value}\n" for value in values)


@pytest.mark.parametrize("kind", ["raw", "old"])
def test_solution_files_of_older_releases(tmp_path, kind, capsys):
    two, path = tmp_path / "two.txt", tmp_path / "two.sol"
    two.write_bytes(TWO)
    program_ = program(lower(parse(TWO, "two.txt")).cover)
    from calpuzzle.fit.solver import Solver

    first = next(Solver(parse(TWO, "two.txt"), "links").options())
    path.write_text(solution_file([int(k in first) for k in program_.variables], kind))
    assert main(["fit", str(two), "--read-solution", str(path)]) == 0
    assert capsys.readouterr().out == TWO_SOLVED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no solution file"),
        ("s mip 11 8 o 0\n", ":1: the file is of 8 and the puzzle of 9 variables"),
        ("s mip 11 9 u 0\n", "found no solution"),
        ("s bas 11 9 f f 0\n", ":1: this is no solution of a problem with binary"),
        (RAW, "ends before all variables"),
        (solution_file([0.5] * 9, "raw"), ":14: the value 0.5"),
        (solution_file(["nan"] * 9, "raw"), ":14: the value nan"),
        (solution_file([1] * 9, "raw"), "this is no solution of two: 0 is covered 2 times"),
        (solution_file([1] * 8, "old"), "the values of 8 variables"),
        (solution_file(["x"] * 9, "old"), "should be the value"),
    ],
)
def test_faulty_solution_files(tmp_path, text, message):
    path = tmp_path / "s"
    path.write_text(text)
    puzzle = parse(TWO, "two.txt")._replace(name="two")
    with pytest.raises((PuzzleError, CannotDoError), match=message):
        glpk_solution.read_solution(str(path), puzzle)
