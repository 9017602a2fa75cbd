from collections.abc import Callable
from typing import final

from calpuzzle._core.inputs import OutlineItems, OutlineKeys

@final
class Complements:
    """Meet in the middle for one puzzle: the lists of the lower and of the upper half.

    After `make`, `total` is the number of solutions.

    The halves meet at the first outline that covers `cut` items or more. If `cut` is the number of
    items that the root covers, all lists are stored and the solutions can be listed. Options must
    be sorted by their lowest item. The halves take at most `bound` bytes of memory. Keys and ways
    have 32 bits (64 in complements64).

    Raise ValueError for items that exceed the bounds (128 places and groups together, 16 groups,
    65,535 options) or a root that covers everything, OverflowError for words that are too wide, and
    MemoryError.
    """

    def __init__(self, items: OutlineItems, keys: OutlineKeys, cut: int, bound: int) -> None: ...
    def make(self, stop: Callable[[], None]) -> None:
        """Build the halves and join them. This can be called only once.

        `stop` is called every few milliseconds, and an exception that it raises ends the work.
        Raise MemoryError, OverflowError if the halves exceed the bound, and ArithmeticError if a
        number of ways does not fit its word.
        """

    def rows(self, rank: int, number: int) -> list[tuple[int, ...]]:
        """Return up to `number` solutions in lexicographic order, from number `rank` on. Raise
        ValueError if the halves are not finished, or were not built for listing."""

    @property
    def total(self) -> int:
        """Return the number of solutions found so far. When `make` is done, it is the number of all
        solutions. It may have up to 192 bits."""

    @property
    def size(self) -> tuple[int, int]:
        """Return the number of outlines and of edges between them."""

    @property
    def entries(self) -> int:
        """Return the number of list entries created so far."""

    @property
    def most_bytes(self) -> int:
        """Return the peak memory use in bytes."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return the number of finished layers and of all layers. A layer counts once for each pass
        over it."""
