"""Puzzles of which nothing but the ways is kept: the same solutions, and what lies stays."""

from __future__ import annotations

import pytest
import shipped
from building import board, piece
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import bare_models, fittings, grouped, models

from calpuzzle.base.errors import InputError
from calpuzzle.engines import load
from calpuzzle.puzzle.challenge import challenge
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering, bare
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.puzzle.validate import faults

ANY = models(most_cells=10) | fittings() | grouped() | bare_models()
Solved = set[frozenset[tuple[str, tuple[int, ...]]]]


def solved(lowered: Lowering, solutions: list[Options]) -> Solved:
    """Solutions by the names of pieces and groups and the numbers of cells."""
    number = {cell: k for k, cell in enumerate(lowered.model.board.cells)}
    names = [own.name for own in lowered.classes] + [g.name for g in lowered.model.groups]
    return {
        frozenset(
            (
                names[lowered.cover.options[option][0]],
                tuple(sorted(number[cell] for cell in lowered.cells_of(option))),
            )
            for option in solution
        )
        for solution in solutions
    }


def every(lowered: Lowering) -> list[Options]:
    """All solutions, with their labels."""
    return list(load("reference").solutions(lowered.cover))


@settings(max_examples=100)
@given(ANY)
def test_the_solutions_are_the_same(model: Model) -> None:
    lowered = Lowering(model)
    plain = bare(lowered)
    assert faults(plain) == []
    assert plain.board.bare
    assert plain.groups == ()
    assert plain.board.optional == model.board.optional
    assert (plain.name, plain.title, plain.source) == (model.name, model.title, model.source)
    again = Lowering(plain)
    assert solved(again, every(again)) == solved(lowered, every(lowered))
    assert len(every(again)) == len(every(lowered))
    assert len(again.cover.options) == len(lowered.cover.options)
    # Stated once more it is itself.
    assert bare(again) == plain


@settings(max_examples=100)
@given(ANY, st.data())
def test_what_is_laid_stays(model: Model, data: st.DataObject) -> None:
    lowered = Lowering(model)
    solutions = every(lowered)
    options = st.sampled_from(solutions[0] if solutions and solutions[0] else [0])
    if not lowered.cover.options:
        return
    laid = tuple(data.draw(st.lists(options, unique=True, max_size=3)))
    pieces = [lowered.cover.options[k][0] for k in laid]
    if any(lowered.cover.bounds[index][1] > 1 for index in pieces):
        with pytest.raises(InputError, match="one of them cannot be laid here"):
            bare(lowered, laid)
        return
    left = Lowering(bare(lowered, laid))
    expected = [solution for solution in solutions if set(laid) <= set(solution)]
    assert solved(left, every(left)) == solved(lowered, expected)
    assert len(every(left)) == len(expected)


def test_a_date_that_is_laid() -> None:
    model = Model(
        "x", board("a b c d"), (piece("D", "##"),), (Group("g", ("a", "c")), Group("h", ("b", "d")))
    )
    lowered = Lowering(model)
    plain = bare(lowered, lowered.cover.instance(0))
    assert {own.name: own.ways for own in plain.pieces} == {
        "D": ((2, 3),), "g": ((0,),), "h": ((1,),)
    }  # fmt: skip


def test_a_challenge_as_ways() -> None:
    lowered = shipped.lowering("iq-fit")
    laid = challenge(lowered, "b43SG82WR11S")
    plain = bare(lowered, laid)
    assert sum(len(own.ways) == 1 for own in plain.pieces) >= 3
    assert load("auto").count(Lowering(plain).cover) == 1


@pytest.mark.parametrize("name", ["soma", "tetrasticks-4x4-no-crossing", "morse", "domino-2x3"])
def test_shipped_puzzles_as_ways(name: str) -> None:
    lowered = shipped.lowering(name)
    plain = Lowering(bare(lowered))
    assert load("auto").count(plain.cover) == load("auto").count(lowered.cover)
    assert [own.bounds for own in plain.classes] == [own.bounds for own in lowered.classes]
