"""Execution of plans: the next engine counts if one lacks memory or takes too long."""

from __future__ import annotations

import itertools
import time
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
import shipped
from building import CHOSEN, blank, board, dominoes, lines, piece

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, TooLargeError, TooManyError
from calpuzzle.base.stop import OutOfTimeError, StoppedError
from calpuzzle.engines import RUN, Engine, Run, load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.planning import (
    Question,
    QuestionKind,
    execution,
    make_plan,
    parts,
)
from calpuzzle.planning.plan import PlanStep
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.symmetry import symmetries

AUTO = planning


def count(cover: Cover, *engines: str, run: Run = RUN) -> int:
    """Return the count by a plan of these engines."""
    plan = make_plan(Question(QuestionKind.COUNT, cover, run=run))
    steps = tuple(PlanStep(engine, "it is tested") for engine in engines)
    return execution.count(plan._replace(steps=steps, by_orbits=False))


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the name of each engine is added when it is loaded."""
    names: list[str] = []

    def recorded(name: str) -> Engine:
        names.append(name)
        return load(name)

    for home in (execution, parts):
        monkeypatch.setattr(home, "load", recorded)
    return names


def test_a_step_past_its_limit_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("weekday-8x7").cover
    plan = make_plan(Question(QuestionKind.COUNT, cover, cover.instance(0)))
    known = execution.count(plan)
    for limits in ((0.0, None), (0.0, 0.0, None)):
        engines = ("backtrack", "dancing", "diagram")
        steps = tuple(PlanStep(*own) for own in zip(engines, itertools.repeat(""), limits))
        assert execution.count(plan._replace(steps=steps)) == known

    # The stop of the question and the progress function end the count, not only a step.
    def end(*_: object) -> None:
        reports.append(None)
        if len(reports) == 1:
            raise StoppedError

    reports: list[None] = []
    steps = PlanStep("dancing", "", 1000.0), PlanStep("backtrack", "")
    for run in (Run(stop=time.monotonic()), Run(progress=end)):
        question = plan.question._replace(run=run)
        with pytest.raises(StoppedError):
            execution.count(plan._replace(question=question, steps=steps))


def test_counting_every_date_builds_the_diagram(used: list[str]) -> None:
    cover = shipped.fresh("month-day-7x7").cover
    assert AUTO.counts(cover).sum() == 25_061
    assert AUTO.count(cover) == 25_061
    assert set(used) == {"diagram"}


def test_only_a_named_engine_is_used(used: list[str]) -> None:
    lowered = Lowering(dominoes(4, 4))
    group = symmetries(lowered)
    question = Question(QuestionKind.COUNT, lowered.cover, engine="reference", equal_under=group)
    assert execution.count(make_plan(question)) == 9
    model, counts = CHOSEN["labels side by side"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.counts(Lowering(model).cover, engine="dancing").ravel().tolist() == counts
    assert used == ["reference", "dancing"]


def test_a_too_large_diagram_is_followed_by_the_next_engine() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    with pytest.warns(UserWarning, match="more than 1 MiB; .* the engine backtrack instead"):
        counts = AUTO.counts(cover, Run(memory=1 << 20))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no warning about a step that has a time limit
        assert AUTO.count(cover, (), Run(memory=1 << 20)) == counts.sum() == 25_061
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (AUTO.counts(cover) == counts).all()
        # Now the diagram is cached.
        assert AUTO.count(cover, (), Run(memory=1 << 30)) == 25_061
        # Counting with a cached diagram needs no more memory.
        diagram_of(cover)
        assert AUTO.counts(cover, Run(memory=1000)).sum() == 25_061


def test_too_large_diagram_is_not_used_for_placed_options(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("month-day-7x7").cover
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.count(cover, cover.instance(0), Run(memory=0)) == 64
        assert len(list(AUTO.solutions(cover, cover.instance(0), Run(memory=0)))) == 64


def test_an_error_is_raised_if_all_engines_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Engine):
        def unsupported_reason(self, cover: Cover) -> None:
            return None

        def solutions(
            self, cover: Cover, placed: Options = (), run: Run = RUN
        ) -> Iterator[Options]:
            raise TooLargeError("no room at all")

    monkeypatch.setattr(execution, "load", lambda name: Full())
    with (
        pytest.warns(UserWarning, match="no room at all; counting with the engine halves"),
        pytest.warns(UserWarning, match="no room at all; counting with the engine backtrack"),
        pytest.warns(UserWarning, match="no room at all; counting with the engine dancing"),
        pytest.raises(TooLargeError, match="no room at all"),
    ):
        count(Lowering(dominoes(2, 3)).cover, "diagram", "halves", "backtrack", "dancing")
    # The warning does not name an engine that was already too large.
    with (
        pytest.warns(UserWarning, match="no room at all; counting with the engine halves") as seen,
        pytest.raises(TooLargeError, match="no room at all"),
    ):
        count(Lowering(dominoes(2, 3)).cover, "diagram", "halves", "diagram")
    assert len(seen) == 1


def test_the_error_of_a_too_large_engine_is_raised_if_the_others_take_too_long() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    plan = make_plan(Question(QuestionKind.COUNT, cover, run=Run(memory=1 << 20)))
    limits = {"diagram": 1000.0, "dancing": 0.0}
    steps = *(PlanStep(name, "", limit) for name, limit in limits.items()), PlanStep("diagram", "")
    with pytest.raises(TooLargeError, match="more than 1 MiB"):
        execution.count(plan._replace(steps=steps))


def mixed_ways(height: int, width: int, dominoes: int) -> int:
    """Return the number of tilings with `dominoes` dominoes and otherwise monominoes. Each state is
    a set of covered cells, with the ways for each number of dominoes in 200 bits each."""
    ways = {0: 1}
    for row in range(height):
        for column in range(width):
            following: dict[int, int] = {}
            for covered, number in ways.items():
                ahead = [(covered >> 1, number)]
                if not covered & 1:
                    if row + 1 < height:
                        ahead.append((covered >> 1 | 1 << (width - 1), number << 200))
                    if column + 1 < width and not covered & 2:
                        ahead.append((covered >> 1 | 1, number << 200))
                for there, more in ahead:
                    following[there] = following.get(there, 0) + more
            ways = following
    return ways[0] >> 200 * dominoes & (1 << 200) - 1


def test_numbers_above_64_bits_are_counted_by_another_engine() -> None:
    mixed = (piece("D", "##", copies=30), piece("M", "#", copies=60))
    cover = Lowering(Model("8x15", blank(8, 15), mixed)).cover
    with pytest.raises(CannotDoError, match="2\\^63 solutions or more"):
        load("diagram").count(cover)
    number = AUTO.count(cover)
    assert number == count(cover, "diagram") == mixed_ways(15, 8, 30) > 1 << 100
    with pytest.raises(TooManyError):  # a named engine is not replaced
        AUTO.count(cover, engine="diagram")
    # A board with one label has the same tilings as the board without its cell.
    labelled = board("a . . . . . . .", *[" ".join("." * 8)] * 9)
    pieces = (piece("D", "##", copies=25), piece("M", "#", copies=29))
    group = Lowering(Model("x", labelled, pieces, (Group("g", ("a",)),))).cover
    without = board("# . . . . . . .", *[" ".join("." * 8)] * 9)
    alone = Lowering(Model("x", without, pieces)).cover
    assert AUTO.count(group) == AUTO.count(alone) > 1 << 63


def test_a_count_past_the_range_of_every_engine_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(Engine):
        def unsupported_reason(self, cover: Cover) -> str:
            return "never"

        def solutions(
            self, cover: Cover, placed: Options = (), run: Run = RUN
        ) -> Iterator[Options]:
            raise CannotDoError("it was asked all the same")

    pieces = (piece("D", "##", copies=30), piece("M", "#", copies=60))
    cover = Lowering(Model("8x15", blank(8, 15), pieces)).cover
    other = Refusing()
    monkeypatch.setattr(execution, "load", lambda name: load(name) if name == "diagram" else other)
    with pytest.raises(TooManyError, match="2\\^63 solutions or more"):
        count(cover, "diagram")


def test_a_sum_of_parts_past_64_bits_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    class Large(Engine):
        def unsupported_reason(self, cover: Cover) -> None:
            return None

        def solutions(
            self, cover: Cover, placed: Options = (), run: Run = RUN
        ) -> Iterator[Options]:
            raise TooLargeError("it is too large")

    cover = shipped.fresh("month-day-7x7").cover
    monkeypatch.setattr(execution, "load", lambda name: Large())
    monkeypatch.setattr(execution, "counts_in_parts", lambda *_, least: np.full(3, 1 << 62))
    assert count(cover, "diagram") == 3 << 62
    # Only counts of all instances by the diagram are divided into parts.
    for engine, fixed in (("diagram", cover.instance(0)), ("halves", ())):
        with pytest.raises(TooLargeError):
            AUTO.count(cover, fixed, engine=engine)


def test_too_large_halves_are_followed_by_the_next_engine(used: list[str]) -> None:
    cover = lines()
    cover.options = cover.options[:18]  # only the first cell can be covered
    with pytest.warns(UserWarning, match="halves of this puzzle take .* engine backtrack instead"):
        assert count(cover, "halves", "backtrack", run=Run(memory=1 << 10)) == 0
    assert used[-1] == "backtrack"


def test_a_deadline_raises_out_of_time_error() -> None:
    cover = shipped.fresh("weekday-8x7").cover
    plan = make_plan(Question(QuestionKind.COUNT, cover, cover.instance(0)))
    question = plan.question._replace(run=Run(stop=time.monotonic()))
    steps = PlanStep("dancing", "", 1000.0), PlanStep("backtrack", "")
    with pytest.raises(OutOfTimeError):
        execution.count(plan._replace(question=question, steps=steps))


def test_count_and_counts_of_a_single_instance_race(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("soma").cover
    raced: list[Options] = []

    def race_count(own: Cover, placed: Options, run: Run) -> int:
        raced.append(placed)
        return load("dancing").count(own, placed, run)

    monkeypatch.setattr(execution, "race_count", race_count)
    for kind in (QuestionKind.COUNT, QuestionKind.COUNTS):
        plan = make_plan(Question(kind, cover))._replace(by_orbits=False)
        assert plan.races and plan.engine == "dancing"
        found = execution.count(plan) if kind is QuestionKind.COUNT else execution.counts(plan)
        assert np.sum(found) == 11_520
        assert raced.pop() == () and not raced


def test_dancing_does_not_race_to_count_several_instances() -> None:
    cover = shipped.fresh("weekday-hexagons").cover
    assert cover.instances > 1
    assert not make_plan(Question(QuestionKind.COUNTS, cover)).races
