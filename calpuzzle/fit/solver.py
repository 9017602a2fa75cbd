"""What a caller holds: a fitting puzzle that can be counted, solved, and told apart.

Joins the lowering, an engine and the symmetries. `auto` is the compiled backtracker where the
puzzle is flat and fits it, and `links` otherwise, or where so little is left to search that the
tables of the backtracker would take longer. `links` and its twin list solutions in the
order of calpuzzle/exact/cover.py; the backtracker in that of its scan, which always fills the
lowest empty place of the frame. The same puzzle and engine always give the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.exact import cover as exact
from calpuzzle.fit import bitboard
from calpuzzle.fit.lower import Lowered, lower
from calpuzzle.fit.model import Fitting, Way
from calpuzzle.puzzle.symmetry import Symmetry, symmetries, unique
from calpuzzle.base.text import unknown

Options = tuple[int, ...]
ENGINES = ("auto", "backtrack", *exact.ENGINES)


FEW_WAYS = 800


def _nearly_solved(puzzle: Fitting) -> bool:
    """Whether some pieces lie already, and the others have few ways left."""
    return puzzle.ways <= FEW_WAYS and any(len(piece.ways) == 1 for piece in puzzle.pieces)


class FitSolution:
    """Which piece lies where: `pieces` maps each piece's name to the location numbers it covers;
    the copies of a piece that is used several times are `NAME#1`, `NAME#2` and so on."""

    def __init__(self, puzzle: Fitting, lowered: Lowered, options: Options) -> None:
        self.puzzle = puzzle
        self.options = options
        self.pieces: dict[str, Way] = {}
        copies: dict[int, int] = {}
        for number in options:
            index, way = lowered.options[number]
            name = puzzle.pieces[index].name
            if puzzle.pieces[index].most > 1:
                copies[index] = copies.get(index, 0) + 1
                name = f"{name}#{copies[index]}"
            # A piece may be called as another's copy is.
            while name in self.pieces:
                name += "'"
            self.pieces[name] = way

    def __repr__(self) -> str:
        return f"<FitSolution of {self.puzzle.name}: {self.options}>"

    def __str__(self) -> str:
        from calpuzzle.fit.draw import text

        return text(self)


class Solver:
    """A puzzle and the engine that solves it. With `unique`, solutions that are the same up to
    the symmetries of the puzzle count once; without `mirrors`, mirror images stay apart.

    Raises InputError for an unknown engine and for `unique` without coordinates, CannotDoError
    for an engine that cannot take the puzzle.
    """

    def __init__(
        self,
        puzzle: Fitting,
        engine: str = "auto",
        unique: bool = False,
        mirrors: bool = True,
        progress: exact.Progress | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.progress = progress
        self.mirrors = mirrors
        self.unique = unique
        if engine not in ENGINES:
            raise InputError(unknown("engine", engine, ENGINES))
        self.engine = engine
        if engine == "auto" and _nearly_solved(puzzle):
            self.engine = "links"
        elif engine in ("auto", "backtrack"):
            why = bitboard.refusal(puzzle)
            if why and engine == "backtrack":
                raise CannotDoError(f"the engine backtrack cannot take {puzzle.name}: {why}")
            self.engine = "links" if why else "backtrack"

    @cached_property
    def lowered(self) -> Lowered:
        """The exact cover problem that is solved."""
        return lower(self.puzzle)

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries up to which `unique` tells solutions apart."""
        return symmetries(self.puzzle, self.lowered, self.mirrors)

    def count(self) -> int:
        """How many solutions there are."""
        if self.unique:
            return sum(1 for _ in self.options())
        if self.engine == "backtrack":
            return bitboard.count(self.puzzle, self.lowered, self.progress)
        return self.lowered.cover.count(self.engine, self.progress)

    def options(self) -> Iterator[Options]:
        """The solutions as rising option numbers of the lowering, lazily."""
        if self.engine == "backtrack":
            found = bitboard.solve(self.puzzle, self.lowered, self.progress)
        else:
            found = self.lowered.cover.solve(self.engine, self.progress)
        return unique(found, self.group) if self.unique else found

    def solutions(self) -> Iterator[FitSolution]:
        """The solutions, lazily."""
        for options in self.options():
            yield FitSolution(self.puzzle, self.lowered, options)
