"""The residual problem when some options are laid, of any puzzle.

A Diagram answers at once. Where a puzzle has none, `Searched` gives the same answers by counting
and listing with the engine that suits.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.base.text import memory
from calpuzzle.engines import Run
from calpuzzle.planning import execution
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.planning.question import Question, Wanted
from calpuzzle.puzzle.cover import Cover, Options

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram, Left

Asked: TypeAlias = "Diagram | Searched"
"""Tells of any options of a Cover how many solutions hold them, and what is left then."""

Remaining: TypeAlias = "Left | Listed"
"""The solutions that hold all options of `laid`."""

MOST = 200_000  # solutions that are listed for one answer: some seconds


def possible(asked: Asked, laid: Options) -> bool:
    """Return whether a solution holds all options of `laid`."""
    if isinstance(asked, Searched):
        return asked.possible(laid)
    return asked.completions(laid) > 0


def only(asked: Asked, laid: Options) -> bool:
    """Return whether just one solution holds all options of `laid`."""
    if isinstance(asked, Searched):
        return len(list(islice(asked.found(laid), 2))) == 1
    return asked.completions(laid) == 1


class Searched:
    """A Cover that is searched for each question."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self._cover = cover
        self._run = run

    def completions(self, laid: Options = ()) -> int:
        """Return how many solutions hold all options of `laid`."""
        return execution.count(self._plan(Wanted.COUNT, laid))

    def possible(self, laid: Options = ()) -> bool:
        """Return whether a solution holds all options of `laid`: the search ends at the first."""
        return next(self.found(laid), None) is not None

    def found(self, laid: Options = ()) -> Iterator[Options]:
        """The completions of the options `laid`, found as they are asked for."""
        return execution.solutions(self._plan(Wanted.LIST, laid))

    def _plan(self, wanted: Wanted, laid: Options) -> Plan:
        return make_plan(Question(wanted, self._cover, laid, run=self._run))

    def left(self, laid: Options = ()) -> Listed:
        """Return what is left when they lie. Raises CannotDoError for more than 200,000
        solutions."""
        return Listed(self._cover, laid, self._run)


class Listed:
    """The solutions that hold all of `laid`, as a list, in at most the bytes of `run`. Raises
    CannotDoError for more than 200,000, and TooLargeError for more than there is memory for."""

    def __init__(self, cover: Cover, laid: Options, run: Run) -> None:
        self.cover = cover
        self.laid = laid
        self._options = array("I")  # of one solution behind the other
        self._ends = array("Q", [0])
        for options in execution.solutions(make_plan(Question(Wanted.LIST, cover, laid, run=run))):
            self._options.extend(options)
            self._ends.append(len(self._options))
            if self.count > MOST:
                raise CannotDoError(
                    f"there are more than {MOST:,} solutions left, too many to look through here; "
                    "lay more pieces first"
                )
            # Memory is taken in steps of an eighth, and doubly while it is moved.
            if 2 * (self._options.itemsize * len(self._options) + 8 * self.count) > run.bound:
                raise TooLargeError(
                    f"the solutions that are left take more than {memory(run.bound)}; allow more "
                    "memory, or lay more pieces first"
                )

    @property
    def count(self) -> int:
        """Return how many there are."""
        return len(self._ends) - 1

    def occurrences(self) -> dict[int, int]:
        """In how many of them each option occurs, by rising option; those that occur in none are
        left out."""
        times = [0] * len(self.cover.options)
        for option in self._options:
            times[option] += 1
        for option in self.laid:
            times[option] = self.count
        return {option: number for option, number in enumerate(times) if number}

    def forced(self) -> Options:
        """The options that occur in every one of them, the laid ones among them."""
        return tuple(k for k, times in self.occurrences().items() if times == self.count)

    def nth(self, index: int) -> Options:
        """Return what completes the laid options to the solution of that number. Raises
        IndexError."""
        if not 0 <= index < self.count:
            raise IndexError("there are not so many solutions")
        return tuple(self._options[self._ends[index] : self._ends[index + 1]])
