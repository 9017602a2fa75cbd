"""The solution files of glpsol, read back: which variables are 1.

Three forms are read: the raw one of `--write` (`s mip ROWS COLUMNS ...`, then `j COLUMN VALUE`),
which 4.65 and 5.0 both write; its forerunner, numbers only; and the report of `--output`. The
model must be one that this package wrote of the same puzzle: variable xN is option N - 1.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.files import contents
from calpuzzle.base.text import plural, shown
from calpuzzle.formats.programs import columns
from calpuzzle.formats.reading import fail, text_of, whole
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.program import program

Values = Iterator[tuple[int, str, int]]
"""The number of a column from 1, the word that is its value, and the line of the file."""


def read_solution(path: str, lowered: Lowering) -> Options:
    """The options that are 1 in the file: a solution of the puzzle.

    Raises PuzzleError for a file that is none, or not of this puzzle; CannotDoError where the
    file says that there is no solution.
    """
    name = os.path.basename(path)
    cover = lowered.cover
    names = columns(cover)
    text = text_of(contents(path), name)
    lines = text.split("\n")
    form = _report if "Column name" in text else _numbers
    if any(line.startswith("s ") for line in lines):
        form = _raw
    ones: dict[int, bool] = {}
    for column, word, line in form(lines, names, name):
        if column in ones:
            fail(name, line, f"column {column} stands twice")
        ones[column] = _is_one(word, name, line)
    if len(ones) != len(names):
        found = f"it has the values of {len(ones)} of {plural(len(names), 'variable')}"
        fail(name, len(lines), found)
    chosen = {k for column, k in enumerate(cover.choosable, 1) if ones[column]}
    for row in program(cover):
        number = len(chosen.intersection(row.options))
        if not row.least <= number <= row.most:
            covered = f"{row.name} is covered {plural(number, 'time')}"
            fail(name, None, f"this is no solution of {lowered.model.name}: {covered}")
    return tuple(sorted(chosen))


def _is_one(word: str, name: str, line: int) -> bool:
    try:
        value = float(word)
    except ValueError:
        fail(name, line, f"{shown(word)} should be the value of a variable")
    # Written so that a value that is no number fails too.
    if not min(abs(value), abs(value - 1)) <= 1e-6:
        fail(name, line, f"the value {shown(word)} of a variable is neither 0 nor 1")
    return value > 0.5


def _check_columns(word: str, names: Sequence[str], name: str, line: int) -> None:
    if word != str(len(names)):
        message = f"the file is of {shown(word)} and the puzzle of {plural(len(names), 'variable')}"
        fail(name, line, f"{message}: it is the solution of another one")


def _raw(lines: list[str], names: Sequence[str], name: str) -> Values:
    stated = False
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[:1] == ["s"]:
            if len(words) < 5 or words[1] != "mip":
                fail(name, number, "this is no solution of a problem with binary variables")
            if words[4] not in ("o", "f"):
                raise CannotDoError(f"{name} says that glpsol found no solution")
            _check_columns(words[3], names, name, number)
            stated = True
        elif words[:1] == ["j"] and stated:
            if len(words) != 3:
                fail(name, number, "a line j has a column and a value")
            yield whole(words[1], "the column", name, number, 1, len(names)), words[2], number


def _report(lines: list[str], names: Sequence[str], name: str) -> Values:
    number_of = {variable: column for column, variable in enumerate(names, 1)}
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
        if words[1] not in number_of:
            message = f"the puzzle has no variable {shown(words[1])}: this is another one's"
            fail(name, number, message)
        marked = len(words) > 3 and (words[2] == "*" or words[2].isalpha())
        yield number_of[words[1]], words[3 if marked else 2], number


def _numbers(lines: list[str], names: Sequence[str], name: str) -> Values:
    words = [(word, n) for n, line in enumerate(lines, 1) for word in line.split()]
    if len(words) < 4 or not all(re.fullmatch("[0-9]{1,9}", word) for word, _ in words[:3]):
        fail(name, 1, "this is no solution file of glpsol")
    (rows, _), (variables, line) = words[:2]
    _check_columns(variables, names, name, line)
    for column, (word, at) in enumerate(words[4 + int(rows) :], 1):
        yield column, word, at
