"""One round of timings of the imported calpuzzle, as JSON: compare.py runs it for both trees.

It must also run with older versions, so it uses little of the API and skips engines that a version
lacks. Each time is the least of five, in seconds of processor time, so that other load on the
machine counts less; each timing has its answer next to it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial

import covers
import work

import calpuzzle as cp
from calpuzzle import engines
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

CALENDARS = {"dray": "Sat Jan 1", "weekday-8x7": "Tue Nov 29"}
FITTING = {
    "pentominoes-6x10": ("diagram", "backtrack"),
    "pentominoes-3x20": ("dancing",),
    "soma": ("auto", "dancing"),
    "iq-fit": ("diagram", "backtrack"),
}
COVERS = ("langford", "queens", "steiner")


def tasks() -> dict[str, Callable[[], int]]:
    """Return the tasks by name. Each starts from the model of a puzzle or from a Cover, and
    returns its answer."""
    found: dict[str, Callable[[], int]] = {}
    for name, date in CALENDARS.items():
        puzzle = cp.load(name, kind="puzzle")
        model, placed = puzzle.model, puzzle.fixed(date)
        found[f"{name}: the Cover"] = partial(options, model)
        found[f"{name}, {date}: backtrack"] = partial(count, model, "backtrack", placed)
        found[f"{name}, all dates: diagram"] = partial(count, model, "diagram")
        found[f"{name}, all solutions in an array"] = partial(listed, model)
    found["dray, all dates: backtrack"] = partial(count, cp.load("dray").model, "backtrack")
    for name, chosen in FITTING.items():
        for engine in chosen:
            found[f"{name}: {engine}"] = partial(count, cp.load(name, kind="puzzle").model, engine)
    found["soma, up to symmetry"] = partial(unique, cp.load("soma").model)
    for name in COVERS:
        cover = covers.PROBLEMS[name].make()
        found[f"{name}: dancing"] = partial(engines.load("dancing").count, cover)
    for title, model, engine in (
        ("one-sided pentominoes 5x18", work.one_sided(5, 18), "halves"),
        ("dominoes 16x16", work.dominoes(16, 16), "frontier"),
    ):
        if engine in engines.ENGINES:
            found[f"{title}: {engine}"] = partial(count, model, engine)
    return found


def options(model: Model) -> int:
    """Return the number of options of a puzzle's Cover."""
    return len(Lowering(model).cover.options)


def count(model: Model, engine: str, placed: Options = ()) -> int:
    """Return the count of an engine on a new Cover, without cached results: of the date whose
    options are `placed`, or of all dates."""
    if engine == "auto":
        return cp.Puzzle(model).count()
    cover = Lowering(model).cover
    if placed or not cover.axes:
        return engines.load(engine).count(cover, placed)
    return int(engines.load(engine).counts(cover).sum())


def listed(model: Model) -> int:
    """Return the number of solutions, as the length of an array of all of them."""
    return len(cp.Puzzle(model).solution_rows()[0])


def unique(model: Model) -> int:
    """Return the number of solutions up to symmetry."""
    return cp.Puzzle(model).solve(unique=True).count()


def main() -> None:
    taken = {}
    for name, run in tasks().items():
        seconds = []
        for _ in range(5):
            start = time.process_time()
            answer = run()
            seconds.append(time.process_time() - start)
        taken[name] = (min(seconds), answer)
    json.dump({"home": cp.__file__, "taken": taken}, sys.stdout)


if __name__ == "__main__":
    main()
