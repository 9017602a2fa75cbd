"""Keys for `min` and `sorted` that tell which of many solutions one would rather have.

`flips` counts pieces turned over, `falling` pieces that would fall where the board stands upright,
and `Near` pieces that must be moved from where another solution has them.

>>> import calpuzzle as cp
>>> from calpuzzle.results.choosing import Near, flips
>>> today, tomorrow = cp.load("dray").solve("Jan 1 Sat"), cp.load("dray").solve("Jan 2 Sun")
>>> best = min(tomorrow, key=Near(today.first()))
>>> Near(today.first()).moved(best)
('J4', 'S4', 'J5', 'Q5', 'T5', 'U5', 'V5', 'Z5')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from calpuzzle.puzzle.shapes import normal, orientations
from calpuzzle.results.solution import Solution

Key: TypeAlias = Callable[[Solution], int]


def flips(solution: Solution) -> int:
    """Return how many pieces lie turned over: as no turning in the plane makes of the shape that
    the puzzle draws first. A piece that is its own mirror image never does."""
    model = solution.model
    first = {piece.name: piece for piece in model.pieces}
    over = 0
    for name, cells in solution.pieces.items():
        piece = first[name] if name in first else first[name.rpartition("#")[0]]
        if piece.sides:
            unturned = orientations(piece.sides[0], True, False, model.lattice)
            over += normal(cells, model.lattice) not in unturned
    return over


def falling(solution: Solution) -> int:
    """Return how many pieces would fall where the board stands upright, its last row below: those
    with only uncovered cells of the board under them. A frame holds the board all around."""
    lying = {cell: name for name, cells in solution.pieces.items() for cell in cells}
    board = set(solution.model.board.cells)
    number = 0
    for name, cells in solution.pieces.items():
        under = {(*cell[:-2], cell[-2] + 1, cell[-1]) for cell in cells}.difference(cells)
        number += not any(at not in board or lying.get(at, name) != name for at in under)
    return number


class Near:
    """The number of pieces to move from where `layout` has them: a solution, or the options that
    lie, which may be of any date. Of interchangeable pieces it does not matter which lies where."""

    def __init__(self, layout: Solution | Iterable[int]) -> None:
        options = layout.options if isinstance(layout, Solution) else layout
        self._lying = frozenset(options)

    def __call__(self, solution: Solution) -> int:
        """Return how many pieces to move for that solution."""
        return len(self.moved(solution))

    def moved(self, solution: Solution) -> tuple[str, ...]:
        """The names of the pieces to move, in the order of the puzzle."""
        anew = solution.cells_of(set(solution.options) - self._lying)
        return tuple(name for name, cells in solution.pieces.items() if cells in anew)


KEYS: dict[str, Key] = {"fewest-flips": flips, "gravity-safe": falling}
"""The keys that need nothing but the solution, by the names of the command line."""


def best_first(solutions: Iterable[Solution], keys: Iterable[Key]) -> list[Solution]:
    """The solutions by the first key; of equal ones by the second, and so on; then as they come."""
    wanted = tuple(keys)
    return sorted(solutions, key=lambda solution: tuple(key(solution) for key in wanted))
