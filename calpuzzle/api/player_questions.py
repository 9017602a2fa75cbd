"""The methods of `Puzzle` for players: difficulty, challenges, hints and the browser page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle import engines, planning
from calpuzzle.api.puzzle_base import PuzzleBase
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.given import whole_number
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.game.hints import Hint, TakeBack, next_piece, take_back
from calpuzzle.game.position import Position
from calpuzzle.planning.residual import is_possible
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.parsing import DateLike
from calpuzzle.puzzle.placements import Placements
from calpuzzle.results.challenges import Challenge, challenges
from calpuzzle.results.difficulty import SEED, Difficulty, difficulty
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from calpuzzle.play import widget
else:
    widget = Later("calpuzzle.play.widget")


class PlayerQuestions(PuzzleBase):
    """The methods for players: difficulty, challenges, hints and the browser page."""

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
            Means over a hundred tries, or None if no solution of the date contains the placements.

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
            self.lowered.cover,
            self.fixed(date, placed),
            seed,
            engines.Run(progress=progress).checked(),
        )

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
            One date, not ``"any"``. None for a puzzle without groups.
        pieces : int, optional
            The number of placed pieces. By default, few pieces are placed, and their number varies.
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
            It has the options of the date (`fixed`), of the placed pieces (`placed`) and of the
            pieces to place (`remaining`), and the `difficulty`.

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
        if self.groups and date is not None:
            self.labels(date)  # raises DateError for `any`
        seed = whole_number(seed, "seed")
        run = engines.Run(progress=progress, stop=stop).checked()
        return challenges(self.lowered, self.fixed(date), pieces, difficulty, seed, run)

    def hint(
        self, date: DateLike = None, placed: Placements | Solution = ()
    ) -> Hint | TakeBack | None:
        """Return the next placement, as a person could find it, or the one to take back.

        :doc:`hints` defines which placement this is.

        Parameters
        ----------
        date : DateLike, optional
            The date.
        placed : Placements or Solution, optional
            The placements so far; they need not be part of a solution.

        Returns
        -------
        Hint, TakeBack or None
            A `Hint` has the placement as an index into ``cover.options`` (`option`), one of its
            cells (`cell`), and the alternatives (`choice`). A `TakeBack` has the index of the wrong
            placement in `placed` (`at`), counted from 0. None if the puzzle is solved.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist.
        CannotDoError
            If the date has no solution.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> hint = puzzle.hint("Sat Jan 1", "J4@5,5:4")
        >>> puzzle.cover.names[hint.option], hint.cell
        ('I4.5', (4, 6))
        """
        on_date = self.fixed(date)
        given = self.placed(placed, may_clash=True)
        piece_indices = [k for k, option in enumerate(given) if option not in on_date]
        pieces = [given[k] for k in piece_indices]
        problems, position = planning.residual_problems(self.lowered.cover), (*on_date, *pieces)
        if not is_possible(problems, position):
            if wrong := take_back(self.lowered, problems, on_date, pieces):
                return wrong._replace(at=piece_indices[wrong.at])
            labels = self.labels(date) if on_date else ()
            on_labels = f" on {' '.join(labels)}" if labels else ""
            raise CannotDoError(f"there is no solution{on_labels}")
        if Position(self.lowered, position).solved:
            return None
        return next_piece(self.lowered, problems, position)

    def page_data(self, disk: bool = False) -> dict[str, Any]:
        """Return the data of the browser page.

        Parameters
        ----------
        disk : bool, default False
            Store the diagram in the user's cache folder, or load it from there.

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
            The date. By default the page opens on the current day.
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
        options = self.placed(placed)
        return link(self.lowered, labels, options, known=options.names)

    def play(self, date: DateLike = None, placed: Placements | Solution = ()) -> widget.Play:
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
            The widget. Its attribute `position` can be read and set; its format is that of `link`.

        Raises
        ------
        MissingExtraError
            If the extra `notebook` is not installed.
        DateError
            If the board has no such date.
        InputError
            If the page does not support the puzzle, a placement does not exist, or placements
            clash.

        Examples
        --------
        >>> cp.load("dray").play("Sat Jan 1").position  # doctest: +SKIP
        '#puzzle=dray&date=Jan,1,Sat'
        """
        from calpuzzle.play.widget import Play

        return Play(page=self.page(), position=self.link(date, placed))
