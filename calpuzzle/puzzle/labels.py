"""The meaning of the labels of a calendar: months, days and weekdays, as numbers or in a language.

Labels that can be read decide which weekday comes first, and they must stand in their order; where
they do not, `order_faults` says so. Those that cannot be read go by their places, as `by_place`
tells; a week does so only where the file says `week_starts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from calpuzzle.base.errors import DateError
from calpuzzle.puzzle.languages import Table, babels, english, own
from calpuzzle.puzzle.model import Group, Model

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = tuple(map(str, range(1, 32)))
_NUMBER = r"([0-9]{1,2})(?:[^\W\d_]{1,2}|\.)?"

Meaning = tuple[int | None, ...]
"""Of each label its number, counted from 0 (a weekday from Monday), or None."""


def order_faults(model: Model) -> list[str]:
    """Return what is wrong with the order of a calendar's labels, as far as they can be read."""
    if not model.is_calendar:
        return []
    found = []
    for group in model.groups:
        meaning = read(group)
        start = _start(group, meaning)
        right = [(place + start) % len(meaning) for place in range(len(meaning))]
        wrong = [k for k, number in enumerate(meaning) if number not in (None, right[k])]
        said = group.name == "weekday" and any(number is not None for number in meaning)
        if wrong:
            found.append(
                f"group {group.name} has {group.labels[wrong[0]]} in place {wrong[0] + 1}; list "
                f"the {group.name}s in their order, whatever their places on the board"
            )
        elif said and model.week_starts not in ("", WEEKDAYS[start]):
            found.append(
                f"week_starts is {model.week_starts}, but the first weekday is {group.labels[0]}; "
                f"leave week_starts out, or write {WEEKDAYS[start]}"
            )
    return found


def week_is_known(model: Model) -> bool:
    """Return whether all weekdays can be read, or the file says which one is first."""
    return bool(model.week_starts) or all(
        None not in read(group) for group in model.groups if group.name == "weekday"
    )


def week_start(model: Model) -> int:
    """The number, counted from Monday, of the weekday that the first label stands for, 0 without
    weekdays. Raises DateError where it is not known."""
    if not week_is_known(model):
        raise DateError(by_place(model)["weekday"])
    if model.week_starts:
        return WEEKDAYS.index(model.week_starts)
    weekdays = [group for group in model.groups if group.name == "weekday"]
    return _start(weekdays[0], read(weekdays[0])) if weekdays else 0


def by_place(model: Model) -> dict[str, str]:
    """Return, by group, a sentence on what its labels that cannot be read are taken for."""
    found = {}
    for group in model.groups if model.is_calendar else ():
        unread = [place for place, number in enumerate(read(group)) if number is None]
        labels = [group.labels[place] for place in unread]
        if unread and group.name == "weekday" and not week_is_known(model):
            found[group.name] = (
                f"it is not known which weekdays {' '.join(labels)} are, so {model.name} takes no "
                f"date but by its labels; say with week_starts which one {group.labels[0]} is, "
                f'such as week_starts = "Mon"'
            )
        elif unread:
            start = week_start(model) if group.name == "weekday" else 0
            names = {"month": MONTHS, "weekday": WEEKDAYS}.get(group.name, DAYS)
            taken = [f"{group.labels[k]} is {names[(start + k) % len(names)]}" for k in unread]
            found[group.name] = f"{group.name}s go by their place: {', '.join(taken)}"
    return found


def _start(group: Group, meaning: Meaning) -> int:
    """The number of the first label, as the first one that can be read says."""
    if group.name != "weekday":
        return 0
    return next(((n - place) % 7 for place, n in enumerate(meaning) if n is not None), 0)


@lru_cache
def read(group: Group) -> Meaning:
    """Return what the labels of a group named month, day or weekday mean: as numbers, or in the
    language in which most of them can be read. None of them means anything where too few can be
    read, or where they are a week in two languages, from another day on in each."""
    nothing: Meaning = (None,) * len(group.labels)
    best = nothing if group.name == "weekday" else _numbers(group.labels)
    if group.name == "day" or None not in best:
        return best if _convincing(group, best) else nothing
    for table in (english, own, babels):
        found = readings(group, table()).values()
        whole = {each for each in found if None not in each and _in_order(group, each)}
        if whole and (table is not english or min(map(len, group.labels)) > 2):
            return whole.pop() if len(whole) == 1 else nothing
        best = max([best, *found], key=_number_read)
        if table is own and all(re.search("[0-9]", label) for label in group.labels):
            break
    return best if _convincing(group, best) else nothing


def readings(group: Group, table: Table) -> dict[str, Meaning]:
    """Return, by language, what the labels mean."""
    shortest = 3 if group.name == "month" else 1
    each = [table.numbers(group.name, label, shortest) for label in group.labels]
    languages = dict.fromkeys(language for numbers in each for language in numbers)
    return {
        language: _told_apart([set(numbers.get(language, ())) for numbers in each])
        for language in languages
    }


def _told_apart(each: list[set[int]]) -> Meaning:
    """The number of each label, of those that it can have: what one label alone can mean no other
    one does, so that of T and Th the first is Tuesday."""
    sure: set[int] = set()
    while alone := set().union(*(numbers for numbers in each if len(numbers) == 1)) - sure:
        sure |= alone
        each = [numbers if len(numbers) == 1 else numbers - sure for numbers in each]
    times = [number for numbers in each if len(numbers) == 1 for number in numbers]
    return tuple(
        min(numbers) if len(numbers) == 1 and times.count(*numbers) == 1 else None
        for numbers in each
    )


def _in_order(group: Group, meaning: Meaning) -> bool:
    """Return whether what can be read stands where it belongs, a week beginning anywhere."""
    start = _start(group, meaning)
    return all(n in (None, (start + place) % len(meaning)) for place, n in enumerate(meaning))


def _number_read(meaning: Meaning) -> int:
    return len(meaning) - meaning.count(None)


def _convincing(group: Group, meaning: Meaning) -> bool:
    """Return whether so many labels can be read that they mean it: of a week all, or five that are
    more than a letter, or four that stand in their order; of others half, or any in their order."""
    in_order = _in_order(group, meaning)
    if group.name != "weekday":
        return in_order or 2 * _number_read(meaning) >= len(meaning)
    found = [label for label, n in zip(group.labels, meaning, strict=True) if n is not None]
    return None not in meaning or sum(len(label) > 1 for label in found) >= 5 - in_order


def _numbers(labels: Sequence[str]) -> Meaning:
    """The numbers in labels such as `7`, `07`, `7th`, `7.`, `7日` or, if all begin so, `d7`."""
    alike = next((k for k, marks in enumerate(zip(*labels, strict=False)) if len({*marks}) > 1), 0)
    prefix = len(labels[0][:alike].rstrip("0123456789"))
    found = [re.fullmatch(_NUMBER, label[prefix:]) for label in labels]
    numbers = [int(match[1]) if match else 0 for match in found]
    return tuple(number - 1 if 1 <= number <= len(labels) else None for number in numbers)
