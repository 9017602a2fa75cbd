"""IQ Fit: its size, its three notations, and challenges with exactly the listed solution."""

import csv
from pathlib import Path

import pytest

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.challenge import Board, challenge, solution_code
from calpuzzle.fit.library import load
from calpuzzle.fit.solver import Solver

LISTED = Path(__file__).resolve().parents[3] / "shared" / "data" / "iqfit" / "challenges_24.csv"
CODE = "b43SG82WR11S"
SOLVED = "b43SG82Wi70Wl32Sn80Eo50EP20NR11SS03Sy00W"


@pytest.fixture(scope="module")
def puzzle():
    return load("iq-fit")


def codes(puzzle, text, engine="auto"):
    laid = challenge(puzzle, text)
    return [solution_code(laid, s.pieces) for s in Solver(laid, engine).solutions()]


@pytest.mark.parametrize("engine", ["auto", "links", "backtrack"])
def test_a_challenge(puzzle, engine):
    assert codes(puzzle, CODE, engine) == [SOLVED]


def test_the_challenges_of_the_booklet(puzzle):
    if not LISTED.exists():
        pytest.skip("the list of challenges is not here")
    with LISTED.open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 24
    for row in rows:
        assert codes(puzzle, row["challenge"]) == [row["solution"]]
        assert sum(side.isupper() for side in row["solution"][::4]) == 4


def test_the_three_notations_say_the_same(puzzle):
    by_code = challenge(puzzle, CODE)
    balls = challenge(puzzle, "b 1 S 4 0; g 2 W 8 2; r 2 S 1 3")
    drawing = challenge(
        puzzle,
        """
        ..........
        .r..r.....
        .rrrr...g.
        .......bgg
        ....bbbbgg
        """,
    )
    assert by_code == drawing
    assert by_code == balls


def test_every_way_has_a_code_that_lays_it_again(puzzle):
    board = Board(puzzle)
    for piece in puzzle.pieces:
        for way in piece.ways:
            laid = challenge(puzzle, board.code(piece.name, way))
            assert next(p for p in laid.pieces if p.name == piece.name).ways == (way,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b43", "four characters a piece"),
        ("", "four characters a piece"),
        ("q43S", "no piece q"),
        ("b43X", "no turn"),
        ("bx3S", "no column"),
        ("b93S", "not lie on the board"),
        ("b43Sb43S", "twice"),
        ("b43Sg43S", "overlap"),
        ("b 1 S 4", "no piece, protrusions"),
        ("b 1 S 4 9", "not lie on the board"),
        ("b.........\n" + "..........\n" * 4, "a shape that it does not have"),
        ("²43S", "no piece"),
        ("b²3S", "no column"),
    ],
)
def test_faults(puzzle, text, message):
    with pytest.raises(InputError, match=message):
        challenge(puzzle, text)


def test_other_puzzles_take_no_challenge():
    with pytest.raises(InputError, match="takes no challenge"):
        challenge(load("soma"), CODE)
