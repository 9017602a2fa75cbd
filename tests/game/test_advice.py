"""What is said of a position: when it is solved, and whether it can still be."""

from __future__ import annotations

from random import Random

import pytest

import calpuzzle as cp
from calpuzzle.base.texts import ENGLISH
from calpuzzle.game.advice import Situation, advice
from calpuzzle.puzzle.placements import PlacedOptions

LOOSE = '''
frame = """
???
???
"""
[pieces]
I3 = "###"
'''


def situation(puzzle: cp.Puzzle, date: str = "", placed: str = "") -> Situation:
    labels = puzzle.labels(date) if date else ()
    options = puzzle.fixed(date) if date else ()
    return Situation(
        puzzle.lowered, labels, options, puzzle.placed(placed), puzzle.residual_problems()
    )


def loaded(name: str) -> cp.Puzzle:
    puzzle = cp.load(name)
    assert isinstance(puzzle, cp.Puzzle)
    return puzzle


def test_a_piece_that_must_lie_is_missed_though_no_cell_is() -> None:
    puzzle = cp.loads(LOOSE)
    assert isinstance(puzzle, cp.Puzzle)
    asked = situation(puzzle)
    assert asked.possible and not asked.solved
    assert advice(asked, 1, ENGLISH).words == "It can still be done." and asked.number == 2
    assert situation(puzzle, placed="I3@0,0").solved


def test_without_a_date_one_label_of_each_group_stays() -> None:
    puzzle = loaded("dray")
    solution = puzzle.solve("Sat Jan 1")[0]
    pieces = [k for k in solution.options if puzzle.lowered.class_of(k) >= 0]
    asked = puzzle.residual_problems()
    assert Situation(puzzle.lowered, (), (), PlacedOptions(pieces), asked).solved
    assert not Situation(puzzle.lowered, (), (), PlacedOptions(pieces[1:]), asked).solved
    assert Situation(puzzle.lowered, (), (), puzzle.placed(solution), asked).solved


@pytest.mark.parametrize("name", ["dray", "domino", "tetrasticks-4x4"])
def test_what_is_possible_has_solutions(name: str) -> None:
    puzzle = loaded(name)
    asked, random = puzzle.residual_problems(), Random(name)
    seen = set()
    for _ in range(6):
        placed = random.sample(range(len(puzzle.cover.options)), random.choice((0, 1, 2)))
        here = Situation(puzzle.lowered, (), (), PlacedOptions(placed), asked)
        assert here.possible == (here.number > 0)
        seen.add(here.possible)
    assert True in seen
