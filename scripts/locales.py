#!/usr/bin/env python3
"""Tries the weeks and months of all locales of Babel: no date may be taken for another in silence.

Of each locale the names are taken in a process of its own, for Babel keeps what it resolves for one
in data that others share. Their order is Babel's, and nothing of calpuzzle decides what is right.
Printed on boards, they are tried in order from any day on, with two swapped, shifted, and half of
them replaced by signs; said as dates to a board in English, in Python and on the command line.
Exits with 1 where a wrong day was answered without a word, a board in order was refused, or a date
was not read though nothing else can be meant.

examples:
  scripts/locales.py
  scripts/locales.py de sr_Latn az
"""

from __future__ import annotations

import argparse
import datetime
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from calpuzzle.base.errors import InputError
from calpuzzle.cli.subject import subject_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.dates import labels_of
from calpuzzle.puzzle.labels import WEEKDAYS
from calpuzzle.puzzle.languages import babels
from calpuzzle.puzzle.model import Group, Model, Piece, board
from calpuzzle.puzzle.validate import faults

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONDAY = datetime.date(2026, 1, 5)
DAY = datetime.timedelta(1)
DRAY = shipped.model("dray")
SIGNS = "☉☽♂☿♃♀♄⚀⚁⚂⚃⚄"
FORMS = ("wide", "abbreviated", "short", "narrow")

OF_BOARD = {label.casefold() for label in DRAY.board.labels}

Names = tuple[str, ...]
"""The twelve months, or the seven weekdays from Monday on."""

Found = Counter[tuple[str, str]]
"""By what was tried and what came of it, how often."""


class Own(NamedTuple):
    """The names of a locale: months and weeks that may stand on a board, and pairs of both that may
    be said."""

    months: list[Names]
    weeks: list[Names]
    pairs: list[tuple[Names, Names]]


def names_of(locale: str) -> Own:
    """The names of a locale, in the order that Babel has."""
    from babel import Locale, localedata

    localedata._cache.clear()
    parsed = Locale.parse(locale)
    found = Own([], [], [])
    for form in FORMS:
        for use in ("format", "stand-alone"):
            months, days = parsed.months[use].get(form), parsed.days[use].get(form)
            year = tuple(str(months[number]) for number in range(1, 13)) if months else ()
            week = tuple(str(days[number]) for number in range(7)) if days else ()
            found.months.append(year)
            found.weeks.append(week)
            if form != "narrow" and (year or found.pairs):
                found.pairs.append((year or found.pairs[-1][0], week))
    return Own(
        [each for each in dict.fromkeys(found.months) if each],
        [each for each in dict.fromkeys(found.weeks) if each],
        list(dict.fromkeys(found.pairs)),
    )


def apart(locale: str) -> Own:
    """The same, from a process of its own."""
    with get_context("fork").Pool(1) as pool:
        return pool.apply(names_of, (locale,))


def calendar(kind: str, labels: Sequence[str], week_starts: str = "") -> Model:
    """A calendar of one row, with these months or weekdays."""
    groups = [("month", [f"m{k}" for k in range(1, 13)]), ("day", [f"d{k}" for k in range(1, 32)])]
    groups = [each for each in groups if each[0] != kind] + [(kind, [*labels])]
    words = [label for _, own in groups for label in own]
    bar = tuple((0, k) for k in range(len(words) - len(groups)))
    made = tuple(Group(name, tuple(own)) for name, own in groups)
    return Model("own", board([words]), (Piece("I", (bar,)),), made, week_starts=week_starts)


def answer(model: Model, date: datetime.date | str, command: bool = False) -> tuple[str, set[str]]:
    """Return what is said of a date, and its labels; none where it is refused."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            if command:
                words = str(date).split()
                date = subject_of(
                    argparse.Namespace(puzzle=None, words=words, form=None, problem=None)
                ).date
            labels = set(labels_of(model, date))
        except InputError as error:
            return str(error), set()
    return "; ".join(str(each.message) for each in told), labels


def judged(kind: str, labels: Sequence[str], right: dict[str, int], week_starts: str = "") -> str:
    """Return what came of a board with these labels, whose numbers `right` knows."""
    model = calendar(kind, labels, week_starts)
    if faults(model):
        return "file refused"
    result = "answered"
    for number in range(len(labels)):
        date = MONDAY.replace(month=number + 1) if kind == "month" else MONDAY + DAY * number
        told, found = answer(model, date)
        if not found:
            return "dates refused"
        (label,) = found.intersection(labels)
        if right.get(label, number) != number:
            return "wrong, told" if told else "WRONG"
        if told:
            result = "answered, told"
    return result


def boards(kind: str, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The labels to try, each with how they are mixed."""
    size = len(names)
    for first in range(size):
        shifted = kind == "month" and first
        yield "shifted" if shifted else "in order", [*names[first:], *names[:first]]
    for rest in (0, 1):
        half = [name if k % 2 == rest else SIGNS[k] for k, name in enumerate(names)]
        yield "half unreadable", half
        for one, other in combinations(range(size), 2):
            mixed = [*half]
            mixed[one], mixed[other] = mixed[other], mixed[one]
            yield "half unreadable, two swapped", mixed
    for one, other in combinations(range(size), 2):
        mixed = [*names]
        mixed[one], mixed[other] = mixed[other], mixed[one]
        yield "two swapped", mixed


def printed(names: Names) -> Found:
    """Return what came of all boards with these names."""
    kind = "month" if len(names) == 12 else "weekday"
    labels = ["-".join(name.split()) for name in names]
    right = {label: number for number, label in enumerate(labels)}
    found: Found = Counter()
    if len(right) < len(labels):
        return found
    for how, mixed in boards(kind, labels):
        found[f"{kind}s, {how}", judged(kind, mixed, right)] += 1
        if how == "in order" and kind == "weekday":
            first = WEEKDAYS[right[mixed[0]]]
            found["weekdays, in order, week_starts said", judged(kind, mixed, right, first)] += 1
    return found


def said(pair: tuple[Names, Names]) -> Found:
    """Return what came of dates in these words on a board in English."""
    months, weekdays = pair
    found: Found = Counter()
    if not weekdays or months[0] == "M01":  # what Babel says where it knows no name
        return found
    for k, month in enumerate(months):
        words = [weekdays[k % 7], str(k + 5), month]
        if any(len(word.split()) > 1 for word in words):
            continue
        right = {MONTHS[k], str(k + 5), WEEKDAYS[k % 7]}
        for order in (words, words[::-1]):
            told, labels = answer(DRAY, " ".join(order))
            result = "answered" if labels == right else "wrong, told" if told else "WRONG"
            if not labels:
                result = "ambiguous" if " can mean " in told else "NOT READ"
            elif labels == right and told:
                result = "answered, told"
            if labels != right and {words[0].casefold(), month.casefold()} & OF_BOARD:
                result = "one is a label of the board"
            if answer(DRAY, " ".join(order), command=True) != (told, labels):
                result = "DOORS DIFFER"
            found["dates in words", result] += 1
    return found


BAD = ("WRONG", "NOT READ", "DOORS DIFFER")


def main() -> int:
    """Try the locales that are named, else all; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("locale", nargs="*", help="a locale of Babel, as sr_Latn (default all)")
    parser.add_argument("--show", metavar="RESULT", help="print the names that came to it")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    args = parser.parse_args()
    from babel.localedata import locale_identifiers

    owns = list(map(apart, args.locale or sorted(locale_identifiers())))
    weeks, years, pairs = (
        list(dict.fromkeys(names for own in owns for names in own[place])) for place in (1, 0, 2)
    )
    print(
        f"{len(owns)} locales: {len(weeks)} weeks, {len(years)} years, {len(pairs)} pairs of them"
    )
    babels()
    total: Found = Counter()
    with ProcessPoolExecutor(args.jobs, get_context("fork")) as pool:
        for try_, given in ((printed, [*weeks, *years]), (said, pairs)):
            for names, found in zip(given, pool.map(try_, given, chunksize=8), strict=True):
                total += found
                if args.show and any(result == args.show for _, result in found):
                    print(names)
    for (what, result), number in sorted(total.items()):
        print(f"{number:>9,}  {what}: {result}")
    return int(any(result in BAD for _, result in total))


if __name__ == "__main__":
    sys.exit(main())
