"""The residual problem on a board: its solutions are those of the Cover that contain the options
that are placed."""

from __future__ import annotations

from itertools import combinations

from building import board, made, piece

from calpuzzle.engines import load
from calpuzzle.engines.residual_cover import residual_on_board
from calpuzzle.puzzle.lowering import Lowering


def test_the_solutions_that_contain_what_is_placed() -> None:
    pieces = (piece("D", "##", copies=2), piece("V", "##|#."), piece("M", "#", copies=3))
    own = board("a b . .", ". . c d", ". . . .")
    cover = Lowering(made(own, *pieces, groups="a b|c d")).cover
    every = sorted(load("dancing").solutions(cover))
    parts = {own for one in every for size in (0, 1, 2) for own in combinations(one, size)}
    for placed in parts:
        found = residual_on_board(cover, placed)
        solutions = load("dancing").solutions(found.cover)
        assert sorted(tuple([found.numbers[k] for k in own]) for own in solutions) == [
            own for own in every if {*placed} <= {*own}
        ]
    assert len(every) > 10
