"""Candidates, units of work, and what counts them: the contract that the ledger and the runner
build on.

A unit holds some instances of the board, and its tally depends on board and family alone: not on
the cut, the machine, or what was counted before. Each instance is in just one unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from calpuzzle.design.families.tally import Tally
from calpuzzle.puzzle.model import Model


class Candidates(Protocol):
    """Puzzles that are judged, by their numbers from 0 on: the sets of pieces of a family, or the
    boards of a frame. `column` heads their names in an atlas, `noun` says what they are, and
    `description` is a line of JSON with all that their numbers depend on."""

    column: str
    noun: str

    @property
    def description(self) -> str:
        """All that their numbers depend on, as one line."""

    def __len__(self) -> int: ...

    def names_of(self, number: int) -> str:
        """The name of one, which may be several words."""

    def names(self) -> Iterator[str]:
        """The names of all, in order."""

    def model(self, board: Model, number: int) -> Model:
        """The puzzle of one, of which everything else is that of `board`."""

    def about(self, board: Model) -> Model:
        """The puzzle that their atlas carries, from which that of each row can be made."""


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
    a line of JSON with all that they depend on. `checker` is the engine that counts single puzzles
    again.
    """

    checker: str

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


Making = Callable[[Model, Any, int | None], Counting]
"""Makes a Counting of a board, candidates of its kind and a cut (None for the usual one)."""
