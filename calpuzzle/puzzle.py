"""What a caller holds: a puzzle that can be counted and solved.

On top of the whole flow: it joins a Model, its Cover and an engine, and is imported by the
package's front door and by the command line only.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.cover import Cover
from calpuzzle.dates import DateLike, Labels, instance_of, labels_of
from calpuzzle.errors import PuzzleError
from calpuzzle.library import DEFAULT, load_model
from calpuzzle.model import Board, Group, Model, Piece
from calpuzzle.solution import Solutions
from calpuzzle.validate import faults

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Puzzle:
    """A puzzle. A date is what calpuzzle.dates takes: `"2026-11-20"`, `"today"`, labels in any
    order such as `"Sat Jan 1"`, or a datetime.date; None for a puzzle without groups.

    Raises PuzzleError, with all faults, for a model that makes no sense.
    """

    def __init__(self, model: Model) -> None:
        found = faults(model)
        if found:
            raise PuzzleError(found)
        self.model = model

    @property
    def name(self) -> str:
        """The shipped name, or the file's name without its ending."""
        return self.model.name

    @property
    def board(self) -> Board:
        """The board drawing."""
        return self.model.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, in the order of the file."""
        return self.model.pieces

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of which one label each stays uncovered."""
        return self.model.groups

    @property
    def shape(self) -> tuple[int, ...]:
        """How many labels each group has."""
        return self.model.shape

    @cached_property
    def cover(self) -> Cover:
        """The exact cover problem that the engines solve."""
        return Cover(self.model)

    def labels(self, date: DateLike = None) -> Labels:
        """The labels that stay uncovered on that date. Raises DateError."""
        return labels_of(self.model, date)

    def count(self, date: DateLike = None, engine: str = engines.DEFAULT) -> int:
        """How many solutions the date has."""
        return self.solve(date, engine).count()

    def solve(self, date: DateLike = None, engine: str = engines.DEFAULT) -> Solutions:
        """The solutions of the date, found as they are asked for."""
        labels = self.labels(date)
        number = instance_of(self.model, labels)
        chosen = engines.load(engine)
        return Solutions(
            self.model,
            self.cover,
            labels,
            find=lambda: chosen.solutions(self.cover, number),
            count=lambda: chosen.count(self.cover, number),
        )

    def counts(
        self,
        engine: str = engines.DEFAULT,
        jobs: int = 1,
        progress: engines.Progress | None = None,
    ) -> npt.NDArray[np.int64]:
        """The solutions of every date: an int64 array with one axis a group, in their order."""
        import numpy as np

        found = engines.load(engine).counts(self.cover, jobs, progress)
        return np.array(found, dtype=np.int64).reshape(self.shape)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no groups"
        return f"<Puzzle {self.name}: {len(self.board.cells)} cells, {size}>"


def load(puzzle: str = DEFAULT) -> Puzzle:
    """The puzzle of a shipped name (calpuzzle.names() lists them) or of a file's path.

    Raises PuzzleError for an unknown name and for a faulty file.
    """
    return Puzzle(load_model(puzzle))
