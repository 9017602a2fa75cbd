"""The engine `reference`: recursion over Python sets, as plain as the definition.

It takes the first cell in reading order that is not covered, and tries every piece that is left in
every way that covers it. It shares nothing with the other engines but the Cover's list of options:
neither the scan, nor the numbering of the search, nor any pruning. For small puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.cover import Cover
from calpuzzle.engines import Progress, Solution
from calpuzzle.errors import CannotDoError

MAX_PIECES = 400  # each is one more call on Python's stack


def solutions(cover: Cover, instance: int) -> Iterator[Solution]:
    """The solutions of one instance, in the order of cover.py."""
    yield from sorted(_search(cover, set(cover.uncovered(instance))))


def count(cover: Cover, instance: int) -> int:
    """Solutions of one instance."""
    return sum(1 for _ in _search(cover, set(cover.uncovered(instance))))


def counts(cover: Cover, jobs: int = 1, progress: Progress | None = None) -> list[int]:
    """Solutions of every instance, one after another; `jobs` does not help here."""
    found = []
    for instance in range(cover.instances):
        found.append(count(cover, instance))
        if progress:
            progress(instance + 1, cover.instances)
    return found


def _search(cover: Cover, covered: set[int]) -> Iterator[Solution]:
    reading_order = sorted(range(len(cover.cells)), key=lambda cell: cover.cells[cell])
    left = [piece.copies for piece in cover.classes]
    if sum(left) > MAX_PIECES:
        raise CannotDoError(
            f"the puzzle has {sum(left)} pieces, and the engine reference handles {MAX_PIECES}"
        )
    touching: list[list[int]] = [[] for _ in cover.cells]
    for number, option in enumerate(cover.options):
        if option.piece >= 0:
            for cell in option.cells:
                touching[cell].append(number)
    laid: list[int] = []

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
