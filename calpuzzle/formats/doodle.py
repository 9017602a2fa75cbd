"""The Doodle Fit text form: blocks apart by a line `---`; the first is the frame, each other a
piece that is neither turned nor turned over. Any character but a blank is a cell."""

from __future__ import annotations

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.fit.geometry import MOVE, Form, Geometry, Shape, fitting, shapes_of
from calpuzzle.fit.model import Fitting, Location

MAX_CELLS = 100_000


def read(text: str, name: str) -> Fitting:
    """The puzzle in a Doodle Fit text. Raises PuzzleError with file, line, and what is wrong."""
    blocks: list[tuple[int, Shape]] = []
    start = 1
    lines = text.split("\n")
    for number, line in enumerate([*lines, "---"], 1):
        if line.rstrip() != "---":
            if "\t" in line:
                raise PuzzleError(f"{name}:{number}: a tab has no width here; use blanks")
            continue
        shape = tuple(
            ((x, y), 0)
            for y, row in enumerate(lines[start - 1 : number - 1])
            for x, mark in enumerate(row)
            if not mark.isspace()
        )
        if not shape:
            what = f"piece {len(blocks)}" if blocks else "the frame"
            raise PuzzleError(f"{name}:{min(start, len(lines))}: {what} has no cells")
        blocks.append((start, shape))
        start = number + 1
    if len(blocks) == 1:
        raise PuzzleError(f"{name}:1: there are no pieces; a line --- stands before each")
    if sum(len(shape) for _, shape in blocks) > MAX_CELLS:
        raise PuzzleError(f"{name}:1: the drawing has more than {MAX_CELLS:,} cells")
    frame = tuple(Location(point) for point, _ in blocks[0][1])
    forms = tuple(Form(str(k), (shape,), MOVE) for k, (_, shape) in enumerate(blocks[1:]))
    return fitting(name, Geometry(2, False, frame, forms))


def write(puzzle: Fitting) -> str:
    """The puzzle as a Doodle Fit text. Raises InputError where the form cannot say it."""
    geometry = shapes_of(puzzle, "the Doodle Fit form", 2)
    if any(location.optional for location in geometry.locations):
        raise InputError("the Doodle Fit form cannot say that a cell may stay empty")
    blocks = [tuple((location.point or (), 0) for location in geometry.locations)]
    for form in geometry.forms:
        if form.motion != MOVE or len(form.sides) > 1 or (form.least, form.most) != (1, 1):
            raise InputError(
                f"the Doodle Fit form has pieces that are used once and neither turned nor "
                f"turned over, which piece {form.name} is not"
            )
        blocks.append(form.sides[0])
    return "---\n".join(_drawing(shape) for shape in blocks)


def _drawing(shape: Shape) -> str:
    points = {(point[0], (*point, 0)[1]) for point, _ in shape}
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    rows = (
        "".join("#" if (x, y) in points else " " for x in range(left, right + 1)).rstrip()
        for y in range(top, bottom + 1)
    )
    return "".join(row + "\n" for row in rows)
