"""Types of the compiled line solver; see _core/lines.pyx."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MAX_CELLS: int
TALLY_BITS: int

def settle(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> list[int] | None: ...
def settle_many(
    cells: int,
    blocks: Sequence[tuple[int, int]],
    white: NDArray[np.uint64],
    black: NDArray[np.uint64],
) -> None: ...
def tally(
    cells: int, blocks: Sequence[tuple[int, int]], colours: int, can: Sequence[int]
) -> tuple[int, list[list[int]]]: ...
