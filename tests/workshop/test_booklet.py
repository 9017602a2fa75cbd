"""The booklet of a year, with hints or solutions, and the wall calendar."""

from __future__ import annotations

import calendar
import datetime
from math import ceil
from typing import Any

import numpy as np
import pytest
from pdf_paths import pdf_pages

import calpuzzle as cp
from calpuzzle import planning
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.checker import first_fault
from calpuzzle.puzzle.dates.instances import days_of
from calpuzzle.puzzle.dates.labels import DAYS, MONTHS
from calpuzzle.workshop import booklet_pages as booklet_module
from calpuzzle.workshop import naming
from calpuzzle.workshop import year_pages as year_module
from calpuzzle.workshop.booklet_pages import ROWS, booklet
from calpuzzle.workshop.template import template
from calpuzzle.workshop.year_pages import PrintedDay, days

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def some_days(dray: cp.Puzzle) -> list[PrintedDay]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(year_module, "days_of", lambda year: days_of(year)[8::18])
        return list(days(dray, 2027))


@pytest.fixture(scope="module")
def month_day() -> cp.Puzzle:
    puzzle: cp.Puzzle = cp.load("month-day-7x7")
    return puzzle


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in pdf_pages(data)]


def test_days_of_returns_all_days_of_a_year() -> None:
    for year in (1, 2027, 2028, 9999):
        every = days_of(year)
        assert len(every) == 365 + calendar.isleap(year) == len(set(every))
        assert {date.year for date in every} == {year}


def test_answers_are_solutions_that_contain_the_hinted_pieces(
    dray: cp.Puzzle, some_days: list[PrintedDay]
) -> None:
    solvable = [day for day in some_days if day.solutions]
    assert len(solvable) > 15
    for day in solvable:
        labels = dray.labels(day.date)
        assert day.solutions == dray.count(labels, engine="backtrack")
        assert day.answer is not None and day.answer.labels == labels
        assert first_fault(dray.model, day.answer.uncovered, day.answer.pieces) is None
        assert len(day.rungs) == 2
        for rung in day.rungs:
            assert rung.cells in day.answer.pieces.values()
        placed = {rung.name: [list(cell) for cell in rung.cells] for rung in day.rungs}
        assert 0 < dray.count(labels, placed) <= day.solutions
    unsolvable = [day for day in some_days if not day.solutions]
    assert datetime.date(2027, 1, 27) in [day.date for day in unsolvable]
    assert all(day.answer is None and not day.rungs for day in unsolvable)


def test_equal_pieces_get_two_hints_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [*MONTHS, *DAYS, "."]
    rows = "\n".join(" ".join(labels[k : k + 11]) for k in range(0, 44, 11))
    dominoes = (
        f"board = '''\n{rows}\n'''\n[groups]\nmonth = '{' '.join(MONTHS)}'\n"
        f"day = '{' '.join(DAYS)}'\n[pieces]\nD = {{shape = '##', count = 21}}\n"
    )
    monkeypatch.setattr(year_module, "days_of", lambda year: days_of(year)[:3])
    found = [*days(cp.loads(dominoes, kind="puzzle"), 2027)]
    assert [len(day.rungs) for day in found] == [2 if day.solutions else 0 for day in found]
    assert any(day.solutions for day in found)


def test_booklet_of_hints_has_answers(dray: cp.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    short = [date for date in days_of(2027) if date.month == 1 and date.day not in range(2, 26)]
    monkeypatch.setattr(year_module, "days_of", lambda year: short)
    reports: list[tuple[int, int | None]] = []
    data = booklet(dray, 2027, progress=lambda done, of, _: reports.append((done, of)))
    found = texts(data)
    assert len(found) == 1 + ceil(len(short) / ROWS) + 1
    assert "Gérard Dray's calendar, 8x7, 2027" in found[0]
    assert "Friday 1\n34 solutions" in found[1] and "Look at I4: it goes" in found[1]
    assert "no solution" in found[1] and "January: answers" in found[3]
    assert (1000, 2000) in reports and reports[-1] == (1000 + 6000 // 7, 2000)
    again = list(days(dray, 2027))
    monkeypatch.setattr(booklet_module, "days", lambda *_: again)
    assert data == booklet(dray, 2027)
    german = texts(booklet(dray, 2027, language="de"))
    assert "Jeder Tag hat eine Reihe." in german[0] and german[3].startswith("Januar: Lösungen")
    assert "Freitag 1\n34 Lösungen" in german[1] and "keine Lösung" in german[1]


def test_booklet_has_a_page_a_month(month_day: cp.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [date for date in days_of(2028) if date.day == 29]
    monkeypatch.setattr(year_module, "days_of", lambda year: ends)
    found = texts(booklet(month_day, 2028, "solutions", paper="letter"))
    assert len(found) == 13
    assert found[2].startswith("February") and "Tue 29" in found[2]
    assert "answers" not in found[2]


def test_a_wall_calendar_shows_the_count_of_each_day(month_day: cp.Puzzle) -> None:
    pages = pdf_pages(booklet(month_day, 2027, "calendar"))
    assert len(pages) == 12
    width, height = (float(side) for side in pages[0].mediabox[2:])
    assert width > height
    words = pages[1].extract_text().split()
    assert words[:2] == ["February", "2027"]
    assert words.index("Sunday") < words.index("Monday") < words.index("Saturday")
    numbers = [int(word) for word in words[words.index("Saturday") + 1 :]]
    expected = [n for day in range(1, 29) for n in (day, month_day.count(f"Feb {day}"))]
    assert numbers == expected
    german = texts(booklet(month_day, 2027, "calendar", language="de"))
    assert "März 2027" in german[2] and "Donnerstag" in german[2]


def test_a_wall_calendar_shows_0_for_a_date_without_solutions(
    month_day: cp.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "counts", lambda cover, *_: np.zeros(cover.shape, int))
    (february,) = texts(booklet(month_day, 2027, "calendar", week_starts="Sun"))[1:2]
    assert february.split()[-4:] == ["27", "0", "28", "0"]


@pytest.mark.parametrize(
    ("language", "number"),
    [
        (None, "11,446"),
        ("de", "11.446"),
        ("it", "11.446"),
        ("fr", "11\u202f446"),
        ("sv", "11\xa0446"),
    ],
)
def test_a_wall_calendar_formats_numbers_for_its_language(
    language: str | None, number: str, month_day: cp.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "counts", lambda cover, *_: np.full(cover.shape, 11_446))
    found = texts(booklet(month_day, 2027, "calendar", language=language))
    assert found[0].count(number) == 31


@pytest.mark.parametrize(
    ("language", "starts"),
    [
        (None, "Sun"),
        ("de", "Mon"),
        ("en_US", "Sun"),
        ("pt", "Sun"),
        ("pt_PT", "Sun"),
        ("ar", "Sat"),
    ],
)
def test_weeks_begin_with_the_usual_day_of_the_language(language: str | None, starts: str) -> None:
    assert naming.usual_start(language) == starts
    assert template("8x7", True, language).week_starts == starts


@pytest.mark.parametrize(
    ("year", "kind", "more", "why"),
    [
        (0, "hints", {}, "0 is not a year"),
        (10_000, "calendar", {}, "10000 is not a year"),
        (2027, "comic", {}, "no kind of booklet comic"),
        (2027, "calendar", {"language": "xx"}, "is not a known language"),
        (2027, "calendar", {"week_starts": "x"}, "no weekday x"),
        (2027, "hints", {"week_starts": "Xyz"}, "no weekday Xyz"),
        (2027, "solutions", {"week_starts": "Xyz"}, "no weekday Xyz"),
    ],
)
def test_booklet_rejects_invalid_arguments(
    month_day: cp.Puzzle, year: int, kind: str, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(InputError, match=why):
        booklet(month_day, year, kind, **more)
