"""The residual problem on a board: its solutions are those of the Cover with the placed options."""

from __future__ import annotations

from itertools import combinations

from building import board, made, piece

from calpuzzle.engines import load
from calpuzzle.engines.residual_cover import residual_on_board
from calpuzzle.puzzle.lowering import Lowering


def test_residual_solutions_are_those_that_contain_the_placed_options() -> None:
    pieces = (piece("D", "##", copies=2), piece("V", "##|#."), piece("M", "#", copies=3))
    own = board("a b . .", ". . c d", ". . . .")
    cover = Lowering(made(own, *pieces, groups="a b|c d")).cover
    every = sorted(load("dancing").solutions(cover))
    parts = {own for one in every for size in (0, 1, 2) for own in combinations(one, size)}
    for placed in parts:
        residual = residual_on_board(cover, placed)
        solutions = load("dancing").solutions(residual.cover)
        assert sorted(tuple([residual.numbers[k] for k in own]) for own in solutions) == [
            own for own in every if {*placed} <= {*own}
        ]
    assert len(every) > 10
