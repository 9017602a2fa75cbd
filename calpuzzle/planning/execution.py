"""The execution of plans.

Three decisions cannot be made in advance and are made here: to continue with the next engine of the
plan if the puzzle is too large for an engine, or the engine reaches its time limit; to use another
engine for numbers above 64 bits; and to count by symmetry only if dancing cells do not finish
quickly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from calpuzzle.base.errors import CannotDoError, InputError, TooLargeError, TooManyError
from calpuzzle.base.stop import Stop, StoppedError, is_over, raise_if_stopped
from calpuzzle.base.warned import warn
from calpuzzle.engines import DEFAULT, Counts, Run, counts_of, load
from calpuzzle.engines.dancing import count_if_quick
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.layout import MAX_INSTANCES, unsupported_reason
from calpuzzle.engines.race import race_count, race_solutions
from calpuzzle.engines.residual_cover import residual_on_board
from calpuzzle.planning import orbits
from calpuzzle.planning.costs import ONE_BY_ONE, counting_costs
from calpuzzle.planning.parts import counts_in_parts
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.planning.question import Question
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.symmetry import unique

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import ResidualDiagram
    from calpuzzle.engines.estimate import Estimate

T = TypeVar("T")

SHORT_COUNT = 1.0  # seconds: there is no warning about a count that is expected to take less


def count(plan: Plan) -> int:
    """Return the number of solutions; up to symmetry if the question asks for that."""
    if plan.question.equal_under:
        return _classes(plan)
    ways = plan.merged.multiplicity(plan.question.fixed) if plan.merged else 1
    return ways and ways * _counted(plan)


def _counted(plan: Plan) -> int:
    """Return the number of solutions of the Cover of the plan."""
    run = plan.question.run
    if plan.by_orbits and plan.question.find_symmetries:
        # Report no progress: the search that may follow starts again from the beginning.
        found = count_if_quick(plan.cover, run._replace(progress=None))
        if found is not None:
            return found
        maps: list[Options] | None = None
        with suppress(InputError):  # the symmetries of the puzzle are not known
            maps = [symmetry.options for symmetry in plan.question.find_symmetries()]
        if maps is not None:
            if plan.merged:
                maps = sorted({plan.merged.images(images) for images in maps})
            return orbits.OrbitCount(_part, run).total(plan.cover, maps, ())

    def answer(engine: str, run: Run) -> int:
        if engine == "dancing" and plan.races:
            return race_count(plan.cover, plan.fixed, run)
        try:
            return load(engine).count(plan.cover, plan.fixed, run)
        except TooLargeError:
            if engine != "diagram" or len(plan.cover.axes) < 2 or plan.fixed:
                raise
        # Sum with Python integers: the sum may exceed 64 bits even if no single count does.
        return sum(counts_in_parts(plan.cover, run, least=1).ravel().tolist())

    return _by_first_able(plan, answer)


def _part(question: Question) -> int:
    return count(make_plan(question))


def _classes(plan: Plan) -> int:
    """Return the number of solutions up to the symmetries `equal_under` of the question."""
    question = plan.question
    if question.engine == DEFAULT:
        maps = [symmetry.options for symmetry in question.equal_under]
        counting = orbits.OrbitCount(_part, question.run, plan.engine)
        found = orbits.count_up_to_symmetry(plan.cover, maps, plan.fixed, plan.by_orbits, counting)
        if found is not None:
            return found
    return sum(1 for _ in solutions(plan))


def counts(plan: Plan) -> Counts:
    """Return the number of solutions of every instance, as an array of `cover.shape`."""

    def answer(engine: str, run: Run) -> Counts:
        if engine in ONE_BY_ONE and plan.question.engine == DEFAULT:
            _warn_of_long_count(plan.cover, engine)
        if engine == "diagram":
            return counts_in_parts(plan.cover, run)
        if engine == "dancing" and plan.races:
            return counts_of([race_count(plan.cover, (), run)], plan.cover.shape)
        return load(engine).counts(plan.cover, run)

    found = _by_first_able(plan, answer)
    if plan.merged:
        ways = plan.merged.multiplicity()
        return counts_of([ways * number for number in found.ravel().tolist()], found.shape)
    return found


def solutions(plan: Plan) -> Iterator[Options]:
    """Yield the options of each solution without the fixed ones, in the order of the plan.

    If the question counts symmetric solutions as equal, only one of them is yielded.
    """
    question, fixed = plan.question, plan.fixed
    if plan.engine == "dancing" and plan.races:
        found = race_solutions(plan.cover, fixed, question.run)
    else:
        found = load(plan.engine).solutions(plan.cover, fixed, question.run)
    if plan.sorts:
        found = iter(sorted(found))
    if not question.equal_under:
        return found
    whole = unique((tuple(sorted(options + fixed)) for options in found), question.equal_under)
    return (tuple([k for k in options if k not in fixed]) for options in whole)


def numbered(plan: Plan) -> Callable[[int], Options] | None:
    """Return a function that computes the solution with a given number directly, or None.

    Solutions are numbered from 0 in the order of `solutions`. None means that the engine of the
    plan can only reach a solution by listing those before it.
    """
    if plan.engine == "diagram":
        return diagram_of(plan.cover, plan.question.run).remaining(plan.fixed).nth
    if plan.engine == "frontier":
        from calpuzzle.engines import frontier

        return frontier.FrontierNumbering(plan.cover, plan.fixed, plan.question.run).nth
    if plan.engine == "halves":
        from calpuzzle.engines import halves

        return halves.HalvesNumbering(plan.cover, plan.fixed, plan.question.run).nth
    return None


def remaining(plan: Plan) -> tuple[Callable[[], ResidualDiagram], Sequence[int]]:
    """Return a function that restricts a diagram to the solutions that contain the fixed options,
    and a sequence that maps each option of that diagram to its option of the Cover.

    Raises TooLargeError if the diagram cannot be built.
    """
    from calpuzzle.engines.diagram.diagram import Diagram

    cover, fixed, run = plan.cover, plan.fixed, plan.question.run
    if not plan.restricts_diagram:
        return partial(diagram_of(cover, run).remaining, fixed), range(len(cover.options))
    rest = residual_on_board(cover, fixed)
    if why := load("diagram").unsupported_reason(
        rest.cover
    ):  # for example, if the fixed pieces cover all labels of a group
        raise TooLargeError(why)
    place = {number: at for at, number in enumerate(rest.numbers)}
    diagram = Diagram.grown(rest.cover, run)
    return partial(diagram.remaining, [place[number] for number in fixed]), rest.numbers


def estimated(plan: Plan, seconds: float, seed: int | None) -> Estimate:
    """Return an estimate of the number of solutions after about `seconds`."""
    from calpuzzle.engines.estimate import Estimate, estimate

    ways = plan.merged.multiplicity(plan.question.fixed) if plan.merged else 1
    if not ways:
        return Estimate(0, 0)
    found = estimate(plan.cover, plan.fixed, seconds, seed, plan.question.run)
    return Estimate(ways * found.value, ways * found.low, found.states)


AnswerFunction = Callable[[str, Run], T]
"""A function that answers the question with the named engine and the given Run."""


def _by_first_able(plan: Plan, answer: AnswerFunction[T]) -> T:
    """Return the answer of the first engine that can solve the puzzle within its time limit.

    An engine that raises TooLargeError is not tried again in later steps.
    """
    too_large: dict[str, TooLargeError] = {}
    for number, step in enumerate(plan.steps, 1):
        if step.engine in too_large:
            continue
        try:
            return _within(step.limit, plan.question.run, partial(answer, step.engine))
        except TooManyError as error:
            return _beyond_64_bits(plan, error, answer)
        except TooLargeError as error:
            too_large[step.engine] = error
            following = [each for each in plan.steps[number:] if each.engine not in too_large]
            if not following:
                raise
            if step.limit is None:
                warn(f"{error}; counting with the engine {following[0].engine} instead")
        except _PastLimitError:
            pass
    raise next(iter(too_large.values()))


class _PastLimitError(Exception):
    """The time limit of a step has passed."""


def _within(limit: float | None, run: Run, answer: Callable[[Run], T]) -> T:
    """Return the answer, or raise _PastLimitError if it takes more than `limit` seconds."""
    if limit is None:
        return answer(run)
    until = time.monotonic() + limit
    try:
        return answer(run._replace(stop=_StopOrTime(run.stop, until)))
    except StoppedError:
        raise_if_stopped(run.stop)  # with the error that belongs to the stop of the question
        if time.monotonic() < until:
            raise
        raise _PastLimitError from None


class _StopOrTime(NamedTuple):
    """An event that is set as soon as `stop` is set or the time is `until` (time.monotonic)."""

    stop: Stop | None
    until: float

    def is_set(self) -> bool:
        return time.monotonic() >= self.until or is_over(self.stop)


def _beyond_64_bits(plan: Plan, error: TooManyError, answer: AnswerFunction[T]) -> T:
    """Return an answer that exceeds 64 bits, by the first engine that supports such numbers."""
    for engine in plan.for_large_numbers if plan.question.engine == DEFAULT else ():
        if load(engine).unsupported_reason(plan.cover) is None:
            with suppress(TooLargeError, TooManyError):
                return answer(engine, plan.question.run)
    raise error


def _warn_of_long_count(cover: Cover, engine: str) -> None:
    """Warn that an engine counts one instance after another, if the count may take long.

    Raises CannotDoError if there are so many instances that the count would never end.
    """
    seconds = counting_costs(cover, (), True).get(engine, inf)
    if cover.instances <= 1 or seconds < SHORT_COUNT:
        return
    why = unsupported_reason(cover) or load("diagram").unsupported_reason(cover)
    reason, number = f"{why}; " if why else "", f"{cover.instances:,} instances one by one"
    if cover.instances > MAX_INSTANCES:
        raise CannotDoError(f"{reason}counting {number} would never end")
    warn(f"{reason}the engine {engine} counts {number}, which may take long")
