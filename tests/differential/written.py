"""Puzzle files written independently, according to docs/puzzle-files.md and docs/formats.md."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from calpuzzle.nonogram.clues import Clue, Clues
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Cell
from calpuzzle.puzzle.model import Model, Piece

TYPED = ("squares", "hexagons", "triangles", "sticks")
Place = tuple[int, int, int]
"""The layer, row and column of a character."""


def text_of(model: Model) -> str | None:
    """Return the puzzle as a puzzle file, or None if it has a feature that is not written: another
    lattice, cells of three dimensions in a single layer, pairs of colours, labels together with
    colours or optional cells, or optional segments."""
    board, name = model.board, model.lattice.name
    optional = {board.cells[k] for k in board.optional}
    points = {cell for cell in optional if name == "sticks" and sum(cell) % 2 == 0}
    if board.bare or name not in TYPED or model.fits:
        return None
    if board.dimensions == 3 and len({cell[0] for cell in board.cells}) == 1:
        return None
    if board.labels and (board.colours or optional - points):
        return None
    if board.colours and (optional or name == "sticks"):
        return None
    if name == "sticks" and optional - points:
        return None
    lines = ['title = "drawn"']
    if name != "squares":
        lines.append(f'lattice = "{name}"')
    if points:
        lines.append("crossings = false")
    if board.colours:
        lines.append("colours = true")
    lines.append(f"interchangeable = {str(model.interchangeable).lower()}")
    if board.labels:
        lines.append(f'board = """\n{_tokens(model)}\n"""')
        lines.append("[groups]")
        lines += [f"{group.name} = {_group(group)}" for group in model.groups]
    elif name == "sticks":
        lines.append(f'frame = "{_segments(board.cells)}"')
    else:
        marks = {cell: "?" if cell in optional else "#" for cell in board.cells}
        marks.update(zip(board.cells, map(chr, board.colours), strict=False))
        lines.append(f'frame = """\n{_drawing(marks, name)}\n"""')
    for piece in model.pieces:
        lines.append(f"[pieces.{piece.name}]")
        lines += _piece(piece, name)
    return "\n".join(lines) + "\n"


def _group(group: Group) -> str:
    labels = " ".join(group.printed)
    if not group.label_sets:
        return f'"{labels}"'
    least, most = (end(map(len, group.label_sets)) for end in (min, max))
    return f'{{ labels = "{labels}", open = [{least}, {most}] }}'


def _piece(piece: Piece, lattice: str) -> list[str]:
    sides = []
    for number, side in enumerate(piece.sides):
        marks = dict.fromkeys(side, "#")
        if piece.colours:
            marks = dict(zip(side, map(chr, piece.colours[number]), strict=True))
        drawn = _segments(side) if lattice == "sticks" else _drawing(marks, lattice)
        sides.append(f'"""\n{drawn}\n"""')
    lines = [f"shape = {sides[0]}" if len(sides) == 1 else f"sides = [{', '.join(sides)}]"]
    lines += [f"turn = {str(piece.turn).lower()}", f"flip = {str(piece.flip).lower()}"]
    if piece.least == piece.most:
        return [*lines, f"count = {piece.most}"]
    return [*lines, f"min = {piece.least}", f"max = {piece.most}"]


def place(cell: Cell, lattice: str) -> Place:
    """Return the place of a cell in a drawing. A hexagon is two places wide, and each row starts
    one place further right; a triangle is one place."""
    *layer, row, column = cell
    above = layer[0] if layer else 0
    if lattice == "hexagons":
        return above, row, 2 * column + row
    if lattice == "triangles":
        # The coordinates of a cell are three times those of the centre of its triangle. Modulo 3,
        # they are 2 if the triangle points up, and 1 if it points down.
        on_side = column % 3 == 2
        return above // 3, row // 3, 2 * ((column + 1) // 3) + row // 3 + (not on_side)
    return above, row, column


def _drawing(marks: dict[Cell, str], lattice: str) -> str:
    places = {place(cell, lattice): mark for cell, mark in marks.items()}
    left = min(x for _, _, x in places)
    left -= left % 2 if lattice in ("hexagons", "triangles") else left
    depth, height, width = (1 + max(axis) for axis in zip(*places, strict=True))
    layers = [
        ["".join(places.get((z, y, x), ".") for x in range(left, width)) for y in range(height)]
        for z in range(depth)
    ]
    return "\n\n".join("\n".join(rows) for rows in layers)


def _tokens(model: Model) -> str:
    """Return the rows of tokens of a board; odd rows of hexagons are shifted by half a cell."""
    lattice = model.lattice.name
    apart = 2 if lattice == "hexagons" else 1
    tokens = {}
    for cell, label in zip(model.board.cells, model.board.labels, strict=True):
        z, y, x = place(cell, lattice)
        if lattice != "sticks" or (y + x) % 2:
            tokens[z, y, (x - y % apart) // apart] = label or "."
    depth, height, width = (1 + max(axis) for axis in zip(*tokens, strict=True))
    layers = [
        [" ".join(tokens.get((z, y, x), "#") for x in range(width)) for y in range(height)]
        for z in range(depth)
    ]
    return "\n\n".join("\n".join(rows) for rows in layers)


def _segments(side: Collection[Cell]) -> str:
    """Return the segments of a side of a piece as tokens; each is to the right of a point or above
    it."""
    bottom = max(row + row % 2 for row, _ in side)
    words = []
    for row, column in side:
        point = f"{column // 2},{(bottom - row) // 2}"
        if (row + column) % 2:
            words.append(point + "-|"[row % 2])
    return " ".join(words)


def dpf_of(model: Model) -> str | None:
    """Return a bare puzzle as a DPF file, or None if a piece can be used more than once or equal
    pieces are interchangeable."""
    board, lines = model.board, []
    if not board.bare or model.groups or any(piece.most > 1 for piece in model.pieces):
        return None
    if model.interchangeable and len({piece.placements for piece in model.pieces}) < len(
        model.pieces
    ):
        return None
    items: list[tuple[str, int, Sequence[tuple[int, ...]]]] = [
        (f" // piece {piece.name}", piece.least, piece.placements) for piece in model.pieces
    ]
    items += [("", 0, [(k,)]) for k in sorted(board.optional)]
    for note, least, own in items:
        rows = [*([()] if least == 0 else []), *own]
        lines.append(f"{len(rows)}{note}")
        lines += [" ".join(map(str, (len(row), *row))) for row in rows]
    return "\n".join([f"{len(board.cells)} {len(items)}", *lines]) + "\n"


def grid_of(clues: Clues) -> str:
    """Return a nonogram in Simpson's format."""
    marks = [colour.mark for colour in clues.palette]
    several = clues.colours > 1

    def line(clue: Clue) -> str:
        blocks = [f"{length}{marks[colour] * several}" for length, colour in clue]
        return ",".join(blocks) or "0"

    def cells(grid: Sequence[Sequence[int]]) -> str:
        own = ["0", *marks[1:]] if several else ["0", "1"]
        return "".join("?" if c < 0 else own[c] for row in grid for c in row)

    lines = [f"width {clues.width}", f"height {clues.height}"]
    if several:
        lines += [f"color {colour.mark} {colour.rgb}" for colour in clues.palette[1:]]
    lines += ["rows", *map(line, clues.rows), "columns", *map(line, clues.columns)]
    if clues.goal:
        lines.append(f'goal "{cells(clues.goal)}"')
    if clues.given:
        lines.append(f'given "{cells(clues.given)}"')
    return "\n".join(lines) + "\n"
