"""The methods of `Puzzle` for questions about every date, and about residual problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calpuzzle import engines, planning
from calpuzzle.api.puzzle_base import PuzzleBase
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.engines import Counts
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.planning import diagram_of, set_counts
from calpuzzle.planning.residual import RemainingSolutions, ResidualProblems
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.parsing import DateLike
from calpuzzle.puzzle.placements import Placements
from calpuzzle.results.difficulty import SEED, difficulties
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.results import causes as unsolved
else:
    np, npt = Later("numpy"), Later("numpy.typing")
    unsolved = Later("calpuzzle.results.causes")


class AllDates(PuzzleBase):
    """The questions about every date, and the decision diagram that answers them."""

    def counts(
        self,
        engine: str = engines.DEFAULT,
        jobs: int = 1,
        progress: Progress | None = None,
        memory: int | None = None,
        stop: Stop | None = None,
    ) -> Counts:
        """Count the solutions of every date.

        Parameters
        ----------
        engine : str, default "auto"
            The engine.
        jobs : int, default 1
            The number of threads, if the engine supports several. The result does not depend on it.
        progress : Progress, optional
            A function that receives the progress.
        memory : int, optional
            Upper bound in bytes for the working memory.
        stop : Event or float, optional
            An event or a deadline that ends the count.

        Returns
        -------
        ndarray of int64, shape ``puzzle.shape``
            One axis per group, in their order. The dtype is object, with Python integers, if a
            count does not fit 64 bits.

        Raises
        ------
        InputError
            If the engine is unknown.
        CannotDoError
            If the engine does not support the puzzle, or the memory does not suffice.
        StoppedError
            If `stop` is reached before the count is finished.

        Examples
        --------
        >>> counts = cp.load("dray").counts()
        >>> counts.shape, counts.dtype.name, int(counts.sum())
        ((12, 31, 7), 'int64', 85637)
        """
        run = engines.Run(jobs, progress, memory, stop).checked()
        return set_counts.counts(self.lowered, run, engine)

    def solution_rows(
        self,
        jobs: int = 1,
        progress: Progress | None = None,
        memory: int | None = None,
        stop: Stop | None = None,
    ) -> tuple[npt.NDArray[np.uint16], Counts]:
        """Return all solutions of all dates as arrays.

        The first call computes the arrays; later calls return the same ones.

        Parameters
        ----------
        jobs : int, default 1
            The number of threads. The result does not depend on it.
        progress : Progress, optional
            A function that receives the progress.
        memory : int, optional
            Upper bound in bytes for the diagram while it is built, then for the arrays.
        stop : Event or float, optional
            An event or a deadline that ends the work.

        Returns
        -------
        rows : ndarray of uint16, shape (solutions, pieces)
            One row per solution: its placements as increasing indices into ``cover.options``.
        starts : ndarray of int64, shape (dates + 1,)
            ``rows[starts[i]:starts[i + 1]]`` are the solutions of the date with flat index i.

        Raises
        ------
        CannotDoError
            If the puzzle has no diagram, or the memory does not suffice.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> rows, starts = cp.load("dray").solution_rows()
        >>> rows.shape, rows.dtype.name, starts.shape, starts.dtype.name
        ((85637, 10), 'uint16', (2605,), 'int64')
        """
        run = engines.Run(jobs, progress, memory, stop=stop).checked()
        return diagram_of(self.lowered.cover, run).solutions(run.bound, run.jobs, stop)

    def diagram(
        self, memory: int | None = None, progress: Progress | None = None, disk: bool = False
    ) -> Diagram:
        """Return the decision diagram of all solutions of all dates.

        The first call builds it; later calls return the same object, and the engine ``"auto"``
        answers from it.

        Parameters
        ----------
        memory : int, optional
            Upper bound in bytes while the diagram is built. A diagram that has been built is
            returned whatever its size.
        progress : Progress, optional
            A function that receives the progress.
        disk : bool, default False
            Store the diagram in the user's cache folder, or load it from there.

        Returns
        -------
        Diagram

        Raises
        ------
        CannotDoError
            If the puzzle exceeds the limits of a diagram, or the memory does not suffice.

        Examples
        --------
        >>> cp.load("dray").diagram().total
        85637
        """
        run = engines.Run(progress=progress, memory=memory).checked()
        return diagram_of(self.lowered.cover, run, disk)

    def residual_problems(
        self, memory: int | None = None, progress: Progress | None = None, disk: bool = False
    ) -> ResidualProblems:
        """Return an object that counts the solutions that contain given placements.

        Parameters
        ----------
        memory : int, optional
            Upper bound in bytes while a diagram is built.
        progress : Progress, optional
            A function that receives the progress.
        disk : bool, default False
            Store the diagram in the user's cache folder, or load it from there.

        Returns
        -------
        ResidualProblems
            The diagram or, for a puzzle without one, an object that searches for each question.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> puzzle.residual_problems().remaining(puzzle.fixed("Sat Jan 1")).count
        54
        """
        run = engines.Run(progress=progress, memory=memory).checked()
        return planning.residual_problems(self.lowered.cover, run, disk)

    def remaining(
        self, date: DateLike = None, placed: Placements | Solution = ()
    ) -> RemainingSolutions:
        """Return the solutions that remain after a date and placements.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            The placements.

        Returns
        -------
        RemainingSolutions
            The number of these solutions (`count`), how many of them contain each placement
            (`occurrences`), and the k-th of them (`nth`).

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, or placements clash.
        CannotDoError
            If a puzzle without a diagram has more than 200,000 remaining solutions.

        Examples
        --------
        >>> cp.load("dray").remaining("Sat Jan 1", "J4@5,5:4").count
        1
        """
        return self.residual_problems().remaining(self.fixed(date, placed))

    def difficulties(
        self, jobs: int = 1, progress: Progress | None = None, seed: int = SEED
    ) -> npt.NDArray[np.float64]:
        """Measure how hard every date is.

        Parameters
        ----------
        jobs : int, default 1
            The number of threads. The result does not depend on it.
        progress : Progress, optional
            A function that receives the progress.
        seed : int, optional
            The random seed, 0 to 2^32 - 1.

        Returns
        -------
        ndarray of float64, shape (*shape, 3)
            One axis per group, and a last axis with three numbers: nodes, dead ends and forced
            moves. Dates without a solution have zeros.

        Examples
        --------
        >>> board = cp.board(["AB.", "..."])
        >>> domino = cp.Piece("I2", (((0, 0), (0, 1)),))
        >>> corner = cp.Piece("V3", (((0, 0), (0, 1), (1, 0)),))
        >>> letter = cp.Group("letter", ("A", "B"))
        >>> small = cp.Model("small", board, (domino, corner), (letter,))
        >>> cp.Puzzle(small).difficulties().shape
        (2, 3)
        """
        return difficulties(self.lowered, seed, engines.Run(jobs, progress).checked())

    def causes(
        self, progress: Progress | None = None, stop: Stop | None = None
    ) -> list[unsolved.UnsolvableGroup]:
        """Return all dates without a solution, grouped by cause.

        Parameters
        ----------
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the search.

        Returns
        -------
        list of UnsolvableGroup
            Each with its dates and their cause. The cause is None for the dates for which no small
            cause was found.

        Raises
        ------
        CannotDoError
            If the dates cannot be counted, or if it is clear without a search that no date has a
            solution.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> cp.load("weekday-8x7").causes()
        []
        """
        from calpuzzle.results.causes import causes

        return causes(self.lowered, engines.Run(progress=progress, stop=stop).checked())
