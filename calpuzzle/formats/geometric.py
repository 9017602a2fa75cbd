"""The compact geometric format: a frame of points, and pieces with the motions they may make.

    dimensions use-colours
    number of locations, then of each `x [y [z]] [colour]`
    number of pieces, then of each `n v` and its n points, written as the locations are

v is 1 for a piece that may only be moved, 2 for one that is also turned in the x-y plane, 3 for
any of the 24 orientations. White space is free, `//` starts a comment.
"""

from __future__ import annotations

from calpuzzle.base.errors import InputError
from calpuzzle.fit.geometry import Form, Geometry, Shape, fitting, shapes_of
from calpuzzle.fit.model import Fitting, Location
from calpuzzle.formats.numbers import Numbers

MAX_LOCATIONS = 1_000_000
FAR = 1_000_000_000


def read(text: str, name: str) -> Fitting:
    """The puzzle in a geometric text. Raises PuzzleError with file, line, and what is wrong."""
    numbers = Numbers(text, name)
    dimensions = numbers.take("the number of dimensions", 1, 3)
    colours = bool(numbers.take("use-colours", 0, 1))
    size = numbers.take("the number of locations", 0, MAX_LOCATIONS)
    frame: dict[tuple[int, ...], int] = {}
    for _ in range(size):
        ((point, colour),) = _points(numbers, "the frame", 1, dimensions, colours)
        if point in frame:
            numbers.fail(f"the frame has {_drawn(point)} twice")
        frame[point] = colour
    forms = []
    number = numbers.take("the number of pieces", 0, MAX_LOCATIONS)
    known = set(frame.values())
    for index in range(1, number + 1):
        what = f"piece {index}"
        length = numbers.take(f"the number of points of {what}", 1, max(1, numbers.left()))
        motion = numbers.take(f"v of {what}", 1, 3)
        shape = _points(numbers, what, length, dimensions, colours)
        for _, colour in shape:
            if colours and colour not in known:
                numbers.fail(f"{what} has the colour {colour}, which no location has")
        forms.append(Form(str(index), (shape,), motion))
    numbers.end()
    locations = tuple(Location(point, colour) for point, colour in frame.items())
    return fitting(name, Geometry(dimensions, colours, locations, tuple(forms)))


def _drawn(point: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, point))})"


def _points(numbers: Numbers, what: str, length: int, dimensions: int, colours: bool) -> Shape:
    found: dict[tuple[int, ...], int] = {}
    for _ in range(length):
        point = tuple(numbers.take(f"a coordinate of {what}", -FAR, FAR) for _ in range(dimensions))
        if point in found:
            numbers.fail(f"{what} has {_drawn(point)} twice")
        found[point] = numbers.take(f"a colour of {what}") if colours else 0
    return tuple(found.items())


def write(puzzle: Fitting) -> str:
    """The puzzle in the geometric format. Raises InputError where the format cannot say it."""
    geometry = shapes_of(puzzle, "the geometric format", 3, colours=True)
    if any(location.optional for location in geometry.locations):
        raise InputError("the geometric format cannot say that a location may stay empty")
    lines = [f"{geometry.dimensions} {int(geometry.use_colours)} // dimensions, use colours"]
    lines.append(f"{len(geometry.locations)} // locations")
    for location in geometry.locations:
        lines.append(_line(location.point or (), location.colour, geometry))
    lines.append(f"{len(geometry.forms)} // pieces")
    for form in geometry.forms:
        if len(form.sides) > 1 or (form.least, form.most) != (1, 1):
            raise InputError(
                f"the geometric format has one shape a piece and each piece once, which piece "
                f"{form.name} is not"
            )
        name = " ".join(form.name.split())
        lines.append(f"{len(form.sides[0])} {form.motion} // piece {name}")
        lines += [_line(point, colour, geometry) for point, colour in form.sides[0]]
    return "\n".join(lines) + "\n"


def _line(point: tuple[int, ...], colour: int, geometry: Geometry) -> str:
    return " ".join(map(str, point + ((colour,) if geometry.use_colours else ())))
