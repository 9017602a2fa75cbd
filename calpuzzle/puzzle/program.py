"""An exact cover problem as a 0-1 program, and as clauses: for solvers of other makers, and for the
writers of models for them.

The variables are the options of `cover.choosable`: those that a Cover never chooses are left out. A
row says how many of its variables are 1. One without variables that wants some is kept: it makes
the model infeasible, as it must be. An item that options give colours has a row for each two
options that give it different ones.

Of an item covered once, a clause wants one of its options, and a clause for each two forbids both.
Of other bounds a counter is built, whose extra variables follow from the options, so that the
number of models is the number of solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.cover import Cover

MAX_CLAUSES = 20_000_000
MAX_PAIRS = 5_000_000  # rows of two options that differ in colour
Clause = tuple[int, ...]


class Row(NamedTuple):
    """`least` to `most` of the options are chosen; `name` is the item."""

    name: str
    options: tuple[int, ...]
    least: int
    most: int


def program(cover: Cover) -> list[Row]:
    """The rows, in the order of the items. Raises CannotDoError past `MAX_PAIRS`."""
    covering: list[list[int]] = [[] for _ in cover.items]
    shades: list[dict[int, list[int]]] = [{} for _ in cover.items]
    for k in cover.choosable:
        for number, colour in cover.coloured(k):
            covering[number].append(k)
            shades[number].setdefault(colour, []).append(k)
    if sum(map(_pairs, shades)) > MAX_PAIRS:
        raise CannotDoError(f"more than {MAX_PAIRS:,} pairs of options differ in a colour")
    rows = []
    for number, (least, most) in enumerate(cover.bounds):
        name = str(cover.items[number])
        if any(shades[number]):
            rows += list(_different(name, shades[number]))
        elif covering[number] or least:
            rows.append(Row(name, tuple(covering[number]), least, most))
    return rows


def _pairs(shades: dict[int, list[int]]) -> int:
    """Return how many pairs differ in colour."""
    sizes = [len(own) for own in shades.values()]
    return (sum(sizes) ** 2 - sum(size**2 for size in sizes)) // 2


def _different(name: str, shades: dict[int, list[int]]) -> Iterator[Row]:
    """The rows of an item that has colours, of which 0 is none: of those without one option at
    most, and none beside one with a colour."""
    if 0 in shades:
        yield Row(name, tuple(shades[0]), 0, 1)
    for one, other in combinations(shades.values(), 2):
        for pair in product(one, other):
            yield Row(name, tuple(sorted(pair)), 0, 1)


def clauses(cover: Cover) -> tuple[int, list[Clause]]:
    """Return how many variables there are, and the clauses. Option k is variable `1 + its place in
    cover.choosable`. Raises CannotDoError for more than 20 million clauses."""
    rows = program(cover)
    number = {k: v for v, k in enumerate(cover.choosable, 1)}
    found: list[Clause] = []
    top = len(number)
    pairs = sum(len(row.options) ** 2 // 2 for row in rows if row.most == 1)
    if pairs > MAX_CLAUSES:
        raise CannotDoError(f"the CNF would have some {pairs:,} clauses; OPB or LP are smaller")
    for row in rows:
        literals = [number[k] for k in row.options]
        if row.most == 1:
            if row.least:
                found.append(tuple(literals))
            found += [(-a, -b) for i, a in enumerate(literals) for b in literals[i + 1 :]]
        else:
            top = _counter(row, literals, top, found)
    return top, found


def _counter(row: Row, literals: list[int], top: int, found: list[Clause]) -> int:
    """Clauses for `least` to `most` of the literals: s[j] <-> at least j + 1 so far are true."""
    if row.least > len(literals):
        found.append(())
        return top
    width = min(row.most, len(literals) - 1) + 1 if literals else 0
    before: list[int] = []
    for literal in literals:
        now = []
        for j in range(min(width, len(before) + 1)):
            top += 1
            now.append(top)
            kept = before[j] if j < len(before) else None
            under = before[j - 1] if j else None
            # top <-> kept or (literal and under)
            found.append((-top, literal) if kept is None else (-top, kept, literal))
            if under is not None:
                found.append((-top, under) if kept is None else (-top, kept, under))
            if kept is not None:
                found.append((-kept, top))
            found.append((-literal, top) if under is None else (-literal, -under, top))
        before = now
    if row.least:
        found.append((before[row.least - 1],))
    if row.most < len(before):
        found.append((-before[row.most],))
    return top
