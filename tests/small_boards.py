"""Random small puzzles, each determined by its seed, and the shipped puzzles as Covers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import random_puzzles
import shipped as known

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES, POLYGONS, Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, moved_to_origin, normal


def cut(
    rng: random.Random, cells: Iterable[Cell], lattice: Lattice = SQUARES
) -> Iterator[list[Cell]]:
    """Divide the cells into random connected parts of up to four cells, and yield the parts."""
    left = sorted(cells)
    while left:
        part = [left.pop(rng.randrange(len(left)))]
        for _ in range(rng.randrange(4)):
            near = [c for c in left if any(touch(c, own, lattice) for own in part)]
            if near:
                part.append(rng.choice(near))
                left.remove(part[-1])
        yield part


def touch(one: Cell, other: Cell, lattice: Lattice) -> bool:
    """Return whether two cells touch. Two sticks touch if they share an end."""
    if lattice.drawn != LINES:
        return one in lattice.neighbours(other)
    ends = [
        {(r + down, c + right) for down, right in lattice.steps((r, c)) if (c + right) % 2 == 0}
        for r, c in (one, other)
    ]
    return bool(ends[0] & ends[1])


def puzzle(seed: int, lattice: Lattice = SQUARES, layers: int = 1) -> Model:
    """Return a random puzzle with up to two groups, whose pieces fill the board on at least one
    date. In one puzzle of five, a piece is then replaced by a copy of another one, so there may be
    no solution."""
    rng = random.Random(seed)
    height, width = rng.randint(2, 4), rng.randint(2, 4)
    if lattice.drawn == LINES:
        height, width = rng.choice([(3, 5), (5, 3), (3, 7)])
    if layers > 1:
        height, width = 2, 2
    flat = [lattice.token_at(row, column) for row in range(height) for column in range(width)]
    above = [()] if layers == 1 else [(k * lattice.layer,) for k in range(layers)]
    cells: list[Cell] = [(*prefix, *cell) for prefix in above for cell in flat if cell]
    place = {cell: k for k, cell in enumerate(cells)}
    rng.shuffle(cells)
    del cells[len(cells) - rng.randrange(3) :]
    groups = rng.randrange(min(3, len(cells)))
    free, covered = cells[:groups], cells[groups:]
    parts = list(cut(rng, covered, lattice))
    if rng.random() < 0.2:
        parts[0] = parts[-1]
    pieces = [
        Piece(f"P{k}", (normal(part, lattice),), rng.random() < 0.7, rng.random() < 0.6)
        for k, part in enumerate(parts)
    ]
    spare = rng.sample(covered, len(covered))
    labels: dict[Cell, str] = {}
    found = []
    for k, cell in enumerate(free):
        own = [cell, *(spare.pop() for _ in range(min(len(spare), rng.randrange(4))))]
        names: dict[Cell, str] = {c: f"{'ab'[k]}{n}" for n, c in enumerate(own)}
        labels.update(names)
        found.append(Group(f"group{k}", tuple(rng.sample(list(names.values()), len(own)))))
    cells.sort(key=place.__getitem__)
    board = Board(tuple(cells), tuple(labels.get(cell, "") for cell in cells))
    if lattice.drawn == POLYGONS:
        board = board._replace(cells=moved_to_origin(board.cells, lattice))
    return Model("random", board, tuple(pieces), tuple(found), lattice=lattice)


def stretched(model: Model) -> Model:
    """Return an equivalent puzzle on a board of about 120 cells and holes."""
    return random_puzzles.stretched(model, 120)


def cover_of(model: Model) -> Cover:
    return Lowering(model).cover


@cache
def shipped(name: str) -> Cover:
    return cover_of(known.model(name))
