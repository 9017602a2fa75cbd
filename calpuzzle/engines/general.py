"""Calendar puzzles for the engines of general exact cover: `links` and other makers' solvers.

The Cover of a calendar becomes one of calpuzzle.exact: what is laid and what the date leaves
uncovered is taken out first. They all find every solution before they list the first, for the order
of cover.py is not theirs. For checking, and for boards that no bitboard holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle import exact
from calpuzzle.cover import Cover
from calpuzzle.engines import RUN, Run, Solution
from calpuzzle.exact.cover import load


class General:
    """The engine contract (calpuzzle/engines/__init__.py) over the exact cover engine `name`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def count(self, cover: Cover, instance: int | None, laid: Solution = ()) -> int:
        """Solutions of one instance, or of all, that hold the placements `laid`."""
        built = _lowered(cover, instance, laid)
        return load(self.name).count(built[0]) if built else 0

    def counts(self, cover: Cover, run: Run = RUN) -> list[int]:
        """Solutions of every instance, one after another, on one thread. Progress is reported
        within them too, so that the call can end the count."""
        found = []
        for instance in range(cover.instances):

            def within(*_: int, done: int = instance) -> None:
                if run.progress:
                    run.progress(done, cover.instances)

            built = _lowered(cover, instance, ())
            found.append(load(self.name).count(built[0], within) if built else 0)
            within(done=instance + 1)
        return found

    def solutions(self, cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
        """The solutions of one instance that hold the placements `laid`, in the order of
        cover.py, once all are found."""
        built = _lowered(cover, instance, laid)
        if built:
            general, numbers = built
            yield from sorted(
                tuple(sorted((*laid, *[numbers[k] for k in found])))
                for found in load(self.name).solve(general)
            )


def _lowered(
    cover: Cover, instance: int | None, laid: Solution
) -> tuple[exact.Cover, list[int]] | None:
    """The problem that is left, and the Cover's number of each option; None where what is laid
    clashes."""
    left = {("piece", k): piece.copies for k, piece in enumerate(cover.classes)}
    covered = set(cover.uncovered(instance)) if instance is not None else set()
    for number in laid:
        option = cover.options[number]
        left["piece", option.piece] -= 1
        if left["piece", option.piece] < 0 or not covered.isdisjoint(option.cells):
            return None
        covered.update(option.cells)
    if instance is None:
        left.update({("group", k): 1 for k in range(len(cover.groups))})
    numbers = []
    options = []
    for number, option in enumerate(cover.options):
        item = ("piece", option.piece) if option.piece >= 0 else ("group", option.group)
        if left.get(item) and covered.isdisjoint(option.cells):
            numbers.append(number)
            options.append([item, *option.cells])
    cells = [cell for cell in range(len(cover.cells)) if cell not in covered]
    wanted = {item: copies for item, copies in left.items() if copies}
    general = exact.Cover([*wanted, *cells], options, multiplicity=wanted)
    return general, numbers
