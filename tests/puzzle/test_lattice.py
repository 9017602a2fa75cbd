"""A lattice is one file and a row: one that is made up here is counted, drawn and cut.

Squares are cut along both diagonals into four triangles. On a grid on which a square is four wide,
a cell is the point half way between the middle of its square and that of its long side.
"""

from __future__ import annotations

import pickle

import pytest

import calpuzzle as cp
from calpuzzle.formats.toml_text import text_of
from calpuzzle.puzzle.lattice import POLYGONS, Cell, Lattice
from calpuzzle.puzzle.lattices import LATTICES
from calpuzzle.workshop.plan import plan
from calpuzzle.workshop.settings import PROFILES

WAYS = ((0, -1), (-1, 0), (0, 1), (1, 0))  # from the middle to W, N, E, S


class Diagonals(Lattice):
    """Quarters of squares."""

    name = "quarters"
    step = 4
    drawn = POLYGONS
    axes = (0.25, 0.0, 0.25)
    period = 4

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        down, right = (x % 4 - 2 for x in cell)
        inside = [(y - down, x - right) for y, x in WAYS if (y * down + x * right) == 0]
        return (*inside, (2 * down, 2 * right))

    def corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        down, right = (x % 4 - 2 for x in cell)
        y, x = cell[0] - down, cell[1] - right
        long = 2 * down, 2 * right
        return (
            (y, x),
            (y + long[0] + long[1], x + long[1] + long[0]),
            (y + long[0] - long[1], x + long[1] - long[0]),
        )

    def place(self, cell: Cell) -> tuple[int, int]:
        way = tuple(x % 4 - 2 for x in cell)
        return cell[0] // 4, cell[1] // 4 * 4 + WAYS.index((way[0], way[1]))

    def cell_at(self, row: int, place: int) -> Cell:
        down, right = WAYS[place % 4]
        return 4 * row + 2 + down, place // 4 * 4 + 2 + right


DIAGONALS = Diagonals()

HALVES = """
lattice = "quarters"
frame = '''
{frame}
'''
[pieces]
H = {{ shape = "##", count = {count} }}
"""
"""Half squares, W and N together: two ways to fill a square, for nothing else holds two of them."""


@pytest.fixture(autouse=True)
def _row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LATTICES, DIAGONALS.name, DIAGONALS)


@pytest.mark.parametrize(
    ("frame", "count", "solutions", "classes"),
    [("####", 2, 2, 1), ("########", 4, 4, 2), ("####\n####", 4, 4, 2), ("###\n####", 2, 0, 0)],
)
@pytest.mark.parametrize("engine", ["auto", "dancing", "reference"])
def test_it_is_counted(frame: str, count: int, solutions: int, classes: int, engine: str) -> None:
    puzzle = cp.loads(HALVES.format(frame=frame, count=count))
    assert puzzle.count(engine=engine) == solutions
    assert len(list(puzzle.solve(unique=True))) == classes


def test_it_is_drawn_written_and_pickled() -> None:
    text = HALVES.format(frame="####\n####", count=4)
    puzzle = cp.loads(text)
    solution = next(iter(puzzle.solve()))
    drawn = str(solution).splitlines()[:2]
    assert [len(row) for row in drawn] == [4, 4] and len({*drawn[0], *drawn[1]}) == 4
    svg = solution.to_svg()
    assert svg.count("<polygon") == 8
    assert puzzle.scene().width > 0
    again = pickle.loads(pickle.dumps(puzzle)).model
    assert again == puzzle.model and again.lattice is DIAGONALS
    assert cp.loads(text_of(puzzle.model)).model == puzzle.model


def test_it_is_cut() -> None:
    model = cp.loads(HALVES.format(frame="########", count=4)).model
    own = PROFILES["laser"]._replace(cell=20, kerf=0, clearance=0, radius=0)
    pieces = [part for part in plan(model, own, solid=False) if not part.upright]
    assert len(pieces) == 4
    assert all(part.outline.area == pytest.approx(200) for part in pieces)
