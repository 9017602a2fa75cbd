"""The grids of BurrTools, as maps between its voxels (x, y, z) and cells of calpuzzle's lattices.

calpuzzle/formats/xmpuzzle.py uses them; the grid numbers are those of BurrTools' files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.lattices import RHOMBIC, SPHERES, SQUARES, TETRAHEDRA, TRIANGLES

Voxel = tuple[int, int, int]
"""x, y and z."""


class VoxelGrid(NamedTuple):
    """A grid: its lattice, and the functions from voxels to cells and back. A shape moves along
    each axis by a whole number of steps of `raster` voxels; the sum of these numbers over the first
    `even` axes must be even."""

    lattice: Lattice
    cell: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    raster: int = 1
    even: int = 0


def shifted(grid: VoxelGrid, cells: Sequence[Cell]) -> list[Voxel]:
    """Return the voxels of a shape, moved as near to the origin as the grid allows without negative
    coordinates."""
    voxels = [grid.voxel(cell) for cell in cells]
    low = [min(axis) // grid.raster for axis in zip(*voxels, strict=True)]
    odd = sum(low[: grid.even])
    # Spheres in normal form may have odd sums of coordinates; their voxels have even sums.
    if grid.lattice == SPHERES:
        odd += sum(voxels[0])
    low[0] -= odd % 2
    a, b, c = (grid.raster * x for x in low)
    return [(x - a, y - b, z - c) for x, y, z in voxels]


def _reversed(voxel: tuple[int, ...]) -> Voxel:
    a, b, c = voxel
    return c, b, a


def _prism(voxel: Voxel) -> Cell:
    x, y, z = voxel
    # Triangles with an even sum of x and y point downwards, because rows of cells run downwards.
    return (3 * z, *TRIANGLES.cell_at(y, x + 1))


def _of_prism(cell: Cell) -> Voxel:
    row, place = TRIANGLES.place(cell)
    return place - 1, row, cell[0] // 3


def _offset(by: int) -> tuple[Callable[[Voxel], Cell], Callable[[Cell], Voxel]]:
    """Return the maps between voxels and cells: a cell has the coordinates of its voxel in reverse
    order, each increased by `by`."""

    def cell(voxel: Voxel) -> Cell:
        return tuple(x + by for x in _reversed(voxel))

    def voxel(cell: Cell) -> Voxel:
        return _reversed(tuple(x - by for x in cell))

    return cell, voxel


def _doubled(voxel: Voxel) -> Cell:
    return tuple(2 * x + 1 for x in _reversed(voxel))


def _of_doubled(cell: Cell) -> Voxel:
    return _reversed(tuple(x // 2 for x in cell))


# In grid 3 the coordinates of the centre of each cube of 5 x 5 x 5 voxels become multiples of 5.
GRIDS = {
    "0": VoxelGrid(SQUARES, *_offset(0)),
    "1": VoxelGrid(TRIANGLES, _prism, _of_prism, even=2),
    "2": VoxelGrid(SPHERES, *_offset(0), even=3),
    "3": VoxelGrid(RHOMBIC, *_offset(3), raster=5),
    "4": VoxelGrid(TETRAHEDRA, _doubled, _of_doubled, raster=3, even=3),
}
"""The grids by their numbers in a file."""
