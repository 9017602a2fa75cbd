"""The solution files of glpsol, read back: which variables are 1.

Three forms are read: the raw one of `--write` (`s mip ROWS COLUMNS ...`, then `j COLUMN VALUE`),
which 4.65 and 5.0 both write; its forerunner, numbers only; and the report of `--output`. The
model must be one that this package wrote of the same puzzle: variable xN is option N - 1.
"""

from __future__ import annotations

import os
import re

from calpuzzle.base.errors import CannotDoError, PuzzleError
from calpuzzle.base.files import contents
from calpuzzle.base.text import plural, shown
from calpuzzle.formats.decoding import MAX_BYTES, text_of
from calpuzzle.formats.reading import fail, whole
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.program import Program, program


def read_solution(path: str, lowered: Lowering) -> Options:
    """The options that are 1 in the file: a solution of the puzzle.

    Raises PuzzleError for a file that is none, or not of this puzzle; CannotDoError where the
    file says that there is no solution.
    """
    name = os.path.basename(path)
    built = program(lowered.cover)
    chosen = _chosen(text_of(contents(path, MAX_BYTES), name), name, built)
    for row in built.rows:
        number = sum(k in chosen for k in row.options)
        if not row.least <= number <= row.most:
            raise PuzzleError(
                f"{name}: this is no solution of {lowered.model.name}: {row.name} is covered "
                f"{plural(number, 'time')}"
            )
    return tuple(sorted(chosen))


def _chosen(text: str, name: str, built: Program) -> set[int]:
    """The options whose variables are 1."""
    lines = text.split("\n")
    if any(line.startswith("s ") for line in lines):
        return _raw(lines, name, built)
    if "Column name" in text:
        return _report(lines, name, built)
    return _numbers(lines, name, built)


def _value(word: str, name: str, line: int) -> bool:
    try:
        value = float(word)
    except ValueError:
        fail(name, line, f"{shown(word)} should be the value of a variable")
    # Written so that a value that is no number fails too.
    if not min(abs(value), abs(value - 1)) <= 1e-6:
        fail(name, line, f"the value {shown(word)} of a variable is neither 0 nor 1")
    return value > 0.5


def _raw(lines: list[str], name: str, built: Program) -> set[int]:
    chosen = set()
    seen: set[int] = set()
    stated = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["s"]:
            if len(words) < 5 or words[1] != "mip":
                fail(name, number, "this is no solution of a problem with binary variables")
            if words[4] not in ("o", "f"):
                raise CannotDoError(f"{name} says that glpsol found no solution")
            _check_columns(words[3], name, number, built)
            stated = True
        elif words[:1] == ["j"] and stated:
            if len(words) != 3:
                fail(name, number, "a line j has a column and a value")
            column = whole(words[1], "the column", name, number, 1, max(1, len(built.variables)))
            if column in seen:
                fail(name, number, f"column {column} stands twice")
            seen.add(column)
            if _value(words[2], name, number):
                chosen.add(_option(built, column, name, number))
    if len(seen) < len(built.variables):
        fail(name, len(lines), "the file ends before all variables have a value")
    return chosen


def _option(built: Program, column: int, name: str, line: int) -> int:
    if column > len(built.variables):
        fail(name, line, "the puzzle has no ways, but a variable is 1")
    return built.variables[column - 1]


def _check_columns(word: str, name: str, line: int, built: Program) -> None:
    if word != str(max(1, len(built.variables))):
        number = plural(len(built.variables), "variable")
        message = f"the file is of {shown(word)} and the puzzle of {number}"
        fail(name, line, f"{message}: it is the solution of another one")


def _report(lines: list[str], name: str, built: Program) -> set[int]:
    number_of = {f"x{k + 1}": k for k in built.variables}
    chosen: set[int] = set()
    seen = set()
    started = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["Status:"] and not {"OPTIMAL", "FEASIBLE"}.intersection(words):
            said = shown(" ".join(words[1:]))
            raise CannotDoError(f"{name} says that glpsol found no solution ({said})")
        started = started or "Column name" in line
        # A number, the variable, `*` or a status of letters, and the value.
        if not started or len(words) < 3 or not re.fullmatch("x[0-9]+", words[1]):
            continue
        variable = words[1]
        if variable not in number_of and variable != "x0":
            message = f"the puzzle has no variable {shown(variable)}: this is another one's"
            fail(name, number, message)
        seen.add(variable)
        marked = words[2] == "*" or words[2].isalpha()
        if _value(words[3] if marked and len(words) > 3 else words[2], name, number):
            chosen.add(number_of.get(variable, -1))
    if len(seen - {"x0"}) < len(number_of):
        all_of_them = plural(len(number_of), "variable")
        fail(name, len(lines), f"the report has {len(seen)} of {all_of_them}")
    return chosen - {-1}


def _numbers(lines: list[str], name: str, built: Program) -> set[int]:
    words = [(word, n) for n, line in enumerate(lines, 1) for word in line.split()]
    if len(words) < 4 or not all(re.fullmatch("[0-9]{1,9}", word) for word, _ in words[:3]):
        fail(name, 1, "this is no solution file of glpsol")
    rows = int(words[0][0])
    _check_columns(words[1][0], name, words[1][1], built)
    values = words[4 + rows :]
    if len(values) != max(1, len(built.variables)):
        fail(name, words[-1][1], f"it has the values of {plural(len(values), 'variable')}")
    return {
        _option(built, column, name, line)
        for column, (word, line) in enumerate(values, 1)
        if _value(word, name, line)
    }
