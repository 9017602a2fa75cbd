"""The exact search of a nonogram; calpuzzle.nonogram.solver runs it."""

from collections.abc import Iterable, Sequence
from typing import final

# How a run ends.
PAUSED: int
SOLUTION: int
DONE: int
STUCK: int
# How far a search may go.
LINES_ONLY: int
WITH_PROBES: int
WITH_GUESSES: int

@final
class Search:
    """One search, from clues to solutions.

    `rows` and `columns` are the clues, each a sequence of (length, colour); `given` the colours
    that each cell can have, as bit masks, row by row; `level` what may be tried. A `thorough`
    search probes every cell anew after each change. `lines` are in the queue at the start, by
    their numbers, rows first (default: all). Raises ValueError for what is out of range.
    """

    level: int

    def __init__(
        self,
        rows: Sequence[Sequence[tuple[int, int]]],
        columns: Sequence[Sequence[tuple[int, int]]],
        colours: int,
        given: Sequence[int] | None = None,
        level: int = ...,
        thorough: bool = False,
        *,
        lines: Iterable[int] | None = None,
    ) -> None: ...
    @property
    def failed(self) -> int:
        """The line that could not be filled last, or -1; `colours_left` then is what was known."""

    @property
    def settled(self) -> int:
        """Lines settled so far."""

    @property
    def probes(self) -> int:
        """Colours of cells tried so far."""

    @property
    def guesses(self) -> int:
        """Guesses made so far."""

    @property
    def failures(self) -> int:
        """Probes that failed so far."""

    def run(self, work: int) -> int:
        """Search on for about `work` settled lines: PAUSED, SOLUTION (see `colours_left`; the next
        call goes on behind it), DONE, or STUCK where `level` forbids what would help; with
        another level the next call goes on from there."""

    @property
    def depth(self) -> tuple[int, int]:
        """Guesses that the present state rests on, and the most there ever were."""

    def explored(self) -> list[list[tuple[int, int]]]:
        """The parts of the search that are done: lists of pairs (cell, colour) whose
        solutions, those that have all of them, are found."""

    def colours_left(self) -> list[int]:
        """For each cell, row by row, the bit mask of colours it has in the present state."""

    def colours_certain(self) -> list[int]:
        """As `colours_left`, but only what rests on no guess."""
