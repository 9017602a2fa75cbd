"""Other exact cover solvers, each behind one call: `count(options, items)`.

`options` are lists of item numbers below `items`; every item is to be covered exactly once. A peer
that is not installed is omitted by `installed`, and run.py reports it as absent.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Options = list[list[int]]


def _matrix(options: Options, items: int, dtype: str) -> npt.NDArray[np.generic]:
    import numpy as np

    matrix = np.zeros((len(options), items), dtype)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    return matrix


def exact_cover(options: Options, items: int) -> int:
    from exact_cover import get_solution_count

    return int(get_solution_count(_matrix(options, items, "int32")))


def xcover(options: Options, items: int) -> int:
    from xcover import covers_bool

    return sum(1 for _ in covers_bool(_matrix(options, items, "bool")))


def miniexact(options: Options, items: int) -> int:
    from miniexact import miniexacts_x

    solver = miniexacts_x()
    names = [solver.primary(str(item)) for item in range(items)]
    for option in options:
        for item in option:
            solver.add(names[item])
        solver.add(0)
    found = 0
    while solver.solve() == 10:
        found += 1
    return found


def dxz(options: Options, items: int) -> int:
    from dxz import dxz_count

    flat = _matrix(options, items, "int32").ravel().tolist()
    return int(dxz_count(len(options), items, flat))


def cp_sat(options: Options, items: int) -> int:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in options]
    holders: list[list[Any]] = [[] for _ in range(items)]
    for variable, option in zip(chosen, options, strict=True):
        for item in option:
            holders[item].append(variable)
    for variables in holders:
        model.add_exactly_one(variables)

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter()
    solver.solve(model, counter)
    return counter.found


PEERS: dict[str, tuple[str, Callable[[Options, int], int]]] = {
    "exact-cover": ("exact_cover", exact_cover),
    "xcover": ("xcover", xcover),
    "miniexact": ("miniexact", miniexact),
    "dxz": ("dxz", dxz),
    "OR-Tools CP-SAT": ("ortools", cp_sat),
}


def installed() -> dict[str, Callable[[Options, int], int]]:
    """Return the functions of the installed peers, by name."""
    return {name: count for name, (module, count) in PEERS.items() if find_spec(module)}
