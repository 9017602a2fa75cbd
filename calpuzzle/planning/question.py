"""A question about a Cover: what is wanted, of which solutions, and on which terms."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import unknown
from calpuzzle.engines import DEFAULT, RUN, Run
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.symmetry import Symmetry

Group = tuple[Symmetry, ...]


class Wanted(StrEnum):
    """What a question asks for. Callers know it by its value; `words` explain it."""

    COUNT = "count"
    COUNTS = "counts"
    LIST = "list"
    NUMBERED = "nth"
    REMAINING = "left"
    CHEAPEST = "cheapest"
    ESTIMATE = "estimate"

    @property
    def words(self) -> str:
        """Return the words for it."""
        return WORDS[self]


WORDS = {
    Wanted.COUNT: "the number of solutions",
    Wanted.COUNTS: "the number of solutions of every instance",
    Wanted.LIST: "the solutions, one after another",
    Wanted.NUMBERED: "a solution by its number",
    Wanted.REMAINING: "the solutions that hold any placements",
    Wanted.CHEAPEST: "the solutions by what they cost",
    Wanted.ESTIMATE: "about how many solutions there are",
}


def wanted(what: str) -> Wanted:
    """Return what is wanted. Raises InputError for a word that says nothing of that kind."""
    if what not in list(Wanted):
        raise InputError(unknown("question", what, list(Wanted)))
    return Wanted(what)


class Question(NamedTuple):
    """Asks for the solutions of `cover` that hold the options `fixed`.

    `engine` names the engine that is to answer; "auto" leaves the choice to the plan.
    `symmetries` finds the symmetries of the puzzle, where they can shorten a count; it raises
    InputError if they are not known. `group` are the symmetries that make solutions equal, which
    leave the fixed options where they are. `total` is the number of solutions, if it is known.
    """

    wanted: Wanted
    cover: Cover
    fixed: Options = ()
    engine: str = DEFAULT
    run: Run = RUN
    symmetries: Callable[[], Group] | None = None
    group: Group = ()
    total: int | None = None
