"""The engine `cpsat`: OR-Tools' CP-SAT on the 0-1 program of puzzle/program.py (extra `cpsat`).

CP-SAT enumerates all solutions on one thread, in an unspecified order; they are sorted here.
"""

from __future__ import annotations

from collections.abc import Iterator

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.extras import importing, load_whole
from calpuzzle.base.stoppable import stoppable
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.program import program


class CpSat(Engine):
    """The engine `cpsat`."""

    ordered = True

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield the completions of the options `placed`, in lexicographic order, once all are
        found.

        Raises MissingExtraError if ortools is not installed, and CannotDoError if CP-SAT gives up.
        Ctrl-C, or an exception that the progress callback raises, ends the search.
        """
        residual = residual_cover(cover, placed)
        if residual is None:
            return
        with importing("ortools", "the engine cpsat", "ortools", "cpsat"):
            load_whole("ortools.sat.python.cp_model")
            from ortools.sat.python import cp_model
        model = cp_model.CpModel()
        variables = {k: model.new_bool_var(f"x{k + 1}") for k in residual.cover.choosable}
        for row in program(residual.cover):
            if not row.options and row.least:
                return
            if (row.least, row.most) == (1, 1):
                model.add_exactly_one([variables[k] for k in row.options])
            else:
                model.add_linear_constraint(
                    sum(variables[k] for k in row.options), row.least, row.most
                )
        numbers = residual.numbers
        found: list[tuple[int, ...]] = []
        raised: list[BaseException] = []

        class Keep(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                chosen = [k for k, x in variables.items() if self.boolean_value(x)]
                found.append(tuple(numbers[k] for k in chosen))
                try:
                    run.report(self.num_branches, None, len(found))
                except BaseException as error:  # must not propagate through frames of C++
                    raised.append(error)
                    self.stop_search()

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.catch_sigint_signal = False
        status = stoppable(lambda: solver.solve(model, Keep()), solver.stop_search, run.stop)
        if raised:
            raise raised[0]
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):  # FEASIBLE: not all were found
            raise CannotDoError(f"CP-SAT gave up: {solver.status_name(status)}")
        yield from sorted(found)
