"""The plan of a question: every decision how it is answered, taken once.

`make_plan` chooses, execution.py carries out, and the engines decide nothing. The engines of a plan
are those of `_suiting` that take the Cover, in that order; where one turns out to be too small, the
next one is asked. Before anything is counted without a diagram, interchangeable items are merged
(interchangeable.py). The symmetries of a puzzle shorten a count by search (orbits.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import DEFAULT, check_name, load
from calpuzzle.engines.diagram import at_hand
from calpuzzle.engines.layout import refusal
from calpuzzle.planning.costs import counting_costs
from calpuzzle.planning.interchangeable import Merged, merged
from calpuzzle.planning.question import Question, Wanted
from calpuzzle.puzzle.cover import Cover, Options

MOST_IMAGES = 20_000  # options; the images of more would take seconds
TRIED = 0.002  # seconds that an engine has at least before the next one is asked
NEARLY = 4  # times the expected time of dancing cells, up to which the frontier method is tried
BRIEFLY = 0.25  # seconds that it may take, because the race that follows begins it anew

WHOLE = (Wanted.COUNT, Wanted.COUNTS, Wanted.NUMBERED)
"""What needs all solutions, not one after another."""
COUNTED = (Wanted.COUNT, Wanted.COUNTS)
"""What engines count; the time that they take is expected by planning/costs.py."""
SEARCHES = ("backtrack", "dancing")
WHY_LEAST = "it is expected to take the least time"
WHY_NEXT = "it is expected to take the least time of the others"
WHY_LINES = "it is expected to take little time, or not much more than dancing cells"
WHY_LAST = "it takes every exact cover problem"
WHY_GROWN = "the diagram of the puzzle has been grown already"
WHY_BITBOARD = "a bitboard holds the puzzle"
WHY_DIAGRAM = "one diagram counts all instances at once"


class Step(NamedTuple):
    """An engine of a plan, why it is asked, and for how many seconds, if there is a limit."""

    engine: str
    reason: str
    limit: float | None = None


class Plan(NamedTuple):
    """How a question is answered.

    `cover` and `fixed` are what the engines are given: those of the question, with interchangeable
    items `merged` if that is not None. `steps` are the engines, the one to ask first. With
    `in_turns`, dancing cells work in turns with the frontier method; with `by_orbits`, a count uses
    the symmetries of the puzzle; with `sorts`, all solutions are found before the first is given;
    with `narrows`, the diagram is that of the residual problem when the fixed options are placed.
    """

    question: Question
    cover: Cover
    fixed: Options
    steps: tuple[Step, ...]
    merged: Merged | None = None
    in_turns: bool = False
    by_orbits: bool = False
    sorts: bool = False
    narrows: bool = False

    @property
    def engine(self) -> str:
        """The engine that is asked first."""
        return self.steps[0].engine

    @property
    def ordered(self) -> bool:
        """Return whether its engine finds solutions in lexicographic order."""
        return load(self.engine).ordered

    @property
    def for_large_numbers(self) -> tuple[str, ...]:
        """The engines for numbers past 64 bits, the better one first."""
        return ("frontier", "halves") if _few_kinds(self.cover) else ("halves", "frontier")


def make_plan(question: Question) -> Plan:
    """Return the plan of a question. Raises InputError for an unknown engine, and CannotDoError for
    an estimate that no engine can give."""
    check_name(question.engine)
    wanted, cover, fixed = question.wanted, question.cover, question.fixed
    if question.engine != DEFAULT:
        return _as_asked(question)
    numbers = wanted is Wanted.ESTIMATE or (wanted in COUNTED and not at_hand(cover))
    same = merged(cover) if numbers and not question.group else None
    if same:
        cover, fixed = same.cover, same.options(fixed)
    suiting = _suiting(question, cover, fixed)
    steps = tuple(step for step in suiting if load(step.engine).refusal(cover) is None)
    if not steps:  # samples know one engine only
        why = load("frontier").refusal(cover)
        raise CannotDoError(f"the solutions cannot be estimated: {why}")
    searched = steps[0].engine in SEARCHES and steps[0].limit is None
    searched &= len(cover.options) <= MOST_IMAGES
    return Plan(
        question,
        cover,
        fixed,
        steps,
        same,
        refusal(cover) is not None or (wanted not in WHOLE and _is_scattered(cover)),
        searched and (bool(question.group) or _may_use_symmetries(question)),
        narrows=wanted is Wanted.CHEAPEST and bool(fixed) and not at_hand(cover),
    )


def _as_asked(question: Question) -> Plan:
    """Return the plan with the engine that the question names. Solutions come in the order that
    they would have by the engine that suits, where that is the lexicographic one."""
    steps = (Step(question.engine, "it was asked for"),)
    unordered = question.wanted is Wanted.LIST and not load(question.engine).ordered
    sorts = unordered and make_plan(question._replace(engine=DEFAULT)).ordered
    return Plan(question, question.cover, question.fixed, steps, sorts=sorts)


def _may_use_symmetries(question: Question) -> bool:
    asked = question.symmetries is not None and question.wanted is Wanted.COUNT
    return asked and not question.fixed


def _suiting(question: Question, cover: Cover, fixed: Options) -> Iterator[Step]:
    """Yield the engines that suit, the best one first; some may refuse the Cover."""
    wanted = question.wanted
    if wanted is Wanted.ESTIMATE:
        yield Step("frontier", "samples of its states tell about how many solutions there are")
    elif wanted is Wanted.NUMBERED:
        yield from _numbering(question)
    elif wanted in (Wanted.REMAINING, Wanted.CHEAPEST):
        if wanted is Wanted.REMAINING or not _is_scattered(cover):
            yield Step("diagram", "it answers any number of questions about placements")
        yield from _listing(cover)
    elif wanted is Wanted.LIST:
        yield from _listing(cover)
    else:
        yield from _counting(question, cover, fixed)


def _counting(question: Question, cover: Cover, fixed: Options) -> Iterator[Step]:
    """Yield the engines that count, of every instance or of all together."""
    every = question.wanted is Wanted.COUNTS
    if at_hand(cover):
        yield Step("diagram", WHY_GROWN)
        yield from (Step("backtrack", WHY_BITBOARD), Step("dancing", WHY_LAST))
        return
    costs = counting_costs(cover, fixed, every)
    if cover.plane is None and not (every and cover.instances > 1):
        # Dancing cells come in turns with the frontier method (race.py), but after a long start.
        brief = costs["frontier"] < min(NEARLY * costs["dancing"], BRIEFLY)
        if brief and not (question.group or _may_use_symmetries(question)):
            yield Step("frontier", WHY_LINES, max(TRIED, 2 * costs["frontier"]))
        yield Step("dancing", WHY_LAST)
        return
    # One diagram of all instances is seldom beaten by much, and answers what is asked next, too.
    order = sorted(costs, key=lambda engine: (every and engine != "diagram", costs[engine]))
    able = (engine for engine in order if load(engine).refusal(cover) is None)
    best = list(islice(able, 2))
    if len(best) > 1 and not every:
        # The expected time is wrong by a factor of two, up or down, in one of three cases.
        first, second = best
        yield Step(first, WHY_LEAST, max(TRIED, 2 * costs[second]))
        yield Step(second, WHY_NEXT, max(TRIED, 8 * costs[first]))
    why = WHY_DIAGRAM if every and best[0] == "diagram" else WHY_LEAST
    for engine, reason in zip(best, (why, WHY_NEXT), strict=False):
        yield Step(engine, reason)
    if "dancing" not in best:
        yield Step("dancing", WHY_LAST)


def _listing(cover: Cover) -> Iterator[Step]:
    # Solutions come in one order, whether a diagram has been grown or not.
    scattered = _is_scattered(cover)
    if at_hand(cover) and not scattered:
        yield Step("diagram", WHY_GROWN)
    if refusal(cover) and _few_kinds(cover):
        yield Step("frontier", "the pieces are of few kinds, and past the bitboards")
    if not scattered:
        yield Step("backtrack", WHY_BITBOARD)
    yield Step("dancing", WHY_LAST)


def _numbering(question: Question) -> Iterator[Step]:
    cover = question.cover
    if at_hand(cover) and not _is_scattered(cover):
        yield Step("diagram", WHY_GROWN)
    too_many = question.total is not None and question.total > sys.maxsize
    if too_many and _few_kinds(cover):
        yield Step("frontier", "its numbers have any size")
    if too_many and not _is_scattered(cover):
        yield Step("halves", "its numbers have any size")
    counting = next(_counting(question, cover, question.fixed))
    # They number the solutions in lexicographic order, in which some boards do not list them.
    if counting.engine == "frontier" and _few_kinds(cover):
        yield counting
    if counting.engine == "halves" and not _is_scattered(cover):
        yield counting
    yield from _listing(cover)


def _is_scattered(cover: Cover) -> bool:
    """Return whether options lie in several parts of the plane, so that a bitboard search knows no
    dead regions; it is then left to dancing cells."""
    return cover.plane is not None and not cover.plane.spread


def _few_kinds(cover: Cover) -> bool:
    # Imported where it is asked for: a question about a calendar has no need of it.
    from calpuzzle.engines.frontier import suits

    return suits(cover)
