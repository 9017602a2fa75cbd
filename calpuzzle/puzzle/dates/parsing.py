"""Dates as users write them, and the labels of a puzzle that they mean.

A date is one of these; everything else is rejected:

- an ISO 8601 date, with or without a time, or `today`, `tomorrow` or `yesterday`;
- one label of each group, in any order; months and weekdays of a calendar also by their names in
  English or in the board's language, in full or abbreviated, and the day by its number;
- the same with a year of four digits, `20 November 2026`, which makes a weekday unnecessary;
- day, month and year in digits, in the order of the board's language: `20.11.2026`;
- a date of datetime, numpy or pandas, or a mapping of groups to labels.

Each word has a set of senses. A choice of one sense for each word is a reading if the senses
together name one label of each group without contradiction. A date is rejected if it has no
reading, or if two readings differ. If all words are labels exactly as printed, they have no other
senses. Labels can name dates that do not exist, such as 30 February, which are instances of the
puzzle like any other.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from calpuzzle.base.errors import DateError
from calpuzzle.base.warned import warn
from calpuzzle.base.wording import nearest, range_text, shown
from calpuzzle.puzzle.dates.instances import Labels, by_group
from calpuzzle.puzzle.dates.labels import languages_of, unreadable_labels, week_is_known, week_start
from calpuzzle.puzzle.dates.names import ENGLISH, SHORTEST, languages, numbers
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import numpy as np

    _Day: TypeAlias = datetime.date | np.datetime64
else:
    _Day = datetime.date  # numpy is not imported only to name a type

_LabelsByGroup: TypeAlias = Mapping[str, str | int | Sequence[str | int]]
DateLike: TypeAlias = str | _Day | Sequence[str | int] | _LabelsByGroup | None
"""The dates that `labels_of` takes."""


Sense = tuple[str, Any]
"""A meaning of a word: a group and its label, A_YEAR and the year, or A_DAY and a day, either in
days from today or as (year, month, day)."""

Word = tuple[str, list[Sense]]
A_YEAR, A_DAY = "\tyear", "\tdate"  # no group has such a name

RELATIVE_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
"""The words for days near today, with their distances from today in days."""

RELATIVE = ("next", "last", "this", "coming", "in", "on")
"""Words of phrases such as `next Monday`, which are not dates."""

PARTICLES = ("the", "of", "de")
"""Words without a meaning in dates such as `the 20th of November` and `20 de noviembre`."""

ANY = "any"
LONG_UNITS = {"Y": "year", "M": "month", "W": "week"}
"""Units of numpy.datetime64 that are longer than a day."""
MAX_READINGS = 1000
_TIME = r"T([01][0-9]|2[0-3])(:?[0-5][0-9]){0,2}([.,][0-9]+)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?"
_ISO = re.compile(rf"([0-9]{{4}})(-?)([0-9]{{2}})\2([0-9]{{2}})(?:{_TIME})?")
_DIGITS = re.compile(r"([0-9]+)([./-])([0-9]+)\2([0-9]+)")
_DAY = re.compile("(0?[1-9]|[12][0-9]|3[01])(st|nd|rd|th|er|[.日일])?")
_YEAR = re.compile("[0-9]{4}[年년]?")
_TOGETHER = re.compile("([0-9]{4}年)([0-9]+月)")


def labels_of(model: Model, date: DateLike) -> Labels:
    """Return the labels that `date` leaves uncovered. Raise DateError if it is not a date."""
    try:
        if isinstance(date, Mapping | Sequence | None) and not isinstance(date, bytes):
            return _one_reading(model, _words(model, date or ""))
        return _of_day(model, _as_date(date))
    except DateError as error:
        write = f"; write {example(model)}" if model.groups else ""
        raise DateError(f"{error}{write}") from None


def _words(model: Model, date: str | Sequence[Any] | Mapping[str, Any]) -> list[Word]:
    """Return the words of a date, each with its senses. Raise DateError if one has none."""
    if isinstance(date, Mapping):
        return _of_groups(model, date)
    text = date if isinstance(date, str) else " ".join(map(_text, date))
    if not model.groups and text.strip():
        raise DateError(f"{model.name} has no groups, so it takes no date; leave {text!r} out")
    if is_any(model, text):
        raise DateError(f"{text.strip()} stands for all dates together, but one date is needed")
    owner = _owner(model)
    words: list[str] = []
    sets = [group for group in model.groups if group.unlisted_sets]
    for word in text.split():  # a comma may be part of a label
        if opened := [group.opened[word] for group in sets if word in group.labels]:
            words += opened[0] or [word]
            continue
        if model.is_calendar and word not in owner and word.casefold() in PARTICLES:
            continue
        split = _TOGETHER.sub(r"\1 \2 ", word.replace(",", " "))
        words += [word] if word in owner else split.split()
    if are_labels(model, words):
        return [(word, [(owner[word], word)]) for word in words]
    found = [(word, _senses(model, word)) for word in words]
    for word in (word for word, senses in found if not senses):
        if is_day(word) and not model.is_calendar:
            raise DateError(f"{model.name} is not a calendar")
        if word.casefold() in RELATIVE and model.is_calendar:
            relative = ", ".join(RELATIVE_DAYS)
            raise DateError(f"{text!r} is not a date: the only relative dates are {relative}")
        day, _, time = word.partition("T")
        if time and _ISO.fullmatch(day) and model.is_calendar:
            raise DateError(f"{time} in {word} is not a time of day")
        where = "in no group" if word in model.board.at else "not a label"
        known = [*owner, *(RELATIVE_DAYS if model.is_calendar else ())]
        # On a calendar, a word with digits resembles labels only by accident: suggest nothing.
        like = nearest(word, known) if word.isalpha() or not model.is_calendar else ""
        raise DateError(f"{word} is {where} of {model.name}{like}")
    return found


def _one_reading(model: Model, words: list[Word]) -> Labels:
    """Return the labels of the only reading of `words`.

    Raises DateError if there is no reading, or if two readings differ.
    """
    if not words and model.groups:
        raise DateError(f"{model.name} needs a date")
    if prod(len(senses) for _, senses in words) > MAX_READINGS:
        raise DateError(f"{len(words)} words have too many meanings together; write a shorter date")
    text = [word for word, _ in words]
    found: dict[Labels, str] = {}
    wrong = []
    for chosen in product(*(senses for _, senses in words)):
        try:
            labels, reading = _reading(model, text, chosen)
            found.setdefault(labels, reading)
        except DateError as error:
            wrong.append(error)
    if not found:
        raise wrong[0]
    if len(found) > 1:
        raise DateError(f"{' '.join(text)} can mean {' or '.join(sorted(found.values()))}")
    return next(iter(found))


def _reading(model: Model, words: list[str], chosen: Sequence[Sense]) -> tuple[Labels, str]:
    """Return the labels that the words mean in the senses `chosen`, and the reading as text.

    Raises DateError if the senses contradict each other, or name no label of some group.
    """
    named: dict[str, Any] = {}
    sets: dict[str, list[str]] = {group.name: [] for group in model.groups if group.label_sets}
    for word, (kind, value) in zip(words, chosen, strict=True):
        if kind in sets:
            sets[kind].append(value)
        elif kind in named:
            first = words[[sense[0] for sense in chosen].index(kind)]
            raise DateError(f"{first} and {word} both name the {kind.strip()}")
        else:
            named[kind] = value
    for group in model.groups:
        named |= _set_of(group, sets[group.name]) if group.label_sets else {}
    text, day, year = " ".join(words), named.get(A_DAY), named.get(A_YEAR)
    if year is not None and day is not None:
        raise DateError(f"{text!r} has a year besides a whole date; leave the year out")
    if year is not None and not {"month", "day"} <= named.keys():
        raise DateError(f"{text!r} has a year, so it must also name one month and one day")
    if year is not None:
        at = {group.name: group.labels for group in model.groups}
        month, number = (at[kind].index(named[kind]) + 1 for kind in ("month", "day"))
        day = year, month, number
    if day is not None:
        date = _day(day)
        right = by_group(model, _of_day(model, date))
        for kind, label in right.items():
            if named.get(kind, label) != label:
                raise DateError(f"{date.isoformat()} is {label}, not {named[kind]}")
        return tuple(right.values()), date.isoformat()
    if missing := [group.name for group in model.groups if group.name not in named]:
        more = (
            "; add the weekday or the year" if missing == ["weekday"] and model.is_calendar else ""
        )
        raise DateError(f"{text!r} names no {' and no '.join(missing)}{more}")
    labels = tuple(named[group.name] for group in model.groups)
    return labels, " ".join(labels)


def _senses(model: Model, word: str) -> list[Sense]:
    """Return what a word can mean in a date of the puzzle."""
    owner, small = _owner(model), word.casefold()
    found: list[Sense] = [
        (group, label) for label, group in owner.items() if label.casefold() == small
    ]
    if not model.is_calendar:
        return found
    board = languages_of(model)
    # In the board's language a label has only its own meaning; only English can add another sense.
    tried = {ENGLISH} if found else {ENGLISH, *board}
    # A single ASCII letter is too ambiguous, except as a label.
    for group in model.groups if len(word) > 1 or not word.isascii() else ():
        if group.name == "weekday" and not week_is_known(model):
            continue
        for language in sorted(tried) if group.name in SHORTEST else ():
            for number in numbers(language, group.name, word, SHORTEST[group.name]):
                found.append((group.name, label_at(model, group.name, number)))
    if (day := _DAY.fullmatch(small)) and (day[2] or ".") in _ends(int(day[1])):
        found.append(("day", label_at(model, "day", int(day[1]) - 1)))
    if _YEAR.fullmatch(word):
        found.append((A_YEAR, int(word[:4])))
    found += [(A_DAY, value) for value in _days(word, board)]
    return list(dict.fromkeys(found))


def _ends(day: int) -> set[str]:
    """Return the suffixes that the number of a day may have, as in 1st, 11th, 1er, 1. or 1日."""
    end = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return {".", "日", "일", end} | ({"er"} if day == 1 else set())


def _days(word: str, board: set[str]) -> Sequence[int | tuple[int, int, int]]:
    """Return the days that `word` can mean by itself on a board in the languages `board`.

    A day is a number of days from today, or (year, month, day).
    """
    if word.casefold() in RELATIVE_DAYS:
        return [RELATIVE_DAYS[word.casefold()]]
    if found := _ISO.fullmatch(word):
        return [(int(found[1]), int(found[3]), int(found[4]))]
    if not (found := _DIGITS.fullmatch(word)):
        return []
    orders = {order for name in board for order in languages()[name]["order"].split()}
    read = []
    for order in sorted(orders or {"dmy", "mdy"}):
        given = dict(zip(order, found.group(1, 3, 4), strict=True))
        if len(given["y"]) == 4 and max(len(given["m"]), len(given["d"])) < 3:
            read.append((int(given["y"]), int(given["m"]), int(given["d"])))
    return [day for day in read if day[1] <= 12] or read


def _day(day: int | tuple[int, int, int]) -> datetime.date:
    """Return the date of a number of days from today, or of (year, month, day).

    Raises DateError if the date does not exist.
    """
    if isinstance(day, int):
        return datetime.date.today() + datetime.timedelta(day)
    try:
        return datetime.date(*day)
    except ValueError:
        year, month, number = day
        why = "years count from 1" if year < 1 else "a year has 12 months"
        if year and 1 <= month <= 12:
            last = calendar.monthrange(year, month)[1]
            why = f"{calendar.month_name[month]} {year} has {last} days"
        written = f"{year:04}-{month:02}-{number:02}"
        raise DateError(f"the date {written} does not exist: {why}") from None


def _as_date(date: Any) -> datetime.date:
    """Return the day of a datetime.date (pandas.Timestamp is a subclass) or a numpy.datetime64.

    Raises DateError for any other value.
    """
    found = date
    if type(date).__name__ == "datetime64":
        unit = str(date.dtype).partition("[")[2].rstrip("]")
        if unit in LONG_UNITS:
            raise DateError(f"{date} is a whole {LONG_UNITS[unit]}, but a date needs a day")
        found = date.astype("datetime64[D]").item()
    # pandas.NaT is a datetime, but not equal to itself.
    if not isinstance(found, datetime.date) or found != found:
        what = "a text, a date, labels or a mapping of them"
        raise DateError(f"a date must be {what}, not {shown(date)}")
    return found


def _of_day(model: Model, date: datetime.date) -> Labels:
    """Return the labels of a day, and warn if labels get their meaning from their position.

    Raises DateError if the puzzle is not a calendar, or if its weekdays are not known.
    """
    if not model.is_calendar:
        raise DateError(f"{model.name} is not a calendar")
    index = {"month": date.month - 1, "day": date.day - 1, "weekday": date.weekday()}
    labels = tuple(label_at(model, group.name, index[group.name]) for group in model.groups)
    for sentence in unreadable_labels(model).values():
        warn(sentence)
    return labels


def label_at(model: Model, kind: str, number: int) -> str:
    """Return the label of month, day or weekday `number`, from 0 (weekdays from Monday)."""
    labels = next(group.labels for group in model.groups if group.name == kind)
    return labels[(number - week_start(model)) % 7 if kind == "weekday" else number]


def _of_groups(model: Model, date: Mapping[str, Any]) -> list[Word]:
    """Return the labels in a mapping of groups to labels, each with its only sense.

    Raises DateError for an unknown group or label.
    """
    groups = {group.name: group for group in model.groups}
    words: list[Word] = []
    for name, label in date.items():
        if name not in groups:
            raise DateError(f"{model.name} has no group {name}{nearest(str(name), groups)}")
        for word in map(_text, label if isinstance(label, list | tuple) else (label,)):
            if word not in groups[name].labels and word not in groups[name].printed:
                like = nearest(word, groups[name].words)
                raise DateError(f"{word} is not a label of the group {name}{like}")
            words.append((word, [(name, word)]))
    return words


def _text(label: Any) -> str:
    """Return a label as text; raise DateError for a number too long for Python to convert."""
    try:
        return str(label)
    except ValueError:
        raise DateError(f"{shown(label)} is not a label") from None


def _set_of(group: Group, named: list[str]) -> dict[str, str]:
    """Return {group name: label of the set} for the set of the group that the words `named` mean.

    The words are either the label of the set or the board labels in it. The result is empty if
    `named` is empty and the group has no empty set. Raises DateError for a set that the group does
    not have.
    """
    if len(named) == 1 and named[0] in group.labels:
        return {group.name: named[0]}
    if group.unlisted_sets:
        members = tuple(label for label in group.printed if label in named)
        if members in group.label_sets and len(members) == len(named):
            return {group.name: group.labels[group.label_sets.index(members)]}
    for label, members in () if group.unlisted_sets else group.opened.items():
        if sorted(members) == sorted(named):
            return {group.name: label}
    if not named:
        return {}
    many = range_text(*group.sizes)
    raise DateError(
        f"the group {group.name} leaves {many} {'label' if many == '1' else 'labels'} uncovered, "
        f"not {' '.join(named)}"
    )


def _owner(model: Model) -> dict[str, str]:
    """Return the group of each label, and of each board label in a group of sets."""
    return {label: group.name for group in model.groups for label in group.words}


def are_labels(model: Model, words: Iterable[str]) -> bool:
    """Return whether all words are labels of groups, exactly as printed."""
    return _owner(model).keys() >= {*words}


def labels_meant(model: Model, kind: str, word: str) -> set[str]:
    """Return the labels of one group that a word can mean in a date."""
    return {label for group, label in _senses(model, word) if group == kind}


def is_date_word(model: Model, word: str) -> bool:
    """Return whether a word can be part of a date of the puzzle."""
    is_particle = model.is_calendar and word.casefold() in PARTICLES
    return bool(_senses(model, word)) or is_any(model, word) or is_particle


def is_day(word: str) -> bool:
    """Return whether a word names a day by itself on a calendar."""
    return bool(_days(word, set()))


def may_be_date(word: str) -> bool:
    """Return whether a word can be part of a date of some calendar in English."""
    named = any(numbers(ENGLISH, kind, word, least) for kind, least in SHORTEST.items())
    number = _DAY.fullmatch(word.casefold()) or _YEAR.fullmatch(word)
    return bool(named or number) or word.casefold() == ANY or is_day(word)


def is_any(model: Model, date: DateLike) -> bool:
    """Return whether `date` is the word for all dates, and is not a label of the puzzle."""
    if not isinstance(date, str) or date.strip().casefold() != ANY:
        return False
    return all(label.casefold() != ANY for label in _owner(model))


def example(model: Model) -> str:
    """Return a phrase with examples of how a date of the puzzle is written."""
    firsts = ((group, group.labels[0]) for group in model.groups)
    labels = repr(" ".join(" ".join(group.opened[first]) or first for group, first in firsts))
    if model.is_calendar and week_is_known(model):
        return f"a date such as 2026-11-20, today or {labels}"
    what = "the open labels" if model.opens_several else "one label of each group"
    return f"{what}, such as {labels}"
