"""Nonogram files with only black clues: a line of numbers for each row, then for each column.

The module itself implements the simplest of these formats, without sizes: a blank line, or a line
`&`, separates rows and columns, `0` is an empty clue, and lines that begin with `#` are comments.
The others are instances of `SizedFormat` and are only read: .nin of Jakub Wilk and .mk of Mirek
and Petr Olšák.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, islice
from typing import NamedTuple

from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.nonograms import clue, clue_words, finish, side_length
from calpuzzle.formats.reading import NumberedLine, Reading, begins_with_number, fail, opening
from calpuzzle.nonogram.clues import MAX_SIDE, Clue, Clues


def looks_like(text: str) -> bool:
    """Return whether the first line that is not a comment begins with a number."""
    return begins_with_number(text, "#")


def read(text: str, source: str) -> Reading:
    """Read a file of rows, a blank line, and columns."""
    parts: list[list[Clue]] = []
    after_blank = True
    for at, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        line = line.strip()
        line = "" if line == "&" else line
        if line:
            if after_blank:
                parts.append([])
            if len(parts) > 2:
                message = (
                    "these clues follow a second blank line; write 0 for a line without blocks"
                )
                fail(source, at, message)
            parts[-1].append(black_clue(line, source, at))
            if len(parts[-1]) > MAX_SIDE:
                fail(source, at, f"there are more than {MAX_SIDE} lines of clues")
        after_blank = not line
    if len(parts) < 2:
        fail(source, None, "a blank line, or a line &, must separate row clues from column clues")
    return finish(Clues(tuple(parts[0]), tuple(parts[1])), source)


def write(puzzle: Clues) -> str:
    """Return the clues of the rows, a blank line, and the clues of the columns."""
    rows, columns = (
        "".join(" ".join(str(length) for length, _ in clue or [(0, 0)]) + "\n" for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return f"{rows}\n{columns}"


def black_clue(text: str, source: str, line: int) -> Clue:
    """Return the black clue of a line of numbers; `0` and a blank line are both an empty clue."""
    return clue(((word, 1) for word in clue_words(text)), source, line)


class SizedFormat(NamedTuple):
    """A format whose first line has the sizes in the order of `head`, followed by the clues of the
    rows, the separator line `between` if there is one, and the clues of the columns. Blank lines
    before the sizes are skipped; after them, a blank line is an empty clue."""

    head: tuple[str, str]
    between: str | None = None

    def looks_like(self, text: str) -> bool:
        """Return whether the first line consists of one number for each size, and the text contains
        the separator."""
        words = opening(text, "\n")
        numbers = all(word.isascii() and word.isdigit() for word in words)
        return numbers and len(words) == len(self.head) and f"\n{self.between or ''}" in text

    def read(self, text: str, source: str) -> Reading:
        """Read a file."""
        numbered = enumerate(text.splitlines(), 1)
        lines = dropwhile(lambda entry: not entry[1].strip(), numbered)
        at, line = _next(lines, f"the {self.head[0]}", source)
        words = line.split()
        if len(words) != len(self.head):
            fail(source, at, f"the first line must be the {' and the '.join(self.head)}")
        pairs = zip(self.head, words, strict=True)
        sizes = {name: side_length(word, name, source, at) for name, word in pairs}
        rows = _clues(lines, sizes["height"], "row", source)
        if self.between is not None:
            what = f"the line {self.between}"
            at, line = _next(lines, f"{what} between rows and columns", source)
            if line.strip() != self.between:
                fail(source, at, f"expected {what} between rows and columns, not {shown(line)}")
        columns = _clues(lines, sizes["width"], "column", source)
        for at, line in lines:
            if line.strip():
                fail(source, at, f"there is text after the last clue: {shown(line)}")
        return finish(Clues(rows, columns), source)


def _next(lines: Iterator[NumberedLine], what: str, source: str) -> tuple[int, str]:
    found = next(lines, None)
    if found is None:
        fail(source, None, f"the file ends before {what}")
    return found


def _clues(lines: Iterator[NumberedLine], count: int, what: str, source: str) -> tuple[Clue, ...]:
    found = [black_clue(line, source, at) for at, line in islice(lines, count)]
    if len(found) < count:
        total = plural(count, f"{what} clue")
        fail(source, None, f"the file ends after {len(found)} of {total}")
    return tuple(found)


nin = SizedFormat(("width", "height"))
mk = SizedFormat(("height", "width"), "#")
