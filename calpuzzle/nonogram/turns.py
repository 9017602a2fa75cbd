"""Two alternating searches of one nonogram: by lines, and by clause learning from conflicts (CDCL).

`_core.grids` settles lines and probes cells, which solves almost every puzzle in milliseconds;
`_core.learning` is a CDCL solver, which solves some puzzles in a second that would take the line
search a day. Together they are an algorithm portfolio (Huberman, Lukose and Hogg, 1997; Gomes and
Selman, 2001) on one thread. The line search begins. If it finds nothing for some milliseconds, both
work in turns of about equal time, which double in length at first, so that together they take about
twice as long as the faster of the two. For that to hold on every puzzle, CDCL must search as it
would alone until a second solution is found: it starts from the masks that lines and probes reach
before the first guess and gets no further clauses, because even one can make its search longer. A
turn ends after a number of steps, never by the clock, so that results are reproducible.

No solution is reported twice. The first one, and all that CDCL has found, are stored and compared
with those found later. If the line search has found another one, the part that it has searched is
excluded before the next turn of CDCL.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle._core import grids as core
from calpuzzle._core import learning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.nonogram.clues import Clues, Masks

# A step takes about 20 ns, whether the puzzle is sparse or full. Visiting a clause is one step.
# Settling a line takes one step for each block, and two for the overhead of the line and the
# bookkeeping of probes, all times a factor for the 64-bit words of the line (see slice_of).
SLICE = 200_000  # steps between two checks of the clock
TURN = 200_000  # the steps of a turn, once turns have stopped doubling
FIRST, EACH = 10_000, 80  # FIRST + EACH * cells: steps of the line search before clauses are built
# When the clauses are built, the turn of the lines becomes shorter by this factor, because the
# clause search is often quick.
SHARE = 4
MAX_NUMBERS = learning.MAX_NUMBERS  # the bound on the literals in clauses, of four bytes each
MAX_KNOWN = 64 << 20  # the bound on the bytes of stored solutions

AUTO, LINES, CLAUSES = "auto", "lines", "clauses"
ENGINES = (AUTO, LINES, CLAUSES)


class Turns:
    """A search for the solutions within `masks`. `engine` is "auto" (both searches), "lines" or
    "clauses". With "clauses", the line search runs only up to its first guess, for at most one
    turn, and CDCL starts from its result."""

    def __init__(self, puzzle: Clues, masks: Sequence[int], engine: str = AUTO) -> None:
        self.lines = core.Search(
            puzzle.rows, puzzle.columns, puzzle.colours, masks, core.WITH_PROBES
        )
        self.found: Masks = []
        self._puzzle = puzzle
        self._engine = engine
        self._slice = slice_of(puzzle)
        self._clauses: learning.Learner | None = None
        self._start: Masks = []  # the masks before the first guess, from which the clauses start
        self._turn = FIRST + EACH * puzzle.height * puzzle.width
        self._idle = 0  # lines settled since the last turn of clauses, or the last new solution
        self._ahead = 0  # steps by which the lines are ahead of the clauses
        self._remaining = 0  # steps that remain of the turn of the clauses
        self._is_excluded = True  # False if a solution of the lines is neither stored nor excluded
        self._known: set[bytes] = set()  # the first solution, and those that the clauses found

    @property
    def conflicts(self) -> int:
        """The number of conflicts from which clauses were learned."""
        return self._clauses.conflicts if self._clauses else 0

    @property
    def steps(self) -> int:
        """The number of steps so far."""
        return self.lines.settled * SLICE // self._slice + (
            self._clauses.visited if self._clauses else 0
        )

    def run(self) -> int:
        """Continue the search for some milliseconds, or for one probe if that takes longer, and
        return PAUSED, DONE or SOLUTION.

        After SOLUTION, `found` contains its masks, and the next call searches for the next one.
        Raises CannotDoError if only clauses may search and there are too many of them."""
        return self._by_clauses() if self._remaining > 0 else self._by_lines()

    def _by_lines(self) -> int:
        before = self.lines.settled
        patience = self._slice * self._turn // SLICE
        outcome = self.lines.run(max(1, min(self._slice, patience - self._idle)))
        self._idle += self.lines.settled - before
        if outcome == core.SOLUTION:
            return self._report_if_new()
        if outcome == core.STUCK:
            self._start = self.lines.colours_left()
            self.lines.level = core.WITH_GUESSES
        if self._idle >= patience or (outcome == core.STUCK and self._engine == CLAUSES):
            self._change_turns()
        return core.DONE if outcome == core.DONE else core.PAUSED

    def _change_turns(self) -> None:
        """Start a turn of the clause search, unless the engine is "lines". Its first turn builds
        the clauses."""
        self._idle = 0
        if self._engine == LINES:
            return
        self._start = self._start or self.lines.colours_left()
        if self._engine == CLAUSES:
            self._remaining = TURN
            return
        self._ahead += self._turn
        if self._clauses is None:
            self._remaining, self._turn = 1, self._turn // SHARE
        else:
            self._remaining, self._ahead = self._ahead, 0
            self._turn = min(2 * self._turn, TURN)

    def _report_if_new(self) -> int:
        """Return SOLUTION for a solution of the lines, or PAUSED if it was reported before."""
        masks = self.lines.colours_left()
        if not self._is_new(masks):
            return core.PAUSED
        self._idle = 0
        self.found = masks
        return core.SOLUTION

    def _is_new(self, masks: Masks) -> bool:
        """Return whether a solution of the line search is new, and record that it is known."""
        packed = _packed(masks)
        if packed in self._known:
            return False
        if self._known:
            # It need not be stored: before the next turn of the clauses, all that the lines have
            # searched is excluded from them.
            self._is_excluded = False
        else:
            self._known.add(packed)
        return True

    def _by_clauses(self) -> int:
        try:
            clauses = self._prepared()
            before = clauses.visited
            outcome = clauses.run(min(self._remaining, TURN))
        except (MemoryError, OverflowError) as error:
            if self._engine == CLAUSES:
                raise CannotDoError(
                    "the nonogram has too many clauses; use the engine lines or auto"
                ) from error
            self._engine, self._remaining, self._clauses = LINES, 0, None
            return core.PAUSED
        if self._engine == AUTO:
            self._remaining -= max(1, clauses.visited - before)
        if outcome == learning.SOLUTION:
            self.found = clauses.colours_left()
            if self._engine == AUTO:
                packed = _packed(self.found)
                if packed in self._known:
                    return core.PAUSED
                self._known.add(packed)
            return core.SOLUTION
        return core.DONE if outcome == learning.DONE else core.PAUSED

    def _prepared(self) -> learning.Learner:
        """Return the clauses. If the line search has found a solution that is not stored, they
        exclude the part that it has searched. Raises OverflowError or MemoryError if there are too
        many clauses or stored solutions."""
        puzzle = self._puzzle
        if len(self._known) * puzzle.height * puzzle.width > MAX_KNOWN:
            raise MemoryError
        if self._clauses is None:
            self._clauses = learning.Learner(
                puzzle.rows, puzzle.columns, puzzle.colours, self._start, MAX_NUMBERS
            )
        if not self._is_excluded:
            self._clauses.rule_out(self.lines.explored())
            self._is_excluded = True
        return self._clauses


def slice_of(puzzle: Clues) -> int:
    """Return the number of lines that are settled in some milliseconds."""
    lines = puzzle.height + puzzle.width
    blocks = sum(map(len, puzzle.rows)) + sum(map(len, puzzle.columns))
    # Each word after the first takes twice as long, because of the carry between words.
    words = 2 * (max(puzzle.height, puzzle.width) // 64) + 1
    return max(1, SLICE * lines // ((blocks + 2 * lines) * words))


def _packed(masks: Masks) -> bytes:
    """Return a solution as bytes, one for each cell."""
    return bytes(mask.bit_length() for mask in masks)
