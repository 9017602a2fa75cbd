"""Isometric views of solid objects, compared with a ray that is traced through the cells."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from math import cos, floor, pi

from hypothesis import given, settings
from hypothesis import strategies as st
from placed_pieces import first, of_kind, shipped

from calpuzzle.draw.cells import MARGIN
from calpuzzle.draw.isometric import layer_scenes, solid_scene
from calpuzzle.draw.scene import Polygon, Scene
from calpuzzle.puzzle.shapes import Cell

GREY = "#c8c8c8"
CELLS = st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1)
Point = tuple[float, float, float]


def scene_of(cells: Collection[Cell], size: float = 20) -> Scene:
    return solid_scene(dict.fromkeys(cells, "own"), {"own": GREY}, size)


def covers(points: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Return whether a convex polygon contains a point."""
    sides = zip(points, (*points[1:], points[0]), strict=True)
    turns = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def first_face(cells: Collection[Cell], start: Point) -> int | None:
    """Return the axis of the visible face, or None. A ray from the eye is followed in small steps
    until it enters a cell."""
    step = 0.004
    for k in range(3000):
        at = [place + 6 - step * k for place in start]
        if tuple(map(floor, at)) in cells:
            # The face nearest to the point of entry.
            return min(range(3), key=lambda axis: -(at[axis] % 1))
    return None


@settings(max_examples=40)
@given(CELLS, st.integers(0, 10**6))
def test_isometric_view_shows_the_nearest_face(cells: set[Cell], seed: int) -> None:
    low = [min(axis) for axis in zip(*cells, strict=True)]
    cells = {(z - low[0], y - low[1], x - low[2]) for z, y, x in cells}
    depth, height, _ = (1 + max(axis) for axis in zip(*cells, strict=True))
    scene = scene_of(cells)
    # A point of the picture that is not on an edge of a face.
    u, v = 0.137 + seed % 5, 0.411 + seed // 5 % 5
    start = (0.0, v - 1, u - 1)
    x = MARGIN + height * cos(pi / 6) * 20 + (start[2] - start[1]) * cos(pi / 6) * 20
    y = MARGIN + depth * 20 + (start[2] + start[1]) * 10
    seen = [each.fill for each in of_kind(scene, Polygon) if covers(each.points, x, y)]
    axis = first_face(cells, start)
    light = None if axis is None else ("#c8c8c8", "#acacac", "#909090")[axis]
    assert (seen[-1] if seen else None) == light


def test_layer_scenes_add_one_layer_each() -> None:
    placed = first(shipped("soma"))
    owners: dict[Cell, Hashable] = {
        cell: name for name, cells in placed.pieces.items() for cell in cells
    }
    colours: dict[Hashable, str] = dict.fromkeys(placed.pieces, GREY)
    scenes = layer_scenes(owners, colours, placed.model.board.cells)
    assert [len(of_kind(scene, Polygon)) for scene in scenes] == [15, 21, 27]
    assert len({(scene.width, scene.height) for scene in scenes}) == 1
    assert len(of_kind(placed.scene, Polygon)) == 15 + 21 + 27
