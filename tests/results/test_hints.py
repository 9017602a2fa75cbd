"""Hints, against listing all solutions of small puzzles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models
from test_engines import blank, piece

import calpuzzle as cp
from calpuzzle.puzzle.cover import Cover
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines import reference
from calpuzzle.results.hints import next_piece, region, to_lift
from calpuzzle.puzzle.model import Board, Model


@settings(max_examples=200)
@given(models(), st.data())
def test_which_to_lift(model, data) -> None:
    cover = Cover(model)
    diagram = Diagram.grown(cover)
    number = data.draw(st.integers(0, cover.instances - 1))
    solutions = [set(found) for found in reference.solutions(cover, number)]
    placements = [i for i, option in enumerate(cover.options) if option.piece >= 0]
    laid = data.draw(st.lists(st.sampled_from(placements), min_size=1, max_size=4, unique=True))

    def completions(part):
        return sum(set(part) <= found for found in solutions)

    if completions(laid):
        return
    index, enough = to_lift(diagram, number, laid)
    without = [completions([i for i in laid if i != option]) for option in laid]
    assert enough == any(without)
    if enough:
        assert without[index] == max(without)
        assert index == without.index(max(without))
    else:
        assert index == 0 or completions(laid[:index])
        assert not completions(laid[: index + 1])


@settings(max_examples=200)
@given(models(), st.data())
def test_the_next_piece(model, data) -> None:
    cover = Cover(model)
    diagram = Diagram.grown(cover)
    number = data.draw(st.integers(0, cover.instances - 1))
    solutions = list(reference.solutions(cover, number))
    if not solutions:
        with pytest.raises(IndexError):
            next_piece(diagram.left(number))
        return
    chosen = data.draw(st.sampled_from(solutions))
    laid = data.draw(st.lists(st.sampled_from(chosen), unique=True))
    rest = [found for found in solutions if set(laid) <= set(found)]
    left = diagram.left(number, laid)
    if len(laid) == len(chosen):
        with pytest.raises(IndexError):
            next_piece(left)
        return
    places = {}
    for found in rest:
        for option in set(found) - set(laid):
            places.setdefault(cover.options[option].piece, Counter())[option] += 1
    hint = next_piece(left)
    assert len(hint.places) == min(map(len, places.values()))
    assert hint.places == tuple(sorted(places[hint.piece]))
    best = max(
        max(numbers.values()) for numbers in places.values() if len(numbers) == len(hint.places)
    )
    assert hint.share == best / len(rest)
    assert places[hint.piece][hint.likeliest] == best


def test_nothing_to_lift() -> None:
    diagram = Diagram.grown(Cover(Model("x", blank(2, 2), (piece("D", "##", copies=2),))))
    with pytest.raises(IndexError, match="nothing is laid"):
        to_lift(diagram, 0, [])


WHERE = [
    ["in the upper left", "in the upper middle", "in the upper right"],
    ["at the left side", "in the middle", "at the right side"],
    ["in the lower left", "in the lower middle", "in the lower right"],
]


@pytest.mark.parametrize(("above", "before"), [(0, 0), (3, 0), (0, 4), (2, 5)])
def test_regions(above, before) -> None:
    # Lines without cells at the edges of the drawing change nothing.
    rows = [("#",) * (before + 4)] * above
    rows += [(*"#" * before, *"...", "#")] * 3
    model = Model("x", Board(tuple(rows)), (piece("M", "#", copies=9),))
    cover = Cover(model)
    for option in range(9):
        row, column = cover.cells[cover.options[option].cells[0]]
        assert region(cover, [option]) == WHERE[row - above][column - before]
    assert region(cover, range(9)) == "in the middle"


def test_a_hint_for_a_shipped_puzzle() -> None:
    puzzle = cp.load("dray")
    left = puzzle.left("2022-01-01")
    hint = next_piece(left)
    assert 1 <= len(hint.places) <= left.count
    assert 0 < hint.share <= 1
