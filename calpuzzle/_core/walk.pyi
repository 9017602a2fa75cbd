from collections.abc import Iterable, Sequence
from typing import Any

class Walk:
    """A diagram that can be walked.

    `arrays` are `first` (uint32), `option` (uint16) and `to` (uint32) of grow.pxi, as any objects
    with the buffer protocol; `options` the options of the Cover, each a piece or a group and its
    cells, as numbers of items (pieces, then groups, then cells); `copies` how many of each piece
    are used, `shape` how many labels each group has, `instance` what each option adds to the number
    of the instance. Raises ValueError where the arrays are no
    diagram of these, OverflowError where the solutions do not fit 63 bits.
    """

    states: int
    edges: int
    def __init__(
        self,
        arrays: Sequence[Any],
        options: Sequence[tuple[int, ...]],
        copies: Sequence[int],
        shape: Sequence[int],
        instance: Sequence[int],
    ) -> None: ...
    @property
    def total(self) -> int:
        """How many solutions all instances have together."""

    def counts(self, result: Any, bound: int) -> None:
        """Add the solutions of each instance to `result`, a zeroed int64 buffer of one entry an
        instance. Raises OverflowError where it would take more than `bound` bytes."""

    def count(self, fixed: Iterable[int]) -> int:
        """How many solutions hold all of these options, labels among them."""

    def fill(self, rows: Any, cursors: Any) -> None:
        """Write all solutions: `rows` is a uint16 buffer of shape (total, pieces); a solution
        of an instance goes to the row cursors[instance] (int64), which is then counted up. Its
        placements are in rising order; the solutions of an instance come in lexicographic order.
        Raises ValueError where the buffers do not fit."""

    def slice(self, fixed: Iterable[int]) -> Slice:
        """What is left of the diagram when these options, labels among them, are laid."""

class Slice:
    """The solutions that hold all of some options. Options that clash leave none."""

    @property
    def total(self) -> int:
        """How many there are."""

    def occurrences(self, result: Any) -> None:
        """Add to `result`, a zeroed int64 buffer of one entry an option, in how many of the
        solutions each option occurs."""

    def nth(self, index: int) -> tuple[int, ...]:
        """The solution of that number in lexicographic order, all its options, labels too.
        Raises IndexError."""

    def fill(self, rows: Any, start: int) -> None:
        """Write solutions from number `start` on into `rows`, a uint16 buffer of shape (how many,
        options of a solution). Raises IndexError where there are not so many."""
