"""Solutions, boards and pieces in plain text."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from placed_pieces import SHIPPED, STICKS, Placed, bare, first, read, shipped, solutions, some

from calpuzzle.base.errors import InputError
from calpuzzle.draw.piece_symbols import symbols_of
from calpuzzle.draw.text_board import (
    Compact,
    board_text,
    caption,
    motions_text,
    orientations_text,
    pieces_text,
    solution_text,
    turned_text,
    usual_motions,
)
from calpuzzle.draw.text_reader import options_drawn
from calpuzzle.puzzle.lattices import HEXAGONS
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece

# The sides of a character at which lines end, as bits: up 1, down 2, left 4, right 8.
LINES = dict(zip(" │─┌┐└┘├┤┬┴┼", (0, 3, 12, 10, 6, 9, 5, 11, 7, 14, 13, 15), strict=True))

DRAWING = """\
┌───────────────────────┬───────────┐
│  j     j     j     j  │  Z     Z  │
├─────────────────┐     ├─────┐     │
│  Q     Q     Q  │  j  │ Nov │  Z  │
│           ┌─────┼─────┴─────┤     └─────┐
│  Q     Q  │  T  │  N     N  │  Z     Z  │
├───────────┘     ├─────┐     └───────────┤
│  T     T     T  │  V  │  N     N     N  │
├───────────┐     │     ├─────┬─────┬─────┤
│  U     U  │  T  │  V  │  S  │ 20  │  I  │
│     ┌─────┴─────┘     │     └─────┤     │
│  U  │  V     V     V  │  S     S  │  I  │
│     └─────┬───────────┴─────┐     │     │
│  U     U  │  J     J     J  │  S  │  I  │
└───────────┴───────────┐     ├─────┤     │
                        │  J  │ Fri │  I  │
                        └─────┴─────┴─────┘
I = I4   J = J4   S = S4   j = J5   N = N5   Q = Q5   T = T5
U = U5   V = V5   Z = Z5"""


DATES = {"dray": "Sat Jan 1", "month-day-7x7": "Jan 1", "whole-year-7x7": "Oct 6"}
CALENDARS = [placed for name, date in DATES.items() for placed in some(shipped(name), date, 6)]


def test_solution_text_draws_boxes_and_a_legend() -> None:
    assert DRAWING in [placed.text for placed in solutions(shipped("dray"), "Nov 20 Fri")]


@pytest.mark.parametrize("placed", CALENDARS, ids=lambda placed: " ".join(placed.opened.values()))
def test_box_lines_connect_and_cells_show_their_piece_or_label(placed: Placed) -> None:
    """Each line that ends at a side of a character must continue in the adjacent character."""
    rows = [line for line in placed.text.split("\n") if " = " not in line]
    width = max(map(len, rows))
    blank = " " * width
    # Blanks around the drawing, because no line may end at its edges either.
    framed = [f" {row:{width}} " for row in (blank, *rows, blank)]
    lines = [[LINES.get(char, 0) for char in row] for row in framed]
    for r, row in enumerate(lines):
        for c, (left, right) in enumerate(pairwise(row)):
            assert bool(left & 8) == bool(right & 4), (r, c)
    for r, (above, below) in enumerate(pairwise(lines)):
        for c, (upper, lower) in enumerate(zip(above, below, strict=True)):
            assert bool(upper & 2) == bool(lower & 1), (r, c)
    drawn = placed.text.split("\n")
    known = symbols_of(placed.model, boxed=True)
    wanted = {cell: known[name] for name, cells in placed.pieces.items() for cell in cells}
    wanted |= {placed.model.board.at[label]: label for label in placed.opened.values()}
    for (y, x), mark in wanted.items():
        assert drawn[2 * y + 1][6 * x + 1 : 6 * x + 6].strip() == mark


def test_colour_codes_do_not_change_the_text() -> None:
    for placed, pieces in ((CALENDARS[0], 10), (first(shipped("tetrasticks-4x4")), 10)):
        coloured = solution_text(placed.model, placed.pieces, placed.opened, colour=True)
        stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
        assert [line.rstrip() for line in stripped.split("\n")] == placed.text.split("\n")
        assert len(set(re.findall(r"48;5;(\d+)m", coloured))) == pieces
        assert coloured.count("\x1b[1m") == len(placed.opened)


def test_layers_are_side_by_side_and_long_rows_are_wrapped() -> None:
    placed = first(shipped("soma"))
    lines = placed.text.split("\n")
    assert len(lines) == 7 and {len(line) for line in lines} == {45}
    layers = [layer.split("\n") for layer in placed.compact.split("\n\n")]
    assert [list(map(len, layer)) for layer in layers] == [[3, 3, 3]] * 3
    for name, cells in placed.pieces.items():
        for z, y, x in cells:
            assert layers[z][y][x] == lines[2 * y + 1][4 * (4 * z + x) + 2] == name
    frame = "\n\n".join(["\n".join(["#####"] * 5)] * 5)
    model = read(f'frame = """{frame}"""\n[pieces]\nI = {{ shape = "#####", count = 25 }}')
    lines = first(model).text.split("\n")
    assert max(map(len, lines)) <= 80 and lines[11] == ""
    assert [line.count("┌") for line in lines if "┌" in line] == [3, 2]
    placed = first(shipped("morse"))
    assert len(placed.compact) == 82 and "\n" not in placed.compact
    lines = placed.text.split("\n")
    assert max(map(len, lines)) <= 80 and lines[3::4] == [""] * 4
    assert "".join(re.findall("[A-Z]", placed.text)) == placed.compact
    assert first(read('frame = "####"\n[pieces]\nI = "####"')).text.count("\n") == 2


def test_sticks_are_drawn_as_lines() -> None:
    model = shipped("tetrasticks-4x4-no-crossing")
    assert board_text(model, ascii_only=True).split("\n")[::8] == ["+---+---+---+---+"] * 2
    assert "╶───┼───" in pieces_text(model)
    placed = first(model)
    rows = placed.text.split("\n")
    for name, cells in placed.pieces.items():
        for y, x in cells:
            assert rows[y][2 * x] == name
    text = solution_text(model, {"X": placed.pieces["X"]}, ascii_only=True)
    assert text.count("X") == 5 and text.isascii()


def test_text_of_pieces_captions_and_orientations() -> None:
    drawn = pieces_text(shipped("dray"))
    assert drawn.startswith("I4                  J4 ")
    assert max(map(len, drawn.split("\n"))) <= 80
    text = 'board = ". . . ."\n[pieces]\nI = { shape = "##", count = 2, turn = false }'
    assert pieces_text(read(text)).startswith("I (x2)\n┌")
    long = pieces_text(read('frame = "##########"\n[pieces]\nI = "##########"'))
    assert len(long.split("\n")) == 4
    cell = ((0, 0),)
    found = [
        caption(Piece("A", (cell,))),
        caption(Piece("A", (cell, ((0, 0), (0, 1))), least=3, most=3)),
        caption(Piece("A", (cell,), least=0)),
        caption(Piece("A", (((0, 0, 0), (1, 0, 0)),), least=0, most=4)),
    ]
    assert found == ["A", "A (x3, 2 sides)", "A (0 or 1)", "A (0 to 4, 2 layers)"]
    assert "b (blue, 2 sides)" in pieces_text(shipped("iq-fit"))
    words = {motions_text(turn, flip) for turn in (True, False) for flip in (True, False)}
    assert len(words) == 4
    fixed = read('frame = "###"\n[pieces]\nA = "#"\nB = { shape = "##", motions = "move" }')
    assert "B\nmay not be turned" in pieces_text(fixed, columns=10)
    assert usual_motions(bare(1)) == (True, True)
    drawn = orientations_text(Lowering(shipped("soma")))
    assert drawn.startswith("V:1") and " V:12" in drawn and "V:13" not in drawn
    parts = orientations_text(Lowering(STICKS), columns=12).split("\n\n")
    assert parts[:5] == ["1:1  0 2", "1:2  3", "2:1  0 3", "2:2  1 2", "2:3  4"]
    two = read('board = ". . . ."\n[pieces]\nA = "##"\nB = "#\\n#"')
    assert orientations_text(Lowering(two)).split("\n")[0].split() == ["A:1", "A:2", "B:1", "B:2"]


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_every_shipped_puzzle_can_be_drawn_in_ascii(part: int) -> None:
    for model in map(shipped, SHIPPED[part::2]):
        assert board_text(model, ascii_only=True).isascii()
        assert pieces_text(model, ascii_only=True).isascii()
        assert orientations_text(Lowering(model), ascii_only=True).isascii()
        assert max(map(len, pieces_text(model).split("\n"))) <= 80


def test_text_of_empty_cells_colours_and_distant_cells() -> None:
    model = read('frame = "##?\\n##."\n[pieces]\nO = "##\\n##"')
    placed = first(model)
    assert placed.compact == "OO.\nOO "
    assert placed.text.split("\n")[1] == "│ O   O │ . │"
    assert "│   │   │ ? │" in board_text(model)
    model = shipped("domino-2x3")
    assert board_text(model).split("\n")[1::2] == ["│ 0 │ 1 │ 1 │", "│ 0 │ 2 │ 2 │"]
    assert pieces_text(model).split("\n")[2] == "│ 0   0 │   │ 1   1 │   │ 2   2 │"
    assert first(model).compact == "011\n022"
    far = Model("far", Board(((0, 0), (0, 999_999))), (Piece("I", (((0, 0),),), most=2, least=2),))
    placed = first(far)
    assert placed.text == placed.compact == "I#1: 0,0\nI#2: 0,999999"
    with pytest.raises(InputError, match="write the placements as PIECE@ROW,COLUMN:K"):
        options_drawn(Lowering(far), "I I")
    placed = first(far._replace(lattice=HEXAGONS))
    assert placed.text == placed.compact == "I#1: 0,0\nI#2: 0,999999"


def test_drawings_may_begin_and_end_with_blank_lines() -> None:
    lowered = Lowering(shipped("domino-2x3"))
    assert options_drawn(lowered, "\n \n011\n022\n\n") == options_drawn(lowered, "011\n022") != ()


def test_hexagon_labels_are_aligned_in_staggered_rows() -> None:
    assert board_text(shipped("weekday-hexagons")).splitlines()[:3] == [
        "Jan Feb Mar Apr May Jun",
        "  Jul Aug Sep Oct Nov Dec",
        " 1   2   3   4   5   6   7",
    ]


def test_hexagons_of_a_solution_are_characters_in_staggered_rows() -> None:
    text = "lattice = 'hexagons'\nframe = '''\n# #\n # #\n'''\n[pieces]\nA = '# #'\nB = '# #'"
    assert first(read(text)).compact == "A A \n B B"


def test_bare_puzzles_are_drawn_as_lists() -> None:
    texts = [placed.text for placed in solutions(STICKS)]
    assert texts == [placed.compact for placed in solutions(STICKS)]
    assert sorted(texts) == ["1: 0 2\n2: 4\n3: 1 3", "1: 3\n2: 1 2\n3: 0 4", "1: 3\n2: 4\n3: 0 1 2"]
    assert Compact(STICKS).legend == ""
    assert board_text(STICKS).split("\n")[1] == "│ 0 │ 1 │ 2 │ 3 │ 4 │"
    assert pieces_text(STICKS).split("\n")[:2] == ["1     2     3", "0 2   0 3   0 1 2"]
    many = bare(40, tuple((k,) for k in range(40)))
    assert pieces_text(many).endswith("11\nand 28 more")
    assert turned_text(Lowering(many), 0) == ""
    assert max(map(len, board_text(many).split("\n"))) <= 80
