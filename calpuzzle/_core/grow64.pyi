from collections.abc import Sequence
from typing import Protocol, final

from calpuzzle._core.backtrack64 import _Root, _Tables

class _Sets(Protocol):
    """How used-piece sets are kept: calpuzzle.engines.diagram.sets.SetTables says what is what."""

    @property
    def width(self) -> int: ...
    @property
    def piece(self) -> Sequence[int]: ...
    @property
    def sizes(self) -> Sequence[int]: ...
    @property
    def shift(self) -> Sequence[int]: ...
    @property
    def allow(self) -> Sequence[int]: ...
    @property
    def joint(self) -> Sequence[bool]: ...
    @property
    def words(self) -> Sequence[int]: ...
    @property
    def sums(self) -> Sequence[int]: ...
    @property
    def runs(self) -> Sequence[tuple[int, int, int]]: ...
    @property
    def run_start(self) -> Sequence[int]: ...

@final
class Growth:
    """The growth of a diagram, one layer at a call, in this order: start; forward over the layers
    0, 1, ... ; backward from the full board (the layer numbered `places`) down over them; number;
    emit over the layers 0, 1, ... and the full board; finish.

    `bound` is the most memory in bytes that it may take. Raises MemoryError, OverflowError past the
    bound, and ValueError for tables past its bounds and for calls out of order.
    """

    def __init__(self, data: _Tables, sets: _Sets, bound: int) -> None: ...
    def start(self, root: _Root) -> None:
        """Put the root into its layer; its labels are not laid."""

    def size(self, place: int) -> int:
        """How many shapes a layer has; before `forward` has begun on them, at most so many."""

    def forward(self, place: int, start: int, number: int) -> int:
        """Lay all options on `number` shapes of a layer from `start` on; returns where to go on,
        which is the layer's size when it is done."""

    def backward(self, place: int) -> None:
        """Keep of the sets of a layer what can be completed."""

    def number(self) -> int:
        """Number the states that are left; how many there are."""

    def emit(self, place: int) -> None:
        """Write the edges of a layer's states."""

    def finish(self) -> tuple[memoryview, memoryview | None, memoryview | None]:
        """The diagram: `first` (uint32, states + 1), `option` (uint16, edges) and `to` (uint32,
        edges); the last two are None where there are no edges."""

    @property
    def bytes(self) -> int:
        """The most memory that was in use."""
