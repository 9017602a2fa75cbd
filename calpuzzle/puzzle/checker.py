"""A checker of solutions that shares no code with the engines or the lowering.

`first_fault` uses only the model and the claimed cells. Instead of using the motions of lattice.py,
it applies quarter or sixth turns, and turning over, until no new image of the piece appears, and
compares the claimed cells with the images. For a piece of spheres that may make all motions, it
pairs the spheres of the piece with the claimed ones so that all distances are equal and the result
is not a mirror image."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from calpuzzle.puzzle.model import Model, Piece

Cell = tuple[int, ...]
Turn = list[list[int]]
"""A matrix: row k contains the coefficients of the old coordinates in new coordinate k."""

Marked = frozenset[tuple[tuple[int, ...], int]]
"""Cells translated to the origin, each with its colour."""


def first_fault(
    model: Model, uncovered: Mapping[str, str], pieces: Mapping[str, Sequence[Sequence[int]]]
) -> str | None:
    """Return the first fault of the claimed solution as a sentence, or None if it is correct.

    `uncovered` maps each group to a label, `pieces` each placed piece to its cells; the copies of a
    piece are named `NAME#1`, `NAME#2` and so on.
    """
    fault = _wrong_labels(model, uncovered) or _wrong_numbers(model, pieces)
    if fault:
        return fault
    board = model.board
    colours = dict(zip(board.cells, board.colours or [0] * len(board.cells), strict=True))
    named = {name: piece for piece in model.pieces for name in piece.names}
    owner: dict[tuple[int, ...], str] = {}
    for name, cells in pieces.items():
        claimed = [tuple(cell) for cell in cells]
        unknown = [cell for cell in claimed if cell not in colours]
        if unknown:
            return f"{unknown[0]} is off the board"
        if not _is_piece(model, named[name], claimed, [colours[cell] for cell in claimed]):
            return f"the cells {list(cells)} do not form piece {name}"
        for cell in claimed:
            if cell in owner:
                return f"{owner[cell]} and {name} both cover {cell}"
            owner[cell] = name
    labels = model.opened(uncovered[group.name] for group in model.groups)
    open_cells = {board.cells[board.labels.index(label)] for label in labels}
    for number, cell in enumerate(board.cells):
        if cell in owner and cell in open_cells:
            return f"{cell} is covered, but must stay uncovered"
        if not (cell in owner or cell in open_cells or number in board.optional):
            return f"{cell} is not covered"
    return None


def _wrong_labels(model: Model, uncovered: Mapping[str, str]) -> str | None:
    """Return a sentence if a group is unknown, or if the label of a group is missing or is not one
    of its labels; otherwise None."""
    unknown = set(uncovered) - {group.name for group in model.groups}
    if unknown:
        return f"{sorted(unknown)} are not groups of the puzzle"
    for group in model.groups:
        label = uncovered.get(group.name)
        if label is None:
            return f"there is no label of group {group.name}"
        if label not in group.labels:
            return f"group {group.name} leaves {label} uncovered, which is not one of its labels"
    return None


def _wrong_numbers(model: Model, pieces: Iterable[str]) -> str | None:
    """Return a sentence if pieces are unknown, or too few copies of one are placed; otherwise None.

    Surplus copies have names that `Piece.names` does not contain, so they count as unknown.
    """
    unknown = set(pieces)
    for piece in model.pieces:
        number = len(unknown.intersection(piece.names))
        if number < piece.least:
            return f"too few of piece {piece.name} are placed: {number} of {piece.least}"
        unknown.difference_update(piece.names)
    return f"{sorted(unknown)} are not pieces of the puzzle" if unknown else None


def _is_piece(model: Model, piece: Piece, cells: list[tuple[int, ...]], colours: list[int]) -> bool:
    """Return whether the piece can cover exactly `cells`, on which the board has `colours`."""
    if model.board.bare:
        return tuple(sorted(model.board.cells.index(cell) for cell in cells)) in piece.placements
    if len(set(cells)) < len(cells):
        return False
    board_colours = dict(zip(cells, colours, strict=True))
    marks = piece.colours or [(0,) * len(side) for side in piece.sides]
    for side, shades in zip(piece.sides, marks, strict=True):
        for placed in _colourings(model, piece, dict(zip(side, shades, strict=True)), cells):
            if all(model.colour_fits(placed[cell], c) for cell, c in board_colours.items()):
                return True
    return False


def _colourings(
    model: Model, piece: Piece, side: dict[Cell, int], cells: list[Cell]
) -> Iterator[dict[Cell, int]]:
    """Yield the colours that `side` shows on `cells`, for each way in which it can cover them."""
    if model.lattice.divisor > 1 and piece.turn and piece.flip:
        for order in _congruent(list(side), cells, []):
            yield dict(zip(order, side.values(), strict=True))
        return
    low = _low(cells, model)
    at = frozenset(tuple(x - y for x, y in zip(cell, low, strict=True)) for cell in cells)
    for image in _images(piece, _marked(side.items(), model), model):
        if {cell for cell, _ in image} == at:
            yield {tuple(x + y for x, y in zip(c, low, strict=True)): mark for c, mark in image}


def _congruent(side: list[Cell], cells: list[Cell], found: list[Cell]) -> Iterator[list[Cell]]:
    """Yield each order of `cells` that makes them congruent to `side` and begins with `found`."""
    k = len(found)
    if k == len(side):
        if _is_same_hand(side, found):
            yield found
        return
    for cell in cells:
        if cell not in found and all(
            _distance(cell, placed) == _distance(side[k], original)
            for placed, original in zip(found, side, strict=False)
        ):
            yield from _congruent(side, cells, [*found, cell])


def _distance(one: Cell, other: Cell) -> int:
    """Return the square of the Euclidean distance."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _is_same_hand(side: list[Cell], cells: list[Cell]) -> bool:
    """Return whether `cells` are not a mirror image of `side`.

    They are not a mirror image if the signed volumes of all sets of four cells agree.
    """
    return all(
        _volume([side[k] for k in four]) == _volume([cells[k] for k in four])
        for four in combinations(range(len(side)), 4)
    )


def _volume(four: list[Cell]) -> int:
    """Return six times the signed volume of a tetrahedron, as a determinant."""
    (a, b, c), (d, e, f), (g, h, i) = (
        [x - y for x, y in zip(cell, four[0], strict=True)] for cell in four[1:]
    )
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _images(piece: Piece, start: Marked, model: Model) -> set[Marked]:
    """Return all images of a side: apply the generating motions until no new image appears."""
    found = {start}
    todo = [start]
    while todo:
        image = todo.pop()
        for turn in _turns(piece, model.board.dimensions, model.lattice.sixfold):
            cells = [
                (tuple(sum(map(int.__mul__, row, cell)) for row in turn), colour)
                for cell, colour in image
            ]
            moved = _marked(cells, model)
            if moved not in found:
                found.add(moved)
                todo.append(moved)
    return found


def _turns(piece: Piece, dimensions: int, sixths: bool) -> list[Turn]:
    """Return motions that generate all motions that the piece may make."""
    row, column = dimensions - 2, dimensions - 1
    turns = []
    if piece.turn:
        quarter = _identity(dimensions)
        quarter[row][row], quarter[row][column] = int(sixths), 1
        quarter[column][row], quarter[column][column] = -1, 0
        turns.append(quarter)
    if piece.flip:
        over = _identity(dimensions)
        over[column][row], over[column][column] = -int(sixths), -1
        if dimensions > 2:
            over[row - 1][row - 1] = -1
        turns.append(over)
    if piece.turn and piece.flip and not sixths:
        for axis in range(row):  # quarter turns in the other planes generate all rotations
            quarter = _identity(dimensions)
            quarter[axis], quarter[axis + 1] = quarter[axis + 1], [-x for x in quarter[axis]]
            turns.append(quarter)
    return turns


def _identity(dimensions: int) -> Turn:
    """Return the identity matrix."""
    return [[int(k == axis) for axis in range(dimensions)] for k in range(dimensions)]


def _low(cells: Iterable[Cell], model: Model) -> Cell:
    """Return the lowest coordinates of the cells, rounded down to a translation of the lattice."""
    step = model.step
    low = [min(values) - min(values) % step for values in zip(*cells, strict=True)]
    if model.lattice.even and sum(low) % (2 * step):
        low[0] -= step
    return tuple(low)


def _marked(cells: Iterable[tuple[Cell, int]], model: Model) -> Marked:
    """Return the coloured cells translated to the origin."""
    cells = list(cells)
    low = _low([cell for cell, _ in cells], model)
    return frozenset(
        (tuple(x - base for x, base in zip(cell, low, strict=True)), colour)
        for cell, colour in cells
    )
