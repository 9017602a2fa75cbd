"""Hints in five grades, solutions to look through, and who is answered when questions overlap."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from play.positions import Asked, Position, said

from calpuzzle.engines import load
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.shapes import Cell

NOTHING = dict.fromkeys(("piece", "orientation", "cell", "placement"))


def on_dray(test: Any) -> Any:
    return pytest.mark.parametrize("asked", ["dray"], indirect=True)(test)


@pytest.mark.parametrize("asked", ["dray", "pentominoes-8x8", "month-day-7x7-w"], indirect=True)
def test_a_hint_is_a_placement_that_a_person_can_find(asked: Asked) -> None:
    lowered = asked.puzzle.lowered
    forced = 0
    for position in asked.positions.some(24):
        expected = said(asked.positions, position)
        grades = asked.worker.ask(
            [asked.question("hint", position, grade=grade) for grade in (1, 2, 3, 4, 5)]
        )
        for grade, hint in enumerate(grades, 1):
            assert hint["grade"] == grade
            assert hint["possible"] == (expected.solutions > 0)
            assert hint["culprit"] == expected.culprit
        told = grades[-1]
        if not expected.solutions or told["placement"] is None:
            assert all(NOTHING.items() <= hint.items() for hint in grades)
            assert not expected.solutions or len(position.laid) == len(asked.puzzle.pieces)
            continue
        piece, orientation, *_ = told["placement"]
        option = asked.placed.option(told["placement"])
        cells = [tuple(cell) for cell in asked.data["cells"]]
        assert cells[told["cell"]] in lowered.cells_of(option)
        assert grades[0] == {**grades[0], **NOTHING}
        assert grades[1] == {**grades[1], **NOTHING, "piece": piece}
        assert grades[2] == {**grades[2], **NOTHING, "piece": piece, "orientation": orientation}
        assert grades[3] == {**told, "grade": 4, "placement": None}
        assert (told["piece"], told["orientation"]) == (piece, orientation)
        fixed = asked.positions.labels(position) + position.laid
        assert asked.positions.asked.completions((*fixed, option)) > 0
        only = obvious(asked, fixed)
        forced += bool(only)
        assert option in only or not only
    assert forced >= 3


def obvious(asked: Asked, fixed: Options) -> set[int]:
    """The placements that alone can cover some cell, or alone are left to a piece, of those that
    fit and leave no region of a size that the pieces left cannot make. All pieces are single."""
    lowered = asked.puzzle.lowered
    options = asked.puzzle.cover.options
    covered = {item for k in fixed for item in options[k]}
    fitting = [
        k
        for k in asked.positions.pieces
        if covered.isdisjoint(options[k]) and alive(asked, covered | set(options[k]))
    ]
    wanted = set(range(len(lowered.classes))) | set(lowered.number.values())
    ways = {item: [k for k in fitting if item in options[k]] for item in wanted - covered}
    return {own[0] for own in ways.values() if len(own) == 1}


def alive(asked: Asked, covered: Collection[int]) -> bool:
    lowered = asked.puzzle.lowered
    sums = {0}
    for item, own in enumerate(lowered.classes):
        if item not in covered:
            sums |= {one + len(own.orientations[0]) for one in sums}
    left = {cell for cell, item in lowered.number.items() if item not in covered}
    while left:
        region: list[Cell] = [left.pop()]
        for cell in region:
            near = [other for other in SQUARES.neighbours(cell) if other in left]
            left.difference_update(near)
            region += near
        if len(region) not in sums:
            return False
    return True


@on_dray
def test_solutions_are_all_there_once_and_numbered(asked: Asked) -> None:
    date = (10, 28, 2)
    labels = asked.positions.labels(Position(date, ()))
    expected = set(map(frozenset, load("auto").solutions(asked.puzzle.cover, labels)))
    first, rest = asked.worker.ask(
        [
            asked.question("solutions", Position(date, ()), **{"from": 0, "number": 150}),
            asked.question("solutions", Position(date, ()), **{"from": 150, "number": 150}),
        ]
    )
    shown = first["solutions"] + rest["solutions"]
    found = [frozenset(map(asked.placed.option, solution)) for solution in shown]
    assert (first["total"], first["exact"]) == (197, True)
    assert set(found) == expected and len(found) == len(expected) == 197
    assert first["numbers"] + rest["numbers"] == list(range(197))

    # Those with one piece in its place keep the numbers that they have among all.
    here = next(iter(found[70]))
    laid = Position(date, (here,))
    (some,) = asked.worker.ask([asked.question("solutions", laid, **{"from": 0, "number": 197})])
    assert some["numbers"] == [k for k, own in enumerate(found) if here in own]

    mine = Position(date, tuple(sorted(found[0]))[:4] + tuple(sorted(found[1]))[4:])
    (near,) = asked.worker.ask([asked.question("nearest", mine, number=197)])
    shared = [len(found[k] & set(mine.laid)) for k in near["numbers"]]
    assert shared == sorted(shared, reverse=True)
    assert sorted(near["numbers"]) == list(range(197))


@on_dray
def test_the_newest_question_of_a_kind_wins(asked: Asked) -> None:
    questions = [asked.question("left", Position((month, 5, 3), ())) for month in range(6)]
    hint = asked.question("hint", Position((8, 5, 3), ()), grade=2)
    answers = asked.worker.page.evaluate(
        """([questions, hint]) => Promise.all(
            [...questions, hint].map((question) => window.asker.ask(question))
        )""",
        [questions, hint],
    )
    assert answers[:5] == [None] * 5
    assert answers[5]["count"] == said(asked.positions, Position((5, 5, 3), ())).solutions
    assert answers[6]["piece"] is not None


@pytest.mark.parametrize("asked", ["tetrasticks-5x5-no-crossing"], indirect=True)
def test_a_long_search_tells_how_far_it_is_and_gives_way(asked: Asked) -> None:
    found, dropped = asked.worker.page.evaluate(
        """async () => {
            const question = {ask: "left", date: null, laid: []};
            let told;
            const progress = new Promise((resolve) => { told = resolve; });
            const answer = window.asker.ask(question, told);
            const found = await progress;
            window.asker.ask({...question, laid: [[0, 0, 0, 0]]}).catch(() => {});
            return [found, await answer];
        }"""
    )
    assert isinstance(found, int) and dropped is None


@on_dray
def test_faults_are_keys_of_sentences(asked: Asked) -> None:
    fault = (
        """(question) => window.asker.ask(question).then(() => null, (error) => error.message)"""
    )
    evaluate = asked.worker.page.evaluate
    assert evaluate(fault, {"ask": "left", "date": [99, 0, 0], "laid": None}) == "fault.search"
    assert evaluate(fault, {"ask": "load", "puzzle": {"cells": 3}}) == "fault.puzzle"
    assert evaluate(fault, {"ask": "left", "date": None, "laid": []}) == "fault.puzzle"
