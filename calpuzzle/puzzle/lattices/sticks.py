"""Sticks, the segments between the points of a grid of squares.

On a grid of double width a place whose row and column are both even is a point, one of which a
single one is even the segment between two points.
"""

from __future__ import annotations

from calpuzzle.puzzle.lattice import LINES, Lattice


class Sticks(Lattice):
    """The segments of a grid, and points that sticks run through."""

    name = "sticks"
    step = 2
    square = True
    drawn = LINES


STICKS = Sticks()
