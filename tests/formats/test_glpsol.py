"""The models that are written, given to the real glpsol, and its solution files read back."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from calpuzzle import engines
from calpuzzle.base.errors import CannotDoError, PuzzleError
from calpuzzle.formats import shipped
from calpuzzle.formats.glpk_solution import read_solution
from calpuzzle.formats.registry import parse, render
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

GLPSOL = shutil.which("glpsol")
needs_glpsol = pytest.mark.skipif(GLPSOL is None, reason="glpsol is not installed (glpk-utils)")
READ_BY = {"mathprog": "--math", "lp": "--lp", "mps": "--freemps"}
TWO = b"##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"


def lowered(data: bytes, name: str) -> Lowering:
    model = parse(data, name).thing
    assert isinstance(model, Model)
    return Lowering(model)


def glpsol(folder: Path, own: Lowering, form: str, how: str = "-w") -> tuple[str, Path]:
    model, solution = folder / "m", folder / "s"
    model.write_bytes(render(own.model, form).data)
    done = subprocess.run(
        [str(GLPSOL), READ_BY[form], str(model), how, str(solution)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout, solution


@needs_glpsol
@pytest.mark.parametrize("how", ["-w", "-o"])
@pytest.mark.parametrize("form", sorted(READ_BY))
def test_the_example_comes_back_solved(tmp_path: Path, form: str, how: str) -> None:
    own = lowered(TWO, "two.txt")
    said, solution = glpsol(tmp_path, own, form, how)
    assert "9 columns, 32 non-zeros" in said
    if form == "mathprog":
        assert "11 rows, 9 columns, 32 non-zeros" in said
    assert [read_solution(str(solution), own)] == list(engines.load("auto").solutions(own.cover))


def row_of(number: int) -> Lowering:
    """A frame of one row and pieces 1x1: more than nine rows and columns of the model."""
    return lowered(("#" * number + "\n" + "---\n#\n" * number).encode(), "row.txt")


TRAPS = {
    "more than ten rows and columns": (row_of(12), True),
    "a piece that fits nowhere": (lowered(b"##\n---\n#\n---\n#\n---\n###\n", "f.txt"), False),
    "a cell that no piece reaches": (lowered(b"## #\n---\n##\n", "f.txt"), False),
    "a piece that fits nowhere, and no other": (lowered(b"#\n---\n##\n", "f.txt"), False),
    "no piece at all": (lowered(b"1 0", "f.dpf"), False),
}


@needs_glpsol
@pytest.mark.parametrize("form", sorted(READ_BY))
@pytest.mark.parametrize("trap", sorted(TRAPS))
def test_traps(tmp_path: Path, form: str, trap: str) -> None:
    own, feasible = TRAPS[trap]
    said, solution = glpsol(tmp_path, own, form)
    assert "rror" not in said
    if feasible:
        found = read_solution(str(solution), own)
        assert len({own.cover.options[k][0] for k in found}) == len(found) == 12
    else:
        assert "NO PRIMAL FEASIBLE" in said or "NO FEASIBLE" in said or "no primal" in said.lower()
        with pytest.raises((CannotDoError, PuzzleError)):
            read_solution(str(solution), own)


@needs_glpsol
@pytest.mark.parametrize("form", sorted(READ_BY))
@pytest.mark.parametrize("name", ["tetrasticks-4x4-no-crossing", "domino", "pentominoes-3x20"])
def test_larger_models_are_read(tmp_path: Path, form: str, name: str) -> None:
    model = tmp_path / "m"
    model.write_bytes(render(shipped.read(name).thing, form).data)
    done = subprocess.run(
        [str(GLPSOL), READ_BY[form], str(model), "--check"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0 and "rror" not in done.stdout


RAW = "c Problem:    m\ns mip 11 9 o 0\n" + "".join(f"i {k} 1\n" for k in range(1, 12))
OLD = "11 9\n5 0\n" + "1\n" * 11
REPORT = "Status:     INTEGER OPTIMAL\n\n   No. Column name       Activity\n------ ------------\n"


def solution_file(values: list[object], kind: str) -> str:
    if kind == "raw":
        lines = [f"j {k} {value}\n" for k, value in enumerate(values, 1)]
        return RAW + "".join(lines) + "e o f\n"
    if kind == "report":
        lines = [
            f"{k:6} x{k}           *  {value:>12}  0  1\n" for k, value in enumerate(values, 1)
        ]
        return REPORT + "".join(lines) + "\nInteger feasibility conditions:\n"
    return OLD + "".join(f"{value}\n" for value in values)


@pytest.mark.parametrize("kind", ["raw", "old", "report"])
def test_solution_files_of_each_form(tmp_path: Path, kind: str) -> None:
    own, path = lowered(TWO, "two.txt"), tmp_path / "two.sol"
    first = next(engines.load("dancing").solutions(own.cover))
    values: list[object] = [int(k in first) for k in own.cover.choosable]
    path.write_text(solution_file(values, kind))
    assert read_solution(str(path), own) == first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s:1: this is no solution file"),
        ("s mip 11 8 o 0\n", "s:1: the file is of '8' and the puzzle of 9 variables"),
        ("s mip 11 9 u 0\n", "found no solution"),
        ("s bas 11 9 f f 0\n", "s:1: this is no solution of a problem with binary"),
        (RAW, "s:14: it has the values of 0 of 9 variables"),
        (RAW + "j ² 1\n", "s:14: the column should be a whole number, not '²'"),
        (RAW + "j " + "9" * 5000 + " 1\n", "s:14: the column is beyond 64 bits"),
        (RAW + "j 10 1\n", "s:14: the column is 10, but it must be 9 or less"),
        (RAW + "j 1 1\nj 1 1\n", "s:15: column 1 stands twice"),
        (RAW + "j 1\n", "s:14: a line j has a column and a value"),
        (solution_file([0.5] * 9, "raw"), "s:14: the value '0.5'"),
        (solution_file(["nan"] * 9, "raw"), "s:14: the value 'nan'"),
        (solution_file([1] * 9, "raw"), "this is no solution of two: 0 is covered 2 times"),
        (solution_file([1] * 8, "old"), "the values of 8 of 9 variables"),
        (solution_file(["x"] * 9, "old"), "should be the value"),
        (solution_file([1] * 8, "report"), "the values of 8 of 9 variables"),
        (solution_file([1] * 10, "report"), "has no variable 'x10'"),
        (solution_file([2] * 9, "report"), "s:5: the value '2'"),
        ("Status:  INTEGER UNDEFINED\n No. Column name\n", "found no solution"),
        ("Status:  INTEGER NON-OPTIMAL\n No. Column name\n", "found no solution"),
        ("\x1b", "s:1: this is no text"),
    ],
)
def test_faulty_solution_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "s"
    path.write_text(text)
    with pytest.raises((PuzzleError, CannotDoError), match=message):
        read_solution(str(path), lowered(TWO, "two.txt"))


def test_blanks_are_passed_over_soon(tmp_path: Path) -> None:
    path = tmp_path / "s"
    path.write_text(REPORT + "1 x1" + " " * 400_000 + "\n" + " " * 400_000 + "x\n")
    start = time.process_time()
    with pytest.raises(PuzzleError, match="the values of 0 of 9 variables"):
        read_solution(str(path), lowered(TWO, "two.txt"))
    assert time.process_time() - start < 2
