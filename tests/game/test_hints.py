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
from calpuzzle.game.hints import covering, next_piece, others, region, to_lift
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import labels_at
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model
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


@settings(max_examples=100)
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


def parts_beside(lowered: Lowering, empty: set[Cell], placed: set[Cell]) -> list[set[Cell]]:
    """The parts of the empty cells that touch what was placed."""
    left = set(empty)
    found = []
    while left:
        part = {left.pop()}
        while near := {n for cell in part for n in SQUARES.neighbours(cell)} & left:
            part |= near
            left -= near
        found.append(part)
    touched = {near for cell in placed for near in SQUARES.neighbours(cell)}
    return [part for part in found if part & touched]


def fits(lowered: Lowering, laid: Collection[int], option: int) -> bool:
    """Whether nothing lies in the way, and no part is cut off of a size that the pieces left, or
    the labels, cannot make up."""
    cover = lowered.cover
    used = Counter(cover.options[k][0] for k in laid)
    cells = {cell for k in laid for cell in lowered.cells_of(k)}
    own = set(lowered.cells_of(option))
    if option in laid or cells & own or used[cover.options[option][0]] >= bound(cover, option):
        return False
    if cover.plane is None or not cover.plane.whole or cover.secondary:
        return True
    used[cover.options[option][0]] += 1
    sums = {0}
    for head in range(lowered.first):
        sizes = {len(k) - 1 for k in cover.options if k[0] == head}
        for _ in range(min(cover.bounds[head][1] - used[head], len(lowered.cells))):
            sums |= {total + size for total in sums for size in sizes}
    empty = set(lowered.cells) - cells - own
    return all(len(part) in sums for part in parts_beside(lowered, empty, own))


def bound(cover: Cover, option: int) -> int:
    """How often the piece of an option may lie."""
    return cover.bounds[cover.options[option][0]][1]


@settings(max_examples=100)
@given(models(), st.data())
def test_the_next_piece(model: Model, data: st.DataObject) -> None:
    puzzle = Dated(model, data)
    lowered, cover = puzzle.lowered, puzzle.cover
    assume(puzzle.solutions)
    chosen = data.draw(st.sampled_from(puzzle.solutions))
    laid = data.draw(st.lists(st.sampled_from(chosen), unique=True)) if chosen else []
    rest = [found for found in puzzle.solutions if set(laid) <= set(found)]
    lying = (*puzzle.date, *laid)
    left = puzzle.asked.left(lying)
    if len(laid) == len(chosen):
        with pytest.raises(IndexError, match="every piece is laid"):
            next_piece(lowered, left)
        return
    fitting = [k for k in range(len(cover.options)) if fits(lowered, lying, k)]
    ways = Counter(item for k in fitting for item in cover.options[k])
    used = Counter(item for k in lying for item in cover.options[k])
    need = {i: cover.bounds[i][0] - used[i] for i in range(len(cover.primary))}
    times = Counter(k for found in rest for k in set(found))
    hint = next_piece(lowered, left)
    item = hint.choice.item
    assert need[item] > 0
    assert hint.choice.fitting == tuple(k for k in fitting if item in cover.options[k])
    assert hint.choice.spare == min(ways[i] - n for i, n in need.items() if n > 0)
    assert hint.forced == (hint.choice.spare == 0)
    assert times[hint.option] == max(times[k] for k in hint.choice.fitting)
    assert hint.share == times[hint.option] / len(rest)
    assert hint.cell in lowered.cells_of(hint.option)
    told = others(lowered, left, hint)
    assert {hint.option, *(other.option for other in told)} == set(hint.choice.fitting)
    for other in told:
        assert other.times == times[other.option]
        if other.item is not None:
            after = [k for k in fitting if fits(lowered, (*lying, other.option), k)]
            still = need[other.item] - (other.item in cover.options[other.option])
            assert not other.times
            assert sum(other.item in cover.options[k] for k in after) < still


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


def test_what_is_forced_comes_first() -> None:
    # In a corner of three cells only the single cell can lie, and only the long piece beside it.
    model = Model("x", blank(1, 4), (piece("M", "#"), piece("I", "###")))
    lowered = Lowering(model)
    left = Searched(lowered.cover, RUN).left()
    hint = next_piece(lowered, left)
    assert not hint.forced and hint.share == 0.5
    (other,) = others(lowered, left, hint)
    assert (other.times, other.item) == (1, None)
    then = Searched(lowered.cover, RUN).left((hint.option,))
    assert next_piece(lowered, then).forced
    assert others(lowered, then, next_piece(lowered, then)) == []


def test_a_hint_for_a_shipped_puzzle() -> None:
    puzzle = cp.load("dray")
    left = puzzle.left("2026-12-01")
    hint = next_piece(puzzle.lowered, left)
    assert 0 < hint.share <= 1
    assert hint.option in hint.choice.fitting and hint.cell in puzzle.lowered.cells_of(hint.option)
    # The region is where the placement lies, not the middle of all places.
    assert region(puzzle.lowered, [hint.option]) == "in the upper middle"
