"""The difficulties of all dates, as a table with a file of its own and as summary figures.

If the table of counts is `PATH/PUZZLE.csv`, the file is `PATH/difficulty/PUZZLE.csv`. Its columns
are the groups, then `COLUMNS`: the means and the step. A date without a solution has zeros.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.draw.heatmap import Scale
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.dates.instances import existing, labels_at
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.model import Model
from calpuzzle.results import tables
from calpuzzle.results.difficulty import (
    NAMES,
    Difficulty,
    difficulties,
    difficulty,
    step_of,
)

FOLDER = "difficulty"
MEANS = Difficulty._fields
STEP = "difficulty"
COLUMNS = (*MEANS, STEP)
SCALE = Scale(STEP, 1, len(NAMES), f"difficulty, from 1, {NAMES[0]}, to 5, {NAMES[-1]}")

DifficultyMeans = npt.NDArray[np.float64]
"""The means of every date, with a last axis of 3, as returned by
calpuzzle.results.difficulty.difficulties."""


def steps(found: DifficultyMeans) -> npt.NDArray[np.int64]:
    """Return the step of every date, 0 for no solution, in the shape of `found` without its last
    axis."""
    flat = [step_of(nodes) for nodes in found[..., 0].ravel()]
    return np.array(flat, np.int64).reshape(found.shape[:-1])


def with_difficulty(frame: pd.DataFrame, found: DifficultyMeans) -> pd.DataFrame:
    """Return the table of all dates with the columns of difficulty appended."""
    means = found.reshape(-1, len(MEANS))
    columns = {name: means[:, k] for k, name in enumerate(MEANS)}
    return frame.assign(**columns, **{STEP: steps(found).ravel()})


def difficulty_path(path: str) -> str:
    """Return the path of the difficulties for the puzzle whose table of counts has path `path`."""
    folder, name = os.path.split(path)
    return os.path.join(folder, FOLDER, name)


def write(puzzle: Lowered, found: DifficultyMeans, path: str) -> None:
    """Write the difficulties atomically, in the format of the suffix of `path`."""
    groups = [group.name for group in puzzle.model.groups]
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    tables.write(with_difficulty(tables.blank(puzzle.model)[groups], found), path)


def read(path: str, model: Model) -> DifficultyMeans:
    """Return the difficulties from a CSV file written by `write`. Raises InputError if the file is
    not one of this puzzle."""
    raw = tables.rows_of(path, model, [*(group.name for group in model.groups), *COLUMNS])
    try:
        means = raw[list(MEANS)].astype(np.float64).to_numpy()
        file_steps = raw[STEP].astype(np.int64).to_numpy()
    except (ValueError, OverflowError):
        means, file_steps = np.full((1, 3), np.nan), np.zeros(1, np.int64)
    if not (np.isfinite(means).all() and (means >= 0).all()):
        raise InputError(f"{path} contains a value that is not a valid mean or step")
    found: DifficultyMeans = means.reshape(*model.shape, len(MEANS))
    if not (steps(found).ravel() == file_steps).all():
        raise InputError(f"the column {STEP} of {path} does not match its column nodes")
    return found


def saved_or_measured(puzzle: Lowered, folder: str, run: Run = RUN) -> tuple[DifficultyMeans, str]:
    """Return the difficulties from `folder`/difficulty/PUZZLE.csv if that file exists and matches
    the puzzle, else newly measured ones; and a sentence that reports which."""
    path = difficulty_path(os.path.join(folder, f"{puzzle.model.name}.csv"))
    report = f"there is no {path}; measured the difficulties"
    if os.path.exists(path):
        try:
            found = read(path, puzzle.model)
            _spot_check(puzzle, found, path)
            return found, f"using {path}"
        except InputError as error:
            report = f"{error}; measured the difficulties again"
    return difficulties(puzzle.lowered, run=run), report


def _spot_check(puzzle: Lowered, found: DifficultyMeans, path: str) -> None:
    """Measure the dates with the fewest and the most nodes again. Raise InputError if the means of
    one differ from those in the file, which may have been written for other pieces. A date without
    a solution has 0 nodes."""
    nodes = found[..., 0].ravel()
    for at in {int(nodes.argmin()), int(nodes.argmax())}:
        lowered = puzzle.lowered
        known = difficulty(lowered.cover, lowered.instance(at)) or Difficulty(0, 0, 0)
        if not np.allclose(known, found.reshape(-1, len(MEANS))[at]):
            what = " ".join(labels_at(puzzle.model, at)) or puzzle.model.name
            raise InputError(f"{path} is of another puzzle: {what} differs")


def _dates_and_steps(
    model: Model, found: DifficultyMeans
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp], list[int]]:
    """Return a mask of the dates that exist (of all dates if the puzzle is not a calendar), the
    indices of the solvable ones among them, and how many of these have each step, from 1 on."""
    nodes = found[..., 0].ravel()
    real = existing(model).ravel()
    solvable = np.flatnonzero((nodes > 0) & real)
    each = [step_of(nodes[at]) for at in solvable]
    return real, solvable, [each.count(step) for step in range(1, len(NAMES) + 1)]


def grades_record(model: Model, found: DifficultyMeans) -> dict[str, Any]:
    """Return the mean number of nodes, and how many dates have each step, as data for JSON."""
    _, solvable, number = _dates_and_steps(model, found)
    mean = float(found[..., 0].ravel()[solvable].mean()) if solvable.size else None
    return {"nodes": mean} | {f"step_{step}": n for step, n in enumerate(number, 1)}


def grades_text(model: Model, found: DifficultyMeans) -> str:
    """Return the summary of the difficulties as text; for a calendar, over the dates that exist."""
    nodes = found[..., 0].ravel()
    exists_mask, solvable, number = _dates_and_steps(model, found)
    if not solvable.size:
        return "difficulty  none: nothing can be solved\n"
    easiest = solvable[nodes[solvable].argmin()]
    hardest = solvable[nodes[solvable].argmax()]
    lines = [("difficulty", f"{nodes[solvable].mean():,.2f} pieces tried on average")]
    lines += [
        (f"  step {step}", f"{number[step - 1]:,} {name}") for step, name in enumerate(NAMES, 1)
    ]
    for what, at in (("easiest", easiest), ("hardest", hardest)):
        labels = " ".join(labels_at(model, int(at)))
        lines.append((what, f"{nodes[at]:,.2f}" + (f": {labels}" if labels else "")))
    if model.is_calendar and not exists_mask.all():
        lines.append(("left out", f"{plural(int((~exists_mask).sum()), 'date')} that no year has"))
    if unsolved := int(exists_mask.sum()) - solvable.size:
        lines.append(("left out", f"{plural(unsolved, model.instance_noun)} without a solution"))
    return "".join(f"{a:<12}{b}\n" for a, b in lines)
