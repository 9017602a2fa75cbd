"""Questions about the residual problem after some options are placed, for any puzzle.

A Diagram answers them immediately. For a puzzle without a diagram, `SearchedCover` gives the same
answers by counting and listing with a suitable engine.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias

from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.base.wording import memory_text
from calpuzzle.engines import Run
from calpuzzle.engines.diagram.diagram import Diagram, ResidualDiagram
from calpuzzle.planning import execution
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.planning.question import Question, QuestionKind
from calpuzzle.puzzle.cover import Cover, Options

MAX_SOLUTIONS = 200_000  # solutions listed for one answer, which takes some seconds


def is_possible(asked: ResidualProblems, placed: Options) -> bool:
    """Return whether some solution contains all options of `placed`."""
    if isinstance(asked, SearchedCover):
        return asked.is_possible(placed)
    return asked.completions(placed) > 0


def is_unique(asked: ResidualProblems, placed: Options) -> bool:
    """Return whether exactly one solution contains all options of `placed`."""
    if isinstance(asked, SearchedCover):
        return len(list(islice(asked.solutions(placed), 2))) == 1
    return asked.completions(placed) == 1


class SearchedCover:
    """A Cover that is searched anew for each question."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self._cover = cover
        self._run = run

    def completions(self, placed: Options = ()) -> int:
        """Return the number of solutions that contain all options of `placed`."""
        return execution.count(self._plan(QuestionKind.COUNT, placed))

    def is_possible(self, placed: Options = ()) -> bool:
        """Return whether some solution contains all options of `placed`; stop at the first."""
        return next(self.solutions(placed), None) is not None

    def solutions(self, placed: Options = ()) -> Iterator[Options]:
        """Yield for each solution the options that complete the placed ones, computed lazily."""
        return execution.solutions(self._plan(QuestionKind.LIST, placed))

    def _plan(self, kind: QuestionKind, placed: Options) -> Plan:
        return make_plan(Question(kind, self._cover, placed, run=self._run))

    def remaining(self, placed: Options = ()) -> SolutionList:
        """Return the solutions that contain the options `placed`.

        Raises CannotDoError if there are more than `MAX_SOLUTIONS`.
        """
        return SolutionList(self._cover, placed, self._run)


class SolutionList:
    """The list of the solutions that contain all options of `placed`.

    Raises CannotDoError for more than `MAX_SOLUTIONS` solutions, and TooLargeError if they need
    more memory than `run` allows.
    """

    def __init__(self, cover: Cover, placed: Options, run: Run) -> None:
        self.cover = cover
        self.placed = placed
        self._options = array("I")  # of all solutions, one after another
        self._ends = array("Q", [0])
        for options in execution.solutions(
            make_plan(Question(QuestionKind.LIST, cover, placed, run=run))
        ):
            self._options.extend(options)
            self._ends.append(len(self._options))
            if self.count > MAX_SOLUTIONS:
                raise CannotDoError(
                    f"more than {MAX_SOLUTIONS:,} solutions remain, too many to examine; "
                    "place more pieces first"
                )
            # An array grows by a sixteenth, and needs twice its size while it is moved.
            if 2 * (self._options.itemsize * len(self._options) + 8 * self.count) > run.bound:
                raise TooLargeError(
                    f"the remaining solutions need more than {memory_text(run.bound)}; allow more "
                    "memory, or place more pieces first"
                )

    @property
    def count(self) -> int:
        """Return the number of solutions."""
        return len(self._ends) - 1

    def occurrences(self) -> dict[int, int]:
        """Return in how many solutions each option occurs, by increasing option, without zeros."""
        times = [0] * len(self.cover.options)
        for option in self._options:
            times[option] += 1
        for option in self.placed:
            times[option] = self.count
        return {option: number for option, number in enumerate(times) if number}

    def forced(self) -> Options:
        """Return the options that occur in every solution, including the placed ones."""
        return tuple(k for k, times in self.occurrences().items() if times == self.count)

    def nth(self, index: int) -> Options:
        """Return the options that complete the placed ones to solution `index`.

        Raises IndexError if there are not that many solutions.
        """
        if not 0 <= index < self.count:
            raise IndexError("there are fewer solutions")
        return tuple(self._options[self._ends[index] : self._ends[index + 1]])


ResidualProblems: TypeAlias = Diagram | SearchedCover
"""An object that answers questions about the solutions that contain given options."""

RemainingSolutions: TypeAlias = ResidualDiagram | SolutionList
"""The solutions that contain all options of `placed`."""
