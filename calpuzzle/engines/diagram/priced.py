"""The solutions of a diagram by cost: the number for each cost, and the k-th one of a cost.

The cost of a solution is the sum of the costs of its options. For each state, from the full board
to the root, the completions of the same cost are counted together (Knuth, TAOCP 4A, 7.1.4, with all
costs instead of the best one). Sums and counts are exact. With these counts, any solution is found
without visiting those before it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.puzzle.cover import Options

if TYPE_CHECKING:
    from calpuzzle._core.walk import Slice

NO_COST = (
    "each option needs one cost, a whole number from -2^40 to 2^40; multiply fractions by a common "
    "denominator"
)


class Priced:
    """The solutions of a part of a diagram that contain `placed`, by cost.

    `counts_by_cost` maps each cost that occurs to the number of its solutions, in increasing order.
    Bounds and errors are those of `ResidualDiagram.priced`.
    """

    def __init__(self, part: Slice, placed: Options, cost: Sequence[int], memory: int) -> None:
        self._placed = frozenset(placed)
        try:
            costs = array("q", cost)
        except (TypeError, OverflowError):
            raise InputError(NO_COST) from None
        try:
            self._priced = part.priced(costs, min(memory, 1 << 62))
        except OverflowError:
            raise TooLargeError(
                f"the counts of so many different costs take more than {memory_text(memory)}; "
                "allow more memory, or use smaller costs"
            ) from None
        except ValueError as error:
            raise InputError(f"{error}; {NO_COST}") from None
        self.counts_by_cost = self._priced.numbers

    def nth(self, cost: int, index: int) -> Options:
        """Return solution `index` among those of `cost`, without the placed options.

        Solutions of the same cost are in lexicographic order. Raises IndexError if there are not
        that many.
        """
        if not 0 <= index < self.counts_by_cost.get(cost, 0):
            raise IndexError("there are fewer solutions of that cost")
        return tuple([k for k in self._priced.nth(cost, index) if k not in self._placed])
