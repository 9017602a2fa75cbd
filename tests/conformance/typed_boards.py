"""Random small puzzles of many kinds, each as the text of a puzzle file."""

from __future__ import annotations

import random
import re
from itertools import product

from conformance.plain import regions
from small_boards import cut, puzzle

from calpuzzle.base.errors import InputError
from calpuzzle.formats import toml
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, STICKS, TRIANGLES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, drawing, normal

KINDS = ("calendar", "copies", "optional", "bounds", "coloured", "parts", "sides", "sticks")
COMMENT = re.compile("# [A-Z`]")


def text(seed: int) -> str:
    """Return the file of a random puzzle. The seed also selects its kind, in rotation."""
    kind = KINDS[seed % len(KINDS)]
    if kind == "sticks":
        return sticks(seed)
    model = puzzle(seed)
    if kind == "bounds":
        rng = random.Random(seed)
        bounds = [rng.choice([(1, 1), (1, 1), (0, 1), (1, 2), (0, 2)]) for _ in model.pieces]
        pieces = [
            own._replace(least=least, most=most)
            for own, (least, most) in zip(model.pieces, bounds, strict=True)
        ]
        model = model._replace(pieces=tuple(pieces))
    elif kind != "calendar":
        model = framed(seed, kind)
    try:
        lines = toml.write(model).splitlines()
    except InputError:  # the pieces have too many or too few cells for every date
        return text(seed + 100 * len(KINDS))
    return "\n".join(line for line in lines if line and not COMMENT.match(line)) + "\n"


def latticed(seed: int) -> str:
    """Return the file of a random puzzle whose pieces fill its board. The board has hexagons,
    triangles or layers. Every fifth board has two cells that may stay empty."""
    rng = random.Random(seed)
    lattice, layers = ((HEXAGONS, 1), (TRIANGLES, 1), (SQUARES, 2), (HEXAGONS, 2))[seed % 4]
    rows, columns = rng.randint(2, 3), rng.randint(2, 4)
    flat: list[Cell] = list(product(range(rows), range(columns)))
    if lattice is TRIANGLES:  # the cells form a rhombus
        places = range(1, 2 * columns + 1)
        flat = [TRIANGLES.cell_at(row, row + k) for row in range(rows) for k in places]
    cells = flat if layers == 1 else [(k, *cell) for k in range(layers) for cell in flat]
    cells = cells[: 12 + rng.randrange(4)]
    optional = set(rng.sample(range(len(cells)), 2)) if seed % 5 == 4 else set()
    covered = [cell for k, cell in enumerate(cells) if k not in optional]
    parts = list(cut(rng, covered, lattice))
    pieces = [
        Piece(f"P{k}", (normal(part, lattice),), rng.random() < 0.8, rng.random() < 0.7)
        for k, part in enumerate(parts)
    ]
    board = Board(tuple(cells), optional=frozenset(optional))
    try:
        lines = toml.write(Model("lattice", board, tuple(pieces), lattice=lattice)).splitlines()
    except InputError:  # the cells that are left are in one layer, so the file would be flat
        return latticed(seed + 1000)
    return "\n".join(line for line in lines if not COMMENT.match(line)) + "\n"


def labelled(seed: int) -> str:
    """Return the file of a random calendar of hexagons, of triangles, of sticks or in layers."""
    lattice, layers = ((HEXAGONS, 1), (TRIANGLES, 1), (STICKS, 1), (SQUARES, 2))[seed % 4]
    try:
        model = puzzle(seed, lattice, layers)
        lines = toml.write(model).splitlines() if model.groups else []
    except InputError:  # the pieces have too many or too few cells for every date
        lines = []
    if not lines:
        return labelled(seed + 1000)
    return "\n".join(line for line in lines if not COMMENT.match(line)) + "\n"


def several(seed: int) -> str:
    """Return the file of a random board with groups that leave none to three labels uncovered."""
    rng = random.Random(seed)
    height, width = rng.randint(2, 3), rng.randint(3, 5)
    places: list[Cell] = list(product(range(height), range(width)))
    left = rng.sample(places, len(places))
    rows = [["."] * width for _ in range(height)]
    groups = []
    for name, most in (("a", rng.randint(1, 3)), ("b", 1))[: rng.randint(1, 2)]:
        least = rng.randint(0, most)
        own = [left.pop() for _ in range(rng.randint(most, most + 2))]
        for k, (row, column) in enumerate(own):
            rows[row][column] = f"{name}{k}"
        labels = " ".join(f"{name}{k}" for k in range(len(own)))
        groups.append(f'{name} = {{labels = "{labels}", open = [{least}, {most}]}}')
        # The pieces are cut so that this number of labels stays uncovered.
        places = [cell for cell in places if cell not in own[: rng.randint(least, most)]]
    parts = [normal(part) for part in cut(rng, places)]
    board = "\n".join(map(" ".join, rows))
    pieces = [f"P{k} = '''\n{chr(10).join(drawing(part))}\n'''" for k, part in enumerate(parts)]
    return "\n".join([f"board = '''\n{board}\n'''", "[groups]", *groups, "[pieces]", *pieces, ""])


def framed(seed: int, kind: str) -> Model:
    """Return a puzzle of the given kind: a random frame, cut into pieces. For `copies`, some pieces
    are replaced by copies of others, so they may not fill the frame."""
    rng = random.Random(seed)
    height, width = rng.randint(2, 4), rng.randint(3, 6)
    cells: list[Cell] = [(row, column) for row in range(height) for column in range(width)]
    for _ in range(rng.randrange(3)):
        cells.remove(rng.choice(cells))
    optional = set(rng.sample(range(len(cells)), rng.randint(1, 4))) if kind == "optional" else ()
    covered = [cell for k, cell in enumerate(cells) if k not in optional or rng.random() < 0.5]
    parts = [sorted(part) for part in cut(rng, covered)]
    if kind == "copies":
        parts = [rng.choice(parts[:2]) if rng.random() < 0.6 else part for part in parts]
    if kind == "parts" and len(parts) > 2:
        parts[0] = sorted([*parts[0], *parts.pop()])
    colours = {cell: ord(rng.choice("o-")) for cell in cells} if kind == "coloured" else {}
    pieces = []
    for k, part in enumerate(parts):
        sides = [normal(part)]
        if kind == "sides" and len(part) > 1:
            sides.append(normal(part[:-1]))
            sides = sides if len(regions({(r, c) for r, c in sides[1]})) == 1 else sides[:1]
        own = (tuple(colours[cell] for cell in part),) if colours else ()
        turn, flip = rng.random() < 0.7, rng.random() < 0.6
        pieces.append(Piece(f"P{k}", tuple(sides), turn, flip, colours=own))
    board = Board(
        tuple(cells),
        (),
        tuple(colours[cell] for cell in cells) if colours else (),
        frozenset(optional),
    )
    return Model("frame", board, tuple(pieces))


def sticks(seed: int) -> str:
    """Return the file of a small grid of sticks, cut at random into connected pieces."""
    rng = random.Random(seed)
    height, width = rng.choice([(1, 2), (2, 2), (1, 3), (2, 3)])
    left = [(r, c, "-") for r in range(height + 1) for c in range(width)]
    left += [(r, c, "|") for r in range(height) for c in range(width + 1)]

    def ends(stick: tuple[int, int, str]) -> set[Cell]:
        row, column, way = stick
        return {(row, column), (row, column + 1) if way == "-" else (row + 1, column)}

    lines = [f"segments = [{height}, {width}]", f"crossings = {str(seed % 16 < 8).lower()}"]
    lines.append("[pieces]")
    for number in range(len(left)):
        if not left:
            break
        part = [left.pop(rng.randrange(len(left)))]
        for _ in range(rng.randint(1, 3)):
            near = [own for own in left if any(ends(own) & ends(other) for other in part)]
            if near:
                part.append(rng.choice(near))
                left.remove(part[-1])
        low = min(row for row, _, _ in part), min(column for _, column, _ in part)
        drawn = " ".join(
            f"{row - low[0]}{column - low[1]}{way}" for row, column, way in sorted(part)
        )
        lines.append(f'P{number} = "{drawn}"')
    return "\n".join(lines) + "\n"
