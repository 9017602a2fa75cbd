"""Equal items taken together: pieces that a puzzle tells apart though they fit alike.

Items that are to be covered so and so often, and whose options differ in nothing but the item, are
one item of a smaller Cover, covered as often as all of them. A solution of that stands for all ways
to hand its options out among them, a multinomial coefficient; so n equal pieces are counted once in
place of n! times. Any engine counts the smaller Cover; what is listed keeps the pieces apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import factorial
from typing import NamedTuple

from calpuzzle.base.kept import Kept
from calpuzzle.puzzle.cover import Cover, Options


class Alike(NamedTuple):
    """The smaller Cover; of each option of the `whole` one its number there; and the items that are
    one item there, where they are several."""

    cover: Cover
    numbers: Options
    together: tuple[Options, ...]
    whole: Cover

    def laid(self, laid: Options) -> Options:
        """The options of the smaller Cover that the options `laid` are."""
        return tuple([self.numbers[option] for option in laid])

    def ways(self, laid: Options = ()) -> int:
        """Return for how many solutions of the whole Cover that hold the options `laid` one of the
        smaller one stands; 0 where these clash, as only the whole one knows."""
        if len(set(self.laid(laid))) < len(laid):
            return 0
        used = Counter(item for option in laid for item in self.whole.options[option])
        ways = 1
        for items in self.together:
            left = [self.whole.bounds[item][1] - used[item] for item in items]
            if min(left) < 0:
                return 0
            ways *= factorial(sum(left))
            for number in left:
                ways //= factorial(number)
        return ways

    def images(self, images: Options) -> Options:
        """Return the images of the options of the smaller Cover, by `images` of the whole one."""
        found = dict(zip(self.numbers, images, strict=True))
        return tuple([self.numbers[found[k]] for k in range(len(self.cover.options))])


def alike(cover: Cover) -> Alike | None:
    """The Cover with equal items taken together; None where there are none."""
    found = _ALIKE.made(cover, lambda: _alike(cover))
    return found[0] if found else None


_ALIKE: Kept[tuple[Alike, ...]] = Kept()


def _alike(cover: Cover) -> tuple[Alike, ...]:
    together = [] if cover.colours else _together(cover)
    if not together:
        return ()
    first_of = {item: items[0] for items in together for item in items}
    gone = {item for items in together for item in items[1:]}
    kept = [item for item in range(len(cover.bounds)) if item not in gone]
    place = {item: at for at, item in enumerate(kept)}
    bounds = dict(enumerate(cover.bounds))
    for items in together:
        number = sum(cover.bounds[item][1] for item in items)
        bounds[items[0]] = number, number
    rows = [
        tuple(sorted([place[first_of.get(item, item)] for item in option]))
        for option in cover.options
    ]
    # An option that only other items hold is equal to one of the first item.
    own = [k for k, option in enumerate(cover.options) if gone.isdisjoint(option)]
    number_of = {rows[k]: at for at, k in enumerate(own)}
    numbers = tuple([number_of[row] for row in rows])
    primary = [item for item in kept if item < len(cover.primary)]
    named = cover.items
    smaller = Cover.numbered(
        [named[item] for item in primary],
        [rows[k] for k in own],
        cover.secondary,
        [bounds[item] for item in primary],
        [[numbers[k] for k in axis] for axis in cover.axes],
        sum(item < cover.pieces for item in kept),
        cover.plane,
    )
    return (Alike(smaller, numbers, tuple(together), cover),)


def _together(cover: Cover) -> list[Options]:
    """The items that are equal but for their number, first ones first, and may be taken together:
    no option holds two of them, or nothing beside them that forbids to choose it twice."""
    rests: dict[int, list[Options]] = {}
    for item in _candidates(cover):
        rests[item] = []
    for option in cover.options:
        for item in option:
            if item in rests:
                rests[item].append(tuple([other for other in option if other != item]))
    found: dict[tuple[Options, ...], list[int]] = {}
    for item, others in rests.items():
        once = all(any(cover.bounds[other][1] == 1 for other in rest) for rest in others)
        if once and len(set(others)) == len(others):
            found.setdefault(tuple(sorted(others)), []).append(item)
    return [tuple(items) for items in found.values() if len(items) > 1]


def _candidates(cover: Cover) -> Sequence[int]:
    """The items that are covered so and so often, by as many options as another one: pieces, where
    they are known, for the cells are those of a board, and else what no axis counts."""
    counted = {item for axis in cover.axes for k in axis for item in cover.options[k]}
    number = Counter(chain.from_iterable(cover.options))
    items = [
        item
        for item, (least, most) in enumerate(cover.bounds[: cover.pieces or len(cover.primary)])
        if least == most and number[item] and item not in counted
    ]
    times = Counter(number[item] for item in items)
    return [item for item in items if times[number[item]] > 1]
