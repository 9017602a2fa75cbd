"""Counting puzzles one by one, each by its decision diagram; boards are judged in this way.

If there are n units, each contains every n-th puzzle, so that all units are samples of the whole
and take about the same time. A tally has an entry for each puzzle; the entries of puzzles in other
units are empty.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.design.families.tally import MAX_COUNT, Tally, totals
from calpuzzle.design.families.unit import Candidates
from calpuzzle.engines import load
from calpuzzle.puzzle.dates.instances import existing
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

UNITS = 256  # units, at most: the file of each unit has an entry for every puzzle
SMALLEST = 8  # puzzles of a unit, at least
ENGINE = "diagram"


class PuzzleShare(NamedTuple):
    """One of n units: it contains every puzzle k for which k modulo n is `number`."""

    number: int
    name: str


class OneByOne:
    """The count of all instances of each candidate's puzzle. `model` is passed to
    `Candidates.model`.

    The search is not divided, so the only cut (see unit.py) is 0. Raises InputError for another
    cut, and CannotDoError for boards that the engine does not support.
    """

    checker = "backtrack"
    cuts = range(1)

    def __init__(self, model: Model, candidates: Candidates, cut: int | None = None) -> None:
        if cut:
            raise InputError(f"there is no cut {cut}: puzzles are counted one by one")
        self.cut = 0
        self._model, self._candidates = model, candidates
        load(ENGINE).check(Lowering(candidates.model(model, 0)).cover)
        units = max(1, min(UNITS, len(candidates) // SMALLEST))
        self.units = tuple(PuzzleShare(k, f"of-{units}") for k in range(units))

    @property
    def description(self) -> str:
        """Return all that the tallies depend on, as one line of JSON."""
        return json.dumps([ENGINE, self._candidates.description], separators=(",", ":"))

    def prepare(self) -> None:
        """Do nothing: units share no tables."""

    def run(self, unit: PuzzleShare) -> Tally:
        """Return the tally of the puzzles of a unit. Raises TooLargeError if a puzzle has 2^32 or
        more solutions of an instance."""
        tally = Tally.empty(len(self._candidates))
        for number in range(unit.number, len(self._candidates), len(self.units)):
            model = self._candidates.model(self._model, number)
            found = totals(load(ENGINE).counts(Lowering(model).cover), existing(model))
            if found.most > MAX_COUNT:
                raise TooLargeError(f"{model.name} has 2^32 solutions or more of one date")
            for name, value in found._asdict().items():
                getattr(tally, name)[number] = value
        return tally
