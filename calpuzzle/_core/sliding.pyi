from collections.abc import Sequence
from typing import final

Place = tuple[int, int, int]

@final
class Slides:
    """The moves of some pieces, at most 64, in at most `bound` bytes.

    `steps` are the directions, at most 8, each without its opposite one, as the change of a place.
    Cells are counted in the same units as places. Raises ValueError for tables past these bounds
    and for calls out of order, OverflowError past the memory, and MemoryError.
    """

    def __init__(self, steps: Sequence[Place], bound: int) -> None: ...
    def add(self, cells: list[Place], swept: Sequence[list[Place]]) -> int:
        """The number of a shape, which lies on these cells when its place is (0, 0, 0), and in its
        first step in each direction goes over those that are `swept`."""

    def begin(self, which: Sequence[int], places: Sequence[Place]) -> None:
        """Begin with pieces of these shapes, at these places."""

    def run(self, budget: int) -> bool:
        """Go on for about so many moves; True when a set of pieces can be taken out, or there is
        no other state."""

    def parts(self) -> list[list[int]]:
        """The parts, of two pieces or more, that are left of the pieces when all is taken out that
        goes straight out from where it lies, as the places of their pieces in `which`. To be called
        after `begin` and before `run`, or ValueError is raised."""

    @property
    def path(self) -> list[list[Place]]:
        """The places of the pieces, less that of the first, from the beginning to the state from
        which `removed` is taken out."""

    @property
    def removed(self) -> tuple[list[int], int, int] | None:
        """The pieces that are taken out, counted among those that were begun with, in which
        direction, and 1 or -1 for the way along it; None while there is no such set."""

    @property
    def bytes(self) -> int:
        """Return how much memory tables and states take."""
