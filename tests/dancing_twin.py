"""The plain twin of the dancing cells: the same rule over Python sets.

It shares no data structure with _core/dancing.pyx, but branches by the same rule, so that the order
of the solutions and the number of options laid (`Twin.nodes`) are the same too.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.puzzle.cover import Bounds, Cover, Options

State = dict[int, Bounds]
"""The items that may still be covered, and how often they are to be."""


class Twin:
    """One search; `nodes` counts the options laid."""

    def __init__(self, cover: Cover) -> None:
        self.bounds = cover.bounds
        self.primary = len(cover.primary)
        self.options = {k: set(cover.options[k]) for k in cover.choosable}
        self.nodes = 0

    def solutions(self) -> Iterator[Options]:
        """All solutions."""
        state = {i: bounds for i, bounds in enumerate(self.bounds) if bounds[1]}
        alive = {k for k, option in self.options.items() if option <= set(state)}
        if self._possible(alive, state):
            yield from self._search(alive, state, ())

    def _possible(self, alive: set[int], state: State) -> bool:
        return all(
            sum(i in self.options[k] for k in alive) >= least for i, (least, _) in state.items()
        )

    def _search(self, alive: set[int], state: State, chosen: Options) -> Iterator[Options]:
        best: tuple[bool, int, int] | None = None
        for i, (least, _) in sorted(state.items()):
            number = sum(i in self.options[k] for k in alive)
            if i >= self.primary or (least <= 0 and number == 0):
                continue
            ways = number - least + 1 if least > 0 else number + 1
            rank = (least <= 0, ways, i)
            if best is None or rank < best:
                best = rank
        if best is None:
            yield tuple(sorted(chosen))
            return
        closes, ways, item = best
        candidates = sorted(k for k in alive if item in self.options[k])
        for at in range(ways - closes):
            left = alive - set(candidates[:at])
            if state[item][1] > 1 and not self._possible(left, state):
                continue
            self.nodes += 1
            yield from self._lay(candidates[at], left, state, chosen)
        if closes:
            after = {i: bounds for i, bounds in state.items() if i != item}
            left = alive - set(candidates)
            if self._possible(left, after):
                yield from self._search(left, after, chosen)

    def _lay(
        self, option: int, alive: set[int], state: State, chosen: Options
    ) -> Iterator[Options]:
        after = dict(state)
        full = set()
        for i in self.options[option]:
            least, most = after.pop(i)
            if most > 1:
                after[i] = (least - 1, most - 1)
            else:
                full.add(i)
        left = {k for k in alive if k != option and full.isdisjoint(self.options[k])}
        if self._possible(left, after):
            yield from self._search(left, after, (*chosen, option))
