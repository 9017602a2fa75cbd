"""An answer of any kind, and the search that finds such answers, one after another."""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from calpuzzle.base.errors import CannotDoError

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene
    from calpuzzle.engines.estimate import Estimate
    from calpuzzle.planning import Plan, Wanted


class Pictured(ABC):
    """A thing that shows itself as a picture, in a notebook too."""

    @abstractmethod
    def scene(self) -> Scene:
        """Return this object as a picture."""

    def to_svg(self) -> str:
        """Return this object as an SVG document.

        Returns
        -------
        str

        Examples
        --------
        >>> cp.load("dray").to_svg()[:4]
        '<svg'
        """
        from calpuzzle.draw.svg import to_svg

        return to_svg(self.scene())

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Answer(Pictured):
    """A solution of any kind."""

    @abstractmethod
    def record(self) -> Any:
        """Return this solution as plain data for JSON."""

    @abstractmethod
    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """Return a drawing in text."""

    @abstractmethod
    def _key(self) -> tuple[Hashable, ...]:
        """All that tells it from other solutions."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self.text()


S = TypeVar("S", bound=Answer)


class Search(ABC, Generic[S]):
    """All solutions of a question, in the order of the engine; iterating twice searches twice."""

    total: int | None = None
    """The number of solutions, once they were counted."""

    @abstractmethod
    def __iter__(self) -> Iterator[S]: ...

    @abstractmethod
    def _counted(self) -> int:
        """Count them, without keeping any."""

    def count(self) -> int:
        """Return how many there are, counted once."""
        if self.total is None:
            self.total = self._counted()
        return self.total

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """About how many there are. Raises CannotDoError where no sample says it."""
        raise CannotDoError("only solutions of pieces or of items and options are estimated")

    def plan(self, wanted: Wanted) -> Plan:
        """Return the plan by which this is answered. Raises CannotDoError for a nonogram."""
        raise CannotDoError(
            "a nonogram has a search of its own; plans are made for pieces, or items and options"
        )

    def known(self, index: int) -> S | None:
        """The solution of that number, where it is known without going there. Raises IndexError
        where it is known that there is none."""
        return None


def picked(search: Search[S], rising: Iterable[int]) -> list[S]:
    """The solutions of rising numbers, as far as there are so many."""
    kept: list[S] = []
    found: Iterator[S] | None = None
    at = 0
    for number in rising:
        try:
            known = None if found else search.known(number)
        except IndexError:
            break
        if known is None:
            if number > sys.maxsize:
                if search.count() <= number:
                    break
                raise CannotDoError(f"solution {number:,} is too far to be searched for")
            found = found or iter(search)
            known = next(islice(found, number - at, None), None)
            at = number + 1
        if known is None:
            break
        kept.append(known)
    return kept


def drawn(total: int, number: int, seed: int | None) -> list[int]:
    """Different numbers of solutions, of so many in all, drawn uniformly, rising."""
    dice = random.Random(seed)
    if total <= sys.maxsize:
        return sorted(dice.sample(range(total), min(number, total)))
    # Past what a range may hold, two draws that are equal are not to be expected.
    numbers: set[int] = set()
    while len(numbers) < number:
        numbers.add(dice.randrange(total))
    return sorted(numbers)
