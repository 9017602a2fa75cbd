"""What is filled in of a griddler so far, as a person gives it: a drawing, or JSON."""

from __future__ import annotations

from typing import NoReturn

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural, shown
from calpuzzle.griddler.puzzle import Clues, Grid


def grid_of(clues: Clues, text: str) -> Grid:
    """The grid, with -1 for an open cell. In a drawing the rows are apart by blanks or lines, and
    `?` is open, `.` the background, `#` black, or whatever the characters of the colours are; JSON
    holds one solution as `calpuzzle solve --format json` writes it. Raises InputError, with the
    row."""
    lines = _rows(text)
    if len(lines) != clues.height:
        _fail(None, f"it has {plural(len(lines), 'row')}, but the puzzle {clues.height}")
    marks = {"?": -1, ".": 0, "0": 0, "-": 0}
    if clues.colours == 1:
        marks |= {"#": 1, "1": 1, "█": 1}
    marks |= {colour.mark: index for index, colour in enumerate(clues.palette)}
    rows = []
    for at, cells in enumerate(lines, 1):
        if len(cells) != clues.width:
            _fail(at, f"it has {plural(len(cells), 'cell')}, but a row {clues.width}")
        for mark in cells:
            if mark not in marks:
                _fail(at, f"{shown(mark)} is none of {' '.join(marks)}")
        rows.append(tuple(marks[mark] for mark in cells))
    return tuple(rows)


def _rows(text: str) -> list[str]:
    if not text.lstrip().startswith(("{", "[")):
        return text.split()
    from calpuzzle.puzzle.placements import record_in

    data = record_in(text, "the grid is")
    if not isinstance(data, list) or not all(isinstance(row, str) for row in data):
        raise InputError("a grid in JSON is a list of rows, each a text")
    return data


def _fail(row: int | None, message: str) -> NoReturn:
    raise InputError(f"the grid{'' if row is None else f', row {row}'}: {message}")
