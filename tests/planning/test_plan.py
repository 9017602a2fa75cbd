"""Plans: which engine is asked for which question, and what is said of the next one."""

from __future__ import annotations

import itertools
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from math import factorial

import numpy as np
import pytest
import shipped
from building import CHOSEN, blank, board, dominoes, many_dates, matchings, piece
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import free_fittings, models, stretched

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError, TooLargeError, TooManyError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import RUN, Engine, Run, load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.layout import refusal
from calpuzzle.planning import (
    Question,
    Wanted,
    execution,
    in_lexicographic_order,
    make_plan,
    parts,
)
from calpuzzle.planning import plan as module
from calpuzzle.planning.costs import counting_costs
from calpuzzle.planning.plan import Step
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.puzzle.symmetry import symmetries

AUTO, REFERENCE = planning, load("reference")


def first(cover: Cover, laid: Options = (), whole: bool = True) -> str:
    """The engine that is asked first."""
    return steps(cover, laid, whole)[0]


def steps(cover: Cover, laid: Options = (), whole: bool = True) -> list[str]:
    """The engines of the plan of the options themselves, without interchangeable items merged."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "merged", lambda _: None)
        wanted = Wanted.COUNT if whole else Wanted.LIST
        return [step.engine for step in make_plan(Question(wanted, cover, laid)).steps]


def count(cover: Cover, *engines: str, run: Run = RUN) -> int:
    """The count by a plan of these engines."""
    plan = make_plan(Question(Wanted.COUNT, cover, run=run))
    steps = tuple(Step(engine, "it is tested") for engine in engines)
    return execution.count(plan._replace(steps=steps, by_orbits=False))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The engines that auto has asked, in order."""
    names: list[str] = []

    def noted(name: str) -> Engine:
        names.append(name)
        return load(name)

    for home in (execution, parts):
        monkeypatch.setattr(home, "load", noted)
    return names


def test_a_flat_puzzle_has_a_diagram_when_all_is_wanted() -> None:
    cover = shipped.fresh("dray").cover
    assert first(cover) == "diagram"
    assert first(cover, (), False) == "backtrack"
    date = cover.instance(5)
    assert first(cover, date) == first(cover, date, False) == "backtrack"


def test_what_is_nearly_solved_is_for_dancing_cells() -> None:
    cover = shipped.fresh("dray").cover
    solution = next(load("backtrack").solutions(cover))
    pieces = tuple(k for k in solution if k not in cover.instance_of)
    named = [first(cover, pieces[:number]) for number in range(1, len(pieces) + 1)]
    assert named[-1] == named[-4] == "dancing" != named[0]


def test_a_plan_tries_two_engines_before_it_stays_with_one() -> None:
    cover = shipped.fresh("pentominoes-6x10").cover
    plan = make_plan(Question(Wanted.COUNT, cover))
    first, second, *others = plan.steps
    assert first.engine != second.engine
    assert first.limit and second.limit
    assert [step.engine for step in others[:2]] == [first.engine, second.engine]
    assert all(step.limit is None for step in others)
    costs = counting_costs(cover, (), False)
    assert first.engine == min(costs, key=costs.__getitem__)


def test_a_step_past_its_limit_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("weekday-8x7").cover
    plan = make_plan(Question(Wanted.COUNT, cover, cover.instance(0)))
    known = execution.count(plan)
    for limits in ((0.0, None), (0.0, 0.0, None)):
        engines = ("backtrack", "dancing", "diagram")
        steps = tuple(Step(*own) for own in zip(engines, itertools.repeat(""), limits))
        assert execution.count(plan._replace(steps=steps)) == known

    # The stop of the question ends the work, too, and so does a progress function.
    def end(*_: object) -> None:
        told.append(None)
        if len(told) == 1:
            raise StoppedError

    told: list[None] = []
    steps = Step("dancing", "", 1000.0), Step("backtrack", "")
    for run in (Run(stop=time.monotonic()), Run(progress=end)):
        question = plan.question._replace(run=run)
        with pytest.raises(StoppedError):
            execution.count(plan._replace(question=question, steps=steps))


def test_a_diagram_that_stands_answers_everything() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    date = cover.instance(5)
    solution = next(load("backtrack").solutions(cover, date))
    questions: list[tuple[Options, bool]] = [
        ((), True), ((), False), (date, True), (date, False), (solution[:2], True),
        ((*date, *solution[:5]), False),
    ]  # fmt: skip
    before = [(first(cover, laid, whole), AUTO.count(cover, laid)) for laid, whole in questions[2:]]
    diagram_of(cover)
    assert {first(cover, laid, whole) for laid, whole in questions} == {"diagram"}
    assert [AUTO.count(cover, laid) for laid, _ in questions[2:]] == [n for _, n in before]
    assert "diagram" not in {name for name, _ in before}


def test_what_no_bitboard_holds_is_for_dancing_cells_or_the_frontier_method() -> None:
    for cover in (shipped.fresh("soma").cover, Cover("ab", ["ab", "a", "b"])):
        assert first(cover, (), False) == first(cover, (0,), False) == "dancing"
        assert steps(cover)[-1] == "dancing"
    assert steps(matchings(12, 12)) == ["frontier", "dancing"]  # 4,096 states, 12! solutions
    soma = Question(Wanted.COUNT, shipped.fresh("soma").cover)
    assert make_plan(soma).engine == "frontier"
    plan = make_plan(soma._replace(symmetries=lambda: ()))
    assert plan.by_orbits and plan.engine == "dancing"
    sticks = shipped.fresh("tetrasticks-4x4").cover
    assert first(sticks, (), False) == first(sticks, (0,), False) == "dancing"
    assert "dancing" in steps(sticks)


def test_counting_every_date_grows_the_diagram(asked: list[str]) -> None:
    cover = shipped.fresh("month-day-7x7").cover
    assert AUTO.counts(cover).sum() == 25_061
    assert AUTO.count(cover) == 25_061
    assert set(asked) == {"diagram"}


def test_an_engine_that_is_named_is_asked_alone(asked: list[str]) -> None:
    lowered = Lowering(dominoes(4, 4))
    group = symmetries(lowered)
    question = Question(Wanted.COUNT, lowered.cover, engine="reference", group=group)
    assert execution.count(make_plan(question)) == 9
    model, counts = CHOSEN["labels side by side"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.counts(Lowering(model).cover, engine="dancing").ravel().tolist() == counts
    assert asked == ["reference", "dancing"]


def test_where_the_diagram_is_too_large_the_next_one_counts() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    with pytest.warns(UserWarning, match="more than 1 MiB; .* the engine backtrack instead"):
        counts = AUTO.counts(cover, Run(memory=1 << 20))
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # of an engine that was only tried, nothing is said
        assert AUTO.count(cover, (), Run(memory=1 << 20)) == counts.sum() == 25_061
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (AUTO.counts(cover) == counts).all()
        # Now it stands.
        assert AUTO.count(cover, (), Run(memory=1 << 30)) == 25_061
        # A diagram counts in no more memory than it takes.
        diagram_of(cover)
        assert AUTO.counts(cover, Run(memory=1000)).sum() == 25_061


def test_too_large_is_no_matter_where_something_is_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = shipped.fresh("month-day-7x7").cover
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.count(cover, cover.instance(0), Run(memory=0)) == 64
        assert len(list(AUTO.solutions(cover, cover.instance(0), Run(memory=0)))) == 64


def test_a_search_that_is_too_large_itself_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Engine):
        def refusal(self, cover: Cover) -> None:
            return None

        def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
            raise TooLargeError("no room at all")

    monkeypatch.setattr(execution, "load", lambda name: Full())
    with (
        pytest.warns(UserWarning, match="no room at all; counting with the engine halves"),
        pytest.warns(UserWarning, match="no room at all; counting with the engine backtrack"),
        pytest.warns(UserWarning, match="no room at all; counting with the engine dancing"),
        pytest.raises(TooLargeError, match="no room at all"),
    ):
        count(Lowering(dominoes(2, 3)).cover, "diagram", "halves", "backtrack", "dancing")


# --- puzzles that only dancing cells take


@settings(max_examples=40)
@given(models(most_cells=16))
@pytest.mark.filterwarnings("ignore:.*one by one")
def test_auto_takes_what_no_bitboard_holds(model: Model) -> None:
    cover = Lowering(stretched(model, 160)).cover
    assert "places" in (refusal(cover) or "")
    expected = REFERENCE.counts(Lowering(model).cover).ravel()
    counts = AUTO.counts(cover).ravel()
    assert counts.tolist() == expected.tolist()
    assert AUTO.count(cover) == counts.sum()
    for number in range(cover.instances):
        laid = cover.instance(number)
        assert sorted(AUTO.solutions(cover, laid)) == list(REFERENCE.solutions(cover, laid))
        assert AUTO.count(cover, laid) == counts[number]


def test_auto_takes_more_groups_than_a_bitboard_holds() -> None:
    names = [f"g{k}" for k in range(17)]
    groups = tuple(Group(name, (f"{name}a",)) for name in names)
    rows = (" ".join(f"{name}a" for name in names), *[" ".join("." * 17)] * 2)
    model = Model("x", board(*rows), (piece("D", "##", copies=17),), groups)
    cover = Lowering(model).cover
    with pytest.raises(CannotDoError, match="17 groups"):
        load("backtrack").counts(cover)
    # Fibonacci numbers: a 2 by n strip has F(n + 1) tilings by dominoes. There is but one date.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.counts(cover).sum() == AUTO.count(cover) == 2584
        plan = make_plan(Question(Wanted.COUNTS, cover))._replace(steps=(Step("dancing", ""),))
        assert execution.counts(plan).sum() == 2584


def test_auto_says_where_many_dates_may_take_long() -> None:
    row = "a b " + ". " * 128
    pieces = (piece("I", "#" * 128), piece("M", "#"))
    cover = Lowering(Model("x", board(row), pieces, (Group("g", ("a", "b")),))).cover
    with pytest.warns(UserWarning, match=r"130 places.*dancing counts 2 dates one by one"):
        assert AUTO.counts(cover).tolist() == [2, 1]


def test_auto_never_begins_what_would_never_end() -> None:
    cover = many_dates()
    with pytest.raises(CannotDoError, match=r"429,981,696 instances, .*would never end"):
        AUTO.counts(cover)
    # One date is no trouble.
    assert AUTO.count(cover, cover.instance(5)) == 1


def test_auto_lists_in_the_order_of_the_engine_it_takes() -> None:
    cover = Lowering(Model("x", blank(2, 3), (piece("D", "##", copies=3),))).cover
    assert list(AUTO.solutions(cover)) == list(load("backtrack").solutions(cover))
    soma = shipped.lowering("soma").cover
    assert next(AUTO.solutions(soma)) == next(load("dancing").solutions(soma))


def nearly_solved() -> tuple[Cover, Options]:
    cover = shipped.fresh("dray").cover
    date = cover.instance(5)
    return cover, (*date, next(load("backtrack").solutions(cover, date))[0])


def in_parts() -> tuple[Cover, Options]:
    pieces = (piece("A", "#.#", copies=3), piece("B", "##|#.", copies=2))
    return Lowering(Model("x", blank(3, 4), pieces)).cover, ()


@pytest.mark.parametrize(("make", "engine"), [(nearly_solved, "backtrack"), (in_parts, "dancing")])
def test_solutions_have_one_order_whatever_was_asked_before(
    make: Callable[[], tuple[Cover, Options]], engine: str
) -> None:
    cover, laid = make()
    listed = list(load(engine).solutions(cover, laid))
    other = "dancing" if engine == "backtrack" else "backtrack"
    assert listed != list(load(other).solutions(cover, laid))
    # An engine that is named gives them in the order of the one that suits, if it is rising.
    same = list(AUTO.solutions(cover, laid, engine=other)) == listed
    assert same == (listed == sorted(listed))
    for total in (None, len(listed), sys.maxsize + 1):
        assert list(AUTO.solutions(cover, laid)) == listed
        plan = make_plan(Question(Wanted.NUMBERED, cover, laid, total=total))
        if nth := execution.numbered(plan):
            assert [nth(k) for k in range(len(listed))] == listed
    diagram_of(cover)
    assert list(AUTO.solutions(cover, laid)) == listed


# --- more pieces than a diagram holds


def lines(*groups: Group) -> Cover:
    """Eighteen monominoes, each a class of its own, on a line, with the labels of some groups."""
    pieces = tuple(piece(f"M{k}", "#") for k in range(18))
    labels = " ".join(label for group in groups for label in group.labels)
    rows = board(f"{labels} " + " ".join("." * (18 + len(groups) - len(labels.split()))))
    return Lowering(Model("x", rows, pieces, groups, interchangeable=False)).cover


def test_many_different_pieces_are_counted_from_two_halves() -> None:
    cover = lines()
    assert first(cover) == "halves"
    assert first(cover, (), False) == "backtrack"
    assert AUTO.count(cover) == factorial(18)


def test_dates_of_many_different_pieces_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "merged", lambda _: None)
    cover = lines(Group("g", ("a", "b", "c")))
    plan = make_plan(Question(Wanted.COUNTS, cover))
    with pytest.warns(UserWarning, match="too many for the engine diagram; .* 3 dates one by one"):
        counts = execution.counts(plan._replace(steps=(Step("halves", "it is tested"),)))
    assert AUTO.counts(cover).tolist() == counts.tolist() == [factorial(18)] * 3


def mixed_ways(height: int, width: int, dominoes: int) -> int:
    """The ways to lay so many dominoes in a rectangle, and monominoes on the rest: cell by cell, of
    each set of cells that are covered ahead the ways with any number of dominoes, 200 bits each."""
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


def test_more_solutions_than_a_diagram_has_numbers_for() -> None:
    mixed = (piece("D", "##", copies=30), piece("M", "#", copies=60))
    cover = Lowering(Model("8x15", blank(8, 15), mixed)).cover
    with pytest.raises(CannotDoError, match="2\\^63 solutions or more"):
        load("diagram").count(cover)
    number = AUTO.count(cover)
    assert number == count(cover, "diagram") == mixed_ways(15, 8, 30) > 1 << 100
    with pytest.raises(TooManyError):  # an engine that is named is not replaced
        AUTO.count(cover, engine="diagram")
    # With a label, as without its cell.
    labelled = board("a . . . . . . .", *[" ".join("." * 8)] * 9)
    pieces = (piece("D", "##", copies=25), piece("M", "#", copies=29))
    group = Lowering(Model("x", labelled, pieces, (Group("g", ("a",)),))).cover
    without = board("# . . . . . . .", *[" ".join("." * 8)] * 9)
    alone = Lowering(Model("x", without, pieces)).cover
    assert AUTO.count(group) == AUTO.count(alone) > 1 << 63


def test_a_count_past_every_engine_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing(Engine):
        def refusal(self, cover: Cover) -> str:
            return "never"

        def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
            raise CannotDoError("it was asked all the same")

    pieces = (piece("D", "##", copies=30), piece("M", "#", copies=60))
    cover = Lowering(Model("8x15", blank(8, 15), pieces)).cover
    other = Refusing()
    monkeypatch.setattr(execution, "load", lambda name: load(name) if name == "diagram" else other)
    with pytest.raises(TooManyError, match="2\\^63 solutions or more"):
        count(cover, "diagram")


def test_a_sum_of_parts_past_64_bits_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    class Large(Engine):
        def refusal(self, cover: Cover) -> None:
            return None

        def solutions(self, cover: Cover, laid: Options = (), run: Run = RUN) -> Iterator[Options]:
            raise TooLargeError("it is too large")

    cover = shipped.fresh("month-day-7x7").cover
    monkeypatch.setattr(execution, "load", lambda name: Large())
    monkeypatch.setattr(execution, "counts_in_parts", lambda *_, least: np.full(3, 1 << 62))
    assert count(cover, "diagram") == 3 << 62
    # Parts are those of all instances, and of diagrams.
    for engine, fixed in (("diagram", cover.instance(0)), ("halves", ())):
        with pytest.raises(TooLargeError):
            AUTO.count(cover, fixed, engine=engine)


def test_where_the_halves_are_too_large_too_the_next_one_counts(asked: list[str]) -> None:
    cover = lines()
    cover.options = cover.options[:18]  # nothing but the first cell can be covered
    with pytest.warns(UserWarning, match="halves of this puzzle take .* engine backtrack instead"):
        assert count(cover, "halves", "backtrack", run=Run(memory=1 << 10)) == 0
    assert asked[-1] == "backtrack"


@settings(max_examples=40)
@given(models(most_cells=8) | free_fittings(), st.booleans())
def test_solutions_have_the_numbers_in_which_they_are_listed(model: Model, lies: bool) -> None:
    cover = Lowering(model).cover
    every = list(AUTO.solutions(cover))
    laid = every[0][:1] if lies and every else ()
    listed = list(AUTO.solutions(cover, laid))
    for total in (None, len(listed), sys.maxsize + 1):
        plan = make_plan(Question(Wanted.NUMBERED, cover, laid, total=total))
        nth = execution.numbered(plan)
        # More than there is time to list.
        if total == sys.maxsize + 1 and load("halves").refusal(cover) is None:
            assert nth or not in_lexicographic_order(cover)
        if nth:
            assert [nth(k) for k in range(len(listed))] == listed
