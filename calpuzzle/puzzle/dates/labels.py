"""The meaning of the labels of a calendar: months, days and weekdays.

Labels are numbers, or names in one of the languages of names.json. The labels that can be read
determine which weekday comes first, and must be listed in order; `order_faults` reports those that
are not. A label that cannot be read gets its meaning from its position, and `unreadable_labels`
reports this; for weekdays, another label must be readable or the file must set `week_starts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from calpuzzle.base.errors import DateError
from calpuzzle.puzzle.dates.names import ENGLISH, SHORTEST, languages, numbers
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = tuple(map(str, range(1, 32)))
KINDS = {12: "month", 31: "day", 7: "weekday"}
"""The names of the groups of a calendar, by their number of labels."""

ORDERS = {
    "month": "from January on",
    "day": "from the first on",
    "weekday": "in the order of the week",
}
"""The order in which the labels of each group must be listed."""

_NUMBER = r"([0-9]{1,2})(?:[^\W\d_]{1,2}|\.)?"

Meaning = tuple[int | None, ...]
"""The number of each label, from 0 (weekdays from Monday), or None if it cannot be read."""


def calendar_groups(groups: Sequence[Group], week_starts: str = "") -> tuple[Group, ...]:
    """Return the groups renamed to `month`, `day` and `weekday` if they are those of a calendar.

    Otherwise return all of them unchanged. In a calendar, at least one label of each group must be
    readable, except for weekdays if `week_starts` names the first one.
    """
    named = tuple(group._replace(name=KINDS.get(len(group.labels), group.name)) for group in groups)
    kinds = sorted(group.name for group in named)
    if kinds not in (["day", "month"], ["day", "month", "weekday"]):
        return tuple(groups)
    readable = all(
        len(group.labels) in KINDS
        and not group.label_sets
        and ((group.name == "weekday" and week_starts) or set(read(group)) != {None})
        for group in named
    )
    return named if readable else tuple(groups)


def order_faults(model: Model) -> list[str]:
    """Return a sentence for each group of a calendar whose labels are not in order or contradict
    `week_starts`. Labels that cannot be read are ignored."""
    if not model.is_calendar:
        return []
    found = []
    for group in model.groups:
        meaning = read(group)
        start = _start(group, meaning)
        right = [(place + start) % len(meaning) for place in range(len(meaning))]
        wrong = [k for k, number in enumerate(meaning) if number not in (None, right[k])]
        starts = {WEEKDAYS[each] for each in _languages_in_order(group)} or {WEEKDAYS[start]}
        known = group.name == "weekday" and (set(meaning) != {None} or _languages_in_order(group))
        if wrong:
            found.append(
                f"group {group.name} lists {group.labels[wrong[0]]} as number {wrong[0] + 1}; list "
                f"the {group.name}s {ORDERS[group.name]}, wherever they are on the board"
            )
        elif known and model.week_starts and model.week_starts not in starts:
            found.append(
                f"week_starts is {model.week_starts}, but the first weekday is {group.labels[0]}; "
                f"leave week_starts out, or write {' or '.join(sorted(starts))}"
            )
    return found


def week_is_known(model: Model) -> bool:
    """Return whether the weekday of each label is known; True for a board without weekdays."""
    return bool(model.week_starts) or all(
        set(read(group)) != {None} for group in model.groups if group.name == "weekday"
    )


def week_start(model: Model) -> int:
    """Return the weekday of the first label, from 0 for Monday; 0 for a board without weekdays.

    Raises DateError if it is not known.
    """
    if not week_is_known(model):
        raise DateError(unreadable_labels(model)["weekday"])
    if model.week_starts:
        return WEEKDAYS.index(model.week_starts)
    weekdays = [group for group in model.groups if group.name == "weekday"]
    return _start(weekdays[0], read(weekdays[0])) if weekdays else 0


def unreadable_labels(model: Model) -> dict[str, str]:
    """Return, for each group with unreadable labels, a sentence about them.

    It states their assumed meaning, or that the meaning of weekdays is not known.
    """
    found = {}
    for group in model.groups if model.is_calendar else ():
        unread = [place for place, number in enumerate(read(group)) if number is None]
        labels = [group.labels[place] for place in unread]
        if unread and group.name == "weekday" and not week_is_known(model):
            found[group.name] = (
                f"it is not known which weekdays {' '.join(labels)} are, so {model.name} takes "
                f"dates only as labels; set week_starts to the weekday of {group.labels[0]}, "
                f'such as week_starts = "Mon"'
            )
        elif unread:
            start = week_start(model) if group.name == "weekday" else 0
            names = {"month": MONTHS, "weekday": WEEKDAYS}.get(group.name, DAYS)
            taken = [f"{group.labels[k]} is {names[(start + k) % len(names)]}" for k in unread]
            these, their = ("this", "its") if len(unread) == 1 else ("these", "their")
            found[group.name] = (
                f"the meaning of {these} {group.name}{'s' * (len(unread) > 1)} is taken from "
                f"{their} position in the list: {', '.join(taken)}"
            )
    return found


def languages_of(model: Model) -> set[str]:
    """Return the languages in which the labels are names of months and weekdays in order.

    They are the languages common to both groups or, if there is none, those of either group.
    """
    found = [
        _languages_in_order(group).get(week_start(model) if group.name == "weekday" else 0, set())
        for group in model.groups
        if group.name in SHORTEST
        and _languages_in_order(group)
        and (group.name != "weekday" or week_is_known(model))
    ]
    return (set.intersection(*found) or set.union(*found)) if found else set()


def read(group: Group) -> Meaning:
    """Return the meaning of the labels of a group named month, day or weekday.

    Days are read only as numbers, weekdays only as names, and months as numbers if all of them are
    numbers. Names are read in the languages in which they are in order or, if there is none, in
    those with the fewest unreadable names. If two languages disagree, every meaning is None.

    Every meaning is also None if some labels cannot be read and too few can: fewer than 6 months,
    15 days, or 4 weekdays (5 if they are not in order). Weekdays of one letter do not count here.
    """
    nothing: Meaning = (None,) * len(group.labels)
    by_number = _numbers(group.labels) if group.name != "weekday" else nothing
    if group.name == "day" or None not in by_number:
        found = {by_number}
    elif starts := _languages_in_order(group):
        found = {tuple((k + start) % len(nothing) for k in range(len(nothing))) for start in starts}
    else:
        found = _best_readings(group)
    best = min(found) if len(found) == 1 else nothing
    start = _start(group, best)
    in_order = all(n in (None, (start + k) % len(best)) for k, n in enumerate(best))
    is_week = group.name == "weekday"
    words = sum(
        len(label) > is_week for label, n in zip(group.labels, best, strict=True) if n is not None
    )
    enough = len(best) // 2 + is_week * (2 - in_order)
    return best if None not in best or words >= enough else nothing


@lru_cache
def _languages_in_order(group: Group) -> dict[int, set[str]]:
    """Return the languages in which the labels are names in order, by the first label's number.

    For months this number is 0; for weekdays it is any weekday.
    """
    found: dict[int, set[str]] = {}
    size = len(group.labels)
    for language in languages() if group.name in SHORTEST else ():
        each = [numbers(language, group.name, label, 1) for label in group.labels]
        for start in range(7 if group.name == "weekday" else 1):
            if all((start + place) % size in senses for place, senses in enumerate(each)):
                found.setdefault(start, set()).add(language)
        if language == ENGLISH and found and min(map(len, group.labels)) > 2:
            break  # no other language has these abbreviations in this order
    return found


@lru_cache
def _best_readings(group: Group) -> set[Meaning]:
    """Return the meanings of the labels in the languages with the fewest unreadable labels."""
    meanings = set()
    for language in languages():
        shortest = 3 if group.name == "month" else 1
        each = [numbers(language, group.name, label, shortest) for label in group.labels]
        # A meaning that is certain for one label is excluded for the others: next to Th, T is
        # Tuesday. Each pass can make another label certain.
        for _ in each:
            sure = frozenset(number for senses in each if len(senses) == 1 for number in senses)
            each = [senses if len(senses) == 1 else senses - sure for senses in each]
        meanings.add(tuple(min(senses) if len(senses) == 1 else None for senses in each))
    fewest = min(meaning.count(None) for meaning in meanings)
    return {meaning for meaning in meanings if meaning.count(None) == fewest}


def _start(group: Group, meaning: Meaning) -> int:
    """Return the weekday of the first label, computed from the first label that can be read.

    The result is 0 for months and days, and if no label can be read.
    """
    if group.name != "weekday":
        return 0
    return next(((n - place) % 7 for place, n in enumerate(meaning) if n is not None), 0)


@lru_cache
def _numbers(labels: Sequence[str]) -> Meaning:
    """Return the meaning of labels such as `7`, `07`, `7th`, `7.` or `7日`: their numbers minus 1.

    A prefix that all labels share, as in `d7`, is ignored.
    """
    common = next(
        (k for k, characters in enumerate(zip(*labels, strict=False)) if len({*characters}) > 1), 0
    )
    prefix = len(labels[0][:common].rstrip("0123456789"))
    found = [re.fullmatch(_NUMBER, label[prefix:]) for label in labels]
    each = [int(match[1]) if match else 0 for match in found]
    return tuple(number - 1 if 1 <= number <= len(labels) else None for number in each)
