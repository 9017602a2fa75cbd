"""A date of a puzzle as a set of demands, any subset of which can be tested for a solution.

A solution meets four kinds of demand: a cell is covered, a cell of the date stays open, at least
the required number of a piece is placed, and at most the available number of it is placed. The rule
that no two pieces share a cell is not a demand; it is never dropped. A subset of the demands is an
exact cover problem, in which the other cells may stay empty and the other pieces may be used any
number of times. The search for the cause of an unsolvable date (cause.py) is built on such subsets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from enum import IntEnum
from typing import NamedTuple

from calpuzzle.engines import RUN, Run
from calpuzzle.engines.dancing import budget, new_search
from calpuzzle.puzzle.cover import Bounds, Cover, Options
from calpuzzle.puzzle.lowering import Lowering


class Kind(IntEnum):
    """The kinds of demand, in the order in which they are sorted."""

    COVERED = 0
    OPEN = 1
    MOST = 2
    LEAST = 3


class Demand(NamedTuple):
    """A demand of a kind on an item of the puzzle's Cover: a cell, or a class of pieces."""

    kind: Kind
    item: int


class NodeLimitError(Exception):
    """A search exceeded its limit of nodes."""


class Relaxed:
    """The `demands` of a date. `placed` are the options of the date; they are empty for a puzzle
    without groups.

    `rows` are the items of each placement of a piece, and `numbers` the option numbers of these
    placements in the puzzle's Cover."""

    def __init__(self, lowered: Lowering, placed: Options = ()) -> None:
        self.lowered = lowered
        cover = lowered.cover
        classes = len(lowered.classes)
        opened = {item for option in placed for item in cover.options[option][1:]}
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
        """Return the exact cover problem of these demands; its items have the names they have in
        the puzzle."""
        return self._cover_and_places(kept)[0]

    def find_placements(
        self, kept: Collection[Demand], nodes: int | None = None, run: Run = RUN
    ) -> Options | None:
        """Return the indices in `rows` of placements that meet these demands, or None.

        Raises NodeLimitError if nothing is found in `nodes` nodes, rounded up to whole slices, and
        StoppedError if `run` stops the search."""
        cover, places = self._cover_and_places(kept)
        if not cover.primary:
            return ()
        work, slice_nodes = new_search(cover, 1), budget(cover)
        is_done = False
        while not is_done:
            is_done = work.run(slice_nodes)
            run.raise_if_stopped()
            if rows := work.take():
                return tuple([places[k] for k in rows[0]])
            if not is_done and nodes is not None and work.nodes > nodes:
                raise NodeLimitError
        return None

    def unmet(self, chosen: Iterable[int]) -> set[Demand]:
        """Return the demands that the placements with these indices in `rows` do not meet."""
        times = Counter(item for place in chosen for item in self.rows[place])
        bounds = self.lowered.cover.bounds
        met = {
            Kind.COVERED: lambda item: times[item] > 0,
            Kind.OPEN: lambda item: times[item] == 0,
            Kind.MOST: lambda item: times[item] <= bounds[item][1],
            Kind.LEAST: lambda item: times[item] >= bounds[item][0],
        }
        return {demand for demand in self.demands if not met[demand.kind](demand.item)}

    def _cover_and_places(self, kept: Collection[Demand]) -> tuple[Cover, list[int]]:
        """Return the exact cover problem, and the index in `rows` of each of its options."""
        items: dict[Kind, set[int]] = {kind: set() for kind in Kind}
        for kind, item in kept:
            items[kind].add(item)
        bounds = self._bounds(items)
        must_stay_open = items[Kind.OPEN]
        first = self.lowered.first
        primary = [item for item, bound in bounds.items() if bound is not None]
        wanted = set(primary)
        places, rows = [], []
        for place, row in enumerate(self.rows):
            # A placement without a primary item is never needed.
            if not wanted.isdisjoint(row) and must_stay_open.isdisjoint(row[1:]):
                places.append(place)
                # Pieces without a demand on their number may be used any number of times.
                rows.append(row if row[0] in bounds else row[1:])
        free = sorted({item for row in rows for item in row if item >= first} - bounds.keys())
        secondary = [item for item, bound in bounds.items() if bound is None] + free
        number = {item: k for k, item in enumerate([*primary, *secondary])}
        names = self.lowered.cover.items
        cover = Cover.numbered(
            [names[item] for item in primary],
            [tuple(sorted([number[item] for item in row])) for row in rows],
            [names[item] for item in secondary],
            [bound for bound in bounds.values() if bound is not None],
        )
        return cover, places

    def _bounds(self, items: dict[Kind, set[int]]) -> dict[int, Bounds | None]:
        """Return the bounds of the cells to cover and of the pieces whose number has a demand.

        A piece with the bounds (0, 1) gets None, because it can be a secondary item."""
        found: dict[int, Bounds | None] = dict.fromkeys(sorted(items[Kind.COVERED]), (1, 1))
        for item in sorted(items[Kind.MOST] | items[Kind.LEAST]):
            least, most = self.lowered.cover.bounds[item]
            least = least if item in items[Kind.LEAST] else 0
            most = most if item in items[Kind.MOST] else max(least, len(self.rows))
            found[item] = None if (least, most) == (0, 1) else (least, most)
        return found
