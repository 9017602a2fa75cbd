"""The base classes of all solutions (Answer) and of the searches that yield them (Search)."""

from __future__ import annotations

import json
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.frozen import Frozen
from calpuzzle.base.given import real_number
from calpuzzle.base.wording import with_commas
from calpuzzle.draw.scene import Scene
from calpuzzle.puzzle.dates.instances import date_record

if TYPE_CHECKING:
    from calpuzzle.engines.estimate import Estimate
    from calpuzzle.planning import Plan, QuestionKind


MAX_SKIPPED = 1_000  # solutions; if fewer are skipped, listing them is faster than a direct search


class Drawable(ABC):
    """An object with a picture, which notebooks display."""

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

    def to_png(self, scale: float = 2.0) -> bytes:
        """Return this object as a PNG picture.

        Parameters
        ----------
        scale : float, default 2
            Pixels per unit of the scene. A picture that would be too large is drawn smaller.

        Returns
        -------
        bytes

        Raises
        ------
        InputError
            If `scale` is not a number of at least 1/64.
        MissingExtraError
            If matplotlib is not installed.

        Examples
        --------
        >>> cp.load("dray").to_png()[1:4]  # doctest: +SKIP
        b'PNG'
        """
        from calpuzzle.draw.png import to_png

        return to_png(self.scene(), real_number(scale, "scale", 1 / 64))

    def to_pdf(self) -> bytes:
        """Return this object as a PDF document of one page.

        Returns
        -------
        bytes

        Raises
        ------
        MissingExtraError
            If fpdf2 is not installed.

        Examples
        --------
        >>> cp.load("dray").to_pdf()[:4]  # doctest: +SKIP
        b'%PDF'
        """
        from calpuzzle.draw.pdf import to_pdf

        return to_pdf(self.scene())

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Answer(Frozen, Drawable):
    """A solution of any kind."""

    @abstractmethod
    def record(self) -> Any:
        """Return this solution as plain data for JSON."""

    @abstractmethod
    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """Return a drawing in text."""

    @abstractmethod
    def _key(self) -> tuple[Hashable, ...]:
        """Return a key that equals the key of another solution only if the two are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self.text()


S = TypeVar("S", bound=Answer)


class Search(ABC, Generic[S]):
    """All solutions of a question, in the order of the engine; each iteration searches anew."""

    total: int | None = None
    """The number of solutions, or None before they have been counted."""

    @abstractmethod
    def __iter__(self) -> Iterator[S]: ...

    @abstractmethod
    def _counted(self) -> int:
        """Count the solutions without storing any."""

    def count(self) -> int:
        """Return the number of solutions, which is computed once."""
        if self.total is None:
            self.total = self._counted()
        return self.total

    def estimated(self, seconds: float, seed: int | None) -> Estimate:
        """Return an estimate of the number of solutions, from samples drawn for some seconds.

        Raises CannotDoError if this kind of search cannot be sampled."""
        raise CannotDoError("only puzzles of pieces, or of items and options, can be estimated")

    def plan(self, kind: QuestionKind) -> Plan:
        """Return the plan for answering this question. Raises CannotDoError for a nonogram."""
        raise CannotDoError(
            "a nonogram has a search of its own; plans are made for pieces, or items and options"
        )

    def find_directly(self, index: int) -> S | None:
        """Return solution number `index` if an engine finds it without those before it.

        Returns None if the solutions have to be listed up to this one, or if listing them is
        quicker. Raises IndexError if there is known to be no such solution."""
        return None


def solutions_at(search: Search[S], rising: Iterable[int]) -> list[S]:
    """Return the solutions with the given increasing numbers, up to the first that is missing."""
    chosen: list[S] = []
    listing = chain.from_iterable([search])  # the search starts when the first solution is needed
    position = 0  # the number of the next solution of `listing`
    for number in rising:
        skipped = number - position
        solution = None
        if position == 0 or skipped >= MAX_SKIPPED:
            try:
                solution = search.find_directly(number)
            except IndexError:
                break
        if solution is None:
            if skipped > sys.maxsize:
                if search.count() <= number:
                    break
                raise CannotDoError(
                    f"{with_commas(number)} solutions are too many to be skipped by a search"
                )
            solution = next(islice(listing, skipped, None), None)
            position = number + 1
        if solution is None:
            break
        chosen.append(solution)
    return chosen


def sampled_indices(total: int, number: int, seed: int | None) -> list[int]:
    """Return `number` distinct indices below `total` (all if there are fewer), drawn uniformly, in
    increasing order."""
    generator = random.Random(seed)
    if total <= sys.maxsize:
        return sorted(generator.sample(range(total), min(number, total)))
    # `sample` cannot take a longer range; with so large a total, equal draws are very rare.
    numbers: set[int] = set()
    while len(numbers) < number:
        numbers.add(generator.randrange(total))
    return sorted(numbers)


def envelope(
    name: str, date: Mapping[str, str], records: Iterable[Any], total: int | None, **more: Any
) -> Iterator[str]:
    """Yield the JSON of solutions of the puzzle `name` on a date, part by part.

    After the name and the date come `total`, the number of solutions (None if it is unknown), the
    keys `more`, and the `records`, one per line."""
    head = {"puzzle": name, "date": date_record(date), "total": total, **more}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "solutions": ['
    before = "\n"
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "]}\n" if before == "\n" else "\n]}\n"
