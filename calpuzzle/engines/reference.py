"""The engine `reference`: recursion over Python sets, as simple as the definition of a solution.

It selects the last item that must still be covered and tries every option that covers it. It shares
nothing with the other engines but the Cover: neither the order of the search nor any pruning. It is
meant for small puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.puzzle.cover import Cover, Options

MAX_OPTIONS = 400  # placed at the same time: each needs a call on Python's stack


class _SetSearch:
    """The state of one search.

    `need` is how many more times each item must be covered, and `room` how many more times it may
    be covered; `open` contains the items with a need, `full` those without room. `shades` has, for
    each option, the colours of its coloured items; `shown` lists, for each item, the colours that
    placed options give it. `placed` are the options that the search has chosen; `out` are options
    that are excluded because they are placed, or because all solutions with them have been found.
    """

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
        self.placed: list[int] = []
        self.out: set[int] = set()
        self.choosable = cover.choosable
        self.covering: list[list[int]] = [[] for _ in cover.bounds]
        for number in cover.choosable:
            for item in cover.options[number]:
                self.covering[item].append(number)

    def completing(self, placed: Options) -> Iterator[Options]:
        """Yield all completions of the options `placed`, each sorted, in no particular order."""
        for number in placed:
            if number not in self.choosable or not self.fits(number):
                return
            self.place(number)
            self.placed.clear()  # the completions do not contain the options placed here
        yield from self.fill()

    def fits(self, number: int) -> bool:
        """Return whether an option is compatible with the placed ones."""
        if number in self.out or not self.full.isdisjoint(self.options[number]):
            return False
        shades = self.shades[number]
        return all(
            shades.get(item) == self.shown[item][0]
            for item in self.options[number]
            if self.shown.get(item)
        )

    def place(self, number: int) -> None:
        """Place an option; raise CannotDoError if there are too many."""
        if len(self.placed) >= MAX_OPTIONS:
            raise CannotDoError(
                f"the engine reference places at most {MAX_OPTIONS} options; use the engine dancing"
            )
        self.run.raise_if_stopped()
        self.placed.append(number)
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

    def remove(self) -> None:
        """Remove the option that was placed last."""
        number = self.placed.pop()
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
        """Yield every completion of the placed options."""
        if not self.open:
            # All needs are met; options may still be added where there is room.
            yield from self.extend([k for k in self.choosable if self.fits(k)])
            return
        done = []
        for number in self.covering[max(self.open)]:
            if self.fits(number):
                self.place(number)
                yield from self.fill()
                self.remove()
                # Exclude it, so that a solution with several options for this item is found once.
                self.out.add(number)
                done.append(number)
        self.out.difference_update(done)

    def extend(self, more: Sequence[int]) -> Iterator[Options]:
        """Yield the placed options as a solution, alone and together with each compatible subset of
        `more`."""
        self.found += 1
        self.run.report(self.found, None, self.found)
        yield tuple(sorted(self.placed))
        for at, number in enumerate(more):
            if self.fits(number):
                self.place(number)
                yield from self.extend(more[at + 1 :])
                self.remove()


class Reference(Engine):
    """The engine `reference`."""

    ordered = True

    def count(self, cover: Cover, placed: Options = (), run: Run = RUN) -> int:
        """Return the number of solutions that contain the options `placed`."""
        return sum(1 for _ in _SetSearch(cover, run).completing(placed))

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in lexicographic order, once the
        search has found them all."""
        yield from sorted(_SetSearch(cover, run).completing(placed))
