from collections.abc import Sequence
from typing import final

import numpy as np
import numpy.typing as npt

from calpuzzle._core.inputs import Root, SetTables, Tables

@final
class Growth:
    """The growth of a diagram, one layer at a call, in this order: start; forward over the layers
    0, 1, ... ; backward from the full board (the layer numbered `places`) down over them; number;
    emit over the layers 0, 1, ... and the full board; finish. Whoever wants only the counts asks
    for `counts` instead of `number`, and for no more.

    `bound` is the most memory in bytes that it may take. Raises MemoryError, OverflowError past the
    bound, and ValueError for tables past its bounds and for calls out of order.
    """

    def __init__(self, data: Tables, sets: SetTables, bound: int) -> None: ...
    def start(self, root: Root) -> None:
        """Put the root into its layer; its labels are not laid."""

    @property
    def places(self) -> int:
        """Return how many places the frame has."""

    def size(self, place: int) -> int:
        """Return how many shapes a layer has; before `forward` has begun on them, at most so
        many."""

    def forward(self, place: int, start: int, number: int) -> int:
        """Look up `number` of the edges that lead to a layer; when that is done, lay all options on
        `number` of its shapes from `start` on. Returns where to go on, which is the layer's size
        when it is done."""

    def backward(self, place: int) -> None:
        """Keep of the sets of a layer what can be completed, and the shapes that have some."""

    def counts(self, shape: Sequence[int], result: npt.NDArray[np.int64]) -> bool:
        """Set `result`, of one entry an instance, to the solutions of every instance; `shape` is
        how many labels each group has. Where it returns False the numbers are too large for it,
        and the result is not set. To be called before `number`, or not at all; an error leaves
        the growth as it was."""

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
