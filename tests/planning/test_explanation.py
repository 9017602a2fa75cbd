"""Plans in words: what is printed is what is done."""

from __future__ import annotations

import re

import pytest

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import ENGINES
from calpuzzle.planning import Question, QuestionKind, make_plan
from calpuzzle.planning.explanation import explanation


def rows(text: str) -> list[list[str]]:
    return [re.split("  +", line, maxsplit=1) for line in text.splitlines()]


def test_every_engine_is_asked_or_is_not_for_a_reason() -> None:
    for name, date in (("dray", "2026-11-20"), ("soma", None), ("tetrasticks-4x4", None)):
        text = cp.load(name, kind="puzzle").explain(date)
        for engine, entry in ENGINES.items():
            assert (f"{engine}, about" in text or f"{engine}: " in text) != entry.checking


def test_the_first_engine_is_that_of_the_plan() -> None:
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


def test_what_is_special_is_said() -> None:
    soma = cp.load("soma").explain()
    assert "in turns with the frontier method" in soma and "under the symmetries" in soma
    dominoes = cp.Cover("abcd", ["ax", "bx", "ay", "by", "cz", "dz"], "xyz")
    assert "interchangeable items become" in explanation(
        make_plan(Question(QuestionKind.COUNT, dominoes))
    )
    named = cp.load("dray").explain("today", engine="dancing", what="list")
    assert "dancing: it was requested" in named and "found and sorted" in named


@pytest.mark.parametrize("engine", ["backtrack", "halves", "diagram"])
def test_an_engine_that_was_requested_and_does_not_support_the_puzzle(engine: str) -> None:
    text = cp.load("soma").explain(engine=engine)
    assert f"{engine}: it was requested, but the puzzle is not a flat board" in text


def test_nothing_is_counted_to_explain() -> None:
    puzzle = cp.load("iq-fit")
    assert "question" in puzzle.explain()
    with pytest.raises(InputError, match="there is no question sum; there are count, counts"):
        puzzle.explain(what="sum")
    with pytest.raises(CannotDoError, match="search of its own"):
        cp.load("examples/puzzles/cat.non", kind="nonogram").solve().explain()


def test_only_techniques_that_are_used_are_printed() -> None:
    solutions = cp.load("pentominoes-6x10").solve(unique=True)
    assert "the count is the mean, over all symmetries" in solutions.explain("count")
    for what in ("list", "nth"):
        assert "technique" not in solutions.explain(what)
