"""Small puzzles of every kind by hand: all engines find what tests/definition.py finds, a plain
search that knows no exact cover. Random ones are in tests/differential."""

from __future__ import annotations

import importlib.util
from itertools import product

import pytest
from agreement import with_definition as compare
from building import blank, piece
from conftest import EXTRAS

from calpuzzle.engines import load
from calpuzzle.puzzle.lattices import SQUARES, STICKS
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Group, Model, Piece
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.puzzle.validate import faults

NATIVE = ("dancing", "reference", "auto")


def others() -> list[object]:
    """The engines of other makers, of which the missing ones are skipped."""
    return [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                importlib.util.find_spec(module) is None, reason=f"{module} is not installed"
            ),
        )
        for name, module in EXTRAS.items()
    ]


# --- pieces that may stay out, cells that may stay empty


def frame(rows: int, columns: int, marks: str) -> Board:
    """A board of which the cells marked ? may stay empty."""
    cells: list[Cell] = list(product(range(rows), range(columns)))
    return Board(tuple(cells), optional=frozenset(k for k, m in enumerate(marks) if m == "?"))


def may(own: Piece, least: int = 0, most: int = 1) -> Piece:
    """The piece, used so often."""
    return own._replace(least=least, most=most)


SINGLE, DOMINO, CORNER = piece("S", "#"), piece("D", "##"), piece("C", "##|#.")
STILL_DOMINO = piece("D", "##", turn=False, flip=False)
STILL_CORNER = piece("C", "##|#.", turn=False, flip=False)
EXAMPLES = [
    (frame(1, 2, "?#"), (may(SINGLE), SINGLE._replace(name="T")), 3),
    (frame(1, 1, "?"), (may(SINGLE),), 2),
    (frame(2, 3, "??????"), (may(DOMINO), may(CORNER)), 28),
    (frame(3, 3, "?" * 9), (may(STILL_DOMINO), may(STILL_CORNER)), 21),
    (frame(3, 3, "?" * 9), (may(DOMINO), may(CORNER)), 109),
    (frame(3, 3, "?" * 9), (may(SINGLE, 0, 2),), 1 + 9 + 36),
    (frame(2, 3, "?" * 6), (may(SINGLE, 0, 6),), 2**6),
]


@pytest.mark.parametrize("name", [*NATIVE, *others()])
@pytest.mark.parametrize(("board", "pieces", "number"), EXAMPLES)
def test_pieces_that_may_stay_out_of_cells_that_may_stay_empty(
    board: Board, pieces: tuple[Piece, ...], number: int, name: str
) -> None:
    model = Model("x", board, pieces, interchangeable=False)
    assert faults(model) == []
    if name == "highs" and number > 3:
        return  # it enumerates slowly
    assert compare(model, (name,)) == number


# --- by hand


def cube(side: int) -> Board:
    """A cube of cells."""
    return Board(tuple(product(range(side), repeat=3)))


@pytest.mark.parametrize("name", NATIVE)
def test_solid_pieces_by_hand(name: str) -> None:
    bar = Piece("B", (((0, 0, 0), (0, 0, 1)),), least=4, most=4)
    # Nine ways to fill a cube of two with bars: a perfect matching of its edges.
    assert load(name).count(Lowering(Model("x", cube(2), (bar,))).cover) == 9
    still = bar._replace(turn=False, flip=False)
    assert load(name).count(Lowering(Model("x", cube(2), (still,))).cover) == 1
    # In the plane of rows and columns alone: each layer by itself.
    flat_bar = bar._replace(flip=False)
    assert load(name).count(Lowering(Model("x", cube(2), (flat_bar,))).cover) == 4


def test_no_solid_piece_is_mirrored() -> None:
    # A chiral tetracube, and its mirror image, in a frame of its own shape.
    left = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1))
    right = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0))
    for turn in (True, False):
        model = Model("x", Board(left), (Piece("P", (left,), turn=turn),))
        assert compare(model, NATIVE) == 1
        model = Model("x", Board(left), (Piece("P", (right,), turn=turn),))
        assert compare(model, NATIVE) == 0


def test_sticks_move_by_twos() -> None:
    # One square of four segments on a grid of double width, to be covered by two corners.
    cells: tuple[Cell, ...] = ((0, 1), (1, 0), (1, 2), (2, 1))
    corner = Piece("L", (((0, 1), (1, 0)),), least=2, most=2)
    assert compare(Model("x", Board(cells), (corner,), lattice=STICKS), NATIVE) == 2
    loose = Model("x", Board(cells), (corner,), lattice=SQUARES)
    # By ones, the corners could also cover opposite sides of no corner.
    assert compare(loose, NATIVE) == 2
    bar = Piece("I", (((0, 1), (0, 3)),), least=1, most=1)
    row: tuple[Cell, ...] = ((0, 1), (0, 3))
    assert compare(Model("x", Board(row), (bar,), lattice=STICKS), NATIVE) == 1
    shifted: tuple[Cell, ...] = ((0, 2), (0, 4))
    assert compare(Model("x", Board(shifted), (bar,), lattice=STICKS), NATIVE) == 0
    assert compare(Model("x", Board(shifted), (bar,), lattice=SQUARES), NATIVE) == 1


def test_colours_must_be_those_of_the_cells() -> None:
    row: tuple[Cell, ...] = ((0, 0), (0, 1), (0, 2), (0, 3))
    board = Board(row, colours=(1, 2, 2, 1))
    two = Piece("A", (((0, 0), (0, 1)),), colours=((1, 2),))
    pair = (two, two._replace(name="B"))
    assert compare(Model("x", board, pair, interchangeable=False), NATIVE) == 2
    assert compare(Model("x", board, pair), NATIVE) == 1
    still = tuple(own._replace(turn=False, flip=False) for own in pair)
    assert compare(Model("x", board, still), NATIVE) == 0
    # Equal shapes of other colours are other pieces.
    other = Piece("B", (((0, 0), (0, 1)),), colours=((2, 2),))
    assert Lowering(Model("x", board, (two, other))).classes[0].names == ("A",)
    # Both engines of boards take colours, which choose options alone.
    assert compare(Model("x", board, pair), ("backtrack", "diagram")) == 1


def test_one_lowering_for_a_date_and_for_a_label_laid() -> None:
    rows = blank(2, 3)
    model = Model(
        "x",
        rows._replace(labels=("a", "b", "", "", "", "")),
        (piece("L", "##|#."), piece("D", "##")),
        (Group("g", ("a", "b")),),
    )
    cover = Lowering(model).cover
    for number, laid in enumerate(cover.axes[0]):
        # The same board with the cell of the label cut out.
        label = model.groups[0].labels[number]
        left = tuple(
            cell for cell, own in zip(rows.cells, model.board.labels, strict=True) if own != label
        )
        alone = Lowering(Model("x", Board(left), model.pieces)).cover
        for name in ("auto", "backtrack", "dancing", "diagram", "halves", "reference"):
            assert load(name).count(cover, (laid,)) == load(name).count(alone)
