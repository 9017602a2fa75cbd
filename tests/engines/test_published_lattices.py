"""Polyhexes, polyiamonds and polysticks: how many ways they fill boards, as the Polyform Puzzler
(David Goodger, 1998-2015) and others have published."""

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
    cells = tuple(cells)
    low = least(cells, lattice)
    board = Board(tuple(tuple(x - y for x, y in zip(c, low, strict=True)) for c in cells))
    pieces = [own for size in sizes for own in polyominoes(size, lattice=lattice)]
    return Model("published", board, tuple(pieces), interchangeable=False, lattice=lattice)


def apart(own: Model) -> int:
    """How many solutions are not the same up to the symmetries of the board."""
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
def test_polyhexes(cells: list[Cell], sizes: list[int], solutions: int) -> None:
    assert apart(model(HEXAGONS, cells, sizes)) == solutions


def triangles(width: int, height: int, inside: Callable[[int, int, int], bool]) -> list[Cell]:
    """Of the two triangles of each rhombus (0 stands on its tip) those that are inside."""
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
def test_hexiamonds(cells: list[Cell], solutions: int) -> None:
    assert apart(model(TRIANGLES, cells, [6])) == solutions


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
"""All of one to three segments."""


def words(cells: Iterable[Cell]) -> str:
    """Segments as a puzzle file writes them."""
    return " ".join(f"{x // 2}{y // 2}{'-' if x % 2 else '|'}" for y, x in cells)


@pytest.mark.parametrize(
    ("gone", "solutions"),
    [("00- 00| 23- 32|", 21), ("03- 02| 23- 32|", 132)],
)
def test_polysticks(gone: str, solutions: int) -> None:
    # The segments between 4 by 4 points but for those of two corners; no stick runs across another.
    lines = [(2 * y, 2 * x + 1) for x in range(3) for y in range(4)]
    lines += [(2 * y + 1, 2 * x) for x in range(4) for y in range(3)]
    frame = " ".join(word for word in words(lines).split() if word not in gone.split())
    pieces = "\n".join(
        f"P{k} = '{shape}'" for k, shape in enumerate(POLYSTICKS.strip().splitlines())
    )
    head = f"lattice = 'sticks'\ncrossings = false\nframe = '{frame}'\n"
    assert apart(toml.read(f"{head}[pieces]\n{pieces}\n", "x.toml")) == solutions


def test_solutions_pass_the_checker() -> None:
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
