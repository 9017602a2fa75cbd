"""An assembled solid puzzle: the pieces as placed in a solution, and the steps of its disassembly.

Each sheet after the first shows one separation. The pieces that stay are placed as they are before
the last move of the separation. The removed pieces have moved in the direction of this move until
a free layer of cells separates them from the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import shapely

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.draw.disassembly_film import Positions, moves_with_positions, slid
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Model
from calpuzzle.results.disassembly import DOES_NOT_COME_APART, Separation
from calpuzzle.results.solution import Solution
from calpuzzle.workshop import solids
from calpuzzle.workshop.cut_plan import solid_part
from calpuzzle.workshop.cut_settings import Settings
from calpuzzle.workshop.nesting import Sheet


def assembly_sheets(solution: Solution, exploded: bool, settings: Settings) -> list[Sheet]:
    """Return a sheet of the placed pieces and, with `exploded`, a sheet of each separation. Each
    sheet is as large as its contents. Raise InputError for a puzzle whose pieces cannot be made as
    bodies, and CannotDoError for a solution that cannot be disassembled."""
    model = solution.model
    if why := solids.unsupported_reason(model):
        raise InputError(why)
    placed = [("", solution.pieces)]
    if exploded:
        parted = solution.disassembly()
        if parted is None:
            raise CannotDoError(f"the solution of {model.name} {DOES_NOT_COME_APART}")
        apart = _separated(solution.pieces, parted.separations)
        placed += [(f"step {number}, ", each) for number, each in enumerate(apart, 1)]
    return [_sheet(model, name, each, settings) for name, each in placed]


def _separated(pieces: Positions, separations: Sequence[Separation]) -> Iterator[Positions]:
    """Yield the cells of the pieces in the step of each separation."""
    for part, move in moves_with_positions(pieces, separations):
        if move.out:
            others = {name: cells for name, cells in part.items() if name not in move.pieces}
            far = (slid(part, move, times) for times in count(1))
            yield others | next(gone for gone in far if _clear(others, gone, move.by))


def _clear(others: Positions, gone: Positions, direction: Cell) -> bool:
    """Return whether a free layer of cells lies between the removed pieces, which have moved by
    multiples of `direction`, and the others."""
    for axis in (axis for axis, by in enumerate(direction) if by):
        sign = 1 if direction[axis] > 0 else -1
        before, after = (
            [sign * cell[axis] for cells in pieces.values() for cell in cells]
            for pieces in (others, gone)
        )
        if min(after) - max(before) > 1:
            return True
    return False


def _sheet(model: Model, name: str, pieces: Positions, settings: Settings) -> Sheet:
    """Return a sheet of the placed pieces, the lowest of them at height 0."""
    ground = min(cell[0] for cells in pieces.values() for cell in cells)
    piece_of = {each: piece for piece in model.pieces for each in piece.names}
    parts = []
    for each, cells in pieces.items():
        raised = tuple((layer - ground, *cell) for layer, *cell in cells)
        part = solid_part(model, piece_of[each], each, raised, settings)
        parts.append(part._replace(name=f"{name}{part.name}"))
    left, low, right, high = shapely.union_all([part.outline for part in parts]).bounds
    placed = tuple(part.moved(settings.gap - left, settings.gap - low) for part in parts)
    return Sheet(right - left + 2 * settings.gap, high - low + 2 * settings.gap, placed)
