"""Candidates, units of work, and countings: the protocols that `judge` builds on.

A unit contains some instances of the candidates' puzzles, and each instance of each puzzle is in
exactly one unit. The tally of a unit depends only on the board and the candidates: not on the cut
(the place at which the search is divided), the machine, or earlier units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from calpuzzle.design.families.tally import Tally
from calpuzzle.puzzle.model import Model


class Candidates(Protocol):
    """Puzzles to judge, numbered from 0: the sets of pieces of a family, or the boards of a frame.
    `column` is the heading of their names in an atlas, and `noun` the word for one of them. Two
    objects with the same `description` have the same candidates in the same order."""

    column: str
    noun: str

    @property
    def description(self) -> str:
        """Return everything that determines the candidates and their numbers, as one line of
        JSON."""
        ...

    def __len__(self) -> int: ...

    def name_of(self, number: int) -> str:
        """Return the name of a candidate, which may be several words."""
        ...

    def names(self) -> Iterator[str]:
        """Yield the names of all candidates, in order."""
        ...

    def model(self, board: Model, number: int, /) -> Model:
        """Return the puzzle of a candidate: `board` with the pieces or cells of the candidate."""
        ...

    def atlas_puzzle(self, board: Model, /) -> Model:
        """Return the puzzle that the atlas contains, from which the puzzle of each row can be
        built."""
        ...


MAX_UNIT_NAME = 80  # characters of a unit's name, because file systems limit names


class Unit(Protocol):
    """An independent part of the work: its number, from 0, and a name that is valid in a file name.
    Names need not be unique."""

    @property
    def number(self) -> int:
        """Return the position among the units."""
        ...

    @property
    def name(self) -> str:
        """Return the name."""
        ...


def stem(unit: Unit) -> str:
    """Return the unique name of a unit in the ledger."""
    return f"{unit.number + 1:03}-{unit.name[:MAX_UNIT_NAME]}"


class Counting(Protocol):
    """A technique that counts the solutions of the instances of a unit.

    `cut` is the place at which its search is divided, one of `cuts`; the tallies are the same for
    every cut. `checker` is the engine that recounts single puzzles as a check.
    """

    checker: str

    cut: int
    cuts: range

    @property
    def units(self) -> Sequence[Unit]:
        """Return all parts of the work."""
        ...

    @property
    def description(self) -> str:
        """Return everything that determines the tallies, as one line of JSON."""
        ...

    def prepare(self) -> None:
        """Build the tables that all units share, if that has not been done."""

    def run(self, unit: Any) -> Tally:
        """Return the tally of the instances of one unit."""
        ...


CountingFactory = Callable[[Model, Any, int | None], Counting]
"""Returns a Counting for a board, its candidates and a cut (None for the default)."""
