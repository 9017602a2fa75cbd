"""Hints: which piece comes next, where it lies, and which one to take back where none can follow.

docs/hints.md is the rulebook; the page's twin is js/logic/hints.js. All five levels speak of
the same placement, which a person could have found. What is returned are facts: the words are said
by game/advice.py and by the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from calpuzzle.game.position import Choice, Position
from calpuzzle.planning.residual import Asked, Remaining, possible
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.shapes import Cell


class Hint(NamedTuple):
    """The placement that can be laid next, a cell of it, and the choice that leads there."""

    option: int
    cell: Cell
    choice: Choice

    @property
    def forced(self) -> bool:
        """Return whether nothing else fits."""
        return not self.choice.spare


class Other(NamedTuple):
    """Another placement that fits, and what speaks against it: how many of the solutions left have
    it, 0 mostly; then, where that shows at once, the item that nothing could cover any more."""

    option: int
    times: int
    item: int | None


class TakeBack(NamedTuple):
    """The placement to take back, by its place `at` among those laid; the cell of the date that it
    covers, if it does; and whether all others can be completed without it."""

    at: int
    cell: Cell | None
    enough: bool


def next_piece(lowered: Lowering, asked: Asked, laid: Options) -> Hint:
    """The hint for a position that is possible; those of a date are among `laid`. Raises IndexError
    where it is solved."""
    position = Position(lowered, laid)
    if position.solved:
        raise IndexError("the position is solved")
    choice = position.choice()
    ordered = sorted(choice.fitting, key=lambda k: (lowered.class_of(k), lowered.cells_of(k)))
    # The last one needs no search: some placement of the choice is in a solution.
    likely = (k for k in ordered[:-1] if possible(asked, (*laid, k)))
    option = next(likely, ordered[-1])
    if choice.item is not None and choice.item >= lowered.first:
        return Hint(option, lowered.cells[choice.item - lowered.first], choice)

    def ways(cell: Cell) -> int:
        return len(position.of_items[lowered.number[cell]])

    return Hint(option, min(lowered.cells_of(option), key=ways), choice)


def others(lowered: Lowering, left: Remaining, hint: Hint) -> list[Other]:
    """The other placements that fit for the cell or the piece of a hint, and what speaks against
    each."""
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


def take_back(
    lowered: Lowering, asked: Asked, date: Options, laid: Sequence[int]
) -> TakeBack | None:
    """The placement with which a dead position became so, in the order laid; `date` are the options
    of the date. None where the date has no solution at all."""
    # From the end: the more is laid, the less there is to search.
    parts = ((*date, *laid[:k]) for k in range(len(laid) - 1, -1, -1))
    alive = next((part for part in parts if possible(asked, part)), None)
    if alive is None:
        return None
    at = len(alive) - len(date)
    of_date = {cell for option in date for cell in lowered.cells_of(option)}
    cell = next((cell for cell in lowered.cells_of(laid[at]) if cell in of_date), None)
    enough = possible(asked, (*date, *laid[:at], *laid[at + 1 :]))
    return TakeBack(at, cell, enough)


def region(lowered: Lowering, options: Sequence[int]) -> int | None:
    """The region of the board where placements lie, 0 (upper left) to 8 (lower right); None where
    the board cannot be drawn."""
    if lowered.model.board.bare:
        return None
    cells = [lowered.spots[cell] for option in options for cell in lowered.cells_of(option)]
    found = 0
    for axis in (-2, -1):
        # A drawing may have empty lines at its edges.
        every = [spot[axis] for spot in lowered.spots.values()]
        first, size = min(every), max(every) - min(every) + 1
        # The mean place of the centres is twice / all.
        twice = sum(2 * (cell[axis] - first) + 1 for cell in cells)
        whole = 2 * size * len(cells)
        found = 3 * found + (3 * twice >= whole) + (3 * twice > 2 * whole)
    return found
