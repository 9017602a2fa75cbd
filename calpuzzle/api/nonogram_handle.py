"""The class `Nonogram`: clues with one method per question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle.api.handle import Handle
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.given import of_kind, real_number
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop, checked_stop
from calpuzzle.draw.nonogram_picture import nonogram_scene
from calpuzzle.draw.scene import Scene
from calpuzzle.nonogram import explain, nonogram_hints, proof, solver, stepper
from calpuzzle.nonogram.clues import Clues, Masks, checked, fits
from calpuzzle.nonogram.turns import AUTO
from calpuzzle.results.answer import Drawable
from calpuzzle.results.nonogram_solutions import (
    Known,
    NonogramSearch,
    NonogramSolution,
    masks_of,
    numbers,
)

if TYPE_CHECKING:
    from calpuzzle.play import widget
else:
    widget = Later("calpuzzle.play.widget")


class Nonogram(Handle, Drawable):
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
        If the clues are invalid; `faults` lists every fault.

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

    clues: Clues
    name: str

    def __init__(self, clues: Clues, name: str = "nonogram") -> None:
        of_kind(clues, Clues, "clues are Clues, which load reads from a file")
        of_kind(name, str, "name is a text")
        vars(self).update(clues=checked(clues), name=name)

    @property
    def content(self) -> Clues:
        """The clues."""
        return self.clues

    @property
    def title(self) -> str:
        """The title, or the name if there is none."""
        return self.clues.title or self.name

    def solve(
        self, placed: Known = None, *, engine: str = AUTO, stop: Stop | None = None
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
        Solutions of Filled
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
        checked_stop(stop)
        search = NonogramSearch(self.clues, self.name, self.masks(placed), stop, engine)
        return Solutions(self.name, search)

    def count(self, placed: Known = None, *, stop: Stop | None = None) -> int:
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
            If `seconds` is not a number.

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
        return solver.unbroken(result).unique

    def prove(
        self, name: str, *, seconds: float | None = None, stop: Stop | None = None
    ) -> NonogramSolution | None:
        r"""Prove that the solution is unique, or that there is none.

        Writes NAME.cnf and NAME.drat, both completely or neither. :doc:`certificates` describes
        them.

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
        Filled or None
            The solution, or None if there is none.

        Raises
        ------
        NotProvedError
            If there are several solutions, two of which are in its attribute `solutions`; if the
            time ran out; or if the clues show without a proof that there is no solution.
        InputError
            If `name` is not a valid name.
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
        checked_stop(stop)
        of_kind(name, str, "name is a path without its ending")
        proof.files_of(name)
        result = solver.unbroken(solver.solve(self.clues, 1, seconds=seconds, stop=stop))
        if result.ended == solver.OUT_OF_TIME:
            raise proof.NotProvedError(f"no solution was found in the time given; {proof.NOTHING}")
        grid = result.solutions[0] if result.solutions else None
        left = None if seconds is None else seconds - result.seconds
        proof.prove(self.clues, grid, name, seconds=left, stop=stop)
        return None if grid is None else NonogramSolution(self.clues, self.name, grid)

    def steps(self) -> Iterator[stepper.Step]:
        r"""Yield the grid after each step of solving as a person does.

        Yields
        ------
        Step
            The cells that are determined, and for each cell the share of each colour.

        Raises
        ------
        ContradictionError
            At the step that meets a contradiction.

        Examples
        --------
        >>> nonogram = cp.loads("1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n", name="heart.txt")
        >>> [step.settled for step in nonogram.steps()]
        [13, 6, 3, 3]
        """
        return stepper.steps(self.clues)

    def hint(self, placed: Known = None) -> nonogram_hints.Hint:
        r"""Return the next cells that can be determined, and the reason.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.

        Returns
        -------
        Hint

        Raises
        ------
        ContradictionError
            If no solution agrees with the grid.
        InputError
            If `placed` is not a grid of this puzzle.

        Examples
        --------
        >>> nonogram = cp.loads("1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n", name="heart.txt")
        >>> nonogram.hint().kind
        'line'
        """
        return nonogram_hints.hint(self.clues, self.masks(placed))

    def rate(self, seconds: float | None = None) -> nonogram_hints.Rating | None:
        r"""Measure how hard the nonogram is.

        Parameters
        ----------
        seconds : float, optional
            The time limit. By default none.

        Returns
        -------
        Rating or None
            None if the time ran out.

        Raises
        ------
        InputError
            If `seconds` is not a number.

        Examples
        --------
        >>> cp.loads("2\n1\n\n2\n1\n", name="corner.txt").rate().level
        'lines'
        """
        if seconds is not None:
            real_number(seconds, "seconds")
        return nonogram_hints.rate(self.clues, seconds)

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
        return fits(self.clues, numbers(grid, "grid"))

    def masks(self, placed: Known = None) -> Masks:
        r"""Return the possible colours of each cell.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.

        Returns
        -------
        list of int
            One bit mask per cell in reading order: bit c is set if the cell can have colour c.

        Raises
        ------
        InputError
            If `placed` has another size, or other colours.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").masks("#? ??")
        [2, 3, 3, 3]
        """
        return masks_of(self.clues, placed)

    def page_data(self) -> dict[str, Any]:
        r"""Return the data of the browser page.

        Returns
        -------
        dict
            Plain data that JSON can represent.

        Raises
        ------
        InputError
            If the page does not support the nonogram.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").page_data()["name"]
        'two'
        """
        from calpuzzle.play.data import nonogram_data

        return nonogram_data(self.clues, self.name)

    def page(self) -> str:
        r"""Return the browser page.

        Returns
        -------
        str
            One HTML document that needs no other file.

        Raises
        ------
        InputError
            If the page does not support the nonogram.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").page()[:15]
        '<!DOCTYPE html>'
        """
        from calpuzzle.play.page import page

        return page(self.page_data())

    def play(self) -> widget.Play:
        r"""Return the page as a notebook widget.

        Returns
        -------
        Play

        Raises
        ------
        MissingExtraError
            If the extra `notebook` is not installed.
        InputError
            If the page does not support the nonogram.

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").play()  # doctest: +SKIP
        """
        from calpuzzle.play.widget import Play

        return Play(page=self.page())

    def scene(self) -> Scene:
        r"""Return the empty nonogram as a picture.

        Returns
        -------
        Scene
            Lengths are pixels at scale 1.

        Examples
        --------
        >>> from calpuzzle.draw.svg import to_svg
        >>> to_svg(cp.loads("1\n1\n\n1\n1\n", name="two.txt").scene())[:4]
        '<svg'
        """
        return nonogram_scene(self.clues)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nonogram) and self.clues == other.clues

    def __hash__(self) -> int:
        return hash(self.clues)

    def __repr__(self) -> str:
        return f"<Nonogram {self.name}: {self.clues.width} by {self.clues.height}>"
