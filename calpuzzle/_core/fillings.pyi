from collections.abc import Callable, Sequence
from typing import Protocol, final

import numpy as np
import numpy.typing as npt

from calpuzzle._core.inputs import Items

Bits = npt.NDArray[np.uint64]

class _Numbers(Protocol):
    """The pool of each piece of a family, pool by pool, and the number of each that a set has."""

    @property
    def pool(self) -> Sequence[int]: ...
    @property
    def counts(self) -> Sequence[int]: ...

@final
class Fillings:
    """The fillings of a board, which has no groups, by sets of different pieces; `piece` is that of
    each option.

    Calls come in this order: outlines, begin, go_on. `stop` is called now and then, and what it
    raises ends the call. Raises MemoryError, OverflowError where the outlines are past the bound,
    and ValueError for tables past its bounds and for calls out of order.
    """

    def __init__(
        self, board: Items, numbers: _Numbers, piece: Sequence[int], bound: int
    ) -> None: ...
    def outlines(self, stop: Callable[[], object]) -> int:
        """Find all outlines; how many there are."""

    def begin(self) -> None:
        """Begin a walk over all fillings."""

    def go_on(
        self, living: Bits | None, filled: Bits, subsets: Sequence[Bits] | None, budget: int
    ) -> bool:
        """Walk for so many steps, and note in `filled` which living sets, or which of all, have a
        filling; whether there is more. Of `subsets`, the tables for two, three and four pieces, a
        partial filling whose pieces have no bit is not gone on with."""

    def note_subsets(self, living: Bits, subsets: Sequence[Bits]) -> None:
        """Note in tables for one, two, three and four pieces which some living set has."""
