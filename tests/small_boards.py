"""Random small puzzles of boards, each by its number, and the shipped puzzles as Covers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

import random_puzzles
import shipped as known

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model, Piece, board
from calpuzzle.puzzle.shapes import Cell, normal


def cut(
    rng: random.Random, cells: Iterable[Cell], lattice: Lattice = SQUARES
) -> Iterator[list[Cell]]:
    """The cells in connected parts of up to four, at random."""
    left = sorted(cells)
    while left:
        part = [left.pop(rng.randrange(len(left)))]
        for _ in range(rng.randrange(4)):
            near = [c for c in left if any(c in lattice.neighbours(own) for own in part)]
            if near:
                part.append(rng.choice(near))
                left.remove(part[-1])
        yield part


def puzzle(seed: int) -> Model:
    """A random board, up to two groups, and pieces that fill it on one date at least; or, now and
    then, one piece too few of a shape and one too many of another."""
    rng = random.Random(seed)
    height, width = rng.randint(2, 4), rng.randint(2, 4)
    cells = [(row, column) for row in range(height) for column in range(width)]
    rng.shuffle(cells)
    del cells[len(cells) - rng.randrange(3) :]
    groups = rng.randrange(min(3, len(cells)))
    free, covered = cells[:groups], cells[groups:]
    parts = list(cut(rng, covered))
    if rng.random() < 0.2:
        parts[0] = parts[-1]
    pieces = [
        Piece(f"P{k}", (normal(part),), rng.random() < 0.7, rng.random() < 0.6)
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
    rows = [
        [labels.get((r, c), ".") if (r, c) in cells else "#" for c in range(width)]
        for r in range(height)
    ]
    return Model("random", board(rows), tuple(pieces), tuple(found))


def stretched(model: Model) -> Model:
    """The same puzzle on a frame of 120 places."""
    return random_puzzles.stretched(model, 120)


def cover_of(model: Model) -> Cover:
    return Lowering(model).cover


@cache
def shipped(name: str) -> Cover:
    return cover_of(known.model(name))
