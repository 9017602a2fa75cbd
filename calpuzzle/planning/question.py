"""Questions about a Cover: what is requested, about which solutions, and on which terms."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import unknown
from calpuzzle.engines import DEFAULT, RUN, Run
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.symmetry import Symmetry

Group = tuple[Symmetry, ...]


class Wanted(StrEnum):
    """The kinds of questions; the values are the words that callers use."""

    COUNT = "count"
    COUNTS = "counts"
    LIST = "list"
    NUMBERED = "nth"
    REMAINING = "left"
    CHEAPEST = "cheapest"
    ESTIMATE = "estimate"

    @property
    def words(self) -> str:
        """Return the description of this kind of question."""
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
    """Return the kind of question that a word names; raise InputError for an unknown word."""
    if what not in list(Wanted):
        raise InputError(unknown("question", what, list(Wanted)))
    return Wanted(what)


class Question(NamedTuple):
    """A question about the solutions of `cover` that contain the options `fixed`.

    `engine` names the engine to use; "auto" leaves the choice to the plan. `symmetries` returns the
    symmetries of the puzzle, which can shorten a count; it raises InputError if they are not known.
    `group` contains the symmetries up to which solutions count as equal; they leave the fixed
    options unchanged. `total` is the number of solutions, if known.
    """

    wanted: Wanted
    cover: Cover
    fixed: Options = ()
    engine: str = DEFAULT
    run: Run = RUN
    symmetries: Callable[[], Group] | None = None
    group: Group = ()
    total: int | None = None
