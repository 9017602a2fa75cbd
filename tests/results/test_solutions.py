"""Puzzles and solutions in the API: dates, placements, and the lazy list of solutions."""

from __future__ import annotations

import datetime
import json
import pickle
import random
from itertools import product
from typing import Any

import definition
import numpy as np
import pandas as pd
import pytest
from building import blank, dominoes, piece
from hypothesis import assume
from hypothesis import strategies as st
from random_puzzles import bare_models, cut_frames, fittings, grouped, models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.puzzle import checker
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.preferences import Each

ANY_PUZZLE = st.one_of(
    models(most_cells=12),
    fittings(),
    grouped().filter(lambda model: not faults(model)),
    bare_models(),
    cut_frames(),
)
DOMINO = Piece("D", (((0, 0), (0, 1)),), least=4, most=4)


def small(*pieces: Piece, width: int = 4) -> cp.Puzzle:
    board = cp.board([["."] * width] * 2)
    return cp.Puzzle(Model("small", board, pieces))


def all_dates(model: Model) -> str | None:
    """Return the date that stands for all dates; None if the puzzle has no groups."""
    return "any" if model.groups else None


def test_each_engine_counts_lists_and_samples_the_same_solutions(engine: str) -> None:
    solutions = small(DOMINO).solve(engine=engine)
    every = list(solutions)
    # F(5) = 5 tilings of a 2 by 4 strip.
    assert solutions.count() == len(solutions) == len(every) == 5
    assert list(solutions) == every
    assert solutions[1] == every[1] and solutions[-1:] == every[-1:]
    assert solutions.sample(2, 1) == small(DOMINO).solve().sample(2, 1)
    counts = small(DOMINO).counts(engine)
    assert counts.dtype == np.int64 and counts.shape == ()
    for jobs in (0, -1):
        with pytest.raises(cp.InputError, match="jobs must be 1 or more"):
            small(DOMINO).counts(engine, jobs)


def test_attributes_and_texts_of_a_puzzle_and_a_solution(dray: cp.Puzzle) -> None:
    assert dray.shape == (12, 31, 7)
    assert [group.name for group in dray.groups] == ["month", "day", "weekday"]
    assert len(dray.pieces) == 10
    assert repr(dray) == "<Puzzle dray: 50 cells, 12x31x7>"
    assert dray.labels("2022-01-01") == ("Jan", "1", "Sat")
    solutions = dray.solve("2022-01-01")
    solution = solutions[0]
    assert solution.uncovered == {"month": "Jan", "day": "1", "weekday": "Sat"}
    assert solution.labels == ("Jan", "1", "Sat")
    assert list(solution.pieces) == [piece.name for piece in dray.pieces]
    for cells in solution.pieces.values():
        assert list(cells) == sorted(cells)
        assert all(type(number) is int for cell in cells for number in cell)
    assert repr(solution).startswith("<Solution of dray Jan 1 Sat: ")
    assert str(solution) == solution.text() and "I = I4" in str(solution)
    assert solution._repr_svg_() == solution.to_svg()
    data = json.loads(solutions.to_json())
    assert data["total"] == 54 and data["date"] == {**solutions.date, "day": 1}
    assert data["solutions"] == [solution.record() for solution in solutions]


def test_dates_may_be_given_in_several_forms(dray: cp.Puzzle) -> None:
    """tests/puzzle/test_dates.py tests more forms, and invalid dates."""
    solution = dray.solve("Sat Jan 1")[0]
    day = datetime.date(2022, 1, 1)
    for date in ("1, jan SAT", day, ("Jan", 1, "Sat"), solution.uncovered, solution.labels):
        assert dray.count(date) == len(dray.solve(date)) == dray.remaining(date).count == 54, date
        assert dray.solve(date).date == {"month": "Jan", "day": "1", "weekday": "Sat"}
    assert dray.count(dray.solve("any").date or "any") == 85637


def test_placements_may_be_given_in_several_forms(dray: cp.Puzzle) -> None:
    solution = dray.solve("Sat Jan 1")[0]
    every = solution.options
    pieces = [option for option in every if dray.lowered.class_of(option) >= 0]
    forms: list[Any] = [solution, solution.pieces, solution.record(), pieces]
    forms += [every, list(every), iter(every), np.array(every), pd.Series(every)]
    forms += [json.dumps(solution.record()), dray.solve("any", solution).to_json()]
    for placed in forms:
        assert dray.count("Sat Jan 1", placed) == 1, placed
    for form in (solution, solution.pieces, every, pieces):
        assert dray.count("any", placed=form) == 1
        assert list(dray.solve("Sat Jan 1", form)) == [solution]
        assert dray.remaining("Sat Jan 1", form).count == 1
    nothing: list[Any] = ["", (), [], {}]
    for placed in nothing:
        assert dray.count("Sat Jan 1", placed=placed) == 54
    assert dray.count("Sun Jan 1", placed=solution) == 0
    assert dray.count("Sat Jan 1", placed="J4@5,5:4 I4@3,6:2") == 1
    columns = dray.solve("any", "I4@3,6:2 J4@5,5:4").to_frame().columns
    assert list(columns)[:4] == ["month", "day", "weekday", "I4"]
    rubbish: list[Any] = ["rubbish", [1e9], [-1], [10**6], 3, None, [[1]], {"I4": [[0, 0]]}]
    for placed in (*rubbish, {"I4": 3}):
        with pytest.raises(cp.InputError):
            pytest.fail(f"{placed!r} is placed: {dray.count('Sat Jan 1', placed)}")


def test_an_unsolvable_puzzle_gives_empty_results() -> None:
    bent = Piece("J", (((0, 0), (1, 0), (1, 1), (1, 2)),), flip=False)
    other = Piece("L", (((0, 2), (1, 0), (1, 1), (1, 2)),), flip=False)
    solutions = small(bent, other).solve()
    assert solutions.first() is None
    assert solutions.count() == 0 and not solutions
    assert list(solutions) == solutions[:] == []
    assert solutions.sample(3, seed=1) == []
    assert solutions.to_frame().shape == (0, 0)
    expected = {"puzzle": "small", "date": {}, "total": 0, "solutions": []}
    assert json.loads(solutions.to_json()) == expected
    for index in (0, -1):
        with pytest.raises(IndexError, match="there are 0 solutions, from 0 on"):
            solutions[index]


@sampled(20, 75, model=models(most_cells=16))
def test_interchangeable_pieces_are_named_in_reading_order(model: Model) -> None:
    puzzle = cp.Puzzle(model)
    counts = puzzle.counts().ravel()
    assume(counts.any())
    date = " ".join(labels_at(model, int(counts.argmax())))
    found = list(puzzle.solve(date))
    assert len(set(found)) == len(found)
    names = [
        piece.name if piece.most == 1 else f"{piece.name}#{k + 1}"
        for piece in model.pieces
        for k in range(piece.most)
    ]
    kinds = {name: k for k, own in enumerate(puzzle.lowered.classes) for name in own.names}
    for solution in found:
        assert sorted(solution.pieces) == sorted(names)
        for k, name in enumerate(names):
            for later in names[k + 1 :]:
                if kinds[name] == kinds[later]:
                    assert solution.pieces[name] < solution.pieces[later]


@pytest.mark.filterwarnings("ignore:.* one by one")
@sampled(20, 75, model=ANY_PUZZLE)
def test_solutions_of_any_puzzle_are_those_of_the_definition(model: Model) -> None:
    """They also pass the checker, and are found again when their records are placed."""
    puzzle = cp.Puzzle(model)
    solutions = puzzle.solve(all_dates(model))
    every = list(solutions)
    assert (
        puzzle.count(all_dates(model)) == len(solutions) == len(every) == int(puzzle.counts().sum())
    )
    assert len(set(every)) == len(every)
    expected = {
        (labels, found)
        for labels in product(*(group.labels for group in model.groups))
        for found in definition.solutions(model, labels)
    }
    assert len(expected) == len(every)
    for solution in every[:5]:
        assert (solution.labels, definition.read_back(puzzle.lowered, solution.options)) in expected
        assert checker.first_fault(model, solution.uncovered, solution.pieces) is None
        assert pickle.loads(pickle.dumps(solution)) == solution
        for placed in (solution, solution.record(), json.dumps(solution.record())):
            if isinstance(placed, str) and not solution.pieces:
                continue
            assert solution in list(puzzle.solve(all_dates(model), placed))
    assert all(str(solution) for solution in every if solution.pieces)


@sampled(20, 50, model=ANY_PUZZLE, data=st.data())
def test_solutions_behave_like_a_list(model: Model, data: st.DataObject) -> None:
    solutions = cp.Puzzle(model).solve(all_dates(model))
    every = list(solutions)
    index = data.draw(st.integers(-len(every) - 2, len(every) + 1))
    if -len(every) <= index < len(every):
        assert solutions[index] == solutions.nth(index) == every[index]
        assert solutions[np.int64(index)] == every[index]
    else:
        with pytest.raises(IndexError, match="there is no solution"):
            solutions.nth(index)
    ends = st.none() | st.integers(-len(every) - 2, len(every) + 2)
    steps = st.none() | st.integers(-3, 3).filter(bool)
    part = slice(data.draw(ends), data.draw(ends), data.draw(steps))
    assert solutions[part] == every[part]
    assert list(reversed(every)) == solutions[::-1]
    number = data.draw(st.integers(0, len(every) + 1))
    drawn = solutions.sample(number, seed=3)
    places = [every.index(solution) for solution in drawn]
    assert places == sorted(set(places)) and len(drawn) == min(number, len(every))
    again = pickle.loads(pickle.dumps(solutions))
    assert list(again) == every and again.date == solutions.date
    invalid: Any
    for invalid in ("a", 1.5, None):
        with pytest.raises(TypeError):
            solutions[invalid]


def test_a_diagram_gives_the_nth_solution_without_a_search(
    dray: cp.Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = cp.load("dray").solve("Sat Jan 1")
    indexed = dray.solve("Sat Jan 1")
    dray.diagram()
    monkeypatch.setattr(type(indexed), "__iter__", lambda _: pytest.fail("searched"))
    found = [indexed[k] for k in range(54)]
    drawn = sorted(random.Random(4).sample(range(54), 9))
    assert indexed[-1] == found[53] and indexed.sample(9, seed=4) == [found[k] for k in drawn]
    monkeypatch.undo()
    assert found == list(searched)


def test_samples_are_reproducible_and_uniform() -> None:
    solutions = small(DOMINO._replace(least=8, most=8), width=8).solve()
    every = list(solutions)
    assert solutions.sample(34, 0) == solutions.sample(50, 1) == every
    assert solutions.sample(5, 1) == solutions.sample(5, 1)
    assert len({tuple(solutions.sample(3, seed)) for seed in range(20)}) > 10
    solutions = small(DOMINO).solve()
    every = list(solutions)
    first = [every.index(solutions.sample(1, seed)[0]) for seed in range(500)]
    # Each is drawn 100 times on average, with a standard deviation of 9.
    assert all(60 < first.count(k) < 140 for k in range(5))


def test_solutions_with_huge_numbers_are_refused_if_they_must_be_listed() -> None:
    solutions = cp.Puzzle(dominoes(12, 14)).solve(unique=True)
    words = "9,223,372,036,854,775,808 solutions are too many to be skipped by a search"
    with pytest.raises(cp.CannotDoError, match=words):
        solutions.nth(1 << 63)
    with pytest.raises(IndexError, match="there is no solution 1,180,591,620,717,411,303,424: "):
        solutions.nth(1 << 70)
    words = "solutions up to symmetry are not estimated; leave unique out"
    with pytest.raises(cp.CannotDoError, match=words):
        solutions.estimate(0)


def test_unique_counts_and_lists_solutions_up_to_symmetry() -> None:
    puzzle = cp.load("pentominoes-3x20")
    assert puzzle.solve(unique=True).count() == len(puzzle.solve(unique=True)[:]) == 2
    assert puzzle.solve(unique=True, mirrors_apart=True).count() == 4
    assert cp.load("soma").solve(unique=True).count() == 240
    pieces = puzzle.solve()[0].pieces
    # A reflection of the board maps the X onto itself, and a reflection maps the U onto itself; no
    # turn or reflection does so for the I or the T.
    for name, number, unique in (("X", 4, 2), ("U", 4, 2), ("I", 2, 2), ("T", 2, 2)):
        placed = {name: pieces[name]}
        assert puzzle.count(placed=placed) == number
        assert len(list(puzzle.solve(placed=placed, unique=True))) == unique
    square = cp.load("pentominoes-8x8")
    placed = {"W": square.solve()[0].pieces["W"]}
    assert square.solve(placed=placed, unique=True).count() == 4
    assert square.solve(placed=placed, unique=True, mirrors_apart=True).count() == 8


@pytest.mark.parametrize("placed", [False, True])
@pytest.mark.parametrize("drawing", ["##|#.", "#.#"])
def test_solutions_have_the_same_order_with_or_without_diagram(placed: bool, drawing: str) -> None:
    ones = piece("M", "#", copies=10 - 2 * drawing.count("#"))
    pieces = (piece("P", drawing, copies=2), piece("D", "##"), ones)
    puzzle = cp.Puzzle(Model("x", blank(3, 4), pieces))
    fixed = puzzle.solve().nth(1).options[:1] if placed else ()
    before = [own.options for own in puzzle.solve(placed=fixed)]
    puzzle.diagram()
    found = puzzle.solve(placed=fixed)
    assert [own.options for own in found] == before
    assert [found.nth(k).options for k in range(len(before))] == before
    assert [own.options for own in found.cheapest(Each(lambda *_: 0))] == before
    assert len(before) > 20
