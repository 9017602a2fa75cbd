"""Whether a nonogram that is filled in so far can be right, by the rules that the page has too."""

from __future__ import annotations

from typing import NamedTuple

from calpuzzle.nonogram.lines import settle
from calpuzzle.nonogram.puzzle import Clues, Masks, clue_of, only_colour
from calpuzzle.nonogram.solver import solve, unbroken

PATIENCE = 4.0  # seconds for each of the two searches of a check


class Verdict(NamedTuple):
    """The findings on a grid that is filled in so far: the lines (as numbers) that cannot be
    completed, the cells that are wrong for certain, and how it stands: `never` where there is no
    solution whatever is filled in, `lines` where those cannot be completed, `wrong` where each can
    but not all together, `right`, `possible` where there are several solutions, `unknown` where it
    took too long to find out."""

    lines: list[int]
    wrong: list[int]
    stands: str


def lines_done(clues: Clues, masks: Masks) -> list[int]:
    """Return the numbers of the lines that agree with their clues, open cells as background."""
    colours = [max(0, only_colour(mask)) for mask in masks]
    return [
        line
        for line in range(clues.height + clues.width)
        if clue_of(colours[cell] for cell in clues.cells_of(line)) == clues.line(line)
    ]


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
