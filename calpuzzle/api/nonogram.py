"""The nonogram that a caller holds: clues that can be solved, counted and asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from calpuzzle.api.solutions import Solutions
from calpuzzle.base.given import of_kind
from calpuzzle.base.stop import Stop, checked_stop
from calpuzzle.draw.nonogram import nonogram_scene
from calpuzzle.nonogram import explain, hints, proof, solver, stepper
from calpuzzle.nonogram.puzzle import Clues, Grid, Masks, checked, fits
from calpuzzle.nonogram.turns import AUTO
from calpuzzle.results.answer import Pictured
from calpuzzle.results.nonogram import Filled, Filling, Known, masks_of, numbers

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene
    from calpuzzle.play.widget import Play


class Nonogram(Pictured):
    """A nonogram (griddler): the clues of its rows and columns.

    `laid` is, everywhere here, what is filled in so far: a grid with a colour number a cell and -1
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

    def solve(
        self, laid: Known = None, *, engine: str = AUTO, stop: Stop | None = None
    ) -> Solutions[Filled]:
        """Return the solutions, computed lazily, in the order of the search.

        `engine` is `auto` (line solving, and learned clauses in turns with it), `lines`, `clauses`
        or `cpsat`, which finds all of them first. Raises InputError for what is no grid of this
        puzzle; the iterator raises StoppedError when `stop`, an event or a moment of
        time.monotonic(), ends it."""
        checked_stop(stop)
        search = Filling(self.clues, self.name, self.masks(laid), stop, engine)
        return Solutions(self.name, search)

    def count(self, laid: Known = None, *, stop: Stop | None = None) -> int:
        """Return how many solutions there are. Raises as `solve` does."""
        return self.solve(laid, stop=stop).count()

    def unique(self, seconds: float | None = None) -> bool | None:
        """Return whether there is exactly one solution; None where `seconds` did not suffice."""
        _check_seconds(seconds)
        if explain.first_look(self.clues):
            return False
        result = solver.solve(self.clues, 2, keep=0, seconds=seconds)
        return solver.unbroken(result).unique

    def prove(
        self, name: str, *, seconds: float | None = None, stop: Stop | None = None
    ) -> Filled | None:
        """Write NAME.cnf and NAME.drat, by which others verify that there is one solution, or none
        (see docs/certificates.md), and return it. Raises NotProvedError where there are more, whose
        `solutions` are two grids; where `seconds` did not suffice; and where nothing needs a proof.
        Raises InputError for what is no name, CannotDoError where a file cannot be written, and
        StoppedError when `stop` ends the work. Both files appear whole, or neither."""
        _check_seconds(seconds)
        proof.files_of(name)
        result = solver.unbroken(solver.solve(self.clues, 1, seconds=seconds, stop=stop))
        if result.ended == solver.OUT_OF_TIME:
            raise proof.NotProvedError(f"no solution was found in the time given; {proof.NOTHING}")
        grid = result.solutions[0] if result.solutions else None
        left = None if seconds is None else seconds - result.seconds
        proof.prove(self.clues, grid, name, seconds=left, stop=stop)
        return None if grid is None else Filled(self.clues, self.name, grid)

    def steps(self) -> Iterator[stepper.Step]:
        """The grid after each step of solving as a person does, with probabilities. Raises
        ContradictionError at the step that meets a contradiction."""
        return stepper.steps(self.clues)

    def hint(self, laid: Known = None) -> hints.Hint:
        """The next thing that can be settled, and why. Raises ContradictionError."""
        return hints.hint(self.clues, self.masks(laid))

    def rate(self, seconds: float | None = None) -> hints.Rating | None:
        """Return how hard it is; None where `seconds` did not suffice."""
        _check_seconds(seconds)
        return hints.rate(self.clues, seconds)

    def fits(self, grid: Grid) -> bool:
        """Return whether a whole grid has these clues and given cells. Raises InputError."""
        return fits(self.clues, numbers(grid))

    def masks(self, laid: Known = None) -> Masks:
        """For each cell which colours it may have, as the given cells and `laid` say. Raises
        InputError for a grid of another size, or of other colours."""
        return masks_of(self.clues, laid)

    def page_data(self) -> dict[str, Any]:
        """Return what the page people play on is told of the nonogram."""
        from calpuzzle.play.data import nonogram_data

        return nonogram_data(self.clues, self.name)

    def page(self) -> str:
        """The page people play on, as the text of an HTML file that needs nothing else."""
        from calpuzzle.play.page import page

        return page(self.page_data())

    def play(self) -> Play:
        """The page as a widget. Raises MissingExtraError without the extra `notebook`."""
        from calpuzzle.play.widget import Play

        return Play(page=self.page())

    def scene(self) -> Scene:
        """The empty nonogram as a picture."""
        return nonogram_scene(self.clues)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nonogram) and self.clues == other.clues

    def __hash__(self) -> int:
        return hash(self.clues)

    def __repr__(self) -> str:
        return f"<Nonogram {self.name}: {self.clues.width} by {self.clues.height}>"


def _check_seconds(seconds: object) -> None:
    of_kind(seconds, (int, float, type(None)), "the time to search is a number of seconds")
