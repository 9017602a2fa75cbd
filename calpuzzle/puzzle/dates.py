"""Dates as people write them, and the labels of a puzzle that they mean.

A date is a calendar date (`2026-11-20`, `20.11.2026`, `20.11.`, `today`, `tomorrow`, `yesterday`,
`in 3 days`, `next friday`, a date of datetime, numpy or pandas), with or without labels that it
has, or one label of each group: in any order (`Sat Jan 1`, `("Jan", 1, "Sat")`) or by group
(`{"month": "Jan", ...}`). Of a calendar the names of months and weekdays do as well as labels
(calpuzzle/puzzle/spoken.py). Labels allow dates that do not exist, such as 30 February: they are
instances of the puzzle like any other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from calpuzzle.base.errors import DateError
from calpuzzle.base.text import nearest, shown
from calpuzzle.base.warned import warn
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.puzzle.spoken import (
    AHEAD,
    DateWarning,
    day_and_month,
    day_of,
    days_ahead,
    digits_of,
    is_spoken,
    label_at,
    near_today,
    of_this_week,
    spoken,
    with_weekday,
)

if TYPE_CHECKING:
    import datetime

    import numpy as np

DateLike: TypeAlias = (
    "str | datetime.date | np.datetime64 | Sequence[str | int]"
    " | Mapping[str, str | int | Sequence[str | int]] | None"
)
"""The dates that `labels_of` takes."""

Labels = tuple[str, ...]
"""One label of each group, in the order of the groups."""

DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
NEAR = {"yesterday": -1, "today": 0, "tomorrow": 1}
"""The words for days, and how many days from today they are."""

ANY = "any"
_FORMS = (
    "(?P<year>Y)-(?P<month>N)-(?P<day>N)(?:T[0-9]{2}[0-9:.,]*(?:Z|[+-][0-9:]+)?)?",
    "(?P<year>Y)/(?P<month>N)/(?P<day>N)",
    "(?P<year>Y)(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
    "(?P<year>Y)年(?P<month>N)月(?P<day>N)日",
    r"(?P<day>N)\.(?P<month>N)\.(?P<year>Y|[0-9]{2})",  # of two digits, in this century
    "(?P<first>N)/(?P<second>N)/(?P<year>Y)",  # day or month first
    "(?P<first>N)-(?P<second>N)-(?P<year>Y)",
)
_WRITTEN, _YEARLESS = (
    [form.replace("Y", "[0-9]{4}").replace("N", "[0-9]{1,2}") for form in forms]
    for forms in (_FORMS, ("(?P<month>N)月(?P<day>N)日", r"(?P<day>N)\.(?P<month>N)\."))
)
CENTURY = 2000


def labels_of(model: Model, date: DateLike) -> Labels:
    """The labels that `date` leaves uncovered. Raises DateError where it names none."""
    if isinstance(date, Mapping):
        if date:
            return _by_groups(model, date)
        date = None
    if isinstance(date, Sequence) and not isinstance(date, str | bytes):
        date = " ".join(map(str, date))
    if date is not None and not isinstance(date, str):
        return _calendar_labels(model, _as_date(date))
    text = (date or "").strip()
    if not model.groups:
        if text:
            raise DateError(f"{model.name} has no groups, so it takes no date; leave {text!r} out")
        return ()
    if not text:
        raise DateError(f"{model.name} needs a date, {example(model)}")
    if is_any(model, text):
        raise DateError(
            f"{text} stands for all dates together, and here one is wanted, {example(model)}"
        )
    owner, _ = _names(model)
    words = []
    for word in text.split():
        # A comma may be part of a label.
        for each in [word] if word in owner else re.sub("[,()]", " ", digits_of(word)).split():
            words += _month_and_day(model, each) or [each]
    if ahead := days_ahead(model, words):
        return _calendar_labels(model, ahead)
    days = [word for word in words if is_day(model, word)]
    years = [word for word in words if _is_year(model, word)]
    if not days and not years:
        alone = of_this_week(model, words[0]) if len(words) == 1 else None
        return _calendar_labels(model, alone) if alone else _chosen(model, words)
    if len(days) + len(years) > 1:
        both = [*days, *years]
        raise DateError(f"{' and '.join(both)} are {len(both)} dates; name one")
    named = _named_labels(model, [word for word in words if word not in (*days, *years)])
    day = days[0] if days else _in_year(model, years[0], named)
    labels = _calendar_labels(model, _day(day))
    for group, label in named.items():
        right = by_group(model, labels)[group]
        if label != right:
            raise DateError(f"{day} is {right}, not {label}")
    return labels


def _month_and_day(model: Model, word: str) -> list[str]:
    """The labels of a month and a day in digits (`20.11.`, `11月20日`); none for other words."""
    found = _written(word, _YEARLESS) if model.is_calendar and not _is_own(model, word) else None
    if not found or not (1 <= found["month"] <= 12 and 1 <= found["day"] <= 31):
        return []
    return [label_at(model, (name, number - 1)) for name, number in found.items()]


def _is_year(model: Model, word: str) -> bool:
    """Return whether the word is a year beside labels (`Sat Jan 2 2026`), and no label itself."""
    year = len(word) == 4 and word.isascii() and word.isdecimal()
    return year and model.is_calendar and not _is_own(model, word)


def _in_year(model: Model, year: str, named: Mapping[str, str]) -> str:
    """The day of a year that the labels name, as `2026-01-02`."""
    if not {"month", "day"} <= set(named):
        raise DateError(f"{year} is a year without a month and a day; a date is {example(model)}")
    at = {group.name: group.labels for group in model.groups}
    month, day = (at[name].index(named[name]) + 1 for name in ("month", "day"))
    return f"{year}-{month:02}-{day:02}"


def days_of(year: int) -> list[datetime.date]:
    """All days of a year. Raises DateError for one that is none."""
    import datetime

    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        raise DateError(f"{year} is no year; years go from 1 to {datetime.MAXYEAR}")
    first = datetime.date(year, 1, 1).toordinal()
    last = datetime.date(year, 12, 31).toordinal()
    return [datetime.date.fromordinal(day) for day in range(first, last + 1)]


def _as_date(date: Any) -> datetime.date:
    """The day of a date of datetime, of a pandas.Timestamp, which is one, or of a
    numpy.datetime64."""
    import datetime

    found = date
    if type(date).__name__ == "datetime64":
        found = date.astype("datetime64[D]").item()
    # pandas.NaT is a date that is none.
    if not isinstance(found, datetime.date) or found != found:
        raise DateError(f"a date is a text, a date, labels or a mapping of them, not {shown(date)}")
    return found


def _by_groups(model: Model, date: Mapping[str, Any]) -> Labels:
    groups = {group.name: {*group.labels, *group.printed} for group in model.groups}
    words: list[str] = []
    for name, label in date.items():
        if name not in groups:
            raise DateError(f"{model.name} has no group {name}{nearest(str(name), groups)}")
        several = isinstance(label, list | tuple)
        own = [str(each) for each in (label if several else (label,))]
        for each in own:
            if each not in groups[name]:
                raise DateError(
                    f"{each} is no label of the group {name}{nearest(each, groups[name])}"
                )
        words += own
    return _chosen(model, words)


def is_any(model: Model, date: DateLike) -> bool:
    """Return whether `date` is the word that stands for all dates, and no label of the puzzle."""
    return isinstance(date, str) and date.strip().casefold() == ANY and not _is_own(model, ANY)


def instance_of(model: Model, labels: Labels) -> int:
    """The flat index of the labels in the array of counts."""
    number = 0
    for group, label in zip(model.groups, labels, strict=True):
        number = number * len(group.labels) + group.labels.index(label)
    return number


def labels_at(model: Model, instance: int) -> Labels:
    """The labels of the instance with that flat index."""
    found = []
    for group in reversed(model.groups):
        instance, index = divmod(instance, len(group.labels))
        found.append(group.labels[index])
    return tuple(reversed(found))


def by_group(model: Model, labels: Labels) -> dict[str, str]:
    """The label of each group, by the group's name."""
    return {group.name: label for group, label in zip(model.groups, labels, strict=True)}


def date_record(
    labels: Mapping[str, str], day: datetime.date | None = None
) -> dict[str, str | int]:
    """A date as JSON knows it: the label of each group, those that are numbers as numbers, after
    the day itself (`iso`), where the year is known."""
    found: dict[str, str | int] = {"iso": day.isoformat()} if day else {}
    for group, label in labels.items():
        plain = label.isascii() and label.isdecimal() and len(label) < 16
        found[group] = int(label) if plain and str(int(label)) == label else label
    return found


def exists(model: Model, labels: Labels) -> bool:
    """Return whether a calendar puzzle's labels are a date of some year (each day of each month
    that has it falls on each weekday at some time, 29 February too)."""
    own = by_group(model, labels)
    at = {group.name: group.labels.index(own[group.name]) for group in model.groups}
    return at["day"] < DAYS[at["month"]]


def example(model: Model) -> str:
    """Words that show how a date of the puzzle is written."""
    firsts = ((own, own.labels[0]) for own in model.groups)
    labels = " ".join(" ".join(own.opened[first]) or first for own, first in firsts)
    if model.is_calendar:
        return f"such as 2026-11-20, today or {labels!r}"
    several = model.opens_several
    return f"{'the open labels' if several else 'one label a group,'} such as {labels!r}"


def _is_own(model: Model, word: str) -> bool:
    """Return whether the word is a label; what a puzzle calls its labels goes before our words."""
    owner, folded = _names(model)
    return word in owner or word.casefold() in folded


def is_date_word(model: Model, word: str) -> bool:
    """Return whether the word may stand in a date of the puzzle: `labels_of` knows what it is."""
    own = _is_own(model, word) or is_any(model, word)
    own = own or (model.is_calendar and word.casefold() in AHEAD)
    own = own or bool(_month_and_day(model, word)) or is_day(model, word)
    return own or _is_year(model, word) or is_spoken(model, word)


def is_day(model: Model, word: str) -> bool:
    """Return whether the word names a day by itself, and is no label of the puzzle."""
    if _is_own(model, word):
        return False
    return word.casefold() in NEAR or _written(word) is not None or near_today(word) is not None


def _written(word: str, forms: Sequence[str] = _WRITTEN) -> dict[str, int] | None:
    """Return the numbers of a date that is written in digits, by what they are; or None."""
    word = digits_of(word)
    for form in forms:
        if found := re.fullmatch(form, word):
            numbers = {name: int(number) for name, number in found.groupdict().items()}
            short = len(found.groupdict().get("year", "")) == 2
            return numbers | ({"year": CENTURY + numbers["year"]} if short else {})
    return None


def _day(word: str) -> datetime.date:
    import datetime

    found = _written(word)
    if found is None:
        away = NEAR.get(word.casefold(), near_today(word)) or 0
        date = datetime.date.today() + datetime.timedelta(days=away)
        if word.casefold() not in NEAR:
            warn(f"{word} is taken as {date.isoformat()}", DateWarning)
        return date
    if "first" in found:
        day, month = day_and_month(word, found["first"], found["second"], found["year"])
    else:
        day, month = found["day"], found["month"]
    year = found["year"]
    if str(year) not in digits_of(word):
        warn(f"{word} is taken as {year}-{month:02}-{day:02}", DateWarning)
    try:
        return datetime.date(year, month, day)
    except ValueError:
        import calendar

        if year < 1:
            why = "years count from 1"
        elif not 1 <= month <= 12:
            why = "a year has 12 months"
        else:
            last = calendar.monthrange(year, month)[1]
            why = f"{calendar.month_name[month]} {year} has {last} days"
        written = f"{year:04}-{month:02}-{day:02}"
        raise DateError(f"the date {written} does not exist: {why}") from None


def _calendar_labels(model: Model, date: datetime.date) -> Labels:
    if not model.is_calendar:
        raise DateError(f"{model.name} is no calendar; name {example(model)}")
    index = {"month": date.month - 1, "day": date.day - 1, "weekday": date.weekday()}
    return tuple(label_at(model, (group.name, index[group.name])) for group in model.groups)


def _names(model: Model) -> tuple[dict[str, str], dict[str, str]]:
    """The group of each label, and the label of each spelling without regard to case; of a group
    of which several stay uncovered, the labels of the board are some."""
    owner = {
        label: group.name for group in model.groups for label in (*group.labels, *group.printed)
    }
    folded: dict[str, str] = {}
    for label in owner:
        # A label that differs from another in case only can be named exactly alone.
        folded[label.casefold()] = "" if label.casefold() in folded else label
    return owner, folded


def _named_labels(model: Model, words: list[str]) -> dict[str, str]:
    """The label of each group that the words name."""
    owner, folded = _names(model)
    found = [word if word in owner else folded.get(word.casefold(), "") for word in words]
    found = [label or day_of(model, word) for word, label in zip(words, found, strict=True)]
    others = [word for word, label in zip(words, found, strict=True) if not label]
    meant = iter(spoken(model, others, {owner[label] for label in found if label}))
    chosen: dict[str, str] = {}
    several = {group.name: group for group in model.groups if group.parts}
    for word, label in zip(words, found, strict=True):
        label = label or next(meant, "")
        if not label:
            where = "in no group" if word in model.board.at else "no label"
            known = [*owner, *(NEAR if model.is_calendar else ())]
            # A word with digits among other characters is like no label.
            like = nearest(word, known) if word.isalpha() or not model.is_calendar else ""
            raise DateError(f"{word} is {where} of {model.name}{like}; a date is {example(model)}")
        group = owner[label]
        if group in several and label in several[group].printed:
            # One of those of which several stay uncovered.
            chosen[group] = f"{chosen[group]} {label}" if group in chosen else label
            continue
        if group in chosen:
            year = "; a year has four digits" if group == "day" and model.is_calendar else ""
            raise DateError(f"{chosen[group]} and {label} are both of the group {group}{year}")
        chosen[group] = label
    for name, own in several.items():
        chosen |= _together(own, chosen.get(name, ""))
    return chosen


def _together(group: Group, named: str) -> dict[str, str]:
    """The set of labels of a group that is named, or whose labels are, apart by blanks."""
    if named in group.labels:
        return {group.name: named}
    words = named.split()
    for label, own in group.opened.items():
        if sorted(own) == sorted(words):
            return {group.name: label}
    if not words:
        return {}
    numbers = sorted({len(own) for own in group.parts})
    many = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    raise DateError(f"of the group {group.name} {many} labels stay uncovered, not {named}")


def _chosen(model: Model, words: list[str]) -> Labels:
    """The labels that the words name, one of each group."""
    chosen = with_weekday(model, _named_labels(model, words))
    missing = [group.name for group in model.groups if group.name not in chosen]
    if missing:
        raise DateError(
            f"{' '.join(words)!r} names no {' and no '.join(missing)}; a date is {example(model)}"
        )
    return tuple(chosen[group.name] for group in model.groups)
