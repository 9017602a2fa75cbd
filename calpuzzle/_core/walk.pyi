from collections.abc import Collection, Iterable, Sequence
from typing import Any, final

@final
class Walk:
    """A diagram that can be walked.

    `arrays` are `first` (uint32), `option` (uint16) and `to` (uint32) of grow.pxi, as any objects
    with the buffer protocol, which nobody writes to from now on; `options` the options of the
    Cover, each a piece or a group and its cells, the lowest one first, as numbers of items (pieces,
    then groups, then cells); `copies` how many of each piece are used, `shape` how many labels each
    group has, `instance` what each option adds to the number of the instance. Raises ValueError
    where the arrays are no diagram of these, OverflowError where the solutions do not fit 63 bits.
    """

    def __init__(
        self,
        arrays: Sequence[Any],
        options: Sequence[tuple[int, ...]],
        copies: Sequence[int],
        shape: Sequence[int],
        instance: Sequence[int],
    ) -> None: ...
    @property
    def states(self) -> int:
        """Return how many states the diagram has."""

    @property
    def pieces(self) -> int:
        """Return how many pieces a solution has."""

    @property
    def total(self) -> int:
        """Return how many solutions all instances have together."""

    def counts(self, result: Any, bound: int) -> None:
        """Set `result`, an int64 buffer of one entry an instance, to the solutions of each. Raises
        OverflowError, and sets nothing, where it would take more than `bound` bytes."""

    def count(self, fixed: Iterable[int]) -> int:
        """Return how many solutions hold all of these options, labels among them. Raises ValueError
        for one that there is not."""

    def listing(self, most: int, parts: int = 1) -> Listing:
        """All solutions, to be written; it keeps at most `most` endings, 16 bytes each, and never
        more than 32 MiB of them. With more parts than one, these are to be prepared first."""

    def slice(self, fixed: Iterable[int], forbidden: Collection[int] = ()) -> Slice:
        """Return what is left of the diagram when these options, labels among them, are laid, and
        none of the forbidden ones is."""

@final
class Listing:
    """All solutions of a diagram by number, in lexicographic order of all their options. Once
    prepared it does not change, so that several threads may use it at once. Its verbs raise
    ValueError where a buffer does not fit, for solutions that there are not, and out of order."""

    def __init__(self, walk: Walk, most: int, parts: int = 1) -> None: ...
    @property
    def levels(self) -> int:
        """Return how many options the longest endings have."""

    def prepare(self, level: int, part: int) -> None:
        """List one of the parts of the endings of so many options, for every level from 1 to
        `levels`: the parts of one may be listed at the same time, when those of the level below are
        done. Each part of a level is to be prepared once. Where there is one part, all are listed
        from the beginning on."""

    def tally(self, counts: Any, first: int, last: int) -> None:
        """Add to `counts`, an int64 buffer of one entry an instance, how many of the solutions from
        `first` to `last` (excluded) each instance has."""

    def fill(self, rows: Any, cursors: Any, first: int, last: int) -> None:
        """Write the solutions from `first` to `last` (excluded): `rows` is a uint16 buffer of shape
        (total, pieces); a solution of an instance goes to the row cursors[instance] (int64), which
        is then counted up. Its placements are in rising order. Threads may share the rows, but no
        cursors."""

@final
class Slice:
    """The solutions that hold all of some options and none of others. Options that clash leave
    none; one that there is not raises ValueError."""

    def __init__(
        self, walk: Walk, fixed: Iterable[int], forbidden: Collection[int] = ()
    ) -> None: ...
    @property
    def total(self) -> int:
        """Return how many there are."""

    def occurrences(self, result: Any) -> None:
        """Set `result`, an int64 buffer of one entry an option, to the number of the solutions that
        each option occurs in."""

    def nth(self, index: int) -> tuple[int, ...]:
        """The solution of that number in lexicographic order, all its options, labels too.
        Raises IndexError."""

    def priced(self, cost: Any, bound: int) -> Priced:
        """The solutions by their cost: `cost` is an int64 buffer of one entry an option. Raises
        ValueError for an entry past 2^40 either way, and OverflowError where the numbers would take
        more than `bound` bytes."""

@final
class Priced:
    """The solutions of a Slice by their cost, the sum of what their options cost."""

    def __init__(self, slice: Slice, cost: Any, bound: int) -> None: ...
    @property
    def numbers(self) -> dict[int, int]:
        """Return how many solutions have each cost that one has, by rising cost."""

    def nth(self, cost: int, index: int) -> tuple[int, ...]:
        """The solution of that number among those of that cost, in lexicographic order, all its
        options, labels too. Raises IndexError."""
