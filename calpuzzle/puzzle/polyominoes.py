"""The polyominoes of each size, by the names that people use.

Free ones may be turned over, so that a shape and its mirror image are one piece; one-sided ones may
not, so that they are two. Up to five cells the names are the usual letters with the number of
cells; mirror images have a letter of their own where one is in use (J4, Z4, J5, Q5, S5), and else
end in `m`. Hexominoes (H01 and on) and heptominoes (K001 and on) are numbered in the order of their
cells. How many there are: OEIS A000105 (free) and A000988 (one-sided).
"""

from __future__ import annotations

from functools import cache

from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Piece
from calpuzzle.puzzle.shapes import Shape, flipped, from_drawing, normal, orientations

FAMILIES = {
    "monominoes": 1,
    "dominoes": 2,
    "trominoes": 3,
    "tetrominoes": 4,
    "pentominoes": 5,
    "hexominoes": 6,
    "heptominoes": 7,
}
"""The number of cells by the name of the family."""

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
def polyominoes(cells: int, one_sided: bool = False) -> tuple[Piece, ...]:
    """All pieces of so many cells, in the order of their names, each of which is used once.

    One-sided pieces are not turned over, and a shape without a mirror symmetry is there twice.
    """
    found: dict[str, Piece] = {}
    for name, shape in _shapes(cells).items():
        found[name] = Piece(name, (shape,), flip=not one_sided)
        mirror = flipped(shape)
        if one_sided and mirror not in orientations(shape, turn=True, flip=False):
            other = _MIRRORED.get(name, f"{name}m")
            found[other] = Piece(other, (mirror,), flip=False)
    return tuple(found[name] for name in sorted(found))


@cache
def _shapes(cells: int) -> dict[str, Shape]:
    """One shape of each free polyomino, by name."""
    if cells <= 5:
        drawn = {n: from_drawing(d.split("|")) for n, d in _DRAWN.items() if n.endswith(str(cells))}
        return drawn
    smaller = _shapes(cells - 1).values()
    grown = {
        min(orientations(normal((*shape, cell)), turn=True, flip=True))
        for shape in smaller
        for own in shape
        for cell in SQUARES.neighbours(own)
        if cell not in shape
    }
    letter, digits = _NUMBERED[cells]
    return {f"{letter}{k:0{digits}}": shape for k, shape in enumerate(sorted(grown), 1)}
