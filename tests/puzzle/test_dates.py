"""Dates: what a person may write, which labels it means, and what is said when it means none."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import calpuzzle as cp
from calpuzzle.puzzle.dates import example, exists, instance_of, labels_at, labels_of
from calpuzzle.puzzle.model import WEEKDAYS, Board, Group, Model, Piece

DRAY = cp.load("dray").model
MONTH_DAY = cp.load("month-day-7x7").model


def puzzle(*groups, more=()):
    """A model of one row with these groups of labels."""
    labels = tuple(label for _, names in groups for label in names)
    return Model(
        "own",
        Board(((*labels, *more, "."),)),
        (Piece("M", ((0, 0),)),),
        tuple(Group(name, tuple(names)) for name, names in groups),
    )


def said(model, date):
    with pytest.raises(cp.DateError) as error:
        labels_of(model, date)
    assert len(error.value.faults) == 1
    return str(error.value)


@pytest.mark.parametrize(
    "date",
    [
        "2022-01-01",
        "2022-1-1",
        " 2022-01-01\n",
        datetime.date(2022, 1, 1),
        datetime.datetime(2022, 1, 1, 12),
        "Sat Jan 1",
        "Jan 1 Sat",
        "1 sat JAN",
        "Sat, Jan 1",
        "Sat,Jan,1",
        "  Sat\tJan  1 ",
    ],
)
def test_ways_to_write_a_date(date):
    assert labels_of(DRAY, date) == ("Jan", "1", "Sat")


@given(st.dates())
def test_every_calendar_date_has_its_own_labels(date):
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    expected = (months[date.month - 1], str(date.day), weekdays[date.weekday()])
    assert labels_of(DRAY, date) == expected
    assert labels_of(DRAY, f"{date.year:04}-{date.month:02}-{date.day:02}") == expected
    assert labels_of(DRAY, " ".join(expected)) == expected
    assert labels_of(MONTH_DAY, date) == expected[:2]
    assert exists(DRAY, expected)


def test_today():
    before = labels_of(DRAY, datetime.date.today())
    found = labels_of(DRAY, "today")
    assert found in (before, labels_of(DRAY, datetime.date.today()))
    assert labels_of(DRAY, "TODAY")


def test_the_days_beside_today():
    day = datetime.timedelta(days=1)
    for word, shift in (("tomorrow", day), ("Yesterday", -day)):
        today = datetime.date.today()
        found = labels_of(DRAY, word)
        assert found in {labels_of(DRAY, t + shift) for t in (today, datetime.date.today())}


@pytest.mark.parametrize(
    "date", ["2022-01-01 Sat", "sat, 2022-1-1", "2022-01-01 1 Jan", "Jan 2022-01-01"]
)
def test_a_date_with_its_own_labels(date):
    assert labels_of(DRAY, date) == ("Jan", "1", "Sat")


@pytest.mark.parametrize("start", WEEKDAYS)
def test_the_week_may_start_on_any_day_and_speak_any_language(start):
    names = ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."]
    first = WEEKDAYS.index(start)
    model = puzzle(
        ("day", [str(k) for k in range(1, 32)]),
        ("weekday", names[first:] + names[:first]),
        ("month", [f"m{k}" for k in range(1, 13)]),
    )._replace(week_starts=start)
    # 1 January 2022 was a Saturday, 31 December 1999 a Friday.
    assert labels_of(model, "2022-01-01") == ("1", "sam.", "m1")
    assert labels_of(model, "1999-12-31") == ("31", "ven.", "m12")


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        ("2026-02-30", "the date 2026-02-30 does not exist: February 2026 has 28 days"),
        ("2024-02-30", "the date 2024-02-30 does not exist: February 2024 has 29 days"),
        ("2026-4-31", "the date 2026-04-31 does not exist: April 2026 has 30 days"),
        ("2026-13-01", "the date 2026-13-01 does not exist: a year has 12 months"),
        ("2026-00-10", "the date 2026-00-10 does not exist: a year has 12 months"),
        ("2026-01-00", "the date 2026-01-00 does not exist: January 2026 has 31 days"),
        ("0000-01-01", "the date 0000-01-01 does not exist: years count from 1"),
        ("0007-02-29", "the date 0007-02-29 does not exist: February 7 has 28 days"),
        ("9999-12-32", "the date 9999-12-32 does not exist: December 9999 has 31 days"),
        ("", "dray needs a date, such as 2026-11-20, today or 'Jan 1 Sun'"),
        ("   ", "dray needs a date"),
        (None, "dray needs a date"),
        ("Jam 1 Sat", "Jam is no label of dray (did you mean Jan?)"),
        ("Jan 32 Sat", "32 is no label of dray"),
        ("Jan Feb 1 Sat", "Jan and Feb are both of the group month"),
        ("Jan Jan 1 Sat", "Jan and Jan are both of the group month"),
        ("Jan 1", "'Jan 1' names no weekday"),
        ("Sat", "'Sat' names no month and no day"),
        ("12026-01-01", "12026-01-01 is no label of dray"),
        ("2026-01-01-01", "2026-01-01-01 is no label of dray"),
        ("２０２６-01-01", "２０２６-01-01 is no label of dray"),
        ("2026-01-0١", "is no label of dray"),
        ("-2026-01-01", "-2026-01-01 is no label of dray"),
        ("2026 -01-01", "2026 is no label of dray"),
        ("2026-11-20 Sat", "2026-11-20 is Fri, not Sat"),
        ("Dec fri 2026-11-20", "2026-11-20 is Nov, not Dec"),
        ("2026-11-20 Fri Sat", "Fri and Sat are both of the group weekday"),
        ("2026-11-20 Fry", "Fry is no label of dray (did you mean Fri?)"),
        ("2026-02-30 Fri", "the date 2026-02-30 does not exist"),
        ("today tomorrow", "today and tomorrow are 2 dates; name one"),
        ("2026-11-20 2026-11-20", "are 2 dates; name one"),
        ("any", "any stands for all dates together, and here one is wanted, such as 2026-11-20"),
        (",", "names no month and no day and no weekday"),
    ],
)
def test_what_is_said_of_a_wrong_date(date, sentence):
    assert sentence in said(DRAY, date)


def test_a_label_of_no_group_is_told():
    model = puzzle(("g", ["a", "b"]), more=("x",))
    assert "x is in no group of own" in said(model, "x")


def test_a_puzzle_without_groups_takes_no_date():
    model = puzzle()
    assert labels_of(model, None) == labels_of(model, "") == labels_of(model, " ") == ()
    assert "own has no groups, so it takes no date; leave 'Jan 1' out" in said(model, "Jan 1")
    for date in ("today", "2026-01-01"):
        assert "takes no date" in said(model, date)
    assert "no calendar" in said(model, datetime.date(2026, 1, 1))


def test_a_puzzle_that_is_no_calendar_takes_labels_only():
    model = puzzle(("row", ["A1", "A2"]), ("column", ["B1", "B2"]))
    assert labels_of(model, "b2 A1") == ("A1", "B2")
    for date in ("today", "2026-01-01", datetime.date(2026, 1, 1)):
        assert said(model, date) == "own is no calendar; name one label a group, such as 'A1 B1'"


@pytest.mark.parametrize(
    "label", ["today", "2026-01-01", "2026-02-30", "tomorrow", "any", "0", "-", "1,5", "a,b"]
)
def test_labels_that_look_like_something_else(label):
    model = puzzle(("g", ["x", label]))
    assert labels_of(model, label) == (label,)
    more = puzzle(("g", ["x", label]), ("h", ["y"]))
    own = cp.Puzzle(model._replace(pieces=(Piece("D", ((0, 0), (0, 1))),)))
    assert own.count(label) == 0 and own.count("x") == 1
    assert labels_of(more, f"y {label}") == labels_of(more, f"{label} y") == (label, "y")


def test_labels_in_other_case():
    model = puzzle(("g", ["Today", "a", "A", "straße"]))
    assert labels_of(model, "today") == ("Today",)
    assert labels_of(model, "STRASSE") == ("straße",)
    # Exact spelling decides between labels that differ in case only; in h none is meant.
    assert labels_of(model, "a") == ("a",)
    assert labels_of(model, "A") == ("A",)
    other = puzzle(("h", ["bb", "BB"]))
    assert "Bb is no label" in said(other, "Bb")


def test_a_label_in_no_group_hides_no_date():
    groups = [(group.name, group.labels) for group in MONTH_DAY.groups]
    model = puzzle(*groups, more=("today", "2022-01-01"))
    assert labels_of(model, "2022-01-01") == ("Jan", "1")
    assert labels_of(model, "today")


def test_instances_are_numbered_in_the_order_of_the_groups():
    for instance in range(12 * 31 * 7):
        labels = labels_at(DRAY, instance)
        assert instance_of(DRAY, labels) == instance
    assert labels_at(DRAY, 0) == ("Jan", "1", "Sun")
    assert labels_at(DRAY, 1) == ("Jan", "1", "Mon")
    assert labels_at(DRAY, 7) == ("Jan", "2", "Sun")
    assert labels_at(DRAY, 2603) == ("Dec", "31", "Sat")


def test_which_dates_exist():
    dates = [labels_at(DRAY, k) for k in range(12 * 31 * 7)]
    # 366 dates in a leap year, each on each of seven weekdays at some time.
    assert sum(exists(DRAY, labels) for labels in dates) == 366 * 7
    assert not exists(DRAY, ("Feb", "30", "Mon"))
    assert exists(DRAY, ("Feb", "29", "Mon"))


@pytest.mark.parametrize(
    ("groups", "calendar"),
    [
        ([("month", 12), ("day", 31)], True),
        ([("day", 31), ("weekday", 7), ("month", 12)], True),
        ([("month", 12), ("day", 30)], False),
        ([("month", 12)], False),
        ([("month", 12), ("weekday", 7)], False),
        ([("month", 12), ("day", 31), ("year", 10)], False),
        ([("month", 12), ("day", 31), ("weekday", 5)], False),
        ([], False),
    ],
)
def test_what_is_a_calendar(groups, calendar):
    model = puzzle(*((name, [f"{name}{k}" for k in range(n)]) for name, n in groups))
    assert model.is_calendar is calendar


def test_the_example_is_itself_a_date():
    for name in cp.names():
        model = cp.load(name).model
        assert repr(" ".join(labels_at(model, 0))) in example(model)
        assert labels_of(model, " ".join(labels_at(model, 0))) == labels_at(model, 0)


@pytest.mark.parametrize("date", [3, 0, 3.5, True, b"Jan", ["Jan", "1", "Sat"]])
def test_what_is_no_date_at_all(date):
    with pytest.raises(cp.DateError, match=r"a date is a text or a datetime\.date, not "):
        cp.load("dray").count(date)
    with pytest.raises(cp.DateError):
        cp.load("dray").solve(date)
