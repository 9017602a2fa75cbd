"""Two searches of one nonogram in turns: by lines, and by conflict-driven clause learning (CDCL).

`_core.grids` settles lines and probes cells, which solves almost every puzzle in milliseconds;
`_core.learning` is a CDCL solver, which proves in a second what the other would not in a day. This
is an algorithm portfolio (Huberman, Lukose and Hogg, 1997; Gomes and Selman, 2001) on one thread:
lines begin; where they find nothing for some milliseconds, both work in turns of about the same
time, which double at first, so that it takes about twice as long as the better of the two. For that
to hold on every puzzle, CDCL goes the same way in turns as alone until a second solution is found:
it starts from what lines and probes say before the first guess, and is told nothing else, as one
more clause leads it another way, of another length. A turn ends after a number of steps, never by
the clock, so that the same puzzle always goes the same way.

No solution comes twice. The first one, and all that CDCL has found, are kept and compared with what
the lines find; and before a turn of CDCL, what the lines have searched is ruled out, if they have
found another solution since.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle._core import grids as core
from calpuzzle._core import learning
from calpuzzle.base.errors import CannotDoError
from calpuzzle.nonogram.puzzle import Clues, Masks

# A step is a watched clause, or a block of one word of a line (and two for what else a line takes,
# with the probes' book-keeping): each takes some 20 ns, be the puzzle sparse or full.
SLICE = 200_000  # steps between two looks at the clock
TURN = 200_000  # steps of a turn, once they have doubled
FIRST, EACH = 10_000, 80  # steps before clauses are made, by cells: few puzzles need more
SHARE = 4  # the next turn of the lines is that part of it: clauses may need little but to be made
MOST_NUMBERS = learning.MOST_NUMBERS  # in clauses, of four bytes
MOST_KNOWN = 64 << 20  # bytes of solutions that are known

AUTO, LINES, CLAUSES = "auto", "lines", "clauses"
ENGINES = (AUTO, LINES, CLAUSES)


class Turns:
    """A search from clues to solutions. `engine` says who takes part: "auto" (both), "lines", or
    "clauses", to which lines only say what they do without any guess, for as long as they would
    begin. `masks` are the colours that each cell can have."""

    def __init__(self, puzzle: Clues, masks: Sequence[int], engine: str = AUTO) -> None:
        self.lines = core.Search(
            puzzle.rows, puzzle.columns, puzzle.colours, masks, core.WITH_PROBES
        )
        self.found: Masks = []
        self._puzzle = puzzle
        self._engine = engine
        self._slice = slice_of(puzzle)
        self._clauses: learning.Learner | None = None
        self._start: Masks = []  # what is known without a guess: where clauses start from
        self._turn = FIRST + EACH * puzzle.height * puzzle.width
        self._idle = 0  # lines settled since the last turn of clauses, or the last new solution
        self._ahead = 0  # steps of lines that the clauses have not had yet
        self._left = 0  # of the turn of the clauses
        self._told = True  # what the lines have searched is ruled out for the clauses
        self._known: set[bytes] = set()  # the first solution, and those that the clauses found

    @property
    def conflicts(self) -> int:
        """The conflicts that clauses were learned from."""
        return self._clauses.conflicts if self._clauses else 0

    @property
    def steps(self) -> int:
        """The steps so far, by which turns are measured."""
        return self.lines.settled * SLICE // self._slice + (
            self._clauses.visited if self._clauses else 0
        )

    def run(self) -> int:
        """Search on for some milliseconds, or what one probe takes if that is more. PAUSED, DONE,
        or SOLUTION: then `found` are its masks, and the next call goes on behind it. Raises
        CannotDoError where only clauses are to search, and they are too many."""
        return self._by_clauses() if self._left > 0 else self._by_lines()

    def _by_lines(self) -> int:
        before = self.lines.settled
        patience = self._slice * self._turn // SLICE
        outcome = self.lines.run(max(1, min(self._slice, patience - self._idle)))
        self._idle += self.lines.settled - before
        if outcome == core.SOLUTION:
            return self._met()
        if outcome == core.STUCK:
            self._start = self.lines.colours_left()
            self.lines.level = core.WITH_GUESSES
        if self._idle >= patience or (outcome == core.STUCK and self._engine == CLAUSES):
            self._change_turns()
        return core.DONE if outcome == core.DONE else core.PAUSED

    def _change_turns(self) -> None:
        """Give the turn to the clauses, if they take part; their first turn is their making."""
        self._idle = 0
        if self._engine == LINES:
            return
        self._start = self._start or self.lines.colours_left()
        if self._engine == CLAUSES:
            self._left = TURN
            return
        self._ahead += self._turn
        if self._clauses is None:
            self._left, self._turn = 1, self._turn // SHARE
        else:
            self._left, self._ahead = self._ahead, 0
            self._turn = min(2 * self._turn, TURN)

    def _met(self) -> int:
        """Take a solution of the lines, which the clauses may have found before."""
        masks = self.lines.colours_left()
        if not self._is_new(masks):
            return core.PAUSED
        self._idle = 0
        self.found = masks
        return core.SOLUTION

    def _is_new(self, masks: Masks) -> bool:
        """Return whether a solution of the lines is new; it is known from now on."""
        packed = _packed(masks)
        if packed in self._known:
            return False
        if self._known:
            self._told = False
        else:
            self._known.add(packed)
        return True

    def _by_clauses(self) -> int:
        try:
            clauses = self._prepared()
            before = clauses.visited
            outcome = clauses.run(min(self._left, TURN))
        except (MemoryError, OverflowError) as error:
            if self._engine == CLAUSES:
                raise CannotDoError("the nonogram has too many clauses; lines solve it") from error
            self._engine, self._left, self._clauses = LINES, 0, None
            return core.PAUSED
        if self._engine == AUTO:
            self._left -= max(1, clauses.visited - before)
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
        """The clauses, without what the lines have searched. Raises OverflowError and MemoryError
        where there are too many, or too many solutions to be remembered."""
        puzzle = self._puzzle
        if len(self._known) * puzzle.height * puzzle.width > MOST_KNOWN:
            raise MemoryError
        if self._clauses is None:
            self._clauses = learning.Learner(
                puzzle.rows, puzzle.columns, puzzle.colours, self._start, MOST_NUMBERS
            )
        if not self._told:
            self._clauses.rule_out(self.lines.explored())
            self._told = True
        return self._clauses


def slice_of(puzzle: Clues) -> int:
    """Return how many lines are settled in some milliseconds."""
    lines = puzzle.height + puzzle.width
    blocks = sum(map(len, puzzle.rows)) + sum(map(len, puzzle.columns))
    # A word that is not the first takes twice as long, for what it hands on to the next one.
    words = 2 * (max(puzzle.height, puzzle.width) // 64) + 1
    return max(1, SLICE * lines // ((blocks + 2 * lines) * words))


def _packed(masks: Masks) -> bytes:
    """A solution in few bytes."""
    return bytes(mask.bit_length() for mask in masks)
