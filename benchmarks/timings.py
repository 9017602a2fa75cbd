"""One round of timings of the calpuzzle that is imported, as one JSON: compare.py runs it twice.

An engine that this calpuzzle has not is left out. Seconds are those of the core, so that what else
the machine does counts for less, and the least of five; each timing has its answer beside it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, board
from calpuzzle.puzzle.polyominoes import polyominoes

CALENDARS = {"dray": "Sat Jan 1", "weekday-8x7": "Tue Nov 29"}
FITTING = {
    "pentominoes-6x10": ("diagram", "backtrack"),
    "pentominoes-3x20": ("dancing",),
    "soma": ("dancing",),
    "iq-fit": ("diagram", "backtrack"),
}


def timings() -> dict[str, Callable[[], int]]:
    """The tasks: everything from the puzzle's model on, each with an answer."""
    found: dict[str, Callable[[], int]] = {}
    for name, date in CALENDARS.items():
        puzzle = cp.load(name)
        model, laid = puzzle.model, puzzle.fixed(date)
        found[f"{name}: the Cover"] = partial(options, model)
        found[f"{name}, {date}: backtrack"] = partial(count, model, "backtrack", laid)
        found[f"{name}, all dates: diagram"] = partial(count, model, "diagram")
        found[f"{name}, all solutions in an array"] = partial(listed, model)
    found["dray, all dates: backtrack"] = partial(count, cp.load("dray").model, "backtrack")
    for name, chosen in FITTING.items():
        for engine in chosen:
            found[f"{name}: {engine}"] = partial(count, cp.load(name).model, engine)
    cells = board([["."] * 18] * 5)
    many = Model("one-sided", cells, polyominoes(5, one_sided=True))
    if "halves" in engines.ENGINES:
        found["one-sided pentominoes 5x18: halves"] = partial(count, many, "halves")
    if "frontier" in engines.ENGINES:
        square = board([["."] * 16] * 16)
        dominoes = Model("16x16", square, (polyominoes(2)[0]._replace(least=128, most=128),))
        found["dominoes 16x16: frontier"] = partial(count, dominoes, "frontier")
    return found


def options(model: Model) -> int:
    """Return the number of options of a puzzle's Cover."""
    return len(Lowering(model).cover.options)


def count(model: Model, engine: str, laid: Options = ()) -> int:
    """A count by an engine, with a date laid or of all of them, on a Cover that keeps nothing."""
    cover = Lowering(model).cover
    if laid or not cover.axes:
        return engines.load(engine).count(cover, laid)
    return int(engines.load(engine).counts(cover).sum())


def listed(model: Model) -> int:
    """Return the number of solutions by an array of all of them."""
    return len(cp.Puzzle(model).solutions()[0])


def main() -> None:
    taken = {}
    for name, ask in timings().items():
        seconds = []
        for _ in range(5):
            start = time.process_time()
            answer = ask()
            seconds.append(time.process_time() - start)
        taken[name] = (min(seconds), answer)
    json.dump({"home": cp.__file__, "taken": taken}, sys.stdout)


if __name__ == "__main__":
    main()
