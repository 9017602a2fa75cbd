from typing import final

from calpuzzle._core.inputs import Task

@final
class Frontier:
    """The frontier method, run in slices. It counts the solutions and, with `keep`, can also return
    them by number.

    Counts have any size. Keys have 64 bits (128 in frontier128). The states take at most `bound`
    bytes of memory; without `keep`, finished layers are freed. Raise ValueError for a task that
    contradicts itself, OverflowError for words that are too wide, and MemoryError.
    """

    def __init__(self, task: Task, keep: bool, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Continue for about `budget` steps, at least one state; return True when all is done.

        A step is one option tried on one state. Raise MemoryError, or OverflowError if the states
        exceed the bound; each later call then raises ValueError.
        """

    def nth(self, rank: int) -> tuple[int, ...]:
        """Return the options of solution number `rank`, counted from 0.

        Solutions are ordered by the option that covers the first open cell, then recursively. Raise
        IndexError if there are not that many, and ValueError without `keep` or before all is done.
        """

    @property
    def complete_keys(self) -> list[tuple[int, int]]:
        """Return the keys of the solutions, each with the number of solutions that have it. Raise
        ValueError with `keep` or before all is done."""

    @property
    def total(self) -> int:
        """Return the number of solutions. Raise ValueError before all is done."""

    @property
    def states(self) -> int:
        """Return the number of states found so far, in layers that have been reached."""

    @property
    def most_bytes(self) -> int:
        """Return the peak memory use in bytes."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return the number of finished layers and of all layers."""

@final
class Lister:
    """A search for the solutions one by one, in the order of their numbers.

    It stores the states that lead to no solution, up to `bound` bytes. Raise the exceptions of
    Frontier, and ValueError if `rows` is below 1.
    """

    def __init__(self, task: Task, rows: int, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Continue for `budget` nodes (placed options), or until `rows` solutions wait to be taken;
        return True when all is done."""

    def take(self) -> list[tuple[int, ...]]:
        """Return the solutions since the last call, the options of each in the order of
        placement."""

    @property
    def nodes(self) -> int:
        """Return the number of options placed so far."""

    @property
    def found(self) -> int:
        """Return the number of solutions found so far."""

@final
class Sample:
    """An estimate of the number of solutions: the layers of Frontier, each reduced to about `kept`
    states if it has more.

    States are dropped so that the mean of the estimate over all seeds is the count. Raise the
    exceptions of Frontier, and ValueError if `kept` is below 1.
    """

    def __init__(self, task: Task, kept: int, seed: int, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Continue for about `budget` steps, at least one state; return True when all is done.
        Raise the exceptions of Frontier.run."""

    @property
    def done(self) -> bool:
        """Return whether all is done."""

    @property
    def thinned(self) -> bool:
        """Return whether states have been dropped; if not, `total` is exact up to rounding."""

    @property
    def total(self) -> float:
        """Return the estimated number of solutions, divided by 2 ** `scale`. Raise ValueError
        before all is done."""

    @property
    def scale(self) -> int:
        """Return the exponent of the power of two by which `total` must be multiplied; it increases
        by 512 at a time."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return the number of finished layers, and of all layers but the last, which needs no
        work."""
