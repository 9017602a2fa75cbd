"""Squares rolled up: on a cylinder the last column lies beside the first, on a torus the last row
beside the first, too.

The cells are those of the flat board. A piece that lies over the seam is one that lies in the plane
beyond the last column; so its shape is told by where it begins behind a gap.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from calpuzzle.puzzle.lattice import Cell, Lattice, Signed
from calpuzzle.puzzle.lattices.squares import SQUARES

NAMES = {"cylinder": (False, True), "torus": (True, True)}
"""Which axes go round, rows and columns."""

LEAST = 3  # cells round: of fewer, a cell would have the same neighbour on both sides


class Rolled(Lattice):
    """The squares of a cylinder or a torus; `circumference` is how many go round along each axis, 0
    where the board ends."""

    families = SQUARES.families
    spread = 0

    def __init__(self, circumference: tuple[int, ...]) -> None:
        self.circumference = circumference
        self.surface = "torus" if all(circumference) else "cylinder"
        self.name = f"squares on a {self.surface}"

    def __reduce__(self) -> tuple[object, ...]:  # type: ignore[override]
        return rolled, (self.circumference,)

    @property
    def plain(self) -> tuple[int, ...]:
        """How many cells go round."""
        return self.circumference

    @property
    def base(self) -> Lattice:
        """The squares of the plane."""
        return SQUARES

    def home(self, cell: Cell) -> Cell:
        """Return the cell of the board that it is."""
        return tuple([x % n if n else x for x, n in zip(cell, self.circumference, strict=True)])

    def twins(self, cell: Cell) -> list[Cell]:
        """Return where it lies besides in the plane, one time round each way."""
        ways = [(0, n, -n) if n else (0,) for n in self.circumference]
        every = product(*[[x + by for by in way] for x, way in zip(cell, ways, strict=True)])
        return [other for other in every if other != cell]

    def unrolled(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the cells in their order, as they lie in the plane behind a gap."""
        axes = []
        for axis, n in zip(zip(*cells, strict=True), self.circumference, strict=True):
            there = {x % n for x in axis} if n else set()
            start = next((x for x in sorted(there) if (x - 1) % n not in there), None)
            axes.append(axis if start is None else [(x - start) % n + start for x in axis])
        return tuple(zip(*axes, strict=True))

    def in_order(self, cells: list[Cell]) -> tuple[Cell, ...]:
        """Return the cells as they come in the plane."""
        return tuple(map(self.home, sorted(self.unrolled(tuple(cells)))))

    def fault(self, shape: tuple[Cell, ...]) -> str:
        """Return why no piece may have the shape, or nothing."""
        for axis, n in zip(zip(*shape, strict=True), self.circumference, strict=True):
            if n and len({*axis}) <= max(axis) - min(axis):
                return (
                    f"has an empty row or column in it, which no piece of a {self.surface} may have"
                )
        return ""

    def closes(self, shape: tuple[Cell, ...]) -> bool:
        """Return whether a shape goes all round, so that it does not show where it begins."""
        axes = zip(zip(*shape, strict=True), self.circumference, strict=True)
        return any(n and max(axis) - min(axis) >= n - 1 for axis, n in axes)

    def shifts(self) -> list[Cell]:
        """Return all turns of the board round itself, as steps, none first."""
        return list(product(*[range(n or 1) for n in self.circumference]))

    def of_board(self, dimensions: int) -> Signed:
        """Return the motions that map what goes round onto what goes round."""
        return tuple(
            (motion, sign)
            for motion, sign in self.isometries(dimensions)
            if all(
                own == other
                for row, own in zip(motion, self.circumference, strict=True)
                for times, other in zip(row, self.circumference, strict=True)
                if times
            )
        )

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that touch a cell along an edge, over the seam too."""
        return [self.home(near) for near in super().neighbours(cell)]

    def slides(self, dimensions: int) -> tuple[Cell, ...]:
        """Return none: what lies on a curved board is bent."""
        return ()


@cache
def rolled(circumference: tuple[int, ...]) -> Rolled:
    """The one lattice of so many cells round."""
    return Rolled(circumference)
