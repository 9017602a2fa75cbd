"""Dates of a calendar as people say them, where they do not say them by the labels of the board.

Months and weekdays have names in several languages, days have endings (`1st`, `1.`); a weekday may
be left out, or stand alone for the day of this week. What is taken so that could be taken otherwise
is told by a DateWarning.
"""

from __future__ import annotations

import re
import warnings

from calpuzzle.base.errors import DateError
from calpuzzle.base.typed import TYPE_CHECKING
from calpuzzle.puzzle.labels import WEEKDAYS, meant, week_start
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import datetime

_DAY = r"0?([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th|er|[.ºª])?"


class DateWarning(UserWarning):
    """A part of a date was not said, and was taken from today."""


def spoken(model: Model, word: str) -> tuple[str, str] | None:
    """The group of a calendar that a word speaks of, which is no label, and its label; None where
    it says nothing of the kind. Raises DateError where it can mean several."""
    if not model.is_calendar:
        return None
    groups = {group.name: group.labels for group in model.groups}
    day = re.fullmatch(_DAY, word.casefold())
    if day:
        return "day", groups["day"][int(day[1]) - 1]
    found = []
    for kind in ("month", "weekday"):
        for number in sorted(meant(kind, word)) if kind in groups else ():
            place = number if kind == "month" else (number - week_start(model)) % 7
            found.append((kind, groups[kind][place]))
    if len(found) > 1:
        several = " or ".join(label for _, label in found)
        raise DateError(f"{word} can mean {several}; write it in full, or as on the board")
    return found[0] if found else None


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
    label = groups["weekday"][(date.weekday() - week_start(model)) % 7]
    warnings.warn(f"{said} is taken as {label}, as in {year}", DateWarning, stacklevel=2)
    return chosen | {"weekday": label}


def of_this_week(model: Model, word: str) -> datetime.date | None:
    """The day of this week, as the week of the board goes, where the word is a weekday alone; None
    where it is none."""
    if not model.is_calendar:
        return None
    import datetime

    labels = {group.name: group.labels for group in model.groups}.get("weekday", ())
    folded = [label.casefold() for label in labels]
    start = week_start(model) if labels else 0
    if word.casefold() in folded:
        numbers = {(folded.index(word.casefold()) + start) % 7}
    else:
        numbers = meant("weekday", word) if not meant("month", word) else set()
    if len(numbers) != 1:
        return None
    today = datetime.date.today()
    begins = today - datetime.timedelta((today.weekday() - start) % 7)
    (number,) = numbers
    date = begins + datetime.timedelta((number - start) % 7)
    warnings.warn(
        f"{word} is taken as {WEEKDAYS[number]} of this week, {date.isoformat()}",
        DateWarning,
        stacklevel=2,
    )
    return date
