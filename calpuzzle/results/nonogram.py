"""The nonogram that a caller holds: clues that can be solved, counted and asked."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.given import of_kind
from calpuzzle.base.stop import Stop
from calpuzzle.base.text import plural, shown
from calpuzzle.nonogram import explain, hints, solver, stepper
from calpuzzle.nonogram.puzzle import Clues, Grid, Masks, as_masks, checked, fits, grid_rows
from calpuzzle.results.solutions import Answer, Pictured, Solutions

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene
    from calpuzzle.play.widget import Play

Known = Grid | str | None


class Nonogram(Pictured):
    """A nonogram (griddler): the clues of its rows and columns.

    `known` is, everywhere here, what is filled in so far: a grid with a colour number a cell and -1
    where it is open, or a text that `grid_of` reads; None, or an empty text, for what the puzzle
    gives. Raises PuzzleError for clues that are none.
    """

    def __init__(self, clues: Clues, name: str = "nonogram") -> None:
        of_kind(clues, Clues, "a Nonogram is made of Clues; load reads them from a file")
        self.clues = checked(clues)
        self.name = name

    @property
    def title(self) -> str:
        """The title, or the name."""
        return self.clues.title or self.name

    def solve(self, known: Known = None, *, stop: Stop | None = None) -> Solutions[Filled]:
        """The solutions, found as they are asked for, in the order of the search. Raises InputError
        for what is no grid of this puzzle. When `stop`, an event or a moment of time.monotonic(),
        ends it, whoever asked for the next one is told by StoppedError."""
        return _Found(self, self.masks(known), stop)

    def count(self, known: Known = None, *, stop: Stop | None = None) -> int:
        """How many solutions there are. Raises InputError for what is no grid of this puzzle, and
        StoppedError when `stop` ends the count."""
        return self.solve(known, stop=stop).count()

    def unique(self, seconds: float | None = None) -> bool | None:
        """Whether there is exactly one solution; None where `seconds` did not suffice."""
        _check_seconds(seconds)
        if explain.first_look(self.clues):
            return False
        result = solver.solve(self.clues, 2, keep=0, seconds=seconds)
        return solver.unbroken(result).unique

    def steps(self) -> Iterator[stepper.Step]:
        """The grid after each step of solving as a person does, with probabilities. Raises
        ContradictionError, at the step that meets it, where a line cannot be filled, or two lines
        disagree."""
        return stepper.steps(self.clues)

    def hint(self, known: Known = None) -> hints.Hint:
        """The next thing that can be settled, and why. Raises ContradictionError where what is
        filled in has no solution."""
        return hints.hint(self.clues, self.masks(known))

    def rate(self, seconds: float | None = None) -> hints.Rating | None:
        """How hard it is; None where `seconds` did not suffice."""
        _check_seconds(seconds)
        return hints.rate(self.clues, seconds)

    def fits(self, grid: Grid) -> bool:
        """Whether a whole grid has these clues and the given cells. Raises InputError for what is
        no grid."""
        return fits(self.clues, _numbers(grid))

    def masks(self, known: Known = None) -> Masks:
        """For each cell which colours it may have, as the given cells and `known` say. Raises
        InputError for a grid of another size, or of other colours."""
        given = self.clues.everything()
        if isinstance(known, str):
            known = grid_of(self.clues, known) if known.strip() else None
        if known is None:
            return given
        known = _numbers(known)
        size = (self.clues.height, self.clues.width)
        if len(known) != size[0] or any(len(row) != size[1] for row in known):
            raise InputError(f"the grid is not {size[0]} rows of {plural(size[1], 'cell')}")
        if not all(-1 <= cell <= self.clues.colours for row in known for cell in row):
            raise InputError(f"a cell of the grid is -1, or a colour up to {self.clues.colours}")
        filled = as_masks(self.clues, known)
        return [a & b for a, b in zip(filled, given, strict=True)]

    def page_data(self) -> dict[str, Any]:
        """What the page people play on is told of the nonogram."""
        from calpuzzle.play.data import nonogram_data

        return nonogram_data(self.clues, self.name)

    def page(self) -> str:
        """The page people play on, as the text of an HTML file that needs nothing else."""
        from calpuzzle.play.page import page

        return page(self.page_data())

    def play(self) -> Play:
        """The page as a widget of a notebook. Raises MissingExtraError without the extra
        `notebook`."""
        from calpuzzle.play.widget import play

        return play(self.page())

    def scene(self) -> Scene:
        """The empty nonogram as a picture."""
        from calpuzzle.draw.nonogram import nonogram_scene

        return nonogram_scene(self.clues)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nonogram) and self.clues == other.clues

    def __hash__(self) -> int:
        return hash(self.clues)

    def __repr__(self) -> str:
        return f"<Nonogram {self.name}: {self.clues.width} by {self.clues.height}>"


class Filled(Answer):
    """A nonogram filled in: `grid` is a tuple of rows, each a tuple of colour numbers, 0 for the
    background and -1 for an open cell."""

    def __init__(self, nonogram: Nonogram, grid: Grid) -> None:
        self.nonogram = nonogram
        self.grid = grid

    def record(self) -> list[str]:
        """The rows as text, a character of the palette a cell."""
        return grid_rows(self.nonogram.clues, self.grid)

    def text(self, *, ascii_only: bool = False, colour: bool = False, cells: str = "half") -> str:
        """The grid with its clues."""
        from calpuzzle.draw.nonogram_text import grid_text

        return grid_text(self.nonogram.clues, self.grid, cells, colour, ascii_only).rstrip("\n")

    def scene(self) -> Scene:
        """The grid with its clues as a picture."""
        from calpuzzle.draw.nonogram import nonogram_scene

        return nonogram_scene(self.nonogram.clues, self.grid)

    def _key(self) -> tuple[Hashable, ...]:
        return self.nonogram, self.grid

    def __repr__(self) -> str:
        return f"<Filled {self.nonogram.name}: {' '.join(self.record())}>"


class _Found(Solutions[Filled]):
    """The solutions of a nonogram whose cells have colours of the masks."""

    def __init__(self, nonogram: Nonogram, masks: Masks, stop: Stop | None) -> None:
        super().__init__(nonogram.name)
        self._stop = stop
        self._nonogram = nonogram
        self._masks = masks

    def __iter__(self) -> Iterator[Filled]:
        grids = solver.solutions(self._nonogram.clues, self._masks, self._stop)
        return (Filled(self._nonogram, grid) for grid in grids)

    def _counted(self) -> int:
        result = solver.solve(self._nonogram.clues, keep=0, masks=self._masks, stop=self._stop)
        return solver.unbroken(result).count


def _numbers(grid: Grid) -> Grid:
    """The grid as it is, or made of lists or arrays. Raises InputError for what is none."""
    try:
        return tuple(tuple(map(operator.index, row)) for row in grid)
    except TypeError:
        raise InputError(
            f"a grid is rows of colour numbers, or a drawing of them, not {shown(grid)}"
        ) from None


def _check_seconds(seconds: object) -> None:
    of_kind(seconds, (int, float, type(None)), "the time to search is a number of seconds")


def grid_of(clues: Clues, text: str) -> Grid:
    """What is filled in so far as a person gives it: the grid, with -1 for an open cell.

    In a drawing the rows are apart by blanks or lines, and `?` is open, `.` the background, `#`
    black, or whatever the characters of the colours are; JSON holds one solution as `calpuzzle
    solve --format json` writes it. Raises InputError, with the row."""
    lines = _rows(text)
    if len(lines) != clues.height:
        rows = plural(len(lines), "row")
        raise InputError(
            f"the grid: it has {rows}, but the puzzle {clues.height}; write a row a line, or apart "
            "by blanks"
        )
    marks = {"?": -1, ".": 0, "0": 0, "-": 0}
    if clues.colours == 1:
        marks |= {"#": 1, "1": 1, "█": 1}
    marks |= {colour.mark: index for index, colour in enumerate(clues.palette)}
    for at, cells in enumerate(lines, 1):
        if len(cells) != clues.width:
            size = plural(len(cells), "cell")
            raise InputError(f"the grid, row {at}: it has {size}, but a row {clues.width}")
        for mark in cells:
            if mark not in marks:
                known = " ".join(marks)
                raise InputError(f"the grid, row {at}: {shown(mark)} is none of {known}")
    return tuple(tuple(marks[mark] for mark in cells) for cells in lines)


def _rows(text: str) -> list[str]:
    if not text.lstrip().startswith(("{", "[")):
        return text.split()
    from calpuzzle.puzzle.placements import record_in

    data = record_in(text, "the grid is")
    if not isinstance(data, list) or not all(isinstance(row, str) for row in data):
        raise InputError("a grid in JSON is a list of rows, each a text")
    return data
