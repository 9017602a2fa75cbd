from collections.abc import Collection, Iterable, Sequence
from typing import Any, final

@final
class Walk:
    """A diagram for queries.

    `arrays` are `first` (uint32), `option` (uint16) and `to` (uint32) of grow.pxi, as any objects
    with the buffer protocol, which must not change from now on. `options` are the options of the
    Cover, each a piece or a group and its cells, the lowest one first, as numbers of items (pieces,
    then groups, then cells). `copies` is the number of copies of each piece, `shape` the number of
    labels of each group, `instance` the step of each option in the number of the instance. Raise
    ValueError if the arrays are no diagram of these, and OverflowError if the number of solutions
    does not fit 63 bits.
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
        """Return the number of states of the diagram."""

    @property
    def pieces(self) -> int:
        """Return the number of pieces of a solution."""

    @property
    def total(self) -> int:
        """Return the number of solutions of all instances together."""

    def count(self, fixed: Iterable[int]) -> int:
        """Return the number of solutions that contain all of these options, which may be labels.
        Raise ValueError for a number that is no option."""

    def slice(self, fixed: Iterable[int], forbidden: Collection[int] = ()) -> Slice:
        """Return the part of the diagram that contains the `fixed` options, which may be labels,
        and none of the forbidden ones."""

    def prepare(self) -> None:
        """Make the tables of `tally` and `fill`, unless they exist. Call this before threads share
        the walk; these methods call it, too."""

    def tally(self, counts: Any, first: int, last: int) -> None:
        """Add to `counts`, an int64 buffer of one entry per instance, the number of each instance's
        solutions among those from `first` to `last` (excluded), in lexicographic order of all
        options. Raise ValueError if a buffer does not fit, or there are not so many solutions."""

    def fill(self, rows: Any, cursors: Any, first: int, last: int) -> None:
        """Write the solutions from `first` to `last` (excluded) to `rows`, a uint16 buffer of shape
        (total, pieces).

        A solution of an instance goes to the row cursors[instance] (int64), which is then
        incremented. Its placements are in rising order. Threads may share the rows, but no cursors.
        Raise ValueError as `tally`.
        """

@final
class Slice:
    """The solutions that contain all of some options and none of others.

    Options that exclude each other leave no solution; a number that is no option raises ValueError.
    """

    def __init__(
        self, walk: Walk, fixed: Iterable[int], forbidden: Collection[int] = ()
    ) -> None: ...
    @property
    def total(self) -> int:
        """Return the number of solutions."""

    def occurrences(self, result: Any) -> None:
        """Set `result`, an int64 buffer of one entry per option, to the number of solutions that
        contain each option."""

    def nth(self, index: int) -> tuple[int, ...]:
        """Return the solution of number `index` in lexicographic order, as all its options, with
        labels. Raise IndexError if there are not so many."""

    def priced(self, cost: Any, bound: int) -> Priced:
        """Return the solutions by cost; `cost` is an int64 buffer of one entry per option. Raise
        ValueError for an entry past 2^40 either way, and OverflowError if the counters would take
        more than `bound` bytes."""

@final
class Priced:
    """The solutions of a Slice by their cost, the sum of the costs of their options."""

    def __init__(self, slice: Slice, cost: Any, bound: int) -> None: ...
    @property
    def numbers(self) -> dict[int, int]:
        """Return the number of solutions of each cost that occurs, by rising cost."""

    def nth(self, cost: int, index: int) -> tuple[int, ...]:
        """Return the solution of number `index` among those of `cost`, in lexicographic order, as
        all its options, with labels. Raise IndexError if there are not so many."""
