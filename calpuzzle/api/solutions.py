"""The solutions of a question, found as they are asked for: of any puzzle, cover or nonogram.

Whatever was asked, the answer is one class, which can be counted, walked, indexed and sampled, and
written as one JSON; docs/formats.md describes that.
"""

from __future__ import annotations

import operator
import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from itertools import islice

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.given import whole_number
from calpuzzle.base.text import plural
from calpuzzle.base.typed import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar, overload

if TYPE_CHECKING:
    import pandas as pd

    from calpuzzle.draw.scene import Scene


class Pictured(ABC):
    """What shows itself as a picture, in a notebook too."""

    @abstractmethod
    def scene(self) -> Scene:
        """It as a picture."""

    def to_svg(self) -> str:
        """It as an SVG document."""
        from calpuzzle.draw.svg import to_svg

        return to_svg(self.scene())

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Answer(Pictured):
    """A solution of any kind."""

    @abstractmethod
    def record(self) -> Any:
        """It as JSON knows it."""

    @abstractmethod
    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """It drawn for a terminal, as `print` shows it."""

    @abstractmethod
    def _key(self) -> tuple[Hashable, ...]:
        """What tells it from other solutions."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self.text()


S = TypeVar("S", bound=Answer)


class Solutions(ABC, Generic[S]):
    """The solutions of one question, in the order of the engine that finds them.

    A sequence whose items are found when they are asked for: iterating twice searches twice, and
    `len` counts without keeping them, once. (So does `list`, which asks for the length first; a
    loop does not.) `date` maps each group to its label, where a date was asked for. Each kind of
    puzzle says in a class of its own how they are found.
    """

    def __init__(self, name: str, date: dict[str, str] | None = None) -> None:
        self.name = name
        self.date = date or {}
        self._total: int | None = None

    @abstractmethod
    def __iter__(self) -> Iterator[S]: ...

    @abstractmethod
    def _counted(self) -> int:
        """How many there are."""

    def _known(self, index: int) -> S | None:
        """The one of that number, where it is known without going there."""
        return None

    def count(self) -> int:
        """How many solutions there are."""
        if self._total is None:
            self._total = self._counted()
        return self._total

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.first() is not None

    @overload
    def __getitem__(self, index: SupportsIndex) -> S: ...

    @overload
    def __getitem__(self, index: slice) -> list[S]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> S | list[S]:
        if not isinstance(index, slice):
            return self.nth(operator.index(index))
        wanted = range(*index.indices(self.count()))
        rising = wanted if wanted.step > 0 else wanted[::-1]
        found = self._at(rising)
        return found if wanted.step > 0 else found[::-1]

    def first(self) -> S | None:
        """The first solution, or None where there is none."""
        return next(iter(self), None)

    def nth(self, number: int) -> S:
        """The solution of that number, counted from 0, or from the end where it is negative.
        Raises IndexError where there are not so many."""
        number = whole_number(number, "the number of a solution")
        index = number + self.count() if number < 0 else number
        found = self._at([index]) if index >= 0 else []
        if not found:
            raise IndexError(f"there is no solution {number:,}; they count from 0")
        return found[0]

    def sample(self, number: int, seed: int | None = None) -> list[S]:
        """`number` different solutions drawn uniformly (all, where there are fewer), in the order
        of the list; the same seed draws the same ones."""
        import random

        number = whole_number(number, "how many solutions are drawn", 0)
        seed = None if seed is None else whole_number(seed, "a seed")
        total = self.count()
        drawn = random.Random(seed)
        if total <= sys.maxsize:
            return self._at(sorted(drawn.sample(range(total), min(number, total))))
        # Past what a range may hold, two draws that are equal are not to be expected.
        numbers: set[int] = set()
        while len(numbers) < number:
            numbers.add(drawn.randrange(total))
        return self._at(sorted(numbers))

    def _at(self, rising: Iterable[int]) -> list[S]:
        """The solutions of rising numbers, as far as there are so many."""
        kept: list[S] = []
        found: Iterator[S] | None = None
        at = 0
        for number in rising:
            known = None if found else self._known(number)
            if known is None:
                if number > sys.maxsize:
                    raise CannotDoError(f"solution {number:,} is too far to be searched for")
                found = found or iter(self)
                known = next(islice(found, number - at, None), None)
                at = number + 1
            if known is None:
                break
            kept.append(known)
        return kept

    def to_frame(self) -> pd.DataFrame:
        """The solutions as a pandas DataFrame, one row each: a column for each piece with its
        cells; for other kinds one column, `solution`."""
        import pandas as pd

        records = [solution.record() for solution in self]
        if records and not isinstance(records[0], dict):
            return pd.DataFrame({"solution": records})
        return pd.DataFrame(records)

    def to_json(self) -> str:
        """All of them as JSON, as `calpuzzle solve --all --format json` writes it."""
        records = [solution.record() for solution in self]
        return "".join(envelope(self, records, len(records)))

    def __repr__(self) -> str:
        return f"<Solutions of {' '.join([self.name, *self.date.values()])}>"

    def heading(self, total: int | None, shown: int | None) -> str:
        """What stands above them: what was asked, how many there are (None: not known), how many
        are shown (None: all)."""
        what = ", ".join(filter(None, [self.name, " ".join(self.date.values())]))
        if shown is None:
            return f"{what}: all solutions"
        if total is None:
            return f"{what}: {plural(shown, 'solution')} shown, of how many was not counted"
        count = plural(total, "solution") if total else "no solution"
        return f"{what}: {count}" + (f", {shown:,} shown" if shown < total else "")


def envelope(
    found: Solutions[Any], records: Iterable[Any], total: int | None, **more: Any
) -> Iterator[str]:
    """The JSON of some solutions, part by part: what was asked, how many there are in all (null
    where that is not known), what `more` there is to say, and the records, one a line."""
    import json

    head = {"puzzle": found.name, "date": found.date, "total": total, **more}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "solutions": ['
    before = "\n"
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "]}\n" if before == "\n" else "\n]}\n"
