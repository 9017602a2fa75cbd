"""The cause of an unsolvable date: a few demands that contradict one another already.

A cause is a set of demands (see relaxed.py) that nothing meets, and it is minimal: without any one
of them, something does. In the words of the field, it is a minimal unsatisfiable subset (MUS).

Two searches find it. A tree over correction sets, sets of demands of which every cause has one
(Reiter, "A theory of diagnosis from first principles", 1987; the smallest MUS by hitting sets:
Ignatiev, Previti, Liffiton and Marques-Silva, 2015), looks for causes of one demand, of two, and so
on: the first that it finds is a smallest one. It ends after so much work, always the same; then
deletion drops one demand after another, and keeps what cannot be dropped. What is left depends on
the order, and so there are several, of which the smallest result counts.
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
from calpuzzle.puzzle.balance import shortages
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.answer import Pictured
from calpuzzle.results.relaxed import Demand, Kind, Relaxed, TooLongError

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene

ORDERS = 4  # in which demands are dropped
QUESTIONS = 500  # that the tree may ask
NODES = 2_000  # of a question of the tree

Demands = frozenset[Demand]


class Cause(Pictured):
    """The cause of a date without solution: `demands` that nothing meets, and without any one
    something does. No cause of the date has fewer than `fewest`."""

    def __init__(self, relaxed: Relaxed, demands: Demands, fewest: int) -> None:
        self.relaxed = relaxed
        self.demands = tuple(sorted(demands))
        self.fewest = fewest

    def items(self, kind: Kind) -> list[int]:
        """The items of the demands of that kind."""
        return [item for own, item in self.demands if own == kind]

    @property
    def lowered(self) -> Lowering:
        """The puzzle."""
        return self.relaxed.lowered

    @property
    def smallest(self) -> bool:
        """Return whether it is proved that no cause is smaller."""
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
        """The names of pieces of which there are not more; of all others there may be any
        number."""
        return tuple(self.lowered.classes[item].name for item in self.items(Kind.MOST))

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of pieces that must lie; all others may be left over."""
        return tuple(self.lowered.classes[item].name for item in self.items(Kind.LEAST))

    def _cells(self, kind: Kind) -> tuple[Cell, ...]:
        first, cells = self.lowered.first, self.lowered.cells
        return tuple(sorted(cells[item - first] for item in self.items(kind)))

    def scene(self) -> Scene:
        """The board with the cells of the cause."""
        return marked_scene(self.lowered.model, self.covered, self.open)

    @cached_property
    def cover(self) -> Cover:
        """The exact cover problem of the demands, which has no solution."""
        return self.relaxed.cover(self.demands)

    def without(self) -> Iterator[Cover]:
        """The exact cover problems without one of the demands, each of which has a solution."""
        for demand in self.demands:
            yield self.relaxed.cover([own for own in self.demands if own != demand])

    def holds_for(self, relaxed: Relaxed) -> bool:
        """Return whether another date makes all these demands: then this is a cause of it, too."""
        return set(self.demands) <= set(relaxed.demands)

    def check(self, engine: str, run: Run = RUN) -> None:
        """Ask an engine whether this is a minimal cause. Raises CannotDoError where it says that it
        is none."""
        other = load(engine)
        if next(other.solutions(self.cover, (), run), None) is not None:
            raise CannotDoError(f"the engine {engine} meets all demands of a cause: a mistake")
        for demand, cover in zip(self.demands, self.without(), strict=True):
            if cover.primary and next(other.solutions(cover, (), run), None) is None:
                raise CannotDoError(f"the engine {engine} needs no {demand} of a cause: a mistake")


def cause(lowered: Lowering, laid: Options = (), run: Run = RUN) -> Cause | None:
    """Return the cause why nothing completes the options `laid`, a date, or None where something
    does.

    Raises CannotDoError where counting cells shows that no date of the puzzle can have a solution,
    and StoppedError, where `run` ends the search.
    """
    if why := shortages(lowered):
        raise CannotDoError(f"{lowered.model.name}: {'; '.join(why)}")
    if next(planning.solutions(lowered.cover, laid, run=run), None) is not None:
        return None
    relaxed = Relaxed(lowered, laid)
    everything = frozenset(relaxed.demands)
    found, excluded = smallest(relaxed, run, len(everything))
    if found is None:
        found = min((_dropped(relaxed, everything, k, run) for k in range(ORDERS)), key=len)
    return Cause(relaxed, found, excluded + 1)


def smallest(relaxed: Relaxed, run: Run, most: int) -> tuple[Demands | None, int]:
    """Return a smallest cause of an unsolvable date, or None where it has none of at most `most`
    demands or the work of the tree ends before; and the size up to which there is none."""
    tree = _Tree(relaxed, run)
    return tree.smallest(most), tree.excluded


def _dropped(relaxed: Relaxed, demands: Demands, seed: int, run: Run) -> Demands:
    """Return what is left when one demand after another is dropped, while nothing meets the others.

    That pieces must lie goes first: it follows from the cells in most puzzles, and the searches
    without it are short. Then go the cells that are far from one drawn by the seed, so that what is
    left lies together, and the pieces among them.
    """
    first, cells = relaxed.lowered.first, relaxed.lowered.cells
    draw = Random(seed)
    middle = draw.choice(cells)

    def rank(demand: Demand) -> tuple[bool, float]:
        if demand.item < first:
            return demand.kind != Kind.LEAST, -draw.uniform(0, dist(middle, cells[-1]))
        return True, -dist(middle, cells[demand.item - first])

    kept = demands
    for demand in sorted(sorted(demands), key=rank):
        rest = kept - {demand}
        if relaxed.meeting(rest, run=run) is None:
            kept = rest
    return kept


class _Tree:
    """The search for a smallest cause: `excluded` is the size up to which there is none."""

    def __init__(self, relaxed: Relaxed, run: Run) -> None:
        self.relaxed, self.run = relaxed, run
        self.corrections: list[Demands] = []
        self.left = QUESTIONS
        self.excluded = 0

    def smallest(self, most: int) -> Demands | None:
        """Return a smallest cause of at most so many demands; None where there is none, or where
        the work that it may do is done."""
        try:
            for size in range(1, most + 1):
                found = self._within(frozenset(), frozenset(), size)
                if found is not None:
                    return found
                self.excluded = size
        except TooLongError:
            pass
        return None

    def _within(self, kept: Demands, barred: Demands, size: int) -> Demands | None:
        """A cause of at most `size` demands that has those `kept` and none of those `barred`."""
        correction = next((own for own in self.corrections if own.isdisjoint(kept)), None)
        if correction is None:
            correction = self._correction(kept)
            if correction is None:
                return kept
            self.corrections.append(correction)
            self.corrections.sort(key=len)
        if len(kept) == size:
            return None
        tried: set[Demand] = set()
        for demand in sorted(correction - barred):
            found = self._within(kept | {demand}, barred | tried, size)
            if found is not None:
                return found
            tried.add(demand)
        return None

    def _correction(self, kept: Demands) -> Demands | None:
        """Demands of which every cause has one, and `kept` none: what is unmet where those are met,
        and as little as is quickly found; None where nothing meets those."""
        chosen = self._ask(kept)
        if chosen is None:
            return None
        unmet = self.relaxed.unmet(chosen)
        for demand in sorted(unmet):
            if demand not in unmet:
                continue
            try:
                more = self._ask(frozenset(self.relaxed.demands) - unmet | {demand})
            except TooLongError:
                if not self.left:
                    raise
                continue
            if more is not None:
                unmet = self.relaxed.unmet(more)
        return frozenset(unmet)

    def _ask(self, kept: Demands) -> Options | None:
        if not self.left:
            raise TooLongError
        self.left -= 1
        return self.relaxed.meeting(kept, NODES, self.run)
