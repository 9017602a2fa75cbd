"""Units of work, and what counts them: the contract that the ledger and the runner build on.

A unit holds some instances of the board, and its tally depends on board and family alone: not on
the cut, the machine, or what was counted before. Each instance is in just one unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from calpuzzle.design.family import Family
from calpuzzle.design.tally import Tally
from calpuzzle.puzzle.model import Model

LONGEST = 80  # characters of a unit's name; a file system has its bounds


class Unit(Protocol):
    """An independent part of the work: its number, from 0, and a name that is fit for a file's,
    but need not be its own."""

    @property
    def number(self) -> int:
        """Its place among the units."""

    @property
    def name(self) -> str:
        """The name of it."""


def stem(unit: Unit) -> str:
    """The name of a unit in the ledger, which no other has."""
    return f"{unit.number + 1:03}-{unit.name[:LONGEST]}"


class Counting(Protocol):
    """A technique that counts the instances of a unit for all sets at once.

    `cut` says where its search is divided; any of `cuts` gives the same tallies. `description` is
    a line of JSON with all that they depend on.
    """

    cut: int
    cuts: range

    @property
    def units(self) -> Sequence[Unit]:
        """All parts of the work."""

    @property
    def description(self) -> str:
        """Board, groups and family."""

    def prepare(self) -> None:
        """Do what all units share, where it is not done yet."""

    def run(self, unit: Any) -> Tally:
        """The tally of the instances of one of its units."""


Making = Callable[[Model, Family, int | None], Counting]
"""Makes a Counting of a board, a family and a cut (None for the usual one)."""
