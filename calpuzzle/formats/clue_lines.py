"""Nonogram files of black clues alone, each a line of numbers: the rows', then the columns'.

The module itself is the plainest of these formats, without sizes: a blank line, or a line `&`,
parts rows and columns, `0` is an empty clue, and lines that begin with `#` are comments. The others
are `Sized`, and are read only: .nin of Jakub Wilk and .mk of Mirek and Petr Olšák.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from calpuzzle.base.text import plural, shown
from calpuzzle.formats.nonograms import clue, clue_words, finish, side
from calpuzzle.formats.reading import Reading, begins_with_number, fail, opening
from calpuzzle.nonogram.puzzle import MAX_SIDE, Clue, Clues

Lines = Iterator[tuple[int, str]]


def looks_like(text: str) -> bool:
    """Return whether the first line that is no comment begins with a number."""
    return begins_with_number(text, "#")


def read(text: str, source: str) -> Reading:
    """Read a file of rows, a blank line, and columns."""
    parts: list[list[Clue]] = []
    apart = True
    for at, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        line = line.strip()
        line = "" if line == "&" else line
        if line:
            if apart:
                parts.append([])
            if len(parts) > 2:
                fail(source, at, "a second blank line; write 0 for a line without blocks")
            parts[-1].append(black(line, source, at))
            if len(parts[-1]) > MAX_SIDE:
                fail(source, at, f"there are more than {MAX_SIDE} lines of clues")
        apart = not line
    if len(parts) < 2:
        fail(source, None, "a blank line, or a line &, must part the rows' clues from the columns'")
    return finish(Clues(tuple(parts[0]), tuple(parts[1])), source)


def write(puzzle: Clues) -> str:
    """The puzzle as rows, a blank line, and columns."""
    upper, lower = (
        "".join(" ".join(str(length) for length, _ in own or [(0, 0)]) + "\n" for own in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return f"{upper}\n{lower}"


def black(text: str, source: str, line: int) -> Clue:
    """The clue of a line of numbers; `0` and nothing both say that there is no block."""
    return clue(((word, 1) for word in clue_words(text)), source, line)


class Sized(NamedTuple):
    """A format whose first line has the sizes in the order of `head`, then the clues of the rows
    and those of the columns, with the line `between`, if any, between them. A blank clue is empty.
    """

    head: tuple[str, str]
    between: str | None = None

    def looks_like(self, text: str) -> bool:
        """Return whether the first line has just numbers, one a size, and rows and columns are
        parted."""
        words = opening(text, "\n")
        numbers = all(word.isascii() and word.isdigit() for word in words)
        return numbers and len(words) == len(self.head) and f"\n{self.between or ''}" in text

    def read(self, text: str, source: str) -> Reading:
        """Read a file."""
        lines = enumerate(text.splitlines(), 1)
        at, line = _next(lines, f"the {self.head[0]}", source)
        words = line.split()
        if len(words) != len(self.head):
            fail(source, at, f"the first line must be the {' and the '.join(self.head)}")
        pairs = zip(self.head, words, strict=True)
        sizes = {name: side(word, name, source, at) for name, word in pairs}
        rows = _clues(lines, sizes["height"], "row", source)
        if self.between is not None:
            what = f"the line {self.between}"
            at, line = _next(lines, f"{what} between rows and columns", source)
            if line.strip() != self.between:
                fail(source, at, f"here {what} must part rows and columns, not {shown(line)}")
        columns = _clues(lines, sizes["width"], "column", source)
        for at, line in lines:
            if line.strip():
                fail(source, at, f"there is more behind the last clue: {shown(line)}")
        return finish(Clues(rows, columns), source)


def _next(lines: Lines, what: str, source: str) -> tuple[int, str]:
    found = next(lines, None)
    if found is None:
        fail(source, None, f"it ends before {what}")
    return found


def _clues(lines: Lines, count: int, what: str, source: str) -> tuple[Clue, ...]:
    found = [black(line, source, at) for at, line in islice(lines, count)]
    if len(found) < count:
        fail(source, None, f"it ends after {len(found)} of {plural(count, what + ' clue')}")
    return tuple(found)


nin = Sized(("width", "height"))
mk = Sized(("height", "width"), "#")
