"""The rules of docs/hints.md for nonograms, implemented literally.

It shares no code with the package or the page. A nonogram is the data of a page. All fillings of
each line are listed; a line determines what its fillings have in common, and a solution is a
filling of each row such that the columns match their clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

Clue = tuple[tuple[int, int], ...]
NonogramSearch = tuple[int, ...]
Known = list[set[int]]
"""For each cell, in reading order, the colours that it can have."""

OPEN = -1  # the value of a cell that is not filled in


@cache
def fillings(clue: Clue, size: int) -> list[NonogramSearch]:
    """Return all fillings of a line of `size` cells that match the clue."""
    if not clue:
        return [(0,) * size]
    (length, colour), rest = clue[0], clue[1:]
    gap = 1 if rest and rest[0][1] == colour else 0
    found = []
    for start in range(size - length + 1):
        room = size - start - length
        if room >= gap:
            begun = (0,) * start + (colour,) * length + (0,) * gap
            found += [begun + tail for tail in fillings(rest, room - gap)]
    return found


def clue_of(values: Sequence[int]) -> Clue:
    """Return the blocks of a line. Open cells count as background."""
    found: list[tuple[int, int]] = []
    before = 0
    for value in (max(value, 0) for value in values):
        if value and value == before:
            found[-1] = (found[-1][0] + 1, value)
        elif value:
            found.append((1, value))
        before = value
    return tuple(found)


class Puzzle:
    """The clues of a nonogram, rows first, and the cells of each line."""

    def __init__(self, data: dict[str, Any], colours: int) -> None:
        self.height, self.width = len(data["rows"]), len(data["columns"])
        self.clues: list[Clue] = [
            tuple((length, colour) for length, colour in clue)
            for clue in data["rows"] + data["columns"]
        ]
        numbers = [[r * self.width + c for c in range(self.width)] for r in range(self.height)]
        self.lines = [*numbers, *map(list, zip(*numbers, strict=True))]
        self.colours = colours
        given = data.get("given")
        self.given = [c for row in given for c in row] if given else [OPEN] * self.size

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.height * self.width

    def known(self, values: Sequence[int]) -> Known:
        """Return the colours that each cell can have, from the filled and the given cells."""
        return [
            {c for c in range(self.colours + 1) if value in (OPEN, c) and given in (OPEN, c)}
            for value, given in zip(values, self.given, strict=True)
        ]

    def agreeing(self, line: int, known: Known) -> list[NonogramSearch]:
        """Return the fillings of a line that agree with the known colours."""
        cells = self.lines[line]
        return [
            filling
            for filling in fillings(self.clues[line], len(cells))
            if all(colour in known[cell] for colour, cell in zip(filling, cells, strict=True))
        ]

    def solutions(self, known: Known) -> Iterator[NonogramSearch]:
        """Yield all solutions that agree with the known colours."""
        rows = [self.agreeing(line, known) for line in range(self.height)]
        columns = [self.agreeing(line, known) for line in range(self.height, len(self.lines))]
        yield from _stacked(rows, columns, ())

    def logic(self, known: Known, first: Sequence[int]) -> int | None:
        """Solve by lines in place, from the lines `first` on. Return a line without a filling."""
        waiting = list(first)
        while waiting:
            line = waiting.pop(0)
            own = self.agreeing(line, known)
            if not own:
                return line
            for place, cell in enumerate(self.lines[line]):
                after = {filling[place] for filling in own}
                if after != known[cell]:
                    known[cell] = after
                    row, column = divmod(cell, self.width)
                    crossing = self.height + column if line < self.height else row
                    waiting += [crossing] if crossing not in waiting else []
        return None

    def through(self, cell: int) -> tuple[int, int]:
        """Return the numbers of the two lines that contain a cell."""
        row, column = divmod(cell, self.width)
        return row, self.height + column


def _stacked(
    rows: list[list[NonogramSearch]], columns: list[list[NonogramSearch]], above: NonogramSearch
) -> Iterator[NonogramSearch]:
    if not rows:
        yield above
        return
    number = len(above) // len(columns)
    for row in rows[0]:
        left = [
            [own for own in column if own[number] == colour]
            for column, colour in zip(columns, row, strict=True)
        ]
        if all(left):
            yield from _stacked(rows[1:], left, above + row)


def fresh(before: Known, after: Known) -> list[list[int]]:
    """Return the cells whose colour became known, each with the colour."""
    return [
        [cell, *after[cell]]
        for cell in range(len(before))
        if len(after[cell]) == 1 < len(before[cell])
    ]


def hint(puzzle: Puzzle, known: Known) -> dict[str, Any]:
    """Return the hint for a grid."""
    if next(puzzle.solutions(known), None) is None:
        return {"kind": "wrong"}
    if all(len(own) == 1 for own in known):
        return {"kind": "done"}
    best: tuple[list[list[int]], int, int] = [], -1, 0
    for line, cells in enumerate(puzzle.lines):
        own = puzzle.agreeing(line, known)
        after = list(known)
        for place, cell in enumerate(cells):
            after[cell] = {filling[place] for filling in own}
        settled = [
            [cell, *after[cell]] for cell in cells if len(after[cell]) == 1 < len(known[cell])
        ]
        if len(settled) > len(best[0]):
            best = settled, line, len(own)
    if best[0]:
        return {"kind": "line", "line": best[1], "fillings": best[2], "cells": best[0]}
    settled_all = list(known)
    puzzle.logic(settled_all, range(len(puzzle.lines)))
    if fresh(known, settled_all):
        return {"kind": "lines", "cells": fresh(known, settled_all)[:1]}
    return probe(puzzle, settled_all) or guess(puzzle, settled_all)


def probe(puzzle: Puzzle, known: Known) -> dict[str, Any] | None:
    """Return a hint that makes a cell known by excluding a contradictory colour, or None."""
    for cell in range(puzzle.size):
        for colour in sorted(known[cell]) if len(known[cell]) > 1 else []:
            trial = list(known)
            trial[cell] = {colour}
            line = puzzle.logic(trial, puzzle.through(cell))
            if line is None:
                continue
            now = list(known)
            now[cell] = now[cell] - {colour}
            puzzle.logic(now, puzzle.through(cell))
            if settled := fresh(known, now):
                own = [one for one in settled if one[0] == cell] or settled
                found = {"cell": cell, "colour": colour, "line": line, "cells": own[:1]}
                return {"kind": "probe", **found}
    return None


def guess(puzzle: Puzzle, known: Known) -> dict[str, Any]:
    """Return the hint that only a search finds: the colour of the first open cell, or a choice."""
    cell = next(cell for cell, own in enumerate(known) if len(own) > 1)
    colours = []
    for colour in known[cell]:
        trial = list(known)
        trial[cell] = {colour}
        if next(puzzle.solutions(trial), None) is not None:
            colours.append(colour)
    if len(colours) > 1:
        return {"kind": "choice", "cell": cell}
    return {"kind": "search", "cells": [[cell, colours[0]]]}


def check(puzzle: Puzzle, known: Known) -> dict[str, Any]:
    """Return the result of checking a grid for mistakes."""
    lines = [line for line in range(len(puzzle.lines)) if not puzzle.agreeing(line, known)]
    solutions = list(islice(puzzle.solutions(puzzle.known([OPEN] * puzzle.size)), 2))
    wrong: list[int] = []
    if len(solutions) == 1:
        wrong = [cell for cell, colour in enumerate(solutions[0]) if colour not in known[cell]]
    if not solutions:
        return {"state": "never", "lines": lines, "wrong": []}
    if lines:
        return {"state": "lines", "lines": lines, "wrong": wrong}
    if next(puzzle.solutions(known), None) is None:
        return {"state": "wrong", "lines": [], "wrong": wrong}
    return {"state": "right" if len(solutions) == 1 else "possible", "lines": [], "wrong": []}


def difficulty(puzzle: Puzzle) -> str:
    """Return the difficulty of a nonogram, starting from its given cells, if it has any."""
    known = puzzle.known([OPEN] * puzzle.size)
    count = len(list(islice(puzzle.solutions(known), 2)))
    if count != 1:
        return "several solutions" if count else "no solution"
    puzzle.logic(known, range(len(puzzle.lines)))
    if all(len(own) == 1 for own in known):
        return "lines"
    moved = True
    while moved:
        moved = False
        for cell in range(puzzle.size):
            for colour in sorted(known[cell]) if len(known[cell]) > 1 else []:
                trial = list(known)
                trial[cell] = {colour}
                if puzzle.logic(trial, puzzle.through(cell)) is not None:
                    known[cell] = known[cell] - {colour}
                    puzzle.logic(known, puzzle.through(cell))
                    moved = True
    return "probing" if all(len(own) == 1 for own in known) else "guessing"


def said(puzzle: Puzzle, cells: Sequence[int]) -> dict[str, Any]:
    """Return all answers of the rules for a grid."""
    known = puzzle.known(cells)
    done = [
        line
        for line, own in enumerate(puzzle.lines)
        if clue_of([cells[cell] for cell in own]) == puzzle.clues[line]
    ]
    return {
        "cells": list(cells),
        "done": done,
        "solved": len(done) == len(puzzle.lines),
        "hint": hint(puzzle, known),
        "check": check(puzzle, known),
    }
