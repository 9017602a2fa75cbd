"""One line of a nonogram: line solving, and the number of its fillings; the plain twins are in
tests/nonogram_twin.py."""

from collections.abc import Sequence

def settle(
    blocks: Sequence[tuple[int, int]], masks: Sequence[int], colours: int
) -> list[int] | None:
    """The masks of a line's cells shrunk to what some filling uses; None if no filling fits.

    `blocks` is a sequence of (length, colour); bit c of a cell's mask says that it may have colour
    c, of which 0 is white. Raises ValueError for what is out of range.
    """

def tally(
    blocks: Sequence[tuple[int, int]], masks: Sequence[int], colours: int
) -> tuple[int, list[list[int]]]:
    """The number of fillings that fit a line, and of those in which each cell has each colour.

    Arguments as for `settle`. Returns (total, counts) with counts[c][cell] as exact ints.
    """
