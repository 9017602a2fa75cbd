from collections.abc import Callable, Sequence
from typing import Protocol, final

import numpy as np
import numpy.typing as npt

from calpuzzle._core.inputs import OutlineItems

Bits = npt.NDArray[np.uint64]

class _Numbers(Protocol):
    """The pool of each piece of a family, where pieces are sorted by pool, and the number of pieces
    of each pool in a set."""

    @property
    def pool(self) -> Sequence[int]: ...
    @property
    def counts(self) -> Sequence[int]: ...

@final
class Fillings:
    """The fillings of a board by sets of different pieces; the board has no groups.

    `piece` is the piece of each option. Calls come in this order: outlines, begin, go_on. `stop` is
    called every few milliseconds, and an exception that it raises ends the call. Raise MemoryError,
    OverflowError if the outlines exceed the bound, and ValueError for tables that exceed the bounds
    and for calls out of order.
    """

    def __init__(
        self, items: OutlineItems, numbers: _Numbers, piece: Sequence[int], bound: int
    ) -> None: ...
    def outlines(self, stop: Callable[[], object]) -> int:
        """Find all outlines; return their number."""

    def begin(self) -> None:
        """Begin a walk over all fillings."""

    def go_on(
        self, candidates: Bits | None, filled: Bits, subsets: Sequence[Bits] | None, budget: int
    ) -> bool:
        """Walk for `budget` steps; return whether the walk is unfinished.

        Record in `filled` which of the `candidates` (of all sets, if None) have a filling. A
        partial filling is abandoned if its set of pieces has no bit in `subsets`, the tables for
        two, three and four pieces.
        """

    def mark_subsets(self, candidates: Bits, subsets: Sequence[Bits]) -> None:
        """Record in `subsets`, the tables for one, two, three and four pieces, which subsets some
        candidate contains."""
