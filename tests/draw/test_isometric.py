"""Solid things as one sees them: what is in front covers what is behind."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from itertools import product
from math import cos, floor, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_pieces import first, of_kind, shipped

from calpuzzle.draw.board import puzzle_scene
from calpuzzle.draw.cells import GRID, MARGIN
from calpuzzle.draw.isometric import growing, solid_scene
from calpuzzle.draw.png import to_png
from calpuzzle.draw.scene import Line, Polygon, Scene, shifted
from calpuzzle.draw.svg import to_svg
from calpuzzle.puzzle.shapes import Cell

GREY = "#c8c8c8"
CELLS = st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1)
Where = tuple[float, float, float]


def scene_of(cells: Collection[Cell], size: float = 20) -> Scene:
    return solid_scene(dict.fromkeys(cells, "own"), {"own": GREY}, size)


def covers(points: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Whether a convex polygon has the place in it."""
    sides = zip(points, (*points[1:], points[0]), strict=True)
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def first_face(cells: Collection[Cell], start: Where) -> int | None:
    """The axis of the face that one sees in that direction: a ray from the eye is followed in small
    steps until it enters a cell."""
    step = 0.004
    for k in range(3000):
        at = [place + 6 - step * k for place in start]
        if tuple(map(floor, at)) in cells:
            # The side nearest to where it came in.
            return min(range(3), key=lambda axis: -(at[axis] % 1))
    return None


@settings(max_examples=40)
@given(CELLS, st.integers(0, 10**6))
def test_one_sees_what_is_in_front(cells: set[Cell], seed: int) -> None:
    low = [min(axis) for axis in zip(*cells, strict=True)]
    cells = {(z - low[0], y - low[1], x - low[2]) for z, y, x in cells}
    depth, height, _ = (1 + max(axis) for axis in zip(*cells, strict=True))
    scene = scene_of(cells)
    # A place of the picture, away from where lines of the grid cross.
    u, v = 0.137 + seed % 5, 0.411 + seed // 5 % 5
    start = (0.0, v - 1, u - 1)
    x = MARGIN + height * cos(pi / 6) * 20 + (start[2] - start[1]) * cos(pi / 6) * 20
    y = MARGIN + depth * 20 + (start[2] + start[1]) * 10
    seen = [each.fill for each in of_kind(scene, Polygon) if covers(each.points, x, y)]
    axis = first_face(cells, start)
    light = None if axis is None else ("#c8c8c8", "#acacac", "#909090")[axis]
    assert (seen[-1] if seen else None) == light


@settings(max_examples=20)
@given(CELLS)
def test_it_lies_within_its_picture(cells: set[Cell]) -> None:
    scene = scene_of(cells)
    for polygon in of_kind(scene, Polygon):
        assert all(0 < x < scene.width and 0 < y < scene.height for x, y in polygon.points)


def test_sides_and_lines() -> None:
    scene = scene_of(list(product(range(2), range(3), range(4))))
    assert len(of_kind(scene, Polygon)) == 3 * 4 + 2 * 4 + 2 * 3
    fine = sum(line.stroke == GRID for line in of_kind(scene, Line))
    # Each line within a side belongs to the two faces beside it.
    assert fine == 2 * ((2 * 4 + 3 * 3) + (1 * 4 + 2 * 3) + (1 * 3 + 2 * 2))
    owners: dict[Cell, Hashable] = {(0, 0, 0): "a", (0, 0, 1): "b"}
    scene = solid_scene(owners, {"a": GREY, "b": GREY})
    assert not any(line.stroke == GRID for line in of_kind(scene, Line))
    assert len(of_kind(scene, Polygon)) == 5
    assert of_kind(puzzle_scene(shipped("soma")), Polygon)
    for name in ("dray", "pentominoes-6x10", "tetrasticks-4x4"):
        assert not of_kind(puzzle_scene(shipped(name)), Polygon)


def test_a_solution_grows_layer_by_layer() -> None:
    laid = first(shipped("soma"))
    owners: dict[Cell, Hashable] = {
        cell: name for name, cells in laid.pieces.items() for cell in cells
    }
    colours: dict[Hashable, str] = dict.fromkeys(laid.pieces, GREY)
    scenes = growing(owners, colours, laid.model.board.cells)
    assert [len(of_kind(scene, Polygon)) for scene in scenes] == [15, 21, 27]
    assert len({(scene.width, scene.height) for scene in scenes}) == 1
    assert len(of_kind(laid.scene, Polygon)) == 15 + 21 + 27


def test_polygons_are_written_and_moved() -> None:
    scene = Scene(100, 80, (Polygon(((10, 10), (90, 10), (50, 70)), "#ff0000"),))
    assert '<polygon points="10,10 90,10 50,70" fill="#ff0000" />' in to_svg(scene)
    (moved,) = shifted(scene, 1, 2)
    assert moved == Polygon(((11, 12), (91, 12), (51, 72)), "#ff0000")
    image = pytest.importorskip("PIL.Image")
    import io

    drawn = image.open(io.BytesIO(to_png(scene, 1))).convert("RGB")
    assert drawn.getpixel((50, 30)) == (255, 0, 0) and drawn.getpixel((10, 60)) == (255, 255, 255)
