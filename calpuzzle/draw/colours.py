"""The colours of pieces, shared by the pictures and the terminal.

Light enough for dark text, told apart by people with any kind of colour vision as far as so many
can be (after Paul Tol's qualitative schemes, with further ones of other lightness); the lines
between pieces tell them apart where colours do not.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Model

Pieces = Mapping[str, Sequence[Cell]]
"""The cells on which each piece lies, by its name; copies are called `NAME#k`."""

PIECES = (
    "#77aadd", "#eedd88", "#ee8866", "#44bb99", "#ffaabb", "#bbcc33", "#aa88cc", "#99ddff",
    "#c8a27a", "#cfcfcf", "#e05f7f", "#d9f2c4", "#8a9a5b", "#f7c6a3", "#6f8fa8", "#e3c9f0",
)  # fmt: skip
UNCOVERED = "#ffffff"
INK = "#222222"


def laid_colours(model: Model, pieces: Pieces) -> dict[Hashable, str]:
    """The colour of each piece that lies: its own, the same in all solutions, or where one that it
    touches has that, the next that none of these has."""
    number = {piece.name: k for k, piece in enumerate(model.pieces)}
    owner = {cell: name for name, cells in pieces.items() for cell in cells}
    found: dict[Hashable, str] = {}
    for name, cells in pieces.items():
        near = {other for cell in cells for other in model.lattice.neighbours(cell)}
        if model.step == 2:
            # Sticks touch where they meet in a point as well.
            near |= {other for cell in near for other in model.lattice.neighbours(cell)}
        taken = {found.get(owner.get(cell, "")) for cell in near}
        first = number.get(name, number.get(name.rpartition("#")[0], 0)) % len(PIECES)
        turned = PIECES[first:] + PIECES[:first]
        found[name] = next((colour for colour in turned if colour not in taken), turned[0])
    return found


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def terminal_colour(colour: str) -> int:
    """The nearest colour of the 6x6x6 cube that terminals of 256 colours have."""
    steps = (0, 95, 135, 175, 215, 255)
    index = 16
    for level, weight in zip(channels(colour), (36, 6, 1), strict=True):
        index += weight * min(range(6), key=lambda k: abs(steps[k] - level))
    return index
