from collections.abc import Callable, Sequence
from typing import Protocol, final

import numpy as np
import numpy.typing as npt

class _Board(Protocol):
    """Items and options as bits: calpuzzle.design.families.items.Items says what is what."""

    places: int
    items: int
    line: int
    root: int
    not_first: int
    not_last: int
    corners: bool
    sums: int
    areas: int

    @property
    def groups(self) -> Sequence[tuple[int, int]]: ...
    @property
    def masks(self) -> Sequence[int]: ...

class _Keys(Protocol):
    """The keys, as they are laid, tested and numbered: families.keys says which are which."""

    bias: int
    guards: int
    singles: int
    counts: int
    fields: int
    lane_shift: int
    lanes: tuple[int, int]
    sets: int

    @property
    def add(self) -> Sequence[int]: ...
    @property
    def test(self) -> Sequence[int]: ...
    @property
    def wanted(self) -> Sequence[int]: ...
    @property
    def begin(self) -> Sequence[int]: ...
    @property
    def tables(self) -> Sequence[int]: ...
    @property
    def chunks(self) -> Sequence[tuple[int, int]]: ...

@final
class Meeting:
    """The lower and the upper half of all solutions, for all piece sets of a family.

    They meet at the item `cut`; `bound` is the most memory in bytes that they may take. Calls come
    in this order: outlines; below; above; join. From below or above on, all may be done again.
    `stop` is called now and then, and what it raises ends the call. Raises MemoryError,
    OverflowError past the bound, ArithmeticError where ways do not fit 32 bits, and ValueError for
    tables past its bounds and for calls out of order.
    """

    def __init__(self, board: _Board, keys: _Keys, cut: int, bound: int) -> None: ...
    def outlines(self, stop: Callable[[], None]) -> tuple[int, int]:
        """Find the outlines from which the full set is reached; how many, and how many edges they
        have."""

    def below(self, allowed: Sequence[bool], stop: Callable[[], None]) -> int:
        """Make the lists of the lower half, with the options that are allowed; how many entries
        they have."""

    def above(self, allowed: Sequence[bool], stop: Callable[[], None]) -> int:
        """Make the lists of the upper half, with the options that are allowed, and find the
        outlines where the halves meet; how many entries the lists have."""

    @property
    def meeting(self) -> int:
        """Return how many outlines there are where the halves meet."""

    def join(
        self, low: int, high: int, counters: npt.NDArray[np.uint32], start: int, budget: int
    ) -> tuple[int, int]:
        """Add the solutions of an instance of each half to the counters, one a set, which wrap past
        32 bits. It begins at the outline of number `start`, and ends after some `budget` pairs of
        keys; gives where to go on, which is `meeting` when it is done, and the sum of what it
        added."""
