"""A solver with CP-SAT, which solves the few puzzles on which the other searches fail, and checks
these searches.

Each line is constrained by an automaton that reads its cells. A state records where the cells read
so far end: after i cells of block j, or in white cells before, between or after the blocks. The
extra `cpsat` installs ortools.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from calpuzzle.base import signals
from calpuzzle.base.extras import importing, load_whole
from calpuzzle.base.stop import Stop, raise_if_stopped
from calpuzzle.base.stoppable import stoppable
from calpuzzle.nonogram.clues import Clue, Clues, Grid, rows_of
from calpuzzle.nonogram.explain import overfull_lines
from calpuzzle.nonogram.solver import COMPLETE, ENOUGH, INTERRUPTED, OUT_OF_TIME, Effort, Result


def automaton(clue: Clue) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Return the final states and the transitions (state, colour, next state) of an automaton with
    start state 0 that accepts exactly the fillings of `clue`."""
    moves = [(0, 0, 0)]
    here, exits = 0, [0]  # the latest state, and those from which the next block may begin
    for j, (length, colour) in enumerate(clue):
        for source in exits:
            moves.append((source, colour, here + 1))
        moves += [(here + i, colour, here + i + 1) for i in range(1, length)]
        here += length
        closed = here + 1  # after a white cell that follows the block
        moves += [(here, 0, closed), (closed, 0, closed)]
        # A block of another colour may follow without a white cell in between.
        may_touch = j + 1 < len(clue) and clue[j + 1][1] != colour
        exits = [here, closed] if may_touch or j + 1 == len(clue) else [closed]
        here = closed
    return exits, moves


def _model(puzzle: Clues, masks: Sequence[int]) -> tuple[Any, list[Any]]:
    instead = "the engine auto works without it"
    with importing("ortools", "the engine cpsat", "ortools", "cpsat", instead):
        load_whole("ortools.sat.python.cp_model")
        from ortools.sat.python import cp_model
    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values([c for c in range(puzzle.colours + 1) if mask >> c & 1]),
            f"cell{cell}",
        )
        for cell, mask in enumerate(masks)
    ]
    for index in range(puzzle.height + puzzle.width):
        finals, moves = automaton(puzzle.line(index))
        model.add_automaton([cells[cell] for cell in puzzle.cells_of(index)], 0, finals, moves)
    return model, cells


def _collector(puzzle: Clues, cells: list[Any], limit: int | None, keep: int | None) -> Any:
    """Return a callback that counts solutions, stores the first `keep`, and stops at the limit."""
    from ortools.sat.python import cp_model

    # mypy sees no types of ortools if it is not installed.
    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.count = self.branches = 0
            self.solutions: list[Grid] = []

        def on_solution_callback(self) -> None:
            self.count += 1
            self.branches = int(self.num_branches)
            if keep is None or self.count <= keep:
                values = [int(self.value(cell)) for cell in cells]
                self.solutions.append(rows_of(values, puzzle.width))
            if limit is not None and self.count >= limit:
                self.stop_search()

    return Collector()


def solve(
    puzzle: Clues,
    limit: int | None = None,
    *,
    keep: int | None = None,
    seconds: float | None = None,
    masks: Sequence[int] | None = None,
    stop: Stop | None = None,
) -> Result:
    """Search for solutions as `solver.solve` does, including its treatment of Ctrl-C.

    `masks` contains the allowed colours of each cell, as bit masks; by default, those of the
    puzzle's given cells. The result contains the same masks as `certain`, because CP-SAT determines
    no cells in advance. Raises CannotDoError if ortools is not installed, and StoppedError when
    `stop` is reached.
    """
    start = time.perf_counter()
    raise_if_stopped(stop)
    given = puzzle.initial_masks() if masks is None else list(masks)
    model, cells = _model(puzzle, given)
    # CP-SAT does not accept a variable without values.
    if overfull_lines(puzzle) or not all(given):
        return Result(0, [], COMPLETE, given, Effort(), 0.0)
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = limit != 1
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    found = _collector(puzzle, cells, limit, keep)
    try:
        status = stoppable(lambda: solver.solve(model, found), solver.stop_search, stop)
    except KeyboardInterrupt:
        signals.clear()
        status = None
    spent = time.perf_counter() - start
    if status is None:
        ended = INTERRUPTED
    elif limit is not None and found.count >= limit:
        ended = ENOUGH
    elif status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        ended = COMPLETE
    else:
        ended = OUT_OF_TIME
    guesses = found.branches if status is None else solver.num_branches
    effort = Effort(guesses=int(guesses))
    return Result(found.count, found.solutions, ended, given, effort, spent)
