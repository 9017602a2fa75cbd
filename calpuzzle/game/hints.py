"""The facts of hints: which piece to place next and where, or which one to take back.

docs/hints.md states the rules; the page implements them in js/logic/hints.js. Levels 2 to 5 of the
help describe the same placement, which a person could find. game/advice.py and the page put the
facts into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from calpuzzle.game.position import Choice, Position
from calpuzzle.planning.residual import RemainingSolutions, ResidualProblems, is_possible
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell


class Hint(NamedTuple):
    """The placement to make next, a cell of it, and the choice that it resolves."""

    option: int
    cell: Cell
    choice: Choice

    @property
    def sure(self) -> bool:
        """Whether the choice has no more placements than its cell or piece needs."""
        return not self.choice.spare


class Other(NamedTuple):
    """Another placement that fits. `times` is the number of remaining solutions that contain it. If
    it is 0, `item` is an item that has too few placements after this one, or None if the reason is
    not that simple."""

    option: int
    times: int
    item: int | None


class TakeBack(NamedTuple):
    """The placement to take back, as its index `at` among those passed; a cell of the date that it
    covers, or None; and whether taking back only this one is `enough` to make the position
    solvable."""

    at: int
    cell: Cell | None
    enough: bool


def next_piece(lowered: Lowering, asked: ResidualProblems, placed: Options) -> Hint:
    """Return the hint for a solvable position, whose placed options include those of the date.
    Raises IndexError if the position is solved."""
    position = Position(lowered, placed)
    if position.solved:
        raise IndexError("the position is solved")
    choice = position.choice()
    ordered = sorted(choice.fitting, key=lambda k: (lowered.class_of(k), lowered.cells_of(k)))
    # The last placement needs no search: some placement of the choice is in a solution.
    likely = (k for k in ordered[:-1] if is_possible(asked, (*placed, k)))
    option = next(likely, ordered[-1])
    if choice.item is not None and choice.item >= lowered.first:
        return Hint(option, lowered.cells[choice.item - lowered.first], choice)

    def ways(cell: Cell) -> int:
        return len(position.placements_by_item[lowered.item_of[cell]])

    return Hint(option, min(lowered.cells_of(option), key=ways), choice)


def others(lowered: Lowering, remaining: RemainingSolutions, hint: Hint) -> list[Other]:
    """Return the other placements that fit for the cell or the piece of a hint."""
    position = Position(lowered, remaining.placed)
    times = remaining.occurrences()
    return [
        Other(
            option,
            times.get(option, 0),
            None if option in times else position.item_without_placement(option),
        )
        for option in hint.choice.fitting
        if option != hint.option
    ]


def take_back(
    lowered: Lowering, asked: ResidualProblems, date: Options, placed: Sequence[int]
) -> TakeBack | None:
    """Return the first placement, in the order placed, after which the position was unsolvable;
    None if the date, whose options are `date`, has no solution at all."""
    # Start from the end, because a search is short if many pieces are placed.
    prefixes = ((*date, *placed[:k]) for k in range(len(placed) - 1, -1, -1))
    solvable = next((prefix for prefix in prefixes if is_possible(asked, prefix)), None)
    if solvable is None:
        return None
    at = len(solvable) - len(date)
    of_date = {cell for option in date for cell in lowered.cells_of(option)}
    cell = next((cell for cell in lowered.cells_of(placed[at]) if cell in of_date), None)
    enough = is_possible(asked, (*date, *placed[:at], *placed[at + 1 :]))
    return TakeBack(at, cell, enough)


def region(lowered: Lowering, options: Sequence[int]) -> int | None:
    """Return the region of the board that contains the centre of the placements, from 0 (upper
    left) to 8 (lower right) row by row; None if the board cannot be drawn."""
    if lowered.model.board.bare:
        return None
    cells = [lowered.spots[cell] for option in options for cell in lowered.cells_of(option)]
    found = 0
    for axis in (-2, -1):
        # Measured over the cells of the board, because a drawing may have empty lines at its edges.
        every = [spot[axis] for spot in lowered.spots.values()]
        first, size = min(every), max(every) - min(every) + 1
        # The mean coordinate of the cells' centres is the fraction total / whole of the board; the
        # thirds of the board are compared in integers.
        total = sum(2 * (cell[axis] - first) + 1 for cell in cells)
        whole = 2 * size * len(cells)
        found = 3 * found + (3 * total >= whole) + (3 * total > 2 * whole)
    return found
