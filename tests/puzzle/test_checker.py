"""The checker accepts solutions and refuses every kind of wrong one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import models

import calpuzzle as cp
from calpuzzle import checker
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.puzzle.model import Board, Group, Model, Piece


@pytest.fixture(scope="module")
def solved():
    puzzle = cp.load("dray")
    solution = puzzle.solve("Jan 1 Sat").first()
    return puzzle.model, solution.uncovered, solution.pieces


def verdict(solved, uncovered=None, **changed):
    model, own, pieces = solved
    pieces = {**pieces, **changed}
    pieces = {name: cells for name, cells in pieces.items() if cells is not None}
    return checker.wrong(model, own if uncovered is None else uncovered, pieces)


def moved(cells, down, right):
    return tuple((r + down, c + right) for r, c in cells)


def test_a_solution_is_accepted(solved):
    assert verdict(solved) is None


def test_every_way_to_be_wrong_is_told(solved):
    _, uncovered, pieces = solved
    i4, j4, t5 = pieces["I4"], pieces["J4"], pieces["T5"]
    assert "is not a piece I4" in verdict(solved, I4=i4[:-1])
    assert "is not a piece I4" in verdict(solved, I4=())
    assert "I4 and I4 both lie on" in verdict(solved, I4=(*i4, i4[0]))
    assert "is not a piece T5" in verdict(solved, T5=pieces["U5"])
    assert "is not a piece" in verdict(solved, I4=j4, J4=i4)
    assert "the pieces are" in verdict(solved, I4=None)
    assert "the pieces are" in verdict(solved, more=((0, 0),))
    assert "is not a piece I4" in verdict(solved, I4=i4[:1] * 4)
    assert verdict(solved, T5=moved(t5, 1, 0))
    assert "is not covered" in verdict(solved, T5=moved(t5, 0, -20))
    assert "group month leaves Sat" in verdict(solved, {**uncovered, "month": "Sat"})
    assert "group month leaves None" in verdict(
        solved, {g: label for g, label in uncovered.items() if g != "month"}
    )
    assert "no groups" in verdict(solved, {**uncovered, "year": "1"})
    # Of the two cells that are wrong then, the first in reading order is told.
    assert verdict(solved, {**uncovered, "day": "31"}) == "(2, 0) is not covered"


def test_a_piece_on_another_is_told(solved):
    _, _, pieces = solved
    for name in pieces:
        for other in pieces:
            if name != other:
                (r, c), (r0, c0) = pieces[other][0], pieces[name][0]
                sentence = verdict(solved, **{name: moved(pieces[name], r - r0, c - c0)})
                assert "both lie on" in sentence


def test_a_piece_turned_over_is_told(solved):
    _, _, pieces = solved
    for name in ("J4", "S4", "J5", "N5", "Q5", "Z5"):
        cells = tuple((r, -c) for r, c in pieces[name])
        assert f"is not a piece {name}" in verdict(solved, **{name: cells})


def test_a_piece_off_the_board_is_told():
    # On every side, where nothing else is wrong: the model itself has a piece too many.
    model = Model("x", Board(((".",),)), (Piece("A", ((0, 0),)), Piece("B", ((0, 0),))))
    for cell in [(0, 1), (1, 0), (-1, 0), (0, -1)]:
        assert "off the board" in checker.wrong(model, {}, {"A": [(0, 0)], "B": [cell]})


def test_a_hole_or_a_label_covered_is_told():
    model = Model("x", Board((("a", ".", "#"),)), (Piece("A", ((0, 0),)),), (Group("g", ("a",)),))
    assert checker.wrong(model, {"g": "a"}, {"A": [(0, 1)]}) is None
    assert checker.wrong(model, {"g": "a"}, {"A": [(0, 0)]}) == "(0, 0) is covered wrongly"
    assert checker.wrong(model, {"g": "a"}, {"A": [(0, 2)]}) == "(0, 1) is not covered"


def test_a_piece_that_may_not_turn_is_told():
    tall = Piece("A", ((0, 0), (1, 0)), turn=False)
    across = Model("x", Board(((".", "."),)), (tall,))
    assert "is not a piece A" in checker.wrong(across, {}, {"A": [(0, 0), (0, 1)]})
    free = Model("x", Board(((".", "."),)), (tall._replace(turn=True),))
    assert checker.wrong(free, {}, {"A": [(0, 0), (0, 1)]}) is None


@settings(max_examples=150)
@given(models(most_cells=14), st.data())
def test_any_one_cell_changed_is_told(model, data):
    puzzle = cp.Puzzle(model)
    counts = puzzle.counts().ravel()
    assume(counts.any())
    solution = puzzle.solve(" ".join(labels_at(model, int(counts.argmax())))).first()
    assert checker.wrong(model, solution.uncovered, solution.pieces) is None
    name = data.draw(st.sampled_from(sorted(solution.pieces)))
    k = data.draw(st.integers(0, len(solution.pieces[name]) - 1))
    cell = data.draw(st.tuples(st.integers(-1, 8), st.integers(-1, 20)))
    cells = list(solution.pieces[name])
    assume(cells[k] != cell)
    cells[k] = cell
    assert checker.wrong(model, solution.uncovered, {**solution.pieces, name: cells})
