from collections.abc import Callable, Sequence
from typing import Protocol, final

import numpy as np
import numpy.typing as npt

class _Items(Protocol):
    """Items and options as bits, as calpuzzle._core.inputs.OutlineItems documents."""

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
    """The keys of sets of used pieces, as calpuzzle.design.families.split.MeetingInput has them."""

    bias: int
    guards: int
    singles: int
    count_mask: int
    piece_mask: int
    instance_shift: int
    instances: tuple[int, int]
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

    The halves meet at the item `cut`, and take at most `bound` bytes of memory. Calls come in this
    order: `outlines`; `below`; `above`; `join`. After that, `below` or `above` may be called again,
    followed by the calls after it. `stop` is called every few milliseconds, and an exception that
    it raises ends the call. Raise MemoryError, OverflowError if the halves exceed the bound,
    ArithmeticError if a number of ways does not fit 32 bits, and ValueError for tables that exceed
    the bounds and for calls out of order.
    """

    def __init__(self, items: _Items, keys: _Keys, cut: int, bound: int) -> None: ...
    def outlines(self, stop: Callable[[], None]) -> tuple[int, int]:
        """Find the outlines from which the full set of items can be reached; return the numbers of
        outlines and of edges."""

    def below(self, allowed: Sequence[bool], stop: Callable[[], None]) -> int:
        """Build the lists of the lower half from the allowed options; return the number of
        entries."""

    def above(self, allowed: Sequence[bool], stop: Callable[[], None]) -> int:
        """Build the lists of the upper half from the allowed options, and find the outlines where
        the halves meet; return the number of entries."""

    @property
    def meeting_outlines(self) -> int:
        """Return the number of outlines where the halves meet."""

    def join(
        self, low: int, high: int, counters: npt.NDArray[np.uint32], start: int, budget: int
    ) -> tuple[int, int]:
        """Add the numbers of solutions with the instance `low` in the lower half and `high` in the
        upper half to `counters`, a uint32 array of one entry per set, modulo 2^32.

        Of the outlines where the halves meet, begin with number `start`, and end after about
        `budget` pairs of keys. Return the next `start`, which is `meeting_outlines` when all is
        done, and the sum of what was added.
        """
