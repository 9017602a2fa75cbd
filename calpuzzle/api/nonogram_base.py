"""The base class of `Nonogram`: the clues, and the methods for people who solve them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle.api.handle import Handle
from calpuzzle.base.given import real_number
from calpuzzle.base.later import Later
from calpuzzle.draw.nonogram_picture import nonogram_scene
from calpuzzle.draw.scene import Scene
from calpuzzle.nonogram import nonogram_hints, stepper
from calpuzzle.nonogram.clues import Clues, Masks
from calpuzzle.results.answer import Drawable
from calpuzzle.results.nonogram_solutions import KnownCells, masks_of

if TYPE_CHECKING:
    from calpuzzle.play import widget
else:
    widget = Later("calpuzzle.play.widget")


class NonogramBase(Handle, Drawable):
    """Clues with a name, and the methods that return steps, hints, a rating and the page."""

    clues: Clues
    name: str

    @property
    def title(self) -> str:
        """The title, or the name if there is none."""
        return self.clues.title or self.name

    @property
    def content(self) -> Clues:
        """The clues."""
        return self.clues

    def masks(self, placed: KnownCells = None) -> Masks:
        r"""Return the colours that a grid and the puzzle's given cells allow for each cell.

        The clues of the rows and columns are not used.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.

        Returns
        -------
        list of int
            One bit mask per cell in reading order. A filled cell has only the bit of its colour,
            and an open cell the bits of all its possible colours: bit c for colour c.

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

    def steps(self) -> Iterator[stepper.NonogramStep]:
        r"""Solve as a person does, and yield the grid after each step.

        Yields
        ------
        NonogramStep
            The number of cells that the step determined (`settled`), the remaining colours of each
            cell (`masks`), and the probability of each colour of a cell (`shares`).

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

    def hint(self, placed: KnownCells = None) -> nonogram_hints.NonogramHint:
        r"""Return the next cells that can be determined, and the reason.

        Parameters
        ----------
        placed : str or grid, optional
            The grid so far.

        Returns
        -------
        NonogramHint

        Raises
        ------
        ContradictionError
            If the grid is found to have no solution. Each search takes at most ten seconds.
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
            The time limit of the search for two solutions. By default none.

        Returns
        -------
        Rating or None
            None if the time ran out.

        Raises
        ------
        InputError
            If `seconds` is not a finite number, or is negative.

        Examples
        --------
        >>> cp.loads("2\n1\n\n2\n1\n", name="corner.txt").rate().level
        'lines'
        """
        if seconds is not None:
            real_number(seconds, "seconds")
        return nonogram_hints.rate(self.clues, seconds)

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
        return isinstance(other, NonogramBase) and self.clues == other.clues

    def __hash__(self) -> int:
        return hash(self.clues)

    def __repr__(self) -> str:
        return f"<Nonogram {self.name}: {self.clues.width} by {self.clues.height}>"
