"""Costs on what is left of a diagram: the number of solutions of each, and the k-th best.

The cost of a solution is the sum of what its options cost. Solutions of the same cost behind the
same state are counted together, from the full board up to the root (Knuth, TAOCP 4A, 7.1.4, with
all costs in place of the best one). So sums and numbers are exact, and any solution is found
without those before it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError, TooLargeError
from calpuzzle.base.text import memory as amount
from calpuzzle.puzzle.cover import Options

if TYPE_CHECKING:
    from calpuzzle._core.walk import Slice

NO_COST = "an option costs a whole number from -2^40 to 2^40; multiply fractions by what they share"


class Priced:
    """The solutions of a part of a diagram in which `laid` lies, by cost: `numbers` says how many
    have each cost that one has, by rising cost. Bounds and errors are those of `Left.priced`."""

    def __init__(self, part: Slice, laid: Options, cost: Sequence[int], memory: int) -> None:
        self._laid = frozenset(laid)
        try:
            costs = array("q", cost)
        except (TypeError, OverflowError):
            raise InputError(NO_COST) from None
        try:
            self._priced = part.priced(costs, min(memory, 1 << 62))
        except OverflowError:
            raise TooLargeError(
                f"to tell the solutions by so many costs takes more than {amount(memory)}; "
                "take smaller numbers"
            ) from None
        except ValueError as error:
            raise InputError(f"{error}: {NO_COST}, each option one") from None
        self.numbers = self._priced.numbers

    def nth(self, cost: int, index: int) -> Options:
        """Return what completes the laid options to the solution of that number among those of that
        cost, in lexicographic order. Raises IndexError."""
        if not 0 <= index < self.numbers.get(cost, 0):
            raise IndexError("there are not so many solutions of that cost")
        return tuple([k for k in self._priced.nth(cost, index) if k not in self._laid])
