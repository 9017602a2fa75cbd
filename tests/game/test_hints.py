"""Facts of hints that the conformance vectors do not contain: regions and other placements."""

from __future__ import annotations

import pytest
from building import blank, piece

import calpuzzle as cp
from calpuzzle.engines import RUN
from calpuzzle.game.hints import Other, TakeBack, next_piece, others, region, take_back
from calpuzzle.game.position import Position
from calpuzzle.planning.residual import SearchedCover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model


@pytest.mark.parametrize(("above", "before"), [(0, 0), (3, 0), (0, 4), (2, 5)])
def test_regions_ignore_empty_lines_at_the_edges_of_a_drawing(above: int, before: int) -> None:
    cells = tuple((above + row, before + column) for row in range(3) for column in range(3))
    lowered = Lowering(Model("x", Board(cells), (piece("M", "#", copies=9),)))
    assert [region(lowered, [option]) for option in range(9)] == [
        3 * (row - above) + column - before
        for option in range(9)
        for row, column in lowered.cells_of(option)
    ]
    assert region(lowered, range(9)) == 4


def test_a_hint_is_forced_if_nothing_else_fits() -> None:
    # Either piece can cover the first cell; after that, only one placement fits.
    model = Model("x", blank(1, 4), (piece("M", "#"), piece("I", "###")))
    lowered = Lowering(model)
    problems = SearchedCover(lowered.cover, RUN)
    hint = next_piece(lowered, problems, ())
    assert not hint.sure and hint.cell == (0, 0)
    (other,) = others(lowered, problems.remaining(), hint)
    assert other == Other(other.option, 1, None)
    then = next_piece(lowered, problems, (hint.option,))
    assert then.sure
    assert others(lowered, problems.remaining((hint.option,)), then) == []
    with pytest.raises(IndexError, match="solved"):
        next_piece(lowered, problems, (hint.option, then.option))


def test_other_placements_have_a_number_of_solutions_or_a_reason() -> None:
    model = Model("x", blank(2, 3), (piece("D", "##"), piece("L", "##|#."), piece("M", "#")))
    lowered = Lowering(model)
    problems = SearchedCover(lowered.cover, RUN)
    hint = next_piece(lowered, problems, ())
    for other in others(lowered, problems.remaining(), hint):
        assert other.times == problems.completions((other.option,))
        if other.item is not None:
            assert not other.times
            placements = Position(lowered, (other.option,)).placements_by_item
            assert other.item not in placements


def test_take_back_states_whether_one_placement_is_enough() -> None:
    lowered = Lowering(Model("x", blank(1, 7), (piece("I", "###", copies=2), piece("M", "#"))))
    problems = SearchedCover(lowered.cover, RUN)
    wrong = lowered.option_of(0, [(0, 2), (0, 3), (0, 4)])
    right = lowered.option_of(0, [(0, 4), (0, 5), (0, 6)])
    assert wrong is not None and right is not None
    assert take_back(lowered, problems, (), [right, wrong]) == TakeBack(1, None, True)
    assert take_back(lowered, problems, (), [wrong, wrong]) == TakeBack(0, None, False)


def test_a_placement_that_covers_a_label_of_the_date_is_taken_back() -> None:
    puzzle = cp.load("dray")
    date = puzzle.fixed("2026-12-01")
    lowered = puzzle.lowered
    (label, *_) = (lowered.cells_of(option)[0] for option in date)
    over = next(
        k
        for k in range(len(lowered.cover.options))
        if lowered.class_of(k) >= 0 and label in lowered.cells_of(k)
    )
    back = take_back(lowered, puzzle.residual_problems(), date, [over])
    assert back == TakeBack(0, label, True)
