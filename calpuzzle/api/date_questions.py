"""The methods of `Puzzle` that answer a question about one date, or about all dates together."""

from __future__ import annotations

from calpuzzle import engines
from calpuzzle.api.puzzle_base import PuzzleBase
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.given import check_kind
from calpuzzle.base.stop import Stop
from calpuzzle.planning import Question, QuestionKind, make_plan
from calpuzzle.planning.explanation import explanation
from calpuzzle.planning.question import question_kind
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import by_group
from calpuzzle.puzzle.dates.parsing import DateLike, is_any
from calpuzzle.puzzle.placements import Placements
from calpuzzle.results.cause import Cause, cause
from calpuzzle.results.finding import PuzzleSearch
from calpuzzle.results.solution import Solution


class DateQuestions(PuzzleBase):
    """The questions about a date."""

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
            The engine. If ``"auto"`` lists the solutions of the puzzle in lexicographic order, so
            does every other engine. An engine without that order finds and sorts all of them first.
        unique : bool, default False
            Return only one of the solutions that are equal up to the symmetries of the puzzle.
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
            Computed lazily. The iterator raises StoppedError if `stop` is reached.

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
            The date. Like `placed` and `unique`, it is ignored if `what` is ``"counts"`` or
            ``"remaining"``.
        placed : Placements or Solution, optional
            Placements that every solution must contain.
        what : str, default "count"
            The question: ``"count"``, ``"list"``, ``"nth"``, ``"cheapest"``, ``"estimate"``,
            ``"counts"`` (the solutions of every date) or ``"remaining"``.
        engine : str, default "auto"
            The engine.
        unique : bool, default False
            Whether solutions are taken up to symmetry.
        memory : int, optional
            Upper bound in bytes for the working memory.

        Returns
        -------
        str
            The engine and the reason for it, the interchangeable items that are merged, and the
            expected times of the engines.

        Raises
        ------
        InputError
            If the question is unknown. The other errors are those of `solve`.

        Examples
        --------
        >>> print(cp.load("dray").explain(what="counts").splitlines()[0])
        question      the number of solutions of every instance
        """
        kind = question_kind(what)
        if kind in (QuestionKind.COUNTS, QuestionKind.REMAINING):
            run = engines.Run(memory=memory).checked()
            return explanation(make_plan(Question(kind, self.cover, (), engine, run)))
        found = self.solve(date, placed, engine=engine, unique=unique, memory=memory)
        return found.explain(what)

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

        check_kind(path, str, "path must be the name of a file")
        run = engines.Run(progress=progress, memory=memory, stop=stop).checked()
        return certify(self.lowered, date, path, run)

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
            If a reason that is visible without a search, such as the number of cells, a piece that
            fits nowhere or a colouring, rules out a solution for every date.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> cp.load("dray").cause("Wed 27 Jan").covered
        ((6, 5), (7, 4), (7, 6))
        """
        return cause(self.lowered, self.fixed(date), engines.Run(stop=stop).checked())
