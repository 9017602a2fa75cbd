"""Plans: which engines answer a question, with which warnings, and in which order they list."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from math import factorial

import pytest
import shipped
from building import blank, board, lines, made, many_dates, matchings, piece
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import free_fittings, models, stretched

from calpuzzle import planning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.layout import unsupported_reason
from calpuzzle.planning import (
    Question,
    QuestionKind,
    execution,
    is_lexicographic,
    make_plan,
)
from calpuzzle.planning import plan as module
from calpuzzle.planning.costs import COSTS, counting_costs
from calpuzzle.planning.plan import PlanStep
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes

AUTO, REFERENCE = planning, load("reference")


def first(cover: Cover, placed: Options = (), counting: bool = True) -> str:
    """Return the first engine of the plan."""
    return steps(cover, placed, counting)[0]


def steps(cover: Cover, placed: Options = (), counting: bool = True) -> list[str]:
    """Return the engines of the plan that counts, or lists if `whole` is false. No interchangeable
    items are merged."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "merged", lambda _: None)
        wanted = QuestionKind.COUNT if counting else QuestionKind.LIST
        return [step.engine for step in make_plan(Question(wanted, cover, placed)).steps]


def test_flat_puzzles_use_a_diagram_to_count_every_date() -> None:
    cover = shipped.fresh("dray").cover
    assert first(cover) == "diagram"
    assert first(cover, (), False) == "backtrack"
    date = cover.instance(5)
    assert first(cover, date) == first(cover, date, False) == "backtrack"
    assert make_plan(Question(QuestionKind.NUMBERED, cover, date)).engine == "backtrack"


def test_nearly_solved_puzzles_use_dancing() -> None:
    cover = shipped.fresh("dray").cover
    solution = next(load("backtrack").solutions(cover))
    pieces = tuple(k for k in solution if k not in cover.instance_contribution)
    named = [first(cover, pieces[:number]) for number in range(1, len(pieces) + 1)]
    assert named[-1] == named[-4] == "dancing" != named[0]


def test_a_plan_tries_two_engines_before_it_stays_with_one() -> None:
    cover = shipped.fresh("pentominoes-6x10").cover
    plan = make_plan(Question(QuestionKind.COUNT, cover))
    first, second, *others = plan.steps
    assert first.engine != second.engine
    assert first.limit and second.limit
    assert [step.engine for step in others[:2]] == [first.engine, second.engine]
    assert all(step.limit is None for step in others)
    costs = counting_costs(cover, (), False)
    assert first.engine == min(costs, key=costs.__getitem__)


def test_a_cached_diagram_answers_every_question() -> None:
    cover = shipped.fresh("month-day-7x7").cover
    date = cover.instance(5)
    solution = next(load("backtrack").solutions(cover, date))
    questions: list[tuple[Options, bool]] = [
        ((), True), ((), False), (date, True), (date, False), (solution[:2], True),
        ((*date, *solution[:5]), False),
    ]  # fmt: skip
    before = [
        (first(cover, placed, counting), AUTO.count(cover, placed))
        for placed, counting in questions[2:]
    ]
    diagram_of(cover)
    assert {first(cover, placed, counting) for placed, counting in questions} == {"diagram"}
    assert [AUTO.count(cover, placed) for placed, _ in questions[2:]] == [n for _, n in before]
    assert "diagram" not in {name for name, _ in before}


def test_covers_without_a_bitboard_use_dancing_or_the_frontier_method() -> None:
    for cover in (shipped.fresh("soma").cover, Cover("ab", ["ab", "a", "b"])):
        assert first(cover, (), False) == first(cover, (0,), False) == "dancing"
        assert steps(cover)[-1] == "dancing"
    assert steps(matchings(12, 12)) == ["frontier", "dancing"]  # 4,096 states, 12! solutions
    question = Question(QuestionKind.COUNT, matchings(12, 12), find_symmetries=lambda: ())
    plan = make_plan(question)
    assert plan.by_orbits and plan.engine == "dancing"
    sticks = shipped.fresh("tetrasticks-4x4").cover
    assert first(sticks, (), False) == first(sticks, (0,), False) == "dancing"
    assert "dancing" in steps(sticks)


def trominoes(height: int, width: int) -> Cover:
    """Return a rectangle to cover with equally many straight and bent trominoes."""
    few = height * width // 6
    pieces = tuple(own._replace(least=few, most=few) for own in polyominoes(3))
    return Lowering(Model("trominoes", blank(height, width), pieces)).cover


def test_equal_pieces_are_listed_by_frontier_if_backtracking_is_slow() -> None:
    cover = trominoes(3, 30)
    assert first(cover, (), False) == "frontier"
    assert list(AUTO.solutions(cover)) == []
    assert first(trominoes(4, 6), (), False) == "backtrack"


@pytest.mark.parametrize("placed", [(), (3,)])
def test_equal_pieces_are_listed_in_the_order_of_backtracking(
    placed: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    cover = trominoes(4, 6)
    listed = list(load("backtrack").solutions(cover, placed))
    monkeypatch.setattr(module, "LONG_SEARCH", 0)
    plan = make_plan(Question(QuestionKind.LIST, cover, placed))
    assert plan.engine == "frontier" and plan.ordered
    assert list(execution.solutions(plan)) == listed != []


# --- puzzles without bitboards


@settings(max_examples=40)
@given(models(most_cells=16))
@pytest.mark.filterwarnings("ignore:.*one by one")
def test_auto_solves_puzzles_that_no_bitboard_holds(model: Model) -> None:
    cover = Lowering(stretched(model, 160)).cover
    assert "places" in (unsupported_reason(cover) or "")
    expected = REFERENCE.counts(Lowering(model).cover).ravel()
    counts = AUTO.counts(cover).ravel()
    assert counts.tolist() == expected.tolist()
    assert AUTO.count(cover) == counts.sum()
    for number in range(cover.instances):
        placed = cover.instance(number)
        assert sorted(AUTO.solutions(cover, placed)) == list(REFERENCE.solutions(cover, placed))
        assert AUTO.count(cover, placed) == counts[number]


def test_auto_counts_more_groups_than_a_bitboard_holds() -> None:
    names = [f"g{k}" for k in range(17)]
    groups = tuple(Group(name, (f"{name}a",)) for name in names)
    rows = (" ".join(f"{name}a" for name in names), *[" ".join("." * 17)] * 2)
    model = Model("x", board(*rows), (piece("D", "##", copies=17),), groups)
    cover = Lowering(model).cover
    with pytest.raises(CannotDoError, match="17 groups"):
        load("backtrack").counts(cover)
    # Fibonacci numbers: a 2 by n strip has F(n + 1) tilings by dominoes. There is only one date.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.counts(cover).sum() == AUTO.count(cover) == 2584
        plan = make_plan(Question(QuestionKind.COUNTS, cover))._replace(
            steps=(PlanStep("dancing", ""),)
        )
        assert execution.counts(plan).sum() == 2584


def test_auto_warns_if_many_dates_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    row = "a b " + ". " * 128
    pieces = (piece("I", "#" * 128), piece("M", "#"))
    cover = Lowering(Model("x", board(row), pieces, (Group("g", ("a", "b")),))).cover
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert AUTO.counts(cover).tolist() == [2, 1]
    monkeypatch.setattr(execution, "SHORT_COUNT", 0.0)
    with pytest.warns(UserWarning, match=r"130 places.*dancing counts 2 instances one by one"):
        assert AUTO.counts(cover).tolist() == [2, 1]
    # Diagrams and bitboards support this puzzle, but may lack memory.
    dominoes = made(board("a b ."), piece("D", "##"), groups="a b")
    plan = make_plan(Question(QuestionKind.COUNTS, Lowering(dominoes).cover))
    with pytest.warns(UserWarning, match="^the engine dancing counts 2 instances one by one"):
        assert execution.counts(plan._replace(steps=(PlanStep("dancing", ""),))).tolist() == [1, 0]


def test_auto_rejects_counts_that_would_never_end() -> None:
    cover = many_dates()
    with pytest.raises(CannotDoError, match=r"429,981,696 instances, .*would never end"):
        AUTO.counts(cover)
    # A single date is counted.
    assert AUTO.count(cover, cover.instance(5)) == 1


def test_a_puzzle_that_only_dancing_supports_is_counted() -> None:
    pieces = tuple(piece(f"M{k}", "#")._replace(least=0) for k in range(140))
    cover = Lowering(Model("x", blank(1, 2), pieces, interchangeable=False)).cover
    assert steps(cover) == ["dancing"]
    assert AUTO.count(cover) == 140 * 139


def test_auto_lists_in_the_order_of_the_engine_it_uses() -> None:
    cover = Lowering(Model("x", blank(2, 3), (piece("D", "##", copies=3),))).cover
    assert list(AUTO.solutions(cover)) == list(load("backtrack").solutions(cover))
    soma = shipped.lowering("soma").cover
    assert next(AUTO.solutions(soma)) == next(load("dancing").solutions(soma))


def one_piece_placed() -> tuple[Cover, Options]:
    """Return a puzzle with a date and one piece placed."""
    cover = shipped.fresh("dray").cover
    date = cover.instance(5)
    return cover, (*date, next(load("backtrack").solutions(cover, date))[0])


def in_parts() -> tuple[Cover, Options]:
    """Return a puzzle with disconnected pieces."""
    pieces = (piece("A", "#.#", copies=3), piece("B", "##|#.", copies=2))
    return Lowering(Model("x", blank(3, 4), pieces)).cover, ()


def to_spare() -> tuple[Cover, Options]:
    """Return a puzzle with spare pieces."""
    pieces = tuple(piece(n, n)._replace(least=0, most=3) for n in ("##", "#"))
    return Lowering(Model("x", board(". . .", ". . .", ". # ."), pieces)).cover, ()


@pytest.mark.parametrize(
    ("make", "engine", "other"),
    [
        (one_piece_placed, "backtrack", "dancing"),
        (in_parts, "dancing", "backtrack"),
        (to_spare, "frontier", "dancing"),
    ],
)
def test_the_order_of_solutions_does_not_depend_on_earlier_questions(
    make: Callable[[], tuple[Cover, Options]],
    engine: str,
    other: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cover, placed = make()
    listed = list(load(engine).solutions(cover, placed))
    assert listed != list(load(other).solutions(cover, placed))
    named = list(AUTO.solutions(cover, placed, engine="dancing"))
    assert (named == listed) == (engine != "frontier")
    for best in ("frontier", "halves", "diagram", "a cached diagram"):
        costs = {name: float(name != best) for name in COSTS}
        monkeypatch.setattr(module, "counting_costs", lambda *_, costs=costs: costs)
        if best not in COSTS and load("diagram").unsupported_reason(cover) is None:
            diagram_of(cover)
        assert list(AUTO.solutions(cover, placed)) == listed
        for total in (None, len(listed), sys.maxsize + 1):
            plan = make_plan(Question(QuestionKind.NUMBERED, cover, placed, total=total))
            if nth := execution.numbered(plan):
                assert [nth(k) for k in range(len(listed))] == listed


# --- more pieces than a diagram holds


def test_many_different_pieces_are_counted_by_halves() -> None:
    cover = lines()
    assert first(cover) == "halves"
    assert first(cover, (), False) == "backtrack"
    assert AUTO.count(cover) == factorial(18)


def test_dates_of_many_different_pieces_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "merged", lambda _: None)
    monkeypatch.setattr(execution, "SHORT_COUNT", 0.0)
    cover = lines(Group("g", ("a", "b", "c")))
    plan = make_plan(Question(QuestionKind.COUNTS, cover))
    with pytest.warns(UserWarning, match="too many for .* 3 instances one by one"):
        counts = execution.counts(plan._replace(steps=(PlanStep("halves", "it is tested"),)))
    assert AUTO.counts(cover).tolist() == counts.tolist() == [factorial(18)] * 3


@settings(max_examples=40)
@given(models(most_cells=8) | free_fittings(), st.booleans())
def test_numbers_of_solutions_follow_the_order_of_the_list(model: Model, some_placed: bool) -> None:
    cover = Lowering(model).cover
    every = list(AUTO.solutions(cover))
    placed = every[0][:1] if some_placed and every else ()
    listed = list(AUTO.solutions(cover, placed))
    for total in (None, len(listed), sys.maxsize + 1):
        plan = make_plan(Question(QuestionKind.NUMBERED, cover, placed, total=total))
        nth = execution.numbered(plan)
        # With so many solutions, there is no time to list them.
        if total == sys.maxsize + 1 and load("halves").unsupported_reason(cover) is None:
            assert nth or not is_lexicographic(cover)
        if nth:
            assert [nth(k) for k in range(len(listed))] == listed
