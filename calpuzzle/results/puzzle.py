"""What a caller holds: a puzzle that can be counted and solved.

On top of the whole flow: it joins a Model, its Cover and an engine, and is imported by the
package's front door and by the command line only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import DateLike, Labels, instance_of, is_any, labels_of
from calpuzzle.base.errors import PuzzleError
from calpuzzle.library import DEFAULT, load_model
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.placements import from_cells, from_numbers, parse
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.results.solution import Solutions
from calpuzzle.base.text import plural, shown
from calpuzzle.puzzle.validate import faults

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.engines.diagram.diagram import Diagram, Left


Placements = str | Mapping[str, Iterable[Cell]] | Iterable[int]
"""Pieces that are laid, in one of the forms that `Puzzle.laid` takes."""


class Puzzle:
    """A puzzle. A date is what calpuzzle.puzzle.dates takes: `"2026-11-20"`, `"tomorrow"`, labels in any
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

    def laid(self, placements: Placements = ()) -> tuple[int, ...]:
        """The option numbers of placements: as calpuzzle.puzzle.placements writes them, as a mapping of
        pieces to cells (such as `Solution.pieces`, or a part of it), or as option numbers."""
        if isinstance(placements, str):
            return parse(self.model, self.cover, placements)
        if isinstance(placements, Mapping):
            return from_cells(self.cover, placements)
        return from_numbers(self.cover, placements)

    def count(
        self, date: DateLike = None, laid: Placements = (), *, engine: str = engines.DEFAULT
    ) -> int:
        """How many solutions the date has that hold the placements `laid`; the date `any` stands
        for all dates together."""
        number = None if is_any(self.model, date) else self._instance(date)
        return engines.load(engine).count(self.cover, number, self.laid(laid))

    def solve(
        self, date: DateLike = None, laid: Placements = (), *, engine: str = engines.DEFAULT
    ) -> Solutions:
        """The solutions of the date that hold the placements `laid`, found as they are asked
        for."""
        labels = self.labels(date)
        number = instance_of(self.model, labels)
        fixed = self.laid(laid)
        chosen = engines.load(engine)
        return Solutions(
            self.model,
            self.cover,
            labels,
            find=lambda: chosen.solutions(self.cover, number, fixed),
            count=lambda: chosen.count(self.cover, number, fixed),
        )

    def diagram(
        self,
        memory: int | None = None,
        progress: engines.Progress | None = None,
        disk: bool = False,
    ) -> Diagram:
        """The decision diagram of all solutions of all dates, grown at the first call in at most
        `memory` bytes; with `disk`, it is kept in the user's cache folder. From then on the engine
        `auto` answers from it. Raises CannotDoError for a puzzle past its bounds."""
        from calpuzzle.engines.diagram import diagram_of

        return diagram_of(self.cover, memory, progress, disk)

    def left(self, date: DateLike = None, laid: Placements = ()) -> Left:
        """What is left when a date is set (`any` for none) and some placements are laid: how many
        solutions, which placements they share, the k-th, a random one. By the diagram."""
        number = None if is_any(self.model, date) else self._instance(date)
        return self.diagram().left(number, self.laid(laid))

    def solutions(self) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]]:
        """All solutions of all dates as arrays: `rows` (uint16, one row a solution, its placements
        as rising indices into `cover.options`) and `starts` (int64): those of the date with flat
        index i are rows[starts[i]:starts[i + 1]]."""
        return self.diagram().solutions()

    def _instance(self, date: DateLike) -> int:
        return instance_of(self.model, self.labels(date))

    def counts(
        self,
        engine: str = engines.DEFAULT,
        jobs: int = 1,
        progress: engines.Progress | None = None,
        memory: int | None = None,
        resume: bool = False,
    ) -> npt.NDArray[np.int64]:
        """The solutions of every date: an int64 array with one axis a group, in their order, by
        `jobs` threads and in at most `memory` bytes, where the engine can use or bound them. With
        `resume`, a long count by backtracking keeps in the user's cache folder how far it has
        come, and goes on from there when it is asked for again."""
        import numpy as np

        run = engines.Run(jobs, progress, memory, resume)
        found = engines.load(engine).counts(self.cover, run)
        return np.array(found, dtype=np.int64).reshape(self.shape)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no groups"
        return f"<Puzzle {self.name}: {plural(len(self.board.cells), 'cell')}, {size}>"


def load(puzzle: str | os.PathLike[str] = DEFAULT) -> Puzzle:
    """The puzzle of a shipped name (calpuzzle.names() lists them) or of a file's path.

    Raises PuzzleError for an unknown name, for a faulty file and for a fitting puzzle.
    """
    named = os.fspath(puzzle) if isinstance(puzzle, os.PathLike) else puzzle
    if not isinstance(named, str):
        raise PuzzleError(f"a puzzle is a shipped name or a file's path, not {shown(named)}")
    try:
        return Puzzle(load_model(named))
    except PuzzleError:
        from calpuzzle.fit.library import is_fitting

        if is_fitting(named):
            raise PuzzleError(
                f"{named} is a fitting puzzle, not a calendar: calpuzzle fit {named} solves it"
            ) from None
        raise
