"""The days of a year, each with its number of solutions, a ladder of hints and an answer.

The hinted pieces and the answer depend only on the puzzle and the date, so that a year always has
the same result.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.base.given import whole_number
from calpuzzle.engines import Run
from calpuzzle.game.hints import Hint, next_piece
from calpuzzle.planning.residual import ResidualProblems
from calpuzzle.puzzle.cover import Options, Progress
from calpuzzle.puzzle.dates.instances import days_of
from calpuzzle.puzzle.lowering import Lowered, check_puzzle
from calpuzzle.puzzle.placements import names_of
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results.finding import fixed_options
from calpuzzle.results.solution import Solution

RUNGS = 2  # pieces that the ladder places


class Rung(NamedTuple):
    """A hinted piece: the hint, and the name and the cells of the piece."""

    hint: Hint
    name: str
    cells: tuple[Cell, ...]


class PrintedDay(NamedTuple):
    """A date with its number of solutions, the ladder of hints that leads to one of them, and that
    solution as the answer, or None if there is no solution."""

    date: datetime.date
    solutions: int
    rungs: tuple[Rung, ...]
    answer: Solution | None


def days(puzzle: Lowered, year: int, progress: Progress | None = None) -> Iterator[PrintedDay]:
    """Yield the days of a year. Raise InputError for a puzzle that is not a calendar, or for an
    invalid year."""
    check(puzzle, year)
    run = Run(progress=progress)
    known = planning.residual_problems(puzzle.lowered.cover, run.part(0, 1, 2), disk=True)
    within, every = run.part(1, 2, 2), days_of(year)
    for number, date in enumerate(every):
        within.report(number, len(every))
        yield _day(puzzle, known, date)


def check(puzzle: Lowered, year: int) -> None:
    """Raise InputError for an object that is not a puzzle, for a puzzle that is not a calendar, and
    for an invalid year."""
    check_puzzle(puzzle)
    year = whole_number(year, "year")
    if not puzzle.model.is_calendar:
        raise InputError(
            f"{puzzle.model.name} is not a calendar, so it has no days to fill a year with"
        )
    days_of(year)


def _day(puzzle: Lowered, known: ResidualProblems, date: datetime.date) -> PrintedDay:
    fixed: Options = fixed_options(puzzle, date)
    count = known.completions(fixed)
    if not count:
        return PrintedDay(date, 0, (), None)
    rungs: list[Rung] = []
    names: dict[int, str] = {}
    remaining = known.remaining(fixed)
    while len(rungs) < RUNGS and remaining.nth(0):
        found = next_piece(puzzle.lowered, known, fixed)
        fixed = (*fixed, found.option)
        names = names_of(puzzle.lowered, fixed, names)
        rungs.append(Rung(found, names[found.option], puzzle.lowered.cells_of(found.option)))
        remaining = known.remaining(fixed)
    answer = Solution(puzzle.lowered, (*fixed, *remaining.nth(0)), known=names)
    return PrintedDay(date, count, tuple(rungs), answer)
