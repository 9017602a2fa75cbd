"""The engine `reference`: recursion over Python sets, as plain as the definition.

It takes the last item that has to be covered, and tries every option that covers it. It shares
nothing with the other engines but the Cover: neither the order of the search, nor the numbering of
places, nor any pruning. For small puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.puzzle.cover import Cover, Options

MAX_OPTIONS = 400  # laid at once: each is one more call on Python's stack


class _Search:
    """One search: how often each item is still to be covered, at least and at most, with the items
    that are open and those that are full, or have a colour; the options that lie; and those that
    are out, since they lie or all solutions with them have been found."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self.run = run
        self.found = 0
        self.options = cover.options
        self.shades = [
            {item: colour for item, colour in cover.coloured(k) if colour}
            for k in range(len(cover.options))
        ]
        self.shown: dict[int, list[int]] = {}
        self.need = [least for least, _ in cover.bounds]
        self.room = [most for _, most in cover.bounds]
        self.open = {item for item, least in enumerate(self.need) if least}
        self.full = {item for item, most in enumerate(self.room) if not most}
        self.laid: list[int] = []
        self.out: set[int] = set()
        self.choosable = cover.choosable
        self.covering: list[list[int]] = [[] for _ in cover.bounds]
        for number in cover.choosable:
            for item in cover.options[number]:
                self.covering[item].append(number)

    def completing(self, laid: Options) -> Iterator[Options]:
        """All that completes what is laid, each rising, in no order."""
        for number in laid:
            if number not in self.choosable or not self.fits(number):
                return
            self.lay(number)
            self.laid.clear()
        yield from self.fill()

    def fits(self, number: int) -> bool:
        """Return whether the option may lie beside those that do."""
        if number in self.out or not self.full.isdisjoint(self.options[number]):
            return False
        shades = self.shades[number]
        return all(
            shades.get(item) == self.shown[item][0]
            for item in self.options[number]
            if self.shown.get(item)
        )

    def lay(self, number: int) -> None:
        """Lay an option. Raises CannotDoError for too many."""
        if len(self.laid) >= MAX_OPTIONS:
            raise CannotDoError(f"the engine reference lays {MAX_OPTIONS} pieces at most")
        self.run.look()
        self.laid.append(number)
        self.out.add(number)
        for item in self.options[number]:
            if item in self.shades[number]:
                self.shown.setdefault(item, []).append(self.shades[number][item])
                continue
            self.need[item] -= 1
            self.room[item] -= 1
            if self.need[item] == 0:
                self.open.remove(item)
            if self.room[item] == 0:
                self.full.add(item)

    def take_up(self) -> None:
        """Take up the option that was laid last."""
        number = self.laid.pop()
        self.out.remove(number)
        for item in self.options[number]:
            if item in self.shades[number]:
                self.shown[item].pop()
                continue
            if self.need[item] == 0:
                self.open.add(item)
            if self.room[item] == 0:
                self.full.remove(item)
            self.need[item] += 1
            self.room[item] += 1

    def fill(self) -> Iterator[Options]:
        """Every way to go on."""
        if not self.open:
            yield from self.extend([k for k in self.choosable if self.fits(k)])
            return
        done = []
        for number in self.covering[max(self.open)]:
            if self.fits(number):
                self.lay(number)
                yield from self.fill()
                self.take_up()
                self.out.add(number)
                done.append(number)
        self.out.difference_update(done)

    def extend(self, more: Sequence[int]) -> Iterator[Options]:
        """Yield what lies, a solution; so is it with any options of `more` that fit together."""
        self.found += 1
        self.run.tell(self.found, None, self.found)
        yield tuple(sorted(self.laid))
        for at, number in enumerate(more):
            if self.fits(number):
                self.lay(number)
                yield from self.extend(more[at + 1 :])
                self.take_up()


class Reference(Engine):
    """The engine of this module."""

    ordered = True

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """Return how many solutions hold the options `laid`."""
        return sum(1 for _ in _Search(cover, run).completing(laid))

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, in lexicographic order, once all are found."""
        yield from sorted(_Search(cover, run).completing(laid))
