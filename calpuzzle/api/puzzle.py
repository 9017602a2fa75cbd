"""The class `Puzzle`: a Model with its exact cover problem, and one method per question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from calpuzzle import engines, planning
from calpuzzle.api.cover_handle import Cover
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.given import of_kind
from calpuzzle.base.stop import Stop
from calpuzzle.base.wording import plural
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.planning import Question, Wanted, diagram_of, make_plan
from calpuzzle.planning.explanation import explanation
from calpuzzle.planning.question import wanted
from calpuzzle.planning.residual import Asked, Remaining
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.dates.parsing import by_group, is_any, labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.answer import Drawable
from calpuzzle.results.difficulty import SEED, Difficulty, difficulties, difficulty
from calpuzzle.results.finding import PuzzleSearch, fixed_options, placed_options
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.draw.scene import Scene
    from calpuzzle.engines import Counts
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.play.widget import Play
    from calpuzzle.puzzle.cover import Options, Progress
    from calpuzzle.puzzle.dates.parsing import DateLike, Labels
    from calpuzzle.puzzle.placements import PlacedOptions, Placements
    from calpuzzle.results.cause import Cause
    from calpuzzle.results.causes import Unsolved
    from calpuzzle.results.challenges import Challenge


class Puzzle(Drawable):
    """A puzzle of pieces: a calendar, or any pieces in any frame.

    Use `load` for a puzzle of the package or a file, and this constructor for a `Model` made in
    Python. Puzzles are immutable, hashable and can be pickled; notebooks display them as pictures.

    Parameters
    ----------
    model : Model
        The board, the pieces and the groups of labels.
    sound : bool, default False
        Skip the validation, for a model that is known to be valid.

    Attributes
    ----------
    model : Model
        The model.
    name : str
        The name in the package, or the file name without its ending.
    board : Board
        The cells.
    pieces : tuple of Piece
        The pieces, in the order of the file.
    groups : tuple of Group
        The groups, each of which leaves one label uncovered.
    shape : tuple of int
        The number of labels of each group: the shape of the array of `counts`.

    Raises
    ------
    PuzzleError
        If the model is invalid; `faults` lists every fault.

    Notes
    -----
    Many methods take these arguments:

    - `date`: text as on the command line (`"2026-11-20"`, `"tomorrow"`, `"Sat Jan 1"`), labels or
      a mapping of groups to labels, or a date of datetime, numpy or pandas. ``None`` for a puzzle
      without groups, ``"any"`` for all dates together.
    - `placed`: placements that every solution must contain: text such as ``"J4@5,5:4"``, a mapping
      of pieces to cells, indices into ``cover.options``, or a `Solution`.
    - `stop`: an object with ``is_set()``, such as a `threading.Event`, or a deadline in seconds on
      the clock `time.monotonic`.
    - `progress`: a function called now and then with the work done, the total work (or ``None``),
      and the number of solutions found.
    - `memory`: an upper bound in bytes, by default 4 GiB.

    Examples
    --------
    >>> puzzle = cp.load("dray")
    >>> puzzle
    <Puzzle dray: 50 cells, 12x31x7>
    >>> puzzle.count("Sat Jan 1")
    54
    >>> domino = cp.Piece("I2", sides=(((0, 0), (0, 1)),), least=2, most=2)
    >>> cp.Puzzle(cp.Model("square", cp.board(["..", ".."]), (domino,))).count()
    2
    """

    def __init__(self, model: Model, sound: bool = False) -> None:
        of_kind(model, Model, "a Puzzle is made of a Model; load reads one from a file")
        if not sound and (found := faults(model)):
            raise PuzzleError(found)
        self.model = model
        self.name, self.board = model.name, model.board
        self.pieces, self.groups, self.shape = model.pieces, model.groups, model.shape

    def __reduce__(self) -> tuple[type[Puzzle], tuple[Model, bool]]:
        return Puzzle, (self.model, True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.model == other.model

    def __hash__(self) -> int:
        return hash((self.name, self.shape, len(self.board.cells)))

    @cached_property
    def lowered(self) -> Lowering:
        """The exact cover problem, and the meaning of its options."""
        return Lowering(self.model)

    @cached_property
    def cover(self) -> Cover:
        """The exact cover problem that the engines solve."""
        return Cover.of(self.lowered.cover)

    def labels(self, date: DateLike = None) -> Labels:
        """Return the labels that stay uncovered on a date.

        Parameters
        ----------
        date : DateLike, optional
            One date, not ``"any"``.

        Returns
        -------
        tuple of str
            One label per group, in the order of `groups`.

        Raises
        ------
        DateError
            If the board has no such date.

        Examples
        --------
        >>> cp.load("dray").labels("2026-11-20")
        ('Nov', '20', 'Fri')
        """
        return labels_of(self.model, date)

    def placed(
        self, placements: Placements | Solution = (), clashing: bool = False
    ) -> PlacedOptions:
        """Return the options of placements.

        Parameters
        ----------
        placements : Placements or Solution, optional
            The placements, or a drawing of the board as ``print(solution)`` writes it.
        clashing : bool, default False
            Accept placements that overlap, or use a piece too often.

        Returns
        -------
        PlacedOptions
            Indices into ``cover.options``, a tuple of int in the order of the placements; its
            attribute `names` maps each to the name of its piece.

        Raises
        ------
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> [puzzle.cover.names[option] for option in puzzle.placed("J4@5,5:4")]
        ['J4.4']
        """
        return placed_options(self, placements, clashing)

    def fixed(self, date: DateLike = None, placed: Placements | Solution = ()) -> Options:
        """Return the options of a date and of placements.

        Parameters
        ----------
        date : DateLike, optional
            The date; its labels may also be among the placements.
        placed : Placements or Solution, optional
            The placements.

        Returns
        -------
        tuple of int
            Indices into ``cover.options``: one per group (none for ``"any"``), then the placements.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> len(puzzle.fixed("Sat Jan 1", "J4@5,5:4"))
        4
        """
        return fixed_options(self, date, placed)

    def count(
        self,
        date: DateLike = None,
        placed: Placements | Solution = (),
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors_apart: bool = False,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
        disassembles: bool = False,
    ) -> int:
        """Count the solutions of a date.

        The arguments are those of `solve`.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            Placements that every counted solution must contain.
        engine : str, default "auto"
            The engine.
        unique : bool, default False
            Count solutions up to symmetry.
        mirrors_apart : bool, default False
            With `unique`, keep mirror images distinct.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the count.
        memory : int, optional
            Upper bound in bytes for the working memory.
        disassembles : bool, default False
            Count only solutions that come apart.

        Returns
        -------
        int

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, placements clash, or the engine is unknown.
        CannotDoError
            If the engine does not support the puzzle.
        StoppedError
            If `stop` is reached before the count is finished.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> puzzle.count("2022-01-01")
        54
        >>> puzzle.count("Sat Jan 1", "J4@5,5:4 I4@3,6:2")
        1
        >>> cp.load("pentominoes-6x10").count(unique=True)
        2339
        """
        return self.solve(
            date,
            placed,
            engine=engine,
            unique=unique,
            mirrors_apart=mirrors_apart,
            progress=progress,
            stop=stop,
            memory=memory,
            disassembles=disassembles,
        ).count()

    def solve(
        self,
        date: DateLike = None,
        placed: Placements | Solution = (),
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors_apart: bool = False,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
        disassembles: bool = False,
    ) -> Solutions[Solution]:
        """Return the solutions of a date, computed lazily.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            Placements that every solution must contain.
        engine : str, default "auto"
            The engine. The order of solutions does not depend on the engine if ``"auto"`` has an
            ordered engine for the puzzle; an engine without that order finds all solutions first.
        unique : bool, default False
            Return one solution of each class that is equal up to the symmetries of the puzzle.
        mirrors_apart : bool, default False
            With `unique`, keep mirror images distinct.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the search.
        memory : int, optional
            Upper bound in bytes for the working memory.
        disassembles : bool, default False
            Return only solutions that come apart (`Solution.disassembly`).

        Returns
        -------
        Solutions of Solution
            A lazy sequence. Its iterator raises StoppedError if `stop` is reached.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, placements clash, or the engine is unknown.
        CannotDoError
            If the engine does not support the puzzle.

        Examples
        --------
        >>> solutions = cp.load("dray").solve("Sat Jan 1")
        >>> solutions.first().pieces["I4"]
        ((3, 6), (4, 6), (5, 6), (6, 6))
        >>> len(solutions)
        54
        """
        run = engines.Run(progress=progress, memory=memory, stop=stop).checked()
        labels = None if is_any(self.model, date) else self.labels(date)
        asked = labels, self.placed(placed), engine, unique, not mirrors_apart, run, disassembles
        search = PuzzleSearch(self, *asked)
        return Solutions(self.name, search, by_group(self.model, labels) if labels else None)

    def explain(
        self,
        date: DateLike = None,
        placed: Placements | Solution = (),
        what: str = "count",
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        memory: int | None = None,
    ) -> str:
        """Return how a question would be answered, without answering it.

        Parameters
        ----------
        date : DateLike, optional
            The date. Ignored for ``"counts"`` and ``"left"``.
        placed : Placements or Solution, optional
            Placements that every solution must contain.
        what : str, default "count"
            The question: ``"count"``, ``"list"``, ``"nth"``, ``"cheapest"``, ``"estimate"``,
            ``"counts"`` (the solutions of every date) or ``"left"``.
        engine : str, default "auto"
            The engine.
        unique : bool, default False
            Whether solutions are taken up to symmetry.
        memory : int, optional
            Upper bound in bytes for the working memory.

        Returns
        -------
        str
            The engine and the reason for it, the reductions, and the expected times of the engines.

        Raises
        ------
        InputError
            If the question is unknown, and as `solve`.

        Examples
        --------
        >>> print(cp.load("dray").explain(what="counts").splitlines()[0])
        question      the number of solutions of every instance
        """
        asked = wanted(what)
        if asked in (Wanted.COUNTS, Wanted.REMAINING):
            run = engines.Run(memory=memory).checked()
            return explanation(make_plan(Question(asked, self.cover, (), engine, run)))
        found = self.solve(date, placed, engine=engine, unique=unique, memory=memory)
        return found.explain(what)

    def diagram(
        self, memory: int | None = None, progress: Progress | None = None, disk: bool = False
    ) -> Diagram:
        """Return the decision diagram of all solutions of all dates.

        The first call builds it; later calls return the same object, and the engine ``"auto"``
        answers from it.

        Parameters
        ----------
        memory : int, optional
            Upper bound in bytes while the diagram is built. A diagram that exists is returned
            whatever its size.
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
    ) -> Asked:
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
        Asked
            The diagram or, for a puzzle without one, an object that searches for each question.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> puzzle.residual_problems().left(puzzle.fixed("Sat Jan 1")).count
        54
        """
        run = engines.Run(progress=progress, memory=memory).checked()
        return planning.remaining(self.lowered.cover, run, disk)

    def left(self, date: DateLike = None, placed: Placements | Solution = ()) -> Remaining:
        """Return the solutions that remain after a date and placements.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            The placements.

        Returns
        -------
        Remaining
            Their number, frequencies of placements, and the k-th of them.

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
        >>> cp.load("dray").left("Sat Jan 1", "J4@5,5:4").count
        1
        """
        return self.residual_problems().left(self.fixed(date, placed))

    def solutions(
        self,
        jobs: int = 1,
        progress: Progress | None = None,
        memory: int | None = None,
        stop: Stop | None = None,
    ) -> tuple[npt.NDArray[np.uint16], Counts]:
        """Return all solutions of all dates as arrays.

        The arrays are computed at the first call.

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
        >>> rows, starts = cp.load("dray").solutions()
        >>> rows.shape, rows.dtype.name, starts.shape, starts.dtype.name
        ((85637, 10), 'uint16', (2605,), 'int64')
        """
        run = engines.Run(jobs, progress, memory, stop=stop).checked()
        return diagram_of(self.lowered.cover, run).solutions(run.bound, run.jobs, stop)

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
        ndarray of int64, shape `shape`
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
        return planning.counts(self.lowered.cover, run, engine)

    def certify(
        self,
        date: DateLike,
        path: str,
        *,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
    ) -> int:
        """Write a certificate of the count of a date.

        :doc:`certificates` describes the file and its checker. The file is written completely or
        not at all.

        Parameters
        ----------
        date : DateLike
            The date, or ``"any"`` for a certificate of every date.
        path : str
            The file to write.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the work.
        memory : int, optional
            Upper bound in bytes for the proof.

        Returns
        -------
        int
            The number of solutions.

        Raises
        ------
        DateError
            If the board has no such date.
        CannotDoError
            If the proof exceeds the memory, or the file cannot be written.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     cp.load("dray").certify("Wed Jan 27", os.path.join(folder, "none.cert"))
        0
        """
        from calpuzzle.results.certificate import certify

        run = engines.Run(progress=progress, memory=memory, stop=stop).checked()
        return certify(self.lowered, date, path, run)

    def difficulty(
        self,
        date: DateLike = None,
        placed: Placements | Solution = (),
        seed: int = SEED,
        progress: Progress | None = None,
    ) -> Difficulty | None:
        """Measure how hard it is to find a first solution of a date.

        :doc:`difficulty` defines the measure and names its sources.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            Placements to start from; they need not be part of a solution.
        seed : int, optional
            The random seed, 0 to 2^32 - 1.
        progress : Progress, optional
            A function that receives the progress.

        Returns
        -------
        Difficulty or None
            Means over a hundred tries, or None if the date has no solution.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, placements clash, or the seed is out of range.

        Examples
        --------
        >>> cp.load("month-day-7x7").difficulty("Nov 20").step
        2
        """
        return difficulty(
            self.lowered.cover, self.fixed(date, placed), seed, engines.Run(progress=progress)
        )

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
        ndarray of float64, shape (`shape`, 3)
            One axis per group, and a last one of nodes, dead ends and forced moves. Dates without a
            solution have zeros.

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
        return difficulties(self.lowered.cover, seed, engines.Run(jobs, progress).checked())

    def challenges(
        self,
        date: DateLike = None,
        pieces: int | None = None,
        difficulty: int | None = None,
        seed: int = 1,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Iterator[Challenge]:
        """Yield challenges: placements that leave exactly one solution.

        Parameters
        ----------
        date : DateLike, optional
            One date, not ``"any"``. None for a puzzle without groups, or for any date.
        pieces : int, optional
            The number of placed pieces. By default it is small, and varies.
        difficulty : int, optional
            The difficulty, 1 (very easy) to 5 (very hard). By default any.
        seed : int, default 1
            The random seed. The same seed gives the same challenges.
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the search.

        Yields
        ------
        Challenge
            With the options of the date (`fixed`), of the placed pieces (`placed`) and of the
            others (`rest`), and the `difficulty`.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If `pieces` or `difficulty` is impossible.
        CannotDoError
            If the puzzle has no diagram and too many solutions.
        StoppedError
            If `stop` is reached.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> challenge = next(puzzle.challenges("Sat Jan 1", pieces=5))
        >>> len(challenge.placed), puzzle.count("Sat Jan 1", challenge.placed)
        (5, 1)
        """
        from calpuzzle.results.challenges import challenges

        if self.groups and date is not None:
            self.labels(date)  # one, and not `any`
        run = engines.Run(progress=progress, stop=stop).checked()
        return challenges(self.lowered, self.fixed(date), pieces, difficulty, seed, run)

    def imbalances(self) -> list[str]:
        """Return the reasons, visible without a search, why the puzzle has no solution.

        Returns
        -------
        list of str
            Sentences; empty if no reason is visible.

        Examples
        --------
        >>> cp.load("domino-print").imbalances()[0]
        'colour 4: the frame has 9, the pieces have 8'
        """
        return imbalances(self.lowered)

    def cause(self, date: DateLike = None, stop: Stop | None = None) -> Cause | None:
        """Return why a date has no solution.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        stop : Event or float, optional
            An event or a deadline that ends the search.

        Returns
        -------
        Cause or None
            Cells and pieces that contradict one another, or None if the date has a solution.

        Raises
        ------
        DateError
            If the board has no such date.
        CannotDoError
            If the number of cells alone excludes a solution of every date.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> cp.load("dray").cause("Wed 27 Jan").covered
        ((6, 5), (7, 4), (7, 6))
        """
        from calpuzzle.results.cause import cause

        return cause(self.lowered, self.fixed(date), engines.Run(stop=stop).checked())

    def causes(self, progress: Progress | None = None, stop: Stop | None = None) -> list[Unsolved]:
        """Return all dates without a solution, grouped by cause.

        Parameters
        ----------
        progress : Progress, optional
            A function that receives the progress.
        stop : Event or float, optional
            An event or a deadline that ends the search.

        Returns
        -------
        list of Unsolved
            Each with a cause and its dates.

        Raises
        ------
        CannotDoError
            If the dates cannot be counted.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> cp.load("weekday-8x7").causes()
        []
        """
        from calpuzzle.results.causes import causes

        return causes(self.lowered, engines.Run(stop=stop).checked(), progress)

    def without(self, names: str | Sequence[str]) -> Puzzle:
        """Return the puzzle without some pieces.

        Parameters
        ----------
        names : str or sequence of str
            The names of the pieces to remove. The other pieces need not fill the board.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If a name is unknown.
        PuzzleError
            If no piece remains.

        Examples
        --------
        >>> len(cp.load("dray").without(["I4", "J4"]).pieces)
        8
        """
        names = [names] if isinstance(names, str) else names
        of_kind(names, Iterable, "what is left out are names of pieces")
        model = self.model.without(names)
        return Puzzle(model, sound=bool(model.pieces)) if names else self

    def page_data(self, disk: bool = False) -> dict[str, Any]:
        """Return the data of the browser page.

        Parameters
        ----------
        disk : bool, default False
            Store the diagram in the user's cache folder.

        Returns
        -------
        dict
            Plain data that JSON can represent.

        Raises
        ------
        InputError
            If the page does not support the puzzle.

        Examples
        --------
        >>> cp.load("dray").page_data()["name"]
        'dray'
        """
        from calpuzzle.play.data import pieces_data

        return pieces_data(self.lowered, disk)

    def page(self) -> str:
        """Return the browser page.

        Returns
        -------
        str
            One HTML document that needs no other file.

        Raises
        ------
        InputError
            If the page does not support the puzzle.

        Examples
        --------
        >>> cp.load("dray").page()[:15]
        '<!DOCTYPE html>'
        """
        from calpuzzle.play.page import page

        return page(self.page_data())

    def link(self, date: DateLike = None, placed: Placements | Solution = ()) -> str:
        """Return the fragment of a page's address that encodes a position.

        Parameters
        ----------
        date : DateLike, optional
            The date. By default the page shows the date of its reader's clock.
        placed : Placements or Solution, optional
            The placed pieces.

        Returns
        -------
        str
            The part of the address from ``#`` on.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> cp.load("dray").link("Sat Jan 1", "J4@5,5:4")
        '#puzzle=dray&date=Jan,1,Sat&with=J4@5,5:4'
        """
        from calpuzzle.play.link import link

        labels = self.labels(date) if date is not None else ()
        own = self.placed(placed)
        return link(self.lowered, labels, own, known=own.names)

    def play(self, date: DateLike = None, placed: Placements | Solution = ()) -> Play:
        """Return the page as a notebook widget.

        Parameters
        ----------
        date : DateLike, optional
            The date, by default today.
        placed : Placements or Solution, optional
            The placed pieces.

        Returns
        -------
        Play
            Its `position`, which `link` returns for other positions, can be read and set.

        Raises
        ------
        MissingExtraError
            If the extra `notebook` is not installed.
        InputError
            If the page does not support the puzzle.

        Examples
        --------
        >>> cp.load("dray").play("Sat Jan 1").position  # doctest: +SKIP
        '#puzzle=dray&date=Jan,1,Sat'
        """
        from calpuzzle.play.widget import Play

        return Play(page=self.page(), position=self.link(date, placed))

    def scene(self) -> Scene:
        """Return the board and the pieces as a picture.

        Returns
        -------
        Scene
            Lengths are pixels at scale 1.

        Examples
        --------
        >>> from calpuzzle.draw.svg import to_svg
        >>> to_svg(cp.load("dray").scene())[:4]
        '<svg'
        """
        return puzzle_scene(self.model)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no groups"
        return f"<Puzzle {self.name}: {plural(len(self.board.cells), 'cell')}, {size}>"
