"""The exact solver, which finds all solutions, or a limited number, within a budget.

The search is that of `turns`: by lines (line solving, probing, backtracking) and, if that finds
nothing for a while, also by clause learning. If solutions are only counted and there are several,
the search alternates with a count by layers (`layers_in_turns`) until one of the two is finished.
The search runs in slices; between them progress is reported, budgets are checked, and Ctrl-C is
handled. Every stored solution is compared with the clues by `clues.fits`, which shares no code with
the search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from calpuzzle._core import grids as core
from calpuzzle.base import signals
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import Stop, raise_if_stopped
from calpuzzle.base.wording import plural
from calpuzzle.nonogram.clues import MAX_COLOURS, Clues, Grid, Masks, as_grid, fits
from calpuzzle.nonogram.layers_in_turns import SOLUTIONS_BEFORE_LAYERS, LayersInTurns
from calpuzzle.nonogram.turns import AUTO, Turns, slice_of

REPORT_EVERY = 0.01  # seconds between two reports of progress

COMPLETE, ENOUGH, INTERRUPTED = "complete", "enough", "interrupted"
OUT_OF_GUESSES, OUT_OF_TIME = "guesses", "seconds"


class Effort(NamedTuple):
    """The cost of a search: the numbers of settled lines, of probes and of guesses, the depth of
    the deepest guess, and the number of conflicts from which clauses were learned."""

    lines: int = 0
    probes: int = 0
    guesses: int = 0
    depth: int = 0
    conflicts: int = 0


@dataclass(frozen=True)
class Result:
    """The outcome of a search.

    `ended` is "complete" (all solutions are counted), "enough" (the limit was reached), "guesses"
    or "seconds" (a budget was used up) or "interrupted" (Ctrl-C). `certain` contains masks that do
    not depend on an open guess; all solutions are within them.
    """

    count: int
    solutions: list[Grid]
    ended: str
    certain: Masks
    effort: Effort
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether all solutions have been counted."""
        return self.ended == COMPLETE

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if the search ended too early to know."""
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

    The search stops after `limit` solutions (None: when all are found), after `guesses` guesses or
    after `seconds`, and stores the first `keep` solutions (None: all). With `keep` 0 and no limit
    the solutions are only counted, possibly by layers; the layers are not included in the `effort`
    of the result. `masks` is the state at the start (default: the puzzle's given cells).
    `progress(count, effort, seconds)` is called between slices. `engine` is one of `turns.ENGINES`.
    Ctrl-C raises no exception: the result has what was found, and its `ended` is "interrupted" (see
    `raise_if_interrupted`).

    Raises StoppedError if `stop` is set, InputError if `masks` does not have one mask for each cell
    or the puzzle has too many colours, and CannotDoError if `engine` is "clauses" and there are too
    many clauses.
    """
    start = time.perf_counter()
    search = Turns(puzzle, _given(puzzle, masks), engine)
    stored: list[Grid] = []
    certain: Masks | None = None
    count, ended, reported = 0, "", start
    may_use_layers = keep == 0 and limit is None and guesses is None and engine == AUTO
    layers: LayersInTurns | None = None
    layer_count: int | None = None
    try:
        while not ended:
            outcome = search.run()
            raise_if_stopped(stop)
            now = time.perf_counter()
            if outcome == core.SOLUTION:
                count += 1
                # Later states exclude the solutions found so far, so only the masks at the first
                # solution contain every solution.
                certain = certain or search.lines.colours_certain()
                if keep is None or count <= keep:
                    stored.append(_checked(puzzle, search.found))
            if may_use_layers and count >= SOLUTIONS_BEFORE_LAYERS and certain:
                layers = layers or LayersInTurns(puzzle)
                layer_count = layers.turn(certain, search.steps)
            if outcome == core.DONE or layer_count is not None:
                count = count if layer_count is None else layer_count
                ended = COMPLETE
            elif limit is not None and count >= limit:
                ended = ENOUGH
            elif guesses is not None and search.lines.guesses >= guesses:
                ended = OUT_OF_GUESSES
            elif seconds is not None and now - start >= seconds:
                ended = OUT_OF_TIME
            elif progress is not None and now - reported >= REPORT_EVERY:
                reported = now
                progress(count, _effort(search.lines, search.conflicts), now - start)
    except KeyboardInterrupt:
        signals.clear()
        ended = INTERRUPTED
    spent = time.perf_counter() - start
    certain = certain or search.lines.colours_certain()
    return Result(count, stored, ended, certain, _effort(search.lines, search.conflicts), spent)


def solutions(
    puzzle: Clues,
    masks: Sequence[int] | None = None,
    stop: Stop | None = None,
    engine: str = AUTO,
) -> Iterator[Grid]:
    """Yield the solutions in the order of the search; the parameters are those of `solve`."""
    search = Turns(puzzle, _given(puzzle, masks), engine)
    while (outcome := search.run()) != core.DONE:
        raise_if_stopped(stop)
        if outcome == core.SOLUTION:
            yield _checked(puzzle, search.found)


def raise_if_interrupted(result: Result) -> Result:
    """Return the result unchanged. Raises KeyboardInterrupt if Ctrl-C has ended its search, for
    callers that cannot use the result of an interrupted search."""
    if result.ended == INTERRUPTED:
        raise KeyboardInterrupt
    return result


def _given(puzzle: Clues, masks: Sequence[int] | None) -> Sequence[int]:
    """Return the masks at the start. Raises InputError if the solver does not accept them."""
    if puzzle.colours > MAX_COLOURS:
        raise InputError(f"the solver takes up to {MAX_COLOURS} colours, not {puzzle.colours}")
    given = puzzle.initial_masks() if masks is None else masks
    if len(given) != puzzle.height * puzzle.width:
        cells = plural(puzzle.height * puzzle.width, "cell")
        raise InputError(f"the grid has {cells}, not {len(given)}")
    return given


def _effort(lines: core.Search, conflicts: int = 0) -> Effort:
    return Effort(lines.settled, lines.probes, lines.guesses, lines.depth[1], conflicts)


def _checked(puzzle: Clues, masks: Masks) -> Grid:
    grid = as_grid(puzzle, masks)
    if not fits(puzzle, grid):
        raise CannotDoError("the search found a grid that violates the clues; please report this")
    return grid


class Logic(NamedTuple):
    """The outcome of logic without guesses: whether no contradiction was found (`possible`),
    whether all cells are known (`solved`), the reduced `masks`, and the cost."""

    possible: bool
    solved: bool
    masks: Masks
    effort: Effort


def by_logic(puzzle: Clues, *, probing: bool = False) -> Logic:
    """Return the outcome of line solving or, with `probing`, of probing until no probe helps."""
    level = core.WITH_PROBES if probing else core.LINES_ONLY
    given = _given(puzzle, None)
    search = core.Search(puzzle.rows, puzzle.columns, puzzle.colours, given, level, thorough=True)
    work = slice_of(puzzle)
    while (outcome := search.run(work)) == core.PAUSED:
        pass
    reduced = search.colours_left()
    return Logic(outcome != core.DONE, outcome == core.SOLUTION, reduced, _effort(search))
