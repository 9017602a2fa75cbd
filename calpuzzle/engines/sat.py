"""The engine `sat`: a SAT solver of python-sat on the CNF that is also written (the extra `sat`).

Each solution found is ruled out by a clause before the next is sought; so all are enumerated, in
an order of the solver's own, lazily. The solver is Glucose: CaDiCaL takes half the time, but cannot
be interrupted there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.extras import importing, load_whole
from calpuzzle.base.stop import Stop
from calpuzzle.base.stoppable import stoppable
from calpuzzle.engines import RUN, Engine, Run
from calpuzzle.engines.rest import rest
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.program import clauses


def _found(solver: Any, stop: Stop | None) -> bool:
    """Return whether there is another solution."""
    answer = stoppable(lambda: solver.solve_limited(expect_interrupt=True), solver.interrupt, stop)
    if answer is None:  # what was counted so far would be a part
        raise CannotDoError("the SAT solver gave up")
    return bool(answer)


class Sat(Engine):
    """The engine of this module."""

    def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
        """Yield what completes the options `laid`, lazily, in the order in which the solver meets
        them.

        Raises CannotDoError where python-sat is not installed.
        """
        with importing("pysat", "the engine sat", "python-sat", "sat"):
            load_whole("pysat.solvers")
            from pysat.solvers import Glucose4
        left = rest(cover, laid)
        if left is None:
            return
        _, formula = clauses(left.cover)
        if any(not clause for clause in formula):
            return
        numbers = [left.numbers[k] for k in left.cover.choosable]
        number = len(numbers)
        with Glucose4(bootstrap_with=formula) as solver:
            found = 0
            while _found(solver, run.stop):
                # A variable in no clause may be missing from the model: it counts as 0 there, and
                # the clause below has it, so that the solutions in which it is 1 come later.
                chosen = [v for v in solver.get_model() if 0 < v <= number]
                found += 1
                run.tell(found, None, found)
                yield tuple(numbers[v - 1] for v in chosen)
                # Solutions of an exact cover never contain one another, but with bounds they may.
                true = set(chosen)
                clause = [-v if v in true else v for v in range(1, number + 1)]
                if not clause:
                    return
                solver.add_clause(clause)
