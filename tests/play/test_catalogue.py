"""Descriptions of the shipped puzzles, searches by words, rows and pieces, and the gallery."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from building import board, made, piece

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.formats import shipped
from calpuzzle.play.catalogue import (
    _rows,
    catalogue,
    gallery,
    in_words,
    like,
    with_pieces,
)
from calpuzzle.puzzle.group import Group


def test_catalogue_describes_boards_in_words() -> None:
    words = {entry.model.name: entry.words for entry in catalogue()}
    assert list(words) == cp.names()
    assert words["month-day-7x7"] == (
        "7x7, 43 cells; a 2x3 block and seven pentominoes (L, N, P, U, V, Y, Z); "
        "months in two rows, days in five rows"
    )
    assert words["calendarium-6x9"].endswith("months in four columns, days in six rows, "
                                             "weekdays in two columns")  # fmt: skip
    assert words["soma"] == "3x3x3, 27 cells; a piece of 3 cubes and six pieces of 4 cubes"
    assert words["tetrasticks-4x4-no-crossing"] == "40 sticks; ten pieces of 4 sticks"
    assert words["hexiamonds-6x6"] == "72 triangles; twelve pieces of 6 triangles"
    assert words["weekday-triangles"].endswith(
        "months in two rows, days in four rows, weekdays in one row"
    )
    assert words["sticks"] == "5 cells; three pieces"
    assert in_words(cp.load("dray").model) == words["dray"]
    two_open = made(board("a b c"), piece("M", "#"))._replace(
        groups=(Group.several("day", "abc", 2, 2),)
    )
    assert in_words(two_open).endswith("; days in one row")


EIGHT_BY_SEVEN = "dray weekday-7x8-corner weekday-8x7 weekday-8x7-columns weekday-8x7-monday"
LIKE = {
    "7x8 weekday": EIGHT_BY_SEVEN,
    "8X7 Weekday dray": "dray",
    "6x9": "calendarium-6x9 weekday-9x6",
    "among": "mixed-7x7-10-pieces mixed-7x7-11-pieces mixed-7x7-8-pieces mixed-7x7-9-pieces",
    "3x3x3": "soma",
    "hexagons": "tetrahexes-4x7 weekday-hexagons",
}


def test_like_finds_puzzles_by_their_description() -> None:
    for text, names in LIKE.items():
        assert [entry.model.name for entry, _ in like(text)] == names.split()


PHOTO = """
ENE FEB MAR ABR MAY JUN #
JUL AGO SEP OCT NOV DIC #
1 2 3 4 5 6 7
8 9 10 11 12 13 14
"""
FOUND = {
    "month-day": ("month-day-7x7", "has month-day", "dray"),
    "8 pieces": ("month-day-7x7", "has 8 pieces", "mixed-7x7-9-pieces"),
    "7x7 with seven pentominoes": ("month-day-7x7", "has 7x7, seven pentominoes", "dray"),
    "7x8 zebra": ("dray", "has 7x8, but not zebra", "soma"),
    PHOTO: ("dray", "4 of 4 rows as typed", "calendarium-6x9"),
    "29 30 31 Sonntag Montag Dienstag Mittwoch / Do Fr Sa": ("dray", "2 of 2 rows as typed", "_"),
    "zebra of the": ("", "", ""),
    "- - - / - - -": ("", "", ""),
}


@pytest.mark.parametrize("text", FOUND)
def test_like_says_why_it_found_a_board(text: str) -> None:
    name, how, other = FOUND[text]
    if not name:
        with pytest.raises(InputError, match="or the rows of the board, separated by /"):
            like(text)
        return
    found = {entry.model.name: reason for entry, reason in like(text)}
    assert found[name] == how and other not in found


UNREADABLE = (
    "Xx", "♥", "*", "?", "0", "None", "Thr", ".", "#", "Janux", "-", "__", "☺☺", "12b", "@", "x1",
    "X", "x", "v", "i",
)  # fmt: skip


@pytest.mark.parametrize("mark", UNREADABLE)
def test_like_accepts_an_unreadable_label_in_any_place(mark: str) -> None:
    tried = 0
    names = ("dray", "domino-print", "weekday-hexagons", "month-day-7x7")
    few = [entry for entry in catalogue() if entry.model.name in names]
    for model in (shipped.model("dray"), shipped.model("weekday-hexagons")):
        rows = [[next(iter(_plain(own))) for own in row] for row in _rows(model)][:4]
        for at, row in enumerate(rows):
            for place in (0, len(row) // 2, len(row) - 1):
                typed = [*rows[:at], [*row[:place], mark, *row[place + 1 :]], *rows[at + 1 :]]
                text = "/".join(map(" ".join, typed))
                found = {entry.model.name: how for entry, how in like(text, few)}
                assert found[model.name] == f"{len(rows)} of {len(rows)} rows as typed", typed
                tried += 1
    # An unreadable label may also be typed where the board has no cell.
    text = f"Jan Feb Mar Apr May Jun {mark}\nJul Aug Sep Oct Nov Dec {mark}\n1 2 3 4 5 6 7"
    assert {e.model.name: how for e, how in like(text, few)}["dray"] == "3 of 3 rows as typed"
    assert tried == 24


def _plain(own: frozenset[object]) -> list[str]:
    return [word for word in own if isinstance(word, str)]


def test_with_pieces_finds_puzzles_that_have_the_pieces() -> None:
    found = with_pieces("2x3 U V Z L N Y P")
    named = [(entry.model.name, number) for entry, number in found]
    assert named == [("month-day-7x7", 8), ("weekday-5x10", 8)]
    # Pieces may be turned, mirrored, or named by other letters.
    assert with_pieces("###|### u v5 ##.|.#.|.## j5 S Y Q")[0] == found[0]
    # Of the puzzles with all of the pieces, the one with the fewest others comes first.
    names = [entry.model.name for entry, _ in with_pieces("L4 S4 I4 O4")]
    assert names[0] == "month-day-7x7-tetromino" and "dray" not in names
    # A puzzle with one such piece does not have two.
    assert with_pieces("U U")[0][1] == 1


def test_failed_searches_raise_input_error() -> None:
    for text in ("Q9", "##x", "|", "2x"):
        with pytest.raises(InputError, match="is not a piece; write a letter and a size"):
            with_pieces(text)
    with pytest.raises(InputError, match="no shipped puzzle has a piece of '9x9'"):
        with_pieces("9x9")
    with pytest.raises(InputError, match="no shipped puzzle is like 'zebra'; try a size"):
        like("zebra")
    with pytest.raises(InputError, match="no shipped puzzle is like '5x1'; try a size"):
        like("5x1")


def test_gallery_has_a_picture_of_each_puzzle() -> None:
    text = gallery(entry for entry, _ in like("7x8 weekday"))
    body = ElementTree.fromstring(text[text.index("<ul>") : text.index("</ul>") + 5])
    assert [head.text for head in body.iter("h2")] == EIGHT_BY_SEVEN.split()
    drawn = list(body.iter("{http://www.w3.org/2000/svg}svg"))
    assert len(drawn) == 5
    assert "Jan" in {e.text for e in drawn[0].iter("{http://www.w3.org/2000/svg}text")}
    assert "85,637 solutions in all" in [p.text for p in body.iter("p")]
