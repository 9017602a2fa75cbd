"""Box lines, the widths of texts, the colours of terminals, and which character stands for which
piece."""

from __future__ import annotations

import pytest
from placed_pieces import first, read, shipped

from calpuzzle.base.errors import PuzzleError
from calpuzzle.draw.boxes import boxes, display_width
from calpuzzle.draw.piece_symbols import symbols_of
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model, Piece, board


def test_lines_run_between_regions_only() -> None:
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
def test_columns_of_a_text(text: str, width: int) -> None:
    assert display_width(text) == width


def calendar(*names: str) -> Model:
    """A puzzle with a group, and pieces of these names."""
    pieces = tuple(Piece(name, (((0, 0),),)) for name in names)
    return Model("x", board([["A"]]), pieces, (Group("letter", ("A",)),))


def test_a_piece_called_as_a_copy_is_refused_before() -> None:
    for names in (("A", "A#1"), ("A#1", "A")):
        pieces = "".join(f'"{n}" = {{ shape = "#", count = {1 + (n == "A")} }}\n' for n in names)
        with pytest.raises(PuzzleError, match="2 pieces have the name A#1"):
            read(f'frame = "###"\n[pieces]\n{pieces}')


def test_letters_of_calendars() -> None:
    assert symbols_of(calendar("F", "T", "U"), boxed=True) == {"F": "F", "T": "T", "U": "U"}
    assert symbols_of(calendar("L5", "L4", "L"), boxed=True) == {"L5": "l", "L4": "B", "L": "L"}
    many = symbols_of(calendar(*(f"P{k}" for k in range(100))), boxed=True)
    assert len(many) == len(set(many.values())) == 100
    assert not any(mark.isdigit() for mark in list(many.values())[:51])
    assert len(set(symbols_of(calendar("月1", "月2"), boxed=True).values())) == 2
    model = calendar("山")
    assert symbols_of(model, boxed=True) == {"山": "山"} and symbols_of(model) == {"山": "A"}


def test_a_piece_with_the_name_of_a_label_has_another_character_in_a_boxed_drawing() -> None:
    assert symbols_of(calendar("A", "b"), boxed=True) == {"b": "b", "A": "a"}
    assert symbols_of(calendar("A", "b")) == {"A": "A", "b": "b"}


@pytest.mark.parametrize("name", ["soma", "domino", "iq-fit", "pentominoes-8x8", "dray", "morse"])
def test_the_pieces_of_a_solution_have_different_characters(name: str) -> None:
    placed = first(shipped(name), "Nov 20 Fri" if name == "dray" else "")
    known = symbols_of(placed.model)
    assert len({known[piece] for piece in placed.pieces}) == len(placed.pieces)
