"""Disassembly of pieces by its definition: a search over sets of cells.

A cell can move one step if no other cell is at its new place, or is a neighbour of both its old and
its new place. All sets of pieces are tried; a set is out when it is past the bounding box of the
other pieces. Only the lattice's neighbours are shared with calpuzzle/results/disassembly.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from calpuzzle.puzzle.lattice import Cell, Lattice

Cells = frozenset[Cell]
Pieces = tuple[Cells, ...]


def directions(lattice: Lattice, dimensions: int) -> list[Cell]:
    """Return the shortest move along each axis, in both directions."""
    found = [tuple(lattice.step * (k == a) for k in range(dimensions)) for a in range(dimensions)]
    if lattice.sixfold:
        found.append((*(0,) * (dimensions - 2), lattice.step, -lattice.step))
    return found + [tuple(-x for x in direction) for direction in found]


def moved(cells: Cells, direction: Sequence[int], by: int = 1) -> Cells:
    return frozenset(tuple(x + by * y for x, y in zip(c, direction, strict=True)) for c in cells)


def goes(lattice: Lattice, cells: Cells, others: Cells, direction: Cell) -> bool:
    """Return whether the cells can move one step without hitting the others."""
    for cell in cells:
        (end,) = moved(frozenset({cell}), direction)
        if others & ({*lattice.neighbours(cell)} & {*lattice.neighbours(end)} | {end}):
            return False
    return True


def past(cells: Cells, others: Cells, direction: Cell) -> bool:
    """Return whether the cells are past the bounding box of the others, by more than a cell."""
    for axis, by in enumerate(direction):
        own, their = ([by * cell[axis] for cell in part] for part in (cells, others))
        if by and min(own) > max(their) + by * by:
            return True
    return False


def slides(
    lattice: Lattice, pieces: Pieces
) -> Iterator[tuple[frozenset[int], Cell, int, Pieces | None]]:
    """Yield each move: pieces, direction, steps, and the positions after it, or None if out."""
    number = range(len(pieces))
    for own in chain.from_iterable(combinations(number, k) for k in range(1, len(pieces))):
        others = frozenset().union(*[pieces[k] for k in number if k not in own])
        for direction in directions(lattice, len(next(iter(others)))):
            cells, by = frozenset().union(*[pieces[k] for k in own]), 0
            while goes(lattice, cells, others, direction) and by < 1000:
                cells, by = moved(cells, direction), by + 1
                if past(cells, others, direction):
                    yield frozenset(own), direction, by, None
                    break
                yield (
                    frozenset(own), direction, by,
                    tuple(moved(c, direction, by) if k in own else c for k, c in enumerate(pieces)),
                )  # fmt: skip


def first_out(lattice: Lattice, pieces: Pieces) -> tuple[int, list[Pieces]] | None:
    """Return the fewest moves until some pieces are out, and the two parts, or None."""

    def shape(now: Pieces) -> tuple[Cells, ...]:
        low = [-x for x in min(now[0])]
        return tuple(moved(cells, low) for cells in now)

    known, layer, moves = {shape(pieces)}, [pieces], 0
    while layer:
        moves += 1
        following = []
        for now in layer:
            for own, _, _, after in slides(lattice, now):
                if after is None:
                    part = [tuple(c for k, c in enumerate(now) if (k in own) == i) for i in (0, 1)]
                    return moves, part
                if shape(after) not in known:
                    known.add(shape(after))
                    following.append(after)
        layer = following
    return None


def disassembles(lattice: Lattice, pieces: Pieces) -> bool:
    """Return whether all pieces can be separated."""
    found = first_out(lattice, pieces) if len(pieces) > 1 else (0, [])
    return found is not None and all(disassembles(lattice, part) for part in found[1])
