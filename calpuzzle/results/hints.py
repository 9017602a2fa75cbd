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
    possible = 0
    while asked.completions((*date, *laid[: possible + 1])):
        possible += 1
    return possible, False


def covering(
    lowered: Lowering, cells: Container[Cell], laid: Sequence[int]
) -> tuple[int, Cell] | None:
    """The first of the placements laid (an index into them) that covers one of the cells, and that
    cell; None where none does."""
    for index, option in enumerate(laid):
        for cell in lowered.cells_of(option):
            if cell in cells:
                return index, cell
    return None


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
    # A drawing may have empty lines at its edges.
    top = min(cell[-2] for cell in lowered.cells)
    start = min(cell[-1] for cell in lowered.cells)
    height = 1 + max(cell[-2] for cell in lowered.cells) - top
    width = 1 + max(cell[-1] for cell in lowered.cells) - start
    row = sum(cell[-2] - top + 0.5 for cell in cells) / len(cells) / height
    column = sum(cell[-1] - start + 0.5 for cell in cells) / len(cells) / width
    up_down = "upper" if row < 1 / 3 else "lower" if row > 2 / 3 else "middle"
    left_right = "left" if column < 1 / 3 else "right" if column > 2 / 3 else "middle"
    if up_down == left_right:
        return "in the middle"
    if left_right == "middle":
        return f"in the {up_down} middle"
    return f"in the {up_down} {left_right}" if up_down != "middle" else f"at the {left_right} side"
