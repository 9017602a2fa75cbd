"""Answering questions about a Cover: a question is planned once, and its plan is carried out once.

This package alone chooses engines. Each function here answers one kind of question; `plan` returns
what it would do. `question` says what can be asked, `plan` decides, `execution` carries out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calpuzzle.engines import DEFAULT, RUN, Counts, Run, load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.planning import execution
from calpuzzle.planning.plan import Plan, Step, make_plan
from calpuzzle.planning.question import Group, Question, Wanted
from calpuzzle.planning.residual import Asked, Searched
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle.engines.estimate import Estimate

__all__ = ["Group", "Plan", "Question", "Step", "Wanted", "diagram_of", "execution", "make_plan"]

CHECKING = ("backtrack", "diagram", "dancing", "reference")
"""The engines that count once more: the first that has not counted before, and takes the Cover."""


def count(cover: Cover, fixed: Options = (), run: Run = RUN, engine: str = DEFAULT) -> int:
    """Return how many solutions hold the options `fixed`; 0 where these clash."""
    return execution.count(make_plan(Question(Wanted.COUNT, cover, fixed, engine, run)))


def counts(cover: Cover, run: Run = RUN, engine: str = DEFAULT) -> Counts:
    """Return the number of solutions of every instance, as an array of `cover.shape`."""
    return execution.counts(make_plan(Question(Wanted.COUNTS, cover, (), engine, run)))


def solutions(
    cover: Cover, fixed: Options = (), run: Run = RUN, engine: str = DEFAULT
) -> Iterator[Options]:
    """Yield what completes the options `fixed` to each solution."""
    return execution.solutions(make_plan(Question(Wanted.LIST, cover, fixed, engine, run)))


def estimate(
    cover: Cover,
    fixed: Options = (),
    seconds: float = 2.0,
    seed: int | None = None,
    run: Run = RUN,
) -> Estimate:
    """Return about how many solutions hold the options `fixed`, after about so many seconds. Raises
    as calpuzzle.engines.estimate.estimate, and CannotDoError where no estimate can be had."""
    plan = make_plan(Question(Wanted.ESTIMATE, cover, fixed, run=run))
    return execution.estimated(plan, seconds, seed)


def remaining(cover: Cover, run: Run = RUN, disk: bool = False) -> Asked:
    """Return what tells of any options how many solutions hold them, and which: the diagram of the
    Cover, kept in the user's cache folder with `disk`, or a search for each question."""
    plan = make_plan(Question(Wanted.REMAINING, cover, run=run))
    return diagram_of(cover, run, disk) if plan.engine == "diagram" else Searched(cover, run)


def in_lexicographic_order(cover: Cover) -> bool:
    """Return whether solutions are listed in lexicographic order, whatever is fixed."""
    return make_plan(Question(Wanted.LIST, cover)).ordered


def other_engine(cover: Cover, engine: str = DEFAULT) -> str:
    """Return an engine that counts a Cover again, after `engine` has counted it."""
    first = make_plan(Question(Wanted.COUNTS, cover, engine=engine)).engine
    return next(name for name in CHECKING if name != first and load(name).refusal(cover) is None)
