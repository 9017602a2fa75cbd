from collections.abc import Callable
from typing import final

from calpuzzle._core.inputs import Items, Keys

@final
class Complements:
    """Two halves of all solutions that complete each other; once they are made, their `total`.

    They meet at the first outline that covers `cut` items or more; where that is as many as the
    root covers, all is kept, and the solutions can be listed. Options rise by their lowest item.
    `bound` is the most memory in bytes that the halves may take. Keys and ways have 32 bits (in
    complements64 they have 64).

    Raises ValueError for items past its bounds (128 places and groups, 16 groups, 65,535 options)
    and for a root that leaves nothing open, OverflowError for words that are too wide, MemoryError.
    """

    def __init__(self, items: Items, keys: Keys, cut: int, bound: int) -> None: ...
    def make(self, stop: Callable[[], None]) -> None:
        """Make the halves and join them, once. `stop` is called every some milliseconds, and what
        it raises ends the work. Raises MemoryError, OverflowError past the bound and
        ArithmeticError where ways do not fit."""

    def rows(self, rank: int, number: int) -> list[tuple[int, ...]]:
        """At most `number` solutions in lexicographic order, from that of number `rank` on. Raises
        ValueError where they are not kept, or not done."""

    @property
    def total(self) -> int:
        """Return how many solutions have been found; all, when it is done. They may take 192
        bits."""

    @property
    def size(self) -> tuple[int, int]:
        """Return how many outlines there are, and edges between them."""

    @property
    def entries(self) -> int:
        """Return how many entries have been made."""

    @property
    def most_bytes(self) -> int:
        """The most memory that has been in use."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return how many layers are done, and how many there are to do, each several times."""
