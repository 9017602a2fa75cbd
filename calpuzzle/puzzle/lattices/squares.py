"""Squares, and cubes: the points themselves."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Lattice


class Squares(Lattice):
    """The places of a grid."""

    name = "squares"
    square = True
    families = (
        "monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes",
        "heptominoes",
    )  # fmt: skip


SQUARES = Squares()
