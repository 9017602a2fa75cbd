"""Squares with the coordinates (row, column), and cubes with (layer, row, column)."""

from __future__ import annotations

from calpuzzle.puzzle.lattice import Lattice


class Squares(Lattice):
    """The squares of a grid, or the cubes."""

    name = "squares"
    square = True
    families = (
        "monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes",
        "heptominoes",
    )  # fmt: skip


SQUARES = Squares()
