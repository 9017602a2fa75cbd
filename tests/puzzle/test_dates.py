"""Dates: what a person may write, which labels it means, and what is said when it means none."""

from __future__ import annotations

import argparse
import datetime
import warnings
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shipped
from building import board, piece
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle.base.errors import DateError
from calpuzzle.cli.subject import subject_of
from calpuzzle.engines import load
from calpuzzle.puzzle.dates import (
    by_group,
    example,
    exists,
    instance_of,
    is_any,
    is_day,
    labels_at,
    labels_of,
)
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.puzzle.spoken import DateWarning

DRAY = shipped.model("dray")
MONTH_DAY = shipped.model("month-day-7x7")


def puzzle(*groups: tuple[str, Sequence[str]], more: Sequence[str] = ()) -> Model:
    """A model of one row with these groups of labels."""
    labels = [label for _, names in groups for label in names]
    return Model(
        "own",
        board(" ".join([*labels, *more, "."])),
        (piece("M", "#"),),
        tuple(Group(name, tuple(names)) for name, names in groups),
    )


def said(model: Model, date: Any) -> str:
    with pytest.raises(DateError) as error:
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
        datetime.datetime(2022, 1, 1, 23, 59, tzinfo=datetime.UTC),
        np.datetime64("2022-01-01"),
        np.datetime64("2022-01-01T23:59:59.999999999"),
        np.datetime64("2022-01-01", "h"),
        pd.Timestamp("2022-01-01 12:00"),
        pd.Timestamp("2022-01-01", tz="Asia/Tokyo"),
        "1/1/2022",
        "2022/1/1",
        "1.1.2022",
        "01.01.2022 Sat",
        "20220101",
        "2022年1月1日",
        "1.1.22",
        "1-1-2022",
        "1月1日 2022",
        "Sat 1.1.",
        "٢٠٢٢-٠١-٠١",
        "２０２２-01-01",
        "2022-01-01T10:00",
        "2022-01-01T23:30:00.5Z",
        "2022-01-01T00:00+09:00",
        "(Jan, 1, Sat)",
        ("Jan", 1, "Sat"),
        ("Jan", "1", "Sat"),
        [1, "Sat", "Jan"],
        ["2022-01-01"],
        ["2022-01-01", "Sat"],
        {"month": "Jan", "day": 1, "weekday": "Sat"},
        {"weekday": "Sat", "day": "1", "month": "Jan"},
        MappingProxyType({"month": "Jan", "day": "1", "weekday": "Sat"}),
        "Sat Jan 1",
        "Jan 1 Sat",
        "1 sat JAN",
        "Sat, Jan 1",
        "Sat,Jan,1",
        "  Sat\tJan  1 ",
        "2022-01-01 Sat",
        "sat, 2022-1-1",
        "2022-01-01 1 Jan",
        "Jan 2022-01-01",
        "Sat Jan 1 2022",
        "2022 jan 1",
        ("Jan", 1, 2022),
    ],
)
def test_ways_to_write_a_date(date: Any) -> None:
    assert labels_of(DRAY, date) == ("Jan", "1", "Sat")


@sampled(20, 100, date=st.dates())
def test_every_calendar_date_has_its_own_labels(date: datetime.date) -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    expected = (months[date.month - 1], str(date.day), weekdays[date.weekday()])
    assert labels_of(DRAY, date) == expected
    assert labels_of(DRAY, f"{date.year:04}-{date.month:02}-{date.day:02}") == expected
    assert labels_of(DRAY, " ".join(expected)) == expected
    assert labels_of(MONTH_DAY, date) == expected[:2]
    assert labels_of(DRAY, list(expected)) == labels_of(DRAY, expected[::-1]) == expected
    assert labels_of(DRAY, by_group(DRAY, expected)) == expected
    if 1678 <= date.year <= 2261:  # what pandas holds in nanoseconds
        assert labels_of(DRAY, pd.Timestamp(date)) == expected
    assert labels_of(DRAY, np.datetime64(date)) == expected
    assert exists(DRAY, expected)


@pytest.mark.parametrize(
    ("locale", "date", "day"),
    [
        ("de_DE.UTF-8", "3/4/2026", "2026-04-03"),
        ("en_GB", "3/4/2026", "2026-04-03"),
        ("en_US.UTF-8", "3/4/2026", "2026-03-04"),
        ("", "3/4/2026", "2026-03-04"),
        ("en_US", "23/11/2026", "2026-11-23"),
        ("en_US", "20-11-2026", "2026-11-20"),
        ("de_DE", "11/23/2026", "2026-11-23"),
    ],
)
def test_the_day_or_the_month_first(
    locale: str, date: str, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_TIME", locale)
    monkeypatch.delenv("LANG", raising=False)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert labels_of(DRAY, date) == labels_of(DRAY, day)
    only = [f"3/4/2026 is taken as {day}, by the locale"] if date == "3/4/2026" else []
    assert [str(each.message) for each in told] == only


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("today", 0),
        ("TODAY", 0),
        ("tomorrow", 1),
        ("Yesterday", -1),
        ("in 3 days", 3),
        ("In 1 day", 1),
        ("in 0 days", 0),
        ("in ٣ days", 3),
        ("in 400 days", 400),
        ("in -3 days", -3),
        ("3 days ago", -3),
    ],
)
def test_days_beside_today(words: str, days: int) -> None:
    before, found, after = datetime.date.today(), labels_of(DRAY, words), datetime.date.today()
    shift = datetime.timedelta(days)
    assert found in (labels_of(DRAY, before + shift), labels_of(DRAY, after + shift))


@pytest.mark.parametrize(
    ("word", "days"),
    [("heute", 0), ("Morgen", 1), ("hier", -1), ("aujourd'hui", 0), ("明日", 1), ("manana", 1)],
)
def test_the_days_beside_today_in_other_languages(word: str, days: int) -> None:
    date = datetime.date.today() + datetime.timedelta(days)
    with pytest.warns(DateWarning, match=f"^{word} is taken as {date}$") as told:
        assert labels_of(DRAY, word) == labels_of(DRAY, date)
    assert told[0].filename == __file__


@pytest.mark.parametrize("word", ["Friday", "fri", "Mon", "Freitag"])
def test_the_next_weekday(word: str) -> None:
    number = 0 if word == "Mon" else 4
    today = datetime.date.today()
    ahead = [today + datetime.timedelta(k) for k in range(1, 8)]
    (date,) = [day for day in ahead if day.weekday() == number]
    with pytest.warns(DateWarning, match=f"^next {word} is taken as {date}$"):
        assert labels_of(DRAY, f"next {word}") == labels_of(DRAY, date)


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ("Sat 1", "Sat"),
        ("Fri Nov 20", "Fri"),
        ("2026-11-20 Fri", "Fri"),
        ("Sun Mar 1", "Sun"),
        ("Friday 20 November 2026", "Friday"),
        ("ma 5 okt", "ma"),
    ],
)
def test_a_weekday_is_no_month_where_the_board_has_no_weekdays(words: str, word: str) -> None:
    with pytest.raises(DateError, match=f"^month-day-7x7 has no weekdays; leave {word} out$"):
        labels_of(MONTH_DAY, words)


def test_a_label_of_four_digits_is_no_year() -> None:
    group = Group("year", ("2021", "2022"))
    model = DRAY._replace(name="x", groups=(group,))
    assert labels_of(model, "2022") == ("2022",)


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        ("Sat Jan 2 2026", "2026-01-02 is Fri, not Sat"),
        ("Feb 29 2026", "the date 2026-02-29 does not exist: February 2026 has 28 days"),
        ("2026", "2026 is a year without a month and a day; a date is such as 2026-11-20"),
        ("Fri Jan 2026", "2026 is a year without a month and a day"),
        ("Jan 2 2025 2026", "2025 and 2026 are 2 dates; name one"),
        ("2026-01-02 2026", "2026-01-02 and 2026 are 2 dates; name one"),
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
        ("20 Nov 26", "20 and 26 are both of the group day; a year has four digits"),
        ("1/1/26", "1/1/26 is no label of dray; a date is such as 2026-11-20"),
        ("31.13.", "31.13. is no label of dray; a date is such as 2026-11-20"),
        ("in -999999 days", "in -999999 days is in no year from 1 to 9999"),
        ("Jan Feb 1 Sat", "Jan and Feb are both of the group month"),
        ("Jan Jan 1 Sat", "Jan and Jan are both of the group month"),
        ("Jan Sat", "'Jan Sat' names no day"),
        ("22", "'22' names no month and no weekday"),
        ("Feb 30", "has no Feb 30; name the weekday too"),
        ("Di 1 Jan", "Di can mean Tue (German, Afrikaans, Dutch) or Sun (French); write it as on"),
        ("ma 5 Jan", "ma can mean Mon (Finnish, Afrikaans, Dutch) or Tue (French, Italian"),
        ("ma", "ma can mean Mon (Finnish"),
        ("26 listopada", "listopada can mean Oct (Croatian) or Nov (Polish)"),
        ("16 lip", "lip can mean Jun (Croatian) or Jul (Polish)"),
        ("so 4 okt", "so can mean Sat (Czech, Polish, Slovak) or Sun"),
        ("Tue" + 50 * " N" + " Nov 29", "N is no label of dray (did you mean Sun?)"),
        ("January Feb 1", "Jan and Feb are both of the group month"),
        ("12026-01-01", "12026-01-01 is no label of dray"),
        ("2026-01-01-01", "2026-01-01-01 is no label of dray"),
        ("-2026-01-01", "-2026-01-01 is no label of dray"),
        ("2026 -01-01", "-01-01 is no label of dray"),
        ("2026-11-20 Sat", "2026-11-20 is Fri, not Sat"),
        ("Dec fri 2026-11-20", "2026-11-20 is Nov, not Dec"),
        ("2026-11-20 Fri Sat", "Fri and Sat are both of the group weekday"),
        ("2026-11-20 Fry", "Fry is no label of dray (did you mean Fri?)"),
        ("2026-02-30 Fri", "the date 2026-02-30 does not exist"),
        ("today tomorrow", "today and tomorrow are 2 dates; name one"),
        ("2026-11-20 2026-11-20", "are 2 dates; name one"),
        ("any", "any stands for all dates together, and here one is wanted, such as 2026-11-20"),
        (",", "names no month and no day and no weekday"),
        ((), "dray needs a date"),
        ([], "dray needs a date"),
        ({}, "dray needs a date"),
        (("Feb", 31), "has no Feb 31; name the weekday too"),
        (("Jan", 32, "Sat"), "32 is no label of dray"),
        (("Jan", None, "Sat"), "None is no label of dray"),
        (["2022-01-01", "2022-01-02"], "are 2 dates; name one"),
        (["any"], "any stands for all dates"),
        ({"month": "Jan"}, "'Jan' names no day and no weekday"),
        ({"months": "Jan"}, "dray has no group months (did you mean month?)"),
        ({5: "Jan"}, "dray has no group 5"),
        ({"month": "Jam"}, "Jam is no label of the group month (did you mean Jan?)"),
        ({"month": "jan"}, "jan is no label of the group month (did you mean Jan?)"),
        ({"month": "Sat", "day": 1, "weekday": "Jan"}, "Sat is no label of the group month"),
        ({"month": "Jan", "day": 32, "weekday": "Sat"}, "32 is no label of the group day"),
        (range(3), "no label of dray"),
        ((1.5, 2, 3), "no label of dray"),
        ([["Jan", 1, "Sat"]], "no label of dray"),
        ([None], "no label of dray"),
        ({"month": "2022-01-01"}, "2022-01-01 is no label of the group month"),
    ],
)
def test_what_is_said_of_a_wrong_date(date: Any, sentence: str) -> None:
    assert sentence in said(DRAY, date)


def test_a_label_of_no_group_is_told() -> None:
    model = puzzle(("g", ["a", "b"]), more=("x",))
    assert "x is in no group of own" in said(model, "x")


def test_a_puzzle_without_groups_takes_no_date() -> None:
    model = puzzle()
    assert labels_of(model, None) == labels_of(model, "") == labels_of(model, " ") == ()
    assert "own has no groups, so it takes no date; leave 'Jan 1' out" in said(model, "Jan 1")
    for date in ("today", "2026-01-01"):
        assert "takes no date" in said(model, date)
    assert "no calendar" in said(model, datetime.date(2026, 1, 1))
    assert labels_of(model, ()) == labels_of(model, {}) == ()
    assert "takes no date; leave 'Jan 1' out" in said(model, ("Jan", 1))
    assert "own has no group month" in said(model, {"month": "Jan"})


def test_a_puzzle_that_is_no_calendar_takes_labels_only() -> None:
    model = puzzle(("row", ["A1", "A2"]), ("column", ["B1", "B2"]))
    assert labels_of(model, "b2 A1") == ("A1", "B2")
    assert labels_of(model, ("B2", "A1")) == ("A1", "B2")
    assert labels_of(model, {"column": "B2", "row": "A1"}) == ("A1", "B2")
    dates: list[Any] = ["today", "2026-01-01", datetime.date(2026, 1, 1), np.datetime64("2026")]
    for date in dates:
        assert said(model, date) == "own is no calendar; name one label a group, such as 'A1 B1'"


@pytest.mark.parametrize(
    "label", ["today", "2026-01-01", "2026-02-30", "tomorrow", "any", "0", "-", "1,5", "a,b"]
)
def test_labels_that_look_like_something_else(label: str) -> None:
    model = puzzle(("g", ["x", label]))
    assert labels_of(model, label) == (label,)
    more = puzzle(("g", ["x", label]), ("h", ["y"]))
    own = model._replace(pieces=(piece("D", "##"),))
    cover = Lowering(own).cover
    for date, number in ((label, 0), ("x", 1)):
        laid = cover.instance(instance_of(own, labels_of(own, date)))
        assert load("auto").count(cover, laid) == number
    assert labels_of(model, [label]) == labels_of(model, {"g": label}) == (label,)
    assert labels_of(more, f"y {label}") == labels_of(more, f"{label} y") == (label, "y")


def test_labels_in_other_case() -> None:
    model = puzzle(("g", ["Today", "a", "A", "straße"]))
    assert labels_of(model, "today") == ("Today",)
    assert labels_of(model, "STRASSE") == ("straße",)
    # Exact spelling decides between labels that differ in case only; in h none is meant.
    assert labels_of(model, "a") == ("a",)
    assert labels_of(model, "A") == ("A",)
    other = puzzle(("h", ["bb", "BB"]))
    assert "Bb is no label" in said(other, "Bb")


def test_a_label_in_no_group_hides_no_date() -> None:
    groups = [(group.name, group.labels) for group in MONTH_DAY.groups]
    model = puzzle(*groups, more=("today", "2022-01-01"))
    assert labels_of(model, "2022-01-01") == ("Jan", "1")
    assert labels_of(model, "today")


def test_instances_are_numbered_in_the_order_of_the_groups() -> None:
    for instance in range(12 * 31 * 7):
        labels = labels_at(DRAY, instance)
        assert instance_of(DRAY, labels) == instance
    assert labels_at(DRAY, 0) == ("Jan", "1", "Sun")
    assert labels_at(DRAY, 1) == ("Jan", "1", "Mon")
    assert labels_at(DRAY, 7) == ("Jan", "2", "Sun")
    assert labels_at(DRAY, 2603) == ("Dec", "31", "Sat")


def test_which_dates_exist() -> None:
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
def test_what_is_a_calendar(groups: list[tuple[str, int]], calendar: bool) -> None:
    model = puzzle(*((name, [f"{name}{k}" for k in range(n)]) for name, n in groups))
    assert model.is_calendar is calendar


@pytest.mark.parametrize("name", shipped.CALENDARS)
def test_the_example_is_itself_a_date(name: str) -> None:
    model = shipped.model(name)
    assert repr(" ".join(labels_at(model, 0))) in example(model)
    assert labels_of(model, " ".join(labels_at(model, 0))) == labels_at(model, 0)


@pytest.mark.parametrize(
    "date",
    [
        3, 0, 3.5, True, object(), {1, 2}, range, np.int64(3), datetime.time(1),
        datetime.timedelta(1), pd.NaT, np.datetime64("NaT"), np.datetime64("12026-01-01"),
        pd.Timedelta(1), pd.Series(["Jan", 1, "Sat"]), np.array(["Jan", "1", "Sat"]), iter("ab"),
    ],
)  # fmt: skip
def test_what_is_no_date_at_all(date: Any) -> None:
    assert said(DRAY, date).startswith(
        "a date is a text, a date, labels or a mapping of them, not "
    )


def test_a_number_too_large_to_be_written_is_no_date() -> None:
    assert "a number of more than 18 digits" in said(DRAY, 10**5000)


def test_a_date_that_does_not_exist_in_a_mapping() -> None:
    # Labels allow 30 February; a calendar date does not.
    found = labels_of(DRAY, {"month": "Feb", "day": 30, "weekday": "Mon"})
    assert found == ("Feb", "30", "Mon")
    assert not exists(DRAY, found)


def test_which_words_are_days() -> None:
    assert is_day(DRAY, "today") and is_day(DRAY, "Tomorrow") and is_day(DRAY, "2026-1-1")
    assert not is_day(DRAY, "Jan") and not is_day(DRAY, "2026")
    own = puzzle(("g", ["today", "x"]))
    assert not is_day(own, "today") and not is_day(own, "TODAY") and is_day(own, "tomorrow")


def test_the_word_for_all_dates() -> None:
    assert is_any(DRAY, "any") and is_any(DRAY, " ANY\n")
    assert not is_any(DRAY, "Jan") and not is_any(DRAY, None) and not is_any(DRAY, ("any",))
    assert not is_any(puzzle(("g", ["any", "x"])), "any")


# --- as people say them


@pytest.mark.parametrize(
    ("date", "labels", "told"),
    [
        ("January 1 Sat", "Jan 1 Sat", ""),
        ("saturday, 1 JANUARY", "Jan 1 Sat", ""),
        ("1st Jan Saturday", "Jan 1 Sat", ""),
        ({"day": 1, "weekday": "Sat", "month": "Jan"}, "Jan 1 Sat", ""),
        ("Samstag 1. Januar", "Jan 1 Sat", "Samstag is taken as Sat, Januar is taken as Jan"),
        ("samedi 1er janvier", "Jan 1 Sat", "samedi is taken as Sat, janvier is taken as Jan"),
        ("lördag 1 januari", "Jan 1 Sat", "lördag is taken as Sat, januari is taken as Jan"),
        ("Sa 01 Janv.", "Jan 1 Sat", "Sa is taken as Sat, Janv. is taken as Jan"),
        ("4 Okt So", "Oct 4 Sun", "Okt is taken as Oct, So is taken as Sun"),
        ("So. 4. Okt.", "Oct 4 Sun", "So. is taken as Sun, Okt. is taken as Oct"),
        ("Mi 7. Okt", "Oct 7 Wed", "Mi is taken as Wed, Okt is taken as Oct"),
        ("dom 4 oct", "Oct 4 Sun", "dom is taken as Sun"),
        ("ma 5 okt", "Oct 5 Mon", "ma is taken as Mon, okt is taken as Oct"),
        ("ma 9 helmi", "Feb 9 Mon", "ma is taken as Mon, helmi is taken as Feb"),
        ("må. 14 sep.", "Sep 14 Mon", "må. is taken as Mon, sep. is taken as Sep"),
        ("so 15 srp", "Aug 15 Sat", "so is taken as Sat, srp is taken as Aug"),
        ("T2 5 thg1", "Jan 5 Mon", "T2 is taken as Mon, thg1 is taken as Jan"),
    ],
)
def test_names_in_many_languages_do_as_well_as_labels(date: Any, labels: str, told: str) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert labels_of(DRAY, date) == tuple(labels.split())
    assert "; ".join(str(each.message) for each in found) == told
    if isinstance(date, str):
        words = argparse.Namespace(puzzle=None, words=date.split(), form=None, problem=None)
        assert labels_of(DRAY, subject_of(words).date) == tuple(labels.split())


def test_labels_go_before_names() -> None:
    # Of this board Mar is a Tuesday, as martes is.
    weekdays = ["Lun", "Mar", "Mie", "Jue", "Vie", "Sab", "Dom"]
    months = ["ene", "feb", "marzo", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]
    days = [str(day) for day in range(1, 32)]
    model = puzzle(("month", months), ("day", days), ("weekday", weekdays))
    assert labels_of(model, "Mar 3 ene") == ("ene", "3", "Mar")
    assert labels_of(model, "Tuesday 3 January") == ("ene", "3", "Mar")
    assert labels_of(model, "Sunday 3 March") == ("marzo", "3", "Dom")


@pytest.mark.parametrize("words", ["Nov 22", "22 November", "22. Nov", ("Nov", 22)])
def test_a_weekday_that_is_not_named_is_this_years(words: Any) -> None:
    year = datetime.date.today().year
    with pytest.warns(DateWarning, match=f"^Nov 22 is taken as ..., as in {year}$"):
        assert labels_of(DRAY, words) == labels_of(DRAY, datetime.date(year, 11, 22))


@pytest.mark.parametrize("word", ["Saturday", "sat", "Samstag", "sábado"])
@pytest.mark.parametrize(("model", "starts"), [(DRAY, 6), (MONTH_DAY, 0)])
def test_a_weekday_alone_is_of_this_week(model: Model, starts: int, word: str) -> None:
    today = datetime.date.today()
    week = [today + datetime.timedelta(days) for days in range(-6, 7)]
    first = max(day for day in week if day.weekday() == starts and day <= today)
    (date,) = [day for day in week if day.weekday() == 5 and 0 <= (day - first).days < 7]
    with pytest.warns(DateWarning, match=f"{word} is taken as Sat of this week, {date}"):
        assert labels_of(model, word) == labels_of(model, date)


def test_what_is_no_calendar_knows_labels_only() -> None:
    model = puzzle(("weekday", ["Sat", "Sun"]), ("month", ["Jan", "Feb"]))
    assert "Saturday is no label of own" in said(model, "Saturday Jan")
    assert "'Sat' names no month" in said(model, "Sat")
