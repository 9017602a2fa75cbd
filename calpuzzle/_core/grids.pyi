"""The exact search of a nonogram; calpuzzle.nonogram.turns runs it."""

from collections.abc import Iterable, Sequence
from typing import final

# How a run ends.
PAUSED: int
SOLUTION: int
DONE: int
STUCK: int
# The most that a search may do.
LINES_ONLY: int
WITH_PROBES: int
WITH_GUESSES: int

@final
class Search:
    """One search, from clues to solutions.

    `rows` and `columns` are the clues, each a sequence of (length, colour); `given` the colours
    that each cell can have, as bit masks, row by row; `level` is LINES_ONLY, WITH_PROBES or
    WITH_GUESSES. A `thorough` search probes every cell again after each change.
    `lines` are the numbers of the lines to settle first (default: all), where rows are numbered
    before columns. Raise ValueError for numbers out of range.
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
        """Return the number of the last line that could not be filled, or -1. Lines that could not
        be filled in a probe count, too. With LINES_ONLY, `colours_left` is the state before this
        line was settled."""

    @property
    def settled(self) -> int:
        """Return the number of settled lines so far."""

    @property
    def probes(self) -> int:
        """Return the number of colours tried in probes so far."""

    @property
    def guesses(self) -> int:
        """Return the number of guesses so far."""

    @property
    def failures(self) -> int:
        """Return the number of failed probes so far."""

    def run(self, work: int) -> int:
        """Continue the search for about `work` settled lines; return how the run ended.

        The result is PAUSED; SOLUTION (see `colours_left`; the next call continues after it); DONE;
        or STUCK if `level` forbids the next step (the next call, with another level, continues
        there).
        """

    @property
    def depth(self) -> tuple[int, int]:
        """Return the number of guesses in the current state, and its maximum so far."""

    def explored(self) -> list[list[tuple[int, int]]]:
        """Return the finished parts of the search, each a list of pairs (cell, colour). All
        solutions that contain all pairs of one list have been found."""

    def colours_left(self) -> list[int]:
        """Return, for each cell, row by row, the bit mask of its possible colours in the current
        state."""

    def colours_certain(self) -> list[int]:
        """Return the same as `colours_left`, but in the state before the first of the current
        guesses."""
