from collections.abc import Callable, Sequence
from typing import final

@final
class Memo:
    """The states of some roots, and their lines, as `Plain` of calpuzzle/results/proving.py has
    them: for boards of at most 64 cells, and classes whose fields fit a word."""

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
        """The field of each class at its most."""

    def grow(self, cells: int, left: int) -> int:
        """Return how many solutions the state has. Raises OverflowError past the bound, or where
        they do not fit 64 bits, and what `look` raises."""

    def lines(self, cells: int, left: int, put: Callable[[str], None]) -> None:
        """Hand over the lines of a root that has grown to `put`; roots come in the order in which
        they grew."""

    @property
    def lines_written(self) -> int:
        """Return how many lines have been written."""
