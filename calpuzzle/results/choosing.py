"""Preferences among solutions: keys for `min` and `sorted`, and what the options
of a puzzle cost by them.

`flips` counts pieces turned over, `falling` pieces that would fall where the board stands upright,
`Near` pieces that must be moved from where another solution has them, and `Each` adds up what a
function says of each placement. All are sums over the placements, as long as it is known which
cells stay uncovered: then `costs_of` gives the terms, by which calpuzzle.results.cheapest finds the
best solution without the others.

>>> import calpuzzle as cp
>>> from calpuzzle.results.choosing import Near, flips
>>> today, tomorrow = cp.load("dray").solve("Jan 1 Sat"), cp.load("dray").solve("Jan 2 Sun")
>>> best = min(tomorrow, key=Near(today.first()))
>>> Near(today.first()).moved(best)
('J4', 'S4', 'J5', 'Q5', 'T5', 'U5', 'V5', 'Z5')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import TypeAlias

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import unknown
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering, Oriented, oriented
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Shape
from calpuzzle.results.solution import Solution

Key: TypeAlias = Callable[[Solution], int]
Cells: TypeAlias = tuple[Cell, ...]
Costs: TypeAlias = Callable[[AbstractSet[Cell]], list[int]]


def flips(solution: Solution) -> int:
    """Return how many pieces lie turned over: as no turning in the plane makes of the side that the
    puzzle draws first, with its colours. A piece that is its own mirror image never does."""
    is_over = _turned_over(solution.model)
    cells = solution.pieces
    return sum(
        is_over(_named(solution.model, name), shape, cells[name])
        for name, shape in solution.shapes.items()
    )


def falling(solution: Solution) -> int:
    """Return how many pieces would fall where the board stands upright, its last row below: those
    with only uncovered cells of the board under them. A frame holds the board all around."""
    lying = [cell for cells in solution.pieces.values() for cell in cells]
    opened = set(solution.model.board.cells).difference(lying)
    return sum(_under(cells) <= opened for cells in solution.pieces.values())


class Near:
    """The number of pieces to move from where `layout` has them: a solution, or the options that
    lie, which may be of any date. Of interchangeable pieces it does not matter which lies where."""

    def __init__(self, layout: Solution | Iterable[int]) -> None:
        options = layout.options if isinstance(layout, Solution) else layout
        self.lying = frozenset(options)

    def __call__(self, solution: Solution) -> int:
        """Return how many pieces to move for that solution."""
        return len(self.moved(solution))

    def moved(self, solution: Solution) -> tuple[str, ...]:
        """The names of the pieces to move, in the order of the puzzle."""
        anew = solution.cells_of(set(solution.options) - self.lying)
        return tuple(name for name, cells in solution.pieces.items() if cells in anew)


class Each:
    """The sum of what `cost` gives for each piece that lies, called with its name and its cells,
    sorted: a whole number from -2^40 to 2^40. Of interchangeable pieces the name is that of the
    first, without the number of a copy."""

    def __init__(self, cost: Callable[[str, Cells], int]) -> None:
        self.cost = cost

    def __call__(self, solution: Solution) -> int:
        """Return what the solution costs."""
        return sum(self.cost(name, cells) for name, cells in solution.placements())


KEYS: dict[str, Key] = {"fewest-flips": flips, "gravity-safe": falling}
"""The keys that need nothing but the solution, by the names of the command line."""


def checked(keys: Sequence[str | Key]) -> list[Key]:
    """The keys, which may be named. Raises InputError for none, and for what is no key."""
    if not keys:
        raise InputError(f"name what is to count: {', '.join(KEYS)}, or a key of your own")
    for key in keys:
        if not callable(key) and key not in KEYS:
            raise InputError(unknown("preference", str(key), list(KEYS)))
    return [KEYS[key] if isinstance(key, str) else key for key in keys]


def costs_of(key: Key, lowered: Lowering) -> Costs | None:
    """Return the cost of each option by a key, as a list, given the cells that stay uncovered:
    labels nothing. None where what a piece costs is not settled by where it lies."""
    options = range(len(lowered.cover.options))
    if key is falling:
        # Few cells stay uncovered, so few pieces can ever fall.
        most = len(lowered.model.groups)
        below = [(k, _under(lowered.cells_of(k))) for k in options if lowered.class_of(k) >= 0]
        loose = [(k, under) for k, under in below if len(under) <= most]

        def fall(opened: AbstractSet[Cell]) -> list[int]:
            costs = [0] * len(options)
            for option, under in loose:
                costs[option] = int(under <= opened)
            return costs

        return fall
    term = _term(key, lowered)
    if term is None:
        return None
    classes = map(lowered.class_of, options)
    costs = [term(option, index) if index >= 0 else 0 for option, index in enumerate(classes)]
    return lambda _: costs


def _term(key: Key, lowered: Lowering) -> Callable[[int, int], int] | None:
    """Return the function from an option and the class of its piece to its cost."""
    model, classes = lowered.model, lowered.classes
    if isinstance(key, Near):
        return lambda option, _: int(option not in key.lying)
    if isinstance(key, Each):
        return lambda option, index: key.cost(classes[index].name, lowered.cells_of(option))
    pieces = [[_named(model, name) for name in own.names] for own in classes]
    # Interchangeable pieces that are drawn as one another's mirror images: which lies turned over
    # depends on where the others lie.
    if key is flips and all(
        len({(own.sides, own.colours) for own in each}) == 1 for each in pieces
    ):
        is_over = _turned_over(model)
        return lambda option, index: is_over(
            pieces[index][0], lowered.shape_of(option), lowered.cells_of(option)
        )
    return None


def _named(model: Model, name: str) -> Piece:
    """The piece of that name, which may be that of a copy."""
    pieces = {piece.name: piece for piece in model.pieces}
    return pieces.get(name) or pieces[name.rpartition("#")[0]]


def _turned_over(model: Model) -> Callable[[Piece, Shape, Cells], bool]:
    """Return the function that says whether a piece that lies so on these cells is turned over."""
    colours = dict(zip(model.board.cells, model.board.colours, strict=False))

    @cache
    def first_side(piece: Piece) -> tuple[Oriented, ...]:
        sides, marks = piece.sides[:1], piece.colours[:1]
        return oriented(
            piece._replace(sides=sides, colours=marks, turn=True, flip=False), model.lattice
        )

    def is_over(piece: Piece, shape: Shape, cells: Cells) -> bool:
        return bool(piece.sides) and not any(
            own == shape
            and all(
                model.colour_fits(mark, colours[at]) for mark, at in zip(marks, cells, strict=False)
            )
            for own, marks in first_side(piece)
        )

    return is_over


def _under(cells: Cells) -> set[Cell]:
    """The cells below a piece, in the row behind its own."""
    return {(*cell[:-2], cell[-2] + 1, cell[-1]) for cell in cells}.difference(cells)


def best_first(solutions: Iterable[Solution], keys: Iterable[Key]) -> list[Solution]:
    """The solutions by the first key; of equal ones by the second, and so on; then as they come."""
    wanted = tuple(keys)
    return sorted(solutions, key=lambda solution: tuple(key(solution) for key in wanted))
