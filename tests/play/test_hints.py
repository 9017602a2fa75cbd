"""The worker's answers about solutions and hints, and which questions it drops if they overlap."""

from __future__ import annotations

from typing import Any

import pytest
from play.positions import LoadedPuzzle, Position, said

from calpuzzle import planning


def on_dray(test: Any) -> Any:
    return pytest.mark.parametrize("loaded", ["dray"], indirect=True)(test)


@on_dray
def test_solutions_are_listed_once_with_fixed_numbers(loaded: LoadedPuzzle) -> None:
    date = (10, 28, 2)
    labels = loaded.positions.labels(Position(date, ()))
    expected = set(map(frozenset, planning.solutions(loaded.puzzle.cover, labels)))
    first, rest = loaded.worker.ask(
        [
            loaded.question("solutions", Position(date, ()), **{"from": 0, "number": 150}),
            loaded.question("solutions", Position(date, ()), **{"from": 150, "number": 150}),
        ]
    )
    shown = first["solutions"] + rest["solutions"]
    found = [frozenset(map(loaded.placed.option, solution)) for solution in shown]
    assert (first["total"], first["exact"]) == (197, True)
    assert set(found) == expected and len(found) == len(expected) == 197
    assert first["numbers"] + rest["numbers"] == list(range(197))

    # Solutions with a given placement keep their numbers among all solutions.
    here = next(iter(found[70]))
    placed = Position(date, (here,))
    (some,) = loaded.worker.ask(
        [loaded.question("solutions", placed, **{"from": 0, "number": 197})]
    )
    assert some["numbers"] == [k for k, own in enumerate(found) if here in own]

    mine = Position(date, tuple(sorted(found[0]))[:4] + tuple(sorted(found[1]))[4:])
    (near,) = loaded.worker.ask([loaded.question("nearest", mine, number=197)])
    shared = [len(found[k] & set(mine.placed)) for k in near["numbers"]]
    assert shared == sorted(shared, reverse=True)
    assert sorted(near["numbers"]) == list(range(197))


@on_dray
def test_newest_question_replaces_older_ones_of_its_kind(loaded: LoadedPuzzle) -> None:
    questions = [loaded.question("remaining", Position((month, 5, 3), ())) for month in range(6)]
    hint = loaded.question("hint", Position((8, 5, 3), ()), grade=2)
    answers = loaded.worker.page.evaluate(
        """([questions, hint]) => Promise.all(
            [...questions, hint].map((question) => window.asker.ask(question))
        )""",
        [questions, hint],
    )
    assert answers[:5] == [None] * 5
    assert answers[5]["count"] == said(loaded.positions, Position((5, 5, 3), ())).solutions
    assert answers[6]["piece"] is not None


@pytest.mark.parametrize("loaded", ["tetrasticks-5x5-no-crossing"], indirect=True)
def test_long_search_reports_progress_and_is_dropped_for_a_new_one(loaded: LoadedPuzzle) -> None:
    found, dropped = loaded.worker.page.evaluate(
        """async () => {
            const question = {ask: "remaining", date: null, placed: []};
            let told;
            const progress = new Promise((resolve) => { told = resolve; });
            const answer = window.asker.ask(question, {progress: told});
            const found = await progress;
            window.asker.ask({...question, placed: [[0, 0, 0, 0]]}).catch(() => {});
            return [found, await answer];
        }"""
    )
    assert isinstance(found, int) and dropped is None
