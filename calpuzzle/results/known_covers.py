"""Exact cover problems that have no board. Their numbers of solutions are known from a theorem or
from the literature. The checks of an installation (api/installed.py) count them with the default
engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, product
from math import factorial
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover

OptionItems = tuple[object, ...]


class KnownCover(NamedTuple):
    """An exact cover problem, which `make` builds, and its number of solutions."""

    make: Callable[[], Cover]
    solutions: int


def _cover_of(
    options: Iterable[OptionItems],
    secondary: Iterable[object] = (),
    times: int | tuple[int, int] = 1,
) -> Cover:
    """Return the Cover with these options. `times` is how often each primary item is covered, or
    the least and the most times."""
    rows, free = list(options), set(secondary)
    items = dict.fromkeys(item for row in rows for item in row)
    primary = [item for item in items if item not in free]
    return Cover(primary, rows, free, multiplicity=dict.fromkeys(primary, times))


def _squares(side: int) -> Iterable[tuple[int, int]]:
    return ((a, b) for a in range(side) for b in range(side))


def _rooks(side: int, times: int = 1) -> Cover:
    return _cover_of(((("row", a), ("column", b)) for a, b in _squares(side)), times=times)


def _queens(side: int) -> Cover:
    rows = [(("row", a), ("column", b), ("up", a + b), ("down", a - b)) for a, b in _squares(side)]
    return _cover_of(rows, {item for row in rows for item in row[2:]})


def _latin(order: int) -> Cover:
    cells = product(range(order), repeat=3)
    return _cover_of((("cell", a, b), ("row", a, n), ("column", b, n)) for a, b, n in cells)


def _langford(most: int) -> Cover:
    places = [(n, a) for n in range(1, most + 1) for a in range(2 * most - n - 1)]
    return _cover_of((("number", n), a, a + n + 1) for n, a in places)


def _dominoes(side: int) -> Cover:
    pairs = [((a, b), (a + c, b + 1 - c)) for a, b in _squares(side) for c in (0, 1)]
    return _cover_of(pair for pair in pairs if max(pair[1]) < side)


def _triple_systems(points: int) -> Cover:
    triples = combinations(range(points), 3)
    return _cover_of(tuple(combinations(triple, 2)) for triple in triples)


KNOWN_COVERS = {
    "8 rooks": KnownCover(lambda: _rooks(8), factorial(8)),
    "8 queens": KnownCover(lambda: _queens(8), 92),  # Nauck 1850
    "perfect matchings of 8 points": KnownCover(
        lambda: _cover_of(combinations(range(8), 2)), 7 * 5 * 3
    ),
    "matchings of 6 points": KnownCover(
        lambda: _cover_of(combinations(range(6), 2), times=(0, 1)),
        76,  # OEIS A000085
    ),
    "matchings of 4 by 4 by 4": KnownCover(
        lambda: _cover_of(product("abcd", "efgh", "ijkl")), factorial(4) ** 2
    ),
    "Latin squares of order 4": KnownCover(lambda: _latin(4), 576),  # OEIS A002860
    "Langford pairs of 7": KnownCover(lambda: _langford(7), 2 * 26),  # OEIS A014552
    "dominoes on 6 by 6": KnownCover(lambda: _dominoes(6), 6728),  # Kasteleyn 1961
    "Steiner triple systems of 7 points": KnownCover(lambda: _triple_systems(7), 30),
    "2 in each line of 5 by 5": KnownCover(lambda: _rooks(5, 2), 2040),  # OEIS A001499
}
