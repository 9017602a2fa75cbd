"""The solution files of glpsol, read back: which variables are 1.

Three forms are read: the raw one of `--write` (`s mip ROWS COLUMNS ...`, then `j COLUMN VALUE`),
which 4.65 and 5.0 both write; its forerunner, numbers only; and the report of `--output`. The
model must be one that this package wrote of the same puzzle: variable xN is option N - 1.
"""

from __future__ import annotations

import re
from typing import NoReturn

from calpuzzle.base.errors import CannotDoError, PuzzleError
from calpuzzle.puzzle.program import Program, program
from calpuzzle.base.files import contents
from calpuzzle.fit.lower import lower
from calpuzzle.fit.model import Fitting
from calpuzzle.fit.solver import FitSolution
from calpuzzle.formats.registry import MAX_BYTES, decoded
from calpuzzle.base.text import plural

_REPORT = re.compile(r"\s*([0-9]+)\s+(x[0-9]+)\s+(?:\*|[A-Z]{1,2})?\s+([-+.0-9e]+)\s")


def read_solution(path: str, puzzle: Fitting) -> FitSolution:
    """The solution in the file, as one of the puzzle.

    Raises PuzzleError for a file that is none, or not of this puzzle; CannotDoError where the
    file says that there is no solution.
    """
    data = contents(path, MAX_BYTES)
    lowered = lower(puzzle)
    built = program(lowered.cover)
    chosen = chosen_options(decoded(data, path), path, built)
    for row in built.rows:
        number = sum(k in chosen for k in row.options)
        if not row.least <= number <= row.most:
            raise PuzzleError(
                f"{path}: this is no solution of {puzzle.name}: {row.name} is covered "
                f"{plural(number, 'time')}"
            )
    return FitSolution(puzzle, lowered, tuple(sorted(chosen)))


def chosen_options(text: str, path: str, built: Program) -> set[int]:
    """The options whose variables are 1 in a solution file."""
    lines = text.split("\n")
    if any(line.startswith("s ") for line in lines):
        return _raw(lines, path, built)
    if "Column name" in text:
        return _report(lines, path, built)
    return _numbers(text, path, built)


def _fail(path: str, line: int, message: str) -> NoReturn:
    raise PuzzleError(f"{path}:{line}: {message}")


def _value(word: str, path: str, line: int) -> bool:
    try:
        value = float(word)
    except ValueError:
        _fail(path, line, f"{word[:40]!r} should be the value of a variable")
    # Written so that a value that is no number fails too.
    if not min(abs(value), abs(value - 1)) <= 1e-6:
        _fail(path, line, f"the value {word[:40]} of a variable is neither 0 nor 1")
    return value > 0.5


def _raw(lines: list[str], path: str, built: Program) -> set[int]:
    chosen = set()
    seen: set[int] = set()
    stated = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["s"]:
            if len(words) < 5 or words[1] != "mip":
                _fail(path, number, "this is no solution of a problem with binary variables")
            if words[4] not in ("o", "f"):
                raise CannotDoError(f"{path} says that glpsol found no solution")
            _check_columns(words[3], path, number, built)
            stated = True
        elif words[:1] == ["j"] and stated:
            if len(words) != 3 or not words[1].isdigit() or len(words[1]) > 9:
                _fail(path, number, "a line j has a column and a value")
            column = int(words[1])
            if not 1 <= column <= max(1, len(built.variables)) or column in seen:
                _fail(path, number, f"column {column} is out of range or stands twice")
            seen.add(column)
            if _value(words[2], path, number):
                chosen.add(_option(built, column, path, number))
    if len(seen) < len(built.variables):
        _fail(path, len(lines), "the file ends before all variables have a value")
    return chosen


def _option(built: Program, column: int, path: str, line: int) -> int:
    if column > len(built.variables):
        _fail(path, line, "the puzzle has no ways, but a variable is 1")
    return built.variables[column - 1]


def _check_columns(word: str, path: str, line: int, built: Program) -> None:
    if word != str(max(1, len(built.variables))):
        _fail(
            path,
            line,
            f"the file is of {word[:20]} and the puzzle of "
            f"{plural(len(built.variables), 'variable')}: it is the solution of another one",
        )


def _report(lines: list[str], path: str, built: Program) -> set[int]:
    number_of = {f"x{k + 1}": k for k in built.variables}
    chosen: set[int] = set()
    seen = set()
    started = False
    for number, line in enumerate(lines, 1):
        if line.startswith("Status:") and "OPTIMAL" not in line and "FEASIBLE" not in line:
            raise CannotDoError(f"{path} says that glpsol found no solution ({line[7:].strip()})")
        if re.match(r"Status:.*(EMPTY|UNDEFINED|INFEASIBLE|NON)", line):
            raise CannotDoError(f"{path} says that glpsol found no solution ({line[7:].strip()})")
        started = started or "Column name" in line
        match = _REPORT.match(line + " ") if started else None
        if not match:
            continue
        if match[2] not in number_of and match[2] != "x0":
            _fail(path, number, f"the puzzle has no variable {match[2]}: this is another one's")
        seen.add(match[2])
        if _value(match[3], path, number) and match[2] in number_of:
            chosen.add(number_of[match[2]])
    if len(seen - {"x0"}) < len(number_of):
        all_of_them = plural(len(number_of), "variable")
        _fail(path, len(lines), f"the report has {len(seen)} of {all_of_them}")
    return chosen


def _numbers(text: str, path: str, built: Program) -> set[int]:
    words = [(word, n) for n, line in enumerate(text.split("\n"), 1) for word in line.split()]
    if len(words) < 4 or not all(re.fullmatch(r"[0-9]{1,9}", word) for word, _ in words[:3]):
        raise PuzzleError(f"{path}:1: this is no solution file of glpsol")
    rows = int(words[0][0])
    _check_columns(words[1][0], path, words[1][1], built)
    values = words[4 + rows :]
    if len(values) != max(1, len(built.variables)):
        _fail(path, words[-1][1], f"it has the values of {plural(len(values), 'variable')}")
    return {
        _option(built, column, path, line)
        for column, (word, line) in enumerate(values, 1)
        if _value(word, path, line)
    }
