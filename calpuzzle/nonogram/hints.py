"""Hints for a nonogram, and its difficulty.

A hint is the easiest thing that settles a cell: a line that says so by itself; else a cell where
one colour leads a line into a contradiction; else a guess, with the cell a search would begin
with. A rating says which of these a puzzle needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from calpuzzle.base.text import plural
from calpuzzle.nonogram.explain import ContradictionError, settle_all, why_unsolvable
from calpuzzle.nonogram.lines import settle, tally
from calpuzzle.nonogram.puzzle import Clues, Masks, clue_text, line_text, only_colour
from calpuzzle.nonogram.solver import by_logic, solve, unbroken

PATIENCE = 10.0  # seconds a hint may spend on whether the state can be completed at all


class Hint(NamedTuple):
    """A next step: `kind` is "line", "probe", "guess" or "done"; `settles` lists (row, column,
    colour) from 0; `why` is for people, and `look` only names the line or the cell to look at.

    The same as numbers, -1 where there is none: `cell` (in reading order) is the one to look at, of
    a probe with the `colour` that it cannot have; `line` settles the cells by the `fillings` that
    fit, or cannot be filled with that colour. `several` says that a guess is free, for there are
    several solutions."""

    kind: str
    settles: list[tuple[int, int, int]]
    why: str
    look: str = ""
    line: int = -1
    fillings: int = 0
    cell: int = -1
    colour: int = -1
    several: bool = False


def hint(puzzle: Clues, masks: Sequence[int] | None = None) -> Hint:
    """The next thing that can be settled, from `masks` (default: the given cells) on.

    Raises ContradictionError where the state has no solution.
    """
    known = puzzle.everything() if masks is None else list(masks)
    result = unbroken(solve(puzzle, 2, keep=1, masks=known, seconds=PATIENCE))
    if result.complete and not result.count:
        raise ContradictionError(why_unsolvable(puzzle, known))
    if not any(mask & (mask - 1) for mask in known):
        return Hint("done", [], "every cell is known")
    found = _by_line(puzzle, known) or _by_probe(puzzle, settle_all(puzzle, known))
    if found:
        return found
    cell = next(cell for cell, mask in enumerate(known) if mask & (mask - 1))
    where = _cell_name(puzzle, cell)
    if result.count > 1:
        why = f"there is more than one solution; {where} is open, choose one"
        return Hint("guess", [], why, where, cell=cell, several=True)
    if not result.solutions:
        why = f"no line and no probe says more; {where} has to be guessed"
        return Hint("guess", [], why, where, cell=cell)
    row, column = divmod(cell, puzzle.width)
    colour = result.solutions[0][row][column]
    why = f"no line and no probe says more; a search says {where} is {puzzle.palette[colour].name}"
    return Hint("guess", [(row, column, colour)], why, where, cell=cell)


def _cell_name(puzzle: Clues, cell: int) -> str:
    row, column = divmod(cell, puzzle.width)
    return f"row {row + 1}, column {column + 1}"


def _by_line(puzzle: Clues, known: Masks) -> Hint | None:
    """The line that settles most cells; the first of equals."""
    found: list[tuple[list[int], int, Masks, Masks]] = []
    for index in range(puzzle.height + puzzle.width):
        before = [known[cell] for cell in puzzle.cells_of(index)]
        after = settle(puzzle.line(index), before, puzzle.colours) or before
        fresh = [
            place
            for place, mask in enumerate(after)
            if mask != before[place] and not mask & (mask - 1)
        ]
        found.append((fresh, index, before, after))
    fresh, index, before, after = max(found, key=lambda line: len(line[0]))
    if not fresh:
        return None
    cells = puzzle.cells_of(index)
    total, _ = tally(puzzle.line(index), before, puzzle.colours)
    settles = [
        (*divmod(cells[place], puzzle.width), after[place].bit_length() - 1) for place in fresh
    ]
    agree = f"all {plural(total, 'filling')} that fit give"
    why = (
        f"{puzzle.line_name(index)}, clue {clue_text(puzzle, puzzle.line(index))}, now "
        f"{line_text(puzzle, before)}: {agree if total > 1 else 'the only filling that fits gives'}"
        f" {line_text(puzzle, after)}, which settles {plural(len(fresh), 'cell')}"
    )
    return Hint("line", settles, why, puzzle.line_name(index), index, total)


def _by_probe(puzzle: Clues, known: Masks) -> Hint | None:
    """A cell with a colour that line logic refutes."""
    for cell, mask in enumerate(known):
        colours = [colour for colour in range(puzzle.colours + 1) if mask >> colour & 1]
        for colour in colours if len(colours) > 1 else ():
            refuted = _refutation(puzzle, known, cell, colour)
            if refuted is None:
                continue
            left = only_colour(mask & ~(1 << colour))
            row, column = divmod(cell, puzzle.width)
            settles = [(row, column, left)] if left >= 0 else []
            name = puzzle.palette[colour].name
            where = _cell_name(puzzle, cell)
            why = f"{where} cannot be {name}: if it were, {refuted}"
            return Hint("probe", settles, why, where, refuted.line, 0, cell, colour)
    return None


def _refutation(puzzle: Clues, known: Masks, cell: int, colour: int) -> ContradictionError | None:
    """Return what is wrong, as line logic sees it, if the cell has the colour; None if nothing
    is."""
    trial = [*known[:cell], 1 << colour, *known[cell + 1 :]]
    lines = (cell // puzzle.width, puzzle.height + cell % puzzle.width)
    try:
        settle_all(puzzle, trial, lines)
    except ContradictionError as error:
        return error
    return None


class Rating(NamedTuple):
    """The difficulty of a puzzle: `level` is "lines", "probing", "guessing", "several solutions" or
    "no solution"; the numbers are what the level took."""

    level: str
    probes: int
    guesses: int
    depth: int

    def __str__(self) -> str:
        """The rating for people."""
        words = {
            "lines": "line by line: each line settles what the next one needs",
            "probing": f"probing: {plural(self.probes, 'trial')} of a single cell, no guess",
            "guessing": f"guessing: {plural(self.guesses, 'guess', 'guesses')}, "
            f"up to {self.depth} deep",
        }
        return words.get(self.level, self.level)


def rate(puzzle: Clues, seconds: float | None = None) -> Rating | None:
    """Return how hard the puzzle is; None if `seconds` were not enough to know.

    A puzzle needs guesses only where probing, taken to its end, does not solve it; their number
    and depth are those of the search that proves the solution unique.
    """
    lines = by_logic(puzzle)
    if lines.solved:
        return Rating("lines", 0, 0, 0)
    if not lines.possible:
        return Rating("no solution", 0, 0, 0)
    result = unbroken(solve(puzzle, 2, keep=0, seconds=seconds))
    if result.unique is None:
        return None
    if not result.unique:
        level = "several solutions" if result.count else "no solution"
        return Rating(level, 0, result.effort.guesses, result.effort.depth)
    probing = by_logic(puzzle, probing=True)
    if probing.solved:
        return Rating("probing", probing.effort.probes, 0, 0)
    effort = result.effort
    return Rating("guessing", effort.probes, effort.guesses, effort.depth)
