"""The format .mk of Mirek and Petr Olšák: height and width, rows, a line `#`, columns."""

from __future__ import annotations

from calpuzzle.base.text import shown
from calpuzzle.formats.clue_lines import (
    black_only,
    clue_lines,
    finish,
    nothing_behind,
    numbers_on_top,
    sides,
)
from calpuzzle.formats.reading import Reading, fail
from calpuzzle.griddler.puzzle import Clues


def looks_like(text: str) -> bool:
    """Whether the first line has two numbers, and a line # follows."""
    return numbers_on_top(text) == 2 and "\n#" in text


def read(text: str, source: str) -> Reading:
    """Read a .mk file."""
    lines = text.splitlines()
    height, width = sides(lines[0], "height", "width", source)
    rows = clue_lines(lines, 1, height, "row", source)
    at = 1 + height
    if at >= len(lines):
        fail(source, None, "it ends before the line # between rows and columns")
    if lines[at].strip() != "#":
        fail(source, at + 1, f"here the line # must part rows and columns, not {shown(lines[at])}")
    columns = clue_lines(lines, at + 1, width, "column", source)
    nothing_behind(lines, at + 1 + width, source)
    return finish(Clues(rows, columns), source)


def write(puzzle: Clues) -> str:
    """The puzzle as a .mk file."""
    rows, columns = black_only(puzzle.rows), black_only(puzzle.columns)
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows, "#", *columns]) + "\n"
