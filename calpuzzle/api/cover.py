"""The exact cover problem that a caller holds: that of calpuzzle/puzzle/cover.py, with verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calpuzzle import engines, planning
from calpuzzle.base.errors import InputError
from calpuzzle.base.given import values_of, whole_number
from calpuzzle.base.stop import Stop
from calpuzzle.base.text import there
from calpuzzle.engines import Run
from calpuzzle.formats.matrices import rows_of
from calpuzzle.puzzle import cover
from calpuzzle.puzzle.cover import Options, Progress


class Cover(cover.Cover):
    """An exact cover problem, stated item by item, that can be counted and solved.

    The arguments and attributes are those of calpuzzle.puzzle.cover.Cover, its plain data.

    >>> cover = Cover("abc", ["ab", "c", "a", "bc"])
    >>> cover.count()
    2
    >>> list(cover.solve())
    [(0, 1), (2, 3)]
    >>> Cover("a", ["ab", "b"], "b", multiplicity={"a": (0, 1)}).count()
    2
    >>> shades = [{"x": "red"}, {"x": "red"}, {"x": "blue"}]
    >>> Cover("ab", ["ax", "bx", "bx"], "x", colours=shades).count()
    1
    """

    @classmethod
    def of(cls, data: cover.Cover) -> Cover:
        """The same problem with these verbs, which shares all that is kept with the `data`."""
        made = cls.__new__(cls)
        made.__dict__ = data.__dict__
        return made

    @classmethod
    def of_matrix(cls, matrix: Any, secondary: Iterable[int] = ()) -> Cover:
        """The problem of a matrix of 0 and 1 (or of truth values), a row an option and a column an
        item: an array of numpy, of scipy.sparse, or rows of numbers. Items are the numbers of the
        columns; those of `secondary` are covered once at most. A row without a 1 keeps its number
        and is never chosen. Raises InputError for another matrix.

        >>> Cover.of_matrix([[1, 1, 0], [0, 0, 0], [0, 0, 1]]).solve().__next__()
        (0, 2)
        """
        rows, width = rows_of(matrix)
        given = values_of(secondary, "the secondary columns")
        optional = sorted({whole_number(k, "the number of a column") for k in given})
        if wrong := [item for item in optional if not 0 <= item < width]:
            raise InputError(f"there is no column {wrong[0]}: {there(width, 'column')}, from 0 on")
        primary = [item for item in range(width) if item not in optional]
        number = {item: k for k, item in enumerate([*primary, *optional])}
        options = [tuple(sorted([number[item] for item in row])) for row in rows]
        bounds = [(1, 1)] * len(primary)
        return cls.of(cover.Cover.numbered(primary, options, optional, bounds))

    def count(
        self,
        engine: str = engines.DEFAULT,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> int:
        """Return how many solutions there are. Raises InputError for an unknown engine,
        CannotDoError where the engine refuses the problem, and StoppedError when `stop`, an event
        or a moment of `time.monotonic()`, ends the count."""
        return planning.count(self, (), Run(progress=progress, stop=stop).checked(), engine)

    def solve(
        self,
        engine: str = engines.DEFAULT,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Iterator[Options]:
        """The solutions as tuples of rising option numbers, lazily. Raises as `count` does.

        The engine `dancing`, which solves whatever is no flat puzzle, branches on the item with
        the fewest ways to go on (of equal ones on the one stated first; items that need no more
        options come last), and tries the options of that item in rising order."""
        return planning.solutions(self, (), Run(progress=progress, stop=stop).checked(), engine)

    def first(self, engine: str = engines.DEFAULT) -> Options | None:
        """The first solution, or None where there is none."""
        return next(self.solve(engine), None)
