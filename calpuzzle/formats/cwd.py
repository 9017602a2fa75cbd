"""The format .cwd of QNonograms: height, width on the next line, rows, a blank line, columns."""

from __future__ import annotations

from calpuzzle.base.text import shown
from calpuzzle.formats.clue_lines import (
    black_only,
    clue_lines,
    finish,
    nothing_behind,
    numbers_on_top,
    side,
)
from calpuzzle.formats.reading import Reading, fail
from calpuzzle.griddler.puzzle import Clues


def looks_like(text: str) -> bool:
    """Whether the first line has one number."""
    return numbers_on_top(text) == 1


def read(text: str, source: str) -> Reading:
    """Read a .cwd file."""
    lines = text.splitlines()
    if len(lines) < 2:
        fail(source, None, "it ends before the width")
    height = side(lines[0].strip(), "height", source, 1)
    width = side(lines[1].strip(), "width", source, 2)
    rows = clue_lines(lines, 2, height, "row", source)
    at = 2 + height
    if at < len(lines) and lines[at].strip():
        message = f"here a blank line must part rows and columns, not {shown(lines[at])}"
        fail(source, at + 1, message)
    columns = clue_lines(lines, at + 1, width, "column", source)
    nothing_behind(lines, at + 1 + width, source)
    return finish(Clues(rows, columns), source)


def write(puzzle: Clues) -> str:
    """The puzzle as a .cwd file."""
    rows, columns = black_only(puzzle.rows), black_only(puzzle.columns)
    return "\n".join([str(puzzle.height), str(puzzle.width), *rows, "", *columns]) + "\n"
