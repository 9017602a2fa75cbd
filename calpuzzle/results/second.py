"""The counts once more, by other means.

A second engine counts the same puzzle, and the first counts its mirror image (the board mirrored,
and each piece turned over), which must have the same counts date by date although it is scanned and
numbered otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from calpuzzle import engines, planning
from calpuzzle.base.text import plural
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.lattice import moved
from calpuzzle.puzzle.lowering import Lowered, Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import flipped, least
from calpuzzle.results.tables import SOLUTIONS, table


class Second(NamedTuple):
    """A table counted by other means, on how many rows it differs, and a sentence about that."""

    frame: pd.DataFrame
    unequal: int
    said: str


def double_check(
    puzzle: Lowered, frame: pd.DataFrame, engine: str = engines.DEFAULT, run: Run = RUN
) -> Iterator[Second]:
    """The second counts of a table that `engine` has counted."""
    cover = puzzle.lowered.cover
    other = planning.other_engine(cover, engine)
    yield _compared(f"by {other}", frame, table(puzzle, other, *run))
    if not puzzle.model.board.bare:
        mirror = Lowering(mirrored(puzzle.model))
        yield _compared("of the mirror image", frame, table(mirror, engine, *run))


def _compared(how: str, frame: pd.DataFrame, second: pd.DataFrame) -> Second:
    unequal = int((second[SOLUTIONS] != frame[SOLUTIONS]).sum())
    dates = f" on {plural(unequal, 'date')}" if len(frame.columns) > 1 else ""
    said = f"differs{dates}" if unequal else "agrees"
    return Second(second, unequal, f"the count {how} {said}")


def mirrored(model: Model) -> Model:
    """The puzzle in a mirror: the same labels, groups and names, left and right exchanged."""
    board, lattice = model.board, model.lattice
    mirror = lattice.mirror(board.dimensions)
    images = lattice.image(mirror, board.cells) or []
    low = [min(0, x) for x in least(images, lattice)]
    cells = tuple(tuple(x - y for x, y in zip(cell, low, strict=True)) for cell in images)
    pieces = []
    for piece in model.pieces:
        sides = tuple(flipped(side, lattice) for side in piece.sides)
        colours = []
        for side, own in zip(piece.sides, piece.colours, strict=False):
            # In the order that the cells have when the side is flipped.
            marked = sorted(zip(side, own, strict=True), key=lambda each: moved(mirror, each[0]))
            colours.append(tuple(colour for _, colour in marked))
        pieces.append(piece._replace(sides=sides, colours=tuple(colours)))
    return model._replace(board=board._replace(cells=cells), pieces=tuple(pieces))
