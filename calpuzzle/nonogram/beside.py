"""A count by layers beside a search, in turns of about the same time: who is done first has it.

For nonograms of many solutions, where nothing tells beforehand which of the two ends sooner: a
search takes the more time the more solutions there are, layers the more states. Layers have their
turn when some solutions are found, so that no puzzle of one solution waits for them. A turn is
measured in steps, never by the clock.
"""

from __future__ import annotations

from collections.abc import Sequence

from calpuzzle.base.errors import CannotDoError
from calpuzzle.nonogram.puzzle import Clues

FEW = 16  # solutions: where there are no more, a search is done soon
A_RUN = 50  # steps that any call of the search takes besides
A_STATE = 4  # steps of the search that take as long as a state of the layers
A_PLACE = 20  # and as an entry of an automaton
TURN = 200_000  # steps


class Beside:
    """The layers of `puzzle`, made when they have their first turn."""

    def __init__(self, puzzle: Clues) -> None:
        from calpuzzle.nonogram import layers  # numpy takes a while to be loaded

        self._puzzle = puzzle
        self._make = layers.Layers
        self._owed = -A_PLACE * layers.places(puzzle)
        self._layers: layers.Layers | None = None
        self._off = False
        self._steps = 0

    def turn(self, certain: Sequence[int], steps: int) -> int | None:
        """Build on for as long as the search took to come to so many `steps` in all; `certain` are
        the masks that all solutions keep to. Return the number of all solutions once it is known.
        """
        if self._off:
            return None
        self._owed += steps - self._steps + A_RUN
        self._steps = steps
        if self._owed < TURN:
            return None
        try:
            self._layers = self._layers or self._make(self._puzzle, certain)
            # One cell takes as long as it has states, so that a turn may come to be paid later.
            self._owed -= A_STATE * self._layers.run(self._owed // A_STATE)
        except (MemoryError, CannotDoError):
            self._layers, self._off = None, True
            return None
        return self._layers.total
