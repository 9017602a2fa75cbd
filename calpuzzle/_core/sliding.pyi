from array import array
from collections.abc import Sequence
from typing import final

Place = tuple[int, int, int]

@final
class Slides:
    """The moves of some pieces, at most 64, which lie as `cells` says when each is at the place
    (0, 0, 0), in at most `bound` bytes.

    `steps` are the directions, at most 8, each without its opposite one, as the change of a place;
    `swept` says for each direction and piece over which other cells it goes in its first step.
    Cells are counted in the same units as places, and stand one behind the other, as int32. Raises
    ValueError for tables past these bounds and for calls out of order, OverflowError past the
    memory, and MemoryError.
    """

    def __init__(
        self,
        steps: Sequence[Place],
        cells: Sequence[array[int]],
        swept: Sequence[Sequence[array[int]]],
        bound: int,
    ) -> None: ...
    def begin(self, which: Sequence[int], places: Sequence[Place]) -> None:
        """Begin with some of the pieces, by rising numbers, at these places."""

    def run(self, budget: int) -> bool:
        """Go on for about so many moves; True when a set of pieces can be taken out, or there is
        no other state."""

    @property
    def path(self) -> list[list[Place]]:
        """The places of the pieces, less that of the first, from the beginning to the state from
        which `removed` is taken out."""

    @property
    def removed(self) -> tuple[list[int], int, int] | None:
        """The pieces that are taken out, counted among those that were begun with, in which
        direction, and 1 or -1 for the way along it; None while there is no such set."""

    @property
    def found(self) -> int:
        """Return how many states there are."""
