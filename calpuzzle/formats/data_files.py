"""Nonograms as data for the models of others: the .dat files of GLPK's example pbn, and MiniZinc's
.dzn.

A .dat file has `param m := 10;` (rows) and `n` (columns), and the tables `row` and `col`, a line a
clue after its number, with `.` where there is no block. Of .dzn files both kinds in use are read:
those of the MiniZinc benchmarks, in which `rows` and `cols` have a 1 for each black cell, a 0
between blocks and -1 behind them; and those with `row_rules` and `col_rules`, which have a number
for each block, after as many 0 as there is room for. Written are the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.formats.nonograms import clue as clue_of
from calpuzzle.formats.nonograms import finish, side
from calpuzzle.formats.reading import Reading, fail, whole
from calpuzzle.nonogram.explain import least_length
from calpuzzle.nonogram.puzzle import Clue, Clues

MAX_NUMBERS = 4_000_000
_PARAM = re.compile(r"param\s+(\w+)\s*:(.*)", re.DOTALL)
_SET = re.compile(r"(?:\w+\s*:\s*)?(\w+)\s*=(.*)", re.DOTALL)


class _Data(NamedTuple):
    """A kind of file: how it looks, is read, and is written."""

    looks_like: Callable[[str], bool]
    read: Callable[[str, str], Reading]
    write: Callable[[Clues], str]


class _Values:
    """The named values of a file, each a statement that ends in `;`: the text behind its name, and
    its line. `comment` begins a comment."""

    def __init__(self, pattern: re.Pattern[str], text: str, comment: str, source: str) -> None:
        self.source = source
        self.found: dict[str, tuple[int, str]] = {}
        plain = "\n".join(line.partition(comment)[0] for line in text.split("\n"))
        at = 1
        for statement in plain.split(";"):
            found = pattern.fullmatch(statement.strip())
            start = at + statement[: len(statement) - len(statement.lstrip())].count("\n")
            at += statement.count("\n")
            if not found:
                continue
            if found[1] in self.found:
                fail(source, start, f"{found[1]} is given twice")
            self.found[found[1]] = start, found[2]

    def text(self, name: str) -> tuple[int, str]:
        """The line and the text of a value. Raises PuzzleError where there is none."""
        if name not in self.found:
            fail(self.source, None, f"there is no {name}")
        return self.found[name]

    def side(self, name: str, what: str) -> int:
        """A width or a height."""
        at, text = self.text(name)
        return side(text.replace("=", "").strip(), what, self.source, at)

    def numbers(self, text: str, at: int, what: str) -> list[int]:
        """The numbers of a list."""
        words = re.findall(r"[^\s,|\[\]]+", text)
        if len(words) > MAX_NUMBERS:
            fail(self.source, at, f"{what} has more than {MAX_NUMBERS:,} numbers")
        return [whole(word, f"a number of {what}", self.source, at, -1) for word in words]

    def lines(self, numbers: Sequence[int], count: int, at: int, what: str) -> list[list[int]]:
        """The numbers as so many lines of the same length."""
        length = len(numbers) // count
        if length * count != len(numbers) or not length:
            have = plural(len(numbers), "number")
            fail(self.source, at, f"{what} has {have}, which do not go into {count} lines")
        return [list(numbers[k : k + length]) for k in range(0, len(numbers), length)]


def _clue(lengths: Iterable[int], source: str, at: int) -> Clue:
    return clue_of(((str(length), 1) for length in lengths if length), source, at)


def _read_dat(text: str, source: str) -> Reading:
    """A .dat file. Raises PuzzleError with file and what is wrong."""
    values = _Values(_PARAM, _uncommented(text, source), "#", source)
    clues = []
    for name, count, what in (("row", "m", "height"), ("col", "n", "width")):
        number = values.side(count, what)
        at, table = values.text(name)
        head, sign, body = table.partition(":=")
        if not sign:
            fail(source, at, f"the table {name} has no :=")
        across = len(head.split())
        words = [0 if word == "." else word for word in body.split()]
        lines = _table(words, across, number, name, source, at)
        clues.append(tuple(_clue(line, source, at) for line in lines))
    rows, columns = clues
    return finish(Clues(rows, columns), source)


def _uncommented(text: str, source: str) -> str:
    """The text without what stands between /* and */; its lines stay what they are."""
    parts = text.split("/*")
    kept = parts[:1]
    for part in parts[1:]:
        inside, end, rest = part.partition("*/")
        if not end:
            fail(source, None, "a comment that begins with /* has no end")
        kept += ["\n" * inside.count("\n"), rest]
    return "".join(kept)


def _table(
    words: list[str | int], across: int, count: int, name: str, source: str, at: int
) -> list[list[int]]:
    """The lines of a table, each of which begins with its number; what has no line is empty."""
    if len(words) % (across + 1):
        fail(source, at, f"the lines of the table {name} have not {across} numbers each")
    lines: list[list[int]] = [[] for _ in range(count)]
    for k in range(0, len(words), across + 1):
        index, *line = (whole(str(w), f"a number of {name}", source, at, 0) for w in
                        words[k : k + across + 1])  # fmt: skip
        if not 1 <= index <= count:
            fail(source, at, f"the table {name} has a line {index}, of {count}")
        lines[index - 1] = line
    return lines


def _write_dat(puzzle: Clues) -> str:
    """The puzzle as a .dat file."""
    out = ["data;", f"param m := {puzzle.height};", f"param n := {puzzle.width};"]
    for name, clues in (("row", puzzle.rows), ("col", puzzle.columns)):
        across = max(1, *map(len, clues))
        _check_numbers(name, len(clues), across)
        out.append(f"param {name} : {' '.join(map(str, range(1, across + 1)))} :=")
        for number, own in enumerate(clues, 1):
            lengths = [str(length) for length, _ in own]
            out.append(" ".join([str(number), *lengths, *"." * (across - len(own))]))
        out.append(";")
    return "\n".join([*out, "end;"]) + "\n"


def _read_dzn(text: str, source: str) -> Reading:
    """A .dzn file. Raises PuzzleError with file and what is wrong."""
    values = _Values(_SET, text, "%", source)
    cells = "row_rules" not in values.found
    sides = (("rows", "Y", "height"), ("cols", "X", "width"))
    if not cells:
        sides = (("row_rules", "rows", "height"), ("col_rules", "cols", "width"))
    clues = []
    for name, count, what in sides:
        at, body = values.text(name)
        listed = values.numbers(body if cells else body[body.find("[") : body.rfind("]")], at, name)
        if cells and any(number > 1 for number in listed):
            fail(source, at, f"{name} has other numbers than 1, 0 and -1")
        lines = values.lines(listed, values.side(count, what), at, name)
        clues.append(tuple(_clue(_runs(own) if cells else own, source, at) for own in lines))
    rows, columns = clues
    return finish(Clues(rows, columns), source)


def _runs(cells: list[int]) -> list[int]:
    """The lengths of blocks of 1; what stands behind the first -1 is no part of the clue."""
    known = cells[: cells.index(-1)] if -1 in cells else cells
    return [sum(run) for _, run in groupby(known)]


def _check_numbers(table: str, lines: int, across: int) -> None:
    """Raise InputError for a table that would be read by nobody: a clue that has no room in its
    line may be of any length."""
    if lines * across > MAX_NUMBERS:
        raise InputError(
            f"the table {table} would have {lines} lines of {across:,} numbers each, more than "
            f"{MAX_NUMBERS:,}"
        )


def _write_dzn(puzzle: Clues) -> str:
    """The puzzle as a .dzn file of the MiniZinc benchmarks."""
    longest = max(1, *map(least_length, (*puzzle.rows, *puzzle.columns)))
    _check_numbers("rows and cols", puzzle.height + puzzle.width, longest)
    cells = {
        name: [[mark for n, _ in own for mark in [*"1" * n, "0"]][:-1] for own in clues]
        for name, clues in (("rows", puzzle.rows), ("cols", puzzle.columns))
    }
    out = [f"X = {puzzle.width};", f"Y = {puzzle.height};", f"maxlen = {longest};"]
    for name, lines in cells.items():
        rows = ["|" + ", ".join([*line, *["-1"] * (longest - len(line))]) for line in lines]
        out.append(f"{name} = [" + "\n ".join(rows) + "\n |];")
    return "\n".join(out) + "\n"


dat = _Data(lambda text: re.search(r"\bparam\s+row\s*:", text) is not None, _read_dat, _write_dat)
dzn = _Data(
    lambda text: (
        re.search(r"^[ \t]*(rows|row_rules)[ \t]*=", text, re.MULTILINE) is not None
        and re.search(r"^[ \t]*(cols|col_rules)[ \t]*=", text, re.MULTILINE) is not None
    ),
    _read_dzn,
    _write_dzn,
)
