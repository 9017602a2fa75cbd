"""The residual problem when some options are laid, of any puzzle.

A Diagram answers at once. Where a puzzle has none, `Searched` gives the same answers by counting
and listing with the engine that suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from calpuzzle.base.errors import CannotDoError
from calpuzzle.engines import Run, load
from calpuzzle.engines.diagram.growth import refusal
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.results.remembered import diagram

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


def asked(puzzle: Lowered, run: Run, disk: bool = False) -> Asked:
    """The diagram of a puzzle, kept in the user's cache folder with `disk`; where it can have none,
    a search for each question."""
    cover = puzzle.lowered.cover
    if refusal(cover) is None:
        return diagram(puzzle, run, disk)
    return Searched(cover, run)


class Searched:
    """A Cover that is searched for each question."""

    def __init__(self, cover: Cover, run: Run) -> None:
        self._cover = cover
        self._run = run

    def completions(self, laid: Options = ()) -> int:
        """Return how many solutions hold all options of `laid`."""
        return load("auto").count(self._cover, laid, self._run)

    def possible(self, laid: Options = ()) -> bool:
        """Return whether a solution holds all options of `laid`: the search ends at the first."""
        return next(self.found(laid), None) is not None

    def found(self, laid: Options = ()) -> Iterator[Options]:
        """The completions of the options `laid`, found as they are asked for."""
        return iter(load("auto").solutions(self._cover, laid, self._run))

    def left(self, laid: Options = ()) -> Listed:
        """Return what is left when they lie. Raises CannotDoError for more than 200,000
        solutions."""
        return Listed(self._cover, laid, self._run)


class Listed:
    """The solutions that hold all of `laid`, as a list."""

    def __init__(self, cover: Cover, laid: Options, run: Run) -> None:
        self.cover = cover
        self.laid = laid
        found = load("auto").solutions(cover, laid, run)
        self._found = list(islice(found, MOST + 1))
        if len(self._found) > MOST:
            raise CannotDoError(
                f"there are more than {MOST:,} solutions left, too many to look through here; lay "
                "more pieces first"
            )

    @property
    def count(self) -> int:
        """Return how many there are."""
        return len(self._found)

    def occurrences(self) -> dict[int, int]:
        """In how many of them each option occurs, by rising option; those that occur in none are
        left out."""
        times = Counter(option for options in self._found for option in options)
        times.update(dict.fromkeys(self.laid, self.count))
        return dict(sorted((+times).items()))

    def forced(self) -> Options:
        """The options that occur in every one of them, the laid ones among them."""
        return tuple(k for k, times in self.occurrences().items() if times == self.count)

    def nth(self, index: int) -> Options:
        """Return what completes the laid options to the solution of that number. Raises
        IndexError."""
        if not 0 <= index < self.count:
            raise IndexError("there are not so many solutions")
        return self._found[index]
