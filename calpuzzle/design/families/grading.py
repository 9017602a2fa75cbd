"""The mean difficulty of the dates of a puzzle, estimated from a sample, to compare many puzzles.

The difficulty of a date is the mean of many trials (calpuzzle/results/difficulty.py). The cheapest
estimate of the mean over all dates draws many dates at random, with repetition, from those that
exist, and makes one trial for each. The trials are then independent, so their spread gives the
standard error of the mean. Puzzles with the same dates use the same sample.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.difficulty import difficulty

SAMPLED_DATES = 200
SEED = 1


class Grade(NamedTuple):
    """The mean number of pieces tried before the first solution of a date, and its standard
    error."""

    nodes: float
    nodes_error: float


class GradePuzzle(NamedTuple):
    """The call that grades one puzzle by `tries` trials, at least two; `number` is returned with
    the grade."""

    model: Model
    number: int
    tries: int = SAMPLED_DATES

    def __call__(self) -> tuple[int, Grade]:
        """Grade the puzzle. Raises CannotDoError if a date of the sample has no solution."""
        cover = Lowering(self.model).cover
        dates = np.flatnonzero(existing(self.model)).tolist()
        random = Random(SEED)
        nodes = []
        for seed in range(self.tries):
            known = difficulty(cover, cover.instance(random.choice(dates)), seed, tries=1)
            if known is None:
                raise CannotDoError("difficulty is measured only for puzzles that solve every date")
            nodes.append(known.nodes)
        return self.number, Grade(fmean(nodes), stdev(nodes) / sqrt(self.tries))
