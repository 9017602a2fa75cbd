"""Fit the coefficients of calpuzzle/planning/costs.py to results/benchmarks/plan_choices.csv.

    python benchmarks/fit_costs.py

The output replaces COSTS and WITHOUT_BOARD there. The root mean square of the errors of each
engine is printed on stderr.

The fit uses damped least squares (Levenberg 1944, Marquardt 1963) on the binary logarithms of the
seconds, with Huber's loss: an error of more than 0.3 counts linearly. If an engine was stopped, an
estimate above its time limit is not an error. The fit uses those questions of the table that ask
for counts and to which the coefficients of the engine apply (`is_estimated`). Puzzles with a board
and those without one have separate coefficients. Questions about one date have a larger weight,
because users ask them most. The coefficients are regularized toward START, because some numbers of
a Size are correlated.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
from plan_choices import ENGINES, Cells, TimedQuestion, cover_of, has_seconds, read

from calpuzzle.planning.costs import ONE_BY_ONE, EngineCost, size_of

Numbers = npt.NDArray[np.float64]
Timing = tuple[TimedQuestion, str, bool]
"""A question, the seconds that an engine ran (as text), and whether it was stopped then."""

START = [-20, -21, -13, -15, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]
"""The coefficients from which a fit starts, and toward which it is regularized. The first three,
the times of the preparation, are binary logarithms of seconds."""
REGULARIZATION = 0.02  # the weight of the regularization
HUBER = 0.3
DATE_WEIGHT = 4
"""The weight of a question about one date; the others have 1."""


def estimates(own: Numbers, sizes: Numbers) -> Numbers:
    """Return the binary logarithm of the seconds that the coefficients `own` predict for each row
    of `sizes`."""
    begin = sizes[:, :2] @ 2 ** own[:2] + 2 ** own[2]
    found: Numbers = np.log2(begin + 2 ** np.clip(own[3] + sizes[:, 2:] @ own[4:], -40, 40))
    return found


def is_estimated(engine: str, asked: TimedQuestion) -> bool:
    """Return whether the EngineCost of an engine estimates its time for this kind of question."""
    if asked.first:
        return False
    if engine == "diagram":  # fixed options do not make the diagram smaller
        return asked.kind in ("count", "counts")
    return asked.kind != "counts" or engine not in ONE_BY_ONE


def has_board(asked: TimedQuestion) -> bool:
    return cover_of(asked.puzzle).plane is not None


def timings_of(engine: str, rows: Iterable[tuple[TimedQuestion, Cells]]) -> list[Timing]:
    """Return the questions that an engine answered, or for which it was stopped. A question about
    one date is repeated DATE_WEIGHT times."""
    return [
        (asked, cells[engine].lstrip(">"), cells[engine].startswith(">"))
        for asked, cells in rows
        if is_estimated(engine, asked) and has_seconds(cells[engine])
        for _ in range(DATE_WEIGHT if asked.kind == "date" else 1)
    ]


def fitted(timings: list[Timing]) -> tuple[EngineCost, float]:
    """Return the coefficients of an engine, and the root mean square of its errors. Errors above
    HUBER count less, and an estimate above the limit of a stopped run has no error."""
    sizes = np.array([size_of(cover_of(asked.puzzle), asked.fixed) for asked, *_ in timings], float)
    wanted = np.log2([float(seconds) for _, seconds, _ in timings])
    stopped = np.array([over for *_, over in timings])
    start = np.array(START)

    def errors(own: Numbers) -> Numbers:
        off = estimates(own, sizes) - wanted
        off = np.where(stopped & (off > 0), 0, off)
        far = np.sqrt(np.maximum(2 * HUBER * abs(off) - HUBER**2, 0))
        off = np.sign(off) * np.where(abs(off) < HUBER, abs(off), far)
        return np.concatenate([off, np.sqrt(REGULARIZATION) * (own - start)])

    own = least_squares(errors, start)
    begin = (2 ** own[:3] * 1e6).tolist()
    size = float(np.sqrt((errors(own)[: len(timings)] ** 2).mean()))
    return EngineCost(*[float(f"{x:.3g}") for x in begin], *np.round(own[3:], 2).tolist()), size


def least_squares(errors: Callable[[Numbers], Numbers], own: Numbers) -> Numbers:
    """Return the coefficients that minimise the sum of the squared errors, starting from `own`."""
    damping, off = 1.0, errors(own)
    for _ in range(200):
        slopes = np.column_stack(
            [(errors(own + step) - off) / 1e-4 for step in 1e-4 * np.eye(len(own))]
        )
        normal = slopes.T @ slopes
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slopes.T @ off)
        better = errors(own + move)
        if better @ better >= off @ off:
            damping *= 4
            continue
        small = off @ off - better @ better < 1e-7 * (off @ off)
        own, off, damping = own + move, better, damping / 5
        if small:
            break
    return own


def main() -> None:
    rows = list(read())
    for name, board in ("COSTS", True), ("WITHOUT_BOARD", False):
        print(f"{name} = {{")
        for engine in ENGINES[:-1]:
            timings = timings_of(engine, [own for own in rows if has_board(own[0]) == board])
            if timings:
                cost, error = fitted(timings)
                numbers = ", ".join(f"{x:g}" for x in cost)
                print(f'    "{engine}": {type(cost).__name__}({numbers}),')
                print(f"{name}, {engine}: {error:.2f} binary digits off", file=sys.stderr)
        print("}")


if __name__ == "__main__":
    main()
