from collections.abc import Sequence
from typing import final

Position = tuple[int, int, int]

@final
class Slides:
    """A search for the disassembly of up to 64 pieces.

    `steps` contains up to 8 directions, without their opposites, each as the change of a position.
    The coordinates of cells and of positions have the same unit. Tables and states take at most
    `bound` bytes of memory. Raise ValueError for arguments that exceed these bounds and for calls
    out of order, OverflowError if the memory bound is exceeded, ArithmeticError if a coordinate of
    a cell exceeds 8,191 or if that of a position differs by more than 16,383 from that of the first
    piece, and MemoryError.
    """

    def __init__(self, steps: Sequence[Position], bound: int) -> None: ...
    def add(self, cells: list[Position], swept: Sequence[list[Position]]) -> int:
        """Add a shape and return its number. At the position (0, 0, 0) it covers `cells`, and its
        first step in each direction sweeps the cells in `swept`."""

    def begin(self, which: Sequence[int], positions: Sequence[Position]) -> None:
        """Begin a search with pieces of these shapes, at these positions."""

    def run(self, budget: int) -> bool:
        """Continue for about `budget` moves; return True when a set of pieces can be removed, or no
        state remains."""

    def parts(self, which: Sequence[int], positions: Sequence[Position]) -> list[list[int]]:
        """Split the pieces at these positions into a set that can be moved straight out and the
        others, and split both parts in the same way, as long as possible. Return the final parts of
        two or more pieces, each as indices of `which`. A search that was begun before this call
        cannot be continued."""

    @property
    def path(self) -> list[list[Position]]:
        """Return the states from the start to the one in which `removed` is taken out: for each,
        the positions of the pieces minus the position of the first piece."""

    @property
    def removed(self) -> tuple[list[int], int, int] | None:
        """Return the indices of the pieces that are removed, the direction, and its sign (1 or -1);
        None as long as no set can be removed."""

    @property
    def bytes(self) -> int:
        """Return the memory in bytes that the tables and states take."""
