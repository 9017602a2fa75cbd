"""The published counts of the shipped fitting puzzles, by every engine that can take them."""

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
    """How many solutions there are up to symmetry."""
    solutions = planning.solutions(lowered.cover)
    return sum(1 for _ in unique(solutions, symmetries(lowered, mirrors)))


def test_all_shipped_puzzles_are_counted() -> None:
    larger = {"tetrasticks-5x5-no-crossing"}
    assert {*shipped.NAMES} == {*COUNTS} | {*shipped.CALENDARS} | larger
    known = {name: shipped.KNOWN[name]["total"] for name in COUNTS}
    assert known == COUNTS


@pytest.mark.parametrize("name", COUNTS)
def test_count(name: str) -> None:
    """By backtracking and dancing cells tests/engines/test_signature.py counts the same."""
    cover = shipped.lowering(name).cover
    assert planning.count(cover) == COUNTS[name]
    if load("diagram").unsupported_reason(cover) is None:
        assert load("diagram").count(cover) == COUNTS[name]


LARGE = ("iq-fit", "pentominoes-5x12", "pentominoes-6x10")


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_count_of_the_others_by_dancing_cells(name: str) -> None:
    assert load("dancing").count(shipped.lowering(name).cover) == COUNTS[name]


@pytest.mark.parametrize("name", shipped.few(UNIQUE, *(UNIQUE.keys() - {*LARGE})))
def test_unique(name: str) -> None:
    assert unique_count(shipped.lowering(name)) == UNIQUE[name]


def test_soma_with_mirror_images_apart() -> None:
    lowered = shipped.lowering("soma")
    assert unique_count(lowered, mirrors=False) == 480
    group = symmetries(lowered, mirrors=False)
    assert described(group) == "24 symmetries: 24 turns (including the identity)"


# --- sticks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left_out", "count"), [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204)]
)
def test_tetrasticks_on_the_larger_grid(left_out: str, count: int) -> None:
    model = shipped.model("tetrasticks-5x5-no-crossing").without([left_out])
    assert unique_count(Lowering(model)) == count


def test_one_shape_is_unique_under_all_its_symmetries() -> None:
    square = Board(tuple(product(range(2), repeat=2)))
    pieces = tuple(Piece(name, (((0, 0), (0, 1)),)) for name in "ab")
    lowered = Lowering(Model("square", square, pieces, interchangeable=False))
    assert planning.count(lowered.cover) == 4
    assert unique_count(lowered) == 1
