"""The roles of the items of a bare Cover: which are pieces, and in which order the others lie.

A problem that is stated item by item, as a text of options or in Python, may be a board with pieces
all the same. Its pieces are items of which every option has just one, and which meet nearly all
others. The cells are put in a line in which items that share options are near each other: as they
are stated, breadth first from one end (Cuthill and McKee, 1969), or by the second eigenvector of
the normalised Laplacian of the graph of items (Barnard, Pothen and Simon, 1995); whichever leaves
the fewest items open at a time. Then the frontier method, which goes along that line, has few
states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, once_per_cover

MOST_ITEMS = 2_000  # that are put in a line; and of these so many by eigenvectors
MOST_SPECTRAL = 600
MOST_PAIRS = 1_000_000  # of items that share an option: half a second
MOST_PIECES = 24
NARROW = 32


class Roles(NamedTuple):
    """The same Cover with its pieces first, and its options in the same order; of each item that is
    no piece its place in the line; and how many are open at a time, at most."""

    cover: Cover
    places: tuple[int, ...]
    width: int

    @property
    def narrow(self) -> bool:
        """Return whether so few items are open at a time that a count along the line may soon be
        done: far from all, too, as they are on a board that is no cube."""
        return self.width <= NARROW and 2 * self.width <= len(self.places)


@once_per_cover
def roles(cover: Cover) -> Roles | None:
    """The roles of the items of a Cover that says nothing of a board, or of one in space; None
    where it is too large to be looked at."""
    return next(iter(_found(cover)), None)


Meeting = dict[int, Counter[int]]
"""Of each item how often each other one is in an option with it."""


def _found(cover: Cover) -> Iterable[Roles]:
    pairs = sum(len(option) ** 2 for option in cover.options)
    if cover.plane or cover.colours or len(cover.bounds) > MOST_ITEMS or pairs > MOST_PAIRS:
        return
    meeting: Meeting = {item: Counter() for item in range(len(cover.bounds))}
    for option in cover.options:
        for a, b in combinations(option, 2):
            meeting[a][b] += 1
            meeting[b][a] += 1
    whole = cover if cover.pieces else _with_pieces(cover, meeting)
    number = {item: at for at, item in enumerate(whole.items)}
    if whole is not cover:
        place = [number[item] for item in cover.items]
        meeting = {
            place[a]: Counter({place[b]: times for b, times in own.items()})
            for a, own in meeting.items()
        }
    cells = range(whole.pieces, len(whole.bounds))
    near = {a: {b: t for b, t in meeting[a].items() if b >= whole.pieces} for a in cells}
    lines = [list(cells), _breadth_first(near)]
    if len(cells) <= MOST_SPECTRAL:
        lines.append(_spectral(near))
    width, best = min(((_width(near, line), line) for line in lines), key=lambda own: own[0])
    place_of = {item: at for at, item in enumerate(best)}
    yield Roles(whole, tuple([place_of[item] for item in cells]), width)


def _with_pieces(cover: Cover, meeting: Meeting) -> Cover:
    """The Cover with the items first that are its pieces; itself, where none are."""
    primary = range(len(cover.primary))
    for start in sorted(primary, key=lambda item: -len(meeting[item]))[:3]:
        pieces = _pieces_from(cover, meeting, start)
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


def _pieces_from(cover: Cover, meeting: Meeting, start: int) -> list[int]:
    """The primary items, one of which each option has, that no option has with `start`; none where
    that is no choice, or they are too many, or do not meet most of the others."""
    if 2 * len(meeting[start]) < len(cover.bounds):
        return []
    found = {start}
    for option in cover.options:
        if found.isdisjoint(option):
            apart = [k for k in option if k < len(cover.primary) and found.isdisjoint(meeting[k])]
            if len(apart) != 1:
                return []
            found.add(apart[0])
    once = all(len(found.intersection(option)) == 1 < len(option) for option in cover.options)
    return sorted(found) if once and len(found) <= MOST_PIECES else []


def _breadth_first(near: dict[int, dict[int, int]]) -> list[int]:
    """The items breadth first from one that is far from others, those with few neighbours first;
    one connected part after another."""
    line: list[int] = []
    left = set(near)
    while left:
        part = [min(left)]
        for _ in range(4):  # the last one reached is further out each time
            part = _reached(near, part[-1])
        line += part
        left.difference_update(part)
    return line


def _reached(near: dict[int, dict[int, int]], start: int) -> list[int]:
    """All that can be reached, breadth first."""
    line, met = [start], {start}
    for item in line:
        for other in sorted(near[item].keys() - met, key=lambda k: (len(near[k]), k)):
            met.add(other)
            line.append(other)
    return line


def _spectral(near: dict[int, dict[int, int]]) -> list[int]:
    """The items by the second eigenvector of the normalised Laplacian; where that is nearly the
    same, by the third."""
    import numpy as np

    items = list(near)
    at = {item: k for k, item in enumerate(items)}
    weights = np.zeros((len(items), len(items)))
    for item, own in near.items():
        for other, times in own.items():
            weights[at[item], at[other]] = times
    degree = np.maximum(weights.sum(axis=1), 1e-9)
    scale = 1 / np.sqrt(degree)
    values = np.linalg.eigh(np.eye(len(items)) - scale[:, None] * weights * scale)[1]
    if len(items) < 3:
        return items
    key = (values[:, 1] + 0.1 * values[:, 2]) * scale
    return [items[k] for k in np.argsort(key, kind="stable")]


def _width(near: dict[int, dict[int, int]], line: Sequence[int]) -> int:
    """Return how many items are open at a time, at most: behind those done, but in an option with
    one of them."""
    opened: set[int] = set()
    done: set[int] = set()
    most = 0
    for item in line:
        opened |= near[item].keys() - done
        opened.discard(item)
        done.add(item)
        most = max(most, len(opened))
    return most
