"""Dead regions on a lattice whose cells touch at corners, against a search without this pruning."""

from __future__ import annotations

from random import Random

import calpuzzle as cp
from calpuzzle.engines import load
from calpuzzle.puzzle.lattices import SPHERES


def test_balls_that_touch_at_corners_are_in_one_region() -> None:
    random = Random(1)
    counted = 0
    for _ in range(120):
        grid = [(0, y, x) for y in range(5) for x in range(6) if (x + y) % 2 == 0]
        cells = tuple(cell for cell in grid if random.random() < 0.85)
        if len(cells) % 2:
            continue
        pieces = "".join(f'P{k} = "##"\n' for k in range(len(cells) // 2))
        flat = cp.loads(f'frame = "##"\n[pieces]\n{pieces}').model
        pair = (((0, 0, 0), (0, 1, 1)),)
        model = flat._replace(
            board=flat.board._replace(cells=cells, labels=("",) * len(cells)),
            pieces=tuple(piece._replace(sides=pair) for piece in flat.pieces),
            lattice=SPHERES,
        )
        puzzle = cp.Puzzle(model)
        number = load("dancing").count(puzzle.lowered.cover)
        assert puzzle.count() == load("backtrack").count(puzzle.lowered.cover) == number
        counted += number > 0
    assert counted
