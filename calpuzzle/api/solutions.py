"""The solutions of a question as a caller holds them: of any puzzle, cover or nonogram.

docs/formats.md describes the JSON that is written of them.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar, overload

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.given import of_kind, whole_number
from calpuzzle.base.text import plural, there
from calpuzzle.planning.explanation import explanation
from calpuzzle.planning.question import wanted
from calpuzzle.puzzle.dates import date_record
from calpuzzle.results.answer import Answer, drawn, picked
from calpuzzle.results.cheapest import Priced
from calpuzzle.results.choosing import Key, checked
from calpuzzle.results.finding import Finding

if TYPE_CHECKING:
    import pandas as pd

    from calpuzzle.engines.estimate import Estimate
    from calpuzzle.results.answer import Search

S = TypeVar("S", bound=Answer)


class Solutions(Generic[S]):
    """The solutions of one question, in the order of the engine that finds them.

    A sequence whose items are found when they are asked for: iterating twice searches twice, and
    `len` counts without keeping them, once. (So does `list`, which asks for the length first; a
    loop does not.) `date` maps each group to its label, where a date was asked for.
    """

    def __init__(self, name: str, search: Search[S], date: dict[str, str] | None = None) -> None:
        self.name = name
        self.date = date or {}
        self._search = search

    def __iter__(self) -> Iterator[S]:
        return iter(self._search)

    def count(self) -> int:
        """Return how many solutions there are."""
        return self._search.count()

    def estimate(self, seconds: float = 2, seed: int | None = None) -> Estimate:
        """Estimate how many there are, in about so many seconds; 0 seconds are for the shortest
        look, which is the same for the same seed.

        `value` is the likely number and comes without a guarantee. `low` is a lower bound: for
        every puzzle, it is at most the count with a probability of at least 95 %. Both are the
        count if the estimate is `exact`.

        Raises InputError for what is no time, and CannotDoError for nonograms and solutions up to
        symmetry, where a frontier state of the puzzle takes more than 128 bits, and where no sample
        has met a solution.
        """
        of_kind(seconds, (int, float), "the time to look is a number of seconds")
        if not 0 <= seconds < inf:
            raise InputError(f"the time to look is 0 seconds or more, not {seconds}")
        seed = None if seed is None else whole_number(seed, "a seed")
        return self._search.estimated(seconds, seed)

    def explain(self, what: str = "count") -> str:
        """Return how a question about the solutions is answered: the engine, the reason, what is
        reduced, the expected time, and the other engines with their times or the reasons why they
        cannot be asked. `what` is "count", "list", "nth", "cheapest" or "estimate". Nothing is
        counted.

        Raises InputError for another question, and CannotDoError for a nonogram.

        >>> import calpuzzle as cp
        >>> print(cp.load("dray").solve("2022-01-01").explain())  # doctest: +ELLIPSIS
        question      the number of solutions, with 3 fixed options
        ...
        """
        return explanation(self._search.plan(wanted(what)))

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
        found = picked(self._search, rising)
        return found if wanted.step > 0 else found[::-1]

    def first(self) -> S | None:
        """The first solution, or None where there is none."""
        return next(iter(self), None)

    def nth(self, number: int) -> S:
        """The solution of that number, counted from 0, or from the end where it is negative.
        Raises IndexError where there are not so many."""
        number = whole_number(number, "the number of a solution")
        index = number + self.count() if number < 0 else number
        found = picked(self._search, [index]) if index >= 0 else []
        if not found:
            own = there(self.count(), "solution")
            raise IndexError(f"there is no solution {number:,}: {own}, from 0 on")
        return found[0]

    def sample(self, number: int, seed: int | None = None) -> list[S]:
        """`number` different solutions drawn uniformly (all, where there are fewer), in the order
        of the list; the same seed draws the same ones."""
        number = whole_number(number, "how many solutions are drawn", 0)
        seed = None if seed is None else whole_number(seed, "a seed")
        return picked(self._search, drawn(self.count(), number, seed))

    def cheapest(self, *keys: str | Key) -> Cheapest:
        """The same solutions by what they cost, the cheapest first: by the first key, of equal ones
        by the second, and so on; then in their order. A key is `fewest-flips` or `gravity-safe`, or
        one of calpuzzle.results.choosing, where `Each` takes any cost a placement.

        What a diagram answers is not listed: of 141,252 solutions the best ones are found in some
        0.1 s. Raises InputError for what is no key, and CannotDoError where more than 200,000 would
        have to be listed, and for what has no pieces.
        """
        return Cheapest(self.name, self._search, checked(keys), self.date)

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
        what = " ".join([self.name, *self.date.values()])
        return f"<{type(self).__name__} of {what}: count(), first(), or a loop finds them>"

    def heading(self, total: int | None, shown: int | None) -> str:
        """Return the heading; `total` is None where it is not known, `shown` where it is all."""
        what = ", ".join(filter(None, [self.name, " ".join(self.date.values())]))
        if shown is None:
            return f"{what}: all solutions"
        if total is None:
            return f"{what}: {plural(shown, 'solution')} shown, of how many was not counted"
        count = plural(total, "solution") if total else "no solution"
        return f"{what}: {count}" + (f", {shown:,} shown" if shown < total else "")


class Cheapest(Solutions[Any]):
    """Solutions by what they cost; `numbers` says how many have each cost that one has: a tuple of
    one whole number a key, the least first."""

    def __init__(
        self, name: str, search: Search[Any], keys: Sequence[Key], date: dict[str, str]
    ) -> None:
        if not isinstance(search, Finding):
            raise CannotDoError(f"{name} has no pieces to lay, so its solutions have no cost")
        self._priced = Priced(search, keys)
        super().__init__(name, self._priced, date)

    @property
    def numbers(self) -> dict[tuple[int, ...], int]:
        """Return the number of solutions of each cost that one has, by rising cost."""
        return self._priced.numbers


def envelope(
    found: Solutions[Any], records: Iterable[Any], total: int | None, **more: Any
) -> Iterator[str]:
    """The JSON of some solutions, part by part: what was asked, how many there are in all (null
    where that is not known), what `more` there is to say, and the records, one a line."""
    head = {"puzzle": found.name, "date": date_record(found.date), "total": total, **more}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "solutions": ['
    before = "\n"
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "]}\n" if before == "\n" else "\n]}\n"
