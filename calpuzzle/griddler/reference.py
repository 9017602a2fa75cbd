"""A solver as plain as the definition: the twin that the exact solver is tested against.

It lists every filling of each row, puts them below each other, and drops what no column can be
completed from. Small grids only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calpuzzle.griddler.lines import candidates
from calpuzzle.griddler.puzzle import Clue, Clues, Grid, clue_of


def solutions(puzzle: Clues, masks: Sequence[int] | None = None) -> Iterator[Grid]:
    """Every solution, in the order of the rows' fillings."""
    known = puzzle.everything() if masks is None else list(masks)
    width = puzzle.width
    rows = [
        list(candidates(clue, known[row * width : (row + 1) * width]))
        for row, clue in enumerate(puzzle.rows)
    ]

    def extend(grid: Grid) -> Iterator[Grid]:
        if len(grid) == puzzle.height:
            if all(
                clue_of(column) == clue
                for column, clue in zip(zip(*grid, strict=True), puzzle.columns, strict=True)
            ):
                yield grid
            return
        for row in rows[len(grid)]:
            longer = (*grid, row)
            columns = zip(*longer, strict=True)
            if all(map(_may_become, columns, puzzle.columns)):
                yield from extend(longer)

    yield from extend(())


def _may_become(column: tuple[int, ...], clue: Clue) -> bool:
    """Whether the blocks begun in `column` are the first of `clue`."""
    begun = clue_of(column)
    if len(begun) > len(clue):
        return False
    done = begun[:-1] if column and column[-1] else begun
    if done != clue[: len(done)]:
        return False
    last = begun[len(done) :]
    return all(a[1] == b[1] and a[0] <= b[0] for a, b in zip(last, clue[len(done) :], strict=False))
