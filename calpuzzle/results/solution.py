"""One solution of a puzzle, with the names and the places of its pieces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from calpuzzle.base.given import values_of
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.draw.board import solution_scene
from calpuzzle.draw.scene import Scene
from calpuzzle.draw.text_board import solution_text
from calpuzzle.engines import Run
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import names_of, notation
from calpuzzle.puzzle.shapes import Cell, Shape
from calpuzzle.results.answer import Answer
from calpuzzle.results.disassembly import Disassembly, disassembly

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np, npt = Later("numpy"), Later("numpy.typing")


class Solution(Answer):
    """A solution of a puzzle: the placement of each piece.

    `Puzzle.solve` creates it. ``print`` draws it as text, and a notebook as a picture.

    Parameters
    ----------
    lowered : Lowering
        The puzzle.
    options : iterable of int
        The indices into ``puzzle.cover.options``, labels included.
    dated : bool, default True
        Whether the question had a date. If so, `record` omits the labels.
    known : mapping of int to str, optional
        The names of some pieces, by option. The other placements, in reading order, get the unused
        names of their classes, in the order of the puzzle.

    Attributes
    ----------
    model : Model
        The puzzle.
    options : tuple of int
        The options, increasing.

    Examples
    --------
    >>> solution = cp.load("dray").solve("Sat Jan 1").first()
    >>> solution.pieces["S4"]
    ((3, 0), (4, 0), (4, 1), (5, 1))
    >>> solution.uncovered
    {'month': 'Jan', 'day': '1', 'weekday': 'Sat'}
    """

    model: Model
    options: Options
    _lowered: Lowering
    _dated: bool
    _known: Mapping[int, str] | None

    def __init__(
        self,
        lowered: Lowering,
        options: Iterable[int],
        dated: bool = True,
        known: Mapping[int, str] | None = None,
    ) -> None:
        vars(self).update(
            model=lowered.model,
            options=tuple(sorted(options)),
            _lowered=lowered,
            _dated=dated,
            _known=known,
        )

    @cached_property
    def pieces(self) -> dict[str, tuple[Cell, ...]]:
        """The sorted cells of each placed piece, by name, in the order of the puzzle, except that
        interchangeable pieces follow one another."""
        return {name: self._lowered.cells_of(option) for name, option in self._named}

    @property
    def shapes(self) -> dict[str, Shape]:
        """The orientation of each placed piece, as a shape."""
        return {name: self._lowered.shape_of(option) for name, option in self._named}

    @cached_property
    def _named(self) -> list[tuple[str, int]]:
        """The names of the placed pieces with their options, class by class."""
        lowered = self._lowered
        number = {name: k for kind in lowered.classes for k, name in enumerate(kind.names)}
        found = names_of(lowered, self.options, self._known)
        placed = sorted(found, key=lambda k: (lowered.class_of(k), number[found[k]]))
        return [(found[option], option) for option in placed]

    @property
    def grid(self) -> npt.NDArray[np.int64]:
        """The number of the piece on each cell, in the order of `pieces`, as an array of int64.

        ``grid[cell]`` is -1 if no piece covers the cell, and outside the board.
        """
        import numpy as np

        size = [1 + max(axis) for axis in zip(*self.model.board.cells, strict=True)]
        found = np.full(size, -1, dtype="int64")
        for number, cells in enumerate(self.pieces.values()):
            for cell in cells:
                found[cell] = number
        return found

    @property
    def names(self) -> dict[int, str]:
        """The name of each placed piece, by option."""
        return {option: name for name, option in self._named}

    def placements(self) -> list[tuple[str, tuple[Cell, ...]]]:
        """Return each placed piece with its cells.

        Returns
        -------
        list of (str, tuple of cells)
            Interchangeable pieces and copies have the name of their class.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").first().placements()[0][0]
        'J4'
        """
        lowered = self._lowered
        return [
            (lowered.classes[index].name, lowered.cells_of(option))
            for option in self.options
            if (index := lowered.class_of(option)) >= 0
        ]

    def written(self) -> str:
        """Return the placements as text.

        Returns
        -------
        str
            The form that `placed` and ``--placed`` take.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").first().written().split()[0]
        'J4@5,5:4'
        """
        return " ".join(notation(self._lowered, self.options, self._known))

    def cells_of(self, options: Iterable[int]) -> set[tuple[Cell, ...]]:
        """Return the cells of some options of the puzzle.

        Parameters
        ----------
        options : iterable of int
            Indices into ``puzzle.cover.options``.

        Returns
        -------
        set of tuple of cells
            The sorted cells of each option.

        Examples
        --------
        >>> solution = cp.load("dray").solve("Sat Jan 1").first()
        >>> len(solution.cells_of(solution.options))
        13
        """
        return {self._lowered.cells_of(k) for k in values_of(options, "options")}

    @property
    def uncovered(self) -> dict[str, str]:
        """The label that each group leaves uncovered."""
        label_of = self._lowered.label_of
        opened = [label_of[option] for option in self.options if option in label_of]
        labels = dict(opened)
        for group in self._lowered.unlisted.values():
            members = tuple(label for label in group.printed if (group.name, label) in opened)
            labels[group.name] = group.labels[group.label_sets.index(members)]
        return {
            group.name: labels[group.name] for group in self.model.groups if group.name in labels
        }

    @cached_property
    def opened(self) -> dict[str, str]:
        """The labels of the board that stay uncovered, mapped to themselves."""
        uncovered = self.uncovered
        groups = [group for group in self.model.groups if group.name in uncovered]
        opened = chain(*[group.opened[uncovered[group.name]] for group in groups])
        return {label: label for label in opened}

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in `uncovered`, in the order of the groups."""
        return tuple(self.uncovered.values())

    def record(self) -> dict[str, list[list[int]]]:
        """Return the cells of each piece as lists.

        Returns
        -------
        dict of str to list of list of int
            The JSON form. If the question had no date, it also contains, under the name of each
            group, the cells that the group leaves uncovered.

        Examples
        --------
        >>> cp.load("dray").solve("Sat Jan 1").first().record()["I4"]
        [[3, 6], [4, 6], [5, 6], [6, 6]]
        """
        cell_at = {} if self._dated else self.model.board.at
        opened_by = {group.name: group.opened for group in self.model.groups}
        opened = {
            group: tuple(sorted([cell_at[opened] for opened in opened_by[group][label]]))
            for group, label in self.uncovered.items()
            if cell_at
        }
        places = {**opened, **self.pieces}
        return {name: [list(cell) for cell in cells] for name, cells in places.items()}

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """Return a drawing in text.

        Parameters
        ----------
        ascii_only : bool, default False
            Use ASCII characters only.
        colour : bool, default False
            Use the colours of a terminal.

        Returns
        -------
        str

        Examples
        --------
        >>> print(cp.load("sticks").solve().first().text())
        1: 0 2
        2: 4
        3: 1 3
        """
        drawn = (self.model, self.pieces, self.opened)
        return solution_text(*drawn, ascii_only=ascii_only, colour=colour)

    def disassembly(
        self, memory: int | None = None, stop: Stop | None = None
    ) -> Disassembly | None:
        """Return how the pieces come apart by sliding along straight lines.

        Pieces are not turned, and the frame is ignored. Each separation removes some pieces in the
        fewest moves.

        Parameters
        ----------
        memory : int, optional
            Upper bound in bytes for the search, by default 4 GiB.
        stop : Event or float, optional
            An event, or a deadline on the clock `time.monotonic`, that ends the search.

        Returns
        -------
        Disassembly or None
            None if the pieces do not come apart.

        Raises
        ------
        InputError
            If the pieces of the puzzle cannot be moved, or there are more than 64.
        CannotDoError
            If the search exceeds the memory.
        StoppedError
            If `stop` is reached before the work is done.

        Examples
        --------
        >>> cp.load("soma").solve().first().disassembly().levels
        (1, 1, 1, 1, 1, 1)
        """
        return disassembly(self.model, self.pieces, Run(memory=memory, stop=stop).checked())

    def scene(self) -> Scene:
        """Return the solution as a picture.

        Returns
        -------
        Scene
            Lengths are pixels at scale 1.

        Examples
        --------
        >>> from calpuzzle.draw.svg import to_svg
        >>> to_svg(cp.load("dray").solve("Sat Jan 1").first().scene())[:4]
        '<svg'
        """
        return solution_scene(self.model, self.pieces, self.opened)

    def _key(self) -> tuple[Hashable, ...]:
        return self.model.name, self.labels, frozenset(self.pieces.items())

    def __repr__(self) -> str:
        what = " ".join([self.model.name, *self.labels])
        return f"<Solution of {what}: {self.written()}>"
