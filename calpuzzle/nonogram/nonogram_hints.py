"""Hints for a nonogram, and its rating; docs/hints.md states the rules.

A hint is the first of these that makes progress: a single line that settles cells; line solving
over all lines; a probe, which refutes a colour of a cell by line solving; a search. The page
implements the same rules in js/logic/nonogramhints.js.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from calpuzzle.base.wording import plural
from calpuzzle.nonogram.clues import Clues, Masks, clue_text, line_text, only_colour
from calpuzzle.nonogram.explain import ContradictionError, settle_all, why_unsolvable
from calpuzzle.nonogram.lines import settle, tally
from calpuzzle.nonogram.solver import Result, by_logic, raise_if_interrupted, solve

PATIENCE = 10.0  # seconds for each search for completions of the state


class NonogramHint(NamedTuple):
    """A next step. `kind` is "line", "lines", "probe", "search", "choice", "stuck" or "done";
    `settles` lists (row, column, colour) from 0; `why` is an English sentence, and `look` names the
    line or the cell to look at.

    Numbers that do not apply are -1, except `fillings`, which is then 0. For "line", `line` is the
    number of the line that settles the cells, and `fillings` the number of its fillings that fit.
    For "probe", `line` cannot be filled if `cell` has the `colour`. For "choice" and "stuck",
    `cell` is the first open cell."""

    kind: str
    settles: list[tuple[int, int, int]]
    why: str
    look: str = ""
    line: int = -1
    fillings: int = 0
    cell: int = -1
    colour: int = -1


def hint(puzzle: Clues, masks: Sequence[int] | None = None) -> NonogramHint:
    """Return the next step from the state `masks` (default: the given cells).

    Raises ContradictionError if the state is found to have no solution.
    """
    known = puzzle.initial_masks() if masks is None else list(masks)
    result = raise_if_interrupted(solve(puzzle, 2, keep=2, masks=known, seconds=PATIENCE))
    if result.complete and not result.count:
        raise ContradictionError(why_unsolvable(puzzle, known))
    if not any(mask & (mask - 1) for mask in known):
        return NonogramHint("done", [], "every cell is known")
    found = _by_line(puzzle, known)
    if found:
        return found
    settled = settle_all(puzzle, known)
    fresh = _fresh(known, settled)
    if fresh:
        where = _cell_name(puzzle, fresh[0][0])
        why = f"together, the lines imply that {where} is {puzzle.palette[fresh[0][1]].name}"
        return NonogramHint("lines", _places(puzzle, fresh[:1]), why, where)
    return _by_probe(puzzle, settled) or _by_search(puzzle, settled, result)


def _fresh(before: Masks, after: Masks) -> list[tuple[int, int]]:
    """Return the cells that have become known, each with its colour."""
    return [
        (cell, only_colour(mask))
        for cell, mask in enumerate(after)
        if mask != before[cell] and only_colour(mask) >= 0
    ]


def _places(puzzle: Clues, cells: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Return the cells and colours as (row, column, colour)."""
    return [(*divmod(cell, puzzle.width), colour) for cell, colour in cells]


def _cell_name(puzzle: Clues, cell: int) -> str:
    row, column = divmod(cell, puzzle.width)
    return f"row {row + 1}, column {column + 1}"


def _through(puzzle: Clues, cell: int) -> tuple[int, int]:
    """Return the numbers of the two lines through a cell."""
    return cell // puzzle.width, puzzle.height + cell % puzzle.width


def _by_line(puzzle: Clues, known: Masks) -> NonogramHint | None:
    """Return a hint on the first of the lines that settle the most cells, or None if no line
    settles a cell."""
    found: list[tuple[list[tuple[int, int]], int, Masks, Masks]] = []
    for index in range(puzzle.height + puzzle.width):
        before = [known[cell] for cell in puzzle.cells_of(index)]
        after = settle(puzzle.line(index), before, puzzle.colours) or before
        found.append((_fresh(before, after), index, before, after))
    fresh, index, before, after = max(found, key=lambda line: len(line[0]))
    if not fresh:
        return None
    cells, name = puzzle.cells_of(index), puzzle.line_name(index)
    total, _ = tally(puzzle.line(index), before, puzzle.colours)
    settles = _places(puzzle, [(cells[place], colour) for place, colour in fresh])
    agree = f"all {plural(total, 'filling')} that fit give"
    why = (
        f"{name}, clue {clue_text(puzzle, puzzle.line(index))}, now "
        f"{line_text(puzzle, before)}: {agree if total > 1 else 'the only filling that fits gives'}"
        f" {line_text(puzzle, after)}, which settles {plural(len(fresh), 'cell')}"
    )
    return NonogramHint("line", settles, why, name, index, total)


def _by_probe(puzzle: Clues, known: Masks) -> NonogramHint | None:
    """Return a hint on the first probe after which a cell becomes known, or None.

    A probe removes a colour that line solving refutes. It does not rely on other probes, because
    the hint names only one. The hint settles the probed cell or, if that stays open, another
    one."""
    for cell in range(len(known)):
        for colour in range(puzzle.colours + 1):
            if only_colour(known[cell]) >= 0 or not known[cell] >> colour & 1:
                continue
            refuted = _refutation(puzzle, known, cell, colour)
            if refuted is None:
                continue
            reduced = [*known[:cell], known[cell] & ~(1 << colour), *known[cell + 1 :]]
            fresh = _fresh(known, settle_all(puzzle, reduced, _through(puzzle, cell)))
            if fresh:
                # Prefer the probed cell itself, if it is among those settled.
                shown = next((pair for pair in fresh if pair[0] == cell), fresh[0])
                where = _cell_name(puzzle, cell)
                why = f"{where} cannot be {puzzle.palette[colour].name}: if it were, {refuted}"
                places = _places(puzzle, [shown])
                return NonogramHint("probe", places, why, where, refuted.line, 0, cell, colour)
    return None


def _refutation(puzzle: Clues, known: Masks, cell: int, colour: int) -> ContradictionError | None:
    """Return the contradiction that line solving finds if the cell has the colour, or None."""
    trial = [*known[:cell], 1 << colour, *known[cell + 1 :]]
    try:
        settle_all(puzzle, trial, _through(puzzle, cell))
    except ContradictionError as error:
        return error
    return None


def _by_search(puzzle: Clues, known: Masks, result: Result) -> NonogramHint:
    """Return a hint on the first open cell: its colour, if all solutions agree on it.

    `result` is the outcome of a search for two solutions. If it does not settle the colour, each
    other possible colour of the cell is tried by a search. Raises ContradictionError if there is no
    solution."""
    cell = next(cell for cell, mask in enumerate(known) if only_colour(mask) < 0)
    row, column = divmod(cell, puzzle.width)
    where, begun = _cell_name(puzzle, cell), "no line and no probe settles a cell"
    colours = {found[row][column] for found in result.solutions}
    for colour in range(puzzle.colours + 1):
        is_undecided = known[cell] >> colour & 1 and colour not in colours
        if result.complete or len(colours) > 1 or not is_undecided:
            continue
        trial = [*known[:cell], 1 << colour, *known[cell + 1 :]]
        trial_result = raise_if_interrupted(solve(puzzle, 1, keep=0, masks=trial, seconds=PATIENCE))
        if trial_result.count:
            colours.add(colour)
        elif not trial_result.complete:
            return NonogramHint(
                "stuck", [], f"{begun}; {where} has to be guessed", where, cell=cell
            )
    if len(colours) > 1:
        why = f"there is more than one solution; {where} is open, choose one"
        return NonogramHint("choice", [], why, where, cell=cell)
    if not colours:
        raise ContradictionError(why_unsolvable(puzzle, known))
    (colour,) = colours
    why = f"{begun}; a search shows that {where} is {puzzle.palette[colour].name}"
    return NonogramHint("search", [(row, column, colour)], why, where)


class Rating(NamedTuple):
    """The difficulty of a puzzle. `level` is "lines", "probing", "guessing", "several solutions" or
    "no solution"; the other fields are the numbers of probes and guesses, and the depth of the
    deepest guess. `probes` is 0 unless `level` is "probing" or "guessing"."""

    level: str
    probes: int
    guesses: int
    depth: int

    def __str__(self) -> str:
        """Return the rating in words."""
        words = {
            "lines": "line by line: each line settles what the next one needs",
            "probing": f"probing: {plural(self.probes, 'trial')} of a single cell, no guess",
            "guessing": f"guessing: {plural(self.guesses, 'guess', 'guesses')}, "
            f"up to {self.depth} deep",
        }
        return words.get(self.level, self.level)


def rate(puzzle: Clues, seconds: float | None = None) -> Rating | None:
    """Return the rating of the puzzle, or None if `seconds` are not enough for the search for two
    solutions. Solving by lines and by probing has no time limit.

    A puzzle needs guesses only if exhaustive probing does not solve it. Their number and depth are
    those of the search that proves the solution unique.
    """
    lines = by_logic(puzzle)
    if lines.solved:
        return Rating("lines", 0, 0, 0)
    if not lines.possible:
        return Rating("no solution", 0, 0, 0)
    result = raise_if_interrupted(solve(puzzle, 2, keep=0, seconds=seconds))
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
