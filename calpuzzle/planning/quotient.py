"""The solutions that a symmetry leaves unchanged, as solutions of smaller exact cover problems.

The options of a smaller problem are orbits of options of the Cover. Cells that are in the same
orbits are merged into one, so that for a half turn only half of the board remains. An orbit of
several disjoint placements uses several copies of a piece, or several pieces. In the smaller
problem, the orbits that use the same number of copies of a piece are the placements of one piece.
There is one smaller problem for each way to distribute the copies among these pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod
from typing import NamedTuple

from calpuzzle.puzzle.cover import Bounds, Cover, Options

MAX_DISTRIBUTIONS = 100  # with more ways to distribute copies, listing the solutions may be faster

CopiesUsed = tuple[int, int]
"""A share: the item of a piece, and the number of its copies that an orbit uses."""


class QuotientCover(NamedTuple):
    """A Cover whose options are orbits of the options of another Cover. `placed` are those of its
    options that each counted solution contains."""

    cover: Cover
    placed: Options


class _Orbit(NamedTuple):
    """Options that a symmetry permutes and that may all be chosen, with the copies and cells that
    they use."""

    options: Options
    shares: tuple[CopiesUsed, ...]
    cells: tuple[int, ...]


def quotient_covers(cover: Cover, images: Options, placed: Options) -> list[QuotientCover] | None:
    """Return problems whose solutions are those of `cover` that a symmetry leaves unchanged.

    `images[k]` is the image of option k under the symmetry, and `placed` are options that each
    solution contains. No cell may be covered more than once. The result is None if there are more
    than `MAX_DISTRIBUTIONS` ways to distribute the copies.
    """
    orbits = list(_orbits(cover, images))
    distributions = _distributions(cover, {share for orbit in orbits for share in orbit.shares})
    if distributions is None:
        return None
    number = {k: at for at, orbit in enumerate(orbits) for k in orbit.options}
    if not distributions or any(k not in number for k in placed):
        return []
    cells = _representatives(cover, orbits)
    item_of: dict[object, int] = {item: at for at, item in enumerate([*distributions[0], *cells])}
    options = [
        tuple(sorted([item_of[item] for item in (*shares, *covered) if item in item_of]))
        for _, shares, covered in orbits
    ]
    primary = [cell for cell in cells if cell < len(cover.primary)]
    names = [*distributions[0], *(cover.items[cell] for cell in primary)]
    secondary = [cover.items[cell] for cell in cells[len(primary) :]]
    bounds = [cover.bounds[cell] for cell in primary]
    placed = tuple(sorted({number[k] for k in placed}))
    # Each option of a Cover with pieces has exactly one of them. If an orbit places several pieces,
    # the quotient Cover must therefore not declare any.
    pieces = len(distributions[0]) if all(len(orbit.shares) == 1 for orbit in orbits) else 0
    return [
        QuotientCover(
            Cover.numbered(
                names, options, secondary, [*distribution.values(), *bounds], pieces=pieces
            ),
            placed,
        )
        for distribution in distributions
    ]


def _orbits(cover: Cover, images: Options) -> Iterator[_Orbit]:
    """Yield the orbits whose options do not exclude one another."""
    met: set[int] = set()
    for first in range(len(cover.options)):
        if first in met:
            continue
        orbit = [first]
        while (image := images[orbit[-1]]) != first:
            orbit.append(image)
        met.update(orbit)
        times = Counter(item for k in orbit for item in cover.options[k])
        if all(number <= cover.bounds[item][1] for item, number in times.items()):
            shares = [(item, number) for item, number in times.items() if item < cover.pieces]
            cells = sorted(item for item in times.elements() if item >= cover.pieces)
            yield _Orbit(tuple(orbit), tuple(sorted(shares)), tuple(cells))


def _distributions(cover: Cover, shares: set[CopiesUsed]) -> list[dict[CopiesUsed, Bounds]] | None:
    """Return the bounds of each share, for every way to distribute the copies; None if too many.

    The number of copies of one piece need not be enumerated if the area determines it.
    """
    implied = _implied_by_area(cover)
    found: list[list[dict[CopiesUsed, Bounds]]] = []
    for piece in range(cover.pieces):
        least, most = cover.bounds[piece]
        sizes = sorted(share for share in shares if share[0] == piece)
        if piece == implied:
            found.append([{share: (0, len(cover.bounds)) for share in sizes}])
        else:
            found.append(list(islice(_distributed(sizes, least, most), MAX_DISTRIBUTIONS + 1)))
        if prod(map(len, found)) > MAX_DISTRIBUTIONS:
            return None
    return [
        {share: bounds for part in parts for share, bounds in part.items()}
        for parts in product(*found)
    ]


def _distributed(
    shares: list[CopiesUsed], least: int, most: int
) -> Iterator[dict[CopiesUsed, Bounds]]:
    """Yield the ways to use `least` to `most` copies of a piece, as bounds of its shares.

    How many orbits of a share are used is enumerated for every share but the first, which gets a
    range.
    """
    if not shares:
        if least == 0:
            yield {}
        return
    *others, last = shares
    size = last[1]
    if not others:
        low, high = -(-least // size), most // size
        if low <= high:
            yield {last: (low, high)}
        return
    for times in range(most // size + 1):
        remaining = most - times * size
        for way in _distributed(others, max(least - times * size, 0), remaining):
            yield way | {last: (times, times)}


def _implied_by_area(cover: Cover) -> int | None:
    """Return the piece with the most copies if the area alone enforces their number, else None.

    It does if every piece must be used a fixed number of times, each has placements of one size
    only, and together they cover every cell exactly.
    """
    if any(bounds != (1, 1) for bounds in cover.bounds[cover.pieces :]):
        return None
    bounds = cover.bounds[: cover.pieces]
    if any(len(sizes) != 1 for sizes in cover.sizes) or any(least < most for least, most in bounds):
        return None
    area = sum(most * size for (_, most), (size,) in zip(bounds, cover.sizes, strict=True))
    if area != len(cover.bounds) - cover.pieces:
        return None
    return max(range(cover.pieces), key=lambda piece: bounds[piece][1], default=None)


def _representatives(cover: Cover, orbits: Sequence[_Orbit]) -> list[int]:
    """Return one cell from each set of cells that are in the same orbits and have the same bounds.

    Primary cells come first. The primary and the other cells of a flat board are each in scan
    order.
    """
    cells = list(range(cover.pieces, len(cover.bounds)))
    if cover.plane:
        places = cover.plane.places
        cells.sort(key=lambda cell: places[cell - cover.pieces])
    cells.sort(key=lambda cell: cell >= len(cover.primary))
    orbits_of: dict[int, list[int]] = {cell: [] for cell in cells}
    for at, orbit in enumerate(orbits):
        for cell in orbit.cells:
            orbits_of[cell].append(at)
    first: dict[tuple[object, ...], int] = {}
    for cell, inside in orbits_of.items():
        first.setdefault((cover.bounds[cell], cell < len(cover.primary), *inside), cell)
    return list(first.values())
