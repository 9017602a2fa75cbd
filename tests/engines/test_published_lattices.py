"""Published counts of polyhexes, polyiamonds and polysticks on boards.

The sources are the Polyform Puzzler (David Goodger, 1998-2015) and others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

import pytest

from calpuzzle import planning
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.formats import toml
from calpuzzle.puzzle.checker import first_fault
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import least
from calpuzzle.puzzle.symmetry import symmetries, unique


def model(lattice: Lattice, cells: Iterable[Cell], sizes: Iterable[int]) -> Model:
    """Return a puzzle of a board and all free polyforms of the sizes."""
    cells = tuple(cells)
    low = least(cells, lattice)
    board = Board(tuple(tuple(x - y for x, y in zip(c, low, strict=True)) for c in cells))
    pieces = [own for size in sizes for own in polyominoes(size, lattice=lattice)]
    return Model("published", board, tuple(pieces), interchangeable=False, lattice=lattice)


def unique_count(own: Model) -> int:
    """Return the number of solutions up to the symmetries of the board."""
    lowered = Lowering(own)
    found = planning.solutions(lowered.cover, ())
    return sum(1 for _ in unique(found, symmetries(lowered)))


def hexagons(width: int, height: int, inside: Callable[[int, int], bool]) -> list[Cell]:
    return [(y, x) for y in range(height) for x in range(width) if inside(x, y)]


@pytest.mark.parametrize(
    ("cells", "sizes", "solutions"),
    [
        (hexagons(7, 4, lambda x, y: True), [4], 9),  # a parallelogram
        (hexagons(10, 3, lambda x, y: 2 <= x + y + 1 <= 11), [4], 2),  # a long hexagon
        (hexagons(7, 5, lambda x, y: 1 < x + y < 9 and (x, y) != (3, 2)), [4], 4),  # a coin
        (hexagons(7, 7, lambda x, y: x + y < 7), [4], 0),  # a triangle
        (hexagons(6, 7, lambda x, y: 3 <= x + y <= 8 and (x, y) not in ((0, 3), (5, 3))), [4], 5),
        (
            hexagons(
                9, 9, lambda x, y: (x + y >= 6 and y <= 6 and x <= 6)
                or (x + y <= 10 and y >= 2 and x >= 2)
            ),
            [3, 4],
            167,
        ),  # a star
    ],
)  # fmt: skip
def test_published_polyhex_counts(cells: list[Cell], sizes: list[int], solutions: int) -> None:
    assert unique_count(model(HEXAGONS, cells, sizes)) == solutions


def triangles(width: int, height: int, inside: Callable[[int, int, int], bool]) -> list[Cell]:
    """Return the triangles inside a grid of rhombi; z is 0 for those that point down, else 1."""
    return [
        (3 * y + 1 + z, 3 * x + 1 + z)
        for y, x, z in product(range(height), range(width), range(2))
        if inside(x, y, z)
    ]


@pytest.mark.parametrize(
    ("cells", "solutions"),
    [
        (triangles(12, 3, lambda x, y, z: True), 0),  # parallelograms
        (triangles(9, 4, lambda x, y, z: True), 74),
        (triangles(6, 6, lambda x, y, z: True), 156),
        (triangles(11, 4, lambda x, y, z: x + y + z < 11), 76),  # a trapezium
        (triangles(10, 4, lambda x, y, z: 1 < x + y + z <= 11), 856),  # a long hexagon
    ],
)
def test_published_hexiamond_counts(cells: list[Cell], solutions: int) -> None:
    assert unique_count(model(TRIANGLES, cells, [6])) == solutions


POLYSTICKS = """
00-
00- 10-
00- 00|
00- 10- 20-
00- 10- 00|
00- 10- 10|
00- 00| 10|
00- 10| 11-
"""
"""All polysticks of one to three segments."""


def segments_text(cells: Iterable[Cell]) -> str:
    """Return segments in the notation of puzzle files."""
    return " ".join(f"{x // 2}{y // 2}{'-' if x % 2 else '|'}" for y, x in cells)


@pytest.mark.parametrize(
    ("removed", "solutions"),
    [("00- 00| 23- 32|", 21), ("03- 02| 23- 32|", 132)],
)
def test_published_polystick_counts(removed: str, solutions: int) -> None:
    # A grid of 4 by 4 points without the segments at two of its corners; sticks must not cross.
    lines = [(2 * y, 2 * x + 1) for x in range(3) for y in range(4)]
    lines += [(2 * y + 1, 2 * x) for x in range(4) for y in range(3)]
    frame = " ".join(word for word in segments_text(lines).split() if word not in removed.split())
    pieces = "\n".join(
        f"P{k} = '{shape}'" for k, shape in enumerate(POLYSTICKS.strip().splitlines())
    )
    head = f"lattice = 'sticks'\ncrossings = false\nframe = '{frame}'\n"
    assert unique_count(toml.read(f"{head}[pieces]\n{pieces}\n", "x.toml")) == solutions


def test_checker_accepts_solutions_and_rejects_exchanged_pieces() -> None:
    for lattice, cells in (
        (HEXAGONS, hexagons(7, 4, lambda x, y: True)),
        (TRIANGLES, triangles(9, 4, lambda x, y, z: True)),
    ):
        own = model(lattice, cells, [4 if lattice == HEXAGONS else 6])
        for solution in Puzzle(own).solve():
            assert first_fault(own, {}, solution.pieces) is None
        pieces = dict(solution.pieces)
        one, other, *_ = pieces
        pieces[one], pieces[other] = pieces[other], pieces[one]
        assert "do not form piece" in (first_fault(own, {}, pieces) or "")
