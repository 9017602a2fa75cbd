"""The engine `reference`: recursion over Python sets, as plain as the definition.

It takes the first cell in reading order that is not covered, and tries every piece that is left in
every way that covers it. It shares nothing with the other engines but the Cover's list of options:
neither the scan, nor the numbering of the search, nor any pruning. For small puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.engines import RUN, Run, Solution
from calpuzzle.errors import CannotDoError

MAX_PIECES = 400  # each is one more call on Python's stack


def solutions(cover: Cover, instance: int, laid: Solution = ()) -> Iterator[Solution]:
    """The solutions of one instance that hold the placements `laid`, in the order of cover.py."""
    yield from sorted(_search(cover, instance, laid))


def count(cover: Cover, instance: int | None, laid: Solution = ()) -> int:
    """Solutions of one instance, or of all, that hold the placements `laid`."""
    wanted = range(cover.instances) if instance is None else (instance,)
    return sum(1 for number in wanted for _ in _search(cover, number, laid))


def counts(cover: Cover, run: Run = RUN) -> list[int]:
    """Solutions of every instance, one after another, on one thread."""
    found = []
    for instance in range(cover.instances):
        found.append(count(cover, instance))
        if run.progress:
            run.progress(instance + 1, cover.instances)
    return found


def _search(cover: Cover, instance: int, fixed: Solution = ()) -> Iterator[Solution]:
    covered = set(cover.uncovered(instance))
    left = [piece.copies for piece in cover.classes]
    if sum(left) > MAX_PIECES:
        raise CannotDoError(
            f"the puzzle has {sum(left)} pieces, and the engine reference handles {MAX_PIECES}"
        )
    for number in fixed:
        option = cover.options[number]
        if not left[option.piece] or not covered.isdisjoint(option.cells):
            return
        left[option.piece] -= 1
        covered.update(option.cells)
    reading_order = sorted(range(len(cover.cells)), key=lambda cell: cover.cells[cell])
    touching: list[list[int]] = [[] for _ in cover.cells]
    for number, option in enumerate(cover.options):
        if option.piece >= 0:
            for cell in option.cells:
                touching[cell].append(number)
    laid = list(fixed)

    def fill() -> Iterator[Solution]:
        cell = next((cell for cell in reading_order if cell not in covered), None)
        if cell is None:
            yield tuple(sorted(laid))
            return
        for number in touching[cell]:
            option = cover.options[number]
            if left[option.piece] and covered.isdisjoint(option.cells):
                left[option.piece] -= 1
                covered.update(option.cells)
                laid.append(number)
                yield from fill()
                laid.pop()
                covered.difference_update(option.cells)
                left[option.piece] += 1

    yield from fill()
