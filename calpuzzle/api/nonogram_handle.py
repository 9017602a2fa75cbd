"""The class `Nonogram`: the clues of a nonogram, with methods that solve, count and prove."""

from __future__ import annotations

from collections.abc import Iterable

from calpuzzle.api.nonogram_base import NonogramBase
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.given import check_kind, frozen, real_number
from calpuzzle.base.stop import Stop, check_stop
from calpuzzle.nonogram import explain, proof, solver
from calpuzzle.nonogram.clues import Clues, checked, fits
from calpuzzle.nonogram.turns import AUTO
from calpuzzle.results.nonogram_solutions import (
    KnownCells,
    NonogramSearch,
    NonogramSolution,
    integer_grid,
)


class Nonogram(NonogramBase):
    r"""A nonogram (griddler): the clues of its rows and columns.

    Parameters
    ----------
    clues : Clues
        The clues, colours and given cells.
    name : str, default "nonogram"
        The name, used in messages.

    Attributes
    ----------
    clues : Clues
        The clues.
    name : str
        The name.

    Raises
    ------
    PuzzleError
        If the clues are invalid; `faults` lists the faults found.

    Notes
    -----
    Many methods take `placed`, the grid so far: rows of colour numbers, with -1 for open cells, or
    a text such as ``"#?? ??? ???"`` with one word per row. ``None`` means the cells that the puzzle
    gives.

    Examples
    --------
    >>> nonogram = cp.loads("1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n", name="heart.txt")
    >>> nonogram
    <Nonogram heart: 5 by 5>
    >>> nonogram.count()
    1
    """

    def __init__(self, clues: Clues, name: str = "nonogram") -> None:
        check_kind(clues, Clues, "clues must be Clues, which load reads from a file")
        check_kind(name, str, "name must be a str")
        vars(self).update(clues=checked(frozen(clues)), name=name)

    def solve(
        self, placed: KnownCells = None, *, engine: str = AUTO, stop: Stop | None = None
    ) -> Solutions[NonogramSolution]:
        r"""Return the solutions, computed lazily, in the order of the search.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.
        engine : {"auto", "lines", "clauses", "cpsat"}, default "auto"
            The engine. ``"auto"`` alternates line search and clause search; ``"cpsat"`` finds all
            solutions before it returns the first.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the search.

        Returns
        -------
        Solutions of NonogramSolution
            Computed lazily. The iterator raises StoppedError if `stop` is reached.

        Raises
        ------
        InputError
            If `placed` is not a grid of this puzzle, or the engine is unknown.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").solve().first().grid
        ((1, 0), (0, 1))
        """
        check_stop(stop)
        search = NonogramSearch(self.clues, self.name, self.masks(placed), stop, engine)
        return Solutions(self.name, search)

    def count(self, placed: KnownCells = None, *, stop: Stop | None = None) -> int:
        r"""Count the solutions.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the count.

        Returns
        -------
        int

        Raises
        ------
        InputError
            If `placed` is not a grid of this puzzle.
        StoppedError
            If `stop` is reached before the count is finished.

        Examples
        --------
        >>> nonogram = cp.loads("1\n1\n\n1\n1\n", name="two.txt")
        >>> nonogram.count(), nonogram.count("#? ??")
        (2, 1)
        """
        return self.solve(placed, stop=stop).count()

    def unique(self, seconds: float | None = None) -> bool | None:
        r"""Return whether there is exactly one solution.

        Parameters
        ----------
        seconds : float, optional
            The time limit. By default none.

        Returns
        -------
        bool or None
            None if the time ran out.

        Raises
        ------
        InputError
            If `seconds` is not a finite number, or is negative.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").unique()
        False
        """
        if seconds is not None:
            real_number(seconds, "seconds")
        if explain.first_look(self.clues):
            return False
        result = solver.solve(self.clues, 2, keep=0, seconds=seconds)
        return solver.raise_if_interrupted(result).unique

    def prove(
        self, name: str, *, seconds: float | None = None, stop: Stop | None = None
    ) -> NonogramSolution | None:
        r"""Prove that the solution is unique, or that there is none.

        Writes NAME.cnf and NAME.drat when the search has ended, and no file if it is stopped.
        :doc:`certificates` describes them.

        Parameters
        ----------
        name : str
            The path of the files without their endings.
        seconds : float, optional
            The time limit. By default none.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the work.

        Returns
        -------
        NonogramSolution or None
            The solution, or None if there is none.

        Raises
        ------
        NotProvedError
            If there are several solutions, two of which are in its attribute `solutions`; if the
            time runs out; if there are too many clauses; or if a first look at the clues already
            shows that there is no solution. No proof is written in any of these cases.
        InputError
            If `name` is not a valid name, or `seconds` is not a finite number, or is negative.
        CannotDoError
            If a file cannot be written.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> import os, tempfile
        >>> nonogram = cp.loads("2\n1\n\n2\n1\n", name="corner.txt")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     nonogram.prove(os.path.join(folder, "corner")).grid
        ((1, 1), (1, 0))
        """
        if seconds is not None:
            real_number(seconds, "seconds")
        check_stop(stop)
        check_kind(name, str, "name must be a path without its ending")
        proof.files_of(name)
        result = solver.raise_if_interrupted(
            solver.solve(self.clues, 1, seconds=seconds, stop=stop)
        )
        if result.ended == solver.OUT_OF_TIME:
            raise proof.NotProvedError(
                f"no solution was found in the time given; {proof.NO_PROOF_WRITTEN}"
            )
        grid = result.solutions[0] if result.solutions else None
        remaining = None if seconds is None else seconds - result.seconds
        proof.prove(self.clues, grid, name, seconds=remaining, stop=stop)
        return None if grid is None else NonogramSolution(self.clues, self.name, grid)

    def fits(self, grid: Iterable[Iterable[int]]) -> bool:
        r"""Return whether a complete grid satisfies the clues and the given cells.

        Parameters
        ----------
        grid : array_like of int, shape (height, width)
            Colour numbers; 0 is the background.

        Returns
        -------
        bool

        Raises
        ------
        InputError
            If `grid` is not a grid of numbers.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").fits([[0, 1], [1, 0]])
        True
        """
        return fits(self.clues, integer_grid(grid, "grid"))
