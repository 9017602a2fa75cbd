from collections.abc import Sequence
from typing import Protocol, final

class _Tables(Protocol):
    """The tables of a search; calpuzzle.engines.layout.Tables says what each field is."""

    @property
    def places(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def instances(self) -> int: ...
    @property
    def reach(self) -> int: ...
    @property
    def used_bits(self) -> int: ...
    @property
    def masks(self) -> list[int]: ...
    @property
    def test(self) -> list[int]: ...
    @property
    def add(self) -> list[int]: ...
    @property
    def step(self) -> list[int]: ...
    @property
    def instance(self) -> list[int]: ...
    @property
    def buckets(self) -> list[int]: ...
    @property
    def sums(self) -> list[int]: ...
    @property
    def not_first(self) -> int: ...
    @property
    def not_last(self) -> int: ...
    @property
    def group_cells(self) -> list[int]: ...
    @property
    def group_bits(self) -> list[int]: ...

class _Root(Protocol):
    """The state that a search begins in."""

    @property
    def occupied(self) -> int: ...
    @property
    def used(self) -> int: ...
    @property
    def instance(self) -> int: ...
    @property
    def sums(self) -> int: ...

@final
class Search:
    """One search over the tables, run in slices. Raises ValueError for tables past its bounds
    (64 places, in backtrack128 128, and 16 groups) or with options in a wrong bucket, OverflowError
    for words that are too wide, and MemoryError.

    `rows` is how many solutions a slice may hold; with 0 solutions are only counted.
    """

    def __init__(self, data: _Tables, rows: int = 0) -> None: ...
    def start(
        self, root: _Root, prefix: Sequence[int] = (), limit: int = 0, path: Sequence[int] = ()
    ) -> None:
        """Begin at `root` with the options of `prefix` laid; with a `limit`, count and list the
        partial solutions of that many options instead of the whole ones. With the `path` of
        another search that began alike, go on where that one was. Raises ValueError where the
        options of the prefix and the path do not follow one another, or there are too many."""

    @property
    def path(self) -> list[int]:
        """The options chosen at this moment, below the prefix: what comes before them in the order
        of the search is done, what comes after them is not."""

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
