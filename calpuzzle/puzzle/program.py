"""An exact cover problem as a 0-1 program: what the writers of models for other solvers share.

Variable x1 is option 0 of the Cover, x2 option 1 and so on. Options of secondary items only, which
a Cover never chooses, are left out, so numbers may be missing; a fitting puzzle has none, as each
of its options holds its piece, which is primary. A row says how many of its variables are 1. A row
without variables that wants some is kept: it makes the model infeasible, as it must be.
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover


class Row(NamedTuple):
    """`least` to `most` of the options are chosen; `name` is the item."""

    name: str
    options: tuple[int, ...]
    least: int
    most: int


class Program(NamedTuple):
    """The options that are variables, and the rows; `names` are those of all options."""

    variables: tuple[int, ...]
    rows: tuple[Row, ...]
    names: tuple[str, ...]


def program(cover: Cover) -> Program:
    """The program of a cover, its rows in the order of the items."""
    covering: list[list[int]] = [[] for _ in cover.items]
    for k in cover.choosable:
        for number in cover.options[k]:
            covering[number].append(k)
    rows = []
    for item, options, (least, most) in zip(cover.items, covering, cover.bounds, strict=True):
        if options or least:
            rows.append(Row(str(item), tuple(options), least, most))
    return Program(cover.choosable, tuple(rows), cover.names)


def wrapped(words: list[str], width: int = 90, indent: str = "   ") -> list[str]:
    """Words put on lines of about `width`."""
    lines = []
    line = indent
    for word in words:
        if len(line) + len(word) > width and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    lines.append(line.rstrip())
    return lines


def one_line(text: str) -> str:
    """A name as it can stand in a comment: on one line, without what ends a comment."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()).replace("*/", "*")
