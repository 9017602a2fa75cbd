"""Units of work, and what counts them: the contract that the ledger and the runner build on.

A unit holds some instances of the board, and its tally depends on board and family alone: not on
the cut, the machine, or what was counted before. Each instance is in just one unit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from calpuzzle.design.family import Family
from calpuzzle.design.tally import Tally
from calpuzzle.puzzle.model import Model


class Unit(NamedTuple):
    """An independent part of the work: its number, from 0, and the stem of its file's name."""

    number: int
    name: str


class Counting(Protocol):
    """What counts the instances of a unit for all sets at once.

    `cut` says where its search is divided; any of `cuts` gives the same tallies. `description` is
    a line of JSON with all that they depend on.
    """

    cut: int
    cuts: range
    units: tuple[Unit, ...]

    @property
    def description(self) -> str:
        """Board, groups and family."""

    def run(self, unit: Unit, stop: Callable[[], bool] | None = None) -> Tally:
        """The tally of the instances of that unit; `stop` is asked now and then whether to give
        up."""


Making = Callable[[Model, Family, int | None], Counting]
"""Makes a Counting of a board, a family and a cut (None for the usual one)."""
