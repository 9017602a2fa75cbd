"""The cause of an unsolvable date: a minimal unsatisfiable subset (MUS) of its demands.

No set of placements meets all demands (see relaxed.py) of a cause, but if any one of them is
dropped, some set does. Two searches find a cause. A tree over correction sets, each of which shares
a demand with every cause (Reiter, "A theory of diagnosis from first principles", 1987; the smallest
MUS by hitting sets: Ignatiev, Previti, Liffiton and Marques-Silva, 2015), looks for causes of one
demand, of two, and so on, so that the first cause found is a smallest one. If the tree reaches its
fixed limit of work, deletion drops one demand after another and retains those that cannot be
dropped. Its result depends on the order, so several orders are tried and the smallest result is
returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import dist
from random import Random
from typing import TYPE_CHECKING

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.marked import marked_scene
from calpuzzle.engines import RUN, Run, load
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.answer import Drawable
from calpuzzle.results.demand_words import demand_words
from calpuzzle.results.relaxed import Demand, Kind, NodeLimitError, Relaxed

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene

DELETION_ORDERS = 4  # the number of orders of deletion that are tried
MAX_SEARCHES = 500  # the most searches that the tree runs
NODES = 2_000  # nodes, rounded up to whole slices, after which such a search is given up

Demands = frozenset[Demand]


class Cause(Drawable):
    """The cause of an unsolvable date: `demands` that cannot all be met, but can be met if any one
    of them is dropped. No cause of the date has fewer than `fewest` demands."""

    def __init__(self, relaxed: Relaxed, demands: Demands, fewest: int) -> None:
        self.relaxed = relaxed
        self.demands = tuple(sorted(demands))
        self.fewest = fewest

    def items(self, kind: Kind) -> list[int]:
        """Return the items of the demands of the given kind."""
        return [item for demand_kind, item in self.demands if demand_kind == kind]

    @property
    def lowered(self) -> Lowering:
        """The lowered puzzle."""
        return self.relaxed.lowered

    @property
    def is_smallest(self) -> bool:
        """Whether no smaller cause exists; False also if that is not proved."""
        return self.fewest == len(self.demands)

    @property
    def covered(self) -> tuple[Cell, ...]:
        """The cells that must be covered, in reading order."""
        return self._cells(Kind.COVERED)

    @property
    def open(self) -> tuple[Cell, ...]:
        """The cells of the date that must stay open, in reading order."""
        return self._cells(Kind.OPEN)

    @property
    def limited(self) -> tuple[str, ...]:
        """The names of the pieces whose number is limited; any number of the others may be used."""
        return tuple(self.lowered.classes[item].name for item in self.items(Kind.MOST))

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of the pieces that must be placed; all others may be left out."""
        return tuple(self.lowered.classes[item].name for item in self.items(Kind.LEAST))

    def _cells(self, kind: Kind) -> tuple[Cell, ...]:
        first, cells = self.lowered.first, self.lowered.cells
        return tuple(sorted(cells[item - first] for item in self.items(kind)))

    def scene(self) -> Scene:
        """Return a picture of the board with the cells of the cause marked."""
        return marked_scene(self.lowered.model, self.covered, self.open)

    @cached_property
    def cover(self) -> Cover:
        """The exact cover problem of the demands, which has no solution."""
        return self.relaxed.cover(self.demands)

    def without(self) -> Iterator[Cover]:
        """Yield, for each demand, the exact cover problem of the others, which has a solution."""
        for dropped in self.demands:
            yield self.relaxed.cover([demand for demand in self.demands if demand != dropped])

    def holds_for(self, relaxed: Relaxed) -> bool:
        """Return whether another date has all these demands, so that this is its cause too."""
        return set(self.demands) <= set(relaxed.demands)

    def check(self, engine: str, run: Run = RUN) -> None:
        """Check with another engine that the demands cannot all be met, and that they can be met
        if any one of them is dropped.

        Raises CannotDoError if the engine finds otherwise."""
        other = load(engine)
        if next(other.solutions(self.cover, (), run), None) is not None:
            raise CannotDoError(
                f"the engine {engine} finds a solution that meets all demands of a cause; one of "
                "the two searches is wrong: please report this"
            )
        for demand, cover in zip(self.demands, self.without(), strict=True):
            if cover.primary and next(other.solutions(cover, (), run), None) is None:
                raise CannotDoError(
                    f"the engine {engine} finds no solution without the demand that "
                    f"{demand_words(self.lowered, demand)}, so a cause is not minimal; one "
                    "of the two searches is wrong: please report this"
                )


def cause(lowered: Lowering, placed: Options = (), run: Run = RUN) -> Cause | None:
    """Return a cause of a date without a solution, or None if the date has a solution. The options
    `placed` are those of the date.

    Raises CannotDoError as `check_balance` does, and StoppedError if `run` stops the search.
    """
    check_balance(lowered)
    if next(planning.solutions(lowered.cover, placed, run=run), None) is not None:
        return None
    relaxed = Relaxed(lowered, placed)
    everything = frozenset(relaxed.demands)
    found, excluded = smallest(relaxed, run, len(everything))
    if found is None:
        found = min(
            (_found_by_deletion(relaxed, everything, k, run) for k in range(DELETION_ORDERS)),
            key=len,
        )
    return Cause(relaxed, found, excluded + 1)


def check_balance(lowered: Lowering) -> None:
    """Raise CannotDoError if `imbalances` finds a reason why no date has a solution."""
    if reasons := imbalances(lowered):
        raise CannotDoError(f"{lowered.model.name}: {'; '.join(reasons)}")


def smallest(relaxed: Relaxed, run: Run, most: int) -> tuple[Demands | None, int]:
    """Return a smallest cause of an unsolvable date, and the size up to which no cause exists.

    The cause is None if none has at most `most` demands, or if the tree reached its limit."""
    tree = _Tree(relaxed, run)
    return tree.find_smallest(most), tree.excluded


def _found_by_deletion(relaxed: Relaxed, demands: Demands, seed: int, run: Run) -> Demands:
    """Return a minimal unsatisfiable subset of the demands, found by deletion in an order that
    depends on `seed`.

    Demands of the kind LEAST are tried first: in most puzzles they follow from those on the cells,
    and searches without them are short. The cells are tried next, those farthest from a random
    centre first, so that the cells that remain are close together. The other demands on pieces are
    tried at random points among them.
    """
    first, cells = relaxed.lowered.first, relaxed.lowered.cells
    generator = Random(seed)
    centre = generator.choice(cells)

    def rank(demand: Demand) -> tuple[bool, float]:
        if demand.item < first:
            return demand.kind != Kind.LEAST, -generator.uniform(0, dist(centre, cells[-1]))
        return True, -dist(centre, cells[demand.item - first])

    remaining = demands
    # Sorted first, because the order of a set must not decide which demand gets which random rank.
    for demand in sorted(sorted(demands), key=rank):
        others = remaining - {demand}
        if relaxed.find_placements(others, run=run) is None:
            remaining = others
    return remaining


class _Tree:
    """The search for a smallest cause; no cause has at most `excluded` demands."""

    def __init__(self, relaxed: Relaxed, run: Run) -> None:
        self.relaxed, self.run = relaxed, run
        self.corrections: list[Demands] = []
        self.searches_left = MAX_SEARCHES
        self.excluded = 0

    def find_smallest(self, most: int) -> Demands | None:
        """Return a smallest cause of at most `most` demands, or None if there is none or the limit
        of work is reached."""
        try:
            for size in range(1, most + 1):
                found = self._within(frozenset(), frozenset(), size)
                if found is not None:
                    return found
                self.excluded = size
        except NodeLimitError:
            pass
        return None

    def _within(self, chosen: Demands, excluded: Demands, size: int) -> Demands | None:
        """Return a cause of at most `size` demands that contains `chosen` and none of `excluded`,
        or None if there is none."""
        correction = next((c for c in self.corrections if c.isdisjoint(chosen)), None)
        if correction is None:
            correction = self._correction(chosen)
            if correction is None:
                return chosen  # cannot be met, and minimal, because no smaller size had a cause
            self.corrections.append(correction)
            self.corrections.sort(key=len)
        if len(chosen) == size:
            return None
        # Every cause contains a demand of the correction set, so one of the branches finds it. A
        # demand that was tried is excluded later: causes with it have been ruled out.
        tried: set[Demand] = set()
        for demand in sorted(correction - excluded):
            found = self._within(chosen | {demand}, excluded | tried, size)
            if found is not None:
                return found
            tried.add(demand)
        return None

    def _correction(self, chosen: Demands) -> Demands | None:
        """Return a correction set disjoint from `chosen`, or None if `chosen` cannot be met.

        It consists of the demands that are left unmet by some placements that meet all of `chosen`.
        Every cause contains one of these demands, because otherwise the placements would meet all
        of its demands."""
        placements = self._search(chosen)
        if placements is None:
            return None
        unmet = self.relaxed.unmet(placements)
        # A small correction set has few branches, so meet further demands while that is quick.
        for demand in sorted(unmet):
            if demand not in unmet:
                continue
            try:
                better = self._search(frozenset(self.relaxed.demands) - unmet | {demand})
            except NodeLimitError:
                if not self.searches_left:
                    raise
                continue
            if better is not None:
                unmet = self.relaxed.unmet(better)
        return frozenset(unmet)

    def _search(self, demands: Demands) -> Options | None:
        if not self.searches_left:
            raise NodeLimitError
        self.searches_left -= 1
        return self.relaxed.find_placements(demands, NODES, self.run)
