"""Drawings in puzzle files: placements, pictures and names of cells follow docs/puzzle-files.md."""

from __future__ import annotations

import re
from random import Random

import plane
import pytest
from building import board, piece

from calpuzzle.base.texts import ENGLISH
from calpuzzle.draw.board import HALF, UNIT, pieces_scene
from calpuzzle.draw.polygons import SIZE
from calpuzzle.draw.scene import Line, Polygon, Rect, SceneShape, Text
from calpuzzle.draw.stick_board import WIDTH
from calpuzzle.draw.text_board import pieces_text
from calpuzzle.formats import toml
from calpuzzle.formats.toml_text import file_text
from calpuzzle.game.advice import cell_words
from calpuzzle.play.data import pieces_data
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def labelled(name: str, seed: int) -> tuple[Model, dict[plane.Spot, str], plane.Spots]:
    """Return a random board with a label on each cell, the labels by spot, and its only piece."""
    rng = Random(seed)
    size = (rng.randint(3, 5), rng.randint(3, 6))
    board = plane.rectangle(name, *size)
    labels = {spot: f"a{k}" for k, spot in enumerate(board)}
    wide = size[1] * (2 if name == "hexagons" else 1)
    rows = [
        " ".join(
            labels.get((row, place), "#")
            for place in range(wide)
            if name != "hexagons" or plane.kind(name, (row, place)) >= 0
        )
        for row in range(size[0])
    ]
    shape = plane.some(name, board, rng.randint(1, 5), rng)
    text = "\n".join([
        f"lattice = '{name}'\nturn = false\nflip = false\nboard = '''",
        *rows,
        f"'''\n[groups]\ng = '{' '.join(labels.values())}'",
        f"[pieces]\nP = '''\n{plane.drawn(name, shape)}\n'''",
    ])  # fmt: skip
    return toml.read(text, "x", False), labels, shape


@pytest.mark.parametrize("name", plane.NAMES)
def test_placements_of_a_piece_match_its_drawing(name: str) -> None:
    for seed in range(60):
        model, labels, shape = labelled(name, seed)
        lowered = Lowering(model)
        printed = dict(zip(model.board.cells, model.board.labels, strict=True))
        cells = [lowered.cells_of(k) for k in range(len(lowered.cover.options))]
        found = {
            frozenset(printed[cell] for cell in own)
            for k, own in enumerate(cells)
            if lowered.class_of(k) == 0
        }
        every = plane.moved(name, shape, labels.keys())
        assert found == {frozenset(labels[spot] for spot in spots) for spots in every}
        assert toml.read(file_text(model), "x", False) == model


def test_placed_copies_are_not_drawn() -> None:
    model = Model("two", board("......"), (piece("D", "##", copies=2), piece("I", "##")))
    for placed, heads in (
        ((), ["D (x2)", "I"]),
        (("D#1",), ["D", "I"]),
        (("D#2", "I"), ["D"]),
        (("D#1", "D#2"), ["I"]),
    ):
        texts = [own for own in pieces_scene(model, 0, placed).shapes if isinstance(own, Text)]
        assert [own.text for own in texts] == heads


@pytest.mark.parametrize("name", plane.NAMES)
def test_picture_of_a_piece_matches_its_drawing(name: str) -> None:
    unit = {"squares": HALF, "sticks": UNIT / 2}.get(name, SIZE / 2)
    for seed in range(60):
        model, _, shape = labelled(name, seed)
        found = [middle / unit for own in pieces_scene(model, 0).shapes for middle in middles(own)]
        expected = [plane.middle(name, spot) for spot in shape]
        if name == "sticks":
            # Lines of sticks end a little before the points.
            found = [
                complex(round(p.real - found[0].real), round(p.imag - found[0].imag)) for p in found
            ]
        assert plane.moved_to_origin(found) == plane.moved_to_origin(expected)
        if name in ("hexagons", "triangles"):
            rows = pieces_text(model).split("\n")[1:]
            cells = {
                (r, p) for r, row in enumerate(rows) for p, mark in enumerate(row) if mark == "#"
            }
            shown = [plane.middle(name, spot) for spot in cells]
            assert plane.moved_to_origin(shown) == plane.moved_to_origin(expected)


def middles(shape: SceneShape) -> list[complex]:
    """Return the centre of a shape that is a cell or a segment, or an empty list."""
    if isinstance(shape, Polygon):
        return [sum(complex(*point) for point in shape.points) / len(shape.points)]
    if isinstance(shape, Rect):
        return [complex(shape.x + shape.width / 2, shape.y + shape.height / 2)]
    if (
        isinstance(shape, Line)
        and shape.width == WIDTH * UNIT
        and (shape.x1 == shape.x2 or shape.y1 == shape.y2)
    ):
        return [complex(shape.x1 + shape.x2, shape.y1 + shape.y2) / 2]
    return []


@pytest.mark.parametrize("name", plane.NAMES)
def test_cells_are_named_by_row_and_column_of_the_drawing(name: str) -> None:
    wide = 1 + (name == "hexagons")

    def cell_name(spot: plane.Spot) -> str:
        return f"row {spot[0] + 1}, column {spot[1] // wide + 1}"

    for seed in range(40):
        model, labels, _ = labelled(name, seed)
        bare = model._replace(board=model.board._replace(labels=()), groups=())
        lowered = Lowering(
            bare._replace(pieces=(model.pieces[0]._replace(sides=(), placements=()),))
        )
        for spot, label in labels.items():
            assert cell_words(lowered, model.board.at[label], ENGLISH) == cell_name(spot)
        named = re.findall(r"row \d+, column \d+", imbalances(lowered)[1])
        assert named and {*named} <= {*map(cell_name, labels)}
        if name in ("hexagons", "triangles"):
            spots = pieces_data(Lowering(model))["spots"] or []
            assert {f"row {y + 1}, column {x + 1}" for y, x in spots} == {*map(cell_name, labels)}
    if name == "triangles":
        lowered = Lowering(toml.read(GAP, "x", False))
        assert imbalances(lowered)[0] == "no piece reaches row 1, column 5"


GAP = """
lattice = "triangles"
turn = false
frame = '''
###.#
'''
[pieces]
a = {shape = "##"}
b = "##"
"""
