from collections.abc import Callable, Sequence
from typing import final

@final
class Memo:
    """The states of some roots, and their lines, as those of `Plain` in
    calpuzzle/results/proving.py.

    The board has at most 64 cells, and the fields of the classes fit a word.
    """

    def __init__(
        self,
        options: Sequence[tuple[int, int]],
        least: Sequence[int],
        most: Sequence[int],
        optional: int,
        look: Callable[[int], None],
        bound: int,
    ) -> None: ...
    @property
    def full(self) -> int:
        """Return the word of all pieces: the field of each class at its maximum."""

    def grow(self, cells: int, remaining: int) -> int:
        """Return the number of solutions of the state. Raise OverflowError past the bound, or if
        the number does not fit 64 bits, and any exception that `look` raises."""

    def lines(self, cells: int, remaining: int, put: Callable[[str], None]) -> None:
        """Pass the lines of a root that has grown to `put`; roots come in the order in which they
        grew."""

    @property
    def lines_written(self) -> int:
        """Return the number of lines written."""
