"""Positions for which advice is requested: whether they are solved, or can still be solved."""

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


def test_required_pieces_must_be_placed_even_if_all_cells_are_optional() -> None:
    puzzle = cp.loads(LOOSE)
    assert isinstance(puzzle, cp.Puzzle)
    problem = situation(puzzle)
    assert problem.possible and not problem.solved
    assert advice(problem, 1, ENGLISH).words == "It can still be done." and problem.number == 2
    assert situation(puzzle, placed="I3@0,0").solved


def test_a_solution_of_any_date_solves_a_position_without_a_date() -> None:
    puzzle = loaded("dray")
    solution = puzzle.solve("Sat Jan 1")[0]
    pieces = [k for k in solution.options if puzzle.lowered.class_of(k) >= 0]
    problem = puzzle.residual_problems()
    assert Situation(puzzle.lowered, (), (), PlacedOptions(pieces), problem).solved
    assert not Situation(puzzle.lowered, (), (), PlacedOptions(pieces[1:]), problem).solved
    assert Situation(puzzle.lowered, (), (), puzzle.placed(solution), problem).solved


@pytest.mark.parametrize("name", ["dray", "domino", "tetrasticks-4x4"])
def test_a_position_is_possible_if_and_only_if_it_has_solutions(name: str) -> None:
    puzzle = loaded(name)
    problem, random = puzzle.residual_problems(), Random(name)
    seen = set()
    for _ in range(6):
        placed = random.sample(range(len(puzzle.cover.options)), random.choice((0, 1, 2)))
        here = Situation(puzzle.lowered, (), (), PlacedOptions(placed), problem)
        assert here.possible == (here.number > 0)
        seen.add(here.possible)
    assert seen == {True, False}
