from collections.abc import Sequence
from typing import final

from calpuzzle._core.inputs import Root, Tables

@final
class Search:
    """One search over the tables, run in slices. Raises ValueError for tables past its bounds
    (64 places, in backtrack128 128, and 16 groups) or with options in a wrong bucket, OverflowError
    for words that are too wide, and MemoryError.

    `rows` is how many solutions a slice may hold; with 0 solutions are only counted.
    """

    def __init__(self, data: Tables, rows: int = 0) -> None: ...
    def start(
        self, root: Root, prefix: Sequence[int] = (), limit: int = 0, path: Sequence[int] = ()
    ) -> None:
        """Begin at `root` with the options of `prefix` laid; with a `limit`, count and list the
        partial solutions of that many options instead of the whole ones. With the `path` of
        another search that began alike, go on where that one was. Raises ValueError where the
        options of the prefix and the path do not follow one another, or there are too many."""

    @property
    def path(self) -> list[int]:
        """The options chosen at this moment, below the prefix: what comes before them in the order
        of the search is done, what comes after them is not. Where `run` ended since its rows are
        full, what is below them is done in part: another search would find it again."""

    def run(self, budget: int) -> bool:
        """Search on for about `budget` nodes, without the GIL; True when the search is over.
        Returns early, with False, when `rows` solutions are held."""

    def take(self) -> list[tuple[int, ...]]:
        """The solutions that the last slice found, each as its option numbers, rising."""

    @property
    def counts(self) -> list[int]:
        """Solutions found so far, of each instance, over all starts of this object."""

    @property
    def nodes(self) -> int:
        """Options laid so far, over all starts of this object."""
