"""Hints, against listing all solutions of small puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

import pytest
from building import blank, dominoes, piece
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import bare_models, models

import calpuzzle as cp
from calpuzzle.engines import RUN, load
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.results.hints import covering, next_piece, region, to_lift
from calpuzzle.results.left import Asked, Searched


def searched(cover: Cover) -> Asked:
    return Searched(cover, RUN)


WAYS: list[Callable[[Cover], Asked]] = [diagram_of, searched]
ASKED = st.sampled_from(WAYS)
"""What tells how many solutions hold which placements: hints are the same by both."""


class Dated:
    """A puzzle on one of its dates, with all solutions by the plain engine."""

    def __init__(self, model: Model, data: st.DataObject) -> None:
        self.lowered = Lowering(model)
        self.cover = self.lowered.cover
        number = data.draw(st.integers(0, self.cover.instances - 1))
        self.date = self.cover.instance(number)
        self.solutions = list(load("reference").solutions(self.cover, self.date))
        self.asked: Asked = data.draw(ASKED)(self.cover)

    def completions(self, laid: Collection[int]) -> int:
        """How many solutions hold the placements."""
        return sum(set(laid) <= set(found) for found in self.solutions)


@settings(max_examples=200)
@given(models(), st.data())
def test_which_to_lift(model: Model, data: st.DataObject) -> None:
    puzzle = Dated(model, data)
    every = range(len(puzzle.cover.options))
    placements = [option for option in every if puzzle.lowered.class_of(option) >= 0]
    assume(placements)
    laid = data.draw(st.lists(st.sampled_from(placements), min_size=1, max_size=4, unique=True))
    if puzzle.completions(laid):
        return
    index, enough = to_lift(puzzle.asked, puzzle.date, laid)
    without = [puzzle.completions([i for i in laid if i != option]) for option in laid]
    assert enough == any(without)
    if enough:
        assert index == without.index(max(without))
    else:
        assert index == 0 or puzzle.completions(laid[:index])
        assert not puzzle.completions(laid[: index + 1])


@settings(max_examples=200)
@given(models(), st.data())
def test_the_next_piece(model: Model, data: st.DataObject) -> None:
    puzzle = Dated(model, data)
    if not puzzle.solutions:
        with pytest.raises(IndexError, match="every piece is laid"):
            next_piece(puzzle.lowered, puzzle.asked.left(puzzle.date))
        return
    chosen = data.draw(st.sampled_from(puzzle.solutions))
    laid = data.draw(st.lists(st.sampled_from(chosen), unique=True))
    rest = [found for found in puzzle.solutions if set(laid) <= set(found)]
    left = puzzle.asked.left((*puzzle.date, *laid))
    if len(laid) == len(chosen):
        with pytest.raises(IndexError, match="every piece is laid"):
            next_piece(puzzle.lowered, left)
        return
    places: dict[int, Counter[int]] = {}
    for found in rest:
        for option in set(found) - set(laid):
            places.setdefault(puzzle.lowered.class_of(option), Counter())[option] += 1
    hint = next_piece(puzzle.lowered, left)
    assert len(hint.places) == min(map(len, places.values()))
    assert hint.places == tuple(sorted(places[hint.piece]))
    best = max(
        max(numbers.values()) for numbers in places.values() if len(numbers) == len(hint.places)
    )
    assert hint.share == best / len(rest)
    assert places[hint.piece][hint.likeliest] == best


@settings(max_examples=100)
@given(models(), st.data())
def test_what_covers_a_label_of_the_date(model: Model, data: st.DataObject) -> None:
    puzzle = Dated(model, data)
    lowered = puzzle.lowered
    number = data.draw(st.integers(0, puzzle.cover.instances - 1))
    at = {model.board.at[label] for label in labels_at(model, number)}
    every = [k for k in range(len(puzzle.cover.options)) if lowered.class_of(k) >= 0]
    laid = data.draw(st.lists(st.sampled_from(every), max_size=4)) if every else []
    over = [k for k, option in enumerate(laid) if at & set(lowered.cells_of(option))]
    found = covering(lowered, at, laid)
    if not over:
        assert found is None
    else:
        assert found is not None and found[0] == over[0]
        assert found[1] in at & set(lowered.cells_of(laid[over[0]]))


def test_nothing_to_lift() -> None:
    cover = Lowering(dominoes(2, 2)).cover
    for way in WAYS:
        with pytest.raises(IndexError, match="nothing is laid"):
            to_lift(way(cover), (), [])


WHERE = [
    ["in the upper left", "in the upper middle", "in the upper right"],
    ["at the left side", "in the middle", "at the right side"],
    ["in the lower left", "in the lower middle", "in the lower right"],
]


@pytest.mark.parametrize(("above", "before"), [(0, 0), (3, 0), (0, 4), (2, 5)])
def test_regions(above: int, before: int) -> None:
    # Lines without cells at the edges of the drawing change nothing.
    cells = tuple((above + row, before + column) for row in range(3) for column in range(3))
    lowered = Lowering(Model("x", Board(cells), (piece("M", "#", copies=9),)))
    for option in range(9):
        ((row, column),) = lowered.cells_of(option)
        assert region(lowered, [option]) == WHERE[row - above][column - before]
    assert region(lowered, range(9)) == "in the middle"


@given(bare_models())
def test_a_puzzle_without_a_board_has_no_regions(model: Model) -> None:
    assert region(Lowering(model), [0]) == "somewhere"


def test_of_equal_pieces_the_first_is_named() -> None:
    # In a row of four, the single cell lies at one of the ends, beside the other piece.
    model = Model("x", blank(1, 4), (piece("M", "#"), piece("I", "###")))
    lowered = Lowering(model)
    hint = next_piece(lowered, Searched(lowered.cover, RUN).left())
    assert len(hint.places) == 2 and hint.share == 0.5
    assert lowered.classes[hint.piece].name == "M"


def test_of_pieces_with_as_few_places_the_likeliest_is_named() -> None:
    puzzle = cp.load("month-day-7x7")
    several = 0
    for date in ("Jan 1", "Jan 2", "Mar 5", "Oct 6", "Dec 31", "Jul 14"):
        solutions = puzzle.solve(date)
        lying: dict[str, Counter[object]] = {}
        for solution in solutions:
            for name, cells in solution.pieces.items():
                lying.setdefault(name, Counter())[cells] += 1
        fewest = min(map(len, lying.values()))
        shares = {max(cells.values()) for cells in lying.values() if len(cells) == fewest}
        several += len(shares) > 1
        hint = next_piece(puzzle.lowered, puzzle.left(date))
        assert (len(hint.places), hint.share) == (fewest, max(shares) / len(solutions))
    assert several


def test_a_hint_for_a_shipped_puzzle() -> None:
    puzzle = cp.load("dray")
    left = puzzle.left("2022-01-01")
    hint = next_piece(puzzle.lowered, left)
    assert 1 <= len(hint.places) <= left.count == 54
    assert 0 < hint.share <= 1
    assert all(puzzle.lowered.class_of(option) == hint.piece for option in hint.places)
    assert hint.likeliest in hint.places
