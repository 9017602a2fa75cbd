from collections.abc import Collection, Iterable, Sequence
from typing import Any, final

@final
class Walk:
    """A diagram for queries.

    `arrays` are `first` (uint32), `option` (uint16) and `to` (uint32) of grow.pxi, as any objects
    with the buffer protocol, whose contents must not change afterwards. `options` are the options
    of the Cover, each a tuple of item numbers: a piece or a group, then its cells, the lowest cell
    first. Items are numbered pieces first, then groups, then cells. `copies` is the number of
    copies of each piece, `labels_per_group` the number of labels of each group, `instance` what
    each option adds to the number of the instance. Raise ValueError if the arrays are not a diagram
    of these options, and OverflowError if the number of solutions does not fit 63 bits.
    """

    def __init__(
        self,
        arrays: Sequence[Any],
        options: Sequence[tuple[int, ...]],
        copies: Sequence[int],
        labels_per_group: Sequence[int],
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
        """Return the number of solutions that contain all of the `fixed` options, which may be
        labels. Raise ValueError for a number that is not an option."""

    def slice(self, fixed: Iterable[int], forbidden: Collection[int] = ()) -> Slice:
        """Return the solutions that contain the `fixed` options, which may be labels, and none of
        the forbidden ones."""

    def prepare(self) -> None:
        """Build the tables of `tally` and `fill` unless they exist. These methods call it too, but
        it must be called before threads share the walk."""

    def tally(self, counts: Any, first: int, last: int) -> None:
        """Count the solutions from number `first` to `last` (exclusive) by instance, and add the
        counts to `counts`, an int64 buffer of one entry per instance. Solutions are numbered in
        lexicographic order of all their options. Raise ValueError if the buffer has another size,
        or there are fewer solutions."""

    def fill(self, rows: Any, cursors: Any, first: int, last: int) -> None:
        """Write the solutions from `first` to `last` (exclusive) to `rows`, a uint16 buffer of
        shape (total, pieces).

        A solution of an instance is written to the row cursors[instance] (int64), which is then
        incremented. Its placements are in increasing order. Threads may share the rows, but not the
        cursors. Raise ValueError as `tally` does.
        """

@final
class Slice:
    """The solutions that contain all of some options and none of others.

    If the fixed options exclude each other, or one is fixed twice, there are no solutions. Raise
    ValueError for a number that is not an option.
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
        """Return solution number `index` in lexicographic order, as all its options, with labels.
        Raise IndexError if there are not that many."""

    def priced(self, cost: Any, bound: int) -> Priced:
        """Return the solutions by cost; `cost` is an int64 buffer of one entry per option. Raise
        ValueError for an entry outside -2^40 to 2^40, and OverflowError if the counters would take
        more than `bound` bytes."""

@final
class Priced:
    """The solutions of a Slice by their cost, the sum of the costs of their options."""

    def __init__(self, slice: Slice, cost: Any, bound: int) -> None: ...
    @property
    def numbers(self) -> dict[int, int]:
        """Return the number of solutions of each cost that occurs, in increasing order of cost."""

    def nth(self, cost: int, index: int) -> tuple[int, ...]:
        """Return solution number `index` among those of `cost`, in lexicographic order, as all its
        options, with labels. Raise IndexError if there are not that many."""
