"""The table that `table`, `stats` and `plot` look at: the saved one where it fits, else counted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from calpuzzle.cli.counting import counted
from calpuzzle.cli.output import RESULTS, tell
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import pandas as pd


def table_of(puzzle: Puzzle, engine: str, jobs: int) -> pd.DataFrame:
    """Read results/PUZZLE.csv if it is there and fits the puzzle, or count; say which on stderr."""
    from calpuzzle import engines, tables

    engines.load(engine)
    path = os.path.join(RESULTS, f"{puzzle.name}.csv")
    if os.path.exists(path):
        try:
            frame = tables.read(path, puzzle.model)
            _spot_check(puzzle, frame, path, engine)
        except InputError as error:
            tell(f"{error}; counting anew")
        else:
            tell(f"using {path}")
            return frame
    else:
        tell(f"there is no {path}; counting")
    return counted(puzzle, engine, engines.Run(jobs))


def _spot_check(puzzle: Puzzle, frame: pd.DataFrame, path: str, engine: str) -> None:
    """Count three dates: a table of the same dates may be of other pieces."""
    saved = frame["solutions"]
    for at in sorted({0, int(saved.argmin()), int(saved.argmax())}):
        labels = " ".join(labels_at(puzzle.model, at))
        if puzzle.count(labels, engine=engine) != int(saved.iloc[at]):
            raise InputError(f"{path} is of another puzzle: {labels or 'the count'} differs")
