"""The lattices that there are, each a file of this package and a row of the table."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices.burrtools import RHOMBIC, SPHERES, TETRAHEDRA
from calpuzzle.puzzle.lattices.hexagons import HEXAGONS
from calpuzzle.puzzle.lattices.rolled import NAMES, rolled
from calpuzzle.puzzle.lattices.squares import SQUARES
from calpuzzle.puzzle.lattices.sticks import STICKS
from calpuzzle.puzzle.lattices.triangles import TRIANGLES

__all__ = [
    "HEXAGONS", "LATTICES", "RHOMBIC", "SPHERES", "SQUARES", "STICKS", "SURFACES", "TETRAHEDRA",
    "TRIANGLES", "lattice_of", "on_surface",
]  # fmt: skip

LATTICES: dict[str, Lattice] = {
    lattice.name: lattice
    for lattice in (SQUARES, HEXAGONS, TRIANGLES, STICKS, SPHERES, RHOMBIC, TETRAHEDRA)
}
"""The lattices of the plane and of space by their names."""

SURFACES = ("plane", *NAMES)
"""What a flat board may lie on."""


def on_surface(surface: str, height: int, width: int) -> Lattice:
    """The squares of a flat board of that size on a surface."""
    if surface == "plane":
        return SQUARES
    sizes = (height, width)
    return rolled(tuple(n * round_ for n, round_ in zip(sizes, NAMES[surface], strict=True)))


def lattice_of(plain: str | tuple[int, ...]) -> Lattice:
    """The lattice of which `Lattice.plain` is this."""
    return LATTICES[plain] if isinstance(plain, str) else rolled(plain)
