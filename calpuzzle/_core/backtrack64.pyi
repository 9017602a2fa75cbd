from collections.abc import Sequence
from typing import final

from calpuzzle._core.inputs import Root, Tables

@final
class Search:
    """One search over the tables, run in slices.

    `rows` is the number of solutions that a slice can hold; if it is 0, solutions are only counted.
    Raise ValueError for tables that exceed the bounds (64 places, or 128 in backtrack128, and 16
    groups) or have options in a wrong bucket, OverflowError for words that are too wide, and
    MemoryError.
    """

    def __init__(self, data: Tables, rows: int = 0) -> None: ...
    def start(self, root: Root, prefix: Sequence[int] = (), limit: int = 0) -> None:
        """Begin at `root` with the options of `prefix` placed.

        With a `limit`, count and list the partial solutions of that many options instead of
        complete ones. Raise ValueError if the search cannot place the options of the prefix in this
        order, or if there are too many.
        """

    def run(self, budget: int) -> bool:
        """Continue for about `budget` nodes, without the GIL; return True when the search is over.

        After `rows` solutions, return False early.
        """

    def take(self) -> list[tuple[int, ...]]:
        """Return the solutions that the last slice found, each as its option numbers in increasing
        order."""

    @property
    def counts(self) -> list[int]:
        """Return the number of solutions of each instance found so far, over all starts of this
        object."""

    @property
    def nodes(self) -> int:
        """Return the number of options placed so far, over all starts of this object."""
