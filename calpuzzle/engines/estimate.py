"""Estimate the number of solutions and bound it from below, for puzzles too large to count.

A sample of the frontier states (_core/sampling.pxi, which names the sources) gives a number that is
never negative and whose mean is the count. The numbers are skewed: most are small, and a few large
ones, which may never be drawn, can make up most of the mean. So there is no valid upper bound, but
there is a lower one, because a number is rarely many times its mean (Markov's inequality; for
counting: C. P. Gomes, J. Hoffmann, A. Sabharwal and B. Selman, "From sampling to model counting",
2007).

Theorem. Let N be the count, X_1, X_2, ... the numbers of the samples, and 0 < b_i < 1 chosen before
sample i is drawn. Then M_n = prod_{i <= n} (1 - b_i + b_i X_i / N) reaches 20 for some n with a
probability of at most 5 %, and so does a mean of such products with different b_i.

Proof. M_n is never negative, and the mean of M_{n+1} is M_n whatever the first n numbers are. For
such a martingale with M_0 = 1, the probability of ever reaching c is at most 1 / c (J. Ville,
"Etude critique de la notion de collectif", 1939).

M_n falls where N rises, so each number of solutions for which it reaches 20 is below the count with
95 % confidence: for every puzzle, of all seeds, and whenever the time ends. Betting b_i on a large
X_i is due to I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
betting", 2024. The more states are kept, the less a sample scatters, and the higher are the bets.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import ceil, floor, inf, log10, prod, sqrt
from operator import mul
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import RUN, Run, load
from calpuzzle.engines.frontier import lined_up, module_of, too_large
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle._core.frontier64 import Sample
    from calpuzzle._core.inputs import Task

SECONDS = 2.0
RISK = 0.05  # that the lower bound is above the count
SAMPLES = 16  # of `FEWEST` states of a layer, before samples grow
FEWEST = 256
GROWTH = 1.2  # of the states from one sample to the next
DOUBTS = (1 / 16, 1 / 2, 15 / 16)  # 1 - b_i of samples of `FEWEST` states; of more states, less
SLICE = 100_000  # steps between two looks at the clock: some milliseconds
FRACTION = 64  # bits of a number behind the point


class Estimate(NamedTuple):
    """The likely number of solutions, and a lower bound with 95 % confidence.

    Both are the count if the estimate is exact. `states` is the greatest number of states of a
    layer that a sample kept, 0 for an exact count.
    """

    value: int
    low: int
    states: int = 0

    @property
    def exact(self) -> bool:
        """Return whether the count is exact."""
        return not self.states

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value:,}"
        low = rounded(self.low, down=True)
        return f"about {rounded(self.value)}, at least {low} with 95 % confidence"


class Sampled(NamedTuple):
    """The number of solutions by a sample of so many states, divided by 2 ** `scale`."""

    states: int
    total: float
    scale: int


def rounded(number: int, down: bool = False) -> str:
    """Return a number with three significant digits: 1,230,000 or 4.56e+21."""
    power = floor(log10(max(number, 1)))
    unit: int = 10 ** max(power - 2, 0)
    kept = (number + (0 if down else unit // 2)) // unit
    if number < 10**15:
        return f"{kept * unit:,}"
    digits = str(kept)
    return f"{digits[0]}.{digits[1:3]}e+{power + len(digits) - 3}"


def estimate(
    cover: Cover,
    laid: Options = (),
    seconds: float = SECONDS,
    seed: int | None = None,
    run: Run = RUN,
) -> Estimate:
    """Estimate the solutions of a Cover that the engine frontier takes that hold the options
    `laid`, in about so many seconds: 0 for the first samples alone, which are the same for the same
    seed. Raises CannotDoError where no sample has met a solution, TooLargeError where
    even few states are past the memory, and StoppedError as `run` says."""
    end = time.monotonic() + seconds
    work = lined_up(cover, laid)
    if work is None:
        return Estimate(0, 0)
    found = _samples(work.task, end, random.Random(seed), run)
    if not found:
        exact = load("frontier").count(cover, laid, run)
        return Estimate(exact, exact)
    if not any(own.total for own in found):
        raise CannotDoError(
            "no sample has met a solution, so nothing can be said of how many there are; more "
            "seconds may tell"
        )
    most = max(own.scale for own in found)
    numbers = [own.total * 2.0 ** (own.scale - most) for own in found]
    states = [own.states for own in found]
    mean = sum(map(mul, states, numbers)) / sum(states)
    low = max(1, _whole(_least(numbers, states), most))
    return Estimate(max(low, _whole(mean, most)), low, states[-1])


def _samples(task: Task, end: float, dice: random.Random, run: Run) -> list[Sampled]:
    """Return the samples that there was time for, larger and larger ones; none if one of them kept
    all states."""
    found: list[Sampled] = []
    states = FEWEST
    while len(found) < SAMPLES or time.monotonic() < end:
        begun = len(found) >= SAMPLES
        try:
            sample = _sample(task, states, dice, end if begun else inf, run)
        except (OverflowError, MemoryError):
            if not begun:
                raise too_large(run) from None
            break
        if sample is None:
            break
        if not sample.thinned:
            return []
        found.append(Sampled(states, sample.total, sample.scale))
        if len(found) >= SAMPLES:
            states = ceil(states * GROWTH)
    return found


def _sample(task: Task, states: int, dice: random.Random, end: float, run: Run) -> Sample | None:
    """Return a finished sample, or None if the time ends before."""
    sample: Sample = module_of(task).Sample(task, states, dice.getrandbits(64), run.bound)
    while not sample.run(SLICE):
        run.tell(*sample.layers)
        if time.monotonic() > end:
            return None
    return sample


def _least(numbers: Sequence[float], states: Sequence[int]) -> float:
    """Return the lower bound of the mean of the numbers, by the theorem of this module."""
    bets = [[1 - doubt * FEWEST / kept for kept in states] for doubt in DOUBTS]

    def is_below(mean: float) -> bool:
        pairs = [zip(own, numbers, strict=True) for own in bets]
        return fmean(prod(1 - bet + bet * x / mean for bet, x in own) for own in pairs) * RISK >= 1

    high = low = max(numbers)
    while not is_below(low):
        low /= 2
    for _ in range(30):
        middle = sqrt(low * high)
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def _whole(number: float, scale: int) -> int:
    """Return a number times a power of two, rounded down to an integer."""
    return floor(number * 2.0**FRACTION) << scale >> FRACTION
