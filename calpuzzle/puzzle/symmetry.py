"""The symmetries of a puzzle, and the solutions that are distinct up to symmetry.

A symmetry is a motion of the board onto itself that preserves colours and optional cells and maps
the placements of each piece onto the placements of a piece: the same one, or another, as for the
two chiral pieces of the Soma cube under a reflection. If symmetries map several solutions to one
another, only one of them is retained: the least, compared as tuples of option numbers.

A flat board has a front and a back: turning it over shows its mirror image, whether its pieces are
flat or solid. Therefore only motions within its plane count as turns; in space, all rotations do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import sub
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.puzzle.cover import Bounds, Options
from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice, Motion, after
from calpuzzle.puzzle.lowering import Lowering

MAX_DIMENSIONS = 5


class Symmetry(NamedTuple):
    """A permutation of the options (`options[k]` is the image of option k), and whether it is a
    reflection (`mirror`)."""

    options: tuple[int, ...]
    mirror: bool


def symmetries(lowered: Lowering, mirrors: bool = True) -> tuple[Symmetry, ...]:
    """Return all symmetries, the identity first; without `mirrors` only the turns.

    Raises InputError if the cells have only numbers, or too many dimensions.
    """
    board = lowered.model.board
    if board.bare:
        raise InputError(
            f"the cells of {lowered.model.name} have no coordinates, so its symmetries are "
            "unknown; count or list all solutions instead"
        )
    if not board.cells:
        return (Symmetry(tuple(range(len(lowered.cover.options))), False),)
    lattice = lowered.model.lattice
    points = _points(lowered.cells, lattice)
    if len(points[0]) > MAX_DIMENSIONS:
        raise InputError(
            f"symmetries are known only for boards of up to {MAX_DIMENSIONS} dimensions"
        )
    group = _MotionImages(lowered, points)
    found: dict[Options, bool] = {}
    # The sort is stable, so the identity stays first. Turns come before reflections, so that a
    # permutation that a turn achieves too is not called a mirror image.
    for motion, sign in sorted(lattice.isometries(len(points[0])), key=lambda each: -each[1]):
        options = group.options(motion) if mirrors or sign > 0 else None
        if options is not None:
            found.setdefault(options, sign < 0)
    return tuple(Symmetry(options, mirror) for options, mirror in found.items())


def _points(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """Return the cells without the axes that have no extent, but with at least two axes.

    On lattices that are not `square`, motions may mix axes: flat boards of polygons keep the axes
    of the plane, other boards all axes.
    """
    if not lattice.square:
        flat = lattice.drawn == POLYGONS and len({cell[:-2] for cell in cells}) == 1
        return tuple(cell[-2:] for cell in cells) if flat else cells
    wide = [max(axis) > min(axis) for axis in zip(*cells, strict=True)]
    order = sorted(range(len(wide)), key=lambda axis: (wide[axis], axis), reverse=True)
    axes = sorted(order[: max(2, sum(wide))])
    return tuple(tuple(cell[axis] for axis in axes) for cell in cells)


class _MotionImages:
    """The images of the options under the motions of the lattice.

    Symmetries form a group, so the images under a composition of known symmetries follow without
    computing them from the options; and the composition of a symmetry and a motion that is
    not a symmetry is not a symmetry either.
    """

    def __init__(self, lowered: Lowering, points: tuple[Cell, ...]) -> None:
        board, cover = lowered.model.board, lowered.cover
        self._lattice, self._cover, self._first = lowered.model.lattice, cover, lowered.first
        self._number = {point: k for k, point in enumerate(points)}
        colours = dict(zip(board.cells, board.colours, strict=False))
        # The colour of each cell, and whether it may stay empty: symmetries preserve both.
        self._kind = [(colours.get(c), k >= len(cover.primary)) for c, k in lowered.item_of.items()]
        # Number the cells separately for each colour, because placements of a piece on the same
        # cells may differ only in their colours.
        items = len(cover.items)
        shades = sorted({mark for marks in lowered.marks for mark in marks}) or [0]
        self._layers = [k * items for k in range(len(shades))]
        layer = dict(zip(shades, self._layers, strict=True))
        numbered: list[list[tuple[Options, int]]] = [[] for _ in range(self._first)]
        for number, (index, *cells) in enumerate(cover.options):
            marks = lowered.marks[number] if lowered.marks else ()
            if marks:
                cells = [k + layer[colour] for k, colour in zip(cells, marks, strict=True)]
            numbered[index].append((tuple(sorted(cells)), number))
        self._placements = [[cells for cells, _ in sorted(pairs)] for pairs in numbered]
        self._numbers = [[number for _, number in sorted(pairs)] for pairs in numbered]
        self._owners: dict[tuple[tuple[Options, ...], Bounds], list[int]] = {}
        for index, placements in enumerate(self._placements):
            key = tuple(placements), cover.bounds[index]
            self._owners.setdefault(key, []).append(index)
        self._known: dict[Motion, Options | None] = {}
        self._generators: list[tuple[Motion, Options]] = []

    def options(self, motion: Motion) -> Options | None:
        """Return the image of each option under a motion, or None if the motion is not a
        symmetry."""
        if motion not in self._known:
            known = [(other, images) for other, images in self._known.items() if images is not None]
            places = self._places(motion)
            found = self._images(places) if places else None
            self._known[motion] = found
            if found is None:
                never = [self._then(other, motion) for other, _ in known]
                self._known.update((product, None) for product in never if product)
            else:
                self._generators.append((motion, found))
                self._grow([*known, (motion, found)])
        return self._known[motion]

    def _grow(self, queue: list[tuple[Motion, Options]]) -> None:
        """Add the compositions of the motions in `queue` with the generators, until none is new."""
        while queue:
            first, options = queue.pop()
            for motion, images in self._generators:
                product = self._then(first, motion)
                if product and product not in self._known:
                    queue.append((product, tuple([images[k] for k in options])))
                    self._known[product] = queue[-1][1]

    def _then(self, first: Motion, second: Motion) -> Motion | None:
        """Return the composition of two motions, or None if it is not a motion of the lattice."""
        product, divisor = after(second, first), self._lattice.divisor
        if divisor == 1:
            return product
        if any(x % divisor for row in product for x in row):
            return None
        return tuple(tuple(x // divisor for x in row) for row in product)

    def _places(self, motion: Motion) -> tuple[int, ...] | None:
        """Return the image of each cell, or None if the motion does not preserve the board."""
        points = tuple(self._number)
        images = self._lattice.image(motion, points)
        if images is None:
            return None
        shift = tuple(map(sub, _low(points), _low(images)))
        if any(self._lattice.coset(shift)):
            return None
        axes = zip(zip(*images, strict=True), shift, strict=True)
        moved = zip(*[[x + by for x in axis] for axis, by in axes], strict=True)
        number, kind = self._number, self._kind
        places = [number.get(point, -1) for point in moved]
        return tuple(places) if -1 not in places and [kind[at] for at in places] == kind else None

    def _images(self, places: tuple[int, ...]) -> Options | None:
        """Return the image of each option if cell k goes to `places[k]`.

        The result is None if the placements of a piece are not mapped onto those of a piece with
        the same bounds."""
        first = self._first
        item = [*range(first), *[first + place for place in places]]
        item = [k + layer for layer in self._layers for k in item]
        found = [0] * len(self._cover.options)
        for (placements, bounds), indices in self._owners.items():
            images = [tuple(sorted([item[k] for k in cells])) for cells in placements]
            order = sorted(range(len(images)), key=images.__getitem__)
            onto = self._owners.get((tuple([images[at] for at in order]), bounds), [])
            if len(onto) != len(indices):
                return None
            # Placements are sorted, so those of the target piece are in the order of the images.
            for index, target in zip(indices, onto, strict=True):
                numbers = self._numbers[index]
                for at, image in zip(order, self._numbers[target], strict=True):
                    found[numbers[at]] = image
        return tuple(found)


def _low(points: Iterable[Cell]) -> list[int]:
    return [min(axis) for axis in zip(*points, strict=True)]


def unique(solutions: Iterable[Options], group: tuple[Symmetry, ...]) -> Iterator[Options]:
    """Yield one solution of each equivalence class: the least one."""
    maps = [symmetry.options for symmetry in group[1:]]
    for solution in solutions:
        if all(tuple(sorted([options[k] for k in solution])) >= solution for options in maps):
            yield solution


def described(group: tuple[Symmetry, ...]) -> str:
    """Return the symmetries in words, such as `2 symmetries: 2 turns (including the identity)`."""
    mirrors = sum(symmetry.mirror for symmetry in group)
    if len(group) == 1:
        return "no symmetries"
    turns = len(group) - mirrors
    parts = [f"{plural(turns, 'turn')} (including the identity)"]
    if mirrors:
        parts.append(plural(mirrors, "mirror image"))
    return f"{plural(len(group), 'symmetry', 'symmetries')}: {', '.join(parts)}"
