"""Dates of a calendar as people say them, where they do not say them by the labels of the board.

Months and weekdays have names in several languages, days have endings (`1st`, `1.`); a weekday may
be left out, or stand alone for the day of this week. The words of a date are read in the language
of the board, else all in one of the languages that are known, else each by itself; where languages
differ, they are refused. What is taken in another language than the board's, or from today, is told
by a DateWarning.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from calpuzzle.base.errors import DateError
from calpuzzle.base.warned import warn
from calpuzzle.puzzle.labels import WEEKDAYS, by_place, read, readings, week_start
from calpuzzle.puzzle.languages import CAPITALS, SHORTEST, Table, babels, own
from calpuzzle.puzzle.model import Group, Model

if TYPE_CHECKING:
    import datetime

_DAY = r"0?([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th|er|e|[.ºª日일])?"

AHEAD = ("in", "day", "days", "ago", "next")
"""The words of days from today on, beside a number or a weekday."""

_AWAY = r"in (?P<in>[^ ]+) days?|(?P<ago>[^ ]+) days? ago"

Sense = tuple[str, int]
"""A month or a weekday: the name of its group, and its number, counted from 0 or from Monday."""

Senses = tuple[Sense, ...]


class DateWarning(UserWarning):
    """A date was taken for one that it did not say in the words of the board."""


def label_at(model: Model, sense: Sense) -> str:
    """The label of a month, a day or a weekday; that labels of its kind go by their place, is told.
    Raises DateError where it is not known which label it is."""
    kind, number = sense
    labels = next(group.labels for group in model.groups if group.name == kind)
    label = labels[(number - week_start(model)) % 7 if kind == "weekday" else number]
    if sentence := by_place(model).get(kind):
        warn(sentence, DateWarning)
    return label


def _called(model: Model, sense: Sense) -> str:
    """The label of a month or a weekday, of which the board may have none."""
    known = sense[0] in [group.name for group in model.groups]
    return label_at(model, sense) if known else WEEKDAYS[sense[1]]


def spoken(model: Model, words: Sequence[str], named: Iterable[str]) -> list[str]:
    """The labels that words mean which are none themselves, beside those of the groups `named`;
    nothing where one of the words has no meaning. Raises DateError where they have several, and for
    a weekday where the board has none: it is no month of a far language."""
    senses, sure = _meant(model, words, [kind for kind in SHORTEST if kind not in named])
    if not senses:
        # What is named twice is for the caller to say.
        senses, sure = _meant(model, words, [*SHORTEST])
    for word, (kind, _) in zip(words, senses, strict=False):
        if kind not in [group.name for group in model.groups]:
            raise DateError(f"{model.name} has no weekdays; leave {word} out")
    found = [label_at(model, sense) for sense in senses]
    if found and not sure:
        pairs = zip(words, found, strict=True)
        told = ", ".join(f"{word} is taken as {label}" for word, label in pairs)
        warn(told, DateWarning)
    return found


def day_of(model: Model, word: str) -> str:
    """The label of the day that a word numbers, or nothing."""
    number = re.fullmatch(_DAY, digits_of(word).casefold()) if model.is_calendar else None
    days = {group.name: group.labels for group in model.groups}
    return days["day"][int(number[1]) - 1] if number else ""


def digits_of(word: str) -> str:
    """Return the word with digits of any script as those of ASCII."""
    if word.isascii():
        return word
    import unicodedata

    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in word)


def day_and_month(word: str, first: int, second: int, year: int) -> tuple[int, int]:
    """The day and the month of two numbers: as only one way is a date, or as the user's locale goes
    (the month first in the United States), which is told."""
    month_first = (first <= 12) if (first > 12) != (second > 12) else _month_first()
    day, month = (second, first) if month_first else (first, second)
    if first != second and max(first, second) <= 12:
        told = f"{word} is taken as {year:04}-{month:02}-{day:02}, by the locale"
        warn(told, DateWarning)
    return day, month


def _month_first() -> bool:
    said = (os.environ.get(name) for name in ("LC_ALL", "LC_TIME", "LANG"))
    # Without a locale, and in that of C, dates are American.
    return next(filter(None, said), "C").partition(".")[0] in ("en_US", "C", "POSIX")


def days_ahead(model: Model, words: Sequence[str]) -> datetime.date | None:
    """The day that `in 3 days`, `3 days ago` or `next friday` means, from today; None for other
    words. What a weekday means is told."""
    if not model.is_calendar or not words:
        return None
    import datetime

    today = datetime.date.today()
    small = [word.casefold() for word in words]
    if found := re.fullmatch(_AWAY, digits_of(" ".join(small))):
        number = found[found.lastgroup or 0]
        if not re.fullmatch("[+-]?[0-9]+", number):
            raise DateError(f"{' '.join(words)} is no day: write a whole number, as in 3 days")
        away = int(number[:12]) * (-1 if found["ago"] else 1)
        try:
            return today + datetime.timedelta(away)
        except OverflowError:
            raise DateError(f"{' '.join(words)} is in no year from 1 to 9999") from None
    if len(small) != 2 or small[0] != "next":
        return None
    senses, _ = _meant(model, [words[1]], ["weekday"])
    if not senses:
        return None
    date = today + datetime.timedelta((senses[0][1] - today.weekday() - 1) % 7 + 1)
    told = f"{' '.join(words)} is taken as {date.isoformat()}"
    warn(told, DateWarning)
    return date


def near_today(word: str) -> int | None:
    """How many days from today yesterday, today or tomorrow are, in another language; None for
    other words."""
    if not word[:1].isalpha():
        return None
    found = {n for numbers in own().numbers("near", word, len(word) + 1).values() for n in numbers}
    return found.pop() - 1 if len(found) == 1 else None


def is_spoken(model: Model, word: str) -> bool:
    """Return whether a word that is no label may stand in a date."""
    if not model.is_calendar:
        return False
    return bool(day_of(model, word) or _senses(word, [*SHORTEST]))


def _meant(model: Model, words: Sequence[str], kinds: list[str]) -> tuple[Senses, bool]:
    """Return what the words mean, each of another one of the kinds, and whether the language of the
    board says it. Raises DateError where they can mean several things."""
    # More words than kinds would be sought among all products of their meanings, in vain.
    if not model.is_calendar or not 0 < len(words) <= len(kinds):
        return (), True
    table, languages = _of_board(model.groups)
    of_board = _together(words, kinds, table, languages) if languages else set()
    found = of_board
    if len(words) > 1 and all(word == word.capitalize() for word in words):
        found = found or _together(words, kinds, own(), CAPITALS)
    found = found or _together(words, kinds, own()) or _together(words, kinds, babels())
    found = found or _apart(product(*(_senses(word, kinds) for word in words)))
    if len({frozenset(senses) for senses in found}) < 2:
        return min(found, default=()), bool(of_board)
    place = next(k for k in range(len(words)) if len({each[k] for each in found}) > 1)
    names = _senses(words[place], kinds) | _senses(words[place], kinds, table)
    can = " or ".join(
        f"{_called(model, sense)} ({', '.join(names.get(sense, ['another language'])[:3])})"
        for sense in sorted({each[place] for each in found})
    )
    raise DateError(f"{words[place]} can mean {can}; write it as on the board")


def _together(
    words: Sequence[str], kinds: list[str], table: Table, languages: Collection[str] = ()
) -> set[Senses]:
    """Return what the words can mean in one language, whichever it is of these, or of all."""
    each = [_senses(word, kinds, table) for word in words]
    found = set()
    for senses in _apart(product(*each)):
        common = set.intersection(
            *({*names[sense]} for names, sense in zip(each, senses, strict=True))
        )
        if common.intersection(languages or common):
            found.add(senses)
    return found


def _apart(found: Iterable[Senses]) -> set[Senses]:
    """Return those that name no kind twice."""
    return {senses for senses in found if len(dict(senses)) == len(senses)}


def _senses(word: str, kinds: Iterable[str], asked: Table | None = None) -> dict[Sense, list[str]]:
    """Return what a word can mean, and where; Babel is asked where no other language knows it."""
    found: dict[Sense, list[str]] = {}
    table = asked or own()
    for kind in kinds:
        # So many languages have names that begin like anything: of Babel's a word is a whole one.
        shortest = SHORTEST[kind] if table is own() else len(word) + 1
        for language, numbers in table.numbers(kind, word, shortest).items():
            for number in numbers:
                found.setdefault((kind, number), []).append(language)
    return found if found or asked else _senses(word, kinds, babels())


@lru_cache
def _of_board(groups: tuple[Group, ...]) -> tuple[Table, set[str]]:
    """The languages in which all labels are words for what they mean, and the table with them."""
    named = [
        group
        for group in groups
        if group.name in SHORTEST and not any(re.search("[0-9]", label) for label in group.labels)
    ]
    for table in (own, babels) if named and not any(None in read(group) for group in named) else ():
        found = [
            {language for language, each in readings(group, table()).items() if each == read(group)}
            for group in named
        ]
        if common := set.intersection(*found):
            return table(), common
    return own(), set()


def with_weekday(model: Model, chosen: dict[str, str]) -> dict[str, str]:
    """The labels that were chosen, by group, and where a calendar lacks the weekday alone, that of
    this year. Raises DateError where this year has no such day."""
    wanted = {group.name for group in model.groups} - set(chosen)
    if not model.is_calendar or wanted != {"weekday"}:
        return chosen
    import datetime

    groups = {group.name: group.labels for group in model.groups}
    year = datetime.date.today().year
    month, day = groups["month"].index(chosen["month"]), groups["day"].index(chosen["day"])
    said = f"{chosen['month']} {chosen['day']}"
    try:
        date = datetime.date(year, month + 1, day + 1)
    except ValueError:
        raise DateError(f"{year} has no {said}; name the weekday too") from None
    label = label_at(model, ("weekday", date.weekday()))
    warn(f"{said} is taken as {label}, as in {year}", DateWarning)
    return chosen | {"weekday": label}


def of_this_week(model: Model, word: str) -> datetime.date | None:
    """The day of this week, as the week of the board goes, where the word is a weekday alone; None
    where it is none."""
    if not model.is_calendar or day_of(model, word):
        return None
    import datetime

    labels = {group.name: group.labels for group in model.groups}
    week = [label.casefold() for label in labels.get("weekday", ())]
    others = [label.casefold() for kind in ("month", "day") for label in labels[kind]]
    if word.casefold() in week:
        number = (week.index(word.casefold()) + week_start(model)) % 7
    elif word.casefold() in others:
        return None
    else:
        senses, _ = _meant(model, [word], [*SHORTEST])
        if not senses or senses[0][0] == "month":
            return None
        number = senses[0][1]
    start = week_start(model)
    today = datetime.date.today()
    begins = today - datetime.timedelta((today.weekday() - start) % 7)
    date = begins + datetime.timedelta((number - start) % 7)
    warn(f"{word} is taken as {WEEKDAYS[number]} of this week, {date.isoformat()}", DateWarning)
    return date
