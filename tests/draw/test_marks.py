"""Box lines, the widths of texts, the colours of terminals, and which character stands for which
piece."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_pieces import first, read, shipped

from calpuzzle.base.errors import PuzzleError
from calpuzzle.draw.boxes import ASCII, UNICODE, beside, boxes, centred, display_width, painted
from calpuzzle.draw.colours import PIECES, terminal_colour
from calpuzzle.draw.marks import legend, marks, spare
from calpuzzle.draw.text import Compact
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Group, Model, Piece, board

MEANT = {
    "│": 3, "─": 12, "┌": 10, "┐": 6, "└": 9, "┘": 5,
    "├": 11, "┤": 7, "┬": 14, "┴": 13, "┼": 15, " ": 0,
}  # fmt: skip


def test_characters_and_colours() -> None:
    assert {char: mask for mask, char in UNICODE.items()} == MEANT
    assert set(ASCII) == set(UNICODE) and "".join(ASCII.values()).isascii()
    assert centred("月", 5) == " 月  " and centred("long", 2) == "long"
    assert [display_width(line) for line in boxes({(0, 0): 1}, {(0, 0): "十二月"})] == [10, 10, 10]
    assert beside([["a"], ["bb", "b"], ["c"]], 6, gap=2) == ["a  bb", "   b", "", "c"]
    assert beside([], 6) == []
    parts = [("a", "A"), ("b", "A"), ("c", "open"), ("d", "free"), ("e", None), (" ", None)]
    assert painted(parts, None) == "abcde"
    found = painted(parts, {"A": "#ffffff", "free": ""})
    assert found == "\x1b[30;48;5;231mab\x1b[0m\x1b[1mc\x1b[0mde"
    assert len({terminal_colour(colour) for colour in PIECES[:12]}) == 12
    assert terminal_colour("#000000") == 16 and terminal_colour("#ffffff") == 231
    assert len(set(PIECES)) == 16


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


def row_of_dominoes(name: str, number: int) -> Model:
    frame = "#" * (2 * number)
    return read(f'frame = "{frame}"\n[pieces]\n"{name}" = {{ shape = "##", count = {number} }}')


def calendar(*names: str) -> Model:
    """A puzzle with a group, and pieces of these names."""
    pieces = tuple(Piece(name, (((0, 0),),)) for name in names)
    return Model("x", board([["A"]]), pieces, (Group("letter", ("A",)),))


@pytest.mark.parametrize(
    ("name", "number", "text", "said"),
    [
        ("D", 1, "DD", ""),
        ("D", 2, "DDdd", "d is D#2"),
        ("D", 3, "DDdd00", "d is D#2, 0 is D#3"),
        ("bar", 2, "bbBB", "b is bar#1, B is bar#2"),
        ("7", 2, "7700", "0 is 7#2"),
        (".", 2, "0011", "0 is .#1, 1 is .#2"),
        ("山", 2, "0011", "0 is 山#1, 1 is 山#2"),
    ],
)
def test_copies_are_told_apart(name: str, number: int, text: str, said: str) -> None:
    model = row_of_dominoes(name, number)
    assert first(model).compact == text
    assert Compact(model).legend == legend(model) == said


def test_a_piece_called_as_a_copy_is_refused_before() -> None:
    for names in (("A", "A#1"), ("A#1", "A")):
        pieces = "".join(f'"{n}" = {{ shape = "#", count = {1 + (n == "A")} }}\n' for n in names)
        with pytest.raises(PuzzleError, match="2 pieces have the name A#1"):
            read(f'frame = "###"\n[pieces]\n{pieces}')


@settings(max_examples=20)
@given(st.integers(60, 90))
def test_more_copies_than_characters(number: int) -> None:
    model = row_of_dominoes("D", number)
    text = first(model).compact
    assert re.fullmatch(r"((.)\2)+", text)
    assert all(a != b for a, b in zip(text[1::2], text[2::2], strict=False))
    assert ("any other piece" in legend(model)) == (number > 62)
    boxed = marks(model, boxed=True)
    assert len({boxed[f"D#{k}"] for k in range(1, number + 1)}) == number


def test_letters_of_calendars() -> None:
    assert marks(calendar("F", "T", "U"), boxed=True) == {"F": "F", "T": "T", "U": "U"}
    assert marks(calendar("L5", "L4", "L"), boxed=True) == {"L5": "l", "L4": "A", "L": "L"}
    many = marks(calendar(*(f"P{k}" for k in range(100))), boxed=True)
    assert len(many) == len(set(many.values())) == 100
    assert not any(mark.isdigit() for mark in list(many.values())[:52])
    assert len(set(marks(calendar("月1", "月2"), boxed=True).values())) == 2
    model = calendar("山")
    assert marks(model, boxed=True) == {"山": "山"} and marks(model) == {"山": "A"}


@pytest.mark.parametrize("name", ["soma", "domino", "iq-fit", "pentominoes-8x8", "dray", "morse"])
def test_the_pieces_of_a_solution_have_different_characters(name: str) -> None:
    laid = first(shipped(name), "Nov 20 Fri" if name == "dray" else "")
    known = marks(laid.model)
    assert len({known[piece] for piece in laid.pieces}) == len(laid.pieces)


def test_a_spare_character_is_that_of_no_neighbour() -> None:
    assert spare("0.1") == "2" and spare("") == "0"
    frame = "\n".join(["#" * 10] * 10)
    laid = first(read(f'frame = """{frame}"""\n[pieces]\nD = {{ shape = "#", count = 100 }}'))
    rows = laid.compact.split("\n")
    for row, column in (cells[0] for cells in laid.pieces.values()):
        for r, c in SQUARES.neighbours((row, column)):
            if 0 <= r < 10 and 0 <= c < 10:
                assert rows[r][c] != rows[row][column]
