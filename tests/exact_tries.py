"""The exact mean cost of a random search for the first solution, by plain recursion.

This module draws no random numbers and shares no code with the search that it checks. The cost of a
state follows from the costs of its options: the items with the fewest options are equally likely,
and the options of an item are tried in random order. So an option that leads to no solution is
tried before the first of g good ones with probability 1 / (g + 1).
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover


class Cost(NamedTuple):
    """Whether there is a solution, and the expected numbers of options placed, dead ends and forced
    moves, up to the first solution or, without one, to the end of the search."""

    solved: bool
    means: tuple[float, float, float]


def combine(*all_means: tuple[float, float, float], share: float = 1) -> tuple[float, float, float]:
    nodes, dead_ends, forced = (share * sum(each) for each in zip(*all_means, strict=True))
    return nodes, dead_ends, forced


class Tries:
    """The random searches of a Cover whose items are all covered exactly once."""

    def __init__(self, cover: Cover) -> None:
        assert set(cover.bounds) <= {(1, 1)}
        self.masks = [sum(1 << item for item in option) for option in cover.options]
        self.all = (1 << len(cover.items)) - 1
        self.options_of = [
            [mask for mask in self.masks if mask >> item & 1] for item in range(len(cover.items))
        ]
        self.known: dict[int, Cost] = {self.all: Cost(True, (0, 0, 0))}

    def cost(self, covered: int = 0) -> Cost:
        """Return the cost of the search that starts with these items covered, as a bit set."""
        if covered not in self.known:
            self.known[covered] = self._cost(covered)
        return self.known[covered]

    def _cost(self, covered: int) -> Cost:
        choices = [
            [mask for mask in self.options_of[item] if not mask & covered]
            for item in range(len(self.options_of))
            if not covered >> item & 1
        ]
        fewest = min(map(len, choices))
        if not fewest:
            return Cost(False, (0, 0, 0))
        tied = [self._of_item(covered, own) for own in choices if len(own) == fewest]
        mean = combine(*(cost.means for cost in tied), share=1 / len(tied))
        return Cost(tied[0].solved, mean)

    def _of_item(self, covered: int, choices: list[int]) -> Cost:
        good: list[tuple[float, float, float]] = []
        bad: list[tuple[float, float, float]] = []
        for mask in choices:
            found = self.cost(covered | mask)
            dead = not found.solved and found.means[0] == 0
            placed = (1.0, float(dead), float(len(choices) == 1))
            (good if found.solved else bad).append(combine(placed, found.means))
        none = (0.0, 0.0, 0.0)
        if not good:
            return Cost(False, combine(none, *bad))
        before = combine(none, *bad, share=1 / (len(good) + 1))
        return Cost(True, combine(before, combine(*good, share=1 / len(good))))
