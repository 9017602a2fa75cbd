"""Colours and names of pieces that a puzzle file defines, in every picture."""

from __future__ import annotations

import re

import pytest
from html_elements import inside
from placed_pieces import first, shipped

from calpuzzle.base.errors import PuzzleError
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.draw.colours import (
    INK,
    PALE,
    PALETTE,
    channels,
    ink_on,
    lighter,
    piece_colours,
)
from calpuzzle.draw.scene import Rect, Text
from calpuzzle.draw.text_board import caption, pieces_text, solution_text
from calpuzzle.formats import toml
from calpuzzle.play.data import pieces_data
from calpuzzle.play.page import page
from calpuzzle.play.pictures import picture
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

NAVY, LEMON = "#102040", "#f6d743"
TEXT = f"""\
frame = "####"

[pieces]
a = {{ shape = "##", colour = "{NAVY.upper()}", name = "navy" }}
b = {{ shape = "#", count = 2, colour = "{LEMON}" }}
"""


@pytest.fixture
def model() -> Model:
    return toml.read(TEXT, "own.toml")


def test_piece_colours_and_names_are_written_and_drawn(model: Model) -> None:
    assert [(piece.paint, piece.words) for piece in model.pieces] == [(NAVY, "navy"), (LEMON, "")]
    assert toml.read(toml.write(model), "own.toml") == model
    placed = first(model)
    assert piece_colours(model, placed.pieces) == {"a": NAVY, "b#1": LEMON, "b#2": LEMON}
    fills = [shape.fill for shape in placed.scene.shapes if isinstance(shape, Rect)]
    assert sorted(fills) == sorted([NAVY] * 2 + [LEMON] * 2)
    inks = {shape.text: shape.fill for shape in placed.scene.shapes if isinstance(shape, Text)}
    assert inks == {"a": PALE, "b#1": INK, "b#2": INK}
    scene = puzzle_scene(model)
    assert {NAVY, LEMON} <= {shape.fill for shape in scene.shapes if isinstance(shape, Rect)}
    assert "a (navy)" in {shape.text for shape in scene.shapes if isinstance(shape, Text)}
    placed = first(model)
    drawn = solution_text(model, placed.pieces, colour=True)
    assert "\x1b[97;48;5;17m" in drawn and "\x1b[30;48;5;221m" in drawn
    assert "a = navy" in solution_text(model, placed.pieces)
    assert caption(model.pieces[0]) == "a (navy)" and "a (navy)" in pieces_text(model)
    data = pieces_data(Lowering(model))
    assert [piece["paint"] for piece in data["pieces"]] == [NAVY, LEMON]
    assert f'style="--own:{NAVY}"' in picture(data) and f'"paint":"{NAVY}"' in inside(page(data))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ('colour = "red"', "piece a has the colour 'red'; use #rrggbb, such as #77aadd"),
        ('colour = "#12345"', "piece a has the colour '#12345'"),
        ('colour = "#123456;x"', "piece a has the colour"),
        ("colour = 3", "piece a: colour must be a string, not 3"),
        ('name = "a\\u0007b"', "a text of piece a has the control character"),
    ],
)
def test_invalid_piece_colours_and_names_are_rejected(value: str, sentence: str) -> None:
    text = f'frame = "#"\n[pieces]\na = {{ shape = "#", {value} }}\n'
    with pytest.raises(PuzzleError, match=re.escape(sentence)):
        toml.read(text, "x.toml")


def test_page_lightens_piece_colours_under_labels() -> None:
    text = f'board = ". ."\n[pieces]\na = {{ shape = "##", colour = "{NAVY}" }}\n'
    labelled = toml.read(text.replace(". .", "x y"), "x.toml")
    for model, light in ((labelled, True), (toml.read(text, "x.toml"), False)):
        (piece,) = pieces_data(Lowering(model))["pieces"]
        assert (contrast(piece["paint"], INK) >= 4.5) == light
    assert lighter(LEMON) == LEMON and lighter("#000000") != "#000000"


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        found = 0.0
        for part, channel in zip((0.2126, 0.7152, 0.0722), channels(colour), strict=True):
            level = channel / 255
            found += part * (
                level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
            )
        return found

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)  # the contrast ratio of WCAG 2


def test_letters_are_legible_on_every_piece_colour() -> None:
    paints = [piece.paint for piece in shipped("iq-fit").pieces]
    assert len({*paints}) == 10
    for fill in (*PALETTE, *paints):
        assert contrast(fill, ink_on(fill)) >= 3.9, fill
    assert {ink_on(fill) for fill in PALETTE} == {INK}
    assert (ink_on("#000000"), ink_on("#ffffff")) == (PALE, INK)
