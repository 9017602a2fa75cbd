"""The parser for the drawings of a puzzle file: characters for cells, and segments for sticks.

In a drawing of characters, `.` and a space mean no cell, a blank line separates layers, and the
position of a character determines its cell; in rows of tokens, the index of the token does. Squares
form a grid. Each row of hexagons is shifted by half a cell, which is one character. Triangles are
adjacent in a row: the first place of the first row points up, and adjacent triangles point in
opposite directions. Sticks are written as `00- 01|`, the segment to the right of the point (0,0)
and the one above (0,1), or `12,3-` if a number has two or three digits: the column of the point
from the left, then its row from the bottom. Each segment becomes a cell of a grid of double width
and height, whose rows count from the top; pieces move by even distances. Faults are appended, as
sentences, to the list `found`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any
from unicodedata import category

from calpuzzle.base.wording import plural, shown
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import STICKS
from calpuzzle.puzzle.model import BLANK, HOLE, Board
from calpuzzle.puzzle.shapes import Shape, moved_to_origin, normal

EMPTY_SIGNS = ". \t"
# Hangul fillers and the empty Braille pattern: invisible, although Unicode classifies them as
# letters and symbols.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
MAX_SIDE = 200
MAX_TOKENS = 4096

Drawn = tuple[tuple[Cell, str], ...]


def points_of(drawing: str, lattice: Lattice, what: str, found: list[str]) -> Drawn:
    """Return the cells of a drawing with their characters. A cell is (row, column), or (layer, row,
    column) if blank lines separate layers."""
    solid = layers_of(drawing)
    marks = {
        (z, y, x): mark
        for z, rows in enumerate(solid)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark not in EMPTY_SIGNS
    }
    if invisible := [mark for mark in marks.values() if not _is_visible(mark)]:
        found.append(
            f"{what}: U+{ord(invisible[0]):04X} cannot be seen, so it is not a mark of a cell; "
            "write # or a letter for a cell, and . or a blank for none"
        )
    at = _placing(marks, lattice, what, found)
    return tuple(
        ((z * lattice.layer, *at(y, x)) if len(solid) > 1 else at(y, x), mark)
        for (z, y, x), mark in marks.items()
    )


def _is_visible(mark: str) -> bool:
    """Return whether a character is visible by itself, so neither a combining mark nor a space."""
    return mark.isprintable() and category(mark)[0] != "M" and mark not in BLANKS


def layers_of(drawing: str) -> list[list[str]]:
    """Return the rows of each layer; blank lines separate layers."""
    layers: list[list[str]] = [[]]
    for line in drawing.strip("\n").splitlines():
        if line.strip():
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]


def labelled(drawing: str, lattice: Lattice, crossings: bool, found: list[str]) -> Board:
    """Return the board of rows of tokens: `#` is no cell, `.` a cell without a label, and any other
    token a label."""
    solid = [[line.split() for line in rows] for rows in layers_of(drawing)]
    tokens = sum(len(row) for rows in solid for row in rows)
    if tokens > MAX_TOKENS:
        found.append(f"the board has {tokens:,} places, too many; the maximum is {MAX_TOKENS:,}")
        return Board(())
    if len(solid) > 1 and lattice.drawn == LINES:
        found.append(
            "the board has a blank line, which separates layers, but sticks lie in one layer"
        )
        return Board(())
    found.extend(_token_faults(solid))
    label_of: dict[Cell, str] = {}
    for layer, rows in enumerate(solid):
        for row, row_tokens in enumerate(rows):
            for number, token in enumerate(row_tokens):
                if token == HOLE:
                    continue
                cell = lattice.token_at(row, number)
                if cell is None:
                    found.append(
                        f"row {row + 1} of the board has {shown(token)} where no stick is; write "
                        f"{HOLE} for points and for what is between sticks"
                    )
                    return Board(())
                height = (layer * lattice.layer,) if len(solid) > 1 else ()
                label_of[*height, *cell] = "" if token == BLANK else token
    cells = tuple(label_of)
    if lattice.drawn == POLYGONS:
        cells = moved_to_origin(cells, lattice)
    if lattice.drawn != LINES:
        return Board(cells, tuple(label_of.values()))
    board = _with_points(cells, crossings)
    return board._replace(labels=tuple(label_of.get(cell, "") for cell in board.cells))


def _token_faults(solid: list[list[list[str]]]) -> Iterator[str]:
    """Yield a sentence for each fault of the rows of tokens of a board."""
    for number, rows in enumerate(solid, 1):
        if len(rows) != len(solid[0]):
            yield (
                f"a blank line of the board separates layers, and layer {number} has "
                f"{plural(len(rows), 'row')}, but layer 1 has {len(solid[0])}; write {HOLE} where "
                "there is no cell"
            )
    flat = [row for rows in solid for row in rows]
    for number, row in enumerate(flat, 1):
        if len(row) == 1 < len(flat[0]) and not row[0].strip("-=_*~+#"):
            yield f"row {number} of the board is {row[0]}; a blank line separates layers"
        elif len(row) != len(flat[0]):
            yield (
                f"row {number} of the board has {plural(len(row), 'token')}, but row 1 has "
                f"{len(flat[0])}; write {HOLE} where there is no cell"
            )


def _placing(
    places: Iterable[tuple[int, int, int]], lattice: Lattice, what: str, found: list[str]
) -> Callable[[int, int], Cell]:
    """Return the function from a row and a position in it to the cell. If the drawing does not lie
    on the lattice, a fault is appended to `found`."""
    at = lattice.cell_at
    drawn = [(row, place) for _, row, place in places]
    for shift in range(lattice.spacing):
        if None not in [at(row, place + shift) for row, place in drawn]:
            return lambda row, place: at(row, place + shift) or ()
    found.append(
        f"{what}: its {lattice.name} do not lie in a grid; write a blank between those of a row, "
        "and shift each row by one character, half a hexagon, against the one above"
    )
    return lambda row, place: (row, place)


def stick_board(size: list[Any], crossings: bool, found: list[str]) -> Board:
    """Return the board of all grid lines of `[columns, rows]` squares. If sticks must not cross,
    the points between segments are cells, too, which may stay empty."""
    if len(size) != 2 or not all(type(n) is int and 1 <= n <= MAX_SIDE for n in size):
        found.append(f"segments is not [columns, rows] of 1 to {MAX_SIDE} each")
        return Board(())
    right, bottom = 2 * size[0], 2 * size[1]
    places = product(range(bottom + 1), range(right + 1))
    segments = [(y, x) for y, x in places if (x + y) % 2]
    return _with_points(segments, crossings)


def stick_frame(drawing: str, crossings: bool, found: list[str]) -> Board:
    """Return the board of the segments that a frame lists."""
    return _with_points(_segments(drawing, "the frame", found), crossings)


def stick_shape(drawing: str, name: str, crossings: bool, found: list[str]) -> Shape:
    """Return the shape of the segments that a drawing lists and, if sticks must not cross, of the
    points through which the piece runs straight."""
    cells = _with_points(_segments(drawing, f"piece {name}", found), crossings).cells
    return normal(cells, STICKS) if cells else ((0, 1),)


def _with_points(segments: Iterable[Cell], crossings: bool) -> Board:
    """Return a board of the segments and, if sticks must not cross, of the points between two
    collinear segments, which may stay empty."""
    present = set(segments)
    points = set()
    for y, x in present if not crossings else ():
        following = (y, x + 2) if x % 2 else (y + 2, x)
        if following in present:
            points.add((y, x + 1) if x % 2 else (y + 1, x))
    cells = tuple(sorted(present | points))
    optional = frozenset(k for k, cell in enumerate(cells) if cell in points)
    return Board(cells, optional=optional)


def quoted_if_odd(word: str) -> str:
    """Return a key or another word of a file for use in a message: unchanged if it is short and
    visible, else quoted."""
    return word if word.isprintable() and word.strip() and len(word) <= 40 else shown(word)


def _segments(drawing: str, what: str, found: list[str]) -> set[Cell]:
    """Return the cells of the segments, with the highest point in row 0."""
    segments: set[Cell] = set()
    for word in drawing.split():
        match = re.fullmatch("([0-9])([0-9])[-|]|([0-9]{1,3}),([0-9]{1,3})[-|]", word)
        if not match:
            found.append(
                f"{what}: {quoted_if_odd(word)} is not a segment such as 00- or 01| or 12,3-"
            )
            continue
        x, y = (2 * int(number) for number in match.groups() if number)
        segments.add((-y, x + 1) if word[-1] == "-" else (-y - 1, x))
    if not segments:
        found.append(f"{what}: it has no segments")
    top = min((row for row, _ in segments), default=0) // 2 * 2
    return {(row - top, column) for row, column in segments}
