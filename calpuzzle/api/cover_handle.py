"""The class `Cover` of the public API: an exact cover problem with methods that solve it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from calpuzzle import engines, planning
from calpuzzle.api.handle import Handle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.given import values_of, whole_number
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.base.wording import shown, there_are
from calpuzzle.engines import Counts, Run
from calpuzzle.formats.matrices import ones_by_row
from calpuzzle.puzzle import cover
from calpuzzle.puzzle.cover import Bounds, Options, Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.engines import estimate as estimates
else:
    np, npt = Later("numpy"), Later("numpy.typing")
    estimates = Later("calpuzzle.engines.estimate")


class Cover(Handle, cover.Cover):
    """An exact cover problem, defined by items and the options that cover them.

    A solution is a set of options that covers every primary item once and every secondary item at
    most once, unless other bounds are given.

    Parameters
    ----------
    primary : iterable of hashable
        The items that must be covered exactly once.
    options : iterable of iterable of hashable
        The items of each option. An option without primary items is never chosen; to make an option
        optional, give it a primary item with multiplicity ``(0, 1)``.
    secondary : iterable of hashable, optional
        The items that may be covered at most once.
    names : sequence of str, optional
        The names of the options. By default their numbers.
    multiplicity : mapping of item to int or (int, int), optional
        How often primary items must be covered: an exact number, or a minimum and a maximum.
    axes : iterable of hashable, optional
        Primary items, one for each axis of the array of counts. The options of an item are the
        indices along its axis.
    colours : sequence of mapping, optional
        For each option, the colours of some of its secondary items. Options may share an item if
        they give it the same colour; an item without a colour is not shared.

    Attributes
    ----------
    primary, secondary : tuple
        The items.
    options : tuple of tuple of int
        The increasing item numbers of each option; primary items come first.
    bounds : tuple of (int, int)
        The minimum and maximum of each item.
    axes : tuple of tuple of int
        The options of each axis.

    Raises
    ------
    InputError
        If the problem is inconsistent; `faults` lists the faults found.

    Examples
    --------
    >>> cover = cp.Cover("abc", ["ab", "c", "a", "bc"])
    >>> cover.count()
    2
    >>> list(cover.solve())
    [(0, 1), (2, 3)]
    >>> cp.Cover("a", ["ab", "b"], "b", multiplicity={"a": (0, 1)}).count()
    2
    >>> shades = [{"x": "red"}, {"x": "red"}, {"x": "blue"}]
    >>> cp.Cover("ab", ["ax", "bx", "bx"], "x", colours=shades).count()
    1
    """

    def __init__(
        self,
        primary: Iterable[Hashable],
        options: Iterable[Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        names: Sequence[str] | None = None,
        multiplicity: Mapping[Any, int | Bounds] | None = None,
        axes: Iterable[Hashable] = (),
        colours: Sequence[Mapping[Any, Hashable]] = (),
    ) -> None:
        stated = primary, options, secondary, names, multiplicity, axes, colours
        vars(self).update(cover.Cover(*stated).__dict__)

    @property
    def content(self) -> cover.Cover:
        """The problem itself, for the functions that write files."""
        return self

    @classmethod
    def of(cls, data: cover.Cover) -> Cover:
        """Return an object of this class for a plain exact cover problem.

        Parameters
        ----------
        data : calpuzzle.puzzle.cover.Cover
            The problem. All cached results are shared with it.

        Returns
        -------
        Cover

        Examples
        --------
        >>> cp.Cover.of(cp.load("dray").lowered.cover)
        <Cover: 63 items, 971 options>
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", data.__dict__)
        return made

    @classmethod
    def of_matrix(cls, matrix: Any, secondary: Iterable[int] = ()) -> Cover:
        """Return the problem of a matrix with one row per option and one column per item.

        Parameters
        ----------
        matrix : array_like, scipy.sparse matrix or iterable of rows, shape (options, items)
            Zeros and ones, or truth values. A row of zeros keeps its number and is never chosen.
        secondary : iterable of int, optional
            The columns that may be covered at most once.

        Returns
        -------
        Cover
            Its items are the column numbers.

        Raises
        ------
        InputError
            If the matrix has other values, or a secondary column does not exist.

        Examples
        --------
        >>> cp.Cover.of_matrix([[1, 1, 0], [0, 0, 0], [0, 0, 1]]).first()
        (0, 2)
        """
        rows, width = ones_by_row(matrix)
        given = values_of(secondary, "the secondary columns")
        optional = sorted({whole_number(k, "the number of a column") for k in given})
        if wrong := [item for item in optional if not 0 <= item < width]:
            raise InputError(
                f"there is no column {wrong[0]}: {there_are(width, 'column')}, from 0 on"
            )
        primary = [item for item in range(width) if item not in optional]
        number = {item: k for k, item in enumerate([*primary, *optional])}
        options = [tuple(sorted([number[item] for item in row])) for row in rows]
        bounds = [(1, 1)] * len(primary)
        return cls.of(cover.Cover.numbered(primary, options, optional, bounds))

    def to_matrix(self, sparse: bool = False) -> Any:
        """Return the problem as a matrix with one row per option and one column per item.

        Parameters
        ----------
        sparse : bool, default False
            Return a ``scipy.sparse.csr_array`` instead of an array of NumPy.

        Returns
        -------
        ndarray of uint8, shape (options, items), or csr_array
            Zeros and ones. The columns are the primary items, then the secondary ones.

        Raises
        ------
        InputError
            If items have colours, or a primary item need not be covered exactly once. A matrix
            cannot hold such problems.
        CannotDoError
            If `sparse` is set and scipy is not installed.

        Examples
        --------
        >>> cp.Cover("ab", ["ab", "a", "b"]).to_matrix().tolist()
        [[1, 1], [1, 0], [0, 1]]
        """
        import numpy as np

        if self.palette:
            raise InputError("a matrix cannot hold the colours of items")
        for item, bounds in zip(self.primary, self.bounds, strict=False):
            if bounds != (1, 1):
                wanted = " to ".join(map(str, sorted(set(bounds))))
                raise InputError(
                    f"a matrix covers each item once, but {shown(item)} is covered {wanted} times"
                )
        rows = np.repeat(np.arange(len(self.options)), [len(option) for option in self.options])
        columns = np.fromiter(chain(*self.options), dtype=np.int64)
        size = len(self.options), len(self.items)
        if sparse:
            try:
                from scipy.sparse import csr_array  # pyright: ignore[reportMissingImports]
            except ImportError:
                raise CannotDoError("a sparse matrix needs scipy: pip install scipy") from None
            return csr_array((np.ones(len(rows), dtype=np.uint8), (rows, columns)), shape=size)
        found = np.zeros(size, dtype=np.uint8)
        found[rows, columns] = 1
        return found

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
            As `Solutions.estimate` returns it.

        Raises
        ------
        InputError
            If the time or the seed is not a valid number.
        CannotDoError
            If no sample met a solution, or a state takes more than 128 bits.

        Examples
        --------
        >>> cp.Cover("abc", ["ab", "c", "a", "bc"]).estimate(seconds=0).value
        2
        """
        return planning.estimate(self, (), seconds, seed)

    def count(
        self,
        engine: str = engines.DEFAULT,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> int:
        """Count the solutions.

        Parameters
        ----------
        engine : str, default "auto"
            The engine.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the count.

        Returns
        -------
        int

        Raises
        ------
        InputError
            If the engine is unknown.
        CannotDoError
            If the engine does not support the problem.
        StoppedError
            If `stop` is reached before the count is finished.

        Examples
        --------
        >>> cp.Cover("abc", ["ad", "bc", "abc", "ab", "cd"], secondary="d").count()
        3
        """
        return planning.count(self, (), Run(progress=progress, stop=stop).checked(), engine)

    def counts(
        self,
        engine: str = engines.DEFAULT,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Counts:
        """Count the solutions for each combination of options of the axes.

        Parameters
        ----------
        engine : str, default "auto"
            The engine.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the count.

        Returns
        -------
        ndarray of int64, with one axis for each of `axes`
            The dtype is object, with Python integers, if a count does not fit 64 bits.

        Raises
        ------
        InputError
            If the engine is unknown.
        CannotDoError
            If the engine does not support the problem.
        StoppedError
            If `stop` is reached before the count is finished.

        Examples
        --------
        >>> cover = cp.Cover("abc", ["ad", "bc", "abc", "ab", "cd"], secondary="d", axes="a")
        >>> [cover.names[k] for k in cover.axes[0]], cover.counts().tolist()
        (['0', '2', '3'], [1, 1, 1])
        """
        return planning.counts(self, Run(progress=progress, stop=stop).checked(), engine)

    def solve(
        self,
        engine: str = engines.DEFAULT,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Iterator[Options]:
        """Return an iterator over the solutions.

        The engine ``"dancing"`` supports every problem. It branches on the item with the fewest
        remaining options. Ties go to the item that was stated first; items that need no more
        options come last. It tries the options of an item in increasing order. The engine
        ``"auto"`` uses it for problems without a board, unless it finds no solution for some time
        and the frontier method finds one first; then the order is that of the frontier method.

        Parameters
        ----------
        engine : str, default "auto"
            The engine.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the search.

        Yields
        ------
        tuple of int
            Increasing option numbers.

        Raises
        ------
        InputError
            If the engine is unknown.
        CannotDoError
            If the engine does not support the problem.
        StoppedError
            If `stop` is reached.

        Examples
        --------
        >>> list(cp.Cover("abc", ["ad", "bc", "abc", "ab", "cd"], secondary="d").solve())
        [(0, 1), (2,), (3, 4)]
        """
        return planning.solutions(self, (), Run(progress=progress, stop=stop).checked(), engine)

    def first(self, engine: str = engines.DEFAULT) -> Options | None:
        """Return the first solution.

        Parameters
        ----------
        engine : str, default "auto"
            The engine.

        Returns
        -------
        tuple of int or None
            Increasing option numbers, or None if there is no solution.

        Raises
        ------
        InputError
            If the engine is unknown.
        CannotDoError
            If the engine does not support the problem.

        Examples
        --------
        >>> cp.Cover("ab", ["a", "b"]).first()
        (0, 1)
        """
        return next(self.solve(engine), None)
