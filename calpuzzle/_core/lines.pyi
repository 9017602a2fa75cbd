"""One line of a nonogram: line solving, and the number of its fillings; the plain twins are in
tests/nonogram_twin.py."""

from collections.abc import Sequence

def settle(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> list[int] | None:
    """The colours that each cell of a line can still have.

    `blocks` is a sequence of (length, colour), `can[c]` the set of cells, as the bits of an int,
    that may have colour c; colour 0 is white. Returns the shrunken list of sets, or None if no
    filling fits. Raises ValueError for what is out of range.
    """

def tally(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> tuple[int, list[list[int]]]:
    """The number of fillings that fit a line, and of those in which each cell has each colour.

    Arguments as for `settle`. Returns (total, counts) with counts[c][cell] as exact ints.
    """
