"""The check of a partly filled nonogram: impossible lines, wrong cells and the overall state.

The page has the same rules in js/logic.
"""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.nonogram.clues import Clues, Masks, clue_of, only_colour
from calpuzzle.nonogram.lines import settle
from calpuzzle.nonogram.solver import raise_if_interrupted, solve

PATIENCE = 4.0  # seconds for each of the two searches of a check


class Verdict(NamedTuple):
    """The result of checking a partly filled grid: the numbers of the `lines` that cannot be
    completed, the numbers of the cells that are certainly `wrong`, and the `state` of the grid.

    `state` is `never` if the puzzle has no solution, `lines` if some lines cannot be completed,
    `wrong` if every line can be completed, but not all of them together, `right` if the grid agrees
    with the only solution, `possible` if it agrees with one of several, and `unknown` if the check
    took too long."""

    lines: list[int]
    wrong: list[int]
    state: str


def lines_done(clues: Clues, masks: Masks) -> list[int]:
    """Return the numbers of the lines that agree with their clues if open cells are background."""
    colours = [max(0, only_colour(mask)) for mask in masks]
    return [
        line
        for line in range(clues.height + clues.width)
        if clue_of(colours[cell] for cell in clues.cells_of(line)) == clues.line(line)
    ]


def verdict(clues: Clues, masks: Masks) -> Verdict:
    """Return the result of checking the filled cells; wrong cells are found only if the puzzle has
    exactly one solution."""
    contradictory = [
        line
        for line in range(clues.height + clues.width)
        if settle(clues.line(line), [masks[cell] for cell in clues.cells_of(line)], clues.colours)
        is None
    ]
    whole = raise_if_interrupted(solve(clues, 2, keep=1, seconds=PATIENCE))
    if whole.complete and not whole.count:
        return Verdict(contradictory, [], "never")
    wrong: list[int] = []
    if whole.unique:
        only = [colour for row in whole.solutions[0] for colour in row]
        wrong = [cell for cell, colour in enumerate(only) if not masks[cell] >> colour & 1]
    if contradictory:
        return Verdict(contradictory, wrong, "lines")
    if wrong:
        return Verdict([], wrong, "wrong")
    if whole.unique:
        return Verdict([], [], "right")
    completed = raise_if_interrupted(solve(clues, 1, keep=0, seconds=PATIENCE, masks=masks))
    if completed.complete and not completed.count:
        return Verdict([], [], "wrong")
    return Verdict([], [], "possible" if completed.count and whole.count > 1 else "unknown")
