"""The grids of BurrTools: where its voxels (x, y, z) lie on our lattices. Used by
calpuzzle/formats/xmpuzzle.py; the numbers are those of its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.lattices import RHOMBIC, SPHERES, SQUARES, TETRAHEDRA, TRIANGLES

Voxel = tuple[int, int, int]
"""x, y and z."""


class Grid(NamedTuple):
    """A grid: its lattice, the cell of a voxel and the voxel of a cell. A shape can be moved by
    multiples of `raster` along each axis, as long as they are, in all along the first so many axes,
    `even`."""

    lattice: Lattice
    cell: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    raster: int = 1
    even: int = 0


def shifted(grid: Grid, cells: Sequence[Cell]) -> list[Voxel]:
    """The voxels of a shape, moved to where none has a coordinate below 0."""
    voxels = [grid.voxel(cell) for cell in cells]
    low = [min(axis) // grid.raster for axis in zip(*voxels, strict=True)]
    odd = sum(low[: grid.even])
    if grid.lattice == SPHERES:
        odd += sum(voxels[0])
    low[0] -= odd % 2
    a, b, c = (grid.raster * x for x in low)
    return [(x - a, y - b, z - c) for x, y, z in voxels]


def _turned_round(voxel: tuple[int, ...]) -> Voxel:
    a, b, c = voxel
    return c, b, a


def _prism(voxel: Voxel) -> Cell:
    x, y, z = voxel
    # Triangles with an even sum of x and y stand on their tips, for our rows run downwards.
    return (3 * z, *TRIANGLES.cell_at(y, x + 1))


def _of_prism(cell: Cell) -> Voxel:
    row, place = TRIANGLES.place(cell)
    return place - 1, row, cell[0] // 3


def _apart(by: int) -> tuple[Callable[[Voxel], Cell], Callable[[Cell], Voxel]]:
    """Cells whose coordinates are those of voxels and a number."""

    def cell(voxel: Voxel) -> Cell:
        return tuple(x + by for x in _turned_round(voxel))

    def voxel(cell: Cell) -> Voxel:
        return _turned_round(tuple(x - by for x in cell))

    return cell, voxel


def _doubled(voxel: Voxel) -> Cell:
    return tuple(2 * x + 1 for x in _turned_round(voxel))


def _of_doubled(cell: Cell) -> Voxel:
    return _turned_round(tuple(x // 2 for x in cell))


# The middle of a cube of five becomes a multiple of 5; a corner of cubes becomes 0.
GRIDS = {
    "0": Grid(SQUARES, *_apart(0)),
    "1": Grid(TRIANGLES, _prism, _of_prism, even=2),
    "2": Grid(SPHERES, *_apart(0), even=3),
    "3": Grid(RHOMBIC, *_apart(3), raster=5),
    "4": Grid(TETRAHEDRA, _doubled, _of_doubled, raster=3, even=3),
}
"""The grids by their numbers in a file."""
