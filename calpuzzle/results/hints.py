"""Help without spoiling: what can be said of a date and of what is laid, in three levels.

1 says whether it can still be done and, where not, which laid piece is the first to lift; 2 names
a piece that has few places left, and the region it goes to; 3 lays one piece. Works on what is
left of the diagram, and returns facts; the wording is the command line's.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines.diagram.diagram import Diagram, Left
from calpuzzle.puzzle.shapes import Cell


class Hint(NamedTuple):
    """A piece class, the placements that it has left, and the one of them that most of the
    solutions left have."""

    piece: int
    places: tuple[int, ...]
    likeliest: int
    share: float


def to_lift(diagram: Diagram, instance: int | None, laid: Sequence[int]) -> tuple[int, bool]:
    """Which of the placements laid (an index into them) to lift first when nothing completes them,
    and whether lifting it is enough.

    The one whose lifting leaves the most solutions; where none alone is enough, the one with which
    it became impossible, in the order in which they were laid. Raises IndexError where nothing is
    laid.
    """
    if not laid:
        raise IndexError("nothing is laid")
    without = [diagram.completions(instance, [*laid[:k], *laid[k + 1 :]]) for k in range(len(laid))]
    best = max(range(len(laid)), key=lambda k: without[k])
    if without[best]:
        return best, True
    possible = 0
    while diagram.completions(instance, laid[: possible + 1]):
        possible += 1
    return possible, False


def covering(cover: Cover, cells: Container[Cell], laid: Sequence[int]) -> tuple[int, Cell] | None:
    """The first of the placements laid (an index into them) that covers one of the cells, and that
    cell; None where none does."""
    for index, option in enumerate(laid):
        for number in cover.options[option].cells:
            if cover.cells[number] in cells:
                return index, cover.cells[number]
    return None


def next_piece(left: Left) -> Hint:
    """The piece not yet laid that has the fewest places left; of several, one whose likeliest
    place most solutions have. Raises IndexError where nothing is left to lay."""
    cover = left.cover
    total = left.count
    places: dict[int, dict[int, int]] = {}
    for option, number in left.occurrences().items():
        if option not in left.laid:
            places.setdefault(cover.options[option].piece, {})[option] = number
    if not places:
        raise IndexError("every piece is laid")
    hints = []
    for piece, numbers in places.items():
        likeliest = max(sorted(numbers), key=lambda option: numbers[option])
        hints.append(Hint(piece, tuple(sorted(numbers)), likeliest, numbers[likeliest] / total))
    return min(hints, key=lambda hint: (len(hint.places), -hint.share, hint.piece))


def region(cover: Cover, options: Sequence[int]) -> str:
    """Words for the part of the board where the placements lie: by thirds of its sides."""
    cells = [cover.cells[cell] for option in options for cell in cover.options[option].cells]
    # A drawing may have empty lines at its edges.
    top = min(row for row, _ in cover.cells)
    start = min(column for _, column in cover.cells)
    height = 1 + max(row for row, _ in cover.cells) - top
    width = 1 + max(column for _, column in cover.cells) - start
    row = sum(row - top + 0.5 for row, _ in cells) / len(cells) / height
    column = sum(column - start + 0.5 for _, column in cells) / len(cells) / width
    up_down = "upper" if row < 1 / 3 else "lower" if row > 2 / 3 else "middle"
    left_right = "left" if column < 1 / 3 else "right" if column > 2 / 3 else "middle"
    if up_down == left_right:
        return "in the middle"
    if left_right == "middle":
        return f"in the {up_down} middle"
    return f"in the {up_down} {left_right}" if up_down != "middle" else f"at the {left_right} side"
