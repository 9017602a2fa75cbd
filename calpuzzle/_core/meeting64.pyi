from collections.abc import Sequence
from typing import Protocol, final

import numpy as np
import numpy.typing as npt

class _Board(Protocol):
    """Items and options as bits: calpuzzle.design.items.Items says what is what."""

    places: int
    items: int
    line: int
    root: int
    not_first: int
    not_last: int
    sums: int
    areas: int

    @property
    def groups(self) -> Sequence[tuple[int, int]]: ...
    @property
    def masks(self) -> Sequence[int]: ...

class _Keys(Protocol):
    """How keys are laid, tested and numbered: calpuzzle.design.keys says what is what."""

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
    in this order: outlines of the layers 0, 1, ... up to the last item, then -1, -2, ... back down
    to layer 0; pack; start_below, and below of all layers rising; start_above, and above of the
    layers falling to the cut; meet; join. From start_below or start_above on, all may be done
    again. Raises MemoryError, OverflowError past the bound, ArithmeticError where ways do not fit
    32 bits, and ValueError for tables past its bounds and for calls out of order.
    """

    def __init__(self, board: _Board, keys: _Keys, cut: int, bound: int) -> None: ...
    def outlines(self, place: int) -> None:
        """Find the outlines that a layer leads to; or, for -1 - k, mark those of the k-th layer
        from the full set on that lead there."""

    def pack(self) -> tuple[int, int]:
        """Keep the outlines that lead to the full set; how many, and how many edges they have."""

    def start_below(self, allowed: Sequence[bool]) -> None:
        """Begin the lower half, with the options that are allowed."""

    def below(self, place: int) -> int:
        """Make the lists of the lower half in a layer; how many entries there are so far."""

    def start_above(self, allowed: Sequence[bool]) -> None:
        """Begin the upper half, with the options that are allowed."""

    def above(self, place: int) -> int:
        """Make the lists of the upper half in a layer; how many entries there are so far."""

    def meet(self) -> int:
        """Find the outlines where the halves meet; how many they are."""

    @property
    def meeting(self) -> int:
        """How many outlines there are where the halves meet."""

    def join(
        self, low: int, high: int, counters: npt.NDArray[np.uint32], start: int, budget: int
    ) -> tuple[int, int]:
        """Add the solutions of an instance of each half to the counters, one a set, which wrap past
        32 bits. It begins at the outline of number `start`, and ends after some `budget` pairs of
        keys; gives where to go on, which is `meeting` when it is done, and the sum of what it
        added."""

    @property
    def bytes(self) -> int:
        """The memory in use, but for tables and counters."""
