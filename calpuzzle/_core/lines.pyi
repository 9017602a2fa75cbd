"""One line of a nonogram; the plain twins are `tally_plain` of calpuzzle/nonogram/lines.py, and
tests/nonogram_twin.py."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

TALLY_BITS: int
"""Counts of fillings stay below 1 << TALLY_BITS."""

def settle(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> list[int] | None:
    """The colours each cell of a line can still have.

    `blocks` is a sequence of (length, colour), `can[c]` the set of cells, as the bits of an int,
    that may have colour c; colour 0 is white. Gives the shrunken list of sets, or None if no
    filling fits. Raises ValueError for what is out of range.
    """

def settle_many(
    cells: int,
    blocks: Sequence[tuple[int, int]],
    white: NDArray[np.uint64],
    black: NDArray[np.uint64],
) -> None:
    """Settle many black-and-white lines of one clue in place, each of up to 63 cells: `white[i]`
    and `black[i]` are the cells of line i that may have that colour; both become 0 where no filling
    fits. Raises ValueError for what is out of range."""

def tally(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> tuple[int, list[list[int]]]:
    """How many fillings fit a line, and in how many of them each cell has each colour.

    Arguments as for `settle`. Gives (total, counts) with counts[c][cell] as exact ints. Raises
    ValueError where (colours + 1) ** cells could pass TALLY_BITS; the caller then uses the twin.
    """
