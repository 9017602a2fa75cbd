"""The table of all lattices; each is a module of this package."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices.burrtools import RHOMBIC, SPHERES, TETRAHEDRA
from calpuzzle.puzzle.lattices.hexagons import HEXAGONS
from calpuzzle.puzzle.lattices.squares import SQUARES
from calpuzzle.puzzle.lattices.sticks import STICKS
from calpuzzle.puzzle.lattices.triangles import TRIANGLES

__all__ = [
    "HEXAGONS", "LATTICES", "RHOMBIC", "SPHERES", "SQUARES", "STICKS", "TETRAHEDRA", "TRIANGLES",
]  # fmt: skip

LATTICES: dict[str, Lattice] = {
    lattice.name: lattice
    for lattice in (SQUARES, HEXAGONS, TRIANGLES, STICKS, SPHERES, RHOMBIC, TETRAHEDRA)
}
"""The lattices by their names."""
