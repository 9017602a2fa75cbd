"""The cheapest walk through a year: a solution for each day, with the fewest pieces moved in total.

A piece is moved if the solution of the day before does not contain its placement; interchangeable
pieces may exchange places for free. The walk is a shortest path in a layered graph: the nodes are
the solutions of each day, and the cost of an edge to a solution of the next day is the number of
pieces moved. One pass over the days, by dynamic programming, finds it. Days without a solution are
skipped.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.draw.boxes import in_columns
from calpuzzle.engines import Run
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.planning import Question, QuestionKind, make_plan
from calpuzzle.puzzle.cover import Options, Progress
from calpuzzle.puzzle.dates.instances import by_group, date_record, days_of, instance_of
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.model import Model
from calpuzzle.results.finding import fixed_options
from calpuzzle.results.preferences import Near
from calpuzzle.results.solution import Solution

MAX_ROWS = 20_000_000  # with more solutions in total, those of each date are listed separately
MAX_PAIRS = 1_000_000_000_000  # pairs compared in an hour, at some 280 million a second
BLOCK = 1 << 19  # pairs of solutions that are compared at a time

SolutionRows = npt.NDArray[np.integer[Any]]
"""The solutions of a day, one per row; each column contains the option of one piece. The columns of
a class are adjacent, and the dtype is the narrowest that fits, so that comparisons are fast."""

MoveCounts = npt.NDArray[np.int64]
"""For each solution of a day, the fewest pieces moved from the start of the year up to it."""

Best = npt.NDArray[np.int32]
"""For each solution of a day, its predecessor in a cheapest walk that ends at it: the row of a
solution of the previous solvable day."""


class WalkDay(NamedTuple):
    """A day of a walk: its solution, or None, and the names of the pieces moved on it."""

    date: datetime.date
    solution: Solution | None
    moved: tuple[str, ...] = ()


class Walk(NamedTuple):
    """The days of a year, and the total number of pieces moved after the first day."""

    days: tuple[WalkDay, ...]
    moves: int

    @property
    def unsolvable(self) -> list[datetime.date]:
        """The days without a solution."""
        return [day.date for day in self.days if day.solution is None]


def walk(puzzle: Lowered, year: int, progress: Progress | None = None) -> Walk:
    """Return the cheapest walk through the year, 1 to 9999; ties are broken in a fixed way.

    Raises InputError for a puzzle that is not a calendar, and CannotDoError if no day has a
    solution, a piece may be left out, or the counts of the diagram show that the walk would take
    hours."""
    if not puzzle.model.is_calendar:
        raise InputError(f"{puzzle.model.name} is not a calendar, so it has no walk through a year")
    dates, classes = days_of(year), _classes(puzzle)
    run = Run(progress=progress)
    _check_duration(puzzle, year, run.part(0, 1, 4))
    known = planning.residual_problems(puzzle.lowered.cover, run.part(1, 2, 4))
    within = run.part(2, 4, 4)
    if isinstance(known, Diagram) and known.total <= MAX_ROWS:
        known.solutions()  # cached; the solutions of each day are then taken from these arrays
    rows: list[SolutionRows] = []
    predecessors: list[Best] = []
    costs: MoveCounts = np.zeros(0, np.int64)
    solvable = []
    for number, date in enumerate(dates):
        day_rows = _rows(puzzle, date)
        if len(day_rows):
            if rows:
                costs, best = _step(costs, classes, rows[-1], day_rows)
                predecessors.append(best)
            else:
                costs = np.zeros(len(day_rows), np.int64)
            rows.append(day_rows)
            solvable.append(date)
        within.report(number + 1, len(dates))
    if not rows:
        raise CannotDoError(f"no day of {year} has a solution in {puzzle.model.name}")
    at = int(costs.argmin())
    chosen = [at]
    for best in reversed(predecessors):
        chosen.append(at := int(best[at]))
    found = {
        date: tuple(day_rows[k].tolist())
        for date, day_rows, k in zip(solvable, rows, reversed(chosen), strict=True)
    }
    return Walk(tuple(_days(puzzle, dates, found)), int(costs.min()))


def impossible(puzzle: Lowered, year: int, progress: Progress | None = None) -> list[datetime.date]:
    """Return the days of a year without a solution. Raises InputError for a puzzle that is not a
    calendar."""
    model = puzzle.model
    if not model.is_calendar:
        raise InputError(f"{model.name} is not a calendar, so it has no days of a year")
    counts = planning.counts(puzzle.lowered.cover, run=Run(progress=progress)).ravel()
    return [day for day in days_of(year) if not counts[instance_of(model, labels_of(model, day))]]


def _check_duration(puzzle: Lowered, year: int, run: Run) -> None:
    """Raise CannotDoError if comparing the solutions of each day with those of the next would take
    hours. Nothing is checked if the diagram cannot count all dates together."""
    model, cover = puzzle.model, puzzle.lowered.cover
    if make_plan(Question(QuestionKind.COUNTS, cover)).engine != "diagram":
        return  # counting every date one by one would take longer than the walk
    counts = planning.counts(cover, run=run).ravel()
    numbers = [int(counts[instance_of(model, labels_of(model, day))]) for day in days_of(year)]
    pairs = sum(a * b for a, b in pairwise(numbers))
    if pairs > MAX_PAIRS:
        mean = sum(numbers) // len(numbers)
        raise CannotDoError(
            f"the days of {year} have {mean:,} solutions on average in {puzzle.model.name}: to "
            f"compare those of each day with those of the next takes some "
            f"{-(-pairs // MAX_PAIRS):,} hours; `calpuzzle solve --prefer near=FILE` finds, for "
            "one day at a time, the solution nearest to the one in FILE"
        )


def _rows(puzzle: Lowered, date: datetime.date) -> SolutionRows:
    """Return the solutions of a day."""
    found = list(planning.solutions(puzzle.lowered.cover, fixed_options(puzzle, date)))
    if not found:
        return np.zeros((0, 0), np.int32)
    rows = np.array(found, np.min_scalar_type(len(puzzle.lowered.cover.options)))
    # Sort the options of each row by class, so that a class has the same columns in all rows. The
    # options increase within a row, and the sort is stable, so they increase within a class too.
    kind = np.array([option[0] for option in puzzle.lowered.cover.options], np.int32)
    return np.take_along_axis(rows, np.argsort(kind[rows], axis=1, kind="stable"), 1)


def _step(
    costs: MoveCounts, classes: list[slice], before: SolutionRows, after: SolutionRows
) -> tuple[MoveCounts, Best]:
    """Return the costs of the next solvable day, whose solutions are the rows `after`, and the best
    predecessor of each of them among the rows `before`."""
    least = int(costs.min())
    pieces = after.shape[1]
    by_cost = np.argsort(costs, kind="stable")
    # The cheapest predecessor costs `least`, and moving all pieces from it costs `pieces` more. So
    # a predecessor that itself costs more than `least + pieces` is never better. Its excess over
    # `least` can therefore be cut to `pieces`, which fits 16 bits.
    excess = np.minimum(costs[by_cost] - least, pieces).astype(np.int16)
    block = max(1, BLOCK // len(after))
    # Excess minus common placements: adding `least + pieces` to it gives the cost of the walk.
    reached = np.full(len(after), np.iinfo(np.int16).max, np.int16)
    best = np.zeros(len(after), np.int32)
    for start in range(0, len(by_cost), block):
        if int(excess[start]) - pieces >= int(reached.max()):
            break  # even with all placements in common, no later predecessor is better
        part = by_cost[start : start + block]
        totals = excess[start : start + block, None] - _common(classes, before[part], after)
        nearest = totals.argmin(axis=0)
        cost = np.take_along_axis(totals, nearest[None], 0)[0]
        better = cost < reached
        reached[better] = cost[better]
        best[better] = part[nearest[better]]
    return least + pieces + reached.astype(np.int64), best


def _common(
    classes: list[slice], before: SolutionRows, after: SolutionRows
) -> npt.NDArray[np.integer[Any]]:
    """Return the number of placements that each row of `before` shares with each row of `after`,
    as an array of shape (len(before), len(after))."""
    shape = (len(before), len(after))
    # For fewer than 128 pieces one byte is enough. A boolean is one byte too, so that adding then
    # needs no conversion.
    common = np.zeros(shape, np.int8 if after.shape[1] < 128 else np.int16)
    same = np.empty(shape, np.bool_)
    for columns in classes:
        for a in before[:, columns].T:
            for b in np.ascontiguousarray(after[:, columns].T):
                np.equal(a[:, None], b, out=same)
                common += same.view(np.int8)
    return common


def _classes(puzzle: Lowered) -> list[slice]:
    """Return the columns of each class of pieces. Raises CannotDoError if one may be left out."""
    found = []
    column = 0
    for piece_class in puzzle.lowered.classes:
        least, most = piece_class.bounds
        if least != most:
            raise CannotDoError(
                f"{piece_class.name} may be left out; a walk through a year needs every piece"
            )
        found.append(slice(column, column + most))
        column += most
    return found


def _days(
    puzzle: Lowered, dates: list[datetime.date], found: dict[datetime.date, Options]
) -> Iterator[WalkDay]:
    """Yield the days with the pieces moved on each."""
    before: Solution | None = None
    for date in dates:
        if date not in found:
            yield WalkDay(date, None)
            continue
        solution = Solution(puzzle.lowered, found[date] + fixed_options(puzzle, date))
        yield WalkDay(date, solution, Near(before).moved(solution) if before else ())
        before = solution


def walk_text(found: Walk) -> str:
    """Return the walk as a text table with one line for each day."""
    lines = [
        [day.date.isoformat(), str(len(day.moved)) if day.solution else "-", " ".join(day.moved)]
        for day in found.days
    ]
    head = ["date", "moves", "pieces to move"]
    return in_columns([list(column) for column in zip(head, *lines, strict=True)])


def walk_records(model: Model, found: Walk) -> Iterator[dict[str, Any]]:
    """Yield each day as data for JSON: its date, the pieces to move, and the solution or null."""
    for day in found.days:
        record = day.solution and day.solution.record()
        date = date_record(by_group(model, labels_of(model, day.date)), day.date)
        yield {"date": date, "moved": list(day.moved), "solution": record}
