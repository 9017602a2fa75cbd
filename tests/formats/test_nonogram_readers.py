"""Nonograms as we write them, read by programs and libraries of other makers, whose solutions, or
whose clues, must be ours.

What reads no file here is left out with a word. docs/testing.md says what reads what.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from other_programs import BLACK_ONLY, COLOURED, answer, drawn, needs, said, written

from calpuzzle.formats.registry import render
from calpuzzle.nonogram.puzzle import Clues, Grid

MINIZINC = """
include "regular.mzn";
int: X; int: Y; int: maxlen;
array[1..Y, 1..maxlen] of int: rows;
array[1..X, 1..maxlen] of int: cols;
array[1..Y, 1..X] of var 1..2: A;
function int: at(array[int] of int: told, int: s) =
  if s >= 1 /\\ s <= length(told) then told[s] else 0 endif;
% State s: all before place s of the line's 1 and 0 has been seen; 2 is a black cell.
predicate line(array[int] of var 1..2: cells, array[int] of int: told) =
  let { int: n = length(told) } in
  regular(cells, n + 1, 2, array2d(1..n + 1, 1..2, [
    if colour == 2 then (if at(told, s) == 1 then s + 1 else 0 endif)
    elseif s <= n /\\ at(told, s) == 0 then s + 1
    elseif at(told, s - 1) == 0 \\/ s == n + 1 then s else 0 endif
    | s in 1..n + 1, colour in 1..2]), 1, {n + 1});
constraint forall(i in 1..Y)(
  line([A[i, j] | j in 1..X], [rows[i, k] | k in 1..maxlen where rows[i, k] >= 0]));
constraint forall(j in 1..X)(
  line([A[i, j] | i in 1..Y], [cols[j, k] | k in 1..maxlen where cols[j, k] >= 0]));
solve satisfy;
output [show(A[i, j] - 1) ++ if j == X then "\\n" else "" endif | i in 1..Y, j in 1..X];
"""

MATHPROG = """
param m, integer; param n, integer;
param row{i in 1..m, k in 1..(n + 1) div 2}, integer, default 0;
param col{j in 1..n, k in 1..(m + 1) div 2}, integer, default 0;
set R := setof{i in 1..m, k in 1..(n + 1) div 2: row[i, k] > 0} (i, k);
set C := setof{j in 1..n, k in 1..(m + 1) div 2: col[j, k] > 0} (j, k);
var x{1..m, 1..n}, binary;
var r{(i, k) in R, s in 1..n - row[i, k] + 1}, binary;
var c{(j, k) in C, s in 1..m - col[j, k] + 1}, binary;
s.t. once_r{(i, k) in R}: sum{s in 1..n - row[i, k] + 1} r[i, k, s] = 1;
s.t. once_c{(j, k) in C}: sum{s in 1..m - col[j, k] + 1} c[j, k, s] = 1;
s.t. order_r{(i, k) in R: (i, k + 1) in R}:
  sum{s in 1..n - row[i, k + 1] + 1} s * r[i, k + 1, s]
  >= sum{s in 1..n - row[i, k] + 1} s * r[i, k, s] + row[i, k] + 1;
s.t. order_c{(j, k) in C: (j, k + 1) in C}:
  sum{s in 1..m - col[j, k + 1] + 1} s * c[j, k + 1, s]
  >= sum{s in 1..m - col[j, k] + 1} s * c[j, k, s] + col[j, k] + 1;
s.t. cell_r{i in 1..m, j in 1..n}: x[i, j] = sum{(i, k) in R}
  sum{s in max(1, j - row[i, k] + 1)..min(j, n - row[i, k] + 1)} r[i, k, s];
s.t. cell_c{i in 1..m, j in 1..n}: x[i, j] = sum{(j, k) in C}
  sum{s in max(1, i - col[j, k] + 1)..min(i, m - col[j, k] + 1)} c[j, k, s];
solve;
for {i in 1..m} { printf "grid "; for {j in 1..n} printf "%d", x[i, j]; printf "\\n"; }
"""


@needs("minizinc", "(apt install minizinc)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_minizinc_solves_the_data(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    model = tmp_path / "model.mzn"
    model.write_text(MINIZINC)
    data = written(tmp_path, puzzle, "dzn")
    out = said("minizinc", "--solver", "gecode", "-a", model, data)
    rows = [line for line in out.splitlines() if set(line) <= {"0", "1"}]
    assert drawn(rows, "01") == answer(puzzle)
    assert "==========" in out


@needs("glpsol", "(apt install glpk-utils)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_glpsol_solves_the_data(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    model = tmp_path / "model.mod"
    model.write_text(MATHPROG)
    out = said("glpsol", "--model", model, "--data", written(tmp_path, puzzle, "dat"))
    rows = [line.split()[1] for line in out.splitlines() if line.startswith("grid ")]
    assert drawn(rows, "01") == answer(puzzle)


@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_xml_holds_what_the_site_documents(number: int) -> None:
    """Elements and attributes as in its DTD: puzzleset, puzzle, color, clues, line, count."""
    puzzle = COLOURED[number]
    root = ElementTree.fromstring(render(puzzle, "webpbn").data)
    assert root.tag == "puzzleset"
    (one,) = root.findall("puzzle")
    assert (one.get("type", "grid"), len(one.findall("clues"))) == ("grid", 2)
    colours = {each.get("name"): each for each in one.findall("color")}
    order = [f"#{(colours[name].text or '').strip()}" for name in colours]
    assert sorted(order) == sorted(colour.rgb for colour in puzzle.palette)
    assert all(len(each.get("char", "")) == 1 for each in colours.values())
    rgb = {name: f"#{(each.text or '').strip()}" for name, each in colours.items()}
    known = {colour.rgb: index for index, colour in enumerate(puzzle.palette)}
    assert rgb[one.get("backgroundcolor", "white")] == puzzle.palette[0].rgb
    plain = one.get("defaultcolor", "black")
    for clues in one.findall("clues"):
        found = tuple(
            tuple(
                (int(count.text or ""), known[rgb[count.get("color", plain)]])
                for count in line.findall("count")
            )
            for line in clues.findall("line")
        )
        assert found == (puzzle.rows if clues.get("type") == "rows" else puzzle.columns)


@needs("pbnsolve", "(built from its sources)")
@pytest.mark.parametrize("form", ["webpbn", "non", "g"])
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_pbnsolve_solves(tmp_path: Path, form: str, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("pbnsolve", "-u", written(tmp_path, puzzle, form)).splitlines()
    out = [line.replace("#", "X") for line in out]  # the character that the XML names
    rows = [line for line in out if len(line) == puzzle.width and set(line) <= {".", "X"}]
    assert drawn(rows, ".X") == answer(puzzle)
    assert any("UNIQUE" in line for line in out)


@needs("pbnsolve", "(built from its sources)")
@pytest.mark.parametrize("form", ["webpbn", "g"])
@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_pbnsolve_solves_colours(tmp_path: Path, form: str, number: int) -> None:
    puzzle = COLOURED[number]
    out = said("pbnsolve", "-u", written(tmp_path, puzzle, form)).splitlines()
    assert in_colours(puzzle, out) == answer(puzzle)
    assert any("UNIQUE" in line for line in out)


@needs("grid", "of the Olšáks (built from its source)")
@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_the_olsaks_program_solves_colours(tmp_path: Path, number: int) -> None:
    puzzle = COLOURED[number]._replace(notes=(("title", "3 by 3"),))
    out = said("grid", "-log", "0", "-out", "1", written(tmp_path, puzzle, "g")).splitlines()
    assert in_colours(puzzle, out) == answer(puzzle)


def in_colours(puzzle: Clues, lines: list[str]) -> Grid:
    """The lines that are rows of the marks of a puzzle's colours."""
    marks = "".join(colour.mark for colour in puzzle.palette)
    return drawn([own for own in lines if len(own) == puzzle.width and set(own) <= {*marks}], marks)


@needs("grid", "of the Olšáks (built from its source)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_the_olsaks_program_solves(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("grid", "-log", "0", "-out", "1", written(tmp_path, puzzle, "g")).splitlines()
    rows = [line.ljust(puzzle.width) for line in out if set(line) <= {" ", "*"}]
    rows = [row for row in rows if row.strip() or len(row) == puzzle.width]
    assert (
        "".join(rows).strip()
        == "".join("".join(" *"[cell] for cell in row) for row in answer(puzzle)).strip()
    )


@needs("nonogram", "of Simpson (built from its sources)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_simpsons_program_solves(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("nonogram", "-Afcomp", "-i", written(tmp_path, puzzle, "non"), "-x")
    assert drawn(out.split(), "-#") == answer(puzzle)


@needs("nonogram", "of Simpson (built from its sources)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_simpsons_program_solves_the_first_of_a_bundle(tmp_path: Path, number: int) -> None:
    first, second = BLACK_ONLY[number], BLACK_ONLY[number - 1]
    path = tmp_path / "both.nonpack"
    path.write_bytes(b"====\n".join(render(own, "non").data for own in (first, second)))
    out = said("nonogram", "-Afcomp", "-i", path, "-x")
    assert drawn(out.split(), "-#") == answer(first)
