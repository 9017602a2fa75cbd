"""The difficulty of a date: how far one must search for its first solution.

A try looks for the cell or the piece that has the fewest ways left, as a person does, and tries
these one after another; of several with equally few it takes any, and of the ways any order, by
lot. A wrong way is left when it has been seen through. The difficulty is the mean over `RUNS` such
tries; docs/difficulty.md says why, and where it comes from. Lots are drawn from the seed and
nothing else: the same question has the same figures everywhere.
"""

from __future__ import annotations

import json
import os
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import contents
from calpuzzle.base.given import whole_number
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.text import plural
from calpuzzle.engines import RUN, Run
from calpuzzle.engines.dancing import budget, search
from calpuzzle.engines.rest import rest
from calpuzzle.formats import shipped

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.puzzle.cover import Cover, Options
    from calpuzzle.puzzle.model import Model

RUNS = 100
STEPS = (100, 200, 400, 800)  # pieces tried from which on a date is of the next step
NAMES = ("very easy", "easy", "middling", "hard", "very hard")
SEED = 1
MAX_SEED = 1 << 32
KNOWN_STEPS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "puzzle", "steps.json")
"""The steps of the shipped calendars, as scripts/known-steps writes them."""


class Difficulty(NamedTuple):
    """Means over all tries, up to the first solution: `nodes`, the pieces laid; of these
    `dead_ends`, after which a cell or piece had no way left, and `forced`, its only way."""

    nodes: float
    dead_ends: float
    forced: float

    @property
    def step(self) -> int:
        """From 1, very easy, to 5, very hard."""
        return step_of(self.nodes, solved=True)

    def __str__(self) -> str:
        return (
            f"difficulty {self.step} of {len(NAMES)}, {NAMES[self.step - 1]}: "
            f"{plural(round(self.nodes), 'piece')} tried up to the first solution, "
            f"{self.dead_ends:,.0f} dead ends, {self.forced:,.0f} forced moves"
        )


def step_of(nodes: float, solved: bool = False) -> int:
    """The step of a mean number of pieces tried, 1 to 5; 0 for 0, which has no solution where it is
    not known to be `solved`, then by no piece."""
    return 1 + sum(least <= nodes for least in STEPS) if nodes or solved else 0


def known_steps(model: Model) -> str:
    """The step of every date of a shipped calendar, a digit each, row by row, 0 where there is no
    solution; nothing for another puzzle."""
    if model.name not in shipped.names() or shipped.model(model.name) != model:
        return ""
    known: dict[str, str] = json.loads(contents(KNOWN_STEPS))
    return known.get(model.name, "")


def difficulty(
    cover: Cover,
    laid: Options = (),
    seed: int = SEED,
    run: Run = RUN,
    tries: int = RUNS,
    most: float = inf,
) -> Difficulty | None:
    """Return how hard it is to complete the options `laid`, among which are those of the date, as
    the mean of so many tries; None where nothing completes them. Raises InputError for a seed that
    is not 0 to 2^32 - 1, and StoppedError if the tries take more than `most` nodes together."""
    if whole_number(seed, "seed", 0) >= MAX_SEED:
        raise InputError(f"the seed is {seed:,}; it goes up to {MAX_SEED - 1:,}")
    left = rest(cover, laid)
    if left is None:
        return None
    work, slice_of = search(left.cover, 1), budget(left.cover)
    nodes = dead_ends = forced = 0
    for number in range(tries):
        work.draw(seed * RUNS + number)
        while not work.found:
            if work.run(slice_of) and not work.found:
                return None
            if nodes + work.nodes > most:
                raise StoppedError
            run.tell(number, tries)
        nodes += work.nodes
        dead_ends += work.dead_ends
        forced += work.forced
    return Difficulty(nodes / tries, dead_ends / tries, forced / tries)


def difficulties(cover: Cover, seed: int = SEED, run: Run = RUN) -> npt.NDArray[np.float64]:
    """Of every instance nodes, dead ends and forced moves: float64 of `cover.shape` and an axis of
    3, zeros where there is no solution; the number of threads, `run.jobs`, changes no figure."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    found = np.zeros((cover.instances, 3))

    def measure(number: int) -> None:
        known = difficulty(cover, cover.instance(number), seed)
        if known:
            found[number] = known

    with ThreadPoolExecutor(run.jobs) as pool:
        begun = pool.map(measure, range(cover.instances))
        try:
            for number, _ in enumerate(begun):
                run.tell(number + 1, cover.instances)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found.reshape((*cover.shape, 3))
