from collections.abc import Sequence
from typing import final

import numpy as np
import numpy.typing as npt

from calpuzzle._core.inputs import Root, SetTables, Tables

@final
class Growth:
    """The construction of a diagram, in short calls.

    The calls come in this order: start; forward over the layers 0, 1, ...; backward from the full
    board (the layer numbered `places`) down to 0; number; emit over the layers 0, 1, ... and the
    full board; finish. For the counts alone, call `counts` instead of `number`, and nothing after
    it.

    At most `bound` bytes of memory are allocated. Raise MemoryError, OverflowError if more would be
    needed, and ValueError for tables that exceed the bounds and for calls out of order.
    """

    def __init__(self, data: Tables, sets: SetTables, bound: int) -> None: ...
    def start(self, root: Root) -> None:
        """Put the root into its layer. No label and no piece may be placed in it."""

    @property
    def places(self) -> int:
        """Return the number of places of the frame."""

    def size(self, place: int) -> int:
        """Return the number of shapes found in a layer; an upper bound while edges to it wait."""

    def forward(self, place: int, start: int, number: int) -> int:
        """Process one slice of a layer: look up `number` of the edges that lead to it and, after
        the last edge, place all options on `number` of its shapes from `start` on.

        Return the next `start`, which is the layer's size when the layer is done.
        """

    def backward(self, place: int) -> None:
        """Remove the sets of a layer that cannot be completed, and the shapes that have no sets
        left."""

    def counts(self, labels_per_group: Sequence[int], result: npt.NDArray[np.int64]) -> bool:
        """Set `result`, an int64 array of one entry per instance, to the number of solutions of
        each instance.

        Return False, with `result` undefined, if the numbers are too large. This may be called only
        before `number`; an error leaves the growth unchanged.
        """

    def number(self) -> int:
        """Assign numbers to the remaining states, and return how many there are."""

    def emit(self, place: int) -> None:
        """Write the edges of a layer's states."""

    def finish(self) -> tuple[memoryview, memoryview | None, memoryview | None]:
        """Return the diagram: `first` (uint32, states + 1 entries), `option` (uint16, one entry per
        edge) and `to` (uint32, one entry per edge); the last two are None if there are no edges."""

    @property
    def most_bytes(self) -> int:
        """Return the peak memory use in bytes."""
