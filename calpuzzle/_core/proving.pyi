from collections.abc import Callable, Sequence
from typing import final

@final
class Memo:
    """The states of a certificate below some roots, and their lines. The result is the same as that
    of `PythonProof` in calpuzzle/results/proving.py.

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
        """Find the states below a root, and return its number of solutions. Raise OverflowError if
        the states exceed the bound or the number does not fit 64 bits, and any exception that
        `look` raises."""

    def lines(self, cells: int, remaining: int, put: Callable[[str], None]) -> None:
        """Pass the lines of a root to `put`, after `grow` was called for it. The roots must come in
        the same order as in the calls of `grow`."""

    @property
    def lines_written(self) -> int:
        """Return the number of lines written."""
