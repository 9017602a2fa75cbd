"""The residual problem of a Cover when some options are laid: without what is covered, for the
engines that know no board, or on the same board, for those that do."""

from __future__ import annotations

from collections.abc import Sequence
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
        if cover.options[number][0] >= len(cover.primary):
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
    numbers = []
    options = []
    colours = []
    for number, option in enumerate(cover.options):
        there = tuple([place[item] for item in option])
        own = cover.colours[number] if cover.colours else ()
        if -1 in there and shown:
            # An item that has its colour is nothing to an option that gives it the same one.
            left = [
                (at, colour)
                for item, at, colour in zip(option, there, own, strict=True)
                if at >= 0 or shown.get(item, -1) != colour
            ]
            there = tuple([at for at, _ in left])
            own = tuple([colour for _, colour in left])
        if there and -1 not in there and number not in gone:
            numbers.append(number)
            options.append(there)
            colours.append(own)
    primary = len(cover.primary)
    items = cover.items
    rest_of = Cover.numbered(
        [items[item] for item in kept if item < primary],
        options,
        [items[item] for item in kept if item >= primary],
        [bounds[item] for item in kept if item < primary],
        colours=colours if cover.colours else (),
        palette=cover.palette,
    )
    return Rest(rest_of, numbers, kept)


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
