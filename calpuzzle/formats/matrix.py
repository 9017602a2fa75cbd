"""Exact cover as a matrix of 0 and 1: lines are options, columns are items.

The numbers may be separated by spaces or commas. `#` starts a comment line. Primary items are
covered exactly once, secondary items at most once. A first line of two numbers may state the
numbers of options and items, or those of primary and secondary items; the secondary items are the
last ones."""

from __future__ import annotations

import re

from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.reading import fail
from calpuzzle.puzzle.cover import Cover

MAX_CELLS = 50_000_000
_HEADER = re.compile(r"\s*([0-9]{1,8})\s+([0-9]{1,8})\s*")


def looks_like(text: str) -> bool:
    """Return whether the text has only 0 and 1, several on a line, after an optional header."""
    lines = [line for _, line in _lines(text)]
    header = _HEADER.fullmatch(lines[0]) if lines[1:] else None
    rows = lines[1:] if header else lines
    return not any(row.strip("01 \t,") for row in rows) and len("".join(lines[:1]).strip()) > 1


def read(text: str, name: str) -> Cover:
    """Return the problem of a matrix. Raises PuzzleError, which names file, line and fault."""
    lines = _lines(text)
    at, first = lines[0] if lines else (1, "")
    header = _HEADER.fullmatch(first) if lines[1:] else None
    # A first line of 0 and 1 that is as long as the second one is a row, not a header.
    if header and (len(_marks(lines[1][1])) != len(_marks(first)) or first.strip("01 \t,")):
        lines = lines[1:]
    else:
        header = None
    options: list[tuple[int, ...]] = []
    width = -1
    for number, line in lines:
        marks = _marks(line)
        if odd := marks.strip("01"):
            fail(name, number, f"a matrix contains only 0 and 1, not {shown(odd[0])}")
        width = len(marks) if width < 0 else width
        if len(marks) != width:
            have = plural(len(marks), "number")
            fail(name, number, f"the line has {have}, but the first one has {width}")
        if width * (len(options) + 1) > MAX_CELLS:
            fail(name, number, f"the matrix has more than {MAX_CELLS:,} numbers")
        options.append(tuple(k for k, mark in enumerate(marks) if mark == "1"))
    if not options:
        fail(name, at, "there are no options")
    primary = width
    if header:
        one, other = int(header[1]), int(header[2])
        if one + other == width:
            primary = one
        elif (one, other) != (len(options), width):
            size = f"{plural(len(options), 'row')} of {plural(width, 'number')}"
            fail(name, at, f"the header says {one} and {other}, but the matrix has {size}")
    secondary = range(primary, width)
    return Cover.numbered(range(primary), options, secondary, [(1, 1)] * primary)


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the numbered lines that are neither blank nor comments."""
    lines = enumerate(text.split("\n"), 1)
    return [(at, line) for at, line in lines if line.strip() and not line.lstrip().startswith("#")]


def _marks(line: str) -> str:
    """Return a row without its separators."""
    return re.sub(r"[\s,]", "", line)
