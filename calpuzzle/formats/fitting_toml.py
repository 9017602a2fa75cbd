"""The fitting puzzle file (TOML): a frame and pieces, drawn. docs/fitting.md describes it.

A drawing has one line a row, layers apart by a blank line; `.` and a blank are nothing. In a
frame `?` is a cell that may stay empty. With `colours = true` every other character is a cell of
that colour, otherwise just a cell. With `segments = [columns, rows]` the frame is the grid lines
of so many squares, and a piece is written as `00- 01|`, the segment to the right of (0,0) and
the one above (0,1); on a doubled grid these are points, and pieces move by twos.
"""

from __future__ import annotations

import re
from typing import Any

from calpuzzle.errors import PuzzleError
from calpuzzle.fit.geometry import MOTIONS, Form, Geometry, Point, Shape, fitting
from calpuzzle.fit.model import Fitting, Location
from calpuzzle.formats.toml_table import Keys, key_faults, named, parsed, table_of
from calpuzzle.text import control_fault, shown

KEYS: Keys = {
    "title": (str, "a text"),
    "source": (str, "a text"),
    "motions": (str, "a text"),
    "frame": (str, "a drawing"),
    "colours": (bool, "true or false"),
    "segments": (list, "a list"),
    "crossings": (bool, "true or false"),
    "pieces": (dict, "a table"),
}
PIECE_KEYS: Keys = {
    "shape": (str, "a drawing"),
    "sides": (list, "a list of drawings"),
    "motions": (str, "a text"),
    "count": (int, "a whole number"),
    "min": (int, "a whole number"),
    "max": (int, "a whole number"),
}
EMPTY = ". \t"
MAX_SIDE = 200


def read(text: str, name: str) -> Fitting:
    """The puzzle in a TOML text. Raises PuzzleError with every fault it has."""
    return from_table(parsed(text), name)


def from_table(data: dict[str, Any], name: str) -> Fitting:
    """The puzzle in the table of such a text. Raises PuzzleError as `read` does."""
    found = key_faults(data, KEYS)
    if ("frame" in data) == ("segments" in data):
        found.append("there must be a frame = '''...''', or segments = [columns, rows]")
    if not data.get("pieces"):
        found.append("there are no pieces; the table [pieces] names and draws them")
    found += control_fault("the title", str(data.get("title", "")))
    locations: list[Location] = []
    if isinstance(data.get("segments"), list):
        locations = _segment_frame(data["segments"], data.get("crossings", True), found)
    elif isinstance(data.get("frame"), str):
        locations = _frame(data["frame"], data.get("colours", False), found)
    word = data.get("motions", "all")
    motions = _motion(word, "", found) if isinstance(word, str) else 0
    drawn = table_of(data, "pieces").items()
    forms = [_form(name, value, motions, data, found) for name, value in drawn]
    if found:
        raise PuzzleError(found)
    solid = [form for form in forms if form]
    points = [location.point or () for location in locations]
    points += [point for form in solid for side in form.sides for point, _ in side]
    dimensions = 3 if any(any(point[2:]) for point in points) else 2
    locations = [
        location._replace(point=(location.point or ())[:dimensions]) for location in locations
    ]
    geometry = Geometry(
        dimensions,
        data.get("colours", False),
        tuple(locations),
        tuple(_cut(form, dimensions) for form in solid),
        step=2 if "segments" in data else 1,
    )
    return fitting(name, geometry, data.get("title", ""))


def _cut(form: Form, dimensions: int) -> Form:
    sides = tuple(
        tuple((point[:dimensions], colour) for point, colour in side) for side in form.sides
    )
    return form._replace(sides=sides)


def _motion(word: str, where: str, found: list[str]) -> int:
    if word not in MOTIONS:
        found.append(f"{where}motions is {shown(word)}, not one of {', '.join(MOTIONS)}")
    return MOTIONS.get(word, 0)


def _points(drawing: str) -> list[tuple[Point, str]]:
    """The characters of a drawing with their (x, y, z)."""
    points: list[tuple[Point, str]] = []
    z = y = 0
    lines = drawing.strip("\n").splitlines()
    for line in lines:
        if not line.strip():
            z, y = z + 1, 0
            continue
        points += [((x, y, z), mark) for x, mark in enumerate(line) if mark not in EMPTY]
        y += 1
    return points


def _frame(drawing: str, colours: bool, found: list[str]) -> list[Location]:
    points = _points(drawing)
    if not points:
        found.append("the frame has no cells")
    found += control_fault("the frame", "".join(mark for _, mark in points))
    return [
        Location(point, ord(mark) if colours and mark != "?" else 0, mark == "?")
        for point, mark in points
    ]


def _form(
    name: str, value: Any, motions: int, data: dict[str, Any], found: list[str]
) -> Form | None:
    table = {"shape": value} if isinstance(value, str) else value
    where = f"piece {named(name)}: "
    if not isinstance(table, dict):
        found.append(f"piece {named(name)} must be a drawing or a table, not {shown(value)}")
        return None
    wrong = control_fault(where + "its name", name) + key_faults(table, PIECE_KEYS, where)
    found += wrong
    if wrong:
        return None
    sides = table.get("sides", [table["shape"]] if "shape" in table else [])
    if not sides or not all(isinstance(side, str) for side in sides):
        found.append(f"{where}needs a shape = '...', or sides = ['...', '...']")
        return None
    count = int(table.get("count", 1))
    least = int(table.get("min", count if "max" not in table else 0))
    most = int(table.get("max", count))
    if not 0 <= least <= most <= MAX_SIDE * MAX_SIDE or most == 0:
        found.append(f"{where}{shown(least)} to {shown(most)} of it cannot be used")
    if "motions" in table:
        motions = _motion(table["motions"], where, found)
    shapes = tuple(_shape(side, where, data, found) for side in sides)
    return Form(name, shapes, motions, least, most)


def _shape(side: str, where: str, data: dict[str, Any], found: list[str]) -> Shape:
    if "segments" in data:
        return _segment_shape(side, where, data.get("crossings", True), found)
    colours = data.get("colours", False)
    points = _points(side)
    shape = tuple((point, ord(mark) if colours else 0) for point, mark in points)
    if not shape:
        found.append(f"{where}it has no cells")
    found += control_fault(f"{where}its drawing", "".join(mark for _, mark in points))
    return shape


def _segment_frame(size: list[Any], crossings: bool, found: list[str]) -> list[Location]:
    if len(size) != 2 or not all(type(n) is int and 1 <= n <= MAX_SIDE for n in size):
        found.append(f"segments is not [columns, rows] of 1 to {MAX_SIDE} each")
        return []
    columns, rows = size
    locations = []
    for y in range(2 * rows + 1):
        for x in range(2 * columns + 1):
            corner = x in (0, 2 * columns) and y in (0, 2 * rows)
            if (x + y) % 2:
                locations.append(Location((x, y)))
            elif x % 2 == 0 and not corner and not crossings:
                locations.append(Location((x, y), optional=True))
    return locations


def _segment_shape(side: str, where: str, crossings: bool, found: list[str]) -> Shape:
    """The mid-points of segments and, where sticks must not cross, the points run straight
    through."""
    points: set[Point] = set()
    for word in side.split():
        match = re.fullmatch("([0-9])([0-9])([-|])", word)
        if not match:
            found.append(f"{where}{named(word)} is no segment such as 00- or 01|")
            continue
        x, y = 2 * int(match[1]), 2 * int(match[2])
        points.add((x + 1, y) if match[3] == "-" else (x, y + 1))
    if not points:
        found.append(f"{where}it has no segments")
    if not crossings:
        for x, y in tuple(points):
            if x % 2 and (x + 2, y) in points:
                points.add((x + 1, y))
            if y % 2 and (x, y + 2) in points:
                points.add((x, y + 1))
    return tuple((point, 0) for point in sorted(points))
