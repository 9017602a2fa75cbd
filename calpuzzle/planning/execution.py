"""Carrying out a plan. Nothing is decided here but to ask the next engine of the plan where one
turns out to be too small."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError, TooManyError
from calpuzzle.base.stop import Stop, StoppedError, is_over
from calpuzzle.base.warned import warn
from calpuzzle.engines import DEFAULT, Counts, Run, counts_of, load
from calpuzzle.engines.dancing import soon
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.layout import MAX_INSTANCES, refusal
from calpuzzle.engines.race import listed, raced
from calpuzzle.engines.rest import narrowed
from calpuzzle.planning import orbits
from calpuzzle.planning.costs import ONE_BY_ONE
from calpuzzle.planning.parts import counts_in_parts
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.planning.question import Question
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.symmetry import unique

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Left
    from calpuzzle.engines.estimate import Estimate

T = TypeVar("T")


def count(plan: Plan) -> int:
    """Return how many solutions there are; with a group, those that it makes equal count once."""
    if plan.question.group:
        return _classes(plan)
    ways = plan.merged.multiplicity(plan.question.fixed) if plan.merged else 1
    return ways and ways * _counted(plan)


def _counted(plan: Plan) -> int:
    """Return how many solutions the Cover of the plan has."""
    run = plan.question.run
    if plan.by_orbits and plan.question.symmetries:
        # Progress is not reported, because the search that may follow begins it anew.
        found = soon(plan.cover, run._replace(progress=None))
        if found is not None:
            return found
        with suppress(InputError):  # of a puzzle whose symmetries are not known
            maps = [symmetry.options for symmetry in plan.question.symmetries()]
            if plan.merged:
                maps = sorted({plan.merged.images(images) for images in maps})
            return orbits.OrbitCount(_part, run).total(plan.cover, maps, ())

    def ask(engine: str, run: Run) -> int:
        if engine == "dancing" and plan.in_turns:
            return raced(plan.cover, plan.fixed, run)
        try:
            return load(engine).count(plan.cover, plan.fixed, run)
        except TooLargeError:
            if engine != "diagram" or len(plan.cover.axes) < 2 or plan.fixed:
                raise
        # Python's integers, because the sum may be past 64 bits where no count is.
        return sum(counts_in_parts(plan.cover, run, least=1).ravel().tolist())

    return _by_first_able(plan, ask)


def _part(question: Question) -> int:
    return count(make_plan(question))


def _classes(plan: Plan) -> int:
    question = plan.question
    if question.engine == DEFAULT:
        maps = [symmetry.options for symmetry in question.group]
        counting = orbits.OrbitCount(_part, question.run, plan.engine)
        found = orbits.classes(plan.cover, maps, plan.fixed, plan.by_orbits, counting)
        if found is not None:
            return found
    return sum(1 for _ in solutions(plan))


def counts(plan: Plan) -> Counts:
    """Return the solutions of every instance."""

    def ask(engine: str, run: Run) -> Counts:
        if engine in ONE_BY_ONE and plan.question.engine == DEFAULT:
            _warn_of_patience(plan.cover, engine)
        if engine == "diagram":
            return counts_in_parts(plan.cover, run)
        return load(engine).counts(plan.cover, run)

    found = _by_first_able(plan, ask)
    if plan.merged:
        ways = plan.merged.multiplicity()
        return counts_of([ways * own for own in found.ravel().tolist()], found.shape)
    return found


def solutions(plan: Plan) -> Iterator[Options]:
    """Yield what completes the fixed options to each solution, in the order of the plan; of
    solutions that a group makes equal, one."""
    question, fixed = plan.question, plan.fixed
    if plan.engine == "dancing" and plan.in_turns:
        found = listed(plan.cover, fixed, question.run)
    else:
        found = load(plan.engine).solutions(plan.cover, fixed, question.run)
    if plan.sorts:
        found = iter(sorted(found))
    if not question.group:
        return found
    whole = unique((tuple(sorted(options + fixed)) for options in found), question.group)
    return (tuple([k for k in options if k not in fixed]) for options in whole)


def numbered(plan: Plan) -> Callable[[int], Options] | None:
    """Return what gives a solution by its number, in the order of `solutions`, where so many are
    not met one after another."""
    if plan.engine == "diagram":
        return diagram_of(plan.cover, plan.question.run).left(plan.fixed).nth
    if plan.engine == "frontier":
        from calpuzzle.engines import frontier

        return frontier.Ranked(plan.cover, plan.fixed, plan.question.run).nth
    if plan.engine == "halves":
        from calpuzzle.engines import halves

        return halves.Ranked(plan.cover, plan.fixed, plan.question.run).nth
    return None


def left(plan: Plan) -> tuple[Callable[[], Left], Sequence[int]]:
    """Return what gives the part of a diagram that holds the fixed options, and the numbers in the
    Cover of the options of that diagram. Raises TooLargeError."""
    from calpuzzle.engines.diagram.diagram import Diagram

    cover, fixed, run = plan.cover, plan.fixed, plan.question.run
    if not plan.narrows:
        return partial(diagram_of(cover, run).left, fixed), range(len(cover.options))
    rest = narrowed(cover, fixed)
    if why := load("diagram").refusal(rest.cover):  # for example, pieces cover a whole group
        raise TooLargeError(why)
    place = {number: at for at, number in enumerate(rest.numbers)}
    diagram = Diagram.grown(rest.cover, run)
    return partial(diagram.left, [place[number] for number in fixed]), rest.numbers


def estimated(plan: Plan, seconds: float, seed: int | None) -> Estimate:
    """Return about how many solutions there are, after about so many seconds."""
    from calpuzzle.engines.estimate import Estimate, estimate

    ways = plan.merged.multiplicity(plan.question.fixed) if plan.merged else 1
    if not ways:
        return Estimate(0, 0)
    found = estimate(plan.cover, plan.fixed, seconds, seed, plan.question.run)
    return Estimate(ways * found.value, ways * found.low, found.states)


Ask = Callable[[str, Run], T]
"""Ask an engine, on these terms."""


def _by_first_able(plan: Plan, ask: Ask[T]) -> T:
    """Return the answer of the first engine that is neither too small for the puzzle after all nor
    past the limit of its step."""
    too_small: dict[str, TooLargeError] = {}
    for step, following in zip(plan.steps, [*plan.steps[1:], None], strict=True):
        if step.engine in too_small:
            continue
        try:
            return _within(step.limit, plan.question.run, partial(ask, step.engine))
        except TooManyError as error:
            return _past_words(plan, error, ask)
        except TooLargeError as error:
            too_small[step.engine] = error
            if following is None:
                raise
            if step.limit is None:
                warn(f"{error}; counting with the engine {following.engine} instead")
        except _PastLimitError:
            pass
    raise next(iter(too_small.values()))


class _PastLimitError(Exception):
    """The time of a step is over."""


def _within(limit: float | None, run: Run, ask: Callable[[Run], T]) -> T:
    """Return an answer that comes within so many seconds. Raises _PastLimitError."""
    if limit is None:
        return ask(run)
    until = time.monotonic() + limit
    try:
        return ask(run._replace(stop=_Either(run.stop, until)))
    except StoppedError:
        if is_over(run.stop) or time.monotonic() < until:
            raise
        raise _PastLimitError from None


class _Either(NamedTuple):
    """An event that is set when either a `stop` has come or a moment."""

    stop: Stop | None
    until: float

    def is_set(self) -> bool:
        return time.monotonic() >= self.until or is_over(self.stop)


def _past_words(plan: Plan, error: TooManyError, ask: Ask[T]) -> T:
    """Return the answer where it is past the numbers of a diagram, by the first engine that has
    room for it."""
    for engine in plan.for_large_numbers if plan.question.engine == DEFAULT else ():
        if load(engine).refusal(plan.cover) is None:
            with suppress(TooLargeError, TooManyError):
                return ask(engine, plan.question.run)
    raise error


def _warn_of_patience(cover: Cover, engine: str) -> None:
    """Warn that an engine counts one instance after another. Raises CannotDoError where it would
    not end in a lifetime."""
    if cover.instances <= 1:
        return
    why = refusal(cover) or load("diagram").refusal(cover)
    if cover.instances > MAX_INSTANCES:
        raise CannotDoError(f"{why}; counting so many one by one would never end")
    warn(
        f"{why}; the engine {engine} counts {cover.instances:,} dates one by one, which may take "
        "long"
    )
