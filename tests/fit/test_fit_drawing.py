"""Solutions as text and pictures: pieces told apart, characters explained, labels shown."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.cli import main
from calpuzzle.draw.scene import Line, Rect, Text
from calpuzzle.fit.draw import Canvas, beside, grid
from calpuzzle.fit.library import load
from calpuzzle.fit.marks import marks
from calpuzzle.fit.picture import scene
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import fitting_toml


def first(puzzle):
    return next(iter(Solver(puzzle).solutions()))


def row_of_dominoes(name, number):
    frame = "#" * (2 * number)
    return fitting_toml.read(
        f'frame = "{frame}"\n[pieces]\n"{name}" = {{ shape = "##", count = {number} }}', "row"
    )


@pytest.mark.parametrize(
    ("name", "number", "text", "legend"),
    [
        ("D", 1, "DD", ""),
        ("D", 2, "DDdd", "d is D#2"),
        ("D", 3, "DDdd00", "d is D#2, 0 is D#3"),
        ("bar", 2, "bbBB", "b is bar#1, B is bar#2"),
        ("7", 2, "7700", "0 is 7#2"),
        (".", 2, "0011", "0 is .#1, 1 is .#2"),
    ],
)
def test_copies_are_told_apart(name, number, text, legend):
    puzzle = row_of_dominoes(name, number)
    assert str(first(puzzle)) == text
    assert Canvas(puzzle).legend == legend


def test_a_piece_called_as_a_copy_is_not_lost():
    for names in (("A", "A#1"), ("A#1", "A")):
        pieces = "".join(f'"{n}" = {{ shape = "#", count = {1 + (n == "A")} }}\n' for n in names)
        solution = first(fitting_toml.read(f'frame = "###"\n[pieces]\n{pieces}', "x"))
        assert len(solution.pieces) == 3
        assert len(set(str(solution))) > 1 and "." not in str(solution)


@settings(max_examples=20, deadline=None)
@given(st.integers(60, 90))
def test_more_copies_than_characters(number):
    puzzle = row_of_dominoes("D", number)
    text = str(first(puzzle))
    assert re.fullmatch(r"((.)\2)+", text)
    assert all(a != b for a, b in zip(text[1::2], text[2::2], strict=False))
    assert ("any other piece" in Canvas(puzzle).legend) == (number > 62)


@pytest.mark.parametrize("name", ["soma", "domino", "iq-fit", "pentominoes-8x8", "dray", "morse"])
def test_touching_pieces_have_different_characters_and_colours(name):
    puzzle = load(name, None, "2026-11-20" if name == "dray" else None)
    solution = first(puzzle)
    known = marks(puzzle)
    assert len({known[piece] for piece in solution.pieces}) == len(solution.pieces)
    fills = {(r.x, r.y): r.fill for r in scene(solution).shapes if isinstance(r, Rect)}
    owner = {k: piece for piece, way in solution.pieces.items() for k in way}
    cells = grid(puzzle)
    tiles = dict(zip(range(len(cells)), fills.values(), strict=True))
    for k, near in enumerate(beside(cells)):
        for other in near:
            if owner[k] != owner[other]:
                assert tiles[k] != tiles[other]


def texts(solution):
    return [shape.text for shape in scene(solution).shapes if isinstance(shape, Text)]


def test_the_date_of_a_calendar_is_left_open():
    shown = texts(first(load("dray", None, "2026-11-20")))
    assert {"Nov", "20", "Fri"} <= set(shown) and not {"month", "day", "weekday", "19"} & set(shown)


def test_colours_and_names_are_shown():
    assert {"6", "6-6"} <= set(texts(first(load("domino"))))
    shown = texts(first(load("morse")))
    assert {"o", "-", "A", "Z"} == {mark for mark in shown if mark in "o-AZ"}
    assert scene(first(load("morse"))).width < 1200
    assert {"H", "Y"} <= set(texts(first(load("tetrasticks-4x4"))))


def test_there_are_lines_between_pieces():
    lines = [s for s in scene(first(load("iq-fit"))).shapes if isinstance(s, Line)]
    assert len({line.width for line in lines}) == 2


def test_the_legend_is_said_on_stderr(capsys, tmp_path):
    path = tmp_path / "two.toml"
    path.write_text('frame = "####"\n[pieces]\nD = { shape = "##", count = 2 }\n')
    assert main(["fit", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == "DDdd\n" and err.startswith("calpuzzle: d is D#2\n")
    assert main(["fit", str(path), "--count"]) == 0
    assert capsys.readouterr() == ("1\n", "")


def test_a_piece_keeps_its_colour_where_another_stays_out():
    puzzle = fitting_toml.read(
        'frame = "??"\n[pieces]\nA = { shape = "#", min = 0, max = 1 }\n'
        'B = { shape = "#", min = 0, max = 1 }\n',
        "x",
    )
    fills = set()
    for solution in Solver(puzzle).solutions():
        tiles = [shape.fill for shape in scene(solution).shapes if isinstance(shape, Rect)]
        fills.add(tiles[solution.pieces["B"][0]] if "B" in solution.pieces else "")
    assert len(fills) == 2
