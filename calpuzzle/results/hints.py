"""Help without spoiling: what can be said of a date and of what is laid, in three levels.

1 says whether it can still be done and, where not, which laid piece is the first to lift; 2 names
a piece that has few places left, and the region it goes to; 3 lays one piece. Works on what is
left, and returns facts; the wording is the command line's.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

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
    """A piece class, the placements that it has left, and the one of them that most of the
    solutions left have."""

    piece: int
    places: tuple[int, ...]
    likeliest: int
    share: float


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
    """The piece not yet laid that has the fewest places left; of several, one whose likeliest
    place most solutions have. Raises IndexError where nothing is left to lay."""
    total = left.count
    laid = set(left.laid)
    places: dict[int, dict[int, int]] = {}
    for option, number in left.occurrences().items():
        index = lowered.class_of(option)
        if option not in laid and index >= 0:
            places.setdefault(index, {})[option] = number
    if not places:
        raise IndexError("every piece is laid")
    hints = []
    for piece, numbers in places.items():
        likeliest = max(sorted(numbers), key=lambda option: numbers[option])
        hints.append(Hint(piece, tuple(sorted(numbers)), likeliest, numbers[likeliest] / total))
    return min(hints, key=lambda hint: (len(hint.places), -hint.share, hint.piece))


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
