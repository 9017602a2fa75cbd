from typing import final

from calpuzzle._core.inputs import Task

@final
class Frontier:
    """The frontier method in slices, as a count of the solutions; with `keep`, these can
    then be had by their numbers. Counts have any size.

    Keys have 64 bits (in frontier128 they have 128). `bound` is the most memory in bytes that the
    states may take; without `keep`, those of layers that are done are given up. Raises ValueError
    for a task that contradicts itself, OverflowError for words that are too wide, MemoryError.
    """

    def __init__(self, task: Task, keep: bool, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Go on for about `budget` steps, an option on a state each, and at least one state;
        True when all is done. Raises MemoryError, and OverflowError past the bound; after that,
        ValueError."""

    def nth(self, rank: int) -> tuple[int, ...]:
        """The options of the solution of that number from 0 on: of the first cell that is open, the
        options in their order. Raises IndexError where there are not so many, ValueError where they
        are not kept, or not done."""

    @property
    def found(self) -> list[tuple[int, int]]:
        """The keys that have all that is wanted, and their ways. Raises ValueError where it is not
        done, or they are kept."""

    @property
    def total(self) -> int:
        """Return how many solutions there are. Raises ValueError where it is not done."""

    @property
    def states(self) -> int:
        """Return how many states have been found, those of layers that are done."""

    @property
    def most_bytes(self) -> int:
        """The most memory that has been in use."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return how many layers are done, and how many there are to do."""

@final
class Lister:
    """A search for the solutions one by one, in the order of their numbers, which remembers the
    states that lead to none while they fit `bound` bytes. Raises as Frontier does, and ValueError
    where there is to be room for no row."""

    def __init__(self, task: Task, rows: int, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Go on for so many nodes, options laid, or until `rows` solutions are there; whether all
        is done."""

    def take(self) -> list[tuple[int, ...]]:
        """The solutions since the last call, the options of each in the order in which they were
        laid."""

    @property
    def nodes(self) -> int:
        """Return how many options have been laid."""

    @property
    def found(self) -> int:
        """Return how many solutions have been found."""

@final
class Sample:
    """An estimate of the number of solutions: the layers of Frontier of at most `kept` states each,
    of which the others are thrown away so that the mean of `total` over all seeds is the count.
    Raises as Frontier does, and ValueError where no state is kept."""

    def __init__(self, task: Task, kept: int, seed: int, bound: int) -> None: ...
    def run(self, budget: int) -> bool:
        """Go on for about `budget` steps, an option on a state each, and at least one state;
        True when all is done. Raises as that of Frontier does."""

    @property
    def done(self) -> bool:
        """Return whether all is done."""

    @property
    def thinned(self) -> bool:
        """Return whether states have been thrown away: if not, it is no sample."""

    @property
    def total(self) -> float:
        """Return how many solutions there are by this sample, divided by 2 ** `scale`. Raises
        ValueError where it is not done."""

    @property
    def scale(self) -> int:
        """Return the power of two that `total` is to be multiplied by; it rises by 512."""

    @property
    def layers(self) -> tuple[int, int]:
        """Return how many layers are done, and how many there are to do."""
