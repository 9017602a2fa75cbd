"""The griddler that a caller holds: clues that can be solved, counted and asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.griddler import explain, hints, solver, stepper
from calpuzzle.griddler.puzzle import Clues, Grid, Masks, as_masks, checked, fits, grid_rows
from calpuzzle.results import drawn
from calpuzzle.results.solutions import Question, Solutions

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene
    from calpuzzle.play.widget import Play

Known = Grid | str | None


class Griddler:
    """A griddler (nonogram): the clues of its rows and columns.

    `known` is, everywhere here, what is filled in so far: a grid with a colour number a cell and -1
    where it is open, or a text that calpuzzle.results.drawn reads; None, or an empty text, for what
    the puzzle gives. Raises PuzzleError for clues that are none.
    """

    def __init__(self, clues: Clues, name: str = "griddler") -> None:
        self.clues = checked(clues)
        self.name = name

    @property
    def title(self) -> str:
        """The title, or the name."""
        return self.clues.title or self.name

    def solve(self, known: Known = None) -> Solutions[Filled]:
        """The solutions, found as they are asked for, in the order of the search."""
        return Solutions(self.name, _Asked(self, known))

    def count(self, known: Known = None) -> int:
        """How many solutions there are."""
        return self.solve(known).count()

    def unique(self, seconds: float | None = None) -> bool | None:
        """Whether there is exactly one solution; None where `seconds` did not suffice."""
        if explain.first_look(self.clues):
            return False
        result = solver.solve(self.clues, 2, keep=0, seconds=seconds)
        return solver.unbroken(result).unique

    def steps(self) -> Iterator[stepper.Step]:
        """The grid after each step of solving as a person does, with probabilities."""
        return stepper.steps(self.clues)

    def hint(self, known: Known = None) -> hints.Hint:
        """The next thing that can be settled, and why. Raises ContradictionError where what is
        filled in has no solution."""
        return hints.hint(self.clues, self.masks(known))

    def rate(self, seconds: float | None = None) -> hints.Rating | None:
        """How hard it is; None where `seconds` did not suffice."""
        return hints.rate(self.clues, seconds)

    def fits(self, grid: Grid) -> bool:
        """Whether a whole grid has these clues and the given cells."""
        return fits(self.clues, grid)

    def masks(self, known: Known = None) -> Masks:
        """For each cell which colours it may have, as the given cells and `known` say. Raises
        InputError for a grid of another size, or of other colours."""
        given = self.clues.everything()
        if isinstance(known, str):
            known = drawn.grid_of(self.clues, known) if known.strip() else None
        if known is None:
            return given
        size = (self.clues.height, self.clues.width)
        if len(known) != size[0] or any(len(row) != size[1] for row in known):
            raise InputError(f"the grid is not {size[0]} rows of {plural(size[1], 'cell')}")
        if not all(-1 <= cell <= self.clues.colours for row in known for cell in row):
            raise InputError(f"a cell of the grid is -1, or a colour up to {self.clues.colours}")
        filled = as_masks(self.clues, known)
        return [a & b for a, b in zip(filled, given, strict=True)]

    def page_data(self) -> dict[str, Any]:
        """What the page people play on is told of the griddler."""
        from calpuzzle.play.data import griddler_data

        return griddler_data(self.clues, self.name)

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
        """The empty griddler as a picture."""
        from calpuzzle.draw.griddler import griddler_scene

        return griddler_scene(self.clues)

    def _repr_svg_(self) -> str:
        from calpuzzle.draw.svg import to_svg

        return to_svg(self.scene())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Griddler) and self.clues == other.clues

    def __hash__(self) -> int:
        return hash(self.clues)

    def __repr__(self) -> str:
        return f"<Griddler {self.name}: {self.clues.width} by {self.clues.height}>"


class Filled:
    """A griddler filled in: `grid` is a tuple of rows, each a tuple of colour numbers, 0 for the
    background and -1 for an open cell."""

    def __init__(self, griddler: Griddler, grid: Grid) -> None:
        self.griddler = griddler
        self.grid = grid

    def record(self) -> list[str]:
        """The rows as text, a character of the palette a cell."""
        return grid_rows(self.griddler.clues, self.grid)

    def text(self, *, ascii_only: bool = False, colour: bool = False, cells: str = "half") -> str:
        """The grid with its clues, as `print` shows it."""
        from calpuzzle.draw.griddler_text import grid_text

        return grid_text(self.griddler.clues, self.grid, cells, colour, ascii_only).rstrip("\n")

    def scene(self) -> Scene:
        """The grid with its clues as a picture."""
        from calpuzzle.draw.griddler import griddler_scene

        return griddler_scene(self.griddler.clues, self.grid)

    def to_svg(self) -> str:
        """The grid with its clues as an SVG document."""
        from calpuzzle.draw.svg import to_svg

        return to_svg(self.scene())

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filled) and (self.griddler, self.grid) == (
            other.griddler,
            other.grid,
        )

    def __hash__(self) -> int:
        return hash((self.griddler, self.grid))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Filled {self.griddler.name}: {' '.join(self.record())}>"


class _Asked(Question[Filled]):
    """The solutions of a griddler that agree with what is known."""

    def __init__(self, griddler: Griddler, known: Known) -> None:
        self._griddler = griddler
        self._masks = griddler.masks(known)

    def find(self) -> Iterator[Filled]:
        """The solutions, in the order of the search."""
        grids = solver.solutions(self._griddler.clues, self._masks)
        return (Filled(self._griddler, grid) for grid in grids)

    def count(self) -> int:
        """How many there are."""
        result = solver.solve(self._griddler.clues, keep=0, masks=self._masks)
        return solver.unbroken(result).count
