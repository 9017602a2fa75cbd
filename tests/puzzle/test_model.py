"""What a puzzle says of itself."""

from __future__ import annotations

import pytest
import shipped
from building import board, piece

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Board, Group, Model, Piece


def test_a_board_from_rows_of_tokens() -> None:
    own = board("a # .", "# b #")
    assert own.cells == ((0, 0), (0, 2), (1, 1))
    assert own.labels == ("a", "", "b")
    assert own.at == {"a": (0, 0), "b": (1, 1)}
    assert (own.dimensions, own.bare, own.height, own.width) == (2, False, 2, 3)
    # What no cell is in takes no place.
    assert board("# #", ". #").height == 2
    assert board(". #", "# #").height == 1
    assert (board("#").cells, board("#").height, board("#").width) == ((), 0, 0)


@pytest.mark.parametrize(
    ("cells", "dimensions", "height", "width"),
    [
        ((), 2, 0, 0),
        (((0,), (1,), (2,)), 1, 1, 3),
        (((0, 0), (4, 2)), 2, 5, 3),
        (((0, 0, 0), (7, 1, 2)), 3, 2, 3),
    ],
)
def test_boards_of_any_dimension(
    cells: tuple[tuple[int, ...], ...], dimensions: int, height: int, width: int
) -> None:
    own = Board(cells)
    assert (own.dimensions, own.height, own.width) == (dimensions, height, width)
    assert own.bare == (dimensions == 1)
    assert own.at == {}


def test_copies_of_a_piece_have_numbers() -> None:
    own = piece("D", "##")
    assert own.names == ("D",)
    assert own._replace(least=0).names == ("D",)
    assert own._replace(most=3).names == ("D#1", "D#2", "D#3")
    assert own.shape == ((0, 0), (0, 1))
    assert Piece("A", (((0, 0),), ((0, 0), (0, 1)))).shape == ((0, 0),)


def test_the_shape_of_the_counts() -> None:
    groups = (Group("g", ("a", "b")), Group("h", ("c",)))
    model = Model("x", board("a b c ."), (piece("D", "##"),), groups)
    assert model.shape == (2, 1)
    assert model._replace(groups=()).shape == ()


def test_what_a_puzzle_is_called() -> None:
    model = Model("x", board("."), (piece("M", "#"),))
    assert model.heading == "x"
    assert model._replace(title="Ein Punkt").heading == "Ein Punkt (x)"


def test_a_puzzle_without_some_of_its_pieces() -> None:
    model = shipped.model("tetrasticks-5x5-no-crossing")
    less = model.without(["H", "T"])
    assert {own.name for own in model.pieces} - {own.name for own in less.pieces} == {"H", "T"}
    assert less._replace(pieces=model.pieces) == model
    assert model.without([]) == model
    with pytest.raises(InputError, match=r"no-crossing has no piece h \(did you mean H\?\); there"):
        model.without(["H", "h"])


@pytest.mark.parametrize("name", shipped.NAMES)
def test_shipped_puzzles_can_be_told_apart_and_kept_in_sets(name: str) -> None:
    model = shipped.model(name)
    assert model.name == name
    assert hash(model) == hash(model._replace())
    assert model.is_calendar == (name in shipped.CALENDARS)
    assert model.title or model.board.bare  # DPF holds no title
