"""The colours of pieces, shared by the pictures and the terminal.

They are light enough for dark text, and distinguishable with any kind of colour vision, as far as
that is possible for so many. Some are from Paul Tol's qualitative schemes; the others differ from
these in lightness. The lines between pieces separate them even if their colours look alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from calpuzzle.puzzle.lattice import LINES, Cell
from calpuzzle.puzzle.model import Model

Pieces = Mapping[str, Sequence[Cell]]
"""The cells that each piece covers, by its name; copies are called `NAME#k`."""

PALETTE = (
    "#77aadd", "#eedd88", "#ee8866", "#44bb99", "#ffaabb", "#bbcc33", "#aa88cc", "#99ddff",
    "#c8a27a", "#cfcfcf", "#e05f7f", "#d9f2c4", "#8a9a5b", "#f7c6a3", "#6f8fa8", "#e3c9f0",
)  # fmt: skip
UNCOVERED = "#ffffff"
INK = "#222222"
PALE = "#ffffff"
READABLE = 0.25  # the least luminance on which dark texts have a contrast of 4.5


def own_colours(model: Model) -> list[str]:
    """Return the colour of each piece in the picture of the puzzle: the one in its file, or the one
    of `PALETTE` that belongs to the number of the piece."""
    return [piece.paint or PALETTE[k % len(PALETTE)] for k, piece in enumerate(model.pieces)]


def piece_colours(model: Model, pieces: Pieces) -> dict[Hashable, str]:
    """Return the colour of each placed piece.

    A piece has its colour in the file of the puzzle or, if there is none, its usual colour, which
    is the same in all solutions. If a touching piece already has the usual colour, the piece gets
    the next colour that no touching piece has.
    """
    paint = {piece.name: piece.paint for piece in model.pieces if piece.paint}
    number = {piece.name: k for k, piece in enumerate(model.pieces)}
    owner = {cell: name for name, cells in pieces.items() for cell in cells}
    found: dict[Hashable, str] = {}
    for name, cells in pieces.items():
        if given := paint.get(name, paint.get(name.rpartition("#")[0])):
            found[name] = given
            continue
        near = {other for cell in cells for other in model.lattice.neighbours(cell)}
        if model.lattice.drawn == LINES:
            # Sticks also touch if they meet in a point.
            near |= {other for cell in near for other in model.lattice.neighbours(cell)}
        taken = {found.get(owner.get(cell, "")) for cell in near}
        first = number.get(name, number.get(name.rpartition("#")[0], 0)) % len(PALETTE)
        turned = PALETTE[first:] + PALETTE[:first]
        found[name] = next((colour for colour in turned if colour not in taken), turned[0])
    return found


def ink_on(fill: str) -> str:
    """Return the colour of a text on a ground: dark or white, whichever has more contrast (the
    ratio of the Web Content Accessibility Guidelines)."""
    ground, dark = _luminance(fill) + 0.05, _luminance(INK) + 0.05
    return INK if ground / dark >= 1.05 / ground else PALE


def darker(fill: str, factor: float) -> str:
    """Return the colour with red, green and blue multiplied by `factor`."""
    return "#" + "".join(f"{round(factor * channel):02x}" for channel in channels(fill))


def lighter(fill: str) -> str:
    """Return the colour with just enough white, in steps of a twentieth, for dark texts on it."""
    for part in range(20):
        mixed = [round(x + (255 - x) * part / 20) for x in channels(fill)]
        found = "#" + "".join(f"{x:02x}" for x in mixed)
        if _luminance(found) >= READABLE:
            return found
    return PALE


def _luminance(colour: str) -> float:
    """Return the relative luminance of sRGB, from 0 to 1."""
    levels = [channel / 255 for channel in channels(colour)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return sum(part * x for part, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of `#rrggbb`, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def terminal_colour(colour: str) -> int:
    """Return the nearest colour of the 6x6x6 cube of a terminal with 256 colours."""
    steps = (0, 95, 135, 175, 215, 255)
    index = 16
    for level, weight in zip(channels(colour), (36, 6, 1), strict=True):
        index += weight * min(range(6), key=lambda k: abs(steps[k] - level))
    return index
