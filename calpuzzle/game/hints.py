"""Help without spoiling: what can be said of a date and of what is laid, in five levels.

1 says whether it can still be done and, where not, which laid piece is the first to lift; 2 names
a piece, and the region it goes to; 3 shows how it is turned, 4 tells a cell of it, and 5 lays it.
All speak of the same placement, which a person could have found. Works on what is left, and returns
facts; the wording is the command line's.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from calpuzzle.game.position import Choice, Position
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results.left import Asked, Remaining

REGIONS = (
    ("in the upper left", "in the upper middle", "in the upper right"),
    ("at the left side", "in the middle", "at the right side"),
    ("in the lower left", "in the lower middle", "in the lower right"),
)


class Hint(NamedTuple):
    """What can be laid next: the placement `option`, which `share` of the solutions left have; a
    cell of it; and the choice that leads there, of a cell or a piece that has few ways left."""

    option: int
    share: float
    cell: Cell
    choice: Choice

    @property
    def forced(self) -> bool:
        """Whether nothing else fits."""
        return not self.choice.spare


class Other(NamedTuple):
    """Another placement that fits, and what speaks against it: how many of the solutions left have
    it, 0 mostly; then, where that shows at once, the item that nothing could cover any more."""

    option: int
    times: int
    item: int | None


def to_lift(asked: Asked, date: Options, laid: Sequence[int]) -> tuple[int, bool]:
    """Which of the placements laid (an index into them) to lift first when nothing completes them,
    and whether lifting it is enough; `date` are the options of the date.

    The one whose lifting leaves the most solutions; where none alone is enough, the one with which
    it became impossible, in the order in which they were laid. Raises IndexError where nothing is
    laid.
    """
    if not laid:
        raise IndexError("nothing is laid")
    without = [asked.completions((*date, *laid[:k], *laid[k + 1 :])) for k in range(len(laid))]
    best = max(range(len(laid)), key=lambda k: without[k])
    if without[best]:
        return best, True
    parts = ((*date, *laid[: k + 1]) for k in range(len(laid)))
    return next(k for k, part in enumerate(parts) if not asked.completions(part)), False


def covering(
    lowered: Lowering, cells: Container[Cell], laid: Sequence[int]
) -> tuple[int, Cell] | None:
    """The first of the placements laid (an index into them) that covers one of the cells, and that
    cell; None where none does."""
    every = ((k, cell) for k, option in enumerate(laid) for cell in lowered.cells_of(option))
    return next((found for found in every if found[1] in cells), None)


def next_piece(lowered: Lowering, left: Remaining) -> Hint:
    """What a person could lay next: of all cells to be covered and all pieces to be laid, the one
    for which the fewest placements fit; of several, one with the placement that most solutions
    have. That placement is told. Raises IndexError where nothing is left to lay."""
    position = Position(lowered, left.laid)
    times = left.occurrences()
    best: tuple[int, int, int] | None = None
    found: tuple[int, Choice] | None = None
    for choice in position.choices():
        # Of the same cell the pieces are met in order, and cells before pieces.
        option = max(choice.fitting, key=lambda k: times.get(k, 0))
        rank = choice.spare, -times[option], choice.item < lowered.first
        if best is None or rank < best:
            best, found = rank, (option, choice)
    if found is None:
        raise IndexError("every piece is laid")
    option, choice = found
    item = choice.item
    if item < lowered.first:
        ways = {each.item: each.spare for each in position.choices()}
        own = lowered.cover.options[option][1:]
        item = min(own, key=lambda cell: (ways.get(cell, len(times)), cell))
    return Hint(option, times[option] / left.count, lowered.cells[item - lowered.first], choice)


def others(lowered: Lowering, left: Remaining, hint: Hint) -> list[Other]:
    """What else fits for the cell or the piece of a hint, and what speaks against each."""
    position = Position(lowered, left.laid)
    times = left.occurrences()
    return [
        Other(
            option,
            times.get(option, 0),
            None if option in times else position.without_way(option),
        )
        for option in hint.choice.fitting
        if option != hint.option
    ]


def region(lowered: Lowering, options: Sequence[int]) -> str:
    """Words for the part of the board where the placements lie: by thirds of its sides."""
    if lowered.model.board.bare:
        return "somewhere"
    cells = [cell for option in options for cell in lowered.cells_of(option)]
    thirds = []
    for axis in (-2, -1):
        # A drawing may have empty lines at its edges.
        every = sorted(cell[axis] for cell in lowered.cells)
        size = every[-1] - every[0] + 1
        mean = sum(cell[axis] - every[0] + 0.5 for cell in cells) / len(cells) / size
        thirds.append((mean >= 1 / 3) + (mean > 2 / 3))
    return REGIONS[thirds[0]][thirds[1]]
