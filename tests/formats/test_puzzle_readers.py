"""Puzzles written as `dpf` and `geometric`, formats for which no reading program is available.

The readers in this module convert a file to the matrix of an exact cover problem. The package
exact_cover counts its solutions, and the engine `dancing` must find the same number.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

import pytest
from random_puzzles import cut

from calpuzzle import engines
from calpuzzle.formats.registry import render
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import normal


def box(seed: int, loose: bool) -> Model:
    """Return a random box that is cut into pieces, sometimes with colours.

    If it is `loose`, some cells may stay empty and some small pieces may stay out."""
    rng = random.Random(seed)
    size = rng.choice([(1, 3, 3), (1, 3, 4), (2, 2, 2), (2, 2, 3)])
    turn, flip = [(False, False), (True, False), (True, True)][seed % 3]
    cells = sorted(product(*map(range, size)))
    cells.pop(rng.randrange(len(cells)))
    shade = {cell: rng.randrange(2) for cell in cells}
    coloured = rng.random() < 0.4
    pieces = []
    for k, part in enumerate(cut(rng, cells, (2, 3, 4, 5))):
        own = tuple(shade[cell] for cell in sorted(part))
        colours = (own,) if coloured else ()
        least = 0 if loose and len(part) < 4 and rng.random() < 0.5 else 1
        pieces.append(Piece(f"P{k}", (normal(part),), turn, flip, least, 1, colours))
    board = tuple(shade.values()) if coloured else ()
    empty = frozenset(k for k in range(len(cells)) if loose and rng.random() < 0.2)
    return Model("box", Board(tuple(cells), (), board, empty), tuple(pieces), interchangeable=False)


def numbers(text: str) -> Iterator[int]:
    """Return the numbers of a text, in which `//` starts a comment."""
    return (int(word) for line in text.splitlines() for word in line.partition("//")[0].split())


def dpf_matrix(text: str) -> list[list[bool]]:
    """Return the matrix of a DPF text: a row per placement, a column per piece and location."""
    tokens = numbers(text)
    locations, pieces = next(tokens), next(tokens)
    rows = []
    for piece in range(pieces):
        for _ in range(next(tokens)):
            there = {next(tokens) for _ in range(next(tokens))}
            row = [k == piece for k in range(pieces)]
            rows.append(row + [k in there for k in range(locations)])
    assert not list(tokens)
    return rows


def rotations(points: Iterable[tuple[int, ...]], v: int) -> Iterator[set[tuple[int, ...]]]:
    """Yield the points (x, y, z, colour) after each rotation about the origin that `v` allows."""
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            inversions = sum(axes[a] > axes[b] for a in range(3) for b in range(a + 1, 3))
            proper = (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1
            flat = axes[2] == 2 and signs[2] == 1
            still = flat and axes == (0, 1, 2) and signs == (1, 1, 1)
            if proper and (v == 3 or (flat and v == 2) or still):
                yield {
                    (*(s * point[a] for a, s in zip(axes, signs, strict=True)), point[3])
                    for point in points
                }


def geometric_matrix(text: str) -> list[list[bool]]:
    """Return the matrix of a text in the geometric format; see `dpf_matrix`."""
    tokens = numbers(text)
    dimensions, coloured = next(tokens), next(tokens)

    def point() -> tuple[int, ...]:
        at = [next(tokens) for _ in range(dimensions)]
        return (*at, *[0] * (3 - dimensions), next(tokens) if coloured else 0)

    frame = [point() for _ in range(next(tokens))]
    pieces = next(tokens)
    rows = []
    for piece in range(pieces):
        length, v = next(tokens), next(tokens)
        shape = [point() for _ in range(length)]
        ways = set()
        for way in rotations(shape, v):
            first = min(way)
            for there in frame:
                step = [a - b for a, b in zip(there[:3], first[:3], strict=True)]
                moved = {(p[0] + step[0], p[1] + step[1], p[2] + step[2], p[3]) for p in way}
                if moved <= set(frame):
                    ways.add(frozenset(moved))
        for own in ways:
            rows.append([k == piece for k in range(pieces)] + [p in own for p in frame])
    assert not list(tokens)
    return rows


def count_covers(rows: list[list[bool]]) -> int:
    solver: Any = pytest.importorskip("exact_cover", reason="exact_cover is not installed")
    import numpy as np

    if not rows or not all(map(any, zip(*rows, strict=True))):
        return 0  # a column is empty
    return int(solver.get_solution_count(np.array(rows, dtype=bool)))


READERS = {"dpf": dpf_matrix, "geometric": geometric_matrix}


@pytest.mark.parametrize(
    ("form", "loose"),
    [("dpf", False), ("dpf", True), ("geometric", False)],  # geometric refuses loose boxes
)
def test_exact_cover_counts_the_same_solutions(form: str, loose: bool) -> None:
    boxes = [box(seed, loose) for seed in range(0, 40, 2)]
    assert any(model.board.optional for model in boxes) == loose
    assert any(piece.least == 0 for model in boxes for piece in model.pieces) == loose
    found = []
    for model in boxes:
        rows = READERS[form](render(model, form).data.decode())
        found.append((count_covers(rows), engines.load("dancing").count(Lowering(model).cover)))
    assert [one for one, _ in found] == [other for _, other in found]
    assert len(set(found)) > 8
