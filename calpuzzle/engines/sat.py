"""The engine `sat`: a SAT solver of python-sat (the extra `sat`) on the CNF of puzzle/program.py.

Solutions are enumerated lazily, in the order in which the solver finds them: after each solution, a
clause that excludes it is added, and the search continues. The solver is Glucose, because CaDiCaL,
which takes half the time, cannot be interrupted in python-sat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.extras import importing, load_whole
from calpuzzle.base.stop import Stop
from calpuzzle.base.stoppable import stoppable
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.program import clauses


def _found(solver: Any, stop: Stop | None) -> bool:
    """Return whether the solver finds another solution."""
    answer = stoppable(lambda: solver.solve_limited(expect_interrupt=True), solver.interrupt, stop)
    if answer is None:  # the solutions found so far may not be all
        raise CannotDoError("the SAT solver gave up")
    return bool(answer)


class Sat(Engine):
    """The engine `sat`."""

    def solutions(self, cover: Cover, placed: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Lazily yield the completions of the options `placed`, in the order of the solver.

        Raises CannotDoError if python-sat is not installed.
        """
        with importing("pysat", "the engine sat", "python-sat", "sat"):
            load_whole("pysat.solvers")
            from pysat.solvers import Glucose4
        residual = residual_cover(cover, placed)
        if residual is None:
            return
        _, formula = clauses(residual.cover, "use the engine dancing")
        if any(not clause for clause in formula):
            return
        numbers = [residual.numbers[k] for k in residual.cover.choosable]
        number = len(numbers)
        with Glucose4(bootstrap_with=formula) as solver:
            found = 0
            while _found(solver, run.stop):
                # A variable without clauses may be missing from the model. It counts as 0, and the
                # clause below contains it, so that solutions in which it is 1 are found later.
                chosen = [v for v in solver.get_model() or () if 0 < v <= number]
                found += 1
                run.report(found, None, found)
                yield tuple(numbers[v - 1] for v in chosen)
                # With bounds, a solution may contain another one, so the clause excludes exactly
                # this solution and not its supersets.
                true = set(chosen)
                clause = [-v if v in true else v for v in range(1, number + 1)]
                if not clause:
                    return
                solver.add_clause(clause)
