"""Exact cover as a matrix of 0 and 1: a line an option, a column an item, with blanks between the
numbers or without. `#` starts a comment line. Each item is covered exactly once. A first line of
two numbers may say how many options and items there are, or how many primary and how many secondary
items, which are the last ones and are covered at most once."""

from __future__ import annotations

import re

from calpuzzle.base.text import plural, shown
from calpuzzle.formats.reading import fail
from calpuzzle.puzzle.cover import Cover

MAX_CELLS = 50_000_000
_HEADER = re.compile(r"\s*([0-9]{1,8})\s+([0-9]{1,8})\s*")


def looks_like(text: str) -> bool:
    """Return whether nothing but 0 and 1 stands in it, several on a line, below a header or not."""
    lines = [line for _, line in _lines(text)]
    header = _HEADER.fullmatch(lines[0]) if lines[1:] else None
    rows = lines[1:] if header else lines
    return not any(row.strip("01 \t,") for row in rows) and len("".join(lines[:1]).strip()) > 1


def read(text: str, name: str) -> Cover:
    """The problem in a matrix. Raises PuzzleError with file, line, and what is wrong."""
    lines = _lines(text)
    header = _HEADER.fullmatch(lines[0][1]) if lines[1:] else None
    # The header of a matrix of two columns may be a row of it.
    if header and (len(_marks(lines[1][1])) != 2 or header[0].strip("01 \t,")):
        lines = lines[1:]
    else:
        header = None
    options: list[tuple[int, ...]] = []
    width = -1
    for number, line in lines:
        marks = _marks(line)
        if odd := marks.strip("01"):
            fail(name, number, f"a matrix is made of 0 and 1, and here is {shown(odd[0])}")
        width = len(marks) if width < 0 else width
        if len(marks) != width:
            have = plural(len(marks), "number")
            fail(name, number, f"the line has {have}, but the first one has {width}")
        if width * (len(options) + 1) > MAX_CELLS:
            fail(name, number, f"the matrix has more than {MAX_CELLS:,} numbers")
        options.append(tuple(k for k, mark in enumerate(marks) if mark == "1"))
    if not options:
        fail(name, 1, "there are no options")
    primary = width
    if header:
        one, other = int(header[1]), int(header[2])
        if one + other == width:
            primary = one
        elif (one, other) != (len(options), width):
            size = f"{plural(len(options), 'row')} of {plural(width, 'number')}"
            fail(name, 1, f"the header says {one} and {other}, but the matrix has {size}")
    secondary = range(primary, width)
    return Cover.numbered(range(primary), options, secondary, [(1, 1)] * primary)


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines with something on them, without comments, each with its number."""
    lines = enumerate(text.split("\n"), 1)
    return [(at, line) for at, line in lines if line.strip() and not line.lstrip().startswith("#")]


def _marks(line: str) -> str:
    """The numbers of a row without what stands between them."""
    return re.sub(r"[\s,]", "", line)
