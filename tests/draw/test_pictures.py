"""Boards, pieces and solutions as scenes, and scenes as SVG and PNG."""

from __future__ import annotations

import struct
import warnings
from collections import Counter

import pytest
from placed_pieces import Placed, first, of_kind, read, shipped

from calpuzzle.base.errors import CannotDoError
from calpuzzle.draw.board import puzzle_scene, solution_scene
from calpuzzle.draw.cells import EMPTY_COLOUR, MARGIN, SIZE, corner, flattened
from calpuzzle.draw.colours import INK, PALETTE, UNCOVERED
from calpuzzle.draw.fonts import MissingLetterWarning, families, lacking, one_warning
from calpuzzle.draw.incidence import COLUMNS, ROWS, cover_scene, cover_text
from calpuzzle.draw.png import MAX_SIDE, to_png
from calpuzzle.draw.scene import GAP, Line, Rect, Scene, Text, in_rows, sheet, shifted
from calpuzzle.draw.svg import encoded_scene
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell
from calpuzzle.workshop.naming import ENGLISH

Edge = tuple[int, int, int, int]

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def placed() -> Placed:
    return first(shipped("dray"), "Sat Jan 1")


def texts(scene: Scene) -> list[str]:
    return [text.text for text in of_kind(scene, Text)]


def fills(placed: Placed) -> dict[Cell, str]:
    at = {(box.x, box.y): box.fill for box in of_kind(placed.scene, Rect)}
    places = flattened(placed.model.board.cells)
    return {cell: at[corner(place)] for cell, place in places.items()}


def edges(found: list[Line]) -> Counter[Edge]:
    parts: Counter[Edge] = Counter()
    for line in found:
        x1, y1, x2, y2 = (round((value - MARGIN) / SIZE) for value in line[:4])
        assert (x1 == x2) != (y1 == y2)
        for k in range(max(x2 - x1, y2 - y1)):
            step = (x1 + k, y1, x1 + k + 1, y1) if y1 == y2 else (x1, y1 + k, x1, y1 + k + 1)
            parts[step] += 1
    return parts


def test_solution_scene_colours_pieces_and_prints_open_labels(placed: Placed) -> None:
    colours = list(fills(placed).values())
    assert len(colours) == len(of_kind(placed.scene, Rect)) == 50
    assert sorted(map(colours.count, PALETTE[:10])) == [4, 4, 4, 5, 5, 5, 5, 5, 5, 5]
    assert colours.count(UNCOVERED) == 3
    found = of_kind(placed.scene, Text)
    assert {(text.text, text.bold) for text in found} == {("Jan", True), ("1", True), ("Sat", True)}
    assert placed.scene.title == "Gérard Dray's calendar, 8x7: Jan 1 Sat"
    assert solution_scene(placed.model, placed.pieces).title == "Gérard Dray's calendar, 8x7"
    scene = solution_scene(placed.model, {"I4": placed.pieces["I4"]}, placed.opened)
    found = of_kind(scene, Text)
    assert len(found) == 46 and sum(text.bold for text in found) == 3
    assert Counter(box.fill for box in of_kind(scene, Rect)) == {
        PALETTE[0]: 4,
        EMPTY_COLOUR: 43,
        UNCOVERED: 3,
    }


def test_thick_lines_run_between_pieces_and_thin_ones_within(placed: Placed) -> None:
    owner = {cell: name for name, cells in placed.pieces.items() for cell in cells}
    owner |= {placed.model.board.at[label]: label for label in placed.opened.values()}
    between: set[Edge] = set()
    within: set[Edge] = set()
    for row, column in owner:
        for r, c, edge in (
            (row - 1, column, (column, row, column + 1, row)),
            (row + 1, column, (column, row + 1, column + 1, row + 1)),
            (row, column - 1, (column, row, column, row + 1)),
            (row, column + 1, (column + 1, row, column + 1, row + 1)),
        ):
            (within if owner.get((r, c)) == owner[row, column] else between).add(edge)
    thick = [line for line in of_kind(placed.scene, Line) if line.stroke == INK]
    thin = [line for line in of_kind(placed.scene, Line) if line.stroke != INK]
    assert edges(thick) == dict.fromkeys(between, 1) and edges(thin) == dict.fromkeys(within, 1)
    assert {line.width for line in thick} != {line.width for line in thin}
    # Lines that continue one another are merged.
    assert len(thick) < len(between) / 1.5
    ends = Counter((line.x1 == line.x2, *end) for line in thick for end in (line[:2], line[2:4]))
    assert set(ends.values()) == {1}


MANY = f'''frame = """{"########~" * 8}"""
[pieces]
D = {{ shape = "##", count = 32 }}'''.replace("~", "\\n")


@pytest.mark.parametrize(
    ("name", "date"),
    [
        *((name, "") for name in ("soma", "domino", "iq-fit", "pentominoes-8x8", "morse", MANY)),
        ("dray", "Fri Nov 20"),
        ("calendarium-6x9", "Jan 1 Sun"),
    ],
)
def test_touching_pieces_have_different_colours(name: str, date: str) -> None:
    placed = first(read(name) if name == MANY else shipped(name), date)
    owner = {cell: piece for piece, cells in placed.pieces.items() for cell in cells}
    colour = fills(placed)
    for cell in owner:
        for near in SQUARES.neighbours(cell):
            if near in owner:
                assert (owner[near] == owner[cell]) == (colour[near] == colour[cell])


def test_scene_shows_cell_colours_and_piece_names() -> None:
    assert {"6", "6-6"} <= set(texts(first(shipped("domino")).scene))
    morse = first(shipped("morse"))
    assert {"o", "-", "A", "Z"} == {mark for mark in texts(morse.scene) if mark in "o-AZ"}
    assert morse.scene.width < 1200
    assert {"H", "Y"} <= set(texts(first(shipped("tetrasticks-4x4")).scene))
    labels = first(read('board = "A B C D"\n[pieces]\nI = { shape = "##", count = 2 }'))
    assert sorted(texts(labels.scene)) == ["A", "B", "C", "D", "I#1", "I#2"]


def test_pieces_are_named_in_each_layer_and_all_sides_are_drawn() -> None:
    placed = first(shipped("soma"))
    wanted = sum(len({cell[0] for cell in cells}) for cells in placed.pieces.values())
    assert len(texts(placed.scene)) == wanted > 7
    assert placed.scene.width == 11 * SIZE + 2 * MARGIN
    scene = puzzle_scene(shipped("iq-fit"))
    assert texts(scene).count("b (blue, 2 sides)") == 1
    cells = sum(len(side) for piece in shipped("iq-fit").pieces for side in piece.sides)
    assert len(of_kind(scene, Rect)) == 50 + cells


def test_sticks_are_drawn_as_connected_lines() -> None:
    model = shipped("tetrasticks-4x4")
    ink = [line for line in of_kind(puzzle_scene(model), Line) if line.stroke == INK]
    assert len(ink) == 10
    free = shipped("tetrasticks-4x4-no-crossing")
    assert len(of_kind(puzzle_scene(free), Rect)) == 21 and not of_kind(puzzle_scene(model), Rect)
    placed = first(model)
    assert len(of_kind(placed.scene, Rect)) == len(texts(placed.scene)) == 10
    assert len({line.stroke for line in of_kind(placed.scene, Line)}) == 11
    model = read('segments = [2, 1]\n[pieces]\nL = "00- 10- 20|"\nU = "00| 01- 11- 10|"')
    placed = first(model)
    found: dict[str, list[Line]] = {}
    for line in of_kind(placed.scene, Line):
        found.setdefault(line.stroke, []).append(line)
    for own in list(found.values())[1:]:
        reached = [own.pop()]
        while own:
            near = [a for a in own if any({a[:2], a[2:4]} & {b[:2], b[2:4]} for b in reached)]
            assert near
            reached += near
            own = [line for line in own if line not in near]


def test_scene_rejects_boards_that_are_too_large_or_empty() -> None:
    piece = (Piece("I", (((0, 0),),), most=2, least=2),)
    far = Model("far", Board(((0, 0), (0, 999_999))), piece)
    for draw in (puzzle_scene, lambda model: solution_scene(model, {})):
        with pytest.raises(CannotDoError, match="a frame of 1,000,000 places, too large"):
            draw(far)
        with pytest.raises(CannotDoError, match="no cells"):
            draw(Model("none", Board(()), piece))
        with pytest.raises(CannotDoError, match="the cells are too far apart to draw"):
            draw(far._replace(lattice=HEXAGONS))


def test_cover_scene_and_text_show_options_and_items() -> None:
    cover = Cover("abc", ["ad", "bc", "abc", "ab", "cd"], "d", names=["one", "2", "3", "4", "5"])
    scene = cover_scene(cover, title="A cover")
    assert len(of_kind(scene, Rect)) == 11 and scene.title == "A cover"
    assert {"one", "5", "a", "(d)"} <= set(texts(scene))
    assert cover_text(cover).split("\n")[:2] == ["    a b c (d)", "one # . .  #"]
    for solution, number in (((0, 1), 4), ((2,), 3)):
        assert len(of_kind(cover_scene(cover, solution), Rect)) == number
    large = Cover(range(200), [[k] for k in range(200)])
    assert texts(cover_scene(large))[-1] == "and 140 more options and 80 more items"
    assert len(of_kind(cover_scene(large), Rect)) == ROWS < COLUMNS
    listed = cover_text(large).split("\n")
    assert listed[0] == "0  0" and listed[-1] == "and 140 more options"


def test_png_limits_its_size_and_keeps_the_drawing_order(placed: Placed) -> None:
    scene = placed.scene
    assert struct.unpack(">II", to_png(scene, scale=2)[16:24]) == (
        2 * scene.width,
        2 * scene.height,
    )
    assert encoded_scene(scene, "png") == to_png(scene)
    odd = to_png(Scene(20, 20, (Text(1, 1, "a\x00\ud800$x^$", 9),)))
    assert odd.startswith(b"\x89PNG")
    wide = Scene(5.0 * MAX_SIDE, 50, (Rect(0, 0, 10, 10, INK),))
    width, height = struct.unpack(">II", to_png(wide)[16:24])
    assert (width, height) == (MAX_SIDE, 10)
    from io import BytesIO

    from PIL import Image

    box = Rect(0, 0, 10, 10, "#ff0000")
    across = Line(0, 5, 10, 5, "#0000ff", 6)
    for shapes, colour in (((box, across), (0, 0, 255)), ((across, box), (255, 0, 0))):
        with Image.open(BytesIO(to_png(Scene(10, 10, shapes), 1))) as image:
            assert image.convert("RGB").getpixel((5, 5)) == colour


def test_letters_that_the_first_font_lacks_are_drawn_in_another() -> None:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    assert families("a") == ["DejaVu Sans"]
    first, other = families("a\N{MATHEMATICAL SCRIPT CAPITAL A}")  # matplotlib's STIX has it
    letters = get_font(findfont(FontProperties(family=[other]))).get_charmap()
    assert first == "DejaVu Sans" and ord("\N{MATHEMATICAL SCRIPT CAPITAL A}") in letters
    assert not lacking("a\N{MATHEMATICAL SCRIPT CAPITAL A}")


def test_png_warns_once_about_missing_letters_and_passes_other_warnings_on() -> None:
    shapes = tuple(Text(20, 20 * k, letters, 12) for k, letters in enumerate(("\ue000", "\ue001")))
    with pytest.warns(MissingLetterWarning) as caught:
        to_png(Scene(40, 40, shapes))
    assert [str(each.message) for each in caught] == [
        "no installed font has some of the labels' letters, and boxes are drawn in their place; "
        "install one such as Noto Sans, or draw it as svg"
    ]
    with pytest.warns(FutureWarning, match="^another$") as caught, one_warning():
        warnings.warn("another", FutureWarning, stacklevel=1)
    assert len(caught) == 1


def test_long_labels_fit_their_cells_and_have_one_size_per_group() -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    full = dict(zip(shipped("dray").groups[0].labels, ENGLISH.months, strict=True))
    board = shipped("dray").board
    labels = tuple(full.get(label, label) for label in board.labels)
    months = Group("month", ENGLISH.months)
    own = shipped("dray")._replace(board=board._replace(labels=labels), groups=(months,))
    written = of_kind(puzzle_scene(own), Text)
    bold = FontProperties(family=["DejaVu Sans"], weight="bold")
    for each in written:
        if each.text in labels:
            box = TextPath((0, 0), each.text, size=each.size, prop=bold).get_extents()
            assert box.width < 38, each.text
    sizes = {each.size for each in written if each.text in ENGLISH.months}
    assert len(sizes) == 1 and 5 < min(sizes) < 9


def test_sheet_arranges_numbered_scenes_in_rows() -> None:
    scene = Scene(10, 20, (Rect(1, 2, 3, 4, INK), Line(0, 0, 5, 5, INK, 1), Text(1, 1, "a", 9)))
    assert sheet([scene]) is scene
    three = sheet([scene] * 3, "three")
    # Below each scene is room for its number.
    assert (three.width, three.height) == (20 + GAP, 40 + 2 * GAP) and three.title == "three"
    assert [three.shapes[k][:2] for k in (0, 4, 8)] == [(1, 2), (11 + GAP, 2), (1, 22 + GAP)]
    assert [three.shapes[k][:3] for k in (3, 7, 11)] == [
        (5, 28, "1"), (15 + GAP, 28, "2"), (5, 48 + GAP, "3")
    ]  # fmt: skip
    assert in_rows([scene] * 3, 25).shapes[6] == Rect(1, 22, 3, 4, INK)
    assert shifted(scene, 1, 2)[1] == Line(1, 2, 6, 7, INK, 1)
