"""The residual problem of a Cover when some options are laid: without what is covered, for the
engines that know no board, or on the same board, for those that do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, Options


class Rest(NamedTuple):
    """The Cover that is left, and the numbers in the whole one of its options, rising, and of its
    items."""

    cover: Cover
    numbers: Sequence[int]
    items: Sequence[int]


def rest(cover: Cover, laid: Options) -> Rest | None:
    """Return what is left when the options of `laid` are laid; None where they clash, or one of
    them is never chosen, for its items are secondary."""
    if not laid:
        return Rest(cover, range(len(cover.options)), range(len(cover.bounds)))
    bounds = list(cover.bounds)
    shown: dict[int, int] = {}  # the colours of the items that have one
    for number in laid:
        if not cover.can_choose(number):
            return None
        for item, colour in cover.coloured(number):
            least, most = bounds[item]
            if not most and (not colour or shown.get(item) != colour):
                return None
            bounds[item] = max(least - 1, 0), max(most - 1, 0)
            if colour:
                shown[item] = colour
    gone = set(laid)
    if len(gone) < len(laid):
        return None
    # An item that may be covered no more is closed, and all options that it is in.
    place = [-1] * len(bounds)
    kept = [item for item, (_, most) in enumerate(bounds) if most]
    for at, item in enumerate(kept):
        place[item] = at
    find = partial(_coloured, shown=shown) if cover.colours else _plain
    left = [own for own in find(cover, place) if own[0] not in gone]
    primary = len(cover.primary)
    items = cover.items
    rest_of = Cover.numbered(
        [items[item] for item in kept if item < primary],
        [option for _, option, _ in left],
        [items[item] for item in kept if item >= primary],
        [bounds[item] for item in kept if item < primary],
        colours=[own for *_, own in left] if cover.colours else (),
        palette=cover.palette,
    )
    return Rest(rest_of, [number for number, *_ in left], kept)


Left = tuple[int, Options, Options]
"""The number of an option in the whole, its items in what is left, and their colours."""


def _plain(cover: Cover, place: list[int]) -> Iterator[Left]:
    """The options that hold no closed item, of which the place is -1."""
    closed = {item for item, at in enumerate(place) if at < 0}
    free = map(closed.isdisjoint, cover.options)
    for number, option in compress(enumerate(cover.options), free):
        yield number, tuple([place[item] for item in option]), ()


def _coloured(cover: Cover, place: list[int], shown: dict[int, int]) -> Iterator[Left]:
    """The same where items have colours; one that has its colour, closed as it is, is nothing to an
    option that gives it the same one."""
    for number in range(len(cover.options)):
        left = [
            (place[item], colour)
            for item, colour in cover.coloured(number)
            if place[item] >= 0 or shown.get(item, -1) != colour
        ]
        items = tuple([at for at, _ in left])
        if items and -1 not in items:
            yield number, items, tuple([colour for _, colour in left])


def narrowed(cover: Cover, laid: Options) -> Rest:
    """Return what is left when the options of `laid` are laid, with all items of the Cover: its
    options are those and what agrees with them, in the same order. Where they clash, or an item is
    secondary, or has colours, it may have more solutions than are left; nobody asks it of these."""
    covered = {item for number in laid for item in cover.options[number][1:]}
    full = {cover.options[number][0] for number in laid}
    full = {item for item in full if cover.bounds[item] == (1, 1)}
    kept = set(laid)
    numbers = [
        number
        for number, option in enumerate(cover.options)
        if number in kept or (option[0] not in full and covered.isdisjoint(option[1:]))
    ]
    place = {number: at for at, number in enumerate(numbers)}
    same = Cover.numbered(
        cover.primary,
        [cover.options[number] for number in numbers],
        cover.secondary,
        cover.bounds[: len(cover.primary)],
        [[place[number] for number in axis if number in place] for axis in cover.axes],
        cover.pieces,
        cover.plane,
    )
    return Rest(same, numbers, range(len(cover.bounds)))
