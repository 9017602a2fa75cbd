"""Box lines, the widths of texts, and the colours of terminals."""

from __future__ import annotations

import pytest

from calpuzzle.draw.boxes import ASCII, UNICODE, beside, boxes, centred, display_width, painted
from calpuzzle.draw.colours import PIECES, terminal_colour

MEANT = {
    "│": 3, "─": 12, "┌": 10, "┐": 6, "└": 9, "┘": 5,
    "├": 11, "┤": 7, "┬": 14, "┴": 13, "┼": 15, " ": 0,
}  # fmt: skip


def test_each_junction_has_its_character() -> None:
    assert {char: mask for mask, char in UNICODE.items()} == MEANT
    assert set(ASCII) == set(UNICODE) and "".join(ASCII.values()).isascii()


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


def test_texts_are_centred_by_their_columns() -> None:
    assert centred("月", 5) == " 月  " and centred("long", 2) == "long"
    assert [display_width(line) for line in boxes({(0, 0): 1}, {(0, 0): "十二月"})] == [10, 10, 10]


def test_blocks_side_by_side() -> None:
    assert beside([["a"], ["bb", "b"], ["c"]], 6, gap=2) == ["a  bb", "   b", "", "c"]
    assert beside([], 6) == []


def test_regions_are_painted_bold_or_plain() -> None:
    parts = [("a", "A"), ("b", "A"), ("c", "open"), ("d", "free"), ("e", None), (" ", None)]
    assert painted(parts, None) == "abcde"
    found = painted(parts, {"A": "#ffffff", "free": ""})
    assert found == "\x1b[30;48;5;231mab\x1b[0m\x1b[1mc\x1b[0mde"


def test_piece_colours() -> None:
    assert len({terminal_colour(colour) for colour in PIECES[:12]}) == 12
    assert terminal_colour("#000000") == 16 and terminal_colour("#ffffff") == 231
    assert len(set(PIECES)) == 16
