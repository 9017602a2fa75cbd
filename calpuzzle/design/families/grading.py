"""Mean difficulty of the dates of a puzzle, from a sample of them: for many puzzles.

The difficulty of a date is the mean of many tries (calpuzzle/results/difficulty.py). The mean of
all dates is told with the least work by one try of each of many dates, drawn by lot from those that
exist, with repetition: then the tries are independent, and their spread says how far their mean is
likely to be from that of all tries of all dates. Puzzles with the same dates have the same lots.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError
from calpuzzle.design.families.tally import existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.difficulty import difficulty

DATES = 200
SEED = 1


class Grade(NamedTuple):
    """The mean number of pieces tried up to the first solution of a date, and its standard
    error."""

    nodes: float
    nodes_error: float


class GradeRow(NamedTuple):
    """The call that grades one puzzle, by so many tries, two at least; `number` is handed on."""

    model: Model
    number: int
    tries: int = DATES

    def __call__(self) -> tuple[int, Grade]:
        """Grade it. Raises CannotDoError where one of its dates has no solution."""
        cover = Lowering(self.model).cover
        dates = np.flatnonzero(existing(self.model)).tolist()
        random = Random(SEED)
        nodes = []
        for lot in range(self.tries):
            known = difficulty(cover, cover.instance(random.choice(dates)), lot, tries=1)
            if known is None:
                raise CannotDoError("the difficulty is that of puzzles that solve every date")
            nodes.append(known.nodes)
        return self.number, Grade(fmean(nodes), stdev(nodes) / sqrt(self.tries))
