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

    def count(self, fixed: Iterable[int]) -> int:
        """Return how many solutions hold all of these options, labels among them. Raises ValueError
        for one that there is not."""

    def slice(self, fixed: Iterable[int], forbidden: Collection[int] = ()) -> Slice:
        """Return what is left of the diagram when these options, labels among them, are laid, and
        none of the forbidden ones is."""

    def prepare(self) -> None:
        """Make the tables of `tally` and `fill`, unless they are made. Call it before threads share
        the walk; these methods call it, too."""

    def tally(self, counts: Any, first: int, last: int) -> None:
        """Add to `counts`, an int64 buffer of one entry an instance, how many of the solutions from
        `first` to `last` (excluded), in lexicographic order of all their options, each instance
        has. Raises ValueError where a buffer does not fit, and for solutions that there are not."""

    def fill(self, rows: Any, cursors: Any, first: int, last: int) -> None:
        """Write the solutions from `first` to `last` (excluded): `rows` is a uint16 buffer of shape
        (total, pieces); a solution of an instance goes to the row cursors[instance] (int64), which
        is then counted up. Its placements are in rising order. Threads may share the rows, but no
        cursors. Raises ValueError as `tally`."""

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
