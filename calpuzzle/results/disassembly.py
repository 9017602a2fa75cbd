"""The disassembly of a solution by sliding pieces, or that there is none.

A move slides some pieces, as one, any number of steps along a straight line; the lines are those
of the lattice (`Lattice.slides`), in the plane for a flat puzzle. Pieces are not turned, and the
frame is not there. Of the pieces that lie, the search (_core/sliding.pyx) takes out some by the
fewest moves that this can be done in; each of the two parts then comes apart from where it lies, in
the same way, unless its pieces may stay `together`. What can be done never depends on what was
taken out before, for whatever lies can be brought back; so a solution comes apart, or does not,
whichever part is taken out first.

For the same reason a part comes apart from where its pieces lie in the solution exactly if it does
from where the moves have brought them: the moves of its own pieces lead from one to the other and
back. So `comes_apart`, which needs no moves, first takes off all that goes straight out from where
it lies, and searches only for the parts that this leaves; whether such a part comes apart is
remembered, because solutions share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from calpuzzle._core.sliding import Slides
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.text import memory as amount
from calpuzzle.engines import RUN, Run
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.shapes import at_home, least

BUDGET = 20_000  # moves between two looks at what ends the work: some milliseconds
MOST_PIECES = 64
TABLES = 1 << 28  # bytes: past them, what solutions share is made anew
MOST_KNOWN = 1 << 20  # parts whose result is stored

Place = tuple[int, int, int]
T = TypeVar("T")


class Move(NamedTuple):
    """The pieces of these names go `by` so much, as cells count; with `out` they go on that way,
    and so are taken out."""

    pieces: tuple[str, ...]
    by: Cell
    out: bool = False

    def __str__(self) -> str:
        way = ",".join(f"{x:+d}" if x else "0" for x in self.by)
        return f"{' '.join(self.pieces)} {'out ' if self.out else ''}{way}"


class Separation(NamedTuple):
    """Of these `pieces` some are taken out by the moves, the last of which says which: by as few
    moves as can be."""

    pieces: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def level(self) -> int:
        """Return how many moves that are."""
        return len(self.moves)


class Disassembly(NamedTuple):
    """The separations, by which all pieces come apart: of all of them first; then of what has
    stayed, with all that follow from it, and then of what was taken out."""

    separations: tuple[Separation, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of moves of each separation."""
        return tuple(each.level for each in self.separations)

    def record(self) -> dict[str, object]:
        """It as JSON knows it."""
        return {
            "levels": list(self.levels),
            "separations": [
                {
                    "pieces": list(own.pieces),
                    "moves": [
                        {"pieces": list(move.pieces), "by": list(move.by), "out": move.out}
                        for move in own.moves
                    ],
                }
                for own in self.separations
            ],
        }

    def __str__(self) -> str:
        if not self.separations:
            return "comes apart: nothing holds it"
        head = f"comes apart, levels {'.'.join(map(str, self.levels))}"
        lines = [head]
        for own in self.separations:
            lines.append(f"{' '.join(own.pieces)}:")
            lines += [f"  {number}. {move}" for number, move in enumerate(own.moves, 1)]
        return "\n".join(lines)


NOT_APART = "does not come apart"


def check_slides(model: Model) -> None:
    """Raise InputError for a puzzle whose pieces are not slid."""
    lattice, dimensions = model.lattice, model.board.dimensions
    if dimensions not in (2, 3):
        raise InputError(f"of the pieces of {model.name} no shapes are known, so none can be moved")
    if not lattice.slides(dimensions):
        raise InputError(f"whether {lattice.name} come apart by sliding is not looked at")


class Sliding:
    """The disassembly of solutions of a puzzle. It remembers how shapes meet, and is for one
    thread. Raises InputError for a puzzle whose pieces are not slid."""

    def __init__(self, model: Model, run: Run = RUN) -> None:
        check_slides(model)
        self._model = model
        self._run = run
        self._ways = model.lattice.slides(model.board.dimensions)
        self._together = {name: own.together for own in model.pieces for name in own.names}
        self._apart: dict[frozenset[tuple[Cell, ...]], bool] = {}
        self._forget()

    def _forget(self) -> None:
        self._slides = Slides(list(map(_place, self._ways)), self._run.bound)
        self._shapes: dict[tuple[Cell, ...], int] = {}
        self._lying: dict[tuple[Cell, ...], tuple[int, Place]] = {}

    def __call__(self, pieces: Mapping[str, Sequence[Cell]]) -> Disassembly | None:
        """Return how the pieces, which lie on these cells, come apart; None if they do not. Raises
        InputError for more than 64, CannotDoError where the positions take more memory than there
        is to be, and StoppedError."""
        if len(pieces) < 2:
            return Disassembly(())
        names, cells = tuple(pieces), tuple(map(tuple, pieces.values()))
        return self._within_bounds(cells, lambda: self._parted(names, list(map(self._lie, cells))))

    def comes_apart(self, pieces: Iterable[tuple[Cell, ...]]) -> bool:
        """Return whether all pieces, which lie on these cells, come apart from one another. Raises
        as the call."""
        cells = tuple(pieces)
        if len(self._apart) > MOST_KNOWN:
            self._apart.clear()
        return self._within_bounds(cells, lambda: self._comes_apart(cells))

    def _comes_apart(self, cells: tuple[tuple[Cell, ...], ...]) -> bool:
        if len(cells) < 2:
            return True
        self._begin(list(map(self._lie, cells)))
        for part in self._slides.parts():
            own = frozenset([cells[k] for k in part])
            if own not in self._apart:
                self._apart[own] = self._opens(tuple(own))
            if not self._apart[own]:
                return False
        self._run.look()
        return True

    def _opens(self, cells: tuple[tuple[Cell, ...], ...]) -> bool:
        """Return whether a part of which nothing goes straight out comes apart."""
        self._begin(list(map(self._lie, cells)))
        self._search()
        if self._slides.removed is None:
            return False
        gone = {cells[k] for k in self._slides.removed[0]}
        rest = tuple([own for own in cells if own not in gone])
        return self._comes_apart(tuple(gone)) and self._comes_apart(rest)

    def _begin(self, lying: Sequence[tuple[int, Place]]) -> None:
        self._slides.begin([shape for shape, _ in lying], [place for _, place in lying])

    def _search(self) -> None:
        """Search for the fewest moves that take out some pieces."""
        while not self._slides.run(BUDGET):
            self._run.look()

    def _within_bounds(self, cells: Sequence[tuple[Cell, ...]], ask: Callable[[], T]) -> T:
        """Return what is asked about pieces on these cells, with tables that are not too large."""
        if len(cells) > MOST_PIECES:
            number = len(cells)
            raise InputError(f"{number} pieces lie, and {MOST_PIECES} are the most that are slid")
        if self._slides.bytes > TABLES:
            self._forget()
        new = not self._lying
        try:
            return ask()
        except OverflowError:
            self._forget()
            if not new:
                return self._within_bounds(cells, ask)
            room = amount(self._run.bound)
            raise CannotDoError(
                f"the positions of the pieces of {self._model.name} take more than {room}"
            ) from None

    def _lie(self, cells: tuple[Cell, ...]) -> tuple[int, Place]:
        """The number of the shape of a piece, and its place."""
        if cells not in self._lying:
            lattice = self._model.lattice
            shape = at_home(cells, lattice)
            if shape not in self._shapes:
                swept = [_over(lattice, shape, way) for way in self._ways]
                self._shapes[shape] = self._slides.add(list(map(_place, shape)), swept)
            self._lying[cells] = self._shapes[shape], _place(least(cells, lattice))
        return self._lying[cells]

    def _parted(
        self, names: Sequence[str], lying: Sequence[tuple[int, Place]]
    ) -> Disassembly | None:
        """All separations, the parts that are left to do on a stack."""
        slides, ways = self._slides, self._ways
        found = []
        left: list[tuple[Sequence[int], list[Place]]] = [
            (range(len(names)), [place for _, place in lying])
        ]
        while left:
            which, places = left.pop()
            self._begin([(lying[k][0], place) for k, place in zip(which, places, strict=True)])
            self._search()
            if slides.removed is None:
                return None
            gone, way, sign = slides.removed
            path = slides.path
            own = [names[k] for k in which]
            moves = [_move(own, old, new, len(ways[0])) for old, new in pairwise(path)]
            out = tuple(sign * x for x in ways[way])
            moves.append(Move(tuple(own[k] for k in gone), out, True))
            found.append(Separation(tuple(own), tuple(moves)))
            rest = [k for k in range(len(own)) if k not in gone]
            for part in (gone, rest):
                texts = {self._together.get(own[k], "") for k in part}
                if len(part) > 1 and (len(texts) > 1 or "" in texts):
                    left.append(([which[k] for k in part], [path[-1][k] for k in part]))
        return Disassembly(tuple(found))


def disassembly(
    model: Model, pieces: Mapping[str, Sequence[Cell]], run: Run = RUN
) -> Disassembly | None:
    """Return how the pieces, which lie on these cells, come apart; None if they do not. Raises as
    Sliding does."""
    return Sliding(model, run)(pieces)


def _over(lattice: Lattice, cells: tuple[Cell, ...], way: Cell) -> list[Place]:
    """The places that the cells come to when they slide that way, and that they have not taken."""
    kinds: dict[Cell, list[Place]] = {}
    for cell, place in zip(cells, map(_place, cells), strict=True):
        kinds.setdefault(lattice.coset(cell), []).append(place)
    found: set[Place] = set()
    for coset, own in kinds.items():
        for by in _swept(lattice, coset, way):
            u, v, w = _place(by)
            found.update([(x + u, y + v, z + w) for x, y, z in own])
    return list(found.difference(*kinds.values()))


@cache
def _swept(lattice: Lattice, coset: Cell, way: Cell) -> list[Cell]:
    return lattice.swept(coset, way)


def _place(cell: Sequence[int]) -> Place:
    """The coordinates of a cell, of a flat one with a layer."""
    layer, row, column = (*(0,) * (3 - len(cell)), *cell)
    return layer, row, column


def _move(names: Sequence[str], old: Sequence[Place], new: Sequence[Place], flat: int) -> Move:
    """The move from one state to the next: of what has changed, or, where the others are fewer, of
    these the other way."""
    by = [tuple(y - x for x, y in zip(a, b, strict=True)) for a, b in zip(old, new, strict=True)]
    moved = [name for name, way in zip(names, by, strict=True) if any(way)]
    way = next(filter(any, by))
    if 2 * len(moved) > len(names):
        moved = [name for name in names if name not in moved]
        way = tuple(-x for x in way)
    return Move(tuple(moved), way[3 - flat :])
