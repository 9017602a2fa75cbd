"""The exact solver: all solutions, or as many as are asked for, within a budget.

The search itself is `_core.grids` (line logic, probing, guess and back up). It runs in slices,
so that between them progress is told, budgets are looked at, and Ctrl-C arrives. Every solution
that is kept is compared with the clues by `puzzle.fits`, which shares no code with the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from calpuzzle._core import grids as core
from calpuzzle.errors import CannotDoError, InputError
from calpuzzle.griddlers.puzzle import MAX_COLOURS, Grid, Griddler, Masks, as_grid, fits

SLICE = 50_000  # settled lines; some milliseconds

COMPLETE, ENOUGH, OUT_OF_GUESSES, OUT_OF_TIME, INTERRUPTED = (
    "complete",
    "enough",
    "guesses",
    "seconds",
    "interrupted",
)


class Effort(NamedTuple):
    """What a search has cost: lines settled, cells probed, guesses, and the deepest guess."""

    lines: int = 0
    probes: int = 0
    guesses: int = 0
    depth: int = 0


@dataclass(frozen=True)
class Result:
    """What a search found.

    `ended` is "complete" (all solutions are counted), "enough" (the limit was reached),
    "guesses" or "seconds" (a budget was used up) or "interrupted" (Ctrl-C). `certain` are the
    masks of what is known without any guess.
    """

    count: int
    solutions: list[Grid]
    ended: str
    certain: Masks
    effort: Effort
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether there are no solutions besides those counted."""
        return self.ended == COMPLETE

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where the search ended too early."""
        if self.count > 1:
            return False
        return self.count == 1 if self.complete else None


Progress = Callable[[int, Effort, float], None]


def solve(
    puzzle: Griddler,
    limit: int | None = None,
    *,
    keep: int | None = None,
    guesses: int | None = None,
    seconds: float | None = None,
    masks: Sequence[int] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Search for solutions of `puzzle`.

    Stops after `limit` solutions (None: when all are found), after `guesses` guesses or after
    `seconds`; keeps the first `keep` of them (None: all). `masks` is what is known at the start
    (default: the puzzle's given cells). `progress(count, effort, seconds)` is called between
    slices. Ctrl-C does not raise: the result says "interrupted", and holds what was found.
    Raises InputError where `masks` has not one mask a cell, or the puzzle has too many colours.
    """
    start = time.perf_counter()
    search = _begin(puzzle, masks, core.WITH_GUESSES, False)
    count, ended = 0, COMPLETE
    kept: list[Grid] = []
    certain: Masks | None = None
    try:
        while True:
            outcome = search.run(SLICE)
            if outcome == core.SOLUTION:
                count += 1
                # Later states leave out the solutions found, so this is the last sound one.
                certain = search.colours_certain() if certain is None else certain
                if keep is None or count <= keep:
                    kept.append(_checked(puzzle, search.colours_left()))
                if limit is not None and count >= limit:
                    ended = ENOUGH
                    break
            elif outcome == core.DONE:
                break
            if guesses is not None and search.guesses >= guesses:
                ended = OUT_OF_GUESSES
                break
            if seconds is not None and time.perf_counter() - start >= seconds:
                ended = OUT_OF_TIME
                break
            if progress is not None and outcome == core.PAUSED:
                progress(count, _effort(search), time.perf_counter() - start)
    except KeyboardInterrupt:
        ended = INTERRUPTED
    certain = search.colours_certain() if certain is None else certain
    return Result(count, kept, ended, certain, _effort(search), time.perf_counter() - start)


def _begin(
    puzzle: Griddler, masks: Sequence[int] | None, level: int, thorough: bool
) -> core.Search:
    if puzzle.colours > MAX_COLOURS:
        raise InputError(f"the solver takes up to {MAX_COLOURS} colours, not {puzzle.colours}")
    given = puzzle.everything() if masks is None else masks
    if len(given) != puzzle.height * puzzle.width:
        raise InputError(f"{puzzle.height * puzzle.width} cells are wanted, not {len(given)}")
    return core.Search(puzzle.rows, puzzle.columns, puzzle.colours, given, level, thorough)


def _effort(search: core.Search) -> Effort:
    return Effort(search.settled, search.probes, search.guesses, search.depth[1])


def _checked(puzzle: Griddler, masks: Masks) -> Grid:
    grid = as_grid(puzzle, masks)
    if not fits(puzzle, grid):
        raise CannotDoError("the search gave a grid that does not fit the clues; please report it")
    return grid


class Logic(NamedTuple):
    """How far logic alone comes: `masks` is what it leaves, `possible` whether no line failed,
    `effort` its cost."""

    possible: bool
    solved: bool
    masks: Masks
    effort: Effort


def by_logic(
    puzzle: Griddler, masks: Sequence[int] | None = None, *, probing: bool = False
) -> Logic:
    """Line logic alone, or with probing until no probe says anything more; no guesses."""
    level = core.WITH_PROBES if probing else core.LINES_ONLY
    search = _begin(puzzle, masks, level, True)
    while (outcome := search.run(SLICE)) == core.PAUSED:
        pass
    left = search.colours_left()
    return Logic(outcome != core.DONE, outcome == core.SOLUTION, left, _effort(search))
