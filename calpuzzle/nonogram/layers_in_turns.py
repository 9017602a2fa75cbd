"""A count by layers (row_layers.py) that alternates with a search until one of them is finished.

For nonograms with many solutions it is not known in advance which one is faster: the time of a
search grows with the number of solutions, that of the layers with the number of states. The layers
have their first turn after the search has found some solutions, so that they do not delay puzzles
with one solution. Turns are measured in steps, not by the clock, so that results are reproducible.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.nonogram.clues import Clues

SOLUTIONS_BEFORE_LAYERS = (
    16  # solutions found before the layers start; a search that finds fewer is usually short
)
RUN_COST = 50  # the overhead of one call of the search, in steps
STATE_COST = 4  # the cost of a state of the layers, in steps of the search
ENTRY_COST = 20  # the cost of an entry of an automaton, in steps
TURN = 200_000  # steps


class LayersInTurns:
    """The layers of a puzzle, which are created at their first turn."""

    def __init__(self, puzzle: Clues) -> None:
        from calpuzzle.nonogram import row_layers  # imported late, because numpy loads slowly

        self._puzzle = puzzle
        self._make = row_layers.Layers
        self._owed = -ENTRY_COST * row_layers.automaton_entries(puzzle)
        self._layers: row_layers.Layers | None = None
        self._off = False
        self._steps = 0

    def turn(self, certain: Sequence[int], steps: int) -> int | None:
        """Continue the layers until they have taken about as many steps as the search, and return
        the number of all solutions, or None while it is unknown.

        `steps` is the total number of steps of the search so far. All solutions are within the
        masks `certain`."""
        if self._off:
            return None
        self._owed += steps - self._steps + RUN_COST
        self._steps = steps
        if self._owed < TURN:
            return None
        try:
            self._layers = self._layers or self._make(self._puzzle, certain)
            # `run` decides at least one cell, which may cost more than is owed: `_owed` is then
            # negative, and the next turns are skipped.
            self._owed -= STATE_COST * self._layers.run(self._owed // STATE_COST)
        except (MemoryError, CannotDoError):
            self._layers, self._off = None, True
            return None
        return self._layers.total
