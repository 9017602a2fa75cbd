from collections.abc import Callable
from typing import final

from calpuzzle._core.inputs import Items, Keys

@final
class Complements:
    """Two halves of all solutions that complete each other; after `make`, their `total`.

    The halves meet at the first outline that covers `cut` items or more. If `cut` is the number of
    items that the root covers, all lists are stored and the solutions can be listed. Options rise
    by their lowest item. `bound` is the most memory in bytes that the halves may take. Keys and
    ways have 32 bits (in complements64 they have 64).

    Raise ValueError for items past the bounds (128 places and groups, 16 groups, 65,535 options)
    and for a root that covers everything, OverflowError for words that are too wide, and
    MemoryError.
    """

    def __init__(self, items: Items, keys: Keys, cut: int, bound: int) -> None: ...
    def make(self, stop: Callable[[], None]) -> None:
        """Make the halves and join them, once.

        `stop` is called every few milliseconds, and an exception that it raises ends the work.
        Raise MemoryError, OverflowError past the bound and ArithmeticError if ways do not fit their
        word.
        """

    def rows(self, rank: int, number: int) -> list[tuple[int, ...]]:
        """Return up to `number` solutions in lexicographic order, from number `rank` on. Raise
        ValueError if the halves are not finished, or were not made for listing."""

    @property
    def total(self) -> int:
        """Return the number of solutions found so far; of all when `make` is done. It may take 192
        bits."""

    @property
    def size(self) -> tuple[int, int]:
        """Return the number of outlines and of edges between them."""

    @property
    def entries(self) -> int:
        """Return the number of entries made so far."""

    @property
    def most_bytes(self) -> int:
        """Return the peak memory use in bytes."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return the number of finished layers and of all layers; each layer is processed several
        times."""
