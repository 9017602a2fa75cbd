"""The polyominoes of each size under their usual names, with polyhexes and polyiamonds.

Free polyominoes may be turned over, so that a shape and its mirror image are one piece; one-sided
ones may not, so that they are two. Up to five cells, the name is the usual letter with the number
of cells; a mirror image has its own letter if one is in use (J4, Z4, J5, Q5, S5), otherwise the
suffix `m`. Hexominoes (from H01), heptominoes (from K001), polyhexes and polyiamonds (`4-1` to
`4-7` for four hexagons) are numbered in lexicographic order of their shapes. The counts of pieces
are OEIS A000105 (free) and A000988 (one-sided), A000228 for hexagons and A000577 for triangles.
"""

from __future__ import annotations

from functools import cache

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import whole_number
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import LATTICES, SQUARES
from calpuzzle.puzzle.model import Piece
from calpuzzle.puzzle.shapes import Shape, flipped, from_drawing, normal, orientations

FAMILIES = {
    name: (lattice, cells)
    for lattice in LATTICES.values()
    for cells, name in enumerate(lattice.families, 1)
}
"""The lattice and the number of cells of each family, by its name."""

_DRAWN = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "L3": "##|#.",
    "I4": "####",
    "O4": "##|##",
    "T4": "###|.#.",
    "S4": ".##|##.",
    "L4": "#.|#.|##",
    "F5": ".##|##.|.#.",
    "I5": "#####",
    "L5": "#.|#.|#.|##",
    "N5": ".#|.#|##|#.",
    "P5": "##|##|#.",
    "T5": "###|.#.|.#.",
    "U5": "#.#|###",
    "V5": "#..|#..|###",
    "W5": "#..|##.|.##",
    "X5": ".#.|###|.#.",
    "Y5": ".#|##|.#|.#",
    "Z5": "##.|.#.|.##",
}
_NUMBERED = {6: ("H", 2), 7: ("K", 3)}
"""The letter and the number of digits of numbered names, by the number of cells."""
_MIRRORED = {"S4": "Z4", "L4": "J4", "L5": "J5", "P5": "Q5", "Z5": "S5"}


@cache
def polyominoes(
    cells: int, one_sided: bool = False, lattice: Lattice = SQUARES
) -> tuple[Piece, ...]:
    """Return all pieces with `cells` cells in the order of their names, each used once.

    One-sided pieces may not be turned over, so a shape without mirror symmetry occurs twice. Raises
    InputError for a size without a family.
    """
    cells, most = whole_number(cells, "cells"), len(lattice.families)
    if not 1 <= cells <= most:
        sizes = f"have 1 to {most} cells, not {cells}" if most else "do not exist"
        raise InputError(f"the named pieces of {lattice.name} {sizes}")
    found: dict[str, Piece] = {}
    for name, shape in _shapes(cells, lattice).items():
        found[name] = Piece(name, (shape,), flip=not one_sided)
        mirror = flipped(shape, lattice)
        if one_sided and mirror not in orientations(shape, True, False, lattice):
            other = _MIRRORED.get(name, f"{name}m")
            found[other] = Piece(other, (mirror,), flip=False)
    return tuple(found[name] for name in sorted(found))


@cache
def _shapes(cells: int, lattice: Lattice) -> dict[str, Shape]:
    """Return one shape of each free piece, by name."""
    named = lattice == SQUARES
    if named and cells <= 5:
        drawn = {n: from_drawing(d.split("|")) for n, d in _DRAWN.items() if n.endswith(str(cells))}
        return drawn
    start = lattice.cell_at(0, 0) or ()
    grown = {min(orientations(normal((start,), lattice), True, True, lattice))}
    if cells > 1:
        grown = {
            min(orientations(normal((*shape, cell), lattice), True, True, lattice))
            for shape in _shapes(cells - 1, lattice).values()
            for old in shape
            for cell in lattice.neighbours(old)
            if cell not in shape
        }
    letter, digits = _NUMBERED[cells] if named else (f"{cells}-", len(str(len(grown))))
    return {f"{letter}{k:0{digits}}": shape for k, shape in enumerate(sorted(grown), 1)}
