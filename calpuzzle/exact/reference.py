"""The plain twin of `links`: the same rule over Python sets, for checking and small instances.

It shares no data structure with the compiled search, but branches by the same rule, so that the
order of the solutions and the number of options laid (`Twin.nodes`) are the same too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calpuzzle.exact.cover import Cover, Progress


class Twin:
    """One search; `nodes` counts the options laid."""

    def __init__(self, cover: Cover) -> None:
        self.bounds = cover.bounds
        self.primary = len(cover.primary)
        self.options = {
            k: set(option) for k, option in enumerate(cover.options) if min(option) < self.primary
        }
        self.nodes = 0

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """All solutions."""
        state = dict(enumerate(self.bounds))
        for i, (_, most) in list(state.items()):
            if most == 0:
                del state[i]
        alive = {k for k, option in self.options.items() if option <= set(state)}
        if self._possible(alive, state):
            yield from self._search(alive, state, ())

    def _possible(self, alive: set[int], state: dict[int, tuple[int, int]]) -> bool:
        return all(
            sum(i in self.options[k] for k in alive) >= least for i, (least, _) in state.items()
        )

    def _search(
        self, alive: set[int], state: dict[int, tuple[int, int]], chosen: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
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
        self,
        option: int,
        alive: set[int],
        state: dict[int, tuple[int, int]],
        chosen: tuple[int, ...],
    ) -> Iterator[tuple[int, ...]]:
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


def count(cover: Cover, progress: Progress | None = None) -> int:
    """How many solutions there are."""
    return sum(1 for _ in solve(cover, progress))


def solve(cover: Cover, progress: Progress | None = None) -> Iterator[tuple[int, ...]]:
    """The solutions, lazily, in the order of the search."""
    twin = Twin(cover)
    for found, solution in enumerate(twin.solutions(), 1):
        if progress:
            progress(twin.nodes, found)
        yield solution
