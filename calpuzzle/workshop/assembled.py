"""A solid puzzle put together: the pieces as they lie in a solution, and step by step apart.

In a step that follows the first, the pieces of one separation lie as they do before its last move,
and what it takes out has gone on that way, until a plane with a cell free lies between the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import shapely

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.draw.apart import Lying, slid, states
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Model
from calpuzzle.results.disassembly import NOT_APART, Separation
from calpuzzle.results.solution import Solution
from calpuzzle.workshop import solids
from calpuzzle.workshop.nesting import Sheet
from calpuzzle.workshop.plan import solid_part
from calpuzzle.workshop.settings import Settings


def steps(solution: Solution, exploded: bool, own: Settings) -> list[Sheet]:
    """The pieces as they lie, and with `exploded` each separation: a sheet each, as large as what
    lies on it, in millimetres. Raises InputError for a puzzle whose pieces are no bodies,
    CannotDoError for a solution that does not come apart."""
    model = solution.model
    if why := solids.refusal(model):
        raise InputError(why)
    lying = [("", solution.pieces)]
    if exploded:
        parted = solution.disassembly()
        if parted is None:
            raise CannotDoError(f"the solution of {model.name} {NOT_APART}")
        apart = _apart(solution.pieces, parted.separations)
        lying += [(f"step {number}, ", each) for number, each in enumerate(apart, 1)]
    return [_sheet(model, name, each, own) for name, each in lying]


def _apart(pieces: Lying, separations: Sequence[Separation]) -> Iterator[Lying]:
    """Yield what lies in the step of each separation."""
    for part, move in states(pieces, separations):
        if move.out:
            rest = {name: own for name, own in part.items() if name not in move.pieces}
            far = (slid(part, move, times) for times in count(1))
            yield rest | next(gone for gone in far if _clear(rest, gone, move.by))


def _clear(rest: Lying, gone: Lying, way: Cell) -> bool:
    """Return whether a cell is free between what has gone that way and the rest."""
    for axis in (axis for axis, by in enumerate(way) if by):
        sign = 1 if way[axis] > 0 else -1
        before, after = (
            [sign * cell[axis] for cells in own.values() for cell in cells] for own in (rest, gone)
        )
        if min(after) - max(before) > 1:
            return True
    return False


def _sheet(model: Model, name: str, lying: Lying, own: Settings) -> Sheet:
    """A sheet of what lies, the lowest of it at the height 0."""
    ground = min(cell[0] for cells in lying.values() for cell in cells)
    piece_of = {each: piece for piece in model.pieces for each in piece.names}
    parts = []
    for each, cells in lying.items():
        raised = tuple((layer - ground, *cell) for layer, *cell in cells)
        part = solid_part(model, piece_of[each], each, raised, own)
        parts.append(part._replace(name=f"{name}{part.name}"))
    left, low, right, high = shapely.union_all([part.outline for part in parts]).bounds
    laid = tuple(part.moved(own.gap - left, own.gap - low) for part in parts)
    return Sheet(right - left + 2 * own.gap, high - low + 2 * own.gap, laid)
