"""The plan of a question: every decision about how it is answered that can be made in advance.

`make_plan` decides, execution.py carries the plan out, and the engines decide nothing. The steps of
a plan are the engines of `_suiting` that support the Cover, in the same order. If an engine finds
that the Cover is too large, or reaches its time limit, the next one is used. If the question names
an engine, that one is the only step. Before an estimate, and before a count without a cached
diagram, interchangeable items are merged (interchangeable.py). The symmetries of a puzzle shorten a
count by search (orbits.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import DEFAULT, check_name, load
from calpuzzle.engines.diagram import has_cached_diagram
from calpuzzle.engines.layout import unsupported_reason
from calpuzzle.planning.costs import counting_costs, expected
from calpuzzle.planning.interchangeable import Merged, merged
from calpuzzle.planning.question import Question, QuestionKind
from calpuzzle.puzzle.cover import Cover, Options

MAX_IMAGES = 20_000  # options; computing the images of more takes seconds
MIN_LIMIT = 0.002  # the smallest time limit that an engine gets, in seconds
BRIEFLY = 0.1  # seconds: the frontier method is tried first only if it is expected to take less
LONG_SEARCH = (
    100  # seconds: a search that is expected to take more may never reach its first solution
)

ALL_SOLUTIONS = (QuestionKind.COUNT, QuestionKind.COUNTS, QuestionKind.NUMBERED)
"""Questions that concern all solutions at once, not one after another."""
COUNTED = (QuestionKind.COUNT, QuestionKind.COUNTS)
"""Questions whose cost planning/costs.py estimates."""
SEARCHES = ("backtrack", "dancing")
WHY_LEAST = "it is expected to take the least time"
WHY_NEXT = "it is expected to take the least time of the others"
WHY_BRIEF = "it is expected to take little time, and less than dancing cells"
WHY_LAST = "it supports every exact cover problem"
WHY_GROWN = "the diagram of the puzzle has been grown already"
WHY_FEW_KINDS = "it visits each dead end only once, and there are few kinds of pieces"
WHY_LARGE = "it supports solution numbers of any size"
WHY_BITBOARD = "the board fits into a bitboard"
WHY_DIAGRAM = "one diagram counts all instances at once"


class PlanStep(NamedTuple):
    """An engine of a plan, the reason to use it, and its time limit in seconds, or None."""

    engine: str
    reason: str
    limit: float | None = None


class Plan(NamedTuple):
    """The decisions about how a question is answered.

    `cover` and `fixed` are passed to the engines. They are those of the question, but with the
    interchangeable items merged if `merged` is not None. `steps` are the engines in the order of
    use. If `races`, dancing cells and the frontier method take turns; if `by_orbits`, a count uses
    the symmetries of the puzzle; if `sorts`, all solutions are found and sorted before the first is
    returned; if `restricts_diagram`, the diagram is that of the residual problem after the fixed
    options are placed."""

    question: Question
    cover: Cover
    fixed: Options
    steps: tuple[PlanStep, ...]
    merged: Merged | None = None
    races: bool = False
    by_orbits: bool = False
    sorts: bool = False
    restricts_diagram: bool = False

    @property
    def engine(self) -> str:
        """Return the engine of the first step."""
        return self.steps[0].engine

    @property
    def ordered(self) -> bool:
        """Return whether the solutions are listed in lexicographic order."""
        # The frontier method lists the solutions in this order if a bitboard supports the Cover.
        by_frontier = self.engine == "frontier" and not unsupported_reason(self.cover)
        return load(self.engine).ordered or (by_frontier and _few_kinds(self.cover))

    @property
    def for_large_numbers(self) -> tuple[str, ...]:
        """Return the engines that support numbers above 64 bits, the better one first."""
        return ("frontier", "halves") if _few_kinds(self.cover) else ("halves", "frontier")


def make_plan(question: Question) -> Plan:
    """Return the plan of a question.

    Raises InputError for an unknown engine, and CannotDoError for an estimate that no engine can
    compute.
    """
    check_name(question.engine)
    kind, cover, fixed = question.kind, question.cover, question.fixed
    if question.engine != DEFAULT:
        return _as_asked(question)
    numbers = kind is QuestionKind.ESTIMATE or (kind in COUNTED and not has_cached_diagram(cover))
    same = merged(cover) if numbers and not question.equal_under else None
    if same:
        cover, fixed = same.cover, same.options(fixed)
    suiting = _suiting(question, cover, fixed)
    steps = tuple(step for step in suiting if load(step.engine).unsupported_reason(cover) is None)
    if not steps:  # possible only for estimates, which a single engine computes
        why = load("frontier").unsupported_reason(cover)
        raise CannotDoError(f"the solutions cannot be estimated: {why}")
    searched = steps[0].engine in SEARCHES and steps[0].limit is None
    searched &= len(cover.options) <= MAX_IMAGES
    return Plan(
        question,
        cover,
        fixed,
        steps,
        same,
        _races(kind, cover),
        searched and (bool(question.equal_under) or _may_use_symmetries(question)),
        restricts_diagram=kind is QuestionKind.CHEAPEST
        and bool(fixed)
        and not has_cached_diagram(cover),
    )


def _as_asked(question: Question) -> Plan:
    """Return the plan that uses the engine the question names.

    If the planner's own choice would list solutions in lexicographic order, so does this plan.
    """
    steps = (PlanStep(question.engine, "it was requested"),)
    unordered = question.kind is QuestionKind.LIST and not load(question.engine).ordered
    sorts = unordered and make_plan(question._replace(engine=DEFAULT)).ordered
    return Plan(question, question.cover, question.fixed, steps, sorts=sorts)


def _races(kind: QuestionKind, cover: Cover) -> bool:
    """Return whether dancing cells and the frontier method take turns, if dancing is used."""
    if kind is QuestionKind.COUNTS and cover.instances != 1:
        return False  # dancing counts several instances one by one
    return unsupported_reason(cover) is not None or (
        kind not in ALL_SOLUTIONS and _is_scattered(cover)
    )


def _may_use_symmetries(question: Question) -> bool:
    """Return whether symmetries may shorten the count. Fixed options break them."""
    known = question.find_symmetries is not None and question.kind is QuestionKind.COUNT
    return known and not question.fixed


def _suiting(question: Question, cover: Cover, fixed: Options) -> Iterator[PlanStep]:
    """Yield the suitable engines, the best one first; some may not support the Cover."""
    kind = question.kind
    if kind is QuestionKind.ESTIMATE:
        yield PlanStep(
            "frontier", "samples of its states give an estimate of the number of solutions"
        )
    elif kind is QuestionKind.NUMBERED and not question.equal_under:
        yield from _numbering(question)
    elif kind in (QuestionKind.REMAINING, QuestionKind.CHEAPEST):
        if kind is QuestionKind.REMAINING or not _is_scattered(cover):
            yield PlanStep("diagram", "it answers any number of questions about placements")
        yield from _listing(cover, fixed)
    elif kind in (QuestionKind.NUMBERED, QuestionKind.LIST):
        # Up to symmetry, a solution is found by its number only by listing those before it.
        yield from _listing(cover, fixed)
    else:
        yield from _counting(question, cover, fixed)


def _counting(question: Question, cover: Cover, fixed: Options) -> Iterator[PlanStep]:
    """Yield the engines for a count, of every instance or of all instances together."""
    every = question.kind is QuestionKind.COUNTS
    if has_cached_diagram(cover):
        yield PlanStep("diagram", WHY_GROWN)
        yield from (PlanStep("backtrack", WHY_BITBOARD), PlanStep("dancing", WHY_LAST))
        return
    costs = counting_costs(cover, fixed, every)
    if cover.plane is None and not (every and cover.instances > 1):
        # Dancing cells take turns with the frontier method (engines/race.py), but they have a head
        # start, so a frontier count that is expected to be brief comes before them.
        brief = costs["frontier"] < min(costs["dancing"], BRIEFLY)
        if brief and not (question.equal_under or _may_use_symmetries(question)):
            yield PlanStep("frontier", WHY_BRIEF, max(MIN_LIMIT, 2 * costs["frontier"]))
        yield PlanStep("dancing", WHY_LAST)
        return
    # To count every instance, one diagram for all of them is rarely much slower than the best
    # engine, and it also answers later questions.
    order = sorted(costs, key=lambda engine: (every and engine != "diagram", costs[engine]))
    able = (engine for engine in order if load(engine).unsupported_reason(cover) is None)
    best = list(islice(able, 2))
    if len(best) > 1 and not every:
        # One in three expected times is wrong by a factor of two or more, so limit both engines
        # before the first one gets all the time it needs.
        first, second = best
        yield PlanStep(first, WHY_LEAST, max(MIN_LIMIT, 2 * costs[second]))
        yield PlanStep(second, WHY_NEXT, max(MIN_LIMIT, 8 * costs[first]))
    why = WHY_DIAGRAM if every and best[0] == "diagram" else WHY_LEAST
    for engine, reason in zip(best, (why, WHY_NEXT), strict=False):
        yield PlanStep(engine, reason)
    if "dancing" not in best:
        yield PlanStep("dancing", WHY_LAST)


def _listing(cover: Cover, fixed: Options) -> Iterator[PlanStep]:
    """Yield the engines for a list of solutions that contain the options `fixed`."""
    # Use a cached diagram only on boards where it does not change the order of the solutions.
    scattered = _is_scattered(cover)
    if has_cached_diagram(cover) and not scattered:
        yield PlanStep("diagram", WHY_GROWN)
    if _few_kinds(cover):
        brief = expected("frontier", cover, fixed) < BRIEFLY
        if unsupported_reason(cover):
            yield PlanStep(
                "frontier", "there are few kinds of pieces, and bitboards do not suffice"
            )
        # Equal pieces lead to so many equal dead ends that backtracking may never find a solution.
        # The frontier method visits each only once, and lists solutions in the same order.
        elif expected("backtrack", cover, fixed) > LONG_SEARCH and brief:
            yield PlanStep("frontier", WHY_FEW_KINDS)
    if not scattered:
        yield PlanStep("backtrack", WHY_BITBOARD)
    yield PlanStep("dancing", WHY_LAST)


def _numbering(question: Question) -> Iterator[PlanStep]:
    """Yield the engines that find a solution by its number."""
    cover = question.cover
    if has_cached_diagram(cover) and not _is_scattered(cover):
        yield PlanStep("diagram", WHY_GROWN)
    too_many = question.total is not None and question.total > sys.maxsize
    if too_many and _few_kinds(cover):
        yield PlanStep("frontier", WHY_LARGE)
    if too_many and not _is_scattered(cover):
        yield PlanStep("halves", WHY_LARGE)
    counting = next(_counting(question, cover, question.fixed))
    # The engines frontier and halves number solutions in lexicographic order, so use each only
    # for boards whose solutions are also listed in that order.
    if counting.engine == "frontier" and _few_kinds(cover):
        yield counting
    if counting.engine == "halves" and not _is_scattered(cover):
        yield counting
    yield from _listing(cover, question.fixed)


def _is_scattered(cover: Cover) -> bool:
    """Return whether some options are disconnected on a board in the plane.

    A bitboard search cannot prune dead regions then, so dancing cells are used instead.
    """
    return cover.plane is not None and not cover.plane.spread


def _few_kinds(cover: Cover) -> bool:
    # Imported lazily, because the plan of a count does not call this function.
    from calpuzzle.engines.frontier import suits

    return suits(cover)
