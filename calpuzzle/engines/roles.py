"""The roles of the items of a Cover that is not a flat board: which are pieces, and an order of the
others.

A problem that is stated item by item, as a text of options or in Python, may still describe a board
with pieces. Its pieces are a set of items such that every option has exactly one of them, and one
of them shares options with at least half of the items. The other items, the cells, are ordered so
that items that share options are near each other. Three orders are compared: that of the Cover,
breadth first from one end (Cuthill and McKee, 1969), and by the second eigenvector of the
normalised Laplacian of the graph of items (Barnard, Pothen and Simon, 1995). The one that leaves
the fewest items open at a time is used. The frontier method, which proceeds in this order, then has
few states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, once_per_cover

MAX_ITEMS = 2_000  # larger Covers are not examined
MAX_SPECTRAL = 600  # with more items, no order by eigenvectors is computed
MAX_PAIRS = 1_000_000  # pairs of items that share an option; so many take half a second
MAX_PIECES = 24
NARROW = 32


class Roles(NamedTuple):
    """A Cover with its pieces first and its options in the original order.

    `places` lists, for each item that is not a piece, its position in the order found for the
    frontier method. `width` is the greatest number of items that are open at a time in this order.
    """

    cover: Cover
    places: tuple[int, ...]
    width: int

    @property
    def narrow(self) -> bool:
        """Return whether so few items are open at a time that a count in this order may be fast.

        They must also be at most half of the items that are not pieces, which excludes only boards
        that are nearly cubes.
        """
        return self.width <= NARROW and 2 * self.width <= len(self.places)


@once_per_cover
def roles(cover: Cover) -> Roles | None:
    """Return the roles of the items of a Cover.

    The result is None if the Cover is a flat board, has colours or is too large.
    """
    return next(iter(_found(cover)), None)


SharedOptions = dict[int, Counter[int]]
"""For each item, the number of options that it shares with each other item."""


def _found(cover: Cover) -> Iterable[Roles]:
    """Yield the roles, unless the Cover is a flat board, has colours or is too large."""
    pairs = sum(len(option) ** 2 for option in cover.options)
    if cover.plane or cover.colours or len(cover.bounds) > MAX_ITEMS or pairs > MAX_PAIRS:
        return
    shared: SharedOptions = {item: Counter() for item in range(len(cover.bounds))}
    for option in cover.options:
        for a, b in combinations(option, 2):
            shared[a][b] += 1
            shared[b][a] += 1
    whole = cover if cover.pieces else _with_pieces(cover, shared)
    number = {item: at for at, item in enumerate(whole.items)}
    if whole is not cover:
        place = [number[item] for item in cover.items]
        shared = {
            place[a]: Counter({place[b]: times for b, times in others.items()})
            for a, others in shared.items()
        }
    cells = range(whole.pieces, len(whole.bounds))
    near = {a: {b: t for b, t in shared[a].items() if b >= whole.pieces} for a in cells}
    lines = [list(cells), _breadth_first(near)]
    if len(cells) <= MAX_SPECTRAL:
        lines.append(_spectral(near))
    width, best = min(((_width(near, line), line) for line in lines), key=lambda pair: pair[0])
    place_of = {item: at for at, item in enumerate(best)}
    yield Roles(whole, tuple([place_of[item] for item in cells]), width)


def _with_pieces(cover: Cover, shared: SharedOptions) -> Cover:
    """Return the Cover with its pieces as the first items, or unchanged if no pieces are found."""
    primary = range(len(cover.primary))
    for start in sorted(primary, key=lambda item: -len(shared[item]))[:3]:
        pieces = _pieces_from(cover, shared, start)
        if pieces:
            break
    else:
        return cover
    order = [*pieces, *(item for item in range(len(cover.bounds)) if item not in pieces)]
    place = {item: at for at, item in enumerate(order)}
    items = cover.items
    return Cover.numbered(
        [items[item] for item in order if item in primary],
        [tuple(sorted([place[item] for item in option])) for option in cover.options],
        cover.secondary,
        [cover.bounds[item] for item in order if item in primary],
        pieces=len(pieces),
    )


def _pieces_from(cover: Cover, shared: SharedOptions, start: int) -> list[int]:
    """Return primary items, including `start`, such that each option has exactly one of them.

    The result is empty if they are not determined uniquely, if there are too many, or if `start`
    shares options with fewer than half of the items.
    """
    if 2 * len(shared[start]) < len(cover.bounds):
        return []
    found = {start}
    for option in cover.options:
        if found.isdisjoint(option):
            # The piece of this option must not share an option with the pieces found so far.
            able = [k for k in option if k < len(cover.primary) and found.isdisjoint(shared[k])]
            if len(able) != 1:
                return []
            found.add(able[0])
    once = all(len(found.intersection(option)) == 1 < len(option) for option in cover.options)
    return sorted(found) if once and len(found) <= MAX_PIECES else []


def _breadth_first(near: dict[int, dict[int, int]]) -> list[int]:
    """Return the items in breadth-first order from a peripheral item, one component at a time."""
    line: list[int] = []
    unseen = set(near)
    while unseen:
        part = [min(unseen)]
        for _ in range(4):  # each pass starts from an item that is further out
            part = _reached(near, part[-1])
        line += part
        unseen.difference_update(part)
    return line


def _reached(near: dict[int, dict[int, int]], start: int) -> list[int]:
    """Return the items reachable from `start`, breadth first, those with few neighbours first."""
    line, met = [start], {start}
    for item in line:
        for other in sorted(near[item].keys() - met, key=lambda k: (len(near[k]), k)):
            met.add(other)
            line.append(other)
    return line


def _spectral(near: dict[int, dict[int, int]]) -> list[int]:
    """Return the items in the order of the second eigenvector of the normalised Laplacian.

    A small part of the third eigenvector orders items with nearly equal values.
    """
    import numpy as np

    items = list(near)
    at = {item: k for k, item in enumerate(items)}
    weights = np.zeros((len(items), len(items)))
    for item, others in near.items():
        for other, times in others.items():
            weights[at[item], at[other]] = times
    degree = np.maximum(weights.sum(axis=1), 1e-9)
    scale = 1 / np.sqrt(degree)
    values = np.linalg.eigh(np.eye(len(items)) - scale[:, None] * weights * scale)[1]
    if len(items) < 3:
        return items
    key = (values[:, 1] + 0.1 * values[:, 2]) * scale
    return [items[k] for k in np.argsort(key, kind="stable")]


def _width(near: dict[int, dict[int, int]], line: Sequence[int]) -> int:
    """Return the greatest number of items that are open at a time in the order `line`.

    An item is open if it follows the current one but shares an option with it or an earlier one.
    """
    opened: set[int] = set()
    done: set[int] = set()
    most = 0
    for item in line:
        opened |= near[item].keys() - done
        opened.discard(item)
        done.add(item)
        most = max(most, len(opened))
    return most
