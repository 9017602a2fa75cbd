"""The full self-test (`calpuzzle selftest --all`), which counts the shipped puzzles and compares
the counts with the known ones.

The known counts are in puzzles/known.toml. The reference engine, which is slow, counts only single
dates with few solutions. A mismatch is broken down by the labels of each group; if two engines have
counted the puzzle, their sums for each label are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from calpuzzle import engines
from calpuzzle.base.wording import plural
from calpuzzle.engines import Counts
from calpuzzle.formats import shipped
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import instance_of
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.finding import fixed_options
from calpuzzle.results.known import KnownFigures, read

COUNTING = ("diagram", "backtrack", "dancing")  # the first two that support a puzzle count it
SLOW = "reference"  # counts only single dates
SLOW_DATES = 3
SLOW_MOST = 100  # the most solutions of a date that the slow engine counts
TWICE_MOST = 1_000_000  # the most solutions of a puzzle that a second engine counts as a whole


class Check(NamedTuple):
    """One check: what was checked, and the list of mismatches, empty if it passed. `is_checked` is
    False if nothing could be checked, such as a puzzle without known counts."""

    what: str
    wrong: tuple[str, ...] = ()
    is_checked: bool = True


def selftest(progress: Progress | None = None) -> Iterator[Check]:
    """Yield the checks of every shipped puzzle, which take a minute or two."""
    found = read()
    for name in shipped.names():
        known = found.get(name)
        if known is None:
            yield Check(f"{name}: no known counts, so nothing to check", is_checked=False)
        else:
            yield from puzzle_checks(Lowering(shipped.model(name)), known, progress)


def puzzle_checks(
    puzzle: Lowering, known: KnownFigures, progress: Progress | None = None
) -> Iterator[Check]:
    """Yield the checks of one puzzle with the first two of COUNTING that support it, and for a few
    dates with the slow engine. If the puzzle has so many solutions that the second engine would
    take minutes, that engine counts only the known dates."""
    first: tuple[str, Counts] | None = None
    model, cover = puzzle.model, puzzle.cover
    able = [name for name in COUNTING if engines.load(name).unsupported_reason(cover) is None]
    many = known.total > TWICE_MOST
    for engine in able[: 1 if many else 2]:
        counts = engines.load(engine).counts(cover, engines.Run(progress=progress))
        wrong = differences(model, known, counts)
        if wrong and first:
            wrong += breakdown(model, engine, counts, *first)
        elif wrong:
            wrong += by_label(model, engine, counts)
        first = engine, counts
        what = f"{model.name}: {engine} counts {plural(int(counts.sum()), 'solution')}"
        yield Check(f"{what} of {plural(counts.size, 'date')}", tuple(wrong))
    for engine in able[1:2] if many else ():
        yield from _single_dates(puzzle, known, engine, list(known.dates))
    few = [date for date, number in known.dates.items() if number <= SLOW_MOST]
    yield from _single_dates(puzzle, known, SLOW, few[:SLOW_DATES])


def _single_dates(
    puzzle: Lowering, known: KnownFigures, engine: str, dates: Iterable[str]
) -> Iterator[Check]:
    for date in dates:
        number = engines.load(engine).count(puzzle.cover, fixed_options(puzzle, date))
        expected = known.dates[date]
        wrong = () if number == expected else (f"{date} has {number:,}, expected {expected:,}",)
        yield Check(
            f"{puzzle.model.name}: {engine} counts {plural(number, 'solution')} of {date}", wrong
        )


def digest(counts: Counts) -> str:
    """Return the SHA-256 of the counts as little-endian int64, in the order of instances."""
    return hashlib.sha256(counts.ravel().astype("<i8").tobytes()).hexdigest()


def differences(model: Model, known: KnownFigures, counts: Counts) -> list[str]:
    """Return a sentence for each figure of the counts that differs from the known one."""
    found = {
        "solutions in all": (int(counts.sum()), known.total),
        "solutions of the date with the fewest": (int(counts.min()), known.fewest),
        "solutions of the date with the most": (int(counts.max()), known.most),
        "dates without a solution": (int((counts == 0).sum()), known.unsolvable),
    }
    for date, number in known.dates.items():
        at = instance_of(model, labels_of(model, date))
        found[f"solutions of {date}"] = (int(counts.flat[at]), number)
    wrong = [f"{a:,} {what}, expected {b:,}" for what, (a, b) in found.items() if a != b]
    if not wrong and known.counts_sha256 not in (None, digest(counts)):
        wrong.append("these figures are right, but the SHA-256 of the counts of all dates differs")
    return wrong


def by_label(model: Model, engine: str, counts: Counts) -> list[str]:
    """Return a line for each group, with the number of solutions of each label, to compare with
    another machine."""
    lines = []
    for axis, group in enumerate(model.groups):
        sums = zip(group.labels, _sums(counts, axis), strict=True)
        pairs = ", ".join(f"{label} {number:,}" for label, number in sums)
        lines.append(f"{engine} by {group.name}: {pairs}")
    return lines


def breakdown(model: Model, engine: str, counts: Counts, other: str, others: Counts) -> list[str]:
    """Return sentences that compare the counts of two engines: the number of dates that differ,
    then each label whose sums differ."""
    if np.array_equal(counts, others):
        return [f"{other} gives the same counts"]
    wrong = [f"{engine} and {other} differ in {plural(int((counts != others).sum()), 'date')}"]
    for axis, group in enumerate(model.groups):
        sums = zip(group.labels, _sums(counts, axis), _sums(others, axis), strict=True)
        wrong += [
            f"{group.name} {label}: {engine} {a:,}, {other} {b:,}" for label, a, b in sums if a != b
        ]
    return wrong


def _sums(counts: Counts, axis: int) -> list[int]:
    """Return the sum of the counts for each label of the group with this axis."""
    other_axes = tuple(k for k in range(counts.ndim) if k != axis)
    sums: list[int] = counts.sum(axis=other_axes).tolist()
    return sums
