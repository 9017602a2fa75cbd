"""The exact solver: all solutions, or as many as are asked for, within a budget.

The search is that of `turns`: by lines (line solving, probing, backtracking), and by clause
learning where that finds nothing for a while; where all are only to be counted, beside them the
layers of `beside`, once there are several. It runs in slices, so that between them progress is
told, budgets are looked at, and Ctrl-C arrives. Every solution that is kept is compared with the
clues by `puzzle.fits`, which shares no code with the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from calpuzzle._core import grids as core
from calpuzzle.base import signals
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import Stop, look
from calpuzzle.base.text import plural
from calpuzzle.nonogram.beside import FEW, Beside
from calpuzzle.nonogram.puzzle import MAX_COLOURS, Clues, Grid, Masks, as_grid, fits
from calpuzzle.nonogram.turns import AUTO, Turns, slice_of

TELL_EVERY = 0.01  # seconds between two words of progress

COMPLETE, ENOUGH, INTERRUPTED = "complete", "enough", "interrupted"
OUT_OF_GUESSES, OUT_OF_TIME = "guesses", "seconds"


class Effort(NamedTuple):
    """The cost of a search: lines settled, cells probed, guesses, the deepest guess, and the
    conflicts that clauses were learned from."""

    lines: int = 0
    probes: int = 0
    guesses: int = 0
    depth: int = 0
    conflicts: int = 0


@dataclass(frozen=True)
class Result:
    """The outcome of a search.

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
        """True where there are no solutions besides those counted."""
        return self.ended == COMPLETE

    @property
    def unique(self) -> bool | None:
        """True where there is exactly one solution; None where the search ended too early."""
        if self.count > 1:
            return False
        return self.count == 1 if self.complete else None


def solve(
    puzzle: Clues,
    limit: int | None = None,
    *,
    keep: int | None = None,
    guesses: int | None = None,
    seconds: float | None = None,
    masks: Sequence[int] | None = None,
    progress: Callable[[int, Effort, float], None] | None = None,
    stop: Stop | None = None,
    engine: str = AUTO,
) -> Result:
    """Search for solutions of `puzzle`.

    Stops after `limit` solutions (None: when all are found), after `guesses` guesses or after
    `seconds`; keeps the first `keep` of them (None: all; 0 with no limit: they are counted, by
    layers where those are done first, and `effort` is of the search alone). `masks` is what is
    known at the start (default: the puzzle's given cells). `progress(count, effort, seconds)` is
    called between slices. `engine` is one of `turns.ENGINES`. Ctrl-C does not raise: the result
    says "interrupted", and holds what was found (see `unbroken`).
    Raises StoppedError when `stop` ends it, InputError where `masks` has not one mask a cell, or
    the puzzle has too many colours, and CannotDoError where only clauses are to search and they
    are too many.
    """
    start = time.perf_counter()
    search = Turns(puzzle, _given(puzzle, masks), engine)
    kept: list[Grid] = []
    certain: Masks | None = None
    count, ended, told = 0, "", start
    counted = keep == 0 and limit is None and guesses is None and engine == AUTO
    beside: Beside | None = None
    total: int | None = None
    try:
        while not ended:
            outcome = search.run()
            look(stop)
            now = time.perf_counter()
            if outcome == core.SOLUTION:
                count += 1
                # Later states leave out the solutions found, so that of the first is the last
                # sound one.
                certain = certain or search.lines.colours_certain()
                if keep is None or count <= keep:
                    kept.append(_checked(puzzle, search.found))
            if counted and count >= FEW and certain:
                beside = beside or Beside(puzzle)
                total = beside.turn(certain, search.steps)
            if outcome == core.DONE or total is not None:
                count = count if total is None else total
                ended = COMPLETE
            elif limit is not None and count >= limit:
                ended = ENOUGH
            elif guesses is not None and search.lines.guesses >= guesses:
                ended = OUT_OF_GUESSES
            elif seconds is not None and now - start >= seconds:
                ended = OUT_OF_TIME
            elif progress is not None and now - told >= TELL_EVERY:
                told = now
                progress(count, _spent(search), now - start)
    except KeyboardInterrupt:
        signals.heeded()
        ended = INTERRUPTED
    taken = time.perf_counter() - start
    certain = certain or search.lines.colours_certain()
    return Result(count, kept, ended, certain, _spent(search), taken)


def solutions(
    puzzle: Clues,
    masks: Sequence[int] | None = None,
    stop: Stop | None = None,
    engine: str = AUTO,
) -> Iterator[Grid]:
    """Yield the solutions in the order of the search; the parameters are those of `solve`."""
    search = Turns(puzzle, _given(puzzle, masks), engine)
    while (outcome := search.run()) != core.DONE:
        look(stop)
        if outcome == core.SOLUTION:
            yield _checked(puzzle, search.found)


def unbroken(result: Result) -> Result:
    """The same result; raises KeyboardInterrupt where Ctrl-C has ended its search, for a caller
    that has no use for half of one."""
    if result.ended == INTERRUPTED:
        raise KeyboardInterrupt
    return result


def _given(puzzle: Clues, masks: Sequence[int] | None) -> Sequence[int]:
    """Return the masks at the start; raises InputError where the solver does not take them."""
    if puzzle.colours > MAX_COLOURS:
        raise InputError(f"the solver takes up to {MAX_COLOURS} colours, not {puzzle.colours}")
    given = puzzle.everything() if masks is None else masks
    if len(given) != puzzle.height * puzzle.width:
        cells = plural(puzzle.height * puzzle.width, "cell")
        raise InputError(f"the grid has {cells}, not {len(given)}")
    return given


def _effort(lines: core.Search) -> Effort:
    return Effort(lines.settled, lines.probes, lines.guesses, lines.depth[1])


def _spent(search: Turns) -> Effort:
    return _effort(search.lines)._replace(conflicts=search.conflicts)


def _checked(puzzle: Clues, masks: Masks) -> Grid:
    grid = as_grid(puzzle, masks)
    if not fits(puzzle, grid):
        raise CannotDoError("the search gave a grid that does not fit the clues; please report it")
    return grid


class Logic(NamedTuple):
    """The outcome of logic alone: `masks` is what it leaves, `possible` whether no line failed,
    `effort` its cost."""

    possible: bool
    solved: bool
    masks: Masks
    effort: Effort


def by_logic(puzzle: Clues, *, probing: bool = False) -> Logic:
    """Line logic alone, or with probing until no probe says anything more; no guesses."""
    level = core.WITH_PROBES if probing else core.LINES_ONLY
    given = _given(puzzle, None)
    search = core.Search(puzzle.rows, puzzle.columns, puzzle.colours, given, level, True)
    work = slice_of(puzzle)
    while (outcome := search.run(work)) == core.PAUSED:
        pass
    left = search.colours_left()
    return Logic(outcome != core.DONE, outcome == core.SOLUTION, left, _effort(search))
