"""The verification of counts by a second computation.

A second engine counts the same puzzle, and the first engine counts its mirror image (the board
reflected and each piece turned over). The mirror image must have the same count on each date,
although its cells and options are in another order.
"""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from calpuzzle import planning
from calpuzzle.base.wording import plural
from calpuzzle.puzzle.lattice import moved
from calpuzzle.puzzle.lowering import Lowered, Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import flipped, least
from calpuzzle.results.tables import SOLUTIONS


class Second(NamedTuple):
    """A second table of counts, the number of rows in which it differs, and a sentence that reports
    the comparison."""

    frame: pd.DataFrame
    unequal: int
    sentence: str


def second_counts(puzzle: Lowered, engine: str) -> list[tuple[str, Lowered, str]]:
    """Return what to count in order to check a count by `engine`: for each second count a phrase
    that describes it, the puzzle to count, and the engine to use."""
    other = planning.other_engine(puzzle.lowered.cover, engine)
    found: list[tuple[str, Lowered, str]] = [(f"by {other}", puzzle, other)]
    if not puzzle.model.board.bare:
        found.append(("of the mirror image", Lowering(mirror_image(puzzle.model)), engine))
    return found


def compared(phrase: str, frame: pd.DataFrame, second: pd.DataFrame) -> Second:
    """Return the comparison of a table with a second one; `phrase` is the phrase from
    `second_counts` that describes the second count."""
    unequal = int((second[SOLUTIONS] != frame[SOLUTIONS]).sum())
    dates = f" on {plural(unequal, 'date')}" if len(frame.columns) > 1 else ""
    result = f"differs{dates}" if unequal else "agrees"
    return Second(second, unequal, f"the count {phrase} {result}")


def mirror_image(model: Model) -> Model:
    """Return the mirror image of a puzzle, with the same labels, groups and names."""
    board, lattice = model.board, model.lattice
    mirror = lattice.mirror(board.dimensions)
    images = lattice.image(mirror, board.cells) or []
    low = [min(0, x) for x in least(images, lattice)]
    cells = tuple(tuple(x - y for x, y in zip(cell, low, strict=True)) for cell in images)
    pieces = []
    for piece in model.pieces:
        sides = tuple(flipped(side, lattice) for side in piece.sides)
        colours = []
        for side, side_colours in zip(piece.sides, piece.colours, strict=False):
            # Colours are stored in the order of the cells, which flipping changes.
            coloured = zip(side, side_colours, strict=True)
            flipped_order = sorted(coloured, key=lambda pair: moved(mirror, pair[0]))
            colours.append(tuple(colour for _, colour in flipped_order))
        pieces.append(piece._replace(sides=sides, colours=tuple(colours)))
    return model._replace(board=board._replace(cells=cells), pieces=tuple(pieces))
