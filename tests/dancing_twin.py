"""A plain counterpart of the engine `dancing`: a search over Python sets.

It shares no data structure with _core/dancing.pyx, but branches by the same rule. So both find the
solutions in the same order and place the same number of options (`Twin.nodes`); with a seed, both
use the same random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.puzzle.cover import Bounds, Cover, Options

State = dict[int, Bounds]
"""The items that may still be covered, and their remaining bounds."""

WORD = (1 << 64) - 1


def mixed(word: int) -> int:
    """Return a word mixed by the finalizer of splitmix64."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


class SplitMix64:
    """The splitmix64 random number generator."""

    def __init__(self, seed: int) -> None:
        self.at = seed

    def drawn(self) -> int:
        self.at = self.at + 0x9E3779B97F4A7C15 & WORD
        return mixed(self.at)

    def shuffle(self, numbers: list[int]) -> None:
        for k in range(len(numbers) - 1, 0, -1):
            at = self.drawn() % (k + 1)
            numbers[k], numbers[at] = numbers[at], numbers[k]


class Twin:
    """A search, random if a seed is given. `nodes` counts the options placed, `dead_ends` those
    after which an item cannot be covered, and `forced` those without an alternative."""

    def __init__(self, cover: Cover, seed: int | None = None) -> None:
        self.random = None if seed is None else SplitMix64(seed)
        self.bounds = cover.bounds
        self.primary = len(cover.primary)
        self.options = {k: set(cover.options[k]) for k in cover.choosable}
        self.shades = {k: dict(cover.coloured(k)) for k in cover.choosable}
        self.nodes = self.dead_ends = self.forced = 0

    def solutions(self) -> Iterator[Options]:
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
        lot = self.random.drawn() if self.random else 0
        item = -1
        for i, (least, _) in sorted(state.items()):
            number = sum(i in self.options[k] for k in alive)
            if i >= self.primary or (least <= 0 and number == 0):
                continue
            ways = number - least + 1 if least > 0 else number + 1
            rank = (least <= 0, ways, mixed(lot ^ i) if self.random else i)
            if best is None or rank < best:
                best, item = rank, i
        if best is None:
            yield tuple(sorted(chosen))
            return
        closes, ways, _ = best
        candidates = sorted(k for k in alive if item in self.options[k])
        if self.random:
            self.random.shuffle(candidates)
        for at in range(ways - closes):
            left = alive - set(candidates[:at])
            if state[item][1] > 1 and not self._possible(left, state):
                continue
            self.nodes += 1
            self.forced += ways == 1
            yield from self._place(candidates[at], left, state, chosen)
        if closes:
            after = {i: bounds for i, bounds in state.items() if i != item}
            left = alive - set(candidates)
            if self._possible(left, after):
                yield from self._search(left, after, chosen)

    def _place(
        self, option: int, alive: set[int], state: State, chosen: Options
    ) -> Iterator[Options]:
        after = dict(state)
        full = set()
        for i in self.options[option]:
            # An item that already has its colour is no longer in the state.
            least, most = after.pop(i, (0, 1))
            if most > 1:
                after[i] = (least - 1, most - 1)
            elif not self.shades[option][i]:
                full.add(i)
        left = {
            k
            for k in alive
            if k != option
            and full.isdisjoint(self.options[k])
            and all(
                self.shades[k].get(i, colour) == colour
                for i, colour in self.shades[option].items()
                if colour
            )
        }
        if not self._possible(left, after):
            self.dead_ends += 1
            return
        yield from self._search(left, after, (*chosen, option))
