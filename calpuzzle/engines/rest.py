"""What is left of a Cover when some options are laid, for the engines that know no board."""

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
    """What is left when the options of `laid` are laid; None where they clash, or one of them is
    never chosen, for its items are secondary."""
    if not laid:
        return Rest(cover, range(len(cover.options)), range(len(cover.bounds)))
    bounds = list(cover.bounds)
    for number in laid:
        if cover.options[number][0] >= len(cover.primary):
            return None
        for item in cover.options[number]:
            least, most = bounds[item]
            if not most:
                return None
            bounds[item] = max(least - 1, 0), most - 1
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
    for number, option in enumerate(cover.options):
        there = tuple([place[item] for item in option])
        if -1 not in there and number not in gone:
            numbers.append(number)
            options.append(there)
    primary = len(cover.primary)
    items = cover.items
    left = Cover.numbered(
        [items[item] for item in kept if item < primary],
        options,
        [items[item] for item in kept if item >= primary],
        [bounds[item] for item in kept if item < primary],
    )
    return Rest(left, numbers, kept)
