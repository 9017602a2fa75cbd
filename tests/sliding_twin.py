"""Disassembly of pieces, by its definition: a search over sets of cells.

A cell can move one step if no other cell is at its new place, or is a neighbour of both its old and
its new place. All sets of pieces are tried; one is out when it has passed the box of the others.
It shares nothing with calpuzzle/results/disassembly.py except the lattice's neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from calpuzzle.puzzle.lattice import Cell, Lattice

Cells = frozenset[Cell]
Lying = tuple[Cells, ...]


def ways(lattice: Lattice, dimensions: int) -> list[Cell]:
    """All least moves, in both directions."""
    found = [tuple(lattice.step * (k == a) for k in range(dimensions)) for a in range(dimensions)]
    if lattice.sixfold:
        found.append((*(0,) * (dimensions - 2), lattice.step, -lattice.step))
    return found + [tuple(-x for x in way) for way in found]


def moved(cells: Cells, way: Sequence[int], by: int = 1) -> Cells:
    return frozenset(tuple(x + by * y for x, y in zip(c, way, strict=True)) for c in cells)


def goes(lattice: Lattice, cells: Cells, others: Cells, way: Cell) -> bool:
    """Whether the cells go one step without meeting the others."""
    for cell in cells:
        (end,) = moved(frozenset({cell}), way)
        if others & ({*lattice.neighbours(cell)} & {*lattice.neighbours(end)} | {end}):
            return False
    return True


def past(cells: Cells, others: Cells, way: Cell) -> bool:
    """Whether the cells are past the box of the others, by more than a cell is wide."""
    for axis, by in enumerate(way):
        own, their = ([by * cell[axis] for cell in part] for part in (cells, others))
        if by and min(own) > max(their) + by * by:
            return True
    return False


def slid(
    lattice: Lattice, lying: Lying
) -> Iterator[tuple[frozenset[int], Cell, int, Lying | None]]:
    """Yield each set that moves, which way and by how much, and what lies then: None for out."""
    number = range(len(lying))
    for own in chain.from_iterable(combinations(number, k) for k in range(1, len(lying))):
        others = frozenset().union(*[lying[k] for k in number if k not in own])
        for way in ways(lattice, len(next(iter(others)))):
            cells, by = frozenset().union(*[lying[k] for k in own]), 0
            while goes(lattice, cells, others, way) and by < 1000:
                cells, by = moved(cells, way), by + 1
                if past(cells, others, way):
                    yield frozenset(own), way, by, None
                    break
                yield (
                    frozenset(own), way, by,
                    tuple(moved(c, way, by) if k in own else c for k, c in enumerate(lying)),
                )  # fmt: skip


def first_out(lattice: Lattice, lying: Lying) -> tuple[int, list[Lying]] | None:
    """The fewest moves until some of the pieces are out, and the two parts, or None."""

    def shape(now: Lying) -> tuple[Cells, ...]:
        low = [-x for x in min(now[0])]
        return tuple(moved(cells, low) for cells in now)

    known, layer, moves = {shape(lying)}, [lying], 0
    while layer:
        moves += 1
        following = []
        for now in layer:
            for own, _, _, after in slid(lattice, now):
                if after is None:
                    part = [tuple(c for k, c in enumerate(now) if (k in own) == i) for i in (0, 1)]
                    return moves, part
                if shape(after) not in known:
                    known.add(shape(after))
                    following.append(after)
        layer = following
    return None


def disassembles(lattice: Lattice, lying: Lying) -> bool:
    """Whether all pieces come apart."""
    found = first_out(lattice, lying) if len(lying) > 1 else (0, [])
    return found is not None and all(disassembles(lattice, part) for part in found[1])
