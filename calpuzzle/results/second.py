"""`batch --double-check`: the counts once more, by other means.

A second engine counts the same puzzle, and the first counts its mirror image (the board drawing
mirrored, and each piece turned over), which must have the same counts date by date although it is
scanned and numbered otherwise.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from calpuzzle.cli.counting import counted
from calpuzzle.cli.output import tell
from calpuzzle.engines import Run
from calpuzzle.engines.layout import refusal
from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.puzzle import Puzzle
from calpuzzle.puzzle.shapes import flipped
from calpuzzle.base.text import plural

if TYPE_CHECKING:
    import pandas as pd


def double_check(puzzle: Puzzle, frame: pd.DataFrame, path: str, engine: str, run: Run) -> None:
    """Raise CannotDoError where a second count differs, after writing both tables beside `path`."""
    other = "backtrack" if engine in ("auto", "diagram") else "diagram"
    if refusal(puzzle.cover):
        other = "reference"
    for what, second in (
        (f"by {other}", counted(puzzle, other, run)),
        ("of the mirror image", counted(Puzzle(mirrored(puzzle.model)), engine, run)),
    ):
        if second["solutions"].equals(frame["solutions"]):
            tell(f"the count {what} agrees")
            continue
        from calpuzzle import tables

        stem, ending = os.path.splitext(path)
        names = [f"{stem}.first{ending}", f"{stem}.second{ending}"]
        for name, table in zip(names, (frame, second), strict=True):
            tables.write(table, name)
        unequal = int((second["solutions"] != frame["solutions"]).sum())
        raise CannotDoError(
            f"the count {what} differs on {plural(unequal, 'date')}: see {names[0]} and {names[1]}"
        )


def mirrored(model: Model) -> Model:
    """The puzzle in a mirror: the same labels, groups and names, left and right exchanged."""
    return model._replace(
        board=Board(tuple(row[::-1] for row in model.board.rows)),
        pieces=tuple(piece._replace(shape=flipped(piece.shape)) for piece in model.pieces),
    )
