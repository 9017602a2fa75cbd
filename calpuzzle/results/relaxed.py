"""A date of a puzzle as demands, each of which can be dropped: what a search for the cause of an
unsolvable date asks.

A solution meets four kinds of demand: a cell is covered, a label of the date stays open, of a piece
lie at least as many as must, and at most as many as there are. That no two pieces share a cell is
no demand, but what pieces are: it is never dropped. Some demands and no others are an exact cover
problem of their own, in which the cells that nobody asks for may stay empty and pieces that nobody
counts may be used any number of times; any engine can say whether it has a solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import NamedTuple

from calpuzzle.engines import RUN, Run
from calpuzzle.engines.dancing import budget, search
from calpuzzle.puzzle.cover import Bounds, Cover, Options
from calpuzzle.puzzle.lowering import Lowering


class Kind(IntEnum):
    """The demands, in the order in which they are told."""

    COVERED = 0
    OPEN = 1
    MOST = 2
    LEAST = 3


class Demand(NamedTuple):
    """A demand of that kind of an item of the puzzle's Cover: a cell, or a class of pieces."""

    kind: Kind
    item: int


class TooLongError(Exception):
    """A question took more nodes than it was given."""


class Relaxed:
    """The demands of a date, of which `laid` are the options (none for a puzzle without groups),
    and the placements of the pieces, whose numbers in the puzzle's Cover are `numbers`."""

    def __init__(self, lowered: Lowering, laid: Options = ()) -> None:
        self.lowered = lowered
        cover = lowered.cover
        classes = len(lowered.classes)
        opened = {item for option in laid for item in cover.options[option][1:]}
        self.numbers = [k for k, option in enumerate(cover.options) if option[0] < classes]
        self.rows = [cover.options[k] for k in self.numbers]
        needed = range(lowered.first, len(cover.primary))
        self.demands = (
            *[Demand(Kind.COVERED, item) for item in needed if item not in opened],
            *[Demand(Kind.OPEN, item) for item in sorted(opened)],
            *[Demand(Kind.MOST, item) for item in range(classes)],
            *[Demand(Kind.LEAST, item) for item in range(classes) if cover.bounds[item][0]],
        )

    def cover(self, kept: Collection[Demand]) -> Cover:
        """The exact cover problem of these demands, for any engine; the items keep their names."""
        return self._lowered(kept)[0]

    def meeting(
        self, kept: Collection[Demand], nodes: int | None = None, run: Run = RUN
    ) -> Options | None:
        """Return places in `rows` of placements that meet these demands, or None where nothing
        does. Raises TooLongError where that takes more than so many nodes, and StoppedError."""
        cover, places = self._lowered(kept)
        if not cover.primary:
            return ()
        work, slices = search(cover, 1), budget(cover)
        over = False
        while not over:
            over = work.run(slices)
            run.look()
            if rows := work.take():
                return tuple([places[k] for k in rows[0]])
            if not over and nodes is not None and work.nodes > nodes:
                raise TooLongError
        return None

    def unmet(self, chosen: Iterable[int]) -> set[Demand]:
        """The demands that placements, by their places in `rows`, do not meet."""
        times = Counter(item for place in chosen for item in self.rows[place])
        bounds = self.lowered.cover.bounds
        met = {
            Kind.COVERED: lambda item: times[item] > 0,
            Kind.OPEN: lambda item: times[item] == 0,
            Kind.MOST: lambda item: times[item] <= bounds[item][1],
            Kind.LEAST: lambda item: times[item] >= bounds[item][0],
        }
        return {demand for demand in self.demands if not met[demand.kind](demand.item)}

    def _lowered(self, kept: Collection[Demand]) -> tuple[Cover, list[int]]:
        """The exact cover problem, and the place in `rows` of each of its options."""
        items: dict[Kind, set[int]] = {kind: set() for kind in Kind}
        for kind, item in kept:
            items[kind].add(item)
        bounds = self._bounds(items)
        closed = items[Kind.OPEN]
        first = self.lowered.first
        wanted = {item for item, own in bounds.items() if own is not None}
        places, rows = [], []
        for place, row in enumerate(self.rows):
            # What holds nothing that is wanted is never chosen.
            if not wanted.isdisjoint(row) and closed.isdisjoint(row[1:]):
                places.append(place)
                rows.append(row if row[0] in bounds else row[1:])
        free = sorted({item for row in rows for item in row if item >= first} - bounds.keys())
        primary = [item for item, own in bounds.items() if own is not None]
        secondary = [item for item, own in bounds.items() if own is None] + free
        number = {item: k for k, item in enumerate([*primary, *secondary])}
        names = self.lowered.cover.items
        made = Cover.numbered(
            [names[item] for item in primary],
            [tuple(sorted([number[item] for item in row])) for row in rows],
            [names[item] for item in secondary],
            [own for own in bounds.values() if own is not None],
        )
        return made, places

    def _bounds(self, items: dict[Kind, set[int]]) -> dict[int, Bounds | None]:
        """The bounds of the items that are asked for; None for a piece of which at most one lies,
        for a secondary item says the same, and nothing wants it."""
        found: dict[int, Bounds | None] = dict.fromkeys(sorted(items[Kind.COVERED]), (1, 1))
        for item in sorted(items[Kind.MOST] | items[Kind.LEAST]):
            least, most = self.lowered.cover.bounds[item]
            least = least if item in items[Kind.LEAST] else 0
            most = most if item in items[Kind.MOST] else max(least, len(self.rows))
            found[item] = None if (least, most) == (0, 1) else (least, most)
        return found
