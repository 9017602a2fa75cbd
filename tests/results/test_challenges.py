"""Challenges: exactly one solution remains, and it has the requested difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.engines import RUN, load
from calpuzzle.planning import residual
from calpuzzle.puzzle.cover import Options
from calpuzzle.results import challenges
from calpuzzle.results.difficulty import difficulty

ROOMY = """title = "Some may stay out"
frame = '''
###?
###?
'''
[pieces]
I = { shape = "##", count = 3 }
V = { shape = "#", min = 0, max = 2 }
"""


def solutions(puzzle: cp.Puzzle, fixed: Options) -> Iterator[Options]:
    for found in load("dancing").solutions(puzzle.cover, fixed, RUN):
        yield tuple(option for option in found if option not in fixed)


@pytest.mark.parametrize(
    ("name", "date", "pieces", "step"),
    [
        ("dray", "2026-11-20", 5, None),
        ("dray", "Sat Jan 1", None, None),
        ("weekday-8x7", "Sat Jan 1", None, 3),
        ("month-day-7x7", "Nov 20", 2, None),
        ("iq-fit", None, 7, 1),
        ("tetrasticks-4x4-no-crossing", None, 4, None),
        ("tetrahexes-4x7", None, 3, None),
        ("soma", None, 3, None),
    ],
)
def test_challenges_leave_exactly_one_solution(
    name: str, date: str | None, pieces: int | None, step: int | None
) -> None:
    puzzle = cp.load(name, kind="puzzle")
    made = list(islice(puzzle.challenges(date, pieces, step), 3))
    assert len({own.placed for own in made}) == len(made) == 3
    for own in made:
        fixed = (*own.fixed, *own.placed)
        assert [*solutions(puzzle, fixed)] == [own.remaining]
        assert pieces in (None, len(own.placed))
        assert own.difficulty == difficulty(puzzle.cover, fixed)
        assert step in (None, own.difficulty.step)


@pytest.mark.parametrize(("pieces", "step"), [(None, None), (None, 3), (4, None), (1, None)])
def test_challenges_are_found_with_few_searches(
    pieces: int | None, step: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, calls = cp.load("dray"), 0

    def counted(*words: Any) -> bool:
        nonlocal calls
        calls += 1
        return residual.is_unique(*words)

    monkeypatch.setattr(challenges, "is_unique", counted)
    for own in islice(puzzle.challenges("Sat Jan 1", pieces, step), 1):
        assert 0 < calls <= challenges.TRIES * challenges.REMOVAL_ORDERS * len(puzzle.model.pieces)
        if pieces is None:  # every placed piece is needed
            for option in own.placed:
                fewer = {*own.fixed, *own.placed} - {option}
                assert len(list(islice(solutions(puzzle, tuple(fewer)), 2))) == 2
        calls = 0


def test_the_same_seed_gives_the_same_challenges() -> None:
    puzzle = cp.load("dray")
    first, again, other = (
        list(islice(puzzle.challenges("Sat Jan 1", 4, seed=seed), 4)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_dates_may_have_no_challenges() -> None:
    puzzle = cp.load("dray")
    assert list(puzzle.challenges("Wed Jan 27")) == []
    # If eight of the ten pieces are placed, the others are always found at once.
    assert list(puzzle.challenges("Sat Jan 1", 8, 5)) == []


def test_challenges_leave_one_solution_if_pieces_are_optional() -> None:
    for own in islice(cp.loads(ROOMY).challenges(pieces=1), 3):
        assert len(list(solutions(cp.loads(ROOMY), own.placed))) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pieces": 0}, "the number of pieces must be 1 or more, not 0"),
        (
            {"pieces": 10},
            "dray has 10 pieces, of which at least one is left out, so 10 are too many",
        ),
        ({"difficulty": 6}, "the difficulty is 6; it goes from 1 to 5"),
        ({"difficulty": 0}, "the difficulty must be 1 or more, not 0"),
        ({"pieces": 1.5}, "the number of pieces must be a whole number"),
    ],
)
def test_challenges_rejects_invalid_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        cp.load("dray").challenges("Sat Jan 1", **arguments)
