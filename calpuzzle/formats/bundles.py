"""Files that hold several nonograms, and are read only: bundles of .non files, apart by lines of
four `=`, and those of picross-solver, in which `GRID title` begins each.

    GRID title
    ROWS
    [ 2 1 ]
    COLUMNS
    [ ]

In these `#` starts a comment line, and nothing else stands behind the keywords.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from calpuzzle.base.text import shown
from calpuzzle.formats import non
from calpuzzle.formats.nonograms import clue, clue_words, finish
from calpuzzle.formats.reading import Reading, chosen_of, fail
from calpuzzle.nonogram.puzzle import MAX_SIDE, Clue, Clues

MAX_PUZZLES = 100_000
_DIVIDER = re.compile(r"^====[ \t]*$", re.MULTILINE)
_GRID = re.compile(r"^[ \t]*GRID\b[ \t]*(.*)$", re.MULTILINE)
_TITLE = re.compile(r"^[ \t]*title[ \t]+(.*)$", re.MULTILINE)
_CLUE = re.compile(r"\[([\s0-9,]*)\]")


class _Bundle(NamedTuple):
    """A bundle: how it looks, and where its puzzles begin; of each its title, and how it is
    read from a text that has as many lines before it as the file."""

    looks_like: Callable[[str], bool]
    starts: Callable[[str], list[int]]
    title: re.Pattern[str]
    one: Callable[[str, str], Reading]

    def read(self, text: str, source: str, problem: str | None = None) -> Reading:
        """The puzzle of that name or number, counted from 1; the first where none is named. Raises
        PuzzleError, and InputError where there is no such puzzle."""
        starts = self.starts(text)
        if not starts:
            fail(source, None, "there is no puzzle in it")
        if len(starts) > MAX_PUZZLES:
            fail(source, None, f"it has more than {MAX_PUZZLES:,} puzzles")
        ends = [*starts[1:], len(text)]
        found = [self.title.search(text, a, b) for a, b in zip(starts, ends, strict=True)]
        titles = [each[1].strip().strip("'\"") if each else "" for each in found]
        at, notes = chosen_of(titles, problem, source, "puzzle")
        lines = text.count("\n", 0, starts[at])
        reading = self.one("\n" * lines + text[starts[at] : ends[at]], source)
        return Reading(reading.thing, (*notes, *reading.notes))


def _parted(text: str) -> list[int]:
    """Return where the puzzles of a bundle begin; a divider at its end begins none."""
    ends = [each.end() for each in _DIVIDER.finditer(text)]
    bounds = zip([0, *ends], [*ends, len(text)], strict=True)
    return [a for a, b in bounds if text[a:b].replace("====", "").strip()]


def _read_pack(text: str, source: str) -> Reading:
    return non.read(_DIVIDER.sub("", text), source)


def _read_grid(text: str, source: str) -> Reading:
    """One puzzle of picross-solver."""
    title, section = "", ""
    clues: dict[str, list[Clue]] = {}
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split()[0] == "GRID":
            title = line[4:].strip()
        elif line in ("ROWS", "COLUMNS"):
            if line in clues:
                fail(source, at, f"there are two sections {line}")
            section, clues[line] = line, []
        elif section and (found := _CLUE.fullmatch(line)):
            words = clue_words(found[1])
            clues[section].append(clue(((word, 1) for word in words), source, at))
            if len(clues[section]) > MAX_SIDE:
                fail(source, at, f"there are more than {MAX_SIDE} lines of clues")
        else:
            fail(source, at, f"{shown(line)} is no keyword, and no clue such as [ 2 1 ]")
    for name in ("ROWS", "COLUMNS"):
        if name not in clues:
            fail(source, None, f"there is no section {name}")
    notes = (("title", title),) if title else ()
    rows, columns = tuple(clues["ROWS"]), tuple(clues["COLUMNS"])
    return finish(Clues(rows, columns, notes=notes), source)


nonpack = _Bundle(
    lambda text: _DIVIDER.search(text) is not None and non.looks_like(text),
    _parted,
    _TITLE,
    _read_pack,
)
grids = _Bundle(
    lambda text: _GRID.search(text) is not None and "ROWS" in text,
    lambda text: [each.start() for each in _GRID.finditer(text)],
    _GRID,
    _read_grid,
)
