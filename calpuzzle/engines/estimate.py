"""An estimate of the number of solutions, with an interval: where a count would not end.

Samples of the frontier states (_core/sampling.pxi, which names the sources) each give a number
whose mean over all samples is the count. `SAMPLES` of one size make an estimate, and larger ones
follow as time allows, for the larger they are the less they scatter. One that had to throw nothing
away is no sample: then the count is exact.

The interval is that of a mean whose numbers have normal logarithms, as they are skew: most are
small, few are large (D. R. Cox; X.-H. Zhou and S. Gao, "Confidence intervals for the log-normal
mean", 1997). Where they scatter so much that their own variance is hardly known, it is wider. What
it covers is measured by benchmarks/estimates.py.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import ceil, exp, floor, log1p, log10, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import RUN, Run, load
from calpuzzle.engines.frontier import lined_up, module_of, too_large
from calpuzzle.engines.interchangeable import merged
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle._core.frontier64 import Sample
    from calpuzzle._core.inputs import Task

SECONDS = 2.0
SAMPLES = 16
QUANTILE = 2.131  # of Student's t with 15 degrees of freedom, 97.5 %
DOUBT = 3  # measured: with less, an interval of numbers that scatter much is too narrow
FEWEST = 256  # states of a layer that the first samples keep
GROWTH = 4  # how much larger the next ones are, where there is time
SLICE = 100_000  # steps between two looks at the clock: some milliseconds
FRACTION = 64  # bits of a number behind the point


class Estimate(NamedTuple):
    """About how many solutions there are, and from where to where with 95 % confidence; all three
    are the count where it is exact. `states` is how many of a layer each sample kept, else 0."""

    value: int
    low: int
    high: int
    states: int = 0

    @property
    def exact(self) -> bool:
        """Return whether the count is exact."""
        return not self.states

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value:,}"
        low, high = rounded(self.low), rounded(self.high)
        return f"about {rounded(self.value)}, from {low} to {high} with 95 % confidence"


def rounded(number: int) -> str:
    """A number with three digits that count: 1,230,000 or 4.56e+21."""
    if number < 10**15:
        return f"{round(number, -max(len(str(number)) - 3, 0)):,}"
    power = floor(log10(number))
    first = f"{number / 10**power:.2f}"
    return f"1.00e+{power + 1}" if first == "10.00" else f"{first}e+{power}"


def estimate(
    cover: Cover,
    laid: Options = (),
    seconds: float = SECONDS,
    seed: int | None = None,
    run: Run = RUN,
) -> Estimate:
    """Estimate the solutions that hold the options `laid`, in about so many seconds: 0 for the
    first samples alone, which are the same for the same seed. Raises CannotDoError where a
    frontier state takes too many bits, or no sample has met a solution, TooLargeError where
    even few states are past the memory, and StoppedError as `run` says."""
    end = time.monotonic() + seconds
    same = merged(cover)
    ways = same.multiplicity(laid) if same else 1
    if same:
        cover, laid = same.cover, same.options(laid)
    if why := load("frontier").refusal(cover):
        raise CannotDoError(f"the solutions cannot be estimated: {why}")
    work = lined_up(cover, laid) if ways else None
    if work is None:
        return Estimate(0, 0, 0)
    found, states = _grown(work.task, end, random.Random(seed), run)
    if not states:
        exact = ways * load("frontier").count(cover, laid, run)
        return Estimate(exact, exact, exact)
    low, value, high = [ways * number for number in _interval(found)]
    return Estimate(value, low, high, states)


def _grown(
    task: Task, end: float, dice: random.Random, run: Run
) -> tuple[list[tuple[float, int]], int]:
    """The numbers of the largest samples that there was time for, each with a power of two, and how
    many states of a layer these kept: 0 where they kept all."""
    best: list[tuple[float, int]] = []
    states, kept = FEWEST, 0
    while True:
        began = time.monotonic()
        found = []
        try:
            for _ in range(SAMPLES):
                sample = _sample(task, states, dice, end if kept else None, run)
                if sample and not sample.thinned:
                    return [], 0
                found.append((sample.total, sample.scale) if sample else None)
        except (OverflowError, MemoryError):
            if not kept:
                raise too_large(run) from None
            break
        whole = [each for each in found if each]
        if len(whole) < SAMPLES:
            break
        if any(total for total, _ in whole) or not best:
            best, kept = whole, states
        now = time.monotonic()
        states = int(states * min(GROWTH, 0.8 * (end - now) / (now - began + 1e-9)))
        if states <= kept:
            break
    if not any(total for total, _ in best):
        raise CannotDoError(
            "no sample has met a solution, so nothing can be said of how many there are; more "
            "seconds may tell"
        )
    return best, kept


def _sample(
    task: Task, states: int, dice: random.Random, end: float | None, run: Run
) -> Sample | None:
    """A sample that is done; None where it is not at the end of the time."""
    sample: Sample = module_of(task).Sample(task, states, dice.getrandbits(64), run.bound)
    while not sample.run(SLICE):
        run.tell(*sample.layers)
        if end is not None and time.monotonic() > end:
            return None
    return sample


def _interval(found: Sequence[tuple[float, int]]) -> tuple[int, int, int]:
    """The least, the mean and the most of what the samples say."""
    most = max(scale for _, scale in found)
    numbers = [total * 2.0 ** (scale - most) for total, scale in found]
    mean = fmean(numbers)
    error = variance(numbers) / mean**2 / len(numbers)
    spread = exp(QUANTILE * sqrt(log1p(error)) * (1 + DOUBT * error))
    value = _whole(mean, most)
    return (
        max(1, floor(_whole(mean / spread, most))),
        max(1, value),
        ceil(_whole(mean * spread, most)),
    )


def _whole(number: float, scale: int) -> int:
    """A number times a power of two, as an integer."""
    return round(number * 2.0**FRACTION) << scale >> FRACTION
