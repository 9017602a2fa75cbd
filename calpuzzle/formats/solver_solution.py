"""The reader of solution files that other solvers write for the problems of programs.py.

For 0-1 programs it reads the files of three solvers:

* glpsol: the file of `--write`, in the form of versions 4.65 and 5.0 (`s mip ROWS COLUMNS`, then
  `j COLUMN VALUE`) or in the older form, which has only numbers; and the report of `--output`;
* HiGHS: the files that `writeSolution` and `--solution_file` write;
* CBC: its solution file.

For clauses and OPB it reads the `v` lines of the SAT and pseudo-Boolean competitions, and the
output of minisat. For every kind of problem it reads CP-SAT's response as text (`status: OPTIMAL`,
then `solution: 1` or 0 for each variable). The form is recognised by the content. The problem must
have been written by this package from the same puzzle, because variables are matched by name or by
number.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import contents
from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.programs import columns
from calpuzzle.formats.reading import fail, parse_integer, text_of
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import name_options
from calpuzzle.puzzle.program import program

Values = Iterator[tuple[int, str, int]]
"""For each value the number of its column, from 1, the value as a word, and its line."""
LineReader = Callable[[list[str], Sequence[str], str], Values]
STATUSES = (["SATISFIABLE"], ["UNSATISFIABLE"], ["UNKNOWN"], ["OPTIMUM"])


def read_solution(path: str, lowered: Lowering) -> Options:
    """Return the options whose variables are 1 in the file, which are a solution of the puzzle.

    Raises PuzzleError for a file that is not a solution of this puzzle, and CannotDoError if the
    file reports that the solver found no solution.
    """
    name = os.path.basename(path)
    cover = name_options(lowered)
    names = columns(cover)
    text = text_of(contents(path), name)
    lines = text.split("\n")
    form, partial = _form(text, lines)
    ones: dict[int, bool] = {}
    for column, word, line in form(lines, names, name):
        if column in ones:
            fail(name, line, f"variable number {column} occurs twice")
        ones[column] = _is_one(word, name, line)
    if len(ones) != len(names) and not partial:
        found = f"the file ends with the values of {len(ones)} of {plural(len(names), 'variable')}"
        fail(name, len(lines), found)
    chosen = {k for column, k in enumerate(cover.choosable, 1) if ones.get(column)}
    for row in program(cover):
        number = len(chosen.intersection(row.options))
        if not row.least <= number <= row.most:
            covered = f"{row.name} is covered {plural(number, 'time')}"
            fail(
                name, None, f"this is not a solution of the puzzle {lowered.model.name}: {covered}"
            )
    return tuple(sorted(chosen))


def _form(text: str, lines: list[str]) -> tuple[LineReader, bool]:
    """Return the reader for the form of the file, and whether variables missing from it are 0."""
    if lines[0].startswith("status: "):
        return _cpsat, False
    heads = [line.split()[:2] for line in lines if line[:1] in ("s", "v")]
    if any(words[0] == "v" or words[1:] in STATUSES for words in heads if words):
        return _clausal, True
    if any(words[:1] == ["s"] for words in heads):
        return _raw, False
    first = lines[0].strip()
    if first in ("SAT", "UNSAT", "INDET"):
        return _minisat, True
    if " - objective value" in first or first.startswith(("Infeasible", "Integer infeasible")):
        return _cbc, True
    if first == "Model status":
        return _highs, False
    return (_report if "Column name" in text else _numbers), False


def _is_one(word: str, name: str, line: int) -> bool:
    try:
        value = float(word)
    except ValueError:
        fail(name, line, f"{shown(word)} should be the value of a variable")
    # In this form the test also rejects NaN.
    if not min(abs(value), abs(value - 1)) <= 1e-6:
        fail(name, line, f"the value {shown(word)} of a variable is neither 0 nor 1")
    return value > 0.5


def _no_solution(name: str, status: str = "") -> CannotDoError:
    return CannotDoError(f"{name} reports that the solver found no solution{status}")


def _check_columns(word: str, names: Sequence[str], name: str, line: int) -> None:
    if word != str(len(names)):
        message = f"the number of variables is {shown(word)}, but {len(names):,} in the puzzle"
        fail(name, line, f"{message}: this is the solution of another puzzle")


def _raw(lines: list[str], names: Sequence[str], name: str) -> Values:
    stated = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["s"]:
            if len(words) < 5 or words[1] != "mip":
                fail(name, number, "this is not a solution of a problem with binary variables")
            if words[4] not in ("o", "f"):
                raise _no_solution(name)
            _check_columns(words[3], names, name, number)
            stated = True
        elif words[:1] == ["j"] and stated:
            if len(words) != 3:
                fail(name, number, "a line that begins with j must have a column and a value")
            yield (
                parse_integer(words[1], "the column", name, number, 1, len(names)),
                words[2],
                number,
            )


def _report(lines: list[str], names: Sequence[str], name: str) -> Values:
    number_of = {variable: column for column, variable in enumerate(names, 1)}
    started, column = False, 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["Status:"] and not {"OPTIMAL", "FEASIBLE"}.intersection(words):
            status = shown(" ".join(words[1:]))
            raise _no_solution(name, f" ({status})")
        started = started or "Column name" in line
        # A line has a number, the variable, `*` or a status of letters, and the value. After a long
        # name, everything that follows it is on the next line.
        if started and re.fullmatch("[0-9]+ x[0-9A-Za-z_]+", " ".join(words[:2])):
            column = _column(number_of, words[1], name, number)
            words = words[2:]
        if started and column and words:
            marked = len(words) > 1 and (words[0] == "*" or words[0].isalpha())
            yield column, words[1 if marked else 0], number
            column = 0


def _numbers(lines: list[str], names: Sequence[str], name: str) -> Values:
    words = [(word, n) for n, line in enumerate(lines, 1) for word in line.split()]
    if len(words) < 4 or not all(re.fullmatch("[0-9]{1,9}", word) for word, _ in words[:3]):
        fail(name, 1, "this is not a solution file of glpsol, CBC, HiGHS, CP-SAT or a SAT solver")
    (rows, _), (variables, line), (status, _) = words[:3]
    if int(status) not in (2, 5):  # GLP_FEAS, GLP_OPT
        raise _no_solution(name)
    _check_columns(variables, names, name, line)
    for column, (word, at) in enumerate(words[4 + int(rows) :], 1):
        yield column, word, at


def _highs(lines: list[str], names: Sequence[str], name: str) -> Values:
    status = lines[1].strip() if len(lines) > 1 else ""
    if status not in ("Optimal", "Empty") and "Feasible" not in map(str.strip, lines):
        raise _no_solution(name, f" ({shown(status)})")
    number_of = {variable: column for column, variable in enumerate(names, 1)}
    inside = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:2] == ["#", "Columns"]:
            _check_columns(words[-1], names, name, number)
            inside = True
        elif words[:1] == ["#"] and inside:
            return
        elif inside and len(words) == 2:
            yield _column(number_of, words[0], name, number), words[1], number


def _cbc(lines: list[str], names: Sequence[str], name: str) -> Values:
    status = lines[0].partition(" - ")[0].strip()
    if status != "Optimal":
        raise _no_solution(name, f" ({shown(status)})")
    number_of = {variable: column for column, variable in enumerate(names, 1)}
    for number, line in enumerate(lines[1:], 2):
        words = line.split()
        if words[:1] == ["**"]:
            fail(name, number, "the solution breaks a constraint")
        if len(words) >= 3:
            yield _column(number_of, words[1], name, number), words[2], number


def _cpsat(lines: list[str], names: Sequence[str], name: str) -> Values:
    status = lines[0].partition(":")[2].strip()
    if status not in ("OPTIMAL", "FEASIBLE"):
        raise _no_solution(name, f" ({shown(status)})")
    column = 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["solution:"] and len(words) == 2:
            column += 1
            if column <= len(names):  # later variables belong to the encoding of counters
                yield column, words[1], number


def _column(number_of: dict[str, int], variable: str, name: str, line: int) -> int:
    """Return the column of a variable. Raises PuzzleError if there is no such variable."""
    if variable not in number_of:
        message = f"there is no variable {shown(variable)}"
        fail(name, line, f"{message}: this is the solution of another puzzle")
    return number_of[variable]


def _clausal(lines: list[str], names: Sequence[str], name: str) -> Values:
    stated = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["s"] and words[1:2] not in (["SATISFIABLE"], ["OPTIMUM"]):
            raise _no_solution(name, f" ({shown(' '.join(words[1:]))})")
        if words[:1] == ["v"]:
            stated = True
            yield from _literals(words[1:], names, name, number)
    if not stated:
        fail(name, len(lines), "there is no line v with the values of the variables")


def _minisat(lines: list[str], names: Sequence[str], name: str) -> Values:
    if lines[0].strip() != "SAT":
        raise _no_solution(name, f" ({shown(lines[0].strip())})")
    for number, line in enumerate(lines[1:], 2):
        yield from _literals(line.split(), names, name, number)


def _literals(words: list[str], names: Sequence[str], name: str, line: int) -> Values:
    """Yield the values of literals. Skip the 0 that ends the list of literals, and the variables
    after those of the options, which belong to the encoding of counters."""
    for word in words:
        literal = word.replace("x", "", 1)
        column = parse_integer(literal.removeprefix("-"), "the variable", name, line, 0)
        if 0 < column <= len(names):
            yield column, str(int(not literal.startswith("-"))), line
