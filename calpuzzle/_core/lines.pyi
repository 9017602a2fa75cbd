"""One line of a nonogram: line solving, and counts of its fillings. tests/nonogram_twin.py has the
same functions in plain Python."""

from collections.abc import Sequence

def settle(
    blocks: Sequence[tuple[int, int]], masks: Sequence[int], colours: int
) -> list[int] | None:
    """Return the masks of a line's cells, reduced to the colours that occur there in some filling,
    or None if no filling fits.

    `blocks` is a sequence of (length, colour); bit c of a cell's mask allows colour c, and colour 0
    is white. Raise ValueError for numbers out of range.
    """

def tally(
    blocks: Sequence[tuple[int, int]], masks: Sequence[int], colours: int
) -> tuple[int, list[list[int]]]:
    """Return the number of fillings of a line and, for each cell and colour, the number of those in
    which the cell has the colour.

    The arguments are those of `settle`. The result is (total, counts) with counts[c][cell] as exact
    ints.
    """
