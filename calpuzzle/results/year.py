"""The cheapest walk through a year: a solution for each day, with the fewest pieces moved in all.

A piece is moved where it lies as it did not lie in the solution before; of interchangeable pieces
it does not matter which lies where. The walk is a shortest path: all solutions of a day are nodes,
and an edge to a solution of the next day costs the pieces that move. The costs of a day follow from
those of the day before, so one pass over the days finds it. Nothing is moved on a day without a
solution.
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
from calpuzzle.puzzle.cover import Options, Progress
from calpuzzle.puzzle.dates import by_group, date_record, days_of, instance_of, labels_of
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.model import Model
from calpuzzle.results.choosing import Near
from calpuzzle.results.finding import fixed_options
from calpuzzle.results.solution import Solution

MOST = 20_000_000  # solutions of all dates that are held at a time
MOST_PAIRS = 1_000_000_000_000  # of solutions of two days: an hour, some 280 million a second
BLOCK = 1 << 19  # pairs of solutions that are compared at a time

Rows = npt.NDArray[np.integer[Any]]
"""The solutions of a day, one a row: the option of each piece, those of a class side by side, in
numbers as narrow as they may be, for so many more are compared at a time."""

Costs = npt.NDArray[np.int64]
"""Of each solution of a day how many pieces are moved up to it, at least."""

Best = npt.NDArray[np.int32]
"""Of each solution of a day the solution of the day before that such a walk comes from."""


class Day(NamedTuple):
    """A day of a walk: its solution, or None, and the names of the pieces moved for it."""

    date: datetime.date
    solution: Solution | None
    moved: tuple[str, ...] = ()


class Walk(NamedTuple):
    """The days of a year, and how many pieces are moved after the first day in all."""

    days: tuple[Day, ...]
    moves: int

    @property
    def unsolvable(self) -> list[datetime.date]:
        """The days without a solution."""
        return [day.date for day in self.days if day.solution is None]


def walk(puzzle: Lowered, year: int, progress: Progress | None = None) -> Walk:
    """The cheapest walk through the year, 1 to 9999; of equally cheap ones always the same one.
    Raises InputError for a puzzle that is no calendar, and CannotDoError where no day has a
    solution, a piece may stay out, or there are so many solutions that it would take hours."""
    if not puzzle.model.is_calendar:
        raise InputError(f"{puzzle.model.name} is no calendar, so it has no walk through a year")
    dates, classes = days_of(year), _classes(puzzle)
    known = planning.remaining(puzzle.lowered.cover, Run(progress=progress))
    if isinstance(known, Diagram):
        _check_patience(puzzle, year, known)
        if known.total <= MOST:
            known.solutions()  # from these arrays the engine then lists the days
    rows: list[Rows] = []
    before: list[Best] = []
    costs: Costs = np.zeros(0, np.int64)
    solvable = []
    for number, date in enumerate(dates):
        own = _rows(puzzle, date)
        if len(own):
            if rows:
                costs, best = _step(costs, classes, rows[-1], own)
                before.append(best)
            else:
                costs = np.zeros(len(own), np.int64)
            rows.append(own)
            solvable.append(date)
        if progress:
            progress(number + 1, len(dates), len(solvable))
    if not rows:
        raise CannotDoError(f"no day of {year} has a solution in {puzzle.model.name}")
    at = int(costs.argmin())
    chosen = [at]
    for best in reversed(before):
        chosen.append(at := int(best[at]))
    found = {
        date: tuple(own[k].tolist())
        for date, own, k in zip(solvable, rows, reversed(chosen), strict=True)
    }
    return Walk(tuple(_days(puzzle, dates, found)), int(costs.min()))


def impossible(puzzle: Lowered, year: int, progress: Progress | None = None) -> list[datetime.date]:
    """The days of a year without a solution. Raises InputError for a puzzle that is no calendar."""
    model = puzzle.model
    if not model.is_calendar:
        raise InputError(f"{model.name} is no calendar, so it has no days of a year")
    counts = planning.counts(puzzle.lowered.cover, run=Run(progress=progress)).ravel()
    return [day for day in days_of(year) if not counts[instance_of(model, labels_of(model, day))]]


def _check_patience(puzzle: Lowered, year: int, known: Diagram) -> None:
    """Raise CannotDoError where comparing the solutions of each day with those of the next would
    take hours."""
    known.counts()  # of all dates at once: from then on each is known
    numbers = [known.completions(fixed_options(puzzle, date)) for date in days_of(year)]
    pairs = sum(a * b for a, b in pairwise(numbers))
    if pairs > MOST_PAIRS:
        mean = sum(numbers) // len(numbers)
        raise CannotDoError(
            f"the days of {year} have {mean:,} solutions on average in {puzzle.model.name}: to "
            f"compare those of each day with those of the next takes some "
            f"{-(-pairs // MOST_PAIRS):,} hours; `calpuzzle solve --prefer near=FILE` finds the "
            "nearest one day by day"
        )


def _rows(puzzle: Lowered, date: datetime.date) -> Rows:
    """The solutions of a day."""
    found = list(planning.solutions(puzzle.lowered.cover, fixed_options(puzzle, date)))
    if not found:
        return np.zeros((0, 0), np.int32)
    rows = np.array(found, np.min_scalar_type(len(puzzle.lowered.cover.options)))
    # Options rise in a row; pieces of a class are to have the same columns in all rows.
    kind = np.array([option[0] for option in puzzle.lowered.cover.options], np.int32)
    return np.take_along_axis(rows, np.argsort(kind[rows], axis=1, kind="stable"), 1)


def _step(costs: Costs, classes: list[slice], before: Rows, own: Rows) -> tuple[Costs, Best]:
    """The costs of the next solvable day, and of each of its solutions the best one before it."""
    least = int(costs.min())
    known = np.argsort(costs, kind="stable")
    # What is dearer than moving all pieces from the cheapest solution is never better.
    extra = np.minimum(costs[known] - least, own.shape[1]).astype(np.int16)
    block = max(1, BLOCK // len(own))
    reached = np.full(len(own), np.iinfo(np.int16).max, np.int16)
    best = np.zeros(len(own), np.int32)
    for start in range(0, len(known), block):
        if int(extra[start]) - own.shape[1] >= int(reached.max()):
            break  # and so is all that is dearer still
        part = known[start : start + block]
        ways = extra[start : start + block, None] - _common(classes, before[part], own)
        nearest = ways.argmin(axis=0)
        cost = np.take_along_axis(ways, nearest[None], 0)[0]
        better = cost < reached
        reached[better] = cost[better]
        best[better] = part[nearest[better]]
    return least + own.shape[1] + reached.astype(np.int64), best


def _common(classes: list[slice], before: Rows, own: Rows) -> npt.NDArray[np.integer[Any]]:
    """Return how many placements each solution of one day shares with each of the next."""
    shape = (len(before), len(own))
    # A byte holds them; a truth is one, too, so that nothing is converted.
    common = np.zeros(shape, np.int8 if own.shape[1] < 128 else np.int16)
    same = np.empty(shape, np.bool_)
    for columns in classes:
        for a in before[:, columns].T:
            for b in np.ascontiguousarray(own[:, columns].T):
                np.equal(a[:, None], b, out=same)
                common += same.view(np.int8)
    return common


def _classes(puzzle: Lowered) -> list[slice]:
    """The columns of each class of pieces. Raises CannotDoError where a piece may stay out."""
    found = []
    at = 0
    for own in puzzle.lowered.classes:
        least, most = own.bounds
        if least != most:
            raise CannotDoError(f"{own.name} may stay out, so no walk through a year is sought")
        found.append(slice(at, at + most))
        at += most
    return found


def _days(
    puzzle: Lowered, dates: list[datetime.date], found: dict[datetime.date, Options]
) -> Iterator[Day]:
    """The days, with what is moved on each."""
    before: Solution | None = None
    for date in dates:
        if date not in found:
            yield Day(date, None)
            continue
        solution = Solution(puzzle.lowered, found[date] + fixed_options(puzzle, date))
        yield Day(date, solution, Near(before).moved(solution) if before else ())
        before = solution


def walk_text(found: Walk) -> str:
    """The walk as a table for people: a line a day."""
    lines = [
        [day.date.isoformat(), str(len(day.moved)) if day.solution else "-", " ".join(day.moved)]
        for day in found.days
    ]
    head = ["date", "moves", "pieces to move"]
    return in_columns([list(column) for column in zip(head, *lines, strict=True)])


def walk_records(model: Model, found: Walk) -> Iterator[dict[str, Any]]:
    """Each day as JSON knows it: its date, the pieces to move, and the solution or null."""
    for day in found.days:
        record = day.solution and day.solution.record()
        date = date_record(by_group(model, labels_of(model, day.date)), day.date)
        yield {"date": date, "moved": list(day.moved), "solution": record}
