"""The cheapest walk through a year; Dijkstra's algorithm must find the same number of moves."""

from __future__ import annotations

import datetime
import heapq
from itertools import pairwise

import pytest

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.results.year_walk import impossible, walk

MOVES = {("month-day-7x7", 2027): 1150, ("month-day-7x7-w", 2028): 1653, ("dray", 2027): 2384}


def by_dijkstra(puzzle: cp.Puzzle, year: int) -> int:
    """Return the cost of the cheapest walk by Dijkstra's algorithm. The nodes are the solutions of
    all days, as sets of pieces with their cells."""
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
def test_the_cheapest_walk_agrees_with_dijkstra(name: str, year: int) -> None:
    assert by_dijkstra(cp.load(name, kind="puzzle"), year) == MOVES[name, year]


@pytest.mark.parametrize(("name", "year"), MOVES)
def test_walk_has_valid_solutions_and_reports_the_pieces_moved(name: str, year: int) -> None:
    puzzle = cp.load(name, kind="puzzle")
    found = walk(puzzle, year)
    assert found.moves == MOVES[name, year]
    assert [day.date for day in found.days] == [
        datetime.date(year, 1, 1) + datetime.timedelta(day) for day in range(len(found.days))
    ]
    assert found.days[-1].date == datetime.date(year, 12, 31)
    solved = [day for day in found.days if day.solution]
    assert [day.date for day in found.days if not day.solution] == found.unsolvable
    assert all(puzzle.count(date) == 0 for date in found.unsolvable)
    for day in solved:
        assert day.solution and day.solution.labels == puzzle.labels(day.date)
        assert puzzle.count(day.date, day.solution) == 1
    for before, after in pairwise(solved):
        assert before.solution and after.solution
        other = before.solution.pieces
        assert after.moved == tuple(
            name for name, cells in after.solution.pieces.items() if other[name] != cells
        )
    assert found.moves == sum(len(day.moved) for day in solved) and solved[0].moved == ()


def calendar(pieces: str) -> cp.Puzzle:
    """Return a calendar with four rows of cells, whose pieces must cover 41 of its 43 cells."""
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    days = [*map(str, range(1, 32)), *["#"] * 5]
    rows = "\\n".join([months, *(" ".join(days[k : k + 12]) for k in (0, 12, 24))])
    groups = f'month = "{months}"\nday = "{" ".join(days[:31])}"'
    puzzle: cp.Puzzle = cp.loads(f'board = "{rows}"\n[groups]\n{groups}\n[pieces]\n{pieces}')
    return puzzle


@pytest.mark.long
def test_walk_lets_interchangeable_pieces_exchange_places() -> None:
    # With single cells as pieces, a day has one solution. The piece on the next date must move.
    puzzle = calendar('M = { shape = "#", count = 41 }')
    found = walk(puzzle, 2027)
    months = 11  # on the first day of a month, a second piece moves
    assert found.moves == 364 + months
    assert all(len(day.moved) == 1 + (day.date.day == 1) for day in found.days[1:])


def test_walk_rejects_unsuitable_puzzles_and_years() -> None:
    with pytest.raises(InputError, match="soma is not a calendar, so it has no walk through a y"):
        walk(cp.load("soma"), 2027)
    with pytest.raises(InputError, match="soma is not a calendar, so it has no days of a year"):
        impossible(cp.load("soma"), 2027)
    for year in (0, 10_000):
        with pytest.raises(InputError, match="is not a year"):
            walk(cp.load("dray"), year)
    with pytest.raises(CannotDoError, match="no day of 2027 has a solution"):
        # Each of the four rows has room for only one of the five pieces.
        walk(calendar('M = { shape = "########", count = 5 }\nN = "#"'), 2027)
    model = calendar('M = { shape = "#", count = 41 }').model
    (piece,) = model.pieces
    with pytest.raises(CannotDoError, match="M may be left out"):
        walk(cp.Puzzle(model._replace(pieces=(piece._replace(least=0),))), 2027)


@pytest.mark.long
def test_walk_rejects_too_many_solutions_before_building_a_diagram(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(planning, "residual_problems", lambda *_: pytest.fail("wrote a diagram"))
    with pytest.raises(CannotDoError, match=r"161,313 solutions on average.* some 11 hours"):
        walk(cp.load("weekday-7x8-corner", kind="puzzle"), 2027)
