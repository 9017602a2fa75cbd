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
# The maximum number of initial clauses, and of numbers in all clauses together: the literals, and
# two more for each clause.
MAX_CLAUSES: int
MAX_NUMBERS: int

@final
class Learner:
    """One search, from clues to solutions.

    `rows` and `columns` are the clues, each a sequence of (length, colour); `given` the colours
    that each cell can have, as bit masks, row by row; `most` the maximum number of literals in all
    clauses together, plus two for each clause. With `record` all clauses are recorded; see
    `recorded`. Raise ValueError for numbers out of range, and OverflowError for a nonogram of more
    than MAX_CLAUSES clauses.
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
        """Return the work so far: mainly the number of visited watches."""

    @property
    def conflicts(self) -> int:
        """Return the number of conflicts so far."""

    def rule_out(self, together: Iterable[Sequence[tuple[int, int]]]) -> None:
        """Exclude the solutions that contain all pairs (cell, colour) of one of the lists in
        `together`."""

    def run(self, work: int) -> int:
        """Continue the search for about `work` visited watches; return how the run ended.

        The result is PAUSED; SOLUTION (see `colours_left`; the next call continues after it); or
        DONE. Raise MemoryError if there are too many clauses, and also at each later call.
        """

    def colours_left(self) -> list[int]:
        """Return, for each cell, row by row, the bit mask of its colour in the current solution."""

    def recorded(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the recorded clauses, each as its kind and its literals, which are numbered as in
        `clauses`; after the last one, clear the record.

        STATED clauses form the problem. A DROPPED clause is an earlier one that is no longer used.
        Until the first solution, each DERIVED clause follows by unit propagation from the clauses
        that are recorded before it and not yet dropped there. The clauses that exclude the
        solutions found by `run` are not recorded.
        """

    def clauses(self) -> list[list[int]]:
        """Return the problem, without learned clauses, as DIMACS literals: variables are numbered
        from 1, and a negated variable is a negative number. The variables of the cells come first,
        one per cell, or one per cell and colour."""
