"""Dates: what users may write, which labels it means, and what is rejected. The cases are in
dates.txt; pairs of words in many languages are checked by a definition based on Babel's names."""

from __future__ import annotations

import argparse
import datetime
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shipped
from building import board, piece
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle.api import load
from calpuzzle.base.errors import DateError
from calpuzzle.cli import subject
from calpuzzle.puzzle.dates.instances import by_group, exists, instance_of, labels_at
from calpuzzle.puzzle.dates.labels import MONTHS, WEEKDAYS
from calpuzzle.puzzle.dates.parsing import example, is_any, is_day, labels_of, may_be_date
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

DRAY = shipped.model("dray")
DAYS = [str(day) for day in range(1, 32)]


def puzzle(*groups: tuple[str, Any], more: str = "", name: str = "own") -> Model:
    """Return a model of one row with these groups of labels."""
    made = tuple(
        Group(kind, tuple(own.split()) if isinstance(own, str) else tuple(own))
        for kind, own in groups
    )
    row = [*(label for group in made for label in group.labels), *more.split(), "."]
    return Model(name, board(" ".join(row)), (piece("M", "#"),), made)


def calendar(name: str, months: Any, weekdays: Any) -> Model:
    return puzzle(("month", months), ("day", DAYS), ("weekday", weekdays), name=name)


def message(model: Model, date: Any) -> str:
    with pytest.raises(DateError) as error:
        labels_of(model, date)
    assert len(error.value.faults) == 1
    return str(error.value)


def cases() -> Iterator[Any]:
    """Yield each case of dates.txt: board, text, meaning or error, and whether it is rejected."""
    model = DRAY
    for line in (Path(__file__).parent / "dates.txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            name, *names = line[3:].split(" | ")
            model = calendar(name, *names) if names else shipped.model(name)
        elif line and not line.startswith("#"):
            sign = " ! " if " ! " in line else " = "
            yield pytest.param(model, *line.split(sign), sign == " ! ", id=f"{model.name}: {line}")


@pytest.mark.parametrize(("model", "date", "meant", "is_refused"), list(cases()))
def test_texts_mean_expected_labels(model: Model, date: str, meant: str, is_refused: bool) -> None:
    if is_refused:
        assert meant in message(model, date)
    else:
        assert " ".join(labels_of(model, date)) == meant
        assert labels_of(model, date.split()) == labels_of(model, f" {date}\n")


@pytest.mark.parametrize(
    "date",
    [
        datetime.date(2022, 1, 1), datetime.datetime(2022, 1, 1, 23, 59, tzinfo=datetime.UTC),
        np.datetime64("2022-01-01"), np.datetime64("2022-01-01T23:59:59.999999999"),
        pd.Timestamp("2022-01-01 12:00"), pd.Timestamp("2022-01-01", tz="Asia/Tokyo"),
        ("Jan", 1, "Sat"), [1, "Saturday", "Jan"], ["2022-01-01", "Sat"], ("Jan", 1, 2022),
        {"month": "Jan", "day": 1, "weekday": "Sat"},
        MappingProxyType({"weekday": "Sat", "day": "1", "month": "Jan"}),
    ],
)  # fmt: skip
def test_dates_may_be_objects_sequences_and_mappings(date: Any) -> None:
    assert labels_of(DRAY, date) == ("Jan", "1", "Sat")


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        (None, "dray needs a date"), ("", "dray needs a date"), ((), "dray needs a date"),
        ({}, "dray needs a date"), (["any"], "any stands for all dates"),
        (("Jan", None, "Sat"), "None is not a label"), ([["Jan", 1, "Sat"]], "not a label"),
        ({"month": "Jan"}, "'Jan' names no day and no weekday"),
        ({"months": "Jan"}, "dray has no group months (did you mean month?)"),
        ({5: "Jan"}, "dray has no group 5"),
        ({"month": "jan"}, "jan is not a label of the group month (did you mean Jan?)"),
        ({"month": "2022-01-01"}, "2022-01-01 is not a label of the group month"),
        *((other, "a date must be a text, a date, labels or a mapping of them, not ") for other in (
            3, 3.5, object(), b"today", {1, 2}, datetime.time(1), pd.NaT, np.datetime64("NaT"),
            np.datetime64("12026-01-01"), pd.Series(["Jan", 1, "Sat"]), iter("ab"))),
        (("Jan", 10**5000), "digits is not a label"),
        ({"day": -(10**5000)}, "digits is not a label"),
        ("Mar " * 10, "10 words have too many meanings"), ("Tue" + 50 * " N", "N is not a label"),
    ],
)  # fmt: skip
def test_labels_of_rejects_what_is_not_a_date(date: Any, sentence: str) -> None:
    three = "tam hel maa huh tou kes hei elo syy lok mar jou"
    model = (
        calendar("own", three, WEEKDAYS)
        if isinstance(date, str) and date.startswith("Mar ")
        else DRAY
    )
    assert sentence in message(model, date)


@sampled(20, 100, date=st.dates())
def test_all_forms_of_a_day_mean_its_labels(date: datetime.date) -> None:
    month, weekday = MONTHS[date.month - 1], WEEKDAYS[date.weekday()]
    expected = (month, str(date.day), weekday)
    texts = [
        date.isoformat(),
        f"{weekday} {date.day} {month}",
        f"{month} {date.day} {date.year:04}",
    ]
    forms: list[Any] = [date, *texts, expected[::-1], by_group(DRAY, expected), np.datetime64(date)]
    assert {labels_of(DRAY, form) for form in forms} == {expected}
    assert exists(DRAY, expected) and labels_at(DRAY, instance_of(DRAY, expected)) == expected


@pytest.mark.parametrize(("word", "days"), [("today", 0), ("Tomorrow", 1), ("YESTERDAY", -1)])
def test_today_tomorrow_and_yesterday_are_dates(word: str, days: int) -> None:
    shift = datetime.timedelta(days)
    before, found, after = datetime.date.today(), labels_of(DRAY, word), datetime.date.today()
    assert found in (labels_of(DRAY, before + shift), labels_of(DRAY, after + shift))


# --- the definition, based on Babel's names

CODES = (
    *("de", "fr", "es", "it", "pt", "nl", "af", "sv", "da", "nb"),
    *("fi", "pl", "cs", "sk", "hr", "sl", "lt", "ru", "tr"),
)
STEP = 61  # every 61st pair of words is tested
FOREIGN = ["dimanche", "lördag", "čt", "lun", "may", "sun", "xx", "t"]
ACCENTS = str.maketrans("łøđı", "lodi") | dict.fromkeys(range(0x300, 0x370))


def named(word: str, names: Sequence[str], shortest: int) -> set[int]:
    """Return the indices of the names that equal the word, or else of those that begin with it."""
    small = [name.casefold() for name in names]
    plain = [unicodedata.normalize("NFD", name).translate(ACCENTS) for name in small]
    whole = {k for k in range(len(names)) if word in (small[k], plain[k])}
    both = zip(small, plain, strict=True)
    begun = {k for k, pair in enumerate(both) if any(name.startswith(word) for name in pair)}
    return whole or (begun if len(word) >= shortest else set())


@pytest.mark.parametrize("code", shipped.few(CODES, "fi", "tr", "hr"))
def test_a_text_is_a_date_if_its_words_mean_exactly_one(code: str) -> None:
    pytest.importorskip("babel")
    from calpuzzle.workshop.naming import ENGLISH, headings, renamed

    model, own = renamed(DRAY, code, "Mon"), headings(code)
    labels = [label for group in model.groups for label in group.labels]
    kinds = [
        (model.groups[0].labels, own.months, ENGLISH.months, 3),
        (model.groups[2].labels, own.weekdays, ENGLISH.weekdays, 2),
    ]

    def meant(word: str, kind: int) -> set[int]:
        printed, board, english, shortest = kinds[kind]
        small = [label.casefold() for label in printed]
        found = named(word, english, shortest) | {k for k, own in enumerate(small) if own == word}
        # A label means itself, and is no abbreviation of another name in the language of the board.
        may_abbreviate = word not in map(str.casefold, labels)
        return found | (named(word, board, shortest) if may_abbreviate else set())

    words = {*FOREIGN, *map(str.casefold, labels)} - {*DAYS}
    for name in (*own.months, *own.weekdays, *ENGLISH.months, *ENGLISH.weekdays):
        words |= {name.casefold()[:k] for k in range(1, len(name.split("-")[0]) + 1)}
    senses = {word: (meant(word, 0), meant(word, 1)) for word in words}
    for one, other in list(product(sorted(words), sorted(words)))[::STEP]:
        right = {*product(senses[one][0], senses[other][1])}
        right |= {*product(senses[other][0], senses[one][1])}
        if {one, other} <= {*labels}:  # exactly as printed
            right = {
                (m, w)
                for (m, month), (w, weekday) in product(*(enumerate(kind[0]) for kind in kinds))
                if {one, other} == {month, weekday}
            }
        expected = {(kinds[0][0][m], "20", kinds[1][0][w]) for m, w in right}
        try:
            found = {labels_of(model, f"{one} 20 {other}")}
        except DateError as error:
            found = set()
            assert (len(right) > 1) == (" can mean " in str(error)), (one, other)
        assert found == (expected if len(right) == 1 else set()), (one, other)


# --- other boards


@pytest.mark.parametrize("name", shipped.CALENDARS)
def test_example_dates_are_accepted(name: str) -> None:
    model = shipped.model(name)
    labels = labels_at(model, 0)
    assert example(model) == f"a date such as 2026-11-20, today or {' '.join(labels)!r}"
    assert labels_of(model, " ".join(labels)) == labels
    assert labels_of(model, "2026-11-20") and labels_of(model, "today")


def test_a_puzzle_without_groups_takes_no_date() -> None:
    model = puzzle()
    nothing: list[Any] = [None, "", " ", (), {}]
    assert {labels_of(model, date) for date in nothing} == {()}
    for date in ("Jan 1", "today", ("Jan", 1), "any"):
        assert "own has no groups, so it takes no date; leave '" in message(model, date)
    assert "not a calendar" in message(model, datetime.date(2026, 1, 1))


def test_a_puzzle_that_is_not_a_calendar_takes_labels_only() -> None:
    model = puzzle(("row", "A1 A2"), ("column", "B1 B2"), more="x")
    forms: list[Any] = ["b2 A1", ("B2", "A1"), {"column": "B2", "row": "A1"}]
    assert {labels_of(model, form) for form in forms} == {("A1", "B2")}
    dates: list[Any] = [
        "today",
        "2026-01-01",
        datetime.date(2026, 1, 1),
        np.datetime64("2026-01-01"),
    ]
    for date in dates:
        assert (
            message(model, date)
            == "own is not a calendar; write one label of each group, such as 'A1 B1'"
        )
    assert "x is in no group of own" in message(model, "x")
    months = puzzle(("weekday", "Sat Sun"), ("month", "Jan Feb"))
    assert "Saturday is not a label of own" in message(months, "Saturday Jan")


@pytest.mark.parametrize("label", ["today", "2026-01-01", "2026-02-30", "any", "2022", "1,5", "-"])
def test_labels_that_look_like_dates_mean_themselves(label: str) -> None:
    model = puzzle(("year", ["x", label]), ("date", ["y"]))
    assert labels_of(model, f"{label} y") == labels_of(model, ["y", label]) == (label, "y")
    assert labels_of(model, {"year": label, "date": "y"}) == (label, "y")
    assert not is_any(model, label) and is_any(DRAY, " ANY\n") and not is_any(DRAY, ("any",))


def test_labels_are_found_in_other_case_unless_ambiguous() -> None:
    model = puzzle(("g", ["Today", "a", "A", "straße"]))
    assert [*map(labels_of, 4 * [model], ["today", "STRASSE", "a", "A"])] == [
        ("Today",), ("straße",), ("a",), ("A",),
    ]  # fmt: skip
    assert "Bb can mean BB or bb" in message(puzzle(("h", ["bb", "BB"])), "Bb")


def test_instances_are_numbered_and_impossible_dates_do_not_exist() -> None:
    dates = [labels_at(DRAY, k) for k in range(12 * 31 * 7)]
    assert [instance_of(DRAY, labels) for labels in dates] == [*range(len(dates))]
    assert [dates[k] for k in (0, 1, 7)] == [
        *product(["Jan"], "1", ["Sun", "Mon"]),
        ("Jan", "2", "Sun"),
    ]
    # Each of the 366 dates of a leap year is on each weekday in some year.
    assert sum(exists(DRAY, labels) for labels in dates) == 366 * 7
    assert not exists(DRAY, ("Feb", "30", "Mon")) and exists(DRAY, ("Feb", "29", "Mon"))


@pytest.mark.parametrize(
    ("groups", "is_calendar"),
    [
        ("month 12 day 31", True), ("day 31 weekday 7 month 12", True), ("month 12 day 30", False),
        ("month 12", False), ("month 12 weekday 7", False), ("month 12 day 31 year 10", False),
        ("month 12 day 31 weekday 5", False), ("", False),
    ],
)  # fmt: skip
def test_is_calendar_depends_on_the_groups_and_their_sizes(groups: str, is_calendar: bool) -> None:
    words = groups.split()
    sizes = zip(words[::2], map(int, words[1::2]), strict=True)
    model = puzzle(*((name, [f"{name}{k}" for k in range(size)]) for name, size in sizes))
    assert model.is_calendar is is_calendar


# --- which words of a command are the puzzle and the date


def test_is_day_and_may_be_date_recognize_words_of_dates() -> None:
    assert all(map(is_day, ["today", "Tomorrow", "2026-01-01", "20.11.2026"]))
    assert not any(map(is_day, ["Jan", "2026", "1", "any", "next"]))
    assert all(map(may_be_date, ["today", "any", "Jan", "sunday", "20th", "2026", "2026-11-20"]))
    assert not any(map(may_be_date, ["dray", "soma", "-", "./Jan", "jan.toml", "nis", "Ma"]))


def test_a_command_loads_only_the_puzzle_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def noted(name: str, *rest: Any, **how: Any) -> Any:
        loaded.append(name)
        return load(name, *rest, **how)

    monkeypatch.setattr(subject, "load", noted)
    monkeypatch.setattr(subject, "default_puzzle", lambda: "dray")
    for words in ("today", "month-day-7x7 Nov 20", "soma"):
        args = argparse.Namespace(words=words.split(), form=None, problem=None)
        subject.subject_of(args)
    assert loaded == ["dray", "month-day-7x7", "soma"]
