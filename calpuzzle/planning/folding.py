"""The solutions that a symmetry leaves as they are: those of smaller problems, of orbits.

Their options are the orbits of the options of a Cover. Items that are in the same options are one,
so that half a board is left of a board that is turned by half a circle. Where an orbit takes
several copies of a piece, as often as its images lie apart, the orbits that take as many are pieces
of their own, and there is a problem for each way to share the copies out among these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod
from typing import NamedTuple

from calpuzzle.puzzle.cover import Bounds, Cover, Options

MOST_WAYS = 100  # of sharing out copies; of more, listing the solutions may be the quicker way

Share = tuple[int, int]
"""The item of a piece, and how many copies of it an orbit takes."""


class Folded(NamedTuple):
    """A Cover of options that are several of another's, and those of them that are laid."""

    cover: Cover
    laid: Options


class _Orbit(NamedTuple):
    """Options that a symmetry takes to one another and that may all lie, with what they take."""

    options: Options
    shares: tuple[Share, ...]
    cells: Options


def folded(cover: Cover, images: Options, laid: Options) -> list[Folded] | None:
    """The problems whose solutions together are those of the Cover that a symmetry leaves as they
    are, of which `images` says what becomes of each option; no cell may be covered more than once.
    None where the copies can be shared out in too many ways."""
    orbits = list(_orbits(cover, images))
    ways = _ways(cover, {share for orbit in orbits for share in orbit.shares})
    if ways is None:
        return None
    number = {k: at for at, orbit in enumerate(orbits) for k in orbit.options}
    if not ways or any(k not in number for k in laid):
        return []
    kept = _different(cover, orbits)
    item_of: dict[object, int] = {item: at for at, item in enumerate([*ways[0], *kept])}
    options = [
        tuple(sorted([item_of[item] for item in (*shares, *cells) if item in item_of]))
        for _, shares, cells in orbits
    ]
    primary = [cell for cell in kept if cell < len(cover.primary)]
    names = [*ways[0], *(cover.items[cell] for cell in primary)]
    secondary = [cover.items[cell] for cell in kept[len(primary) :]]
    bounds = [cover.bounds[cell] for cell in primary]
    lying = tuple(sorted({number[k] for k in laid}))
    # The pieces of a Cover exclude one another within an option. If an orbit places several, the
    # folded Cover must not declare its pieces.
    pieces = len(ways[0]) if all(len(orbit.shares) == 1 for orbit in orbits) else 0
    return [
        Folded(
            Cover.numbered(names, options, secondary, [*way.values(), *bounds], pieces=pieces),
            lying,
        )
        for way in ways
    ]


def _orbits(cover: Cover, images: Options) -> Iterator[_Orbit]:
    """The orbits that may lie."""
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


def _ways(cover: Cover, shares: set[Share]) -> list[dict[Share, Bounds]] | None:
    """Return how often each share may be taken, in every way that there is; None of too many. Where
    one share is all that a piece has its bounds say so, and where the area does nothing need."""
    spared = _said_by_area(cover)
    found: list[list[dict[Share, Bounds]]] = []
    for piece in range(cover.pieces):
        least, most = cover.bounds[piece]
        own = sorted(share for share in shares if share[0] == piece)
        if piece == spared:
            found.append([{share: (0, len(cover.bounds)) for share in own}])
        else:
            found.append(list(islice(_shared_out(own, least, most), MOST_WAYS + 1)))
        if prod(map(len, found)) > MOST_WAYS:
            return None
    return [
        {share: bounds for part in parts for share, bounds in part.items()}
        for parts in product(*found)
    ]


def _shared_out(shares: list[Share], least: int, most: int) -> Iterator[dict[Share, Bounds]]:
    """The ways to take from `least` to `most` copies; of the first share a range each."""
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
        left = most - times * size
        for way in _shared_out(others, max(least - times * size, 0), left):
            yield way | {last: (times, times)}


def _said_by_area(cover: Cover) -> int | None:
    """The piece of most copies, where their number follows from the area: all pieces are to be laid
    and each has one size, and together they cover every cell."""
    if any(bounds != (1, 1) for bounds in cover.bounds[cover.pieces :]):
        return None
    bounds = cover.bounds[: cover.pieces]
    if any(len(own) != 1 for own in cover.sizes) or any(least < most for least, most in bounds):
        return None
    area = sum(most * size for (_, most), (size,) in zip(bounds, cover.sizes, strict=True))
    if area != len(cover.bounds) - cover.pieces:
        return None
    return max(range(cover.pieces), key=lambda piece: bounds[piece][1], default=None)


def _different(cover: Cover, orbits: Sequence[_Orbit]) -> list[int]:
    """The cells, one of those that are in the same orbits and have the same bounds: first those
    that are to be covered, and of a flat board in the order in which it is scanned."""
    cells = list(range(cover.pieces, len(cover.bounds)))
    if cover.plane:
        places = cover.plane.places
        cells.sort(key=lambda cell: places[cell - cover.pieces])
    cells.sort(key=lambda cell: cell >= len(cover.primary))
    own: dict[int, list[int]] = {cell: [] for cell in cells}
    for at, orbit in enumerate(orbits):
        for cell in orbit.cells:
            own[cell].append(at)
    first: dict[tuple[object, ...], int] = {}
    for cell, inside in own.items():
        first.setdefault((cover.bounds[cell], cell < len(cover.primary), *inside), cell)
    return list(first.values())
