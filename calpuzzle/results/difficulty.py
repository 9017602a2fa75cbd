"""The difficulty of a date: the expected length of a search for its first solution.

A trial chooses the cell or piece with the fewest remaining placements, as a person does, and tries
these placements one after another, with full backtracking. Ties are broken, and the placements are
ordered, at random. The difficulty is the mean over `TRIALS` trials; docs/difficulty.md gives the
reasons and the sources. The random numbers depend only on the seed, so a question has the same
figures on every machine.
"""

from __future__ import annotations

import json
import os
from math import inf, prod
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import contents
from calpuzzle.base.given import whole_number
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import plural, with_commas
from calpuzzle.engines import RUN, Run
from calpuzzle.engines.dancing import budget, new_search
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.formats import shipped
from calpuzzle.puzzle.lowering import Lowering

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.puzzle.cover import Cover, Options
    from calpuzzle.puzzle.model import Model

TRIALS = 100
STEPS = (100, 200, 400, 800)  # the mean numbers of pieces tried at which steps 2 to 5 begin
NAMES = ("very easy", "easy", "medium", "hard", "very hard")
SEED = 1
MAX_SEED = 1 << 32
KNOWN_STEPS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "puzzle", "steps.json")
"""The file with the steps of the shipped calendars, written by scripts/known-steps."""


class Difficulty(NamedTuple):
    """Means over all trials, each up to its first solution: `nodes` counts the placements tried,
    `dead_ends` those after which a cell or piece had no placement left, and `forced` those that
    were the only placement for a cell or piece."""

    nodes: float
    dead_ends: float
    forced: float

    @property
    def step(self) -> int:
        """The step, from 1, very easy, to 5, very hard."""
        return step_of(self.nodes, solved=True)

    def __str__(self) -> str:
        return (
            f"difficulty {self.step} of {len(NAMES)}, {NAMES[self.step - 1]}: "
            f"{plural(round(self.nodes), 'piece')} tried up to the first solution, "
            f"{self.dead_ends:,.0f} dead ends, {self.forced:,.0f} forced moves"
        )


def step_of(nodes: float, solved: bool = False) -> int:
    """Return the step, 1 to 5, of a mean number of pieces tried, or 0 if there is no solution.

    If no piece was tried, there is no solution, unless the date is known to be `solved`."""
    return 1 + sum(least <= nodes for least in STEPS) if nodes or solved else 0


def known_steps(model: Model) -> str:
    """Return the steps of all dates of a shipped calendar, one digit for each date in row-major
    order, 0 for no solution; an empty string for any other puzzle."""
    if model.name not in shipped.names() or shipped.model(model.name) != model:
        return ""
    known: dict[str, str] = json.loads(contents(KNOWN_STEPS))
    return known.get(model.name, "")


def difficulty(
    cover: Cover,
    placed: Options = (),
    seed: int = SEED,
    run: Run = RUN,
    tries: int = TRIALS,
    most: float = inf,
) -> Difficulty | None:
    """Return the difficulty of completing the options already placed, which include those of the
    date, as the mean of `tries` trials; None if they have no completion.

    Raises InputError for a seed outside 0 to 2^32 - 1, and StoppedError if the trials take more
    than `most` nodes together."""
    if whole_number(seed, "seed", 0) >= MAX_SEED:
        raise InputError(f"the seed is {with_commas(seed)}; it goes up to {MAX_SEED - 1:,}")
    residual = residual_cover(cover, placed)
    if residual is None:
        return None
    work, slice_nodes = new_search(residual.cover, 1), budget(residual.cover)
    nodes = dead_ends = forced = 0
    for number in range(tries):
        work.draw(seed * TRIALS + number)
        while not work.found:
            if work.run(slice_nodes) and not work.found:
                return None
            if nodes + work.nodes > most:
                raise StoppedError
            run.report(number, tries)
        nodes += work.nodes
        dead_ends += work.dead_ends
        forced += work.forced
    return Difficulty(nodes / tries, dead_ends / tries, forced / tries)


def difficulties(lowered: Lowering, seed: int = SEED, run: Run = RUN) -> npt.NDArray[np.float64]:
    """Return the mean nodes, dead ends and forced moves of every instance.

    The array has dtype float64 and shape `(*model.shape, 3)`; instances without a solution have
    zeros. The figures do not depend on the number of threads, `run.jobs`."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    shape = lowered.model.shape
    instances = prod(shape)
    found = np.zeros((instances, 3))

    def measure(number: int) -> None:
        known = difficulty(lowered.cover, lowered.instance(number), seed)
        if known:
            found[number] = known

    with ThreadPoolExecutor(run.jobs) as pool:
        results = pool.map(measure, range(instances))
        try:
            for number, _ in enumerate(results):
                run.report(number + 1, instances)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found.reshape((*shape, 3))
