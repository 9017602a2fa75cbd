"""What a caller holds: puzzles, solutions, the lazy list of solutions, and samples of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import models

import calpuzzle as cp
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.results.solution import Solution


def small(*pieces, width=4):
    return cp.Puzzle(Model("small", Board(((".",) * width,) * 2), pieces))


DOMINO = Piece("D", ((0, 0), (0, 1)), copies=4)


def test_the_public_names_are_there() -> None:
    for name in set(cp.__all__) - {"table"}:
        assert getattr(cp, name) is not None
    assert set(cp.__all__) <= set(dir(cp))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = cp.nothing


def test_what_a_puzzle_tells(engine: str) -> None:
    puzzle = cp.load("dray")
    assert puzzle.shape == (12, 31, 7)
    assert [group.name for group in puzzle.groups] == ["month", "day", "weekday"]
    assert len(puzzle.pieces) == 10
    assert repr(puzzle) == "<Puzzle dray: 50 cells, 12x31x7>"
    assert puzzle.labels("2022-01-01") == ("Jan", "1", "Sat")
    solutions = small(DOMINO).solve(engine=engine)
    # F(5) = 5 tilings of a 2 by 4 strip.
    assert solutions.count() == len(list(solutions)) == 5
    assert list(solutions) == list(solutions)


def test_counts_are_an_array_with_one_axis_a_group(engine: str) -> None:
    counts = small(DOMINO).counts(engine)
    assert counts.dtype == np.int64
    assert counts.shape == ()


def test_a_solution_tells_its_pieces_and_labels() -> None:
    solution = cp.load("dray").solve("2022-01-01").first()
    assert solution.uncovered == {"month": "Jan", "day": "1", "weekday": "Sat"}
    assert set(solution.pieces) == {piece.name for piece in cp.load("dray").pieces}
    for cells in solution.pieces.values():
        assert list(cells) == sorted(cells)
        assert all(type(number) is int for cell in cells for number in cell)
    assert repr(solution).startswith("<Solution of dray Jan 1 Sat: ")


def test_no_solution_gives_none() -> None:
    bent = Piece("J", ((0, 0), (1, 0), (1, 1), (1, 2)), flip=False)
    other = Piece("L", ((0, 2), (1, 0), (1, 1), (1, 2)), flip=False)
    solutions = small(bent, other).solve()
    assert solutions.first() is None
    assert solutions.count() == 0
    assert list(solutions) == []
    assert solutions.sample(3, seed=1) == []


def test_equal_solutions_are_equal_and_hash_alike() -> None:
    one, other = (cp.load("dray").solve("2022-01-01") for _ in range(2))
    assert list(one) == list(other)
    assert set(one) == set(other)
    assert len(set(one)) == 54
    assert one.first() != "text"
    assert one.first() != cp.load("dray").solve("2022-01-02").first()


def test_equality_does_not_hang_on_the_order_of_the_pieces() -> None:
    tall = Piece("T", ((0, 0), (1, 0)), turn=False)
    flat = Piece("F", ((0, 0), (0, 1)), copies=3)
    first, second = small(tall, flat), small(flat, tall)
    assert set(first.solve()) == set(second.solve())
    assert {hash(s) for s in first.solve()} == {hash(s) for s in second.solve()}


@settings(max_examples=150)
@given(models(most_cells=16))
def test_names_of_interchangeable_pieces_rise_in_reading_order(model) -> None:
    puzzle = cp.Puzzle(model)
    counts = puzzle.counts().ravel()
    assume(counts.any())
    date = " ".join(labels_at(model, int(counts.argmax())))
    found = list(puzzle.solve(date))
    assert len(set(found)) == len(found)
    names = [
        piece.name if piece.copies == 1 else f"{piece.name}#{k + 1}"
        for piece in model.pieces
        for k in range(piece.copies)
    ]
    kinds = {name: piece for piece in puzzle.cover.classes for name in piece.names}
    for solution in found:
        assert sorted(solution.pieces) == sorted(names)
        for k, name in enumerate(names):
            for later in names[k + 1 :]:
                if kinds[name] == kinds[later]:
                    assert solution.pieces[name] < solution.pieces[later]


def test_a_sample_is_drawn_by_its_seed(engine: str) -> None:
    puzzle = small(Piece("D", ((0, 0), (0, 1)), copies=8), width=8)
    solutions = puzzle.solve(engine=engine)
    every = list(solutions)
    assert len(every) == 34
    for number in (0, 1, 5, 34, 50):
        for seed in (0, 1, 2):
            drawn = solutions.sample(number, seed)
            assert drawn == solutions.sample(number, seed)
            places = [every.index(solution) for solution in drawn]
            assert places == sorted(set(places))
            assert len(drawn) == min(number, 34)
    assert solutions.sample(34, 0) == every
    assert len({tuple(solutions.sample(3, seed)) for seed in range(20)}) > 10


def test_a_sample_draws_all_solutions_alike() -> None:
    solutions = small(DOMINO).solve()
    every = list(solutions)
    drawn = [every.index(solutions.sample(1, seed)[0]) for seed in range(500)]
    # Each is drawn 100 times on average, with a deviation of 9.
    assert all(60 < drawn.count(k) < 140 for k in range(5))


@given(st.sampled_from(["dray", "month-day-7x7"]), st.integers(0, 371))
@settings(max_examples=15)
def test_a_count_is_the_length_of_the_list(name, instance) -> None:
    puzzle = cp.load(name)
    solutions = puzzle.solve(" ".join(labels_at(puzzle.model, instance)))
    assert solutions.count() == sum(1 for _ in solutions)


def test_a_solution_is_of_the_type_that_is_public() -> None:
    assert isinstance(small(DOMINO).solve().first(), Solution)
    assert isinstance(small(DOMINO).solve(), cp.Solutions)
    assert repr(small(DOMINO).solve()).startswith("<Solutions of small")
