"""Box lines, display widths of texts, and the characters that stand for pieces."""

from __future__ import annotations

import pytest
from building import dominoes
from placed_pieces import first, read, shipped

from calpuzzle.base.errors import PuzzleError
from calpuzzle.draw.boxes import boxes, display_width
from calpuzzle.draw.piece_symbols import SYMBOLS, legend, symbols_of
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece, board


def test_box_lines_run_only_between_regions() -> None:
    regions = {(0, 0): "a", (0, 1): "a", (1, 0): "b", (1, 2): "c"}
    texts = {(0, 0): "a", (1, 0): "b"}
    assert boxes(regions, texts) == [
        "┌───────┐",
        "│ a     │",
        "├───┬───┼───┐",
        "│ b │   │   │",
        "└───┘   └───┘",
    ]
    assert boxes(regions, texts, ascii_only=True)[2] == "+---+---+---+"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Jan", 3),
        ("一月", 4),
        ("한", 2),
        ("e\u0301", 1),
        ("ที่", 1),
        ("👩👧", 4),
        ("👨‍👩‍👧", 2),
        ("👍🏽", 2),
        ("❤\ufe0f", 2),
        ("🇩🇪🇫🇷", 4),
        ("½", 1),
        ("月\n火\x1b", 4),
        ("a\tb", 3),
    ],
)
def test_display_width_counts_terminal_columns(text: str, width: int) -> None:
    assert display_width(text) == width


def calendar(*names: str) -> Model:
    """Return a puzzle with one group and pieces of these names."""
    pieces = tuple(Piece(name, (((0, 0),),)) for name in names)
    return Model("x", board([["A"]]), pieces, (Group("letter", ("A",)),))


def test_piece_with_the_name_of_a_copy_is_rejected() -> None:
    for names in (("A", "A#1"), ("A#1", "A")):
        pieces = "".join(f'"{n}" = {{ shape = "#", count = {1 + (n == "A")} }}\n' for n in names)
        with pytest.raises(PuzzleError, match="2 pieces have the name A#1"):
            read(f'frame = "###"\n[pieces]\n{pieces}')


def test_symbols_in_calendars_are_distinct_and_prefer_letters() -> None:
    assert symbols_of(calendar("F", "T", "U"), boxed=True) == {"F": "F", "T": "T", "U": "U"}
    assert symbols_of(calendar("L5", "L4", "L"), boxed=True) == {"L5": "l", "L4": "B", "L": "L"}
    many = symbols_of(calendar(*(f"P{k}" for k in range(100))), boxed=True)
    assert len(many) == len(set(many.values())) == 100
    assert not any(mark.isdigit() for mark in list(many.values())[:51])
    assert len(set(symbols_of(calendar("月1", "月2"), boxed=True).values())) == 2
    model = calendar("山")
    assert symbols_of(model, boxed=True) == {"山": "山"} and symbols_of(model) == {"山": "A"}


def test_boxed_symbols_differ_from_the_labels_of_the_board() -> None:
    assert symbols_of(calendar("A", "b"), boxed=True) == {"b": "b", "A": "a"}
    assert symbols_of(calendar("A", "b")) == {"A": "A", "b": "b"}


def test_touching_pieces_differ_if_there_are_more_pieces_than_characters() -> None:
    placed = first(dominoes(8, 18))
    assert len(placed.pieces) > len(SYMBOLS)
    rows = placed.compact.split("\n")
    owner = {cell: name for name, cells in placed.pieces.items() for cell in cells}
    for cell in owner:
        for near in SQUARES.neighbours(cell):
            if near in owner:
                same = rows[cell[0]][cell[1]] == rows[near[0]][near[1]]
                assert same == (owner[cell] == owner[near])
    assert legend(placed.model).startswith("d is D#2, 0 is D#3, 1 is D#4")
    assert legend(placed.model).endswith(
        "Z is D#62, any other piece has a character that no piece next to it has"
    )


@pytest.mark.parametrize("name", ["soma", "domino", "iq-fit", "pentominoes-8x8", "dray", "morse"])
def test_pieces_of_a_solution_have_distinct_symbols(name: str) -> None:
    placed = first(shipped(name), "Nov 20 Fri" if name == "dray" else "")
    known = symbols_of(placed.model)
    assert len({known[piece] for piece in placed.pieces}) == len(placed.pieces)
