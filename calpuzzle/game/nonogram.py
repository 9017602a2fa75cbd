"""A nonogram as a hand fills it in: the cells, the cursor, undo and redo, and whether it is right.

The moves are those of the page (play/assets/js/nonogramstate.js). A cell is -1 where it is open, 0
where it is marked as background, else a colour; given cells stay as they are. What comes next,
calpuzzle/nonogram/hints.py says. Nothing here knows of a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from calpuzzle.game.history import History
from calpuzzle.nonogram.lines import settle
from calpuzzle.nonogram.puzzle import Clues, Grid, Masks, as_masks, clue_of, only_colour, rows_of
from calpuzzle.nonogram.solver import solve, unbroken

OPEN = -1
PATIENCE = 4.0  # seconds for each of the two searches of a check

Change = list[tuple[int, int, int]]
"""Of each cell that is changed, its place in reading order, what it was and what it is then."""


class Verdict(NamedTuple):
    """The findings on a grid that is filled in so far: the lines (as numbers) that cannot be
    completed, the cells that are wrong for certain, and how it stands: `never` where there is no
    solution whatever is filled in, `lines` where those cannot be completed, `wrong` where each can
    but not all together, `right`, `possible` where there are several solutions, `unknown` where it
    took too long to find out."""

    lines: list[int]
    wrong: list[int]
    stands: str


class NonogramGame(History[Change]):
    """A game that is on: `cells` in reading order, the number of the cell that the cursor is on,
    and the colour that fills. `masks` say what is known at the start."""

    def __init__(self, clues: Clues, name: str, masks: Sequence[int]) -> None:
        super().__init__()
        self.clues = clues
        self.name = name
        self.given = [only_colour(mask) for mask in clues.everything()]
        self.cells = [only_colour(mask) for mask in masks]
        self.cursor = 0
        self.colour = 1

    @property
    def title(self) -> str:
        """The title, or the name."""
        return self.clues.title or self.name

    @property
    def grid(self) -> Grid:
        """Return what is filled in, as rows."""
        return rows_of(self.cells, self.clues.width)

    @property
    def masks(self) -> Masks:
        """Return what is filled in, as the colours that each cell can have."""
        return as_masks(self.clues, self.grid)

    def done(self, line: int) -> bool:
        """Return whether a line has what its clue says, what is open taken as background."""
        cells = (max(0, self.cells[cell]) for cell in self.clues.cells_of(line))
        return clue_of(cells) == self.clues.line(line)

    @property
    def lines_done(self) -> list[int]:
        """The lines that are done, by their numbers."""
        return [k for k in range(self.clues.height + self.clues.width) if self.done(k)]

    @property
    def solved(self) -> bool:
        """Return whether all lines are done."""
        return len(self.lines_done) == self.clues.height + self.clues.width

    def move(self, down: int, right: int, carrying: bool = False) -> None:
        """Go to the next cell, if there is one; `carrying` takes along what the cell has."""
        row, column = divmod(self.cursor, self.clues.width)
        row, column = row + down, column + right
        if not (0 <= row < self.clues.height and 0 <= column < self.clues.width):
            return
        value = self.cells[self.cursor]
        self.cursor = row * self.clues.width + column
        if carrying:
            self.fill([(self.cursor, value)])

    def press(self, value: int) -> int:
        """Fill the cell at the cursor with a value, or open it where it has that already; gives
        what it has then."""
        value = OPEN if self.cells[self.cursor] == value else value
        self.fill([(self.cursor, value)])
        return self.cells[self.cursor]

    def fill(self, values: Iterable[tuple[int, int]]) -> None:
        """Give cells their values, as one step; given ones stay as they are."""
        change = [
            (cell, self.cells[cell], value)
            for cell, value in values
            if self.given[cell] == OPEN and self.cells[cell] != value
        ]
        if change:
            self.note(change)
            self._set((cell, value) for cell, _, value in change)

    def _set(self, values: Iterable[tuple[int, int]]) -> None:
        for cell, value in values:
            self.cells[cell] = value

    def undo(self) -> bool:
        """Take the last step back; False where there is none."""
        change = self.undone()
        self._set((cell, before) for cell, before, _ in change or ())
        return change is not None

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        change = self.redone()
        self._set((cell, value) for cell, _, value in change or ())
        return change is not None


def verdict(clues: Clues, masks: Masks) -> Verdict:
    """Return whether what is filled in can be right, and what of it is wrong: that shows where the
    puzzle has one solution."""
    torn = [
        line
        for line in range(clues.height + clues.width)
        if settle(clues.line(line), [masks[cell] for cell in clues.cells_of(line)], clues.colours)
        is None
    ]
    whole = unbroken(solve(clues, 2, keep=1, seconds=PATIENCE))
    if whole.complete and not whole.count:
        return Verdict(torn, [], "never")
    wrong: list[int] = []
    if whole.unique:
        only = [colour for row in whole.solutions[0] for colour in row]
        wrong = [cell for cell, colour in enumerate(only) if not masks[cell] >> colour & 1]
    if torn:
        return Verdict(torn, wrong, "lines")
    if wrong:
        return Verdict(torn, wrong, "wrong")
    if whole.unique:
        return Verdict([], [], "right")
    own = unbroken(solve(clues, 1, keep=0, seconds=PATIENCE, masks=masks))
    if own.complete and not own.count:
        return Verdict([], [], "wrong")
    return Verdict([], [], "possible" if own.count and whole.count > 1 else "unknown")
