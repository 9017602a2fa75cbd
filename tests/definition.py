"""All solutions of a small puzzle, by the definition of a Model.

This module shares no code with the lowering, the engines or the checker. Placements are sets of
cells that are on the board; solutions are found by covering the first empty cell with every
placement. `Definition.count` caches the counts of residual problems, so it can count more solutions
than can be listed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from defined_motions import EVEN, STEPS, board_motions, motions

from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import Cell

Cells = tuple[Cell, ...]
Placed = tuple[int, ...]
"""Increasing numbers of placements: a solution, or a part of one."""

NODES = 8_000  # partial solutions, by default


class TooLargeError(Exception):
    """The definition would take too long for this puzzle."""


class Kind(NamedTuple):
    """Interchangeable pieces: their names in the order in which they are used, and bounds."""

    names: tuple[str, ...]
    least: int
    most: int


class Placement(NamedTuple):
    """A placement of a piece of a kind: its cells as bits and sorted, and the colours that it shows
    on these cells if the model has pairs of colours."""

    kind: int
    mask: int
    cells: Cells
    shown: tuple[int, ...] = ()


class Definition:
    """The solutions of a Model. Raises TooLargeError after `nodes` partial solutions."""

    def __init__(self, model: Model, nodes: int = NODES) -> None:
        self.model, self.nodes = model, nodes
        self.bit = {cell: 1 << k for k, cell in enumerate(model.board.cells)}
        self.optional = sum(1 << k for k in model.board.optional)
        self.board = (1 << len(self.bit)) - 1
        kinds: dict[Hashable, Kind] = {}
        spots: dict[Hashable, list[tuple[Cells, tuple[int, ...]]]] = {}
        for number, piece in enumerate(model.pieces):
            key = kind(model, number)
            if key in kinds:
                old = kinds[key]
                names = old.names[: old.least] + piece.names[: piece.least]
                names += old.names[old.least :] + piece.names[piece.least :]
                kinds[key] = Kind(names, old.least + piece.least, old.most + piece.most)
            else:
                kinds[key] = Kind(piece.names, piece.least, piece.most)
                spots[key] = ways(model, piece)
        self.kinds = list(kinds.values())
        self.placements = [
            Placement(number, sum(self.bit[cell] for cell in cells), cells, shown)
            for number, key in enumerate(kinds)
            for cells, shown in spots[key]
        ]
        self.number = {(p.kind, p.cells, p.shown): k for k, p in enumerate(self.placements)}
        self.kind_of = {name: k for k, own in enumerate(self.kinds) for name in own.names}
        self.kind_of |= {
            piece.name: self.kind_of[piece.names[0]] for piece in model.pieces if piece.most > 1
        }
        at = dict(zip(model.board.labels, self.bit, strict=False))
        self.dates = list(product(*(group.labels for group in model.groups)))
        self.open_cells = [
            sorted(
                at[label]
                for group, own in zip(model.groups, date, strict=True)
                for label in (
                    group.label_sets[group.labels.index(own)] if group.label_sets else (own,)
                )
            )
            for date in self.dates
        ]
        self._found: dict[int, list[Placed]] = {}
        self._counts: dict[tuple[int, Placed], int] = {}
        self._memo: dict[tuple[int, int], int] = {}
        # The placements on each cell that must be covered.
        must = self.board & ~self.optional
        self._covering: dict[int, list[tuple[int, int, int, int]]] = {
            bit: [
                (k, p.mask, p.kind, self.kinds[p.kind].most)
                for k, p in enumerate(self.placements)
                if p.mask & bit
            ]
            for bit in self.bit.values()
            if bit & must
        }

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the bits of cells."""
        return sum(self.bit[cell] for cell in cells)

    def remaining(self, date: int, placed: Placed = ()) -> tuple[int, int] | None:
        """Return the free cells and the used pieces, counted in one byte for each kind; None if the
        placements overlap or use too many pieces."""
        free = self.board & ~self.mask(self.open_cells[date])
        used = 0
        for k in placed:
            own = self.placements[k]
            if own.mask & ~free or not self._may_add(own.kind, used):
                return None
            free &= ~own.mask
            used += 1 << 8 * own.kind
        return free, used

    def _may_add(self, kind: int, used: int) -> bool:
        return used >> 8 * kind & 255 < self.kinds[kind].most

    def _has_enough(self, used: int) -> bool:
        return all(used >> 8 * k & 255 >= own.least for k, own in enumerate(self.kinds))

    def solutions(self, date: int, placed: Placed = ()) -> list[Placed]:
        """Return all solutions of a date that contain the placements."""
        if date not in self._found:
            begun = self.remaining(date)
            found = [] if begun is None else [tuple(sorted(own)) for own in self._walk(*begun, ())]
            self._found[date] = sorted(found)
        return [own for own in self._found[date] if set(placed) <= set(own)]

    def every(self, placed: Placed = ()) -> list[tuple[int, Placed]]:
        """Return all solutions of all dates that contain the placements."""
        return [(k, own) for k in range(len(self.dates)) for own in self.solutions(k, placed)]

    def count(self, date: int, placed: Placed = ()) -> int:
        """Return the number of solutions of a date that contain the placements."""
        key = date, placed
        if key not in self._counts:
            begun = None if len(set(placed)) < len(placed) else self.remaining(date, placed)
            self._counts[key] = 0 if begun is None else self._count(*begun)
        return self._counts[key]

    @cached_property
    def counts(self) -> list[int]:
        """The number of solutions of each date."""
        return [self.count(date) for date in range(len(self.dates))]

    def _spend(self) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise TooLargeError

    def _fitting(self, free: int, used: int) -> list[tuple[int, int, int]] | None:
        """Return the placements that cover the first cell to cover, each with the cells and pieces
        that remain; None if no cell must be covered."""
        self._spend()
        need = free & ~self.optional
        if not need:
            return None
        return [
            (k, free ^ mask, used + (1 << 8 * kind))
            for k, mask, kind, most in self._covering[need & -need]
            if mask & free == mask and used >> 8 * kind & 255 < most
        ]

    def _walk(self, free: int, used: int, placed: Placed) -> Iterator[Placed]:
        fitting = self._fitting(free, used)
        if fitting is None:
            yield from self._extend(free, used, placed, 0)
        for k, left, more in fitting or ():
            if self._count(left, more):
                yield from self._walk(left, more, (*placed, k))

    def _extend(self, free: int, used: int, placed: Placed, start: int) -> Iterator[Placed]:
        """Yield all ways to add placements from number `start` on, if no cell must be covered."""
        self._spend()
        if self._has_enough(used):
            yield placed
        for k in range(start, len(self.placements)) if free else ():
            own = self.placements[k]
            if not own.mask & ~free and self._may_add(own.kind, used):
                more = used + (1 << 8 * own.kind)
                yield from self._extend(free ^ own.mask, more, (*placed, k), k + 1)

    def _count(self, free: int, used: int) -> int:
        key = free, used
        if key not in self._memo:
            fitting = self._fitting(free, used)
            if fitting is None:
                self._memo[key] = sum(1 for _ in self._extend(free, used, (), 0))
            else:
                self._memo[key] = sum([self._count(left, more) for _, left, more in fitting])
        return self._memo[key]

    def named(self, solution: Placed) -> dict[str, Cells]:
        """Return the cells of each piece of a solution by name. The pieces of a kind are named in
        reading order, those that must be used first."""
        found: dict[str, Cells] = {}
        for number, own in enumerate(self.kinds):
            spots = sorted(
                self.placements[k].cells for k in solution if self.placements[k].kind == number
            )
            found.update(zip(own.names, spots, strict=False))
        return found

    def symmetries(self, mirrors: bool = True) -> list[Symmetry]:
        """Return the symmetries caused by motions of the board onto itself, each once; with
        `mirrors`, also by mirror images."""
        found: dict[tuple[Placed, object], Symmetry] = {}
        for images in board_motions(self.model, mirrors):
            symmetry = self._symmetry(images)
            if symmetry:
                found[symmetry.placements, symmetry.labels] = symmetry
        return list(found.values())

    def _symmetry(self, images: dict[Cell, Cell]) -> Symmetry | None:
        """Return the symmetry that takes each cell to its image; None if it does not preserve the
        placements of pieces, the labels of groups, the colours, or which cells may stay empty."""
        board = self.model.board
        look = {
            cell: (board.colours[k] if board.colours else 0, k in board.optional)
            for k, cell in enumerate(board.cells)
        }
        if any(look[cell] != look[image] for cell, image in images.items()):
            return None
        # A group is treated as a piece that covers the open cells.
        ways: list[list[Way]] = [[] for _ in self.kinds]
        for p in self.placements:
            ways[p.kind].append((p.cells, p.shown))
        bounds = [(own.least, own.most) for own in self.kinds]
        pieces = _exchanged(images, ways, bounds)
        opened: list[dict[Way, str]] = [
            {(tuple(sorted(map(board.at.__getitem__, own))), ()): label for label, own in parts}
            for parts in (group.opened.items() for group in self.model.groups)
        ]
        groups = _exchanged(images, list(map(list, opened)), [(1, 1)] * len(opened))
        if pieces is None or groups is None:
            return None
        placements = tuple(
            self.number[pieces[p.kind], *_moved(images, (p.cells, p.shown))]
            for p in self.placements
        )
        labels = tuple(
            ((g, label), (groups[g], opened[groups[g]][_moved(images, way)]))
            for g, own in enumerate(opened)
            for way, label in own.items()
        )
        return Symmetry(placements, labels)

    def orbits(
        self, found: Iterable[tuple[int, Placed]], group: Sequence[Symmetry]
    ) -> list[frozenset[tuple[tuple[str, ...], Placed]]]:
        """Return the solutions, with their labels, in classes of those equal under the group."""
        orbits = {
            frozenset(own.image(self.dates[date], solution) for own in group)
            for date, solution in found
        }
        return list(orbits)


class Symmetry(NamedTuple):
    """The image of each placement, and pairs of a (group, label) and its image."""

    placements: tuple[int, ...]
    labels: tuple[tuple[tuple[int, str], tuple[int, str]], ...]

    def image(self, date: tuple[str, ...], solution: Placed) -> tuple[tuple[str, ...], Placed]:
        """Return the image of a solution with its labels."""
        of = dict(self.labels)
        labels = dict(of[g, label] for g, label in enumerate(date))
        moved = tuple(sorted(self.placements[k] for k in solution))
        return tuple(label for _, label in sorted(labels.items())), moved


Way = tuple[Cells, tuple[int, ...]]
"""Cells, and the colours that are shown on them."""


def _moved(images: dict[Cell, Cell], way: Way) -> Way:
    cells, shown = way
    if not shown:
        return tuple(sorted(images[cell] for cell in cells)), ()
    found = sorted(zip([images[cell] for cell in cells], shown, strict=True))
    return tuple(cell for cell, _ in found), tuple(colour for _, colour in found)


def _exchanged(
    images: dict[Cell, Cell], ways: Sequence[list[Way]], bounds: Sequence[tuple[int, int]]
) -> list[int] | None:
    """Return for each piece the piece to whose placements a motion takes its placements, or None if
    there is none for some piece. Pieces with the same placements are matched in order."""
    owners: dict[Hashable, list[int]] = {}
    for k, own in enumerate(ways):
        owners.setdefault((frozenset(own), bounds[k]), []).append(k)
    target = [0] * len(ways)
    for indices in owners.values():
        first = indices[0]
        image = frozenset(_moved(images, way) for way in ways[first])
        onto = owners.get((image, bounds[first]), [])
        if len(onto) != len(indices):
            return None
        for k, other in zip(indices, onto, strict=True):
            target[k] = other
    return target


# --- placements


def kind(model: Model, number: int) -> Hashable:
    """Return a key that interchangeable pieces share: their orientations, or their placements."""
    piece = model.pieces[number]
    if not model.interchangeable:
        return number
    return piece.placements if model.board.bare else motions(model, piece)


def placed_cells(model: Model, piece: Piece) -> list[Cells]:
    """Return all sets of cells of the board that a piece can cover, sorted."""
    return [cells for cells, _ in ways(model, piece)]


def ways(model: Model, piece: Piece) -> list[Way]:
    """Return all placements of a piece, sorted: its cells, and the colours that it shows on them if
    the model has pairs of colours."""
    board = model.board
    if board.bare:
        return [(tuple(board.cells[k] for k in way), ()) for way in piece.placements]
    there = dict(zip(board.cells, board.colours or [0] * len(board.cells), strict=True))
    step = STEPS.get(model.lattice.name, 1)
    found = set()
    for shown in motions(model, piece):
        first = min(cell for cell, _ in shown)
        for base in board.cells:
            shift = [x - y for x, y in zip(base, first, strict=True)]
            if any(x % step for x in shift):
                continue
            if model.lattice.name == EVEN and sum(shift) // step % 2:
                continue
            placed = {
                tuple(x + d for x, d in zip(cell, shift, strict=True)): mark for cell, mark in shown
            }
            if all(_may_cover(model, mark, there.get(cell)) for cell, mark in placed.items()):
                cells = tuple(sorted(placed))
                found.add((cells, tuple(placed[cell] for cell in cells) if model.fits else ()))
    return sorted(found)


def _may_cover(model: Model, own: int, under: int | None) -> bool:
    """Return whether a cell of a piece in colour `own` may cover a board cell in colour `under`,
    which is None if the board has no such cell."""
    if under is None:
        return False
    return (own, under) in model.fits if model.fits else own == under


# --- conversion of engines' solutions

Solution = frozenset[tuple[Hashable, Cells]]
"""The kind and the cells of each piece."""


def solutions(model: Model, labels: tuple[str, ...] = ()) -> set[Solution]:
    """Return the solutions that leave these labels open, or all if the puzzle has no groups."""
    found = Definition(model, 10**9)
    at = found.dates.index(labels)
    kinds = list(dict.fromkeys(kind(model, number) for number in range(len(model.pieces))))
    return {
        frozenset((kinds[found.placements[k].kind], found.placements[k].cells) for k in own)
        for own in found.solutions(at)
    }


def instances(model: Model) -> list[tuple[str, ...]]:
    """Return the labels of every instance, in the order of the array of counts."""
    return list(product(*(group.labels for group in model.groups)))


def counts(model: Model) -> list[int]:
    """Return the number of solutions of every instance."""
    return Definition(model, 10**9).counts


def read_back(lowered: Lowering, options: tuple[int, ...]) -> Solution:
    """Return a solution of an engine as a Solution, without labels."""
    number = {piece.name: k for k, piece in enumerate(lowered.model.pieces)}
    found = []
    for option in options:
        index = lowered.class_of(option)
        if index >= 0:
            own = kind(lowered.model, number[lowered.classes[index].name])
            found.append((own, tuple(sorted(lowered.cells_of(option)))))
    assert len(set(found)) == len(found)
    return frozenset(found)
