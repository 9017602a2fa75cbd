"""The class `Solutions`: the solutions of one question, of any kind of puzzle.

:doc:`formats` describes the JSON of solutions.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar, overload

from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.given import whole_number
from calpuzzle.base.later import Later
from calpuzzle.base.wording import plural, there_are, with_commas
from calpuzzle.planning.explanation import explanation
from calpuzzle.planning.question import question_kind
from calpuzzle.results.answer import Answer, Search, envelope, sampled_indices, solutions_at
from calpuzzle.results.cheapest import CheapestSearch
from calpuzzle.results.finding import PuzzleSearch
from calpuzzle.results.preferences import Key, checked

if TYPE_CHECKING:
    import pandas as pd

    from calpuzzle.engines import estimate as estimates
else:
    pd = Later("pandas")
    estimates = Later("calpuzzle.engines.estimate")

S = TypeVar("S", bound=Answer)


class Solutions(Generic[S]):
    """The solutions of one question, computed lazily.

    They support loops, ``len``, ``in``, indices and slices; unlike `list.count`, their `count`
    takes no argument. Each iteration searches again. ``len`` counts only once, and does not store
    the solutions. Note that ``list`` calls ``len`` first; a loop does not. Slices are lists.

    `Puzzle.solve` and `Nonogram.solve` return objects of this class.

    Parameters
    ----------
    name : str
        The name of the puzzle.
    search : Search
        The search.
    date : dict of str to str, optional
        The label of each group.

    Attributes
    ----------
    name : str
        The name of the puzzle.
    date : dict of str to str
        The label of each group; empty if the question has no date.

    Examples
    --------
    >>> solutions = cp.load("dray").solve("Sat Jan 1")
    >>> len(solutions), len(solutions[2:10])
    (54, 8)
    >>> solutions[-1] == solutions.nth(53)
    True
    """

    def __init__(self, name: str, search: Search[S], date: dict[str, str] | None = None) -> None:
        self.name = name
        self.date = date or {}
        self._search = search

    def __iter__(self) -> Iterator[S]:
        return iter(self._search)

    def count(self) -> int:
        """Count the solutions.

        Returns
        -------
        int

        Raises
        ------
        CannotDoError
            If the engine does not support the puzzle.
        StoppedError
            If the `stop` of the question is reached.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").count()
        54
        """
        return self._search.count()

    def estimate(self, seconds: float = 2, seed: int | None = None) -> estimates.Estimate:
        """Estimate the number of solutions.

        Parameters
        ----------
        seconds : float, default 2
            The time to sample. 0 takes the smallest sample, which depends on the seed only.
        seed : int, optional
            The random seed.

        Returns
        -------
        Estimate
            `value` is the estimate, without a guarantee; `low` is a lower bound with 95 %
            confidence: for every puzzle, the probability that it exceeds the count is at most 5 %.
            Both equal the count if `exact`.

        Raises
        ------
        InputError
            If the time or the seed is not a valid number.
        CannotDoError
            If no sample found a solution, if a state takes more than 128 bits, or if the question
            is about a nonogram, solutions up to symmetry, or solutions that come apart.

        Examples
        --------
        >>> estimate = cp.load("dray").solve("Sat Jan 1").estimate(seconds=0, seed=1)
        >>> estimate.value, estimate.exact
        (44, False)
        """
        return self._search.estimated(seconds, seed)

    def explain(self, what: str = "count") -> str:
        """Return how a question about the solutions would be answered, without answering it.

        Parameters
        ----------
        what : str, default "count"
            The question: ``"count"``, ``"list"``, ``"nth"``, ``"cheapest"`` or ``"estimate"``.

        Returns
        -------
        str
            The engine and the reason for it, the reductions, and the expected times of the engines.

        Raises
        ------
        InputError
            If the question is unknown.
        CannotDoError
            If the puzzle is a nonogram.

        Examples
        --------
        >>> print(cp.load("dray").solve("2022-01-01").explain())  # doctest: +ELLIPSIS
        question      the number of solutions, with 3 fixed options
        ...
        """
        return explanation(self._search.plan(question_kind(what)))

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
        selection = range(*index.indices(self.count()))
        rising = selection if selection.step > 0 else selection[::-1]
        found = solutions_at(self._search, rising)
        return found if selection.step > 0 else found[::-1]

    def first(self) -> S | None:
        """Return the first solution.

        Returns
        -------
        Solution, NonogramSolution or None
            None if there is no solution.

        Raises
        ------
        StoppedError
            If the `stop` of the question is reached.

        Examples
        --------
        >>> cp.load("dray").solve("Wed Jan 27").first() is None
        True
        """
        return next(iter(self), None)

    def nth(self, number: int) -> S:
        """Return the solution with a given number.

        Parameters
        ----------
        number : int
            The number, from 0; negative numbers count from the end.

        Returns
        -------
        Solution or NonogramSolution

        Raises
        ------
        IndexError
            If there are fewer solutions.
        InputError
            If `number` is not a whole number.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").nth(53).uncovered
        {'month': 'Jan', 'day': '1', 'weekday': 'Sat'}
        """
        number = whole_number(number, "number")
        index = number + self.count() if number < 0 else number
        found = solutions_at(self._search, [index]) if index >= 0 else []
        if not found:
            present = there_are(self.count(), "solution")
            raise IndexError(f"there is no solution {with_commas(number)}: {present}, from 0 on")
        return found[0]

    def sample(self, number: int, seed: int | None = None) -> list[S]:
        """Draw distinct solutions uniformly at random.

        Parameters
        ----------
        number : int
            How many solutions to draw. All are returned if there are fewer.
        seed : int, optional
            The random seed. The same seed draws the same solutions.

        Returns
        -------
        list of Solution or NonogramSolution
            In the order of the sequence.

        Raises
        ------
        InputError
            If `number` is negative or not a whole number.

        Examples
        --------
        >>> len(cp.load("dray").solve("Sat Jan 1").sample(5, seed=1))
        5
        """
        number = whole_number(number, "number", 0)
        seed = None if seed is None else whole_number(seed, "seed")
        return solutions_at(self._search, sampled_indices(self.count(), number, seed))

    def cheapest(self, *keys: str | Key) -> Cheapest:
        """Return the same solutions sorted by cost.

        A diagram, if there is one, answers without listing the solutions.

        Parameters
        ----------
        *keys : str or Key
            The costs, in order of priority: ``"fewest-flips"``, ``"gravity-safe"``, or a key of
            `calpuzzle.results.preferences`, such as `Each`, which takes any cost of a placement.
            Ties keep their order.

        Returns
        -------
        Cheapest
            The cheapest solution comes first.

        Raises
        ------
        InputError
            If a key is not valid.
        CannotDoError
            If the puzzle has no pieces. The first use of the result raises it if more than 200,000
            solutions must be listed.

        Examples
        --------
        >>> cp.load("month-day-7x7").solve("Jan 1").cheapest("fewest-flips").counts_by_cost
        {(0,): 2, (1,): 18, (2,): 27, (3,): 14, (4,): 3}
        """
        return Cheapest(self.name, self._search, checked(keys), self.date)

    def to_frame(self) -> pd.DataFrame:
        """Return the solutions as a pandas DataFrame.

        Returns
        -------
        DataFrame
            One row per solution and one column per piece, with lists of cells; for a nonogram or an
            exact cover problem one column `solution`.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").to_frame().shape
        (54, 10)
        """
        import pandas as pd

        records = [solution.record() for solution in self]
        if records and not isinstance(records[0], dict):
            return pd.DataFrame({"solution": records})
        return pd.DataFrame(records)

    def to_json(self) -> str:
        """Return all solutions as JSON.

        Returns
        -------
        str
            The output of ``calpuzzle solve --all --format json``.

        Examples
        --------
        >>> import json
        >>> json.loads(cp.load("dray").solve("Sat Jan 1").to_json())["total"]
        54
        """
        records = [solution.record() for solution in self]
        return "".join(envelope(self.name, self.date, records, len(records)))

    def __repr__(self) -> str:
        what = " ".join([self.name, *self.date.values()])
        return f"<{type(self).__name__} of {what}: count(), first(), or a loop finds them>"

    def heading(self, total: int | None, shown: int | None) -> str:
        """Return a heading for a list of solutions.

        Parameters
        ----------
        total : int or None
            The number of solutions, or None if it is unknown.
        shown : int or None
            The number of solutions in the list, or None for all.

        Returns
        -------
        str

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").heading(54, 1)
        'dray, Jan 1 Sat: 54 solutions, 1 shown'
        """
        what = ", ".join(filter(None, [self.name, " ".join(self.date.values())]))
        if shown is None:
            return f"{what}: all solutions"
        if total is None:
            return f"{what}: {plural(shown, 'solution')} shown; the total was not counted"
        count = plural(total, "solution") if total else "no solution"
        return f"{what}: {count}" + (f", {shown:,} shown" if shown < total else "")


class Cheapest(Solutions[Any]):
    """Solutions sorted by cost, the cheapest first.

    Parameters
    ----------
    name : str
        The name of the puzzle.
    search : Search
        The search.
    keys : sequence of Key
        The costs, in order of priority.
    date : dict of str to str
        The label of each group.

    Raises
    ------
    CannotDoError
        If the puzzle has no pieces.
    """

    def __init__(
        self, name: str, search: Search[Any], keys: Sequence[Key], date: dict[str, str]
    ) -> None:
        if not isinstance(search, PuzzleSearch):
            raise CannotDoError(f"{name} has no pieces to place, so its solutions have no cost")
        self._priced = CheapestSearch(search, keys)
        super().__init__(name, self._priced, date)

    @property
    def counts_by_cost(self) -> dict[tuple[int, ...], int]:
        """The number of solutions by cost, from the lowest cost on; a cost has one int per key."""
        return self._priced.counts_by_cost
