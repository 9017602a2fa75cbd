"""Puzzles of pieces and exact covers as we write them, given to the programs that the formats are
of, which must count, or find, what we do: BurrTools, Faase's ExactCover, Wang's doodle-fit.py.

A program is asked where it is on PATH, and left out with a word where it is not. Of `dpf` and
`geometric` no program can be had, and a reader of the test's own makes a matrix of them, of which
another solver counts the covers. docs/testing.md says where each is from.
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


def box(seed: int) -> Model:
    """A random box cut into pieces: some of colours, cells that may stay empty, and small pieces
    in ranges. Larger ones are there once: of a chiral one that may stay out, BurrTools asks for
    each assembly whether it is there, and we do not."""
    rng = random.Random(seed)
    size = rng.choice([(1, 3, 3), (1, 3, 4), (2, 2, 2), (2, 2, 3)])
    cells = sorted(product(*map(range, size)))
    cells.pop(rng.randrange(len(cells)))
    shade = {cell: rng.randrange(2) for cell in cells}
    coloured = rng.random() < 0.4
    pieces = []
    for k, part in enumerate(cut(rng, cells, (2, 3, 4, 5))):
        few = len(part) < 4 and rng.random() < 0.5
        least, most = rng.choice([(0, 1), (0, 2), (1, 2), (2, 2)]) if few else (1, 1)
        own = tuple(shade[cell] for cell in sorted(part))
        colours = (own,) if coloured else ()
        pieces.append(Piece(f"P{k}", (normal(part),), True, True, least, most, colours))
    board = tuple(shade.values()) if coloured else ()
    empty = frozenset(k for k in range(len(cells)) if rng.random() < 0.2 and seed % 2)
    return Model("box", Board(tuple(cells), (), board, empty), tuple(pieces), interchangeable=False)


def numbers(text: str) -> Iterator[int]:
    """All numbers of a text, in which `//` starts a comment."""
    return (int(word) for line in text.splitlines() for word in line.partition("//")[0].split())


def of_dpf(text: str) -> list[list[bool]]:
    """The matrix of a text of DPF: a row a way of a piece, a column a piece or a location."""
    told = numbers(text)
    locations, pieces = next(told), next(told)
    rows = []
    for piece in range(pieces):
        for _ in range(next(told)):
            there = {next(told) for _ in range(next(told))}
            row = [k == piece for k in range(pieces)]
            rows.append(row + [k in there for k in range(locations)])
    assert not list(told)
    return rows


def turned(points: Iterable[tuple[int, ...]], v: int) -> Iterator[set[tuple[int, ...]]]:
    """The points (x, y, z, colour) in all rotations about the origin that v allows."""
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


def of_geometric(text: str) -> list[list[bool]]:
    """The matrix of a text of the geometric format, as `of_dpf`."""
    told = numbers(text)
    dimensions, coloured = next(told), next(told)

    def point() -> tuple[int, ...]:
        at = [next(told) for _ in range(dimensions)]
        return (*at, *[0] * (3 - dimensions), next(told) if coloured else 0)

    frame = [point() for _ in range(next(told))]
    pieces = next(told)
    rows = []
    for piece in range(pieces):
        length, v = next(told), next(told)
        shape = [point() for _ in range(length)]
        ways = set()
        for way in turned(shape, v):
            first = min(way)
            for there in frame:
                step = [a - b for a, b in zip(there[:3], first[:3], strict=True)]
                moved = {(p[0] + step[0], p[1] + step[1], p[2] + step[2], p[3]) for p in way}
                if moved <= set(frame):
                    ways.add(frozenset(moved))
        for own in ways:
            rows.append([k == piece for k in range(pieces)] + [p in own for p in frame])
    assert not list(told)
    return rows


def counted(rows: list[list[bool]]) -> int:
    solver: Any = pytest.importorskip("exact_cover", reason="exact_cover is not installed")
    import numpy as np

    if not rows or not all(map(any, zip(*rows, strict=True))):
        return 0  # a column is empty
    return int(solver.get_solution_count(np.array(rows, dtype=bool)))


READERS = {"dpf": of_dpf, "geometric": of_geometric}


@pytest.mark.parametrize("form", READERS)
def test_another_solver_counts_the_same(form: str) -> None:
    """Boxes cut into pieces, flat and in space, of colours too, with one motion and all."""
    found = []
    for seed in range(0, 40, 2):
        model = box(seed)
        motion = [(False, False), (True, False), (True, True)][seed % 3]
        pieces = [
            piece._replace(turn=motion[0], flip=motion[1], least=1, most=1)
            for piece in model.pieces
        ]
        model = model._replace(pieces=tuple(pieces))
        rows = READERS[form](render(model, form).data.decode())
        found.append((counted(rows), engines.load("dancing").count(Lowering(model).cover)))
    assert [one for one, _ in found] == [other for _, other in found]
    assert len(set(found)) > 8
