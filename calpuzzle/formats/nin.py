"""The format .nin of Jakub Wilk: width and height, then the rows' clues, then the columns'."""

from __future__ import annotations

from calpuzzle.formats.clue_lines import (
    black_only,
    clue_lines,
    finish,
    nothing_behind,
    numbers_on_top,
    sides,
)
from calpuzzle.formats.reading import Reading
from calpuzzle.griddler.puzzle import Clues


def looks_like(text: str) -> bool:
    """Whether the first line has two numbers."""
    return numbers_on_top(text) == 2


def read(text: str, source: str) -> Reading:
    """Read a .nin file."""
    lines = text.splitlines()
    width, height = sides(lines[0], "width", "height", source)
    rows = clue_lines(lines, 1, height, "row", source)
    columns = clue_lines(lines, 1 + height, width, "column", source)
    nothing_behind(lines, 1 + height + width, source)
    return finish(Clues(rows, columns), source)


def write(puzzle: Clues) -> str:
    """The puzzle as a .nin file."""
    clues = [*black_only(puzzle.rows), *black_only(puzzle.columns)]
    return "\n".join([f"{puzzle.width} {puzzle.height}", *clues]) + "\n"
