"""The features of a puzzle, whose pairs the differential suite combines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from operator import add, sub

import definition

from calpuzzle.puzzle.lattice import LINES, Lattice
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import Cell

WORD = 64  # places of a board in one word of a bitboard
MOTIONS = {
    "free": (True, True),
    "one-sided": (True, False),
    "flips only": (False, True),
    "fixed": (False, False),
}
NAMES = {
    "squares": "squares",
    "hexagons": "hexagons",
    "triangles": "triangles",
    "sticks": "sticks",
    "spheres": "spheres",
    "rhombic": "rhombic tetrahedra",
    "tetrahedra": "tetrahedra and octahedra",
    "bare": "",
}
"""The lattice of each feature; a bare puzzle has only lists of placements."""
SOLID = ("spheres", "rhombic", "tetrahedra")


def _lattice(name: str) -> Callable[[Model], bool]:
    if name == "bare":
        return lambda model: model.board.bare
    return lambda model: model.lattice.name == NAMES[name] and not model.board.bare


def _moving(turn: bool, flip: bool) -> Callable[[Model], bool]:
    return lambda model: any(
        (piece.turn, piece.flip) == (turn, flip) for piece in model.pieces if piece.sides
    )


def _gaps(model: Model) -> bool:
    """Return whether the bounding box of the board has places without a cell."""
    if model.board.bare or model.lattice.name in map(NAMES.get, SOLID):
        return False
    lattice = model.lattice
    cells = [
        c for k, c in enumerate(model.board.cells) if sum(c[-2:]) % 2 or lattice.drawn != LINES
    ]
    places = [(*cell[:-2], *lattice.place(cell)) for cell in cells]
    sides = [range(min(axis), max(axis) + 1) for axis in zip(*places, strict=True)]
    there = [own for own in product(*sides) if lattice.cell_at(*own[-2:]) is not None]
    layers = 1 if len(places[0]) == 2 else len({own[0] for own in places})
    return len(cells) < len(there) // len(sides[0] if len(sides) > 2 else [0]) * layers


def span(model: Model) -> int:
    """Return the number of places in the bounding box of a flat board, or 0 if it is not flat."""
    cells = model.board.cells
    if model.board.bare or len({cell[:-2] for cell in cells}) > 1:
        return 0
    rows, columns = {cell[-2] for cell in cells}, {cell[-1] for cell in cells}
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def _equal(model: Model) -> bool:
    together = model._replace(interchangeable=True)
    sizes = Counter(len(piece.placements) or sum(map(len, piece.sides)) for piece in model.pieces)
    several = [
        k
        for k, p in enumerate(model.pieces)
        if sizes[len(p.placements) or sum(map(len, p.sides))] > 1
    ]
    return len({definition.kind(together, k) for k in several}) < len(several)


def _twins(model: Model) -> bool:
    """Return whether two placements of a piece have the same cells but show other colours."""
    for piece in model.pieces if model.fits else ():
        placements = definition.placed_cells(model, piece)
        if len({*placements}) < len(placements):
            return True
    return False


def _in_parts(cells: Sequence[Cell], lattice: Lattice) -> bool:
    left, part = {*cells[1:]}, [cells[0]]
    for cell in part:
        near = left.intersection(touching(cell, lattice))
        left -= near
        part += near
    return bool(left)


FEATURES: dict[str, Callable[[Model], bool]] = {
    **{name: _lattice(name) for name in NAMES},
    "layers": lambda model: not model.board.bare and len({c[:-2] for c in model.board.cells}) > 1,
    "gaps": _gaps,
    "may stay empty": lambda model: any(
        model.lattice.drawn != LINES or sum(model.board.cells[k]) % 2 for k in model.board.optional
    ),
    "no crossings": lambda model: (
        model.lattice.drawn == LINES and any(sum(cell) % 2 == 0 for cell in model.board.cells)
    ),
    "copies": lambda model: any(piece.least == piece.most > 1 for piece in model.pieces),
    "may stay out": lambda model: any(piece.least == 0 for piece in model.pieces),
    "ranges": lambda model: any(piece.least < piece.most > 1 for piece in model.pieces),
    "equal pieces": _equal,
    "told apart": lambda model: not model.interchangeable,
    "colours": lambda model: bool(model.board.colours),
    "pairs of colours": lambda model: bool(model.fits),
    "twins": _twins,
    "parts": lambda model: any(
        _in_parts(side, model.lattice) for piece in model.pieces for side in piece.sides
    ),
    "sides": lambda model: any(len(piece.sides) > 1 for piece in model.pieces),
    **{name: _moving(*way) for name, way in MOTIONS.items()},
    "no group": lambda model: not model.groups,
    "one group": lambda model: len(model.groups) == 1,
    "several groups": lambda model: len(model.groups) > 1,
    "opens several": lambda model: any(len(p) > 1 for g in model.groups for p in g.label_sets),
    "opens none": lambda model: any(not part for g in model.groups for part in g.label_sets),
    "loose labels": lambda model: bool(
        {label for label in model.board.labels if label}
        - {label for group in model.groups for label in group.printed}
    ),
    "many pieces": lambda model: sum(piece.most for piece in model.pieces) > 24,
    "two words": lambda model: span(model) > WORD,
    "long board": lambda model: span(model) > 2 * WORD,
}

NO_DIAGRAM = {
    *("bare", "layers", "spheres", "rhombic", "tetrahedra", "may stay empty", "no crossings"),
    *("may stay out", "ranges", "sides", "opens several", "opens none", "many pieces"),
    "long board",
}
"""The features of puzzles that may have no diagram, according to docs/engines.md."""


def features_of(model: Model) -> set[str]:
    """Return the features that a puzzle has."""
    return {name for name, has in FEATURES.items() if has(model)}


@cache
def _steps(lattice: Lattice, cell: Cell) -> list[Cell]:
    """Return the steps from a cell to the cells that touch it; sticks touch at a common end."""
    if lattice.drawn != LINES:
        near = lattice.neighbours(cell)
    else:
        (row, column), along = cell, (cell[0] % 2, cell[1] % 2)
        ends = [(row + k * along[0], column + k * along[1]) for k in (-1, 1)]
        ways = ((0, 1), (0, -1), (1, 0), (-1, 0))
        near = [(r + down, c + right) for r, c in ends for down, right in ways]
    return sorted({tuple(map(sub, other, cell)) for other in near} - {(0,) * len(cell)})


def touching(cell: Cell, lattice: Lattice) -> list[Cell]:
    """Return the cells that touch a cell."""
    home = tuple(x % (2 * lattice.step) for x in cell)
    return [tuple(map(add, cell, step)) for step in _steps(lattice, home)]
