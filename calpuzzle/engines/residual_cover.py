"""The residual problem of a Cover after some options are placed.

`residual_cover` removes the items that must not be covered again; if any options are placed, the
result has no board. Engines call it for their searches. `residual_on_board` keeps all items and the
board, so that engines that need a board can solve the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover, Options


class ResidualCover(NamedTuple):
    """A residual Cover; `numbers` and `items` list the numbers that its options and its items have
    in the original Cover, in increasing order."""

    cover: Cover
    numbers: Sequence[int]
    items: Sequence[int]


def residual_cover(cover: Cover, placed: Options) -> ResidualCover | None:
    """Return the residual problem after the options `placed` are placed, without the items that
    must not be covered again.

    The result is None if the options clash, or if one of them can never be chosen because it has no
    primary item.
    """
    if not placed:
        return ResidualCover(cover, range(len(cover.options)), range(len(cover.bounds)))
    bounds = list(cover.bounds)
    shown: dict[int, int] = {}  # the colours that `placed` gives to items
    for number in placed:
        if not cover.can_choose(number):
            return None
        for item, colour in cover.coloured(number):
            least, most = bounds[item]
            if not most and shown.get(item) != colour:
                return None
            bounds[item] = max(least - 1, 0), max(most - 1, 0)
            if colour:
                shown[item] = colour
    gone = set(placed)
    if len(gone) < len(placed):
        return None
    # An item that must not be covered again is closed. Options that contain it are removed, except
    # those that give it the colour that it already has.
    place = [-1] * len(bounds)
    opened = [item for item, (_, most) in enumerate(bounds) if most]
    for at, item in enumerate(opened):
        place[item] = at
    find = partial(_coloured, shown=shown) if cover.colours else _plain
    remaining = [found for found in find(cover, place) if found[0] not in gone]
    primary = len(cover.primary)
    items = cover.items
    smaller = Cover.numbered(
        [items[item] for item in opened if item < primary],
        [option for _, option, _ in remaining],
        [items[item] for item in opened if item >= primary],
        [bounds[item] for item in opened if item < primary],
        colours=[colours for *_, colours in remaining] if cover.colours else (),
        palette=cover.palette,
    )
    return ResidualCover(smaller, [number for number, *_ in remaining], opened)


_Remaining = tuple[int, Options, Options]
"""The number of an option in the original Cover, and its items and their colours in the residual
one."""


def _plain(cover: Cover, place: list[int]) -> Iterator[_Remaining]:
    """Yield the options without a closed item; closed items have the place -1."""
    closed = {item for item, at in enumerate(place) if at < 0}
    free = map(closed.isdisjoint, cover.options)
    for number, option in compress(enumerate(cover.options), free):
        yield number, tuple([place[item] for item in option]), ()


def _coloured(cover: Cover, place: list[int], shown: dict[int, int]) -> Iterator[_Remaining]:
    """Yield the options without a closed item, for a Cover with colours.

    All items in `shown` are closed, but an option may contain one of them if it gives the item the
    colour that the item already has. The item is then dropped from the option.
    """
    for number in range(len(cover.options)):
        pairs = [
            (place[item], colour)
            for item, colour in cover.coloured(number)
            if shown.get(item, -1) != colour
        ]
        items = tuple([at for at, _ in pairs])
        if items and -1 not in items:
            yield number, items, tuple([colour for _, colour in pairs])


def residual_on_board(cover: Cover, placed: Options) -> ResidualCover:
    """Return the residual problem after the options `placed` are placed, with all items of the
    Cover.

    Its options, in the order of the Cover, are `placed` and those that share with them neither a
    cell nor an item with the bounds (1, 1). The options `placed` must not clash, and no item may be
    secondary or have colours: otherwise the result may have more solutions than the residual
    problem.
    """
    covered = {item for number in placed for item in cover.options[number][1:]}
    full = {cover.options[number][0] for number in placed}
    full = {item for item in full if cover.bounds[item] == (1, 1)}
    chosen = set(placed)
    numbers = [
        number
        for number, option in enumerate(cover.options)
        if number in chosen or (option[0] not in full and covered.isdisjoint(option[1:]))
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
    return ResidualCover(same, numbers, range(len(cover.bounds)))
