"""The class Nonogram: its solutions, hints and contradictions, and given cells."""

from __future__ import annotations

import time

import pytest
from commands import DIAGONALS, UNEQUAL

import calpuzzle as cp
from calpuzzle.nonogram.clues import Clues, Grid
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.results.nonogram_solutions import NonogramSolution


@pytest.fixture
def three() -> cp.Nonogram:
    found: cp.Nonogram = cp.loads(DIAGONALS, name="three.non")
    return found


def test_nonogram_solutions_are_shown_and_compared(three: cp.Nonogram) -> None:
    solutions = three.solve()
    first = solutions[0]
    assert isinstance(first, NonogramSolution) and (first.clues, first.name) == (
        three.clues,
        three.name,
    )
    assert first.record() == [".#.", "..#", "#.."]
    assert first.grid == ((0, 1, 0), (0, 0, 1), (1, 0, 0))
    assert repr(first) == "<NonogramSolution three: .#. ..# #..>"
    assert str(first) == first.text() and first.text().count("\n") == 4
    assert first.text(cells="full") != first.text()
    assert first.text(ascii_only=True).isascii()
    assert first.to_svg() == first._repr_svg_() != three._repr_svg_()
    assert first == three.solve()[0] != solutions[1]
    assert first != first.grid
    assert len(set(solutions)) == 6
    assert solutions.to_frame().solution[1] == solutions[1].record()


def test_steps_settle_all_cells_of_a_nonogram_rated_as_lines(heart: Clues) -> None:
    nonogram = cp.Nonogram(heart)
    steps = list(nonogram.steps())
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert sum(step.settled for step in steps) == heart.width * heart.height
    rating = nonogram.rate()
    assert rating is not None and rating.level == "lines"
    assert nonogram.hint() is not None
    assert nonogram.unique() is True and nonogram.unique(seconds=60) is True


def test_solutions_of_a_nonogram_are_not_estimated(three: cp.Nonogram) -> None:
    words = "^only puzzles of pieces, or of items and options, can be estimated$"
    with pytest.raises(cp.CannotDoError, match=words):
        three.solve().estimate(0)


def test_hint_reports_contradictions(three: cp.Nonogram) -> None:
    with pytest.raises(ContradictionError, match="row 1, clue 1, cannot be filled"):
        three.hint("##? ??? ???")
    unequal: cp.Nonogram = cp.loads(UNEQUAL, name="none.non")
    assert unequal.count() == 0 and unequal.unique() is False
    assert unequal.solve().first() is None
    with pytest.raises(ContradictionError, match="the rows have 3 black cells, the columns 2"):
        unequal.hint()


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        (
            "#??",
            "the grid has 1 row, but the puzzle has 3; separate the rows by newlines or spaces",
        ),
        ("#?? ?? ???", "row 2 of the grid has 2 cells, but should have 3"),
        ("#?? ?x? ???", "row 2 of the grid has 'x', not one of ? . 0 - # 1 █"),
        ("[1, 2, 3]", "a grid in JSON must be a list of strings, one for each row"),
        ('{"a": 1}', "a grid in JSON must be a list of strings, one for each row"),
        ('{"solutions": []}', "the JSON holds no solution"),
        ('["#..", ', "the grid is not valid JSON: "),
        (((0,),), "the grid is not 3 rows of 3 cells"),
        (((0, 0, 0), (0, 0, 0), (0, 0)), "the grid is not 3 rows of 3 cells"),
        (((0, 0, 0), (0, 2, 0), (0, 0, 0)), "each cell of a grid must be from -1 (open) to 1"),
        (((0, 0, 0), (0, -2, 0), (0, 0, 0)), "each cell of a grid must be from -1 (open) to 1"),
    ],
)
def test_invalid_grids_are_explained(three: cp.Nonogram, known: Grid | str, sentence: str) -> None:
    for call in (three.count, three.solve, three.hint):
        with pytest.raises(cp.InputError) as error:
            call(known)
        assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("engine", ["auto", "cpsat"])
def test_each_engine_raises_stopped_error_at_its_deadline(three: cp.Nonogram, engine: str) -> None:
    pytest.importorskip("ortools", reason="the extra cpsat is not installed")
    found = three.solve(engine=engine, stop=time.monotonic() - 1)
    for call in (found.count, found.first):
        with pytest.raises(cp.StoppedError):
            call()


def test_given_cells_are_part_of_the_puzzle(three: cp.Nonogram) -> None:
    given: Grid = ((1, -1, -1), (-1, -1, -1), (-1, -1, -1))
    shown = cp.Nonogram(three.clues._replace(given=given))
    assert shown.count() == 2 and shown.count("??? ?.? ???") == 1
    assert shown.count(".?? ??? ???") == 0
    pytest.importorskip("ortools", reason="the extra cpsat is not installed")
    assert not shown.solve(".?? ??? ???", engine="cpsat")
    assert not shown.fits(three.solve(".?? ??? ???")[0].grid)
