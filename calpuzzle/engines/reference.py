"""The engine `reference`: recursion over Python lists, as plain as the definition.

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
    """One search: how often each item is still to be covered, at least and at most; the options
    that lie; and those that are out, since all solutions with them have been found."""

    def __init__(self, cover: Cover) -> None:
        self.options = cover.options
        self.need = [least for least, _ in cover.bounds]
        self.room = [most for _, most in cover.bounds]
        self.laid: list[int] = []
        self.out: set[int] = set()
        self.choosable = cover.choosable
        self.primary = len(cover.primary)
        self.covering: list[list[int]] = [[] for _ in cover.bounds]
        for number in cover.choosable:
            for item in cover.options[number]:
                self.covering[item].append(number)

    def completing(self, laid: Options) -> Iterator[Options]:
        """All that completes what is laid, each rising, in no order."""
        for number in laid:
            if self.options[number][0] >= self.primary or not self.fits(number):
                return
            self.lay(number)
        self.laid = []
        yield from self.fill()

    def fits(self, number: int) -> bool:
        """Whether the option may lie beside those that do."""
        return number not in self.out and all(self.room[item] for item in self.options[number])

    def lay(self, number: int, times: int = 1) -> None:
        """Lay an option, or take it up where `times` is -1."""
        for item in self.options[number]:
            self.need[item] -= times
            self.room[item] -= times
        if times > 0:
            # An option lies once at most.
            self.out.add(number)
            self.laid.append(number)
        else:
            self.out.remove(number)
            self.laid.pop()

    def fill(self) -> Iterator[Options]:
        """Every way to go on."""
        if len(self.laid) > MAX_OPTIONS:
            raise CannotDoError(f"the engine reference lays {MAX_OPTIONS} pieces at most")
        item = next((i for i in reversed(range(len(self.need))) if self.need[i] > 0), None)
        if item is None:
            yield from self.extend([k for k in self.choosable if self.fits(k)])
            return
        done = []
        for number in self.covering[item]:
            if self.fits(number):
                self.lay(number)
                yield from self.fill()
                self.lay(number, -1)
                self.out.add(number)
                done.append(number)
        self.out.difference_update(done)

    def extend(self, more: Sequence[int]) -> Iterator[Options]:
        """What lies is a solution; so is it with any options of `more` that fit together."""
        yield tuple(sorted(self.laid))
        for at, number in enumerate(more):
            if self.fits(number):
                self.lay(number)
                yield from self.extend(more[at + 1 :])
                self.lay(number, -1)


class Reference(Engine):
    """The engine of this module."""

    ordered = True

    def count(self, cover: Cover, laid: Options = (), run: Run = RUN) -> int:
        """How many solutions hold the options `laid`."""
        found = 0
        for _ in _Search(cover).completing(laid):
            found += 1
            run.tell(found, None, found)
        return found

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """What completes the options `laid`, in lexicographic order, once all are found."""
        yield from sorted(_Search(cover).completing(laid))
