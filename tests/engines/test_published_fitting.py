"""Published counts of the shipped fitting puzzles, checked with several engines."""

from __future__ import annotations

from itertools import product

import pytest
import shipped

from calpuzzle import planning
from calpuzzle.engines import load
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.symmetry import described, symmetries, unique

COUNTS = {
    "domino": 20_160,
    "domino-2": 22_800,
    "domino-2x3": 1,
    "domino-print": 0,
    "hexiamonds-6x6": 624,
    "iq-fit": 301_350,
    "morse": 8_574,
    "morse-displaced": 48,
    "pentominoes-3x20": 8,
    "pentominoes-4x15": 1_472,
    "pentominoes-5x12": 4_040,
    "pentominoes-6x10": 9_356,
    "pentominoes-8x8": 520,
    "soma": 11_520,
    "sticks": 3,
    "tetrahexes-4x7": 18,
    "tetrasticks-4x4": 728,
    "tetrasticks-4x4-no-crossing": 664,
}
UNIQUE = {
    "hexiamonds-6x6": 156,
    "tetrahexes-4x7": 9,
    "iq-fit": 150_675,
    "pentominoes-6x10": 2_339,
    "pentominoes-5x12": 1_010,
    "pentominoes-4x15": 368,
    "pentominoes-3x20": 2,
    "pentominoes-8x8": 65,
    "soma": 240,
    "tetrasticks-4x4": 91,
    "tetrasticks-4x4-no-crossing": 83,
}


def unique_count(lowered: Lowering, mirrors: bool = True) -> int:
    """Return the number of solutions up to symmetry."""
    solutions = planning.solutions(lowered.cover)
    return sum(1 for _ in unique(solutions, symmetries(lowered, mirrors)))


def test_every_fitting_puzzle_but_the_largest_is_counted() -> None:
    larger = {"tetrasticks-5x5-no-crossing"}
    assert {*shipped.NAMES} == {*COUNTS} | {*shipped.CALENDARS} | larger
    known = {name: shipped.KNOWN[name]["total"] for name in COUNTS}
    assert known == COUNTS


@pytest.mark.parametrize("name", COUNTS)
def test_planner_and_diagram_match_the_published_count(name: str) -> None:
    """tests/engines/test_signature.py checks the counts of backtracking and dancing cells."""
    cover = shipped.lowering(name).cover
    assert planning.count(cover) == COUNTS[name]
    if load("diagram").unsupported_reason(cover) is None:
        assert load("diagram").count(cover) == COUNTS[name]


LARGE = ("iq-fit", "pentominoes-5x12", "pentominoes-6x10")


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_dancing_cells_match_the_published_counts_of_large_puzzles(name: str) -> None:
    assert load("dancing").count(shipped.lowering(name).cover) == COUNTS[name]


@pytest.mark.parametrize("name", shipped.few(UNIQUE, *(UNIQUE.keys() - {*LARGE})))
def test_count_up_to_symmetry_matches_the_published_one(name: str) -> None:
    assert unique_count(shipped.lowering(name)) == UNIQUE[name]


def test_soma_has_480_solutions_if_mirror_images_are_distinct() -> None:
    lowered = shipped.lowering("soma")
    assert unique_count(lowered, mirrors=False) == 480
    group = symmetries(lowered, mirrors=False)
    assert described(group) == "24 symmetries: 24 turns (including the identity)"


# --- sticks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("omitted", "count"), [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204)]
)
def test_tetrasticks_5x5_counts_match_published_ones(omitted: str, count: int) -> None:
    model = shipped.model("tetrasticks-5x5-no-crossing").without([omitted])
    assert unique_count(Lowering(model)) == count


def test_different_dominoes_fill_a_square_in_one_way_up_to_symmetry() -> None:
    square = Board(tuple(product(range(2), repeat=2)))
    pieces = tuple(Piece(name, (((0, 0), (0, 1)),)) for name in "ab")
    lowered = Lowering(Model("square", square, pieces, interchangeable=False))
    assert planning.count(lowered.cover) == 4
    assert unique_count(lowered) == 1
