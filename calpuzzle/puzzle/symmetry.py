"""The symmetries of a puzzle, and which solutions are the same up to them.

A symmetry is a motion of the board onto itself, with its colours and its optional cells, that maps
the ways of each piece onto the ways of a piece (the same, or one that it changes places with, as
the two chiral pieces of the Soma cube under a mirror). Of solutions that are the same up to
symmetry, the one kept is the least as a tuple of option numbers.

A board that is flat has a front and a back: turning it over shows its mirror image, whether its
pieces are flat or solid. So only its motions in its own plane are turns; in space, all rotations
are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice, Motion
from calpuzzle.puzzle.lowering import Lowering

MAX_DIMENSIONS = 5


class Symmetry(NamedTuple):
    """`options[k]` is the option that option k becomes; `mirror` whether it is a mirror image."""

    options: tuple[int, ...]
    mirror: bool


def symmetries(lowered: Lowering, mirrors: bool = True) -> tuple[Symmetry, ...]:
    """All symmetries, the identity first; without `mirrors` only those that a turn can do.

    Raises InputError where the cells of the puzzle are but numbers, or have too many dimensions.
    """
    board = lowered.model.board
    if board.bare:
        raise InputError(
            f"{lowered.model.name} has no coordinates, so that its symmetries are not known; "
            "leave --unique out"
        )
    if not board.cells:
        return (Symmetry(tuple(range(len(lowered.cover.options))), False),)
    lattice = lowered.model.lattice
    points = _points(lowered.cells, lattice)
    if len(points[0]) > MAX_DIMENSIONS:
        raise InputError(f"--unique handles frames of up to {MAX_DIMENSIONS} dimensions")
    colours = dict(zip(board.cells, board.colours, strict=False))
    # Of each cell its colour, and whether it may stay empty.
    kind = [(colours.get(c), k >= len(lowered.cover.primary)) for c, k in lowered.number.items()]
    found: dict[tuple[int, ...], bool] = {}
    # The identity stands first of all motions; what a turn can do, too, is no mirror image.
    for motion, sign in sorted(lattice.isometries(len(points[0])), key=lambda each: -each[1]):
        if mirrors or sign > 0:
            places = _places(points, kind, motion, lattice)
            options = _options(lowered, places) if places else None
            if options is not None:
                found.setdefault(options, sign < 0)
    return tuple(Symmetry(options, mirror) for options, mirror in found.items())


def _points(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """The cells without the axes along which the board has no extent, as long as two are left;
    where motions do more than exchange axes, those of the plane, or all in space."""
    if not lattice.square:
        flat = lattice.drawn == POLYGONS and len({cell[:-2] for cell in cells}) == 1
        return tuple(cell[-2:] for cell in cells) if flat else cells
    wide = [max(axis) > min(axis) for axis in zip(*cells, strict=True)]
    order = sorted(range(len(wide)), key=lambda axis: (wide[axis], axis), reverse=True)
    axes = sorted(order[: max(2, sum(wide))])
    return tuple(tuple(cell[axis] for axis in axes) for cell in cells)


def _places(
    points: tuple[Cell, ...],
    kind: list[tuple[int | None, bool]],
    motion: Motion,
    lattice: Lattice,
) -> list[int] | None:
    """Return where the motion takes each cell; None where it leads off the board."""
    images = lattice.image(motion, points)
    if images is None:
        return None
    axes = range(len(points[0]))
    shift = [min(p[k] for p in points) - min(p[k] for p in images) for k in axes]
    number = {point: k for k, point in enumerate(points)}
    places = []
    for own, image in zip(kind, images, strict=True):
        at = number.get(tuple(x + d for x, d in zip(image, shift, strict=True)))
        if at is None or kind[at] != own:
            return None
        places.append(at)
    return places


def _options(lowered: Lowering, places: list[int]) -> tuple[int, ...] | None:
    """Return where each option goes when the cells go to `places`; None where one goes nowhere."""
    cover, first = lowered.cover, lowered.first
    item = [*range(first), *(first + place for place in places)]
    ways: list[list[Options]] = [[] for _ in range(first)]
    images: list[list[Options]] = [[] for _ in range(first)]
    for option in cover.options:
        ways[option[0]].append(option[1:])
        images[option[0]].append(tuple(sorted([item[k] for k in option[1:]])))
    owners: dict[tuple[frozenset[Options], tuple[int, int]], list[int]] = {}
    for index, own in enumerate(ways):
        owners.setdefault((frozenset(own), cover.bounds[index]), []).append(index)
    target: dict[int, int] = {}
    for (_, bounds), indices in owners.items():
        onto = owners.get((frozenset(images[indices[0]]), bounds), [])
        if len(onto) != len(indices):
            return None
        target.update(zip(indices, onto, strict=True))
    number = lowered.option_number
    return tuple(
        number[(target[option[0]], *sorted([item[k] for k in option[1:]]))]
        for option in cover.options
    )


def unique(solutions: Iterable[Options], group: tuple[Symmetry, ...]) -> Iterator[Options]:
    """Of the solutions one of each class: that which no symmetry makes less."""
    maps = [symmetry.options for symmetry in group[1:]]
    for solution in solutions:
        if all(tuple(sorted([options[k] for k in solution])) >= solution for options in maps):
            yield solution


def described(group: tuple[Symmetry, ...]) -> str:
    """The symmetries in words, such as `8 symmetries (4 turns, 4 mirror images)`."""
    mirrors = sum(symmetry.mirror for symmetry in group)
    if len(group) == 1:
        return "symmetry, of which the puzzle has none"
    turns = len(group) - mirrors
    parts = [f"{plural(turns, 'turn')} (with none at all)"]
    if mirrors:
        parts.append(plural(mirrors, "mirror image"))
    return f"{plural(len(group), 'symmetry', 'symmetries')}: {', '.join(parts)}"
