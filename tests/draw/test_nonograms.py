"""Nonograms as text, as scenes, and as animations of the solving steps."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from calpuzzle.draw.nonogram_picture import CELL, grid_corner, nonogram_scene
from calpuzzle.draw.nonogram_text import grid_text
from calpuzzle.draw.scene import Rect, Text
from calpuzzle.draw.stepper_film import LAST, animated_svg, gif, png_names, png_series, scenes
from calpuzzle.draw.svg import to_svg
from calpuzzle.nonogram.clues import WHITE, Clues, Colour, Grid, black, clue_of, from_grid
from calpuzzle.nonogram.stepper import steps

RED, BLUE = Colour("red", "#ff0000", "r"), Colour("blue", "#0000ff", "b")
ROWS = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")
HEART = from_grid(tuple(tuple(int(mark == "#") for mark in row) for row in ROWS))._replace(
    notes=(("title", "Heart"),)
)
FLAG = from_grid(((1, 2, 0), (1, 1, 0), (0, 0, 2)), (WHITE, RED, BLUE))
OPEN = ((-1, -1), (1, 0))
SQUARE = Clues((black([1]),) * 2, (black([1]),) * 2)


def squares(
    clues: Clues, grid: Grid | None = None, fills: Sequence[str] | None = None
) -> dict[tuple[int, int], tuple[int, str]]:
    """Return the width and the colour of each filled run of cells, by the row and the column of its
    first cell."""
    left, top = grid_corner(clues)
    return {
        (round((box.y - top) / CELL), round((box.x - left) / CELL)): (
            round(box.width / CELL),
            box.fill,
        )
        for box in nonogram_scene(clues, grid, fills).shapes
        if isinstance(box, Rect) and box.x >= left and box.y >= top
    }


@pytest.mark.parametrize(
    ("clues", "grid", "options", "shown"),
    [
        (HEART, HEART.goal, {}, "\n2 2 / 7 │▄██▄██▄│\n  7 / 5 │▀█████▀│\n  3 / 1 │  ▀█▀  │\n"),
        (HEART, HEART.goal, {"cells": "full"}, "2 2 │  ████  ████  │"),
        (HEART, HEART.goal, {"ascii_only": True}, "2 2 |  ####  ####  |"),
        (HEART, HEART.goal, {"ascii_only": True}, "+--------------+\nEND"),
        (SQUARE, OPEN, {}, "1 │····│\n1 │██  │"),
        (SQUARE, OPEN, {"ascii_only": True}, "1 |????|\n1 |##  |"),
        (FLAG, FLAG.goal, {}, "1r 1b │rrbb  │"),
        (from_grid(((1,),) * 12), ((1,),) * 12, {}, "columns: c = 12\nEND"),
    ],
)
def test_grid_text_shows_clues_and_cells(
    clues: Clues, grid: Grid, options: dict[str, Any], shown: str
) -> None:
    text = grid_text(clues, grid, **options)
    assert shown in f"{text}END"
    assert text.isascii() or "ascii_only" not in options


def test_scene_of_a_solution_shows_its_runs_and_clues() -> None:
    found = squares(HEART, grid=HEART.goal)
    assert found == {
        (row, match.start()): (len(match[0]), "#000000")
        for row, line in enumerate(ROWS)
        for match in re.finditer("#+", line)
    }
    assert squares(FLAG, grid=FLAG.goal) == {
        (0, 0): (1, "#ff0000"),
        (0, 1): (1, "#0000ff"),
        (1, 0): (2, "#ff0000"),
        (2, 2): (1, "#0000ff"),
    }
    scene = nonogram_scene(HEART, HEART.goal, caption=", solved")
    assert scene.title == "Heart, solved" and nonogram_scene(FLAG).title == "nonogram, 3 by 3"
    numbers = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    clues = [*map(clue_of, HEART.goal or ()), *map(clue_of, zip(*HEART.goal or (), strict=True))]
    assert sorted(numbers) == sorted(
        ["Heart, solved", *(str(length) for clue in clues for length, _ in clue)]
    )
    ElementTree.fromstring(to_svg(scene))


def test_scene_of_a_partial_grid_shows_dots_and_crosses() -> None:
    assert squares(HEART) == {}
    assert len(squares(SQUARE, grid=OPEN)) == 3  # a black cell and two dots
    given = SQUARE._replace(given=OPEN)
    assert squares(given) == {(1, 0): (1, "#000000")}
    crosses = [s for s in nonogram_scene(given).shapes if isinstance(s, Text) and s.text == "×"]
    left, top = grid_corner(given)
    assert [(s.x, s.y) for s in crosses] == [(left + 1.5 * CELL, top + 1.5 * CELL)]


def test_animated_svg_shows_the_last_step_without_animation() -> None:
    found = list(steps(HEART))
    root = ElementTree.fromstring(animated_svg(HEART, found))
    space = "{http://www.w3.org/2000/svg}"
    cells = [box for box in root.iter(f"{space}rect") if box.get("width") == f"{CELL:g}"]
    cells = [box for box in cells if box.get("height") == f"{CELL:g}"]
    assert [box.get("fill") == "#000000" for box in cells] == [
        mark == "#" for row in ROWS for mark in row
    ]
    films = list(root.iter(f"{space}animate"))
    assert sum(row.count("#") for row in ROWS) <= len(films) <= len(cells)
    assert {film.get("values", "").count(";") for film in films} == {len(found) + LAST}


def test_gif_and_png_series_show_the_start_and_each_step(tmp_path: Path) -> None:
    found = list(steps(HEART))[:2]
    assert [scene.title for scene in scenes(HEART, found)][:2] == ["Heart", "Heart · step 1"]
    with Image.open(io.BytesIO(gif(HEART, found))) as film:
        assert getattr(film, "n_frames", 1) == len(found) + 1
    names = png_names(str(tmp_path / "s.png"), len(found) + 1)
    png_series(HEART, found, names)
    assert [Path(name).name for name in names] == [f"s-{k:03}.png" for k in range(len(found) + 1)]
    assert all(Path(name).read_bytes().startswith(b"\x89PNG") for name in names)
