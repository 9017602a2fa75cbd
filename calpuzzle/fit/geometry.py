"""Shapes in a frame of whole-number points: the motions a piece may make, and where it then fits.

Everything is done in at least three dimensions: a flat frame in space admits exactly the motions
that leave a flat piece in it, so that turning over needs no case of its own.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.fit.model import Fitting, Location, Way, fitting_piece

Point = tuple[int, ...]
Matrix = tuple[tuple[int, int], ...]
"""A signed permutation of the axes: new coordinate k is sign times old coordinate axis."""

Shape = tuple[tuple[Point, int], ...]
"""Points with their colours."""

MOVE, TURN, ALL = 1, 2, 3
"""What a piece may do: only be moved; also be turned in the x-y plane; be turned anyhow."""

MOTIONS = {"move": MOVE, "turn": TURN, "all": ALL}
MAX_WAYS = 20_000_000  # locations of all ways together; some 2 GB


class Form(NamedTuple):
    """A piece as a choice of shapes, with what it may do and how many of it are used."""

    name: str
    sides: tuple[Shape, ...]
    motion: int = ALL
    least: int = 1
    most: int = 1


class Geometry(NamedTuple):
    """A frame and its pieces. Pieces are moved by multiples of `step` along each axis."""

    dimensions: int
    use_colours: bool
    locations: tuple[Location, ...]
    forms: tuple[Form, ...]
    step: int = 1


@cache
def signed_permutations(dimensions: int) -> tuple[tuple[Matrix, int], ...]:
    """All motions that map the axes onto one another, each with its determinant."""
    found = []
    for axes in permutations(range(dimensions)):
        swaps = sum(a > b for i, a in enumerate(axes) for b in axes[i + 1 :])
        for signs in product((1, -1), repeat=dimensions):
            sign = (-1) ** (swaps + signs.count(-1))
            found.append((tuple(zip(axes, signs, strict=True)), sign))
    return tuple(found)


def moved(matrix: Matrix, point: Point) -> Point:
    """The point after the motion."""
    return tuple(sign * point[axis] for axis, sign in matrix)


def _matrices(motion: int, dimensions: int) -> list[Matrix]:
    identity = tuple((axis, 1) for axis in range(dimensions))
    if motion == MOVE:
        return [identity]
    turns = [matrix for matrix, sign in signed_permutations(dimensions) if sign == 1]
    if motion == TURN:
        return [matrix for matrix in turns if matrix[2:] == identity[2:]]
    return turns


def orientations(form: Form, dimensions: int, step: int) -> list[Shape]:
    """The different shapes, up to moving by multiples of `step`, that the form can show."""
    found = set()
    for side in form.sides:
        for matrix in _matrices(form.motion, dimensions):
            points = [(moved(matrix, point), colour) for point, colour in side]
            low = [min(point[k] for point, _ in points) // step * step for k in range(dimensions)]
            shape = (
                (tuple(x - base for x, base in zip(point, low, strict=True)), colour)
                for point, colour in points
            )
            found.add(tuple(sorted(shape)))
    return sorted(found)


def _padded(point: Point, dimensions: int) -> Point:
    return point + (0,) * (dimensions - len(point))


def fitting(name: str, geometry: Geometry, title: str = "") -> Fitting:
    """The puzzle with all the ways in which its pieces fit.

    Raises CannotDoError where there are too many to hold.
    """
    space = max(3, geometry.dimensions)
    number = {
        _padded(location.point or (), space): (k, location.colour)
        for k, location in enumerate(geometry.locations)
    }
    pieces = []
    room = MAX_WAYS
    for form in geometry.forms:
        sides = tuple(tuple((_padded(p, space), c) for p, c in side) for side in form.sides)
        ways: list[Way] = []
        for shape in orientations(form._replace(sides=sides), space, geometry.step):
            ways += _fits(shape, number, geometry)
        room -= sum(map(len, ways))
        if room < 0:
            raise CannotDoError(f"{name} has more ways to lay its pieces than can be held here")
        pieces.append(fitting_piece(form.name, ways, form.least, form.most))
    return Fitting(name, geometry.locations, tuple(pieces), title, geometry)


def _fits(shape: Shape, number: dict[Point, tuple[int, int]], geometry: Geometry) -> list[Way]:
    start = shape[0][0]
    ways = []
    for target in number:
        shift = tuple(a - b for a, b in zip(target, start, strict=True))
        if geometry.step > 1 and any(d % geometry.step for d in shift):
            continue
        way = []
        for point, colour in shape:
            at = number.get(tuple(a + b for a, b in zip(point, shift, strict=True)))
            if at is None or (geometry.use_colours and at[1] != colour):
                break
            way.append(at[0])
        else:
            ways.append(tuple(sorted(way)))
    return ways


def shapes_of(puzzle: Fitting, form: str, dimensions: int, colours: bool = False) -> Geometry:
    """The shapes of a puzzle, for a format called `form` that draws them in so many dimensions,
    with colours or without. Raises InputError, with the reason, where it cannot draw these."""
    geometry = puzzle.geometry
    if geometry is None:
        raise InputError(
            f"{form} draws shapes, and of the pieces of {puzzle.name} it is known only which "
            "locations they can cover"
        )
    if not 1 <= geometry.dimensions <= dimensions:
        raise InputError(
            f"{form} has up to {dimensions} dimensions, and {puzzle.name} has {geometry.dimensions}"
        )
    if geometry.use_colours and not colours:
        raise InputError(f"{form} has no colours, and {puzzle.name} has some")
    if geometry.step > 1:
        raise InputError(
            f"{form} cannot say that the pieces of {puzzle.name} move by {geometry.step}"
        )
    return geometry
