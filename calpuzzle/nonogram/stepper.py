"""Line solving step by step, on all lines at once, with probabilities.

The candidates of a line are its fillings with the remaining colours of its cells. A step computes,
for each cell and colour, the share

    (candidates of its row with the colour + those of its column) / (all candidates of both),

except that a colour that either line excludes has share 0; the shares of the other colours are then
scaled so that their sum is 1. A line whose candidates all agree on a cell therefore decides it.
Colours with share 0 do not remain after the step, and candidates that contain them are excluded
from the next step; a cell with one remaining colour is known. Candidates are counted, not listed
(`lines.tally`); counts and shares are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from calpuzzle.nonogram.clues import Clues, Masks
from calpuzzle.nonogram.explain import ContradictionError, line_contradiction
from calpuzzle.nonogram.lines import PatternCounts, tally

ONE, ZERO = Fraction(1), Fraction(0)


class NonogramStep(NamedTuple):
    """The grid after a step.

    `shares[cell][colour]` is an exact Fraction (cells in reading order; the sum over the colours of
    a cell is 1), `masks` contains the remaining colours, `candidates` the number of candidates from
    which the step computed the shares, for each line (rows, then columns), and `settled` is the
    number of cells that this step made known.
    """

    number: int
    shares: list[tuple[Fraction, ...]]
    masks: Masks
    candidates: list[int]
    settled: int

    @property
    def coloured(self) -> list[float]:
        """The probability for each cell that it is not white."""
        return [float(1 - share[0]) for share in self.shares]

    @property
    def solved(self) -> bool:
        """Whether every cell is known."""
        return not any(mask & (mask - 1) for mask in self.masks)


def steps(puzzle: Clues) -> Iterator[NonogramStep]:
    """Yield the grid after each step, starting from the given cells, up to the last step that
    changes a cell or a probability.

    Raises ContradictionError if a line has no candidate, or if two lines disagree on a cell.
    """
    known = puzzle.initial_masks()
    tallies: dict[int, PatternCounts] = {}
    shares: list[tuple[Fraction, ...]] = []
    for number in count(1):
        _count(puzzle, known, tallies)
        before, last = known, shares
        shares = _shares(puzzle, tallies)
        if shares == last:
            return
        known = [sum(1 << colour for colour, share in enumerate(cell) if share) for cell in shares]
        changed = [cell for cell in range(len(known)) if known[cell] != before[cell]]
        settled = sum(not known[cell] & (known[cell] - 1) for cell in changed)
        totals = [tallies[line][0] for line in range(puzzle.height + puzzle.width)]
        yield NonogramStep(number, shares, known, totals, settled)
        for cell in changed:
            row, column = divmod(cell, puzzle.width)
            tallies.pop(row, None)
            tallies.pop(puzzle.height + column, None)
        if not changed:
            return


def _count(puzzle: Clues, known: Masks, tallies: dict[int, PatternCounts]) -> None:
    """Count the candidates of the lines that are not in `tallies`."""
    for index in range(puzzle.height + puzzle.width):
        if index in tallies:
            continue
        masks = [known[cell] for cell in puzzle.cells_of(index)]
        tallies[index] = tally(puzzle.line(index), masks, puzzle.colours)
        if not tallies[index][0]:
            raise ContradictionError(line_contradiction(puzzle, index, masks), index)


def _shares(puzzle: Clues, tallies: dict[int, PatternCounts]) -> list[tuple[Fraction, ...]]:
    colours = range(puzzle.colours + 1)
    shares = []
    for row in range(puzzle.height):
        _, in_row = tallies[row]
        for column in range(puzzle.width):
            _, in_column = tallies[puzzle.height + column]
            across = [in_row[colour][column] for colour in colours]
            down = [in_column[colour][row] for colour in colours]
            both = [a + d if a and d else 0 for a, d in zip(across, down, strict=True)]
            total = sum(both)
            if not total:
                raise ContradictionError(_disagreement(puzzle, row, column, across, down))
            shares.append(tuple(_ratio(part, total) for part in both))
    return shares


def _ratio(part: int, total: int) -> Fraction:
    if part == 0:
        return ZERO
    return ONE if part == total else Fraction(part, total)


def _disagreement(puzzle: Clues, row: int, column: int, across: list[int], down: list[int]) -> str:
    def names(counts: list[int]) -> str:
        return " or ".join(
            colour.name for colour, number in zip(puzzle.palette, counts, strict=True) if number
        )

    return (
        f"row {row + 1} and column {column + 1} disagree about the cell where they cross: "
        f"the row needs {names(across)}, the column {names(down)}"
    )
