"""Exact cover as a matrix of 0 and 1: a line an option, a column an item, with blanks between the
numbers or without. `#` starts a comment line. Each item is covered exactly once."""

from __future__ import annotations

import re

from calpuzzle.base.text import plural, shown
from calpuzzle.formats.reading import fail
from calpuzzle.puzzle.cover import Cover

MAX_CELLS = 50_000_000


def looks_like(text: str) -> bool:
    """Return whether nothing but 0 and 1 stands in it, several on a line."""
    lines = [
        line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")
    ]
    return not any(line.strip("01 \t,") for line in lines) and len("".join(lines[:1]).strip()) > 1


def read(text: str, name: str) -> Cover:
    """The problem in a matrix. Raises PuzzleError with file, line, and what is wrong."""
    options: list[list[int]] = []
    width = -1
    for number, line in enumerate(text.split("\n"), 1):
        marks = "" if line.lstrip().startswith("#") else re.sub(r"[\s,]", "", line)
        if not marks:
            continue
        if odd := marks.strip("01"):
            fail(name, number, f"a matrix is made of 0 and 1, and here is {shown(odd[0])}")
        width = len(marks) if width < 0 else width
        if len(marks) != width:
            have = plural(len(marks), "number")
            fail(name, number, f"the line has {have}, but the first one has {width}")
        if width * (len(options) + 1) > MAX_CELLS:
            fail(name, number, f"the matrix has more than {MAX_CELLS:,} numbers")
        options.append([k for k, mark in enumerate(marks) if mark == "1"])
    if not options:
        fail(name, 1, "there are no options")
    return Cover.numbered(range(width), [*map(tuple, options)], (), [(1, 1)] * width)
