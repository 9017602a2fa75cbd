"""The Doodle Fit text format: a drawing of the frame, then one of each piece, separated by lines
`---`. Every character except white space is a cell. Pieces are neither rotated nor turned over."""

from __future__ import annotations

import re

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.drawable import drawable_model
from calpuzzle.formats.reading import fail
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, Shape, drawing, normal

MAX_CELLS = 100_000
MAX_SPAN = 1_000_000
_BREAK = re.compile("^---[ \t]*$", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Return whether the text contains a separator line."""
    return _BREAK.search(text) is not None


def read(text: str, name: str) -> Model:
    """Return the puzzle in a Doodle Fit text. Raises PuzzleError, which names the file and the
    fault, and the line unless the whole drawing is too large."""
    blocks: list[tuple[Cell, ...]] = []
    start = 1
    lines = text.split("\n")
    for number, line in enumerate([*lines, "---"], 1):
        if line.rstrip() != "---":
            if "\t" in line:
                fail(name, number, "the width of a tab is not known; use spaces")
            continue
        cells = tuple(
            (r, c)
            for r, row in enumerate(lines[start - 1 : number - 1])
            for c, mark in enumerate(row)
            if not mark.isspace()
        )
        if not cells:
            what = f"piece {len(blocks)}" if blocks else "the frame"
            fail(name, min(start, len(lines)), f"{what} has no cells")
        blocks.append(cells)
        start = number + 1
    if len(blocks) == 1:
        fail(name, 1, "there are no pieces; write a line --- before each")
    if sum(map(len, blocks)) > MAX_CELLS:
        raise PuzzleError(f"{name}: the drawing has more than {MAX_CELLS:,} cells")
    frame, *shapes = blocks
    pieces = [Piece(str(k), (normal(shape),), False, False) for k, shape in enumerate(shapes)]
    return Model(name, Board(frame), tuple(pieces), interchangeable=False)


def write(model: Model) -> str:
    """Return the puzzle as a Doodle Fit text. Raises InputError if the format cannot hold it."""
    model = drawable_model(model, "the Doodle Fit format", [(False, False)], 2)
    shapes = [normal(model.board.cells), *(piece.shape for piece in model.pieces)]
    return "---\n".join(map(_drawing, shapes))


def _drawing(cells: Shape) -> str:
    """Return the rows of a normal shape, without trailing spaces. Raises InputError if the drawing
    would be too large."""
    height, width = (1 + max(axis) for axis in zip(*cells, strict=True))
    if height * width > MAX_SPAN:
        raise InputError(
            f"a drawing of {height:,} by {width:,} places is too large for the Doodle Fit format"
        )
    return "".join(row.replace(".", " ").rstrip() + "\n" for row in drawing(cells))
