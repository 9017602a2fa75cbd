"""An exact cover problem as a caller states it, and its solutions by exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from definition import TooLargeError

NODES = 2_000  # limit on partial solutions
Item = Hashable
Option = tuple[Item, ...]
Bounds = tuple[int, int]


class Problem(NamedTuple):
    """An exact cover problem as a caller states it. If there are colours, each option has a dict of
    its coloured secondary items."""

    family: str
    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    options: tuple[Option, ...]
    bounds: Mapping[Item, Bounds] = MappingProxyType({})
    colours: tuple[dict[Item, str], ...] = ()
    axes: tuple[Item, ...] = ()

    def bound(self, item: Item) -> Bounds:
        """Return how often an item must and may be covered."""
        return (0, 1) if item in self.secondary else self.bounds.get(item, (1, 1))

    def colour(self, option: int, item: Item) -> str | None:
        """Return the colour that an option assigns to an item, or None."""
        return self.colours[option].get(item) if self.colours else None


class CoverDefinition:
    """The solutions of a problem: sets of options, each with a primary item, that meet all bounds.
    Raises TooLargeError after `nodes` partial solutions."""

    def __init__(self, problem: Problem, nodes: int = NODES) -> None:
        self.problem, self.nodes = problem, nodes
        self.options_of = {
            item: sum(1 << k for k, row in enumerate(problem.options) if item in row)
            for item in (*problem.primary, *problem.secondary)
        }
        self.bounds = {item: problem.bound(item) for item in self.options_of}
        self.needed = [(i, self.bounds[i][0]) for i in problem.primary if self.bounds[i][0]]
        self.apart = [
            sum(1 << j for j in range(len(problem.options)) if j != k and self._clash(j, k))
            for k in range(len(problem.options))
        ]

    def _clash(self, one: int, other: int) -> bool:
        """Return whether two options share an item that may be covered only once."""
        problem = self.problem
        for item in problem.options[one]:
            if item in problem.options[other] and self.bounds[item][1] == 1:
                colour = problem.colour(one, item)
                if colour is None or colour != problem.colour(other, item):
                    return True
        return False

    @cached_property
    def solutions(self) -> list[tuple[int, ...]]:
        """Return all solutions, sorted."""
        problem = self.problem
        usable = sum(
            1 << k
            for k, row in enumerate(problem.options)
            if any(item in problem.primary for item in row)
            and all(self.bounds[item][1] for item in row)
        )
        return sorted(tuple(sorted(own)) for own in self._walk(usable, ()))

    def _walk(self, left: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the solutions that extend `chosen` by options of the bit set `left`. Branch on the
        item with the fewest spare options; each branch excludes the options of earlier ones."""
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLargeError
        options, bounds = self.problem.options, self.bounds
        times = Counter([item for k in chosen for item in options[k]])
        branch, fewest = left, -1
        for item, least in self.needed:
            missing = least - times[item]
            if missing > 0:
                own = self.options_of[item] & left
                spare = own.bit_count() - missing
                if spare < 0:
                    return
                if fewest < 0 or spare < fewest:
                    branch, fewest = own, spare
        if fewest < 0:
            yield chosen
        while branch:
            k = (branch & -branch).bit_length() - 1
            branch &= branch - 1
            left &= ~(1 << k)
            compatible = left & ~self.apart[k]
            for item in options[k]:
                most = bounds[item][1]
                if most > 1 and times[item] + 1 == most:
                    compatible &= ~self.options_of[item]
            yield from self._walk(compatible, (*chosen, k))

    @cached_property
    def count(self) -> int:
        """Return the number of solutions. If items are covered once and have no colours, memoise by
        the uncovered items, so that more solutions can be counted than listed."""
        problem = self.problem
        if problem.colours or any(problem.bound(i) != (1, 1) for i in problem.primary):
            return len(self.solutions)
        bit = {item: 1 << k for k, item in enumerate((*problem.primary, *problem.secondary))}
        rows = [sum(bit[item] for item in own) for own in problem.options]
        of_item = [[row for row in rows if row & bit[item]] for item in problem.primary]
        known: dict[int, int] = {}
        must = (1 << len(problem.primary)) - 1

        def counted(free: int) -> int:
            need = free & must
            if not need:
                return 1
            if free not in known:
                self.nodes -= 1
                if self.nodes < 0:
                    raise TooLargeError
                first = of_item[(need & -need).bit_length() - 1]
                known[free] = sum(counted(free & ~row) for row in first if row & free == row)
            return known[free]

        return counted((1 << len(bit)) - 1)
