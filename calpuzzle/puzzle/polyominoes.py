"""The polyominoes of each size, by the names that people use; and what is like them on hexagons and
triangles.

Free ones may be turned over, so that a shape and its mirror image are one piece; one-sided ones may
not, so that they are two. Up to five cells the names are the usual letters with the number of
cells; mirror images have a letter of their own where one is in use (J4, Z4, J5, Q5, S5), and else
end in `m`. Hexominoes (H01 and on) and heptominoes (K001 and on) are numbered in the order of their
cells, and so are polyhexes and polyiamonds (4-1 to 4-7 are those of four hexagons). How many there
are: OEIS A000105 (free) and A000988 (one-sided); of hexagons A000228, of triangles A000577.
"""

from __future__ import annotations

from functools import cache

from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import LATTICES, SQUARES
from calpuzzle.puzzle.model import Piece
from calpuzzle.puzzle.shapes import Shape, flipped, from_drawing, normal, orientations

FAMILIES = {
    name: (lattice, cells)
    for lattice in LATTICES.values()
    for cells, name in enumerate(lattice.families, 1)
}
"""The lattice and the number of cells by the name of the family."""

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
"""The letter of the names that are numbers, and how many digits follow."""
_MIRRORED = {"S4": "Z4", "L4": "J4", "L5": "J5", "P5": "Q5", "Z5": "S5"}


@cache
def polyominoes(
    cells: int, one_sided: bool = False, lattice: Lattice = SQUARES
) -> tuple[Piece, ...]:
    """All pieces of so many cells, in the order of their names, each of which is used once.

    One-sided pieces are not turned over, and a shape without a mirror symmetry is there twice.
    """
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
    """One shape of each free piece, by name."""
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
            for own in shape
            for cell in lattice.neighbours(own)
            if cell not in shape
        }
    letter, digits = _NUMBERED[cells] if named else (f"{cells}-", len(str(len(grown))))
    return {f"{letter}{k:0{digits}}": shape for k, shape in enumerate(sorted(grown), 1)}
