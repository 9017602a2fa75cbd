"""Explanations of plans, which must agree with what the plan does."""

from __future__ import annotations

import re

import pytest
from commands import SMALL

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import ENGINES, load
from calpuzzle.planning import Question, QuestionKind, execution, make_plan, parts
from calpuzzle.planning.explanation import explanation


def rows(text: str) -> list[list[str]]:
    return [re.split("  +", line, maxsplit=1) for line in text.splitlines()]


def test_every_engine_is_listed_with_a_time_or_a_reason() -> None:
    for name, date in (("dray", "2026-11-20"), ("soma", None), ("tetrasticks-4x4", None)):
        text = cp.load(name, kind="puzzle").explain(date)
        for engine, entry in ENGINES.items():
            assert (f"{engine}, about" in text or f"{engine}: " in text) != entry.checking


def test_the_printed_engine_is_the_first_of_the_plan() -> None:
    puzzle = cp.load("weekday-8x7")
    for wanted in (
        QuestionKind.COUNT,
        QuestionKind.COUNTS,
        QuestionKind.LIST,
        QuestionKind.CHEAPEST,
        QuestionKind.ESTIMATE,
    ):
        plan = make_plan(Question(wanted, puzzle.cover))
        (engine,) = [words for head, words in rows(explanation(plan)) if head == "engine"]
        assert engine.startswith(plan.engine)


def test_techniques_and_requested_engines_are_named() -> None:
    soma = cp.load("soma").explain()
    assert "in turns with the frontier method" in soma and "under the symmetries" in soma
    dominoes = cp.Cover("abcd", ["ax", "bx", "ay", "by", "cz", "dz"], "xyz")
    assert "interchangeable items become" in explanation(
        make_plan(Question(QuestionKind.COUNT, dominoes))
    )
    named = cp.load("dray").explain("today", engine="dancing", what="list")
    assert "dancing: it was requested" in named and "found and sorted" in named


@pytest.mark.parametrize("engine", ["backtrack", "halves", "diagram"])
def test_a_requested_engine_without_support_for_the_puzzle_is_explained(engine: str) -> None:
    text = cp.load("soma").explain(engine=engine)
    assert f"{engine}: it was requested, but the puzzle is not a flat board" in text


def fail(*_: object, **__: object) -> None:
    raise AssertionError("an engine works")


@pytest.mark.parametrize(("name", "date"), [("iq-fit", None), ("dray", "2026-11-20")])
def test_explain_uses_no_engine(
    monkeypatch: pytest.MonkeyPatch, name: str, date: str | None
) -> None:
    puzzle = cp.load(name, kind="puzzle")
    for engine, entry in ENGINES.items():
        for method in ("count", "counts", "solutions") if not entry.checking else ():
            monkeypatch.setattr(type(load(engine)), method, fail)
    for search in ("count_if_quick", "diagram_of", "race_count", "race_solutions"):
        monkeypatch.setattr(execution, search, fail)
    for kind in QuestionKind:
        assert puzzle.explain(date, what=kind).startswith("question ")
    with pytest.raises(AssertionError, match="an engine works"):
        puzzle.count(date)


@pytest.mark.parametrize(
    ("seconds", "technique"),
    [
        (10.0, []),
        (0.0, ["batch divides the count into 16 units of work, by the labels of groups"]),
    ],
)
def test_units_of_work_are_explained_if_there_are_several(
    monkeypatch: pytest.MonkeyPatch, seconds: float, technique: list[str]
) -> None:
    monkeypatch.setattr(parts, "SECONDS", seconds)
    text = cp.loads(SMALL, name="small.toml").explain(what="counts", engine="backtrack")
    assert [words for head, words in rows(text) if head == "technique"] == technique


def test_explain_rejects_unknown_questions_and_nonograms() -> None:
    with pytest.raises(InputError, match="there is no question sum; there are count, counts"):
        cp.load("iq-fit").explain(what="sum")
    with pytest.raises(CannotDoError, match="search of its own"):
        cp.load("examples/puzzles/cat.non", kind="nonogram").solve().explain()


def test_only_techniques_that_are_used_are_printed() -> None:
    solutions = cp.load("pentominoes-6x10").solve(unique=True)
    assert "the count is the mean, over all symmetries" in solutions.explain("count")
    for what in ("list", "nth"):
        assert "technique" not in solutions.explain(what)
