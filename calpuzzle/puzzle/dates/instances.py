"""Instances of a puzzle as labels, one for each group, and as days of the calendar."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING

from calpuzzle.base.errors import DateError
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Labels = tuple[str, ...]
"""One label of each group, in the order of the groups."""

DAYS_IN_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def days_of(year: int) -> list[datetime.date]:
    """Return all days of a year; raise DateError for a year that Python's dates do not support."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        raise DateError(f"{year} is not a year; years go from 1 to {datetime.MAXYEAR}")
    first = datetime.date(year, 1, 1).toordinal()
    last = datetime.date(year, 12, 31).toordinal()
    return [datetime.date.fromordinal(day) for day in range(first, last + 1)]


def instance_of(model: Model, labels: Labels) -> int:
    """Return the flat index of the labels in the array of counts."""
    number = 0
    for group, label in zip(model.groups, labels, strict=True):
        number = number * len(group.labels) + group.labels.index(label)
    return number


def labels_at(model: Model, instance: int) -> Labels:
    """Return the labels of the instance with that flat index."""
    found = []
    for group in reversed(model.groups):
        instance, index = divmod(instance, len(group.labels))
        found.append(group.labels[index])
    return tuple(reversed(found))


def by_group(model: Model, labels: Labels) -> dict[str, str]:
    """Return the label of each group, by the group's name."""
    return {group.name: label for group, label in zip(model.groups, labels, strict=True)}


def date_record(
    labels: Mapping[str, str], day: datetime.date | None = None
) -> dict[str, str | int]:
    """Return a date as a JSON object: `iso` if `day` is known, then the label of each group.

    Labels that are plain numbers become integers.
    """
    found: dict[str, str | int] = {"iso": day.isoformat()} if day else {}
    for group, label in labels.items():
        plain = label.isascii() and label.isdecimal() and len(label) < 16
        found[group] = int(label) if plain and str(int(label)) == label else label
    return found


def exists(model: Model, labels: Labels) -> bool:
    """Return whether the labels of a calendar puzzle are a date of some year.

    The weekday does not matter, because every day of the year, even 29 February, falls on each
    weekday in some year.
    """
    chosen = by_group(model, labels)
    at = {group.name: group.labels.index(chosen[group.name]) for group in model.groups}
    return at["day"] < DAYS_IN_MONTH[at["month"]]


def every_instance(model: Model, every: bool) -> str:
    """Return the phrase for all instances that exist or, with `every`, all that labels allow."""
    return f"every {model.instance_noun}{' that exists' * (model.is_calendar and not every)}"


def existing(model: Model) -> npt.NDArray[np.bool_]:
    """Return which instances exist, as an array in the shape of the counts.

    Only a calendar has instances that do not exist.
    """
    import numpy as np

    found = np.ones(model.shape, np.bool_)
    if model.is_calendar:
        for instance in range(found.size):
            found.flat[instance] = exists(model, labels_at(model, instance))
    return found
