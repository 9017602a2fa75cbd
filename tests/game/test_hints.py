"""Facts of hints that the vectors do not hold: other placements, regions, what is enough."""

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
def test_regions(above: int, before: int) -> None:
    # Lines without cells at the edges of the drawing change nothing.
    cells = tuple((above + row, before + column) for row in range(3) for column in range(3))
    lowered = Lowering(Model("x", Board(cells), (piece("M", "#", copies=9),)))
    assert [region(lowered, [option]) for option in range(9)] == [
        3 * (row - above) + column - before
        for option in range(9)
        for row, column in lowered.cells_of(option)
    ]
    assert region(lowered, range(9)) == 4


def test_what_is_forced_comes_first() -> None:
    # In a corner of three cells only the single cell can lie, and only the long piece beside it.
    model = Model("x", blank(1, 4), (piece("M", "#"), piece("I", "###")))
    lowered = Lowering(model)
    asked = SearchedCover(lowered.cover, RUN)
    hint = next_piece(lowered, asked, ())
    assert not hint.forced and hint.cell == (0, 0)
    (other,) = others(lowered, asked.remaining(), hint)
    assert other == Other(other.option, 1, None)
    then = next_piece(lowered, asked, (hint.option,))
    assert then.forced
    assert others(lowered, asked.remaining((hint.option,)), then) == []
    with pytest.raises(IndexError, match="solved"):
        next_piece(lowered, asked, (hint.option, then.option))


def test_what_speaks_against_another_placement() -> None:
    model = Model("x", blank(2, 3), (piece("D", "##"), piece("L", "##|#."), piece("M", "#")))
    lowered = Lowering(model)
    asked = SearchedCover(lowered.cover, RUN)
    hint = next_piece(lowered, asked, ())
    for other in others(lowered, asked.remaining(), hint):
        assert other.times == asked.completions((other.option,))
        if other.item is not None:
            assert not other.times
            ways = Position(lowered, (other.option,)).placements_by_item
            assert other.item not in ways


def test_whether_to_take_one_back_is_enough() -> None:
    lowered = Lowering(Model("x", blank(1, 7), (piece("I", "###", copies=2), piece("M", "#"))))
    asked = SearchedCover(lowered.cover, RUN)
    wrong = lowered.option_of(0, [(0, 2), (0, 3), (0, 4)])
    right = lowered.option_of(0, [(0, 4), (0, 5), (0, 6)])
    assert wrong is not None and right is not None
    assert take_back(lowered, asked, (), [right, wrong]) == TakeBack(1, None, True)
    assert take_back(lowered, asked, (), [wrong, wrong]) == TakeBack(0, None, False)


def test_what_covers_a_label_of_the_date_is_taken_back() -> None:
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
