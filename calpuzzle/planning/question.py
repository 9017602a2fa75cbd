"""Questions about a Cover: what is requested, about which solutions, within which limits."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import check_kind
from calpuzzle.base.wording import unknown
from calpuzzle.engines import DEFAULT, RUN, Run
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.symmetry import Symmetry

SymmetryGroup = tuple[Symmetry, ...]


class QuestionKind(StrEnum):
    """The kinds of questions; the values are the words that callers use."""

    COUNT = "count"
    COUNTS = "counts"
    LIST = "list"
    NUMBERED = "nth"
    REMAINING = "remaining"
    CHEAPEST = "cheapest"
    ESTIMATE = "estimate"

    @property
    def words(self) -> str:
        """Return the description of this kind of question."""
        return KIND_WORDS[self]


KIND_WORDS = {
    QuestionKind.COUNT: "the number of solutions",
    QuestionKind.COUNTS: "the number of solutions of every instance",
    QuestionKind.LIST: "the solutions, one after another",
    QuestionKind.NUMBERED: "a solution by its number",
    QuestionKind.REMAINING: "the solutions that contain the placements of each query",
    QuestionKind.CHEAPEST: "the solutions by cost",
    QuestionKind.ESTIMATE: "an estimate of the number of solutions",
}


def question_kind(what: str) -> QuestionKind:
    """Return the kind of question that a word names; raise InputError for an unknown word."""
    check_kind(what, str, "`what` must be the name of a question")
    if what not in list(QuestionKind):
        raise InputError(unknown("question", what, list(QuestionKind)))
    return QuestionKind(what)


class Question(NamedTuple):
    """A question about the solutions of `cover` that contain the options `fixed`.

    `engine` names the engine to use; "auto" leaves the choice to the plan. `find_symmetries`
    returns the symmetries of the puzzle, which can shorten a count; it raises InputError if they
    are not known. Solutions that a symmetry of `equal_under` maps to one another count as equal;
    these symmetries leave the fixed options unchanged. `total` is the number of solutions, if
    known.
    """

    kind: QuestionKind
    cover: Cover
    fixed: Options = ()
    engine: str = DEFAULT
    run: Run = RUN
    find_symmetries: Callable[[], SymmetryGroup] | None = None
    equal_under: SymmetryGroup = ()
    total: int | None = None
