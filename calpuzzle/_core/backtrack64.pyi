from collections.abc import Sequence
from typing import final

from calpuzzle._core.inputs import Root, Tables

@final
class Search:
    """One search over the tables, run in slices.

    `rows` is the number of solutions that a slice can hold; with 0 solutions are only counted.
    Raise ValueError for tables past the bounds (64 places, in backtrack128 128, and 16 groups) or
    with options in a wrong bucket, OverflowError for words that are too wide, and MemoryError.
    """

    def __init__(self, data: Tables, rows: int = 0) -> None: ...
    def start(self, root: Root, prefix: Sequence[int] = (), limit: int = 0) -> None:
        """Begin at `root` with the options of `prefix` placed.

        With a `limit`, count and list the partial solutions of that many options instead of the
        whole ones. Raise ValueError if the options of the prefix cannot follow one another, or are
        too many.
        """

    def run(self, budget: int) -> bool:
        """Search on for about `budget` nodes, without the GIL; return True when the search is over.

        With `rows` solutions found it returns early, with False.
        """

    def take(self) -> list[tuple[int, ...]]:
        """Return the solutions that the last slice found, each as its option numbers in rising
        order."""

    @property
    def counts(self) -> list[int]:
        """Return the number of solutions of each instance found so far, over all starts of this
        object."""

    @property
    def nodes(self) -> int:
        """Return the number of options placed so far, over all starts of this object."""
