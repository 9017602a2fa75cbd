"""IQ Fit: the three notations of challenges, which have exactly the listed solution."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import shipped
from any_engine import load
from building import blank, piece

from calpuzzle.base.errors import InputError
from calpuzzle.formats.placement_codes import (
    Sides,
    challenge,
    solution_code,
    takes_challenges,
)
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.results.finding import placed_options

CODE = "b43SG82WR11S"
SOLVED = "b43SG82Wi70Wl32Sn80Eo50EP20NR11SS03Sy00W"


@pytest.fixture(scope="module")
def lowered() -> Lowering:
    return shipped.lowering("iq-fit")


def code_of(lowered: Lowering, options: Options) -> str:
    pieces = {lowered.classes[lowered.class_of(k)].name: lowered.cells_of(k) for k in options}
    return solution_code(lowered.model, pieces)


def codes(lowered: Lowering, text: str, engine: str = "auto") -> list[str]:
    placed = challenge(lowered, text)
    assert placed_options(lowered, text) == placed
    return [
        code_of(lowered, (*placed, *more)) for more in load(engine).solutions(lowered.cover, placed)
    ]


@pytest.mark.parametrize("engine", ["auto", "dancing", "backtrack", "diagram", "reference"])
def test_challenge_has_the_same_solution_with_each_engine(lowered: Lowering, engine: str) -> None:
    assert codes(lowered, CODE, engine) == [SOLVED]
    assert load(engine).count(lowered.cover, challenge(lowered, CODE)) == 1


def test_challenges_of_the_booklet_have_the_listed_solutions(lowered: Lowering, data: Path) -> None:
    with (data / "iqfit" / "challenges_24.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 24
    for row in rows:
        assert codes(lowered, row["challenge"]) == [row["solution"]]
        assert sum(side.isupper() for side in row["solution"][::4]) == 4


def test_three_notations_give_the_same_placements(lowered: Lowering) -> None:
    by_code = challenge(lowered, CODE)
    balls = challenge(lowered, "b 1 S 4 0; g 2 W 8 2; r 2 S 1 3")
    drawing = challenge(
        lowered,
        """
        ..........
        .r..r.....
        .rrrr...g.
        .......bgg
        ....bbbbgg
        """,
    )
    assert len(by_code) == 3
    assert set(by_code) == set(drawing) == set(balls)
    upper = placed_options(lowered, "b 1 S 4 0\n\ng 2 W 8 2\nr 2 S 1 3\n")
    assert set(upper) == set(by_code)


def test_every_placement_has_a_code_that_is_read_back(lowered: Lowering) -> None:
    board = Sides(lowered.model)
    seen = {}
    for option in range(len(lowered.cover.options)):
        name = lowered.classes[lowered.class_of(option)].name
        seen[board.code(name, lowered.cells_of(option))] = option
    assert len(seen) == len(lowered.cover.options) == 2048
    for code, option in [*seen.items()][::9]:
        assert challenge(lowered, code) == (option,)


def test_cells_that_are_no_side_of_the_piece_have_no_code(lowered: Lowering) -> None:
    with pytest.raises(InputError, match=r"^the cells \(\(0, 0\),\) are not a side of b$"):
        solution_code(lowered.model, {"b": ((0, 0),)})


@pytest.mark.parametrize(("height", "width"), [(10, 10), (2, 11), (11, 2)])
def test_only_boards_of_at_most_ten_rows_and_columns_take_challenges(
    height: int, width: int
) -> None:
    model = Model("own", blank(height, width), (piece("a", "##", "###"),))
    assert takes_challenges(model) == (height == width == 10)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b43", "four characters per piece"),
        ("", "four characters per piece"),
        ("q43S", "no piece q"),
        ("b43X", "not a turn"),
        ("bx3S", "not a column"),
        ("b93S", "is not on the board"),
        ("b43Sb43S", "twice"),
        ("b43Sg43S", "overlap"),
        ("b 1 S 4", "must be a piece, protrusions"),
        ("b 1 S 4 9", "is not on the board"),
        ("b.........\n" + "..........\n" * 4, "a shape that it does not have"),
        ("²43S", "no piece"),
        ("b²3S", "not a column"),
    ],
)
def test_invalid_challenges_are_rejected(lowered: Lowering, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        challenge(lowered, text)
