"""The summary of a whole puzzle: the number of unsolvable dates, the numbers of solutions of the
others, and their difficulty. `check` prints it for one puzzle, `compare` for several, one per row.

The difficulty is the mean over at most `SAMPLE` solvable dates that exist, evenly spread, measured
by calpuzzle/results/difficulty.py. A figure that takes too long is None. If the counts take too
long, the total number of solutions is estimated, in a separate field.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.given import check_kind, real_number
from calpuzzle.base.later import Later
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import plural, shown
from calpuzzle.draw.boxes import in_columns, right_aligned
from calpuzzle.engines import Run
from calpuzzle.engines.dancing import budget
from calpuzzle.engines.estimate import Estimate
from calpuzzle.planning import set_counts
from calpuzzle.puzzle.cover import Cover, Phases, quiet
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.lowering import Lowered, check_puzzle
from calpuzzle.puzzle.model import Model
from calpuzzle.results.difficulty import NAMES, SEED, TRIALS, difficulty, step_of
from calpuzzle.results.stats import Stats, listed_dates, stats

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = Later("pandas")

MAX_INT64 = 2**63 - 1  # the largest number in a column of int64
SAMPLE = 24
SECONDS = 60.0
# The difficulty may use SLICES * `budget` nodes for each second of the time limit.
SLICES = 50
MAX_SECONDS = 2.0  # the longest time for an estimate, in seconds
COLUMNS = (
    "puzzle", "cells", "pieces", "dates", "unsolved", "fewest", "most", "total", "unique", "nodes",
    "difficulty",
)  # fmt: skip
"""The columns of `compare`. `unsolved` and `unique` are the numbers of dates without a solution and
with exactly one. `fewest` and `most` are the fewest and the most solutions of a date, and `total`
is the number of solutions of all dates. `nodes` is the mean number of pieces tried, and
`difficulty` is the step from 1 to 5."""


class Summary(NamedTuple):
    """The figures of the counts, and `nodes`, the mean number of pieces tried up to the first
    solution. Each is None if it was not found in time; `nodes` is also None if no date that exists
    has a solution."""

    stats: Stats | None
    nodes: float | None
    estimate: Estimate | None = None
    """The estimated number of solutions of all dates, if `stats` is None."""

    @property
    def step(self) -> int | None:
        """The difficulty, from 1, very easy, to 5, very hard, or None if it is unknown."""
        return None if self.nodes is None else step_of(self.nodes, solved=True)


def summary(puzzle: Lowered, seconds: float = SECONDS, phases: Phases = quiet) -> Summary:
    """Count all dates of the puzzle in at most `seconds`, and measure the difficulty of some. If
    the count is not finished in time, the number of solutions is estimated instead. The estimate
    takes at most a fifth of `seconds` more, and at most MAX_SECONDS.

    The measurement of the difficulty is limited by a fixed amount of work, not by time, so that its
    result is the same on a busy machine.
    """
    cover, name = puzzle.lowered.cover, puzzle.model.name
    try:
        with phases(name) as progress:
            run = Run(progress=progress, stop=time.monotonic() + seconds)
            found = stats(puzzle.model, set_counts.counts(puzzle.lowered, run))
    except StoppedError:
        return Summary(None, None, estimated_total(cover, seconds / 5))
    dates = _sample(puzzle.model, found)
    nodes, most = 0.0, seconds * SLICES * budget(cover)
    try:
        with phases(f"{name}: difficulty") as progress:
            for k, at in enumerate(dates):
                run = Run(progress=progress).part(k, k + 1, len(dates))
                date, rest = puzzle.lowered.instance(at), most - nodes * TRIALS
                known = difficulty(cover, date, SEED, run, most=rest)
                nodes += known.nodes if known else 0.0
    except StoppedError:
        return Summary(found, None)
    return Summary(found, nodes / len(dates) if dates else None)


def estimated_total(cover: Cover, seconds: float) -> Estimate | None:
    """Return an estimate of the number of solutions, or None if sampling is not supported."""
    try:
        return planning.estimate(cover, seconds=min(seconds, MAX_SECONDS))
    except CannotDoError:
        return None


def not_counted(found: Estimate | None, seconds: float) -> str:
    """Return the line for solutions that were not counted within `seconds`."""
    late = f"not counted {_limit_words(seconds)}"
    return f"solutions: {found} ({late})" if found else f"solutions: {late}"


def _limit_words(seconds: float) -> str:
    return f"within {plural(int(seconds), 'second')}; allow more with --seconds"


def _sample(model: Model, found: Stats) -> list[int]:
    """Return the dates to measure."""
    none = {*found.unsolvable}
    able = [int(at) for at in existing(model).ravel().nonzero()[0] if at not in none]
    number = min(SAMPLE, len(able))
    return [able[k * len(able) // number] for k in range(number)]


def sentences(model: Model, found: Summary, seconds: float) -> list[str]:
    """Return the lines of a summary; `seconds` is the time limit."""
    if found.stats is None:
        return [not_counted(found.estimate, seconds)]
    noun = model.instance_noun
    lines = [*_counted(model, found.stats, noun)]
    if found.nodes is not None:
        number = len(_sample(model, found.stats))
        means = f", on average over {plural(number, noun)}" if model.groups else ""
        step = step_of(found.nodes, solved=True)
        tried = plural(round(found.nodes), "piece")
        lines.append(
            f"difficulty: {step} of {len(NAMES)}, {NAMES[step - 1]}: {tried} "
            f"tried up to the first solution{means}"
        )
    elif found.stats.total and _sample(model, found.stats):
        lines.append("difficulty: not measured, it takes too many tries; allow more with --seconds")
    return lines


def _counted(model: Model, found: Stats, noun: str) -> Iterator[str]:
    """Yield the lines about the counts."""
    if not model.groups:
        yield f"solutions: {found.total:,}" if found.total else "solutions: none"
        return
    number = len(found.unsolvable)
    if not number:
        yield f"every {noun} can be solved"
    else:
        there = ""
        if found.unsolvable_existing is not None:
            there = f", of which {plural(found.unsolvable_existing, 'exists', 'exist')}"
        dates = listed_dates(model, found.unsolvable)
        yield f"without a solution: {plural(number, noun)}{there}{dates}"
    if found.total:
        which = f"each {noun}" + " that has any" * bool(number)
        lowest = found.fewest_positive
        yield f"solutions: {found.total:,} in all, {lowest:,} to {found.most:,} of {which}"
    if found.unique:
        dates = listed_dates(model, found.unique)
        yield f"just one solution: {plural(len(found.unique), noun)}{dates}"


def compare(puzzles: Iterable[Lowered], seconds: float = SECONDS) -> pd.DataFrame:
    """Return the key figures of puzzles as a table.

    Parameters
    ----------
    puzzles : iterable of Puzzle
        The puzzles.
    seconds : float, default 60
        The time limit for each puzzle.

    Returns
    -------
    DataFrame
        One row per puzzle, with the numbers of its cells, pieces and dates (`cells`, `pieces`,
        `dates`), the number of dates without a solution (`unsolved`) and with just one (`unique`),
        the fewest and most solutions of a date (`fewest`, `most`), the number of solutions of all
        dates (`total`), the mean number of pieces tried (`nodes`) and the `difficulty`, 1 to 5.
        Figures that were not found in time are missing.

    Raises
    ------
    InputError
        If an element of `puzzles` is not a puzzle of pieces, or `seconds` is not a valid number.

    Examples
    --------
    >>> frame = cp.compare([cp.load("sticks"), cp.load("domino-2x3")])
    >>> frame["total"].tolist()
    [3, 1]
    """
    wanted = "puzzles must be an iterable of Puzzle"
    if isinstance(puzzles, str):
        raise InputError(f"{wanted}, not {shown(puzzles)}")
    check_kind(puzzles, Iterable, wanted)
    seconds = real_number(seconds, "seconds")
    found = []
    for puzzle in puzzles:
        check_puzzle(puzzle)
        found.append((puzzle, summary(puzzle, seconds)))
    return compared(found)


def compared(found: Sequence[tuple[Lowered, Summary]]) -> pd.DataFrame:
    """Return the table of puzzles and their summaries: whole numbers are Int64 (objects, if they
    are too large), the mean of nodes is Float64, and unknown figures are missing."""
    import pandas as pd

    frame = pd.DataFrame([_row(*each) for each in found], columns=list(COLUMNS), dtype=object)
    kinds: dict[str, str] = dict.fromkeys(COLUMNS[1:], "Int64")
    kinds |= {COLUMNS[0]: "str", "nodes": "Float64"}
    for name in ("fewest", "most", "total"):
        if any(value is not None and value > MAX_INT64 for value in frame[name]):
            kinds[name] = "object"  # Python integers, which are unbounded
    return frame.astype(kinds)


def _row(puzzle: Lowered, found: Summary) -> tuple[int | float | str | None, ...]:
    model = puzzle.model
    pieces = sum(piece.most for piece in model.pieces)
    start = (model.name, len(model.board.cells), pieces, prod(model.shape))
    counted = found.stats
    figures: tuple[int | None, ...] = (None,) * 5
    if counted is not None:
        figures = (
            len(counted.unsolvable),
            counted.fewest,
            counted.most,
            counted.total,
            len(counted.unique),
        )
    nodes = None if found.nodes is None else round(found.nodes, 2)
    return (*start, *figures, nodes, found.step)


def figures(puzzle: Lowered, found: Summary) -> dict[str, int | float | str | None]:
    """Return the row of `compare` as JSON data, by column."""
    return dict(zip(COLUMNS, _row(puzzle, found), strict=True))


def plain_text(frame: pd.DataFrame) -> str:
    """Return the table as text, with right-aligned figures and `-` for unknown ones."""
    columns = []
    values = frame.astype(object).where(frame.notna(), None)
    for name in values:
        cells = [str(name), *map(_cell, values[name])]
        columns.append(cells if name == COLUMNS[0] else right_aligned(cells))
    return in_columns(columns)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
