"""Preferences among solutions: keys for `min` and `sorted`, and the cost of each option by a key.

`flips` counts the pieces that are turned over, `falling` counts those that would fall if the board
were upright, and `Near` counts those that are placed differently in another solution. `Each` sums a
function over the placements. For fixed uncovered cells, each of these keys is a sum over the
placements. `costs_of` returns the terms of the sum. With them, calpuzzle.results.cheapest finds the
best solution without listing the others.

>>> import calpuzzle as cp
>>> from calpuzzle.results.preferences import Near, flips
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
from calpuzzle.base.given import check_kind
from calpuzzle.base.wording import unknown
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.piece_classes import ColouredShape, oriented
from calpuzzle.puzzle.shapes import Shape
from calpuzzle.results.solution import Solution

Key: TypeAlias = Callable[[Solution], int]
PlacementCells: TypeAlias = tuple[Cell, ...]
OptionCosts: TypeAlias = Callable[[AbstractSet[Cell]], list[int]]


def flips(solution: Solution) -> int:
    """Return the number of pieces turned over. A piece is turned over if no rotation in the plane
    turns its first side in the puzzle file, colours included, into its orientation in the solution.
    On a flat board, a piece that equals its mirror image is never turned over."""
    is_turned_over = _turned_over(solution.model)
    cells = solution.pieces
    return sum(
        is_turned_over(_named(solution.model, name), shape, cells[name])
        for name, shape in solution.shapes.items()
    )


def falling(solution: Solution) -> int:
    """Return the number of pieces that would fall if the board were upright with its last row at
    the bottom. A piece falls if all cells directly below it are uncovered cells of the board. Cells
    outside the board support a piece, because a frame surrounds the board."""
    covered = [cell for cells in solution.pieces.values() for cell in cells]
    opened = set(solution.model.board.cells).difference(covered)
    return sum(_under(cells) <= opened for cells in solution.pieces.values())


class Near:
    """The number of pieces to move from their places in `layout`, a solution or a set of options of
    any date. If interchangeable pieces exchange places, they do not count as moved."""

    def __init__(self, layout: Solution | Iterable[int]) -> None:
        options = layout.options if isinstance(layout, Solution) else layout
        self.layout = frozenset(options)

    def __call__(self, solution: Solution) -> int:
        """Return the number of pieces to move for the given solution."""
        return len(self.moved(solution))

    def moved(self, solution: Solution) -> tuple[str, ...]:
        """Return the names of the pieces to move, in the order of the puzzle."""
        new_places = solution.cells_of(set(solution.options) - self.layout)
        return tuple(name for name, cells in solution.pieces.items() if cells in new_places)


class Each:
    """The sum of `cost(name, cells)` over the placed pieces. The cells are sorted, and the cost is
    an integer from -2^40 to 2^40. Interchangeable pieces are passed under the name of the first of
    them, without the number of a copy."""

    def __init__(self, cost: Callable[[str, PlacementCells], int]) -> None:
        self.cost = cost

    def __call__(self, solution: Solution) -> int:
        """Return the cost of the solution."""
        return sum(self.cost(name, cells) for name, cells in solution.placements())


KEYS: dict[str, Key] = {"fewest-flips": flips, "gravity-safe": falling}
"""The keys without parameters, by their names on the command line."""


def checked(keys: Sequence[str | Key]) -> list[Key]:
    """Return the keys, with names replaced by the key functions. Raises InputError if there are
    none, and for an unknown name."""
    if not keys:
        raise InputError(f"no preference is given: name {', '.join(KEYS)}, or pass a key function")
    for key in keys:
        if not callable(key):
            check_kind(key, str, "keys must be names of preferences, or functions")
            if key not in KEYS:
                raise InputError(unknown("preference", key, list(KEYS)))
    return [KEYS[key] if isinstance(key, str) else key for key in keys]


def costs_of(key: Key, lowered: Lowering) -> OptionCosts | None:
    """Return a function that takes the uncovered cells and returns the cost of each option; labels
    cost nothing. The result is None if the placement of a piece does not determine its cost."""
    options = range(len(lowered.cover.options))
    if key is falling:
        # Costs are used with diagrams, which need boards where each group leaves one cell uncovered
        # and no other cell is empty. So a piece with more cells directly below it than there are
        # groups cannot fall.
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
    """Return a function that takes an option and the class of its piece and returns its cost, or
    None if these do not determine the cost."""
    model, classes = lowered.model, lowered.classes
    if isinstance(key, Near):
        return lambda option, _: int(option not in key.layout)
    if isinstance(key, Each):
        return lambda option, index: key.cost(classes[index].name, lowered.cells_of(option))
    pieces = [[_named(model, name) for name in piece_class.names] for piece_class in classes]
    # If interchangeable pieces are drawn as mirror images of one another, a placement alone does
    # not determine which of them it is, and so not whether it is turned over.
    if key is flips and all(
        len({(piece.sides, piece.colours) for piece in same}) == 1 for same in pieces
    ):
        is_turned_over = _turned_over(model)
        return lambda option, index: is_turned_over(
            pieces[index][0], lowered.shape_of(option), lowered.cells_of(option)
        )
    return None


def _named(model: Model, name: str) -> Piece:
    """Return the piece of the given name, which may be the name of a copy."""
    pieces = {piece.name: piece for piece in model.pieces}
    return pieces.get(name) or pieces[name.rpartition("#")[0]]


def _turned_over(model: Model) -> Callable[[Piece, Shape, PlacementCells], bool]:
    """Return a predicate: whether a piece placed as `shape` on `cells` is turned over."""
    colours = dict(zip(model.board.cells, model.board.colours, strict=False))

    @cache
    def first_side(piece: Piece) -> tuple[ColouredShape, ...]:
        one_side = piece._replace(
            sides=piece.sides[:1], colours=piece.colours[:1], turn=True, flip=False
        )
        return oriented(one_side, model.lattice)

    def is_turned_over(piece: Piece, shape: Shape, cells: PlacementCells) -> bool:
        return bool(piece.sides) and not any(
            orientation == shape
            and all(
                model.colour_fits(colour, colours[cell])
                for colour, cell in zip(piece_colours, cells, strict=False)
            )
            for orientation, piece_colours in first_side(piece)
        )

    return is_turned_over


def _under(cells: PlacementCells) -> set[Cell]:
    """Return the cells directly below a piece, without the cells of the piece itself."""
    return {(*cell[:-2], cell[-2] + 1, cell[-1]) for cell in cells}.difference(cells)


def best_first(solutions: Iterable[Solution], keys: Iterable[Key]) -> list[Solution]:
    """Return the solutions sorted by the first key, ties by the second, and so on; stable."""
    wanted = tuple(keys)
    return sorted(solutions, key=lambda solution: tuple(key(solution) for key in wanted))
