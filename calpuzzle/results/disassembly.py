"""The disassembly of a solution by sliding its pieces.

A move slides a set of pieces together any number of steps along a straight line. The directions
are those of the lattice (`Lattice.slides`), in the plane for a flat puzzle. Pieces are not rotated,
and only other pieces block them: a frame around the board is ignored. The search
(_core/sliding.pyx) removes some of the pieces in the fewest moves; the two parts are then
disassembled in the same way from their current positions, unless the pieces of a part may stay
`together`. Moves can be undone, so whether a solution comes apart does not depend on which part is
removed first.

For the same reason, it makes no difference whether a part starts from its positions after the moves
or from those in the solution: the moves of its own pieces lead from one to the other, and back.
`disassembles`, which needs no list of moves, therefore first splits the pieces repeatedly, as long
as some of them can leave together in a straight line, and searches only the remaining parts. The
results for these parts are cached, because many solutions share them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from calpuzzle._core.sliding import Slides
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import memory_text
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import least, moved_to_origin

BUDGET = 20_000  # moves between two checks of the stop event: a few milliseconds
MAX_PIECES = 64
TABLES = 1 << 28  # bytes; larger tables are discarded and rebuilt
MAX_KNOWN = 1 << 20  # parts whose result is cached

Offset = tuple[int, int, int]
T = TypeVar("T")


class Move(NamedTuple):
    """A translation of the named pieces by the vector `by`, in cells. With `out`, they can continue
    in this direction without limit, so they are removed."""

    pieces: tuple[str, ...]
    by: Cell
    out: bool = False

    def __str__(self) -> str:
        vector = ",".join(f"{x:+d}" if x else "0" for x in self.by)
        return f"{' '.join(self.pieces)} {'out ' if self.out else ''}{vector}"


class Separation(NamedTuple):
    """The fewest moves that remove some of the `pieces`; the last move names those removed."""

    pieces: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def level(self) -> int:
        """The number of moves."""
        return len(self.moves)


class Disassembly(NamedTuple):
    """The separations that take all pieces apart: first that of all pieces, then those of the part
    that stayed, and then those of the part that was removed."""

    separations: tuple[Separation, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of moves of each separation."""
        return tuple(each.level for each in self.separations)

    def record(self) -> dict[str, object]:
        """Return the disassembly as data for JSON."""
        return {
            "levels": list(self.levels),
            "separations": [
                {
                    "pieces": list(separation.pieces),
                    "moves": [
                        {"pieces": list(move.pieces), "by": list(move.by), "out": move.out}
                        for move in separation.moves
                    ],
                }
                for separation in self.separations
            ],
        }

    def __str__(self) -> str:
        if not self.separations:
            return "comes apart: no piece needs to be separated from another"
        head = f"comes apart, levels {'.'.join(map(str, self.levels))}"
        lines = [head]
        for separation in self.separations:
            lines.append(f"{' '.join(separation.pieces)}:")
            lines += [f"  {number}. {move}" for number, move in enumerate(separation.moves, 1)]
        return "\n".join(lines)


DOES_NOT_COME_APART = "does not come apart"


def check_slides(model: Model) -> None:
    """Raise InputError if sliding is not defined for the pieces of a puzzle."""
    lattice, dimensions = model.lattice, model.board.dimensions
    if dimensions not in (2, 3):
        raise InputError(
            f"the pieces of {model.name} cannot be moved: a disassembly needs a board in the plane "
            "or in space"
        )
    if not lattice.slides(dimensions):
        raise InputError(f"disassembly by sliding is not supported for {lattice.name}")


class Sliding:
    """The search for disassemblies of the solutions of a puzzle.

    It caches how shapes collide, and must be used by one thread at a time. The constructor raises
    InputError if sliding is not defined for the puzzle."""

    def __init__(self, model: Model, run: Run = RUN) -> None:
        check_slides(model)
        self._model = model
        self._run = run
        self._directions = model.lattice.slides(model.board.dimensions)
        self._together = {name: piece.together for piece in model.pieces for name in piece.names}
        self._numbers: dict[tuple[Cell, ...], int] = {}
        self._placements: list[tuple[Cell, ...]] = []
        self._separable: dict[frozenset[int], bool] = {}
        self._reset()

    def _reset(self) -> None:
        self._slides = Slides(list(map(_place, self._directions)), self._run.bound)
        self._shapes: dict[tuple[Cell, ...], int] = {}
        self._located: dict[int, tuple[int, Offset]] = {}

    def __call__(self, pieces: Mapping[str, Sequence[Cell]]) -> Disassembly | None:
        """Return the disassembly of the pieces on the given cells, or None if there is none.

        Raises InputError for more than 64 pieces, CannotDoError if the positions exceed the bound
        of memory or a coordinate is too large, and StoppedError."""
        if len(pieces) < 2:
            return Disassembly(())
        names = tuple(pieces)
        placements = [self.placement_number(tuple(cells)) for cells in pieces.values()]
        return self._within_bounds(
            placements, lambda: self._disassemble(names, list(map(self._locate, placements)))
        )

    def placement_number(self, cells: tuple[Cell, ...]) -> int:
        """Return the number of the placement of a piece on these cells, for `disassembles`."""
        if cells not in self._numbers:
            self._numbers[cells] = len(self._placements)
            self._placements.append(cells)
        return self._numbers[cells]

    def disassembles(self, placements: Sequence[int]) -> bool:
        """Return whether all pieces of the placements with these numbers can be separated from one
        another. Raises the same errors as `__call__`."""
        if len(self._separable) > MAX_KNOWN:
            self._separable.clear()
        return self._within_bounds(placements, lambda: self._comes_apart(placements))

    def _comes_apart(self, placements: Sequence[int]) -> bool:
        if len(placements) < 2:
            return True
        shapes, places = zip(*map(self._locate, placements), strict=True)
        for indices in self._slides.parts(shapes, places):
            part = frozenset([placements[k] for k in indices])
            if part not in self._separable:
                self._separable[part] = self._part_comes_apart(tuple(part))
            if not self._separable[part]:
                return False
        self._run.raise_if_stopped()
        return True

    def _part_comes_apart(self, placements: Sequence[int]) -> bool:
        """Return whether a part comes apart. It has no pieces that can leave in a straight line."""
        self._begin(list(map(self._locate, placements)))
        self._search()
        if self._slides.removed is None:
            return False
        removed = [placements[k] for k in self._slides.removed[0]]
        remaining = [placement for placement in placements if placement not in removed]
        return self._comes_apart(removed) and self._comes_apart(remaining)

    def _begin(self, located: Sequence[tuple[int, Offset]]) -> None:
        self._slides.begin([shape for shape, _ in located], [place for _, place in located])

    def _search(self) -> None:
        """Search for the fewest moves that remove some pieces."""
        while not self._slides.run(BUDGET):
            self._run.raise_if_stopped()

    def _within_bounds(self, placements: Sequence[int], compute: Callable[[], T]) -> T:
        """Return `compute()` for these placements, with tables of bounded size."""
        if (number := len(placements)) > MAX_PIECES:
            raise InputError(f"there are {number} pieces; at most {MAX_PIECES} can be slid")
        if self._slides.bytes > TABLES:
            self._reset()
        fresh = not self._located
        try:
            return compute()
        except OverflowError:
            self._reset()
            if not fresh:
                # The tables of earlier solutions took up memory: try again without them.
                return self._within_bounds(placements, compute)
            room = memory_text(self._run.bound)
            raise CannotDoError(
                f"the positions of the pieces of {self._model.name} take more than {room}"
            ) from None
        except ArithmeticError as error:
            self._reset()
            raise CannotDoError(f"{self._model.name}: {error}") from None

    def _locate(self, placement: int) -> tuple[int, Offset]:
        """Return the number of the shape of a placed piece, and its place."""
        if placement not in self._located:
            lattice, cells = self._model.lattice, self._placements[placement]
            shape = moved_to_origin(cells, lattice)
            if shape not in self._shapes:
                swept = [_swept_outside(lattice, shape, way) for way in self._directions]
                self._shapes[shape] = self._slides.add(list(map(_place, shape)), swept)
            self._located[placement] = self._shapes[shape], _place(least(cells, lattice))
        return self._located[placement]

    def _disassemble(
        self, names: Sequence[str], located: Sequence[tuple[int, Offset]]
    ) -> Disassembly | None:
        """Return all separations, found with a stack of the parts still to be separated."""
        slides, directions = self._slides, self._directions
        found = []
        stack: list[tuple[Sequence[int], list[Offset]]] = []
        if self._must_separate(names):
            stack.append((range(len(names)), [place for _, place in located]))
        while stack:
            pieces, places = stack.pop()
            self._begin([(located[k][0], place) for k, place in zip(pieces, places, strict=True)])
            self._search()
            if slides.removed is None:
                return None
            removed, direction, sign = slides.removed
            path = slides.path
            part_names = [names[k] for k in pieces]
            moves = [_move(part_names, old, new, len(directions[0])) for old, new in pairwise(path)]
            out = tuple(sign * x for x in directions[direction])
            moves.append(Move(tuple(part_names[k] for k in removed), out, True))
            found.append(Separation(tuple(part_names), tuple(moves)))
            remaining = [k for k in range(len(part_names)) if k not in removed]
            for part in (removed, remaining):
                if self._must_separate([part_names[k] for k in part]):
                    stack.append(([pieces[k] for k in part], [path[-1][k] for k in part]))
        return Disassembly(tuple(found))

    def _must_separate(self, names: Sequence[str]) -> bool:
        """Return whether these pieces must come apart; those that share one `together` need
        not."""
        groups = {self._together.get(name, "") for name in names}
        return len(names) > 1 and (len(groups) > 1 or "" in groups)


def disassembly(
    model: Model, pieces: Mapping[str, Sequence[Cell]], run: Run = RUN
) -> Disassembly | None:
    """Return the disassembly of the pieces on the given cells, or None if there is none. Raises the
    errors of Sliding."""
    return Sliding(model, run)(pieces)


def _swept_outside(lattice: Lattice, cells: tuple[Cell, ...], way: Cell) -> list[Offset]:
    """Return the places outside a shape that its cells sweep in one step of direction `way`."""
    by_coset: dict[Cell, list[Offset]] = {}
    for cell, place in zip(cells, map(_place, cells), strict=True):
        by_coset.setdefault(lattice.coset(cell), []).append(place)
    found: set[Offset] = set()
    for coset, places in by_coset.items():
        for by in _swept(lattice, coset, way):
            u, v, w = _place(by)
            found.update([(x + u, y + v, z + w) for x, y, z in places])
    return list(found.difference(*by_coset.values()))


@cache
def _swept(lattice: Lattice, coset: Cell, way: Cell) -> list[Cell]:
    return lattice.swept(coset, way)


def _place(cell: Sequence[int]) -> Offset:
    """Return the three coordinates of a cell; the layer of a flat cell is 0."""
    layer, row, column = (*(0,) * (3 - len(cell)), *cell)
    return layer, row, column


def _move(names: Sequence[str], old: Sequence[Offset], new: Sequence[Offset], flat: int) -> Move:
    """Return the move between two states of the pieces, as a vector with `flat` coordinates.

    If most pieces have moved, it is described as the opposite move of the others."""
    by = [tuple(y - x for x, y in zip(a, b, strict=True)) for a, b in zip(old, new, strict=True)]
    moved = [name for name, vector in zip(names, by, strict=True) if any(vector)]
    vector = next(filter(any, by))
    if 2 * len(moved) > len(names):
        moved = [name for name in names if name not in moved]
        vector = tuple(-x for x in vector)
    return Move(tuple(moved), vector[3 - flat :])
