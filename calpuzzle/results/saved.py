"""The table that is looked at: the saved one where it fits the puzzle, else counted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle import engines
from calpuzzle.base.errors import InputError
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.results import tables
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    import pandas as pd

RESULTS = "results"


class Saved(NamedTuple):
    """A table, and a sentence about where it comes from."""

    frame: pd.DataFrame
    said: str


def table_of(
    puzzle: Puzzle, engine: str = engines.DEFAULT, run: Run = RUN, folder: str = RESULTS
) -> Saved:
    """The table in `folder`/PUZZLE.csv, if it is there and fits the puzzle, or one that is
    counted."""
    engines.load(engine)
    path = os.path.join(folder, f"{puzzle.name}.csv")
    said = f"there is no {path}; counting"
    if os.path.exists(path):
        try:
            frame = tables.read(path, puzzle.model)
            _spot_check(puzzle, frame, path, engine)
            return Saved(frame, f"using {path}")
        except InputError as error:
            said = f"{error}; counting anew"
    return Saved(tables.table(puzzle, engine, *run), said)


def _spot_check(puzzle: Puzzle, frame: pd.DataFrame, path: str, engine: str) -> None:
    """Count three dates: a table of the same dates may be of other pieces."""
    saved = frame["solutions"]
    for at in sorted({0, int(saved.argmin()), int(saved.argmax())}):
        labels = labels_at(puzzle.model, at)
        if puzzle.count(labels, engine=engine) != int(saved.iloc[at]):
            what = " ".join(labels) or "the count"
            raise InputError(f"{path} is of another puzzle: {what} differs")
