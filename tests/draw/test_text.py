import pytest

import calpuzzle as cp
from calpuzzle.draw.boxes import ASCII, UNICODE, beside, boxes, centred, display_width
from calpuzzle.draw.colours import PIECES, piece_colours, terminal_colour
from calpuzzle.draw.text import board_text, letters, motions_text, pieces_text, solution_text
from calpuzzle.formats import toml

DIRECTIONS = {"up": 1, "down": 2, "left": 4, "right": 8}
MEANT = {
    "│": 3, "─": 12, "┌": 10, "┐": 6, "└": 9, "┘": 5,
    "├": 11, "┤": 7, "┬": 14, "┴": 13, "┼": 15, " ": 0,
}  # fmt: skip


def test_each_junction_has_its_character():
    assert {char: mask for mask, char in UNICODE.items()} == MEANT
    assert set(ASCII) == set(UNICODE) and "".join(ASCII.values()).isascii()


def test_lines_run_between_regions_only():
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


def all_solutions():
    for name, date in (
        ("dray", "Sat Jan 1"),
        ("month-day-7x7", "Jan 1"),
        ("whole-year-7x7", "Oct 6"),
    ):
        yield from list(cp.load(name).solve(date))[:20]


@pytest.mark.parametrize("solution", list(all_solutions()), ids=lambda s: " ".join(s.labels))
def test_every_line_of_a_drawing_goes_on(solution):
    """A character that has a line to a side stands beside one that has a line back."""
    rows = [line for line in str(solution).split("\n") if " = " not in line]
    width = max(map(len, rows))
    rows = [row.ljust(width) for row in rows]
    mask = [[MEANT.get(char, 0) for char in row] for row in rows]
    for r, row in enumerate(mask):
        for c, here in enumerate(row):
            right = row[c + 1] if c + 1 < width else 0
            below = mask[r + 1][c] if r + 1 < len(mask) else 0
            assert bool(here & DIRECTIONS["right"]) == bool(right & DIRECTIONS["left"]), (r, c)
            assert bool(here & DIRECTIONS["down"]) == bool(below & DIRECTIONS["up"]), (r, c)


@pytest.mark.parametrize("solution", list(all_solutions()), ids=lambda s: " ".join(s.labels))
def test_every_cell_shows_its_piece_or_its_label(solution):
    rows = str(solution).split("\n")
    marks = letters(list(solution.pieces))
    for name, cells in solution.pieces.items():
        for row, column in cells:
            assert rows[2 * row + 1][6 * column + 1 : 6 * column + 6].strip() == marks[name]
    for label in solution.labels:
        row, column = solution.model.board.labels[label]
        assert rows[2 * row + 1][6 * column + 1 : 6 * column + 6].strip() == label


def test_letters_are_distinct():
    assert letters(["F", "T", "U"]) == {"F": "F", "T": "T", "U": "U"}
    assert letters(["L5", "L4", "L"]) == {"L5": "l", "L4": "A", "L": "L"}
    many = [f"P{k}" for k in range(100)]
    assert len(set(letters(many).values())) == 100
    assert len(set(letters(["月1", "月2"]).values())) == 2


def test_a_legend_only_where_it_says_something():
    calendarium = cp.load("calendarium-6x9")
    assert " = " not in str(calendarium.solve("Jan 1 Sun").first())
    assert "I = I4" in str(cp.load("dray").solve("Sat Jan 1").first())


def test_wide_labels_widen_the_cells():
    assert [display_width(text) for text in ("Jan", "一月", "e\u0301", "")] == [3, 4, 1, 0]
    assert [display_width(text) for text in ("👨‍👩‍👧", "👩👧", "ที่", "a\u200db")] == [2, 4, 1, 2]
    assert centred("月", 5) == " 月  " and centred("long", 2) == "long"
    text = 'board = "一月 .\\n十二月 ."\n[groups]\nm = "一月 十二月"\n[pieces]\nV = "#.\\n##"\n'
    puzzle = cp.Puzzle(toml.read(text, "x"))
    drawn = str(puzzle.solve("十二月").first()).split("\n")
    assert {display_width(line) for line in drawn} == {19}
    assert {display_width(line) for line in board_text(puzzle.model).split("\n")} == {19}


def test_colours_are_put_round_the_same_text():
    solution = cp.load("dray").solve("Sat Jan 1").first()
    coloured = solution_text(solution, colour=True)
    import re

    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.split("\n")] == str(solution).split("\n")
    assert len(set(re.findall(r"48;5;(\d+)m", coloured))) == 10
    assert coloured.count("\x1b[1m") == 3


def test_piece_colours():
    assert len({terminal_colour(colour) for colour in PIECES[:12]}) == 12
    assert terminal_colour("#000000") == 16 and terminal_colour("#ffffff") == 231
    assert len(set(piece_colours([str(k) for k in range(16)]).values())) == 16
    assert len(piece_colours([str(k) for k in range(40)])) == 40


def test_pieces_are_drawn_side_by_side():
    drawn = pieces_text(cp.load("dray").model)
    assert drawn.startswith("I4                  J4 ")
    assert max(map(len, drawn.split("\n"))) <= 80
    assert beside([["a"], ["bb", "b"], ["c"]], 6, gap=2) == ["a  bb", "   b", "", "c"]
    text = 'board = ". . . ."\n[pieces]\nI = { shape = "##", count = 2, turn = false }'
    assert pieces_text(toml.read(text, "x")).startswith("I (x2)\n┌")


def test_motions_in_words():
    words = {motions_text(turn, flip) for turn in (True, False) for flip in (True, False)}
    assert len(words) == 4
