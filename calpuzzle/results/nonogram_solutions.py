"""The solutions of a nonogram, and the parser for partly filled grids that users enter."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.stop import Stop
from calpuzzle.base.wording import plural, shown, unknown
from calpuzzle.draw.nonogram_picture import nonogram_scene
from calpuzzle.draw.nonogram_text import grid_text
from calpuzzle.nonogram import cpsat_solver, solver
from calpuzzle.nonogram.clues import Clues, Grid, Masks, as_masks, grid_rows
from calpuzzle.nonogram.turns import AUTO
from calpuzzle.nonogram.turns import ENGINES as SEARCHES
from calpuzzle.puzzle.placements_json import record_in
from calpuzzle.results.answer import Answer, Search

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene

KnownCells = Iterable[Iterable[int]] | str | None
CPSAT = "cpsat"
ENGINES = (*SEARCHES, CPSAT)


class NonogramSolution(Answer):
    r"""A grid of a nonogram. The grids that a search finds have no open cells.

    Parameters
    ----------
    clues : Clues
        The nonogram.
    name : str
        The name.
    grid : tuple of tuple of int
        Rows of colour numbers: 0 is the background, -1 an open cell.

    Examples
    --------
    >>> filled = cp.loads("1\n1\n\n1\n1\n", name="two.txt").solve().first()
    >>> filled.grid
    ((1, 0), (0, 1))
    """

    clues: Clues
    name: str
    grid: Grid

    def __init__(self, clues: Clues, name: str, grid: Grid) -> None:
        vars(self).update(clues=clues, name=name, grid=grid)

    def record(self) -> list[str]:
        r"""Return the rows as text, one character per cell.

        Returns
        -------
        list of str

        Examples
        --------
        >>> cp.loads("1\n1\n\n1\n1\n", name="two.txt").solve().first().record()
        ['#.', '.#']
        """
        return grid_rows(self.clues, self.grid)

    def text(self, *, ascii_only: bool = False, colour: bool = False, cells: str = "half") -> str:
        """Return a drawing of the grid and its clues in text.

        Parameters
        ----------
        ascii_only : bool, default False
            Use ASCII characters only.
        colour : bool, default False
            Use the colours of a terminal.
        cells : {"half", "full"}, default "half"
            Draw two rows per line, or one. ``"half"`` falls back to one row per line if there
            are several colours or open cells, or with `ascii_only`.

        Returns
        -------
        str
        """
        return grid_text(self.clues, self.grid, cells, colour, ascii_only).rstrip("\n")

    def scene(self) -> Scene:
        """Return the grid and its clues as a picture.

        Returns
        -------
        Scene
            Lengths are pixels at scale 1.
        """
        return nonogram_scene(self.clues, self.grid)

    def _key(self) -> tuple[Hashable, ...]:
        return self.clues, self.grid

    def __repr__(self) -> str:
        return f"<NonogramSolution {self.name}: {' '.join(self.record())}>"


class NonogramSearch(Search[NonogramSolution]):
    """The solutions of a nonogram in which each cell has a colour that its mask allows. `engine` is
    one of `ENGINES`."""

    def __init__(
        self,
        clues: Clues,
        name: str,
        masks: Masks,
        stop: Stop | None = None,
        engine: str = AUTO,
    ) -> None:
        if engine not in ENGINES:
            raise InputError(unknown("nonogram engine", engine, ENGINES))
        self._clues, self._name, self._masks = clues, name, masks
        self._stop, self._engine = stop, engine

    def __iter__(self) -> Iterator[NonogramSolution]:
        if self._engine == CPSAT:
            grids = iter(self._by_cpsat(None).solutions)
        else:
            grids = solver.solutions(self._clues, self._masks, self._stop, self._engine)
        return (NonogramSolution(self._clues, self._name, grid) for grid in grids)

    def _counted(self) -> int:
        if self._engine == CPSAT:
            return self._by_cpsat(0).count
        found = solver.solve(
            self._clues, keep=0, masks=self._masks, stop=self._stop, engine=self._engine
        )
        return solver.raise_if_interrupted(found).count

    def _by_cpsat(self, keep: int | None) -> solver.Result:
        found = cpsat_solver.solve(self._clues, keep=keep, masks=self._masks, stop=self._stop)
        return solver.raise_if_interrupted(found)


def integer_grid(grid: Iterable[Iterable[int]], what: str) -> Grid:
    """Return nested sequences or an array as a grid of tuples of int. Raises InputError for any
    other object; `what` names it in the message."""
    try:
        return tuple(tuple(map(operator.index, row)) for row in grid)
    except TypeError:
        raise InputError(
            f"{what} must be rows of colour numbers or a drawing, not {shown(grid)}"
        ) from None


def masks_of(clues: Clues, known: KnownCells = None) -> Masks:
    """Return the colours that the given cells and `known` allow for each cell, as bit masks.
    Raises InputError if the grid `known` has another size or unknown colours."""
    given = clues.initial_masks()
    if isinstance(known, str):
        known = grid_of(clues, known) if known.strip() else None
    if known is None:
        return given
    known = integer_grid(known, "placed")
    size = (clues.height, clues.width)
    if len(known) != size[0] or any(len(row) != size[1] for row in known):
        raise InputError(f"the grid is not {size[0]} rows of {plural(size[1], 'cell')}")
    if not all(-1 <= cell <= clues.colours for row in known for cell in row):
        raise InputError(f"each cell of a grid must be from -1 (open) to {clues.colours}")
    filled = as_masks(clues, known)
    return [a & b for a, b in zip(filled, given, strict=True)]


def grid_of(clues: Clues, text: str) -> Grid:
    """Return the grid that a user has drawn, with -1 for an open cell.

    In a drawing, rows are separated by spaces or newlines. `?` is an open cell, and `.`, `0` or `-`
    is the background. If there is only one colour, `#`, `1` or `█` stands for it. Every colour may
    be written as its character in the palette. A text in JSON contains one solution as written by
    `calpuzzle solve --format json`. Raises InputError, which names the row if one row is wrong."""
    lines = _rows(text)
    if len(lines) != clues.height:
        rows = plural(len(lines), "row")
        raise InputError(
            f"the grid has {rows}, but the puzzle has {clues.height}; separate the rows by "
            "newlines or spaces"
        )
    marks = {"?": -1, ".": 0, "0": 0, "-": 0}
    if clues.colours == 1:
        marks |= {"#": 1, "1": 1, "█": 1}
    marks |= {colour.mark: index for index, colour in enumerate(clues.palette)}
    for at, cells in enumerate(lines, 1):
        if len(cells) != clues.width:
            size = plural(len(cells), "cell")
            raise InputError(f"row {at} of the grid has {size}, but should have {clues.width}")
        for mark in cells:
            if mark not in marks:
                known = " ".join(marks)
                raise InputError(f"row {at} of the grid has {shown(mark)}, not one of {known}")
    return tuple(tuple(marks[mark] for mark in cells) for cells in lines)


def _rows(text: str) -> list[str]:
    if not text.lstrip().startswith(("{", "[")):
        return text.split()
    data = record_in(text, "the grid is")
    if not isinstance(data, list) or not all(isinstance(row, str) for row in data):
        raise InputError("a grid in JSON must be a list of strings, one for each row")
    return data
