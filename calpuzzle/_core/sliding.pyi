from collections.abc import Sequence
from typing import final

Place = tuple[int, int, int]

@final
class Slides:
    """The moves of some pieces, at most 64, in at most `bound` bytes.

    `steps` are the directions, at most 8, without their opposites, as the change of a place. Cells
    are counted in the same units as places. Raise ValueError for tables past these bounds and for
    calls out of order, OverflowError past the memory bound, and MemoryError.
    """

    def __init__(self, steps: Sequence[Place], bound: int) -> None: ...
    def add(self, cells: list[Place], swept: Sequence[list[Place]]) -> int:
        """Add a shape and return its number. It covers `cells` if its place is (0, 0, 0), and its
        first step in each direction passes over the cells of `swept`."""

    def begin(self, which: Sequence[int], places: Sequence[Place]) -> None:
        """Begin with pieces of these shapes, at these places."""

    def run(self, budget: int) -> bool:
        """Go on for about `budget` moves; return True when a set of pieces can be removed, or no
        state remains."""

    def parts(self) -> list[list[int]]:
        """Return the parts, of two pieces or more, that remain when all pieces that go straight out
        from the start are removed; each part lists its pieces as indices of `which`. Raise
        ValueError unless this is called after `begin` and before `run`."""

    @property
    def path(self) -> list[list[Place]]:
        """Return the places of the pieces, minus that of the first, from the start to the state
        from which `removed` is taken out."""

    @property
    def removed(self) -> tuple[list[int], int, int] | None:
        """Return the indices of the pieces that are removed, the direction, and 1 or -1 for its
        sign; None as long as there is no such set."""

    @property
    def bytes(self) -> int:
        """Return the memory that tables and states take, in bytes."""
