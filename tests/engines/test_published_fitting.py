"""The published counts of the shipped puzzles, by every engine that can take them."""

import pytest

from calpuzzle.puzzle.balance import imbalances
from calpuzzle.fit.geometry import Form, Geometry, fitting
from calpuzzle.fit.library import load, names
from calpuzzle.fit.model import Location, without
from calpuzzle.fit.solver import Solver
from calpuzzle.puzzle.symmetry import described

COUNTS = [
    ("domino", 20_160),
    ("domino-2", 22_800),
    ("domino-print", 0),
    ("morse", 8_574),
    ("morse-displaced", 48),
    ("pentominoes-3x20", 8),
    ("pentominoes-4x15", 1_472),
    ("pentominoes-8x8", 520),
    ("soma", 11_520),
    ("tetrasticks-4x4", 728),
    ("tetrasticks-4x4-no-crossing", 664),
]
UNIQUE = [
    ("pentominoes-6x10", 2_339),
    ("pentominoes-5x12", 1_010),
    ("pentominoes-4x15", 368),
    ("pentominoes-3x20", 2),
    ("pentominoes-8x8", 65),
    ("soma", 240),
    ("tetrasticks-4x4", 91),
    ("tetrasticks-4x4-no-crossing", 83),
]


@pytest.mark.parametrize(("name", "count"), COUNTS)
def test_count(name, count):
    assert Solver(load(name)).count() == count


@pytest.mark.parametrize(("name", "count"), COUNTS)
def test_count_by_links(name, count):
    assert Solver(load(name), "links").count() == count


@pytest.mark.parametrize(("name", "count"), UNIQUE)
def test_unique(name, count):
    assert Solver(load(name), unique=True).count() == count


def test_soma_with_mirror_images_apart():
    solver = Solver(load("soma"), unique=True, mirrors=False)
    assert solver.count() == 480
    assert described(solver.group) == "24 symmetries: 24 turns (with none at all)"


def test_ways():
    assert load("morse").ways == 306
    assert load("morse-displaced").ways == 280


def test_the_alphabet_is_among_the_orderings_of_morse():
    home = set()
    at = 0
    for piece in load("morse").pieces:
        home.add(tuple(range(at, at + len(piece.ways[0]))))
        at += len(piece.ways[0])
    assert at == 82
    assert any(set(s.pieces.values()) == home for s in Solver(load("morse")).solutions())


def test_the_print_of_the_domino_grid_is_out_of_balance():
    assert imbalances(load("domino-print")) == [
        "colour 4: the frame has 9, the pieces have 8",
        "colour 5: the frame has 7, the pieces have 8",
    ]
    assert imbalances(load("domino")) == []


def straight_through(way, points):
    """The grid points that a stick runs straight through, each way by itself."""
    own = {points[k] for k in way}
    across = {(x + 1, y) for x, y in own if x % 2 and (x + 2, y) in own}
    up = {(x, y + 1) for x, y in own if y % 2 and (x, y + 2) in own}
    return across, up


def crosses(solution):
    points = [location.point for location in solution.puzzle.locations]
    runs = [straight_through(way, points) for way in solution.pieces.values()]
    return any(a[0] & b[1] for a in runs for b in runs if a is not b)


def test_crossings_filtered_out_of_finished_solutions():
    solver = Solver(load("tetrasticks-4x4"), unique=True)
    assert sum(not crosses(solution) for solution in solver.solutions()) == 83
    solver = Solver(load("tetrasticks-4x4"))
    assert sum(not crosses(solution) for solution in solver.solutions()) == 664


def test_odd_shifts_would_turn_sticks():
    puzzle = load("tetrasticks-4x4")
    loose = fitting("loose", puzzle.geometry._replace(step=1))
    assert loose.ways > puzzle.ways


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left_out", "count"), [("H", 72), ("J", 382), ("L", 607), ("N", 530), ("Y", 204)]
)
def test_tetrasticks_on_the_larger_grid(left_out, count):
    puzzle = without(load("tetrasticks-5x5-no-crossing"), [left_out])
    assert Solver(puzzle, unique=True).count() == count


def test_iq_fit_empty_board():
    solver = Solver(load("iq-fit"))
    assert solver.puzzle.ways == 2_048
    assert len(solver.lowered.cover.items) == 60
    assert solver.count() == 301_350
    assert Solver(load("iq-fit"), unique=True).count() == 150_675


def test_one_shape_is_unique_under_all_its_symmetries():
    square = tuple(Location((x, y)) for x in range(2) for y in range(2))
    forms = tuple(Form(name, ((((0, 0), 0), ((1, 0), 0)),)) for name in "ab")
    puzzle = fitting("square", Geometry(2, False, square, forms))
    assert Solver(puzzle).count() == 4
    assert Solver(puzzle, unique=True).count() == 1


@pytest.mark.parametrize("name", names())
def test_every_shipped_puzzle_is_well_formed(name):
    puzzle = load(name)
    assert puzzle.pieces and puzzle.locations
    assert name == "domino-print" or imbalances(puzzle) == []
