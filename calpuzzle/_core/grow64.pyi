from collections.abc import Sequence
from typing import final

import numpy as np
import numpy.typing as npt

from calpuzzle._core.inputs import Root, SetTables, Tables

@final
class Growth:
    """The construction of a diagram, one layer per call.

    The calls come in this order: start; forward over the layers 0, 1, ...; backward from the full
    board (the layer numbered `places`) down to 0; number; emit over the layers 0, 1, ... and the
    full board; finish. For the counts alone, call `counts` instead of `number`, and nothing after
    it.

    `bound` is the most memory in bytes that may be allocated. Raise MemoryError, OverflowError past
    the bound, and ValueError for tables past the bounds and for calls out of order.
    """

    def __init__(self, data: Tables, sets: SetTables, bound: int) -> None: ...
    def start(self, root: Root) -> None:
        """Put the root into its layer. The root has no labels placed."""

    @property
    def places(self) -> int:
        """Return the number of places of the frame."""

    def size(self, place: int) -> int:
        """Return the number of shapes of a layer; before `forward` reaches it, an upper bound."""

    def forward(self, place: int, start: int, number: int) -> int:
        """Look up `number` of the edges that lead to a layer; after the last one, place all options
        on `number` of its shapes from `start` on. Return the next `start`, which is the layer's
        size when it is done."""

    def backward(self, place: int) -> None:
        """Keep of the sets of a layer what can be completed, and the shapes that have such sets."""

    def counts(self, shape: Sequence[int], result: npt.NDArray[np.int64]) -> bool:
        """Set `result`, an int64 array of one entry per instance, to the number of solutions of
        each instance.

        `shape` is the number of labels of each group. Return False, with `result` undefined, if the
        numbers are too large. Call this before `number`, or not at all; an error leaves the growth
        as it was.
        """

    def number(self) -> int:
        """Assign numbers to the remaining states, and return how many there are."""

    def emit(self, place: int) -> None:
        """Write the edges of a layer's states."""

    def finish(self) -> tuple[memoryview, memoryview | None, memoryview | None]:
        """Return the diagram: `first` (uint32, states + 1 entries), `option` (uint16, one entry per
        edge) and `to` (uint32, one entry per edge); the last two are None if there are no edges."""

    @property
    def bytes(self) -> int:
        """Return the peak memory use in bytes."""
