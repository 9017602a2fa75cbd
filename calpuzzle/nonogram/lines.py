"""One line, settled and counted by the compiled `_core.lines`.

A line's cells are given as masks, one a cell; see `calpuzzle.nonogram.puzzle`. Counts are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle._core import lines as core
from calpuzzle.nonogram.puzzle import Clue, Masks

Tally = tuple[int, list[list[int]]]


def _as_sets(masks: Sequence[int], colours: int) -> list[int]:
    sets = [0] * (colours + 1)
    for cell, mask in enumerate(masks):
        for colour in range(colours + 1):
            sets[colour] |= (mask >> colour & 1) << cell
    return sets


def settle(clue: Clue, masks: Sequence[int], colours: int) -> Masks | None:
    """Return the masks shrunk to what some filling uses; None if no filling fits."""
    sets = core.settle(len(masks), clue, colours, _as_sets(masks, colours))
    if sets is None:
        return None
    return [
        sum((sets[colour] >> cell & 1) << colour for colour in range(colours + 1))
        for cell in range(len(masks))
    ]


def tally(clue: Clue, masks: Sequence[int], colours: int) -> Tally:
    """Return how many fillings fit, and counts[c][cell], in how many the cell has colour c."""
    return core.tally(len(masks), clue, colours, _as_sets(masks, colours))
