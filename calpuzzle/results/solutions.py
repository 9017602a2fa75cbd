"""The solutions of a question, found as they are asked for: of any puzzle, cover or griddler.

Whatever was asked, the answer is one class, which can be counted, walked, indexed and sampled, and
written as one JSON; docs/formats.md describes that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from calpuzzle.base.text import plural

if TYPE_CHECKING:
    from typing import Protocol

    import pandas as pd

    from calpuzzle.draw.scene import Scene

    class Drawn(Protocol):
        """A solution of any kind."""

        def record(self) -> Any:
            """It as JSON knows it."""

        def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
            """It drawn for a terminal."""

        def scene(self) -> Scene:
            """It as a picture."""


S = TypeVar("S", bound="Drawn")


class Solutions(Generic[S]):
    """The solutions of one question, in the order of the engine that finds them.

    A sequence whose items are found when they are asked for: iterating twice searches twice, and
    `len` counts without keeping them. `date` maps each group to its label, where a date was asked
    for. `find`, `count` and `nth` search; without `nth`, an item is found by going there.
    """

    def __init__(
        self,
        name: str,
        find: Callable[[], Iterator[S]],
        count: Callable[[], int],
        date: Mapping[str, str] | None = None,
        nth: Callable[[int], S] | None = None,
    ) -> None:
        self.name = name
        self.date = dict(date or {})
        self._find = find
        self._count = count
        self._nth = nth

    def __iter__(self) -> Iterator[S]:
        return self._find()

    def count(self) -> int:
        """How many solutions there are."""
        return self._count()

    def __len__(self) -> int:
        return self._count()

    def __bool__(self) -> bool:
        return self.first() is not None

    @overload
    def __getitem__(self, index: int) -> S: ...

    @overload
    def __getitem__(self, index: slice) -> list[S]: ...

    def __getitem__(self, index: int | slice) -> S | list[S]:
        if isinstance(index, int):
            return self.nth(index)
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
        index = number + self.count() if number < 0 else number
        if index >= 0:
            if self._nth:
                return self._nth(index)
            for solution in islice(self._find(), index, None):
                return solution
        raise IndexError(f"there is no solution {number:,}; they count from 0")

    def sample(self, number: int, seed: int | None = None) -> list[S]:
        """`number` different solutions drawn uniformly (all, where there are fewer), in the order
        of the list; the same seed draws the same ones."""
        import random

        total = self.count()
        return self._at(sorted(random.Random(seed).sample(range(total), min(number, total))))

    def _at(self, rising: range | list[int]) -> list[S]:
        """The solutions of rising numbers."""
        if self._nth:
            return [self._nth(number) for number in rising]
        found = self._find()
        at = 0
        kept = []
        for number in rising:
            kept.append(next(islice(found, number - at, None)))
            at = number + 1
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
        date = " ".join(self.date.values())
        return f"<Solutions of {self.name}{' ' if date else ''}{date}>"

    def heading(self, total: int | None, shown: int) -> str:
        """What stands above them: what was asked, how many there are (None: not known), how many
        are shown."""
        date = " ".join(self.date.values())
        what = f"{self.name}{', ' if date else ''}{date}"
        if total is None:
            return f"{what}: {plural(shown, 'solution')} shown, of how many was not counted"
        count = plural(total, "solution") if total else "no solution"
        return f"{what}: {count}" + (f", {shown:,} shown" if shown < total else "")


def envelope(found: Solutions[S], records: Iterator[Any] | list[Any], total: int | None) -> Iterator[str]:
    """The JSON of some solutions, part by part: what was asked, how many there are in all (null
    where that is not known), and the records, one a line."""
    import json

    head = {"puzzle": found.name, "date": found.date, "total": total}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "solutions": ['
    before = "\n"
    for record in records:
        yield before + json.dumps(record, ensure_ascii=False)
        before = ",\n"
    yield "]}\n" if before == "\n" else "\n]}\n"
