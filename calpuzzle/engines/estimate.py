"""Estimate the number of solutions and bound it from below, for puzzles too large to count.

A sample of the frontier states (_core/sampling.pxi, which names the sources) yields a random number
that is never negative and has the count as its mean. Its distribution is skewed: most numbers are
small, and a few large ones, which may never be drawn, can account for most of the mean. Therefore
no upper bound is valid, but a lower one is, because a nonnegative random number rarely is many
times its mean (Markov's inequality; for counting: C. P. Gomes, J. Hoffmann, A. Sabharwal and
B. Selman, "From sampling to model counting", 2007).

Theorem. Let N be the count, X_1, X_2, ... the numbers that the samples yield, and 0 < b_i < 1
chosen before sample i is drawn. Then M_n = prod_{i <= n} (1 - b_i + b_i X_i / N) reaches 20 for
some n with a probability of at most 5 %, and so does a mean of such products with different b_i.

Proof. M_n is never negative, and the mean of M_{n+1} is M_n whatever the first n numbers are. For
such a martingale with M_0 = 1, the probability of ever reaching c is at most 1 / c (J. Ville,
"Etude critique de la notion de collectif", 1939).

M_n decreases as N increases. If M_n with some other number in place of N reaches 20, this number is
therefore below the count with 95 % confidence. This holds for every puzzle, over all seeds,
whenever the time ends. The bets b_i on a large X_i are due to I. Waudby-Smith and A. Ramdas,
"Estimating means of bounded random variables by betting", 2024. The more states a sample retains,
the smaller is its variance, and the higher are the bets.
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
from calpuzzle.engines.frontier import counting_work, module_of, too_large
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle._core.frontier64 import Sample
    from calpuzzle._core.inputs import Task

SECONDS = 2.0
RISK = 0.05  # probability that the lower bound is above the count
SAMPLES = 16  # samples of `MIN_STATES` states per layer, before samples grow
MIN_STATES = 256
GROWTH = 1.2  # factor of the number of states from one sample to the next
DOUBTS = (1 / 16, 1 / 2, 15 / 16)  # 1 - b_i for `MIN_STATES` states; smaller for more states
SLICE = 100_000  # steps between two checks of the clock: some milliseconds
FRACTION = 64  # fractional bits


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
    """The estimate total * 2 ** scale, by a sample of at most `states` states per layer."""

    states: int
    total: float
    scale: int


def rounded(number: int, down: bool = False) -> str:
    """Return a number rounded to three significant digits, such as 1,230,000 or 4.56e+21."""
    power = floor(log10(max(number, 1)))
    unit: int = 10 ** max(power - 2, 0)
    leading = (number + (0 if down else unit // 2)) // unit
    if number < 10**15:
        return f"{leading * unit:,}"
    digits = str(leading)
    return f"{digits[0]}.{digits[1:3]}e+{power + len(digits) - 3}"


def estimate(
    cover: Cover,
    placed: Options = (),
    seconds: float = SECONDS,
    seed: int | None = None,
    run: Run = RUN,
) -> Estimate:
    """Return an estimate of the number of solutions that contain the options `placed`.

    The engine frontier must support the Cover. The estimate takes about `seconds`; with 0 seconds
    only the first `SAMPLES` samples are drawn, so that the result depends on the seed alone. Raises
    CannotDoError if no sample has found a solution, TooLargeError if the memory does not suffice
    even for few states, and StoppedError.
    """
    end = time.monotonic() + seconds
    work = counting_work(cover, placed)
    if work is None:
        return Estimate(0, 0)
    found = _samples(work.task, end, random.Random(seed), run)
    if not found:
        exact = load("frontier").count(cover, placed, run)
        return Estimate(exact, exact)
    if not any(sample.total for sample in found):
        raise CannotDoError(
            "no sample has found a solution, so their number cannot be estimated; allow more "
            "seconds"
        )
    most = max(sample.scale for sample in found)
    numbers = [sample.total * 2.0 ** (sample.scale - most) for sample in found]
    states = [sample.states for sample in found]
    # Weight by states: a sample of more states has a smaller variance.
    mean = sum(map(mul, states, numbers)) / sum(states)
    low = max(1, _whole(_least(numbers, states), most))
    return Estimate(max(low, _whole(mean, most)), low, states[-1])


def _samples(task: Task, end: float, dice: random.Random, run: Run) -> list[Sampled]:
    """Return samples of increasing size until the time ends.

    Return an empty list if a sample retained all states: its total is the exact count, which the
    engine frontier then computes without rounding.
    """
    found: list[Sampled] = []
    states = MIN_STATES
    while len(found) < SAMPLES or time.monotonic() < end:
        has_enough = len(found) >= SAMPLES
        try:
            sample = _sample(task, states, dice, end if has_enough else inf, run)
        except (OverflowError, MemoryError):
            if not has_enough:
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
    """Return a finished sample, or None if the time ends first."""
    sample: Sample = module_of(task).Sample(task, states, dice.getrandbits(64), run.bound)
    while not sample.run(SLICE):
        run.report(*sample.layers)
        if time.monotonic() > end:
            return None
    return sample


def _least(numbers: Sequence[float], states: Sequence[int]) -> float:
    """Return the lower bound of the mean of the numbers, by the theorem of this module."""
    bets = [[1 - doubt * MIN_STATES / number for number in states] for doubt in DOUBTS]

    def is_below(mean: float) -> bool:
        rounds = [zip(row, numbers, strict=True) for row in bets]
        return fmean(prod(1 - b + b * x / mean for b, x in each) for each in rounds) * RISK >= 1

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
