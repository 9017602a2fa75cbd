"""Merge interchangeable items, so that n equal pieces are counted once and not n! times.

The *rests* of an item are the multiset of its options, each without that item. A *class* is a set
of items that must each be covered an exact number of times and that have the same rests. Merging
the classes replaces the items of each class by one item, covered as often as all of them together.
Options that differ only in items of one class become equal.

Theorem. If each option with a merged item also has a *witness*, an item of the merged Cover that is
not a merged one and can be covered at most once, then every solution of the merged Cover stands for
exactly prod_C (sum_{i in C} b_i)! / prod_{i in C} b_i! solutions of the original Cover, where C
runs over the classes and b_i is the number of times that item i must be covered.

Proof. Two options that become equal share their witness, so no solution has both of them, and
merging maps each solution to a solution of the merged Cover with as many options. Conversely, the
options of a merged solution that contain the item of class C can be distributed over the items of C
in any way that gives item i exactly b_i of them: all these options exist, because the items have
equal rests, and the classes are distributed independently. Solutions with certain options fixed are
counted by the same formula over what remains of each b_i.

A witness must not be merged itself, because merging would raise its bound of 1. For rooks on a
board, for example, the rows are a class and the columns are a class, but only one of the two may be
merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import factorial
from typing import NamedTuple

from calpuzzle.puzzle.cover import MAX_BOUND, Cover, Options, once_per_cover


class Merged(NamedTuple):
    """A Cover in which classes of interchangeable items are merged.

    `numbers` maps each option of the original Cover to its option of the merged `cover`; `classes`
    are the items that were merged, by their numbers in the `original`.
    """

    cover: Cover
    numbers: Options
    classes: tuple[Options, ...]
    original: Cover

    def options(self, fixed: Options) -> Options:
        """Return the options of the merged Cover that the options `fixed` become."""
        return tuple([self.numbers[option] for option in fixed])

    def multiplicity(self, fixed: Options = ()) -> int:
        """Return the number of solutions with the options `fixed` per solution of the merged Cover.

        It is 0 for options that exclude each other only in the original Cover.
        """
        used = Counter(item for option in fixed for item in self.original.options[option])
        found = 1
        for items in self.classes:
            remaining = [self.original.bounds[item][1] - used[item] for item in items]
            if min(remaining) < 0:
                return 0
            found *= factorial(sum(remaining))
            for number in remaining:
                found //= factorial(number)
        return found

    def images(self, images: Options) -> Options:
        """Return a symmetry of the merged Cover, given the images of the original options."""
        found = dict(zip(self.numbers, images, strict=True))
        return tuple([self.numbers[found[k]] for k in range(len(self.cover.options))])


@once_per_cover
def merged(cover: Cover) -> Merged | None:
    """Return the Cover with its interchangeable items merged; None if there are none."""
    classes = [] if cover.colours else _with_witnesses(cover, _classes(cover))
    if not classes:
        return None
    first_of = {item: items[0] for items in classes for item in items}
    gone = {item for items in classes for item in items[1:]}
    remaining = [item for item in range(len(cover.bounds)) if item not in gone]
    place = {item: at for at, item in enumerate(remaining)}
    bounds = dict(enumerate(cover.bounds))
    for items in classes:
        number = _total_bound(cover, items)
        bounds[items[0]] = number, number
    rows = [
        tuple(sorted([place[first_of.get(item, item)] for item in option]))
        for option in cover.options
    ]
    # Each option with a removed item equals one that has the first item of its class.
    retained = [k for k, option in enumerate(cover.options) if gone.isdisjoint(option)]
    # Options that were equal before the merge stay separate, because each of them counts.
    number_of: dict[int | Options, int] = {rows[k]: at for at, k in enumerate(retained)}
    number_of |= {k: at for at, k in enumerate(retained)}
    numbers = tuple([number_of[row if k not in number_of else k] for k, row in enumerate(rows)])
    primary = [item for item in remaining if item < len(cover.primary)]
    named = cover.items
    smaller = Cover.numbered(
        [named[item] for item in primary],
        [rows[k] for k in retained],
        cover.secondary,
        [bounds[item] for item in primary],
        [[numbers[k] for k in axis] for axis in cover.axes],
        sum(item < cover.pieces for item in remaining),
        cover.plane,
    )
    return Merged(smaller, numbers, tuple(classes), cover)


def _total_bound(cover: Cover, items: Options) -> int:
    return sum(cover.bounds[item][1] for item in items)


def _with_witnesses(cover: Cover, classes: Sequence[Options]) -> list[Options]:
    """Return classes that may be merged together, the largest ones first.

    The items of a merged class can no longer be witnesses. An option that loses its witness
    contains an item of the class, so it suffices to check the options of the class that is added.
    """
    options: dict[int, list[Options]] = {}
    for option in cover.options:
        for item in option:
            options.setdefault(item, []).append(option)
    chosen = []
    candidates = {item for item, (_, most) in enumerate(cover.bounds) if most <= 1}
    for items in sorted(classes, key=len, reverse=True):
        witnesses = candidates.difference(items)
        if all(not witnesses.isdisjoint(option) for item in items for option in options[item]):
            chosen.append(items)
            candidates = witnesses
    return chosen


def _classes(cover: Cover) -> list[Options]:
    """Return the classes of two or more items, in the order of their first items."""
    rests: dict[int, list[Options]] = {item: [] for item in _candidates(cover)}
    for option in cover.options:
        for item in option:
            if item in rests:
                rests[item].append(tuple([other for other in option if other != item]))
    found: dict[tuple[Options, ...], list[int]] = {}
    for item, others in rests.items():
        found.setdefault(tuple(sorted(others)), []).append(item)
    classes = [tuple(items) for items in found.values() if len(items) > 1]
    return [items for items in classes if _total_bound(cover, items) <= MAX_BOUND]


def _candidates(cover: Cover) -> Sequence[int]:
    """Return the items that may be in a class: pieces, if pieces are known, else primary items.

    The number of times that they are covered must be fixed. Items of an axis are excluded, because
    each of their options is counted separately. Items that share their number of options with no
    other item are excluded too, because they cannot have the same rests.
    """
    counted = {item for axis in cover.axes for k in axis for item in cover.options[k]}
    number = Counter(chain.from_iterable(cover.options))
    items = [
        item
        for item, (least, most) in enumerate(cover.bounds[: cover.pieces or len(cover.primary)])
        if least == most and number[item] and item not in counted
    ]
    times = Counter(number[item] for item in items)
    return [item for item in items if times[number[item]] > 1]
