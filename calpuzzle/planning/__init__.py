"""Answers to questions about a Cover: each question is planned once and its plan executed once.

Only this package chooses the engine that answers a question. Each function here makes the plan of a
question, and executes it or returns a property of it. `question` defines the questions, `plan`
makes every decision that can be made in advance, and `execution` executes the plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calpuzzle.base.given import real_number, whole_number
from calpuzzle.engines import DEFAULT, RUN, Counts, Run, load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.planning import execution, parts
from calpuzzle.planning.plan import Plan, PlanStep, make_plan
from calpuzzle.planning.question import Question, QuestionKind, SymmetryGroup
from calpuzzle.planning.residual import ResidualProblems, SearchedCover
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle.engines.estimate import Estimate

__all__ = [
    "Plan",
    "PlanStep",
    "Question",
    "QuestionKind",
    "SymmetryGroup",
    "diagram_of",
    "execution",
    "make_plan",
    "parts",
]

SECOND_ENGINES = ("backtrack", "diagram", "dancing", "reference")
"""The engines for a second count, in order of preference."""


def count(cover: Cover, fixed: Options = (), run: Run = RUN, engine: str = DEFAULT) -> int:
    """Return the number of solutions that contain the options `fixed`; 0 if these clash."""
    return execution.count(make_plan(Question(QuestionKind.COUNT, cover, fixed, engine, run)))


def counts(cover: Cover, run: Run = RUN, engine: str = DEFAULT) -> Counts:
    """Return the number of solutions of every instance, as an array of `cover.shape`."""
    return execution.counts(make_plan(Question(QuestionKind.COUNTS, cover, (), engine, run)))


def units(cover: Cover, engine: str = DEFAULT) -> list[Options]:
    """Return the units of work into which a count of every instance is divided."""
    return parts.units(make_plan(Question(QuestionKind.COUNTS, cover, engine=engine)))


def solutions(
    cover: Cover, fixed: Options = (), run: Run = RUN, engine: str = DEFAULT
) -> Iterator[Options]:
    """Yield, for each solution that contains the options `fixed`, its other options."""
    return execution.solutions(make_plan(Question(QuestionKind.LIST, cover, fixed, engine, run)))


def estimate(
    cover: Cover,
    fixed: Options = (),
    seconds: float = 2.0,
    seed: int | None = None,
    run: Run = RUN,
) -> Estimate:
    """Return an estimate, after about `seconds`, of the number of solutions that contain `fixed`.

    Raises the errors of calpuzzle.engines.estimate.estimate, InputError if `seconds` or `seed` is
    not a valid number, and CannotDoError if no engine can estimate the Cover.
    """
    seconds = real_number(seconds, "seconds")
    seed = None if seed is None else whole_number(seed, "seed")
    plan = make_plan(Question(QuestionKind.ESTIMATE, cover, fixed, run=run))
    return execution.estimated(plan, seconds, seed)


def residual_problems(cover: Cover, run: Run = RUN, disk: bool = False) -> ResidualProblems:
    """Return an object that answers questions about the solutions that contain given options.

    The object is the diagram of the Cover; with `disk`, the diagram is stored in the user's cache
    folder. If the Cover has no diagram, the object is a `SearchedCover`, which searches for each
    question. A `SearchedCover` reports no progress, because the progress would restart with each of
    its many short searches.
    """
    plan = make_plan(Question(QuestionKind.REMAINING, cover, run=run))
    if plan.engine == "diagram":
        return diagram_of(cover, run, disk)
    return SearchedCover(cover, run._replace(progress=None))


def is_lexicographic(cover: Cover) -> bool:
    """Return whether solutions are listed in lexicographic order, whichever options are fixed."""
    return make_plan(Question(QuestionKind.LIST, cover)).ordered


def other_engine(cover: Cover, engine: str = DEFAULT) -> str:
    """Return an engine for a second count of a Cover, other than the one that counts first."""
    first = make_plan(Question(QuestionKind.COUNTS, cover, engine=engine)).engine
    return next(
        name
        for name in SECOND_ENGINES
        if name != first and load(name).unsupported_reason(cover) is None
    )
