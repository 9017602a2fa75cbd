"""The engine `cpsat`: OR-Tools' CP-SAT on the same 0-1 program (the extra `cpsat`).

It enumerates all solutions, on one thread and in an order of its own, which is sorted here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calpuzzle.errors import CannotDoError
from calpuzzle.exact.program import program
from calpuzzle.extras import importing
from calpuzzle.stoppable import run

if TYPE_CHECKING:
    from calpuzzle.exact.cover import Cover, Progress


def count(cover: Cover, progress: Progress | None = None) -> int:
    """How many solutions there are."""
    return sum(1 for _ in solve(cover, progress))


def solve(cover: Cover, progress: Progress | None = None) -> Iterator[tuple[int, ...]]:
    """The solutions, in lexicographic order, when all are found; what `progress` raises ends the
    search, as Ctrl-C does.

    Raises CannotDoError where ortools is not installed.
    """
    with importing("ortools", "the engine cpsat", "ortools", "cpsat"):
        from ortools.sat.python import cp_model
    built = program(cover)
    model = cp_model.CpModel()
    variables = {k: model.new_bool_var(f"x{k + 1}") for k in built.variables}
    for row in built.rows:
        if not row.options and row.least:
            return
        if (row.least, row.most) == (1, 1):
            model.add_exactly_one([variables[k] for k in row.options])
        else:
            model.add_linear_constraint(sum(variables[k] for k in row.options), row.least, row.most)
    found: list[tuple[int, ...]] = []
    raised: list[BaseException] = []

    class Keep(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(tuple(k for k, x in variables.items() if self.boolean_value(x)))
            try:
                if progress:
                    progress(self.num_branches, len(found))
            except BaseException as error:  # it must not cross the frames of C++
                raised.append(error)
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.catch_sigint_signal = False
    status = run(lambda: solver.solve(model, Keep()), solver.stop_search)
    if raised:
        raise raised[0]
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):  # FEASIBLE would be a part
        raise CannotDoError(f"CP-SAT gave up: {solver.status_name(status)}")
    yield from sorted(found)
