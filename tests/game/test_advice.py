"""Positions for which advice is requested: whether they are solved, or can still be solved."""

from __future__ import annotations

from random import Random

import pytest
from commands import SMALL

import calpuzzle as cp
from calpuzzle.base.texts import ENGLISH
from calpuzzle.game.advice import Situation, advice, reasons
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


LABELS = "a b c d e f g h i j k l m n"
SEVERAL = f"""
board = "{LABELS} . ."
[groups]
g = {{ labels = "{LABELS}", open = [3, 12] }}
[pieces]
D = {{ shape = "##", min = 0, max = 8 }}
"""
"""A puzzle with so many sets of uncovered labels that they are not listed."""


@pytest.mark.parametrize(
    ("columns", "solved"),
    [
        ([14], False),  # 14 labels are uncovered
        ([14, 0], True),
        ([14, 0, 2, 4, 6, 8], True),
        ([14, 0, 2, 4, 6, 8, 10], False),  # 2 labels are uncovered
        ([0, 2], False),  # a cell without a label is uncovered
    ],
)
def test_a_position_without_a_date_is_solved_by_any_permitted_number_of_uncovered_labels(
    columns: list[int], solved: bool
) -> None:
    puzzle = cp.loads(SEVERAL, name="several.toml")
    assert isinstance(puzzle, cp.Puzzle) and puzzle.lowered.unlisted
    placed = " ".join(f"D@0,{column}" for column in columns)
    assert situation(puzzle, placed=placed).solved == solved


def sentences(text: str) -> list[str]:
    """Return the hint of level 2 for a puzzle file without a date, and the reasons for it."""
    puzzle = cp.loads(text, name="x.toml")
    assert isinstance(puzzle, cp.Puzzle)
    here = situation(puzzle)
    found = advice(here, 2, ENGLISH)
    assert found.hint
    return [found.words, *reasons(here, found.hint, ENGLISH)]


def test_reasons_state_why_other_placements_are_in_no_solution() -> None:
    assert sentences(
        "frame = '''\n####\n###.'''\n[pieces]\nM = '#'\nI = '###'\nV = '''\n##\n#.'''"
    ) == [
        "Look at I: it goes in the upper middle.",
        "3 placements fit for row 1, column 4; no cell or piece has fewer to spare. The other "
        "placements:",
        "  M@0,3 is in no solution, but only a longer search shows this",
        "  V@0,2:1 leaves no way to place I",
    ]


def test_reasons_name_the_group_of_which_no_label_could_stay_uncovered() -> None:
    _, first, *others = sentences(SMALL)
    assert first.startswith("8 placements fit for I4; ") and len(others) == 7
    assert others[0] == "  I4@0,0:1 leaves no label of letter uncovered"
    assert others[-1] == "  I4@3,0:1 leaves no label of number uncovered"


def test_reasons_name_no_cell_or_piece_if_none_has_to_be_covered_or_placed() -> None:
    text = "board = 'A B C'\n[groups]\ng = 'A B C'\n[pieces]\nD = { shape = '##', min = 0 }\n"
    assert sentences(text) == [
        "Look at D: it goes in the middle.",
        "2 placements fit. The other placements:",
        "  D@0,1:1 is in 1 of 2 solutions too",
    ]


def test_hints_of_a_puzzle_without_a_drawing_name_no_region() -> None:
    puzzle = loaded("morse-displaced")
    assert advice(situation(puzzle), 2, ENGLISH).words == "Look at X."


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
