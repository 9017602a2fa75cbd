"""Puzzles of every kind: all engines find what a plain search finds that knows no exact cover.

The plain search is tests/definition.py: it turns the pieces itself, leaves each out or lays it in
every way, and looks at the cells.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from itertools import product

import definition
import pytest
from agreement import with_definition as compare
from building import blank, piece
from conftest import EXTRAS
from hypothesis import given, settings
from random_puzzles import bare_models, cut_frames, fittings, grouped

from calpuzzle.engines import load
from calpuzzle.engines.layout import refusal
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


seen: Counter[str] = Counter()


@settings(max_examples=100)
@given(fittings())
def test_puzzles_of_every_kind(model: Model) -> None:
    assert faults(model) == []
    found = compare(model, (*NATIVE, "backtrack", "diagram"))
    seen["puzzles"] += 1
    seen["solvable"] += found > 0
    seen["several"] += found > 1
    seen["unsolvable"] += found == 0
    if found:
        seen["flat"] += model.board.dimensions == 2
        seen["solid"] += model.board.dimensions == 3
        seen["coloured"] += bool(model.board.colours)
        seen["steps"] += model.step > 1
        seen["open cells"] += bool(model.board.optional)
        seen["several sides"] += any(len(own.sides) > 1 for own in model.pieces)
        seen["several copies"] += any(own.most > 1 for own in model.pieces)
        seen["may stay out"] += any(own.least < own.most for own in model.pieces)
        seen["interchangeable"] += model.interchangeable
        seen["told apart"] += not model.interchangeable


def test_the_puzzles_above_are_of_all_kinds() -> None:
    if seen["puzzles"] < 150:
        pytest.skip("the test above was not run")
    for kind, number in seen.items():
        assert number > seen["puzzles"] / 50, kind


@settings(max_examples=50)
@given(grouped())
def test_puzzles_with_groups_in_any_dimension(model: Model) -> None:
    if faults(model):
        return  # the area cannot be right
    compare(model, NATIVE)
    cover = Lowering(model).cover
    expected = definition.counts(model)
    for name in ("dancing", "reference"):
        assert load(name).counts(cover).ravel().tolist() == expected
        assert load(name).count(cover) == sum(expected)


@settings(max_examples=50)
@given(bare_models())
def test_puzzles_of_bare_ways(model: Model) -> None:
    compare(model, NATIVE)


flat: Counter[str] = Counter()


@settings(max_examples=60)
@given(cut_frames(most_side=3))
def test_frames_that_are_cut_into_pieces_of_two_sides(model: Model) -> None:
    found = compare(model, ("backtrack", "diagram", "auto"))
    flat["solvable on bitboards"] += found > 0 and refusal(Lowering(model).cover) is None


def test_bitboards_were_asked() -> None:
    if not flat:
        pytest.skip("the test above was not run")
    assert flat["solvable on bitboards"] > 20


@pytest.mark.parametrize("name", ["cpsat", "sat"])
@settings(max_examples=40)
@given(model=fittings())
def test_engines_of_other_makers(name: str, model: Model) -> None:
    if importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"{EXTRAS[name]} is not installed")
    compare(model, (name,))


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
