"""Statistics of a whole puzzle, as pure functions over the array of counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from calpuzzle.base.wording import plural
from calpuzzle.engines import Counts
from calpuzzle.puzzle.dates.instances import exists, labels_at
from calpuzzle.puzzle.model import Model

MAX_LISTED = 6  # the most dates that are listed before `and N more`


class Stats(NamedTuple):
    """Statistics over all instances of a puzzle; dates are flat indices into the counts.

    `fewest_positive` is the smallest positive count, or 0 if all counts are 0.
    `unsolvable_existing` is the number of unsolvable dates that exist in some year, or None if
    the puzzle is not a calendar.
    """

    instances: int
    total: int
    mean: float
    median: float
    quartiles: tuple[float, float]
    fewest: int
    fewest_at: tuple[int, ...]
    fewest_positive: int
    most: int
    most_at: tuple[int, ...]
    unsolvable: tuple[int, ...]
    unique: tuple[int, ...]
    unsolvable_existing: int | None


def stats(model: Model, counts: Counts) -> Stats:
    """Return the statistics of the counts of `model`, an array with one axis for each group."""
    flat = counts.ravel()
    low, median, high = (float(q) for q in np.percentile(flat, (25, 50, 75)))
    fewest, most = int(flat.min()), int(flat.max())
    at = {n: tuple(map(int, np.flatnonzero(flat == n))) for n in (0, 1, fewest, most)}
    unsolvable_existing = None
    if model.is_calendar:
        unsolvable_existing = sum(exists(model, labels_at(model, instance)) for instance in at[0])
    # Python integers, because a sum of 64-bit counts may exceed 64 bits.
    total = sum(map(int, flat))
    return Stats(
        instances=flat.size,
        total=total,
        mean=total / flat.size,
        median=median,
        quartiles=(low, high),
        fewest=fewest,
        fewest_at=at[fewest],
        fewest_positive=int(flat[flat > 0].min()) if most else 0,
        most=most,
        most_at=at[most],
        unsolvable=at[0],
        unique=at[1],
        unsolvable_existing=unsolvable_existing,
    )


def stats_record(model: Model, found: Stats) -> dict[str, Any]:
    """Return the statistics as one row of data, without the lists of dates."""
    return {
        "puzzle": model.name,
        "dates": found.instances,
        "solutions": found.total,
        "mean": found.mean,
        "median": found.median,
        "lower_quartile": found.quartiles[0],
        "upper_quartile": found.quartiles[1],
        "most": found.most,
        "fewest": found.fewest,
        "unsolvable": len(found.unsolvable),
        "unsolvable_existing": found.unsolvable_existing,
        "unique": len(found.unique),
    }


def stats_text(model: Model, found: Stats) -> str:
    """Return the statistics as text, one figure per line."""
    if not model.groups:
        return f"{model.heading}\nsolutions   {found.total:,}\n"
    fewest = f"{found.fewest:,}{listed_dates(model, found.fewest_at)}"
    number = f"{len(found.unsolvable):,}"
    if found.unsolvable_existing is not None and found.unsolvable:
        number += f", of which {plural(found.unsolvable_existing, 'exists', 'exist')}"
    lines = [
        ("dates" if model.is_calendar else "instances", f"{found.instances:,}"),
        ("solutions", f"{found.total:,}"),
        ("mean", f"{found.mean:,.2f}"),
        ("median", _short(found.median)),
        ("quartiles", f"{_short(found.quartiles[0])} and {_short(found.quartiles[1])}"),
        ("most", f"{found.most:,}{listed_dates(model, found.most_at if found.most else ())}"),
        ("fewest", fewest if found.fewest else "0 (the unsolvable ones)"),
        ("unsolvable", number + listed_dates(model, found.unsolvable)),
        ("unique", f"{len(found.unique):,}{listed_dates(model, found.unique)}"),
    ]
    return "".join(f"{line}\n" for line in [model.heading, *(f"{a:<12}{b}" for a, b in lines)])


def _short(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def listed_dates(model: Model, instances: tuple[int, ...]) -> str:
    """Return text such as `: Jan 1, Jan 2`, or an empty string for no instances. Only the first
    MAX_LISTED instances are named; the others are counted at the end, such as ` and 3 more`."""
    if not instances:
        return ""
    named = [" ".join(labels_at(model, instance)) for instance in instances[:MAX_LISTED]]
    more = len(instances) - MAX_LISTED
    return f": {', '.join(named)}{f' and {more:,} more' if more > 0 else ''}"
