"""Explain without a search why a nonogram has no solution.

If there is no simple reason, the explanation only states that a search found no solution.

`first_look` compares only sums and lengths. `settle_all` runs the line solving of the compiled
core; if a line cannot be filled, it raises a `ContradictionError` that names the line and its known
cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from calpuzzle._core import grids as core
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.wording import plural
from calpuzzle.nonogram.clues import Clue, Clues, Masks, clue_text, line_text

SLICE = 10_000  # lines settled between two checks for Ctrl-C


class ContradictionError(CannotDoError):
    """Raised for a puzzle, or a state of it, without a solution; the message states the reason.
    `line` is the number of the line that cannot be filled, or -1 if the reason is another one."""

    def __init__(self, message: str, line: int = -1) -> None:
        super().__init__(message)
        self.line = line


def least_length(clue: Clue) -> int:
    """Return the number of cells that a clue needs: its blocks, and a white cell between adjacent
    blocks of the same colour."""
    gaps = sum(a[1] == b[1] for a, b in pairwise(clue))
    return sum(length for length, _ in clue) + gaps


def overfull_lines(puzzle: Clues) -> list[int]:
    """Return the numbers of the lines whose clues need more cells than the line has."""
    lines = range(puzzle.height + puzzle.width)
    return [
        index for index in lines if least_length(puzzle.line(index)) > puzzle.line_length(index)
    ]


def first_look(puzzle: Clues) -> list[str]:
    """Return a sentence for each fault that the sums and lengths of the clues reveal."""
    faults = []
    for index in overfull_lines(puzzle):
        clue = puzzle.line(index)
        faults.append(
            f"{puzzle.line_name(index)} has the clue {clue_text(puzzle, clue)}, which needs "
            f"{plural(least_length(clue), 'cell')}, but the line has {puzzle.line_length(index)}"
        )
    for colour in range(1, puzzle.colours + 1):
        in_rows = sum(length for clue in puzzle.rows for length, c in clue if c == colour)
        in_columns = sum(length for clue in puzzle.columns for length, c in clue if c == colour)
        if in_rows != in_columns:
            faults.append(
                f"the rows have {plural(in_rows, puzzle.palette[colour].name + ' cell')}, "
                f"the columns {in_columns}"
            )
    return faults


def line_contradiction(puzzle: Clues, index: int, known: Sequence[int]) -> str:
    """Return a sentence stating that line `index`, whose cells have the masks `known`, cannot be
    filled."""
    clue = clue_text(puzzle, puzzle.line(index))
    shown = line_text(puzzle, known)
    if set(shown) == {"?"}:
        room = plural(len(known), "cell")
        return f"{puzzle.line_name(index)}, clue {clue}, cannot be filled in {room}"
    return f"{puzzle.line_name(index)}, clue {clue}, cannot be filled: its known cells are {shown}"


def settle_all(puzzle: Clues, masks: Sequence[int], lines: Sequence[int] | None = None) -> Masks:
    """Return the masks after line solving, starting from `lines` (default: all).

    Raises ContradictionError, which names the line, if one cannot be filled.
    """
    search = core.Search(
        puzzle.rows, puzzle.columns, puzzle.colours, masks, core.LINES_ONLY, lines=lines
    )
    while search.run(SLICE) == core.PAUSED:
        pass
    known = search.colours_left()
    if search.failed >= 0:
        before = [known[cell] for cell in puzzle.cells_of(search.failed)]
        raise ContradictionError(line_contradiction(puzzle, search.failed, before), search.failed)
    return known


def why_unsolvable(puzzle: Clues, masks: Sequence[int] | None = None) -> str:
    """Return the reason why a puzzle that is known to have no solution has none, as a sentence."""
    faults = first_look(puzzle)
    if faults:
        return "; ".join(faults)
    try:
        settle_all(puzzle, puzzle.initial_masks() if masks is None else masks)
    except ContradictionError as error:
        return str(error)
    return (
        "each line can be filled on its own, but an exhaustive search found no grid that fits all "
        "lines"
    )
