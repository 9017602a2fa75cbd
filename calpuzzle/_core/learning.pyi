"""The search of a nonogram by conflict-driven clause learning; calpuzzle.nonogram.turns runs it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import final

# How a run ends.
PAUSED: int
SOLUTION: int
DONE: int
# Kinds of recorded clauses.
STATED: int
DERIVED: int
DROPPED: int
# Clauses that a nonogram may have at the start, and numbers that all may have together.
MAX_CLAUSES: int
MOST_NUMBERS: int

@final
class Learner:
    """One search, from clues to solutions.

    `rows` and `columns` are the clues, each a sequence of (length, colour); `given` the colours
    that each cell can have, as bit masks, row by row; `most` the numbers that all clauses may have
    together. With `record` all clauses are recorded: see `recorded`. Raises ValueError for what is
    out of range, and OverflowError for a nonogram of more than MAX_CLAUSES clauses.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[tuple[int, int]]],
        columns: Sequence[Sequence[tuple[int, int]]],
        colours: int,
        given: Sequence[int],
        most: int = ...,
        record: bool = ...,
    ) -> None: ...
    @property
    def visited(self) -> int:
        """Watched clauses looked at so far."""

    @property
    def conflicts(self) -> int:
        """Conflicts so far."""

    def rule_out(self, together: Iterable[Sequence[tuple[int, int]]]) -> None:
        """Rule out the solutions in which all cells of one of `together` have the colours that it
        says, as pairs (cell, colour)."""

    def run(self, work: int) -> int:
        """Search on for about `work` watched clauses: PAUSED, SOLUTION (see `colours_left`; the
        next call goes on behind it) or DONE. Raises MemoryError where the clauses become too many,
        and each time from then on."""

    def colours_left(self) -> list[int]:
        """For each cell, row by row, the bit mask of its colour in the solution at hand."""

    def recorded(self) -> Iterator[tuple[int, list[int]]]:
        """Yield what has been recorded, and forget it: STATED, DERIVED or DROPPED, each with a
        clause in the numbers of `clauses`. Those that are STATED are the problem; each that is
        DERIVED follows by unit propagation from those before it that are not DROPPED."""

    def clauses(self) -> list[list[int]]:
        """The problem, without learned clauses, in DIMACS numbers: variables from 1 on, negated
        ones below 0. The cells come first, a variable each, or one a colour."""
