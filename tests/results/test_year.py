"""The cheapest walk through a year, against a shortest path found by another method."""

from __future__ import annotations

import datetime
import heapq
from itertools import pairwise

import pytest

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.results.year_walk import walk

MOVES = {("month-day-7x7", 2027): 1150, ("month-day-7x7-w", 2028): 1653, ("dray", 2027): 2384}


def by_dijkstra(puzzle: cp.Puzzle, year: int) -> int:
    """The cost of the cheapest walk: Dijkstra's algorithm over the solutions of all days, as sets
    of the cells of each piece."""
    first = datetime.date(year, 1, 1)
    dates = [first + datetime.timedelta(day) for day in range(366)]
    layers = [
        [frozenset(solution.pieces.items()) for solution in puzzle.solve(date)]
        for date in dates
        if date.year == year
    ]
    days = [layer for layer in layers if layer]
    best: dict[tuple[int, int], int] = {}
    heap = [(0, 0, at) for at in range(len(days[0]))]
    while True:
        cost, day, at = heapq.heappop(heap)
        if (day, at) in best:
            continue
        best[day, at] = cost
        if day == len(days) - 1:
            return cost
        here = days[day][at]
        for to, there in enumerate(days[day + 1]):
            if (day + 1, to) not in best:
                heapq.heappush(heap, (cost + len(there - here), day + 1, to))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "year"), MOVES)
def test_another_method_finds_as_cheap_a_walk(name: str, year: int) -> None:
    assert by_dijkstra(cp.load(name, kind="puzzle"), year) == MOVES[name, year]


@pytest.mark.parametrize(("name", "year"), MOVES)
def test_the_walk(name: str, year: int) -> None:
    puzzle = cp.load(name, kind="puzzle")
    found = walk(puzzle, year)
    assert found.moves == MOVES[name, year]
    assert [day.date for day in found.days] == [
        datetime.date(year, 1, 1) + datetime.timedelta(day) for day in range(len(found.days))
    ]
    assert found.days[-1].date == datetime.date(year, 12, 31)
    lying = [day for day in found.days if day.solution]
    assert [day.date for day in found.days if not day.solution] == found.unsolvable
    assert all(puzzle.count(date) == 0 for date in found.unsolvable)
    for day in lying:
        assert day.solution and day.solution.labels == puzzle.labels(day.date)
        assert puzzle.count(day.date, day.solution) == 1
    for before, after in pairwise(lying):
        assert before.solution and after.solution
        other = before.solution.pieces
        assert after.moved == tuple(
            name for name, cells in after.solution.pieces.items() if other[name] != cells
        )
    assert found.moves == sum(len(day.moved) for day in lying) and lying[0].moved == ()


def calendar(pieces: str) -> cp.Puzzle:
    """A board of a row of months and three of days, with pieces that are to cover 41 cells."""
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    days = [*map(str, range(1, 32)), *["#"] * 5]
    rows = "\\n".join([months, *(" ".join(days[k : k + 12]) for k in (0, 12, 24))])
    groups = f'month = "{months}"\nday = "{" ".join(days[:31])}"'
    puzzle: cp.Puzzle = cp.loads(f'board = "{rows}"\n[groups]\n{groups}\n[pieces]\n{pieces}')
    return puzzle


@pytest.mark.long
def test_of_pieces_that_are_alike_it_does_not_matter_which_lies_where() -> None:
    # Singles alone have one solution a day: a date moves the one that lay on it.
    puzzle = calendar('M = { shape = "#", count = 41 }')
    found = walk(puzzle, 2027)
    months = 11  # on the first of a month its label and that of the last day are covered
    assert found.moves == 364 + months
    assert all(len(day.moved) == 1 + (day.date.day == 1) for day in found.days[1:])


def test_what_has_no_walk() -> None:
    with pytest.raises(InputError, match="soma is not a calendar"):
        walk(cp.load("soma"), 2027)
    for year in (0, 10_000):
        with pytest.raises(InputError, match="is not a year"):
            walk(cp.load("dray"), year)
    with pytest.raises(CannotDoError, match="no day of 2027 has a solution"):
        # Four rows have less than five such pieces.
        walk(calendar('M = { shape = "########", count = 5 }\nN = "#"'), 2027)
    model = calendar('M = { shape = "#", count = 41 }').model
    (own,) = model.pieces
    with pytest.raises(CannotDoError, match="M may be left out"):
        walk(cp.Puzzle(model._replace(pieces=(own._replace(least=0),))), 2027)


@pytest.mark.long
def test_too_many_solutions_are_refused_before_a_diagram_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(planning, "residual_problems", lambda *_: pytest.fail("wrote a diagram"))
    with pytest.raises(CannotDoError, match=r"161,313 solutions on average.* some 11 hours"):
        walk(cp.load("weekday-7x8-corner", kind="puzzle"), 2027)
