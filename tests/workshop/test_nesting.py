"""Parts on sheets: no part overlaps another one or an edge, and none is missing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import models
from shipped import model

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.model import Model
from calpuzzle.workshop import nesting
from calpuzzle.workshop.cut_plan import Part, plan, unsupported_reason
from calpuzzle.workshop.cut_settings import PROFILES
from calpuzzle.workshop.nesting import Sheet, sheets

LASER = PROFILES["laser"]


def assert_sound(placed: list[Sheet], parts: list[Part], gap: float) -> None:
    """Assert that every part is on a sheet once, and at least `gap` away from others."""
    assert Counter(part.name for sheet in placed for part in sheet.parts) == Counter(
        part.name for part in parts
    )
    areas = {part.name: part.outline.area for part in parts}
    for sheet in placed:
        edge = shapely.box(0, 0, sheet.width, sheet.height)
        for part in sheet.parts:
            assert edge.contains(part.outline)
            assert part.outline.area == pytest.approx(areas[part.name], rel=1e-3)
        for a, b in combinations(sheet.parts, 2):
            assert a.outline.distance(b.outline) >= gap - 1e-3, (a.name, b.name)


@pytest.mark.long
@settings(max_examples=8)
@given(
    models(), st.sampled_from([(120.0, 300.0), (200.0, 200.0), (400.0, 120.0)]), st.integers(0, 8)
)
def test_random_parts_do_not_overlap(own: Model, size: tuple[float, float], gap: float) -> None:
    if unsupported_reason(own):
        return
    parts = plan(own, LASER, False)
    try:
        placed = sheets(parts, size, gap)
    except InputError:
        boxes = [part.outline.bounds for part in parts]
        assert any(
            max(right - left, top - bottom) + gap > min(size) for left, bottom, right, top in boxes
        )
        return
    assert_sound(placed, parts, gap)


@pytest.mark.parametrize("name", ["tetrahexes-4x7", "hexiamonds-6x6"])
def test_parts_of_hexagons_and_triangles_do_not_overlap(name: str) -> None:
    parts = plan(model(name), LASER, False)
    assert_sound(sheets(parts, LASER.sheet, LASER.gap), parts, LASER.gap)


def test_dray_fits_on_one_sheet_with_pieces_inside_the_frame() -> None:
    parts = plan(model("dray"), LASER, False)
    placed = sheets(parts, LASER.sheet, LASER.gap)
    assert placed == sheets(parts, LASER.sheet, LASER.gap)
    assert_sound(placed, parts, LASER.gap)
    (sheet,) = placed
    (frame,) = (part for part in sheet.parts if part.name == "frame")
    window = shapely.Polygon(frame.outline.interiors[0])
    assert sum(window.contains(part.outline) for part in sheet.parts) >= 3
    # Boards remain legible: they are turned only if they do not fit otherwise.
    left, bottom, right, top = frame.outline.bounds
    width, height = parts[0].outline.bounds[2] - parts[0].outline.bounds[0], top - bottom
    assert right - left == pytest.approx(width) and height == pytest.approx(
        parts[0].outline.bounds[3] - parts[0].outline.bounds[1]
    )


def test_a_board_is_turned_if_it_does_not_fit_otherwise() -> None:
    parts = plan(model("dray"), LASER._replace(labels="text"), False)
    placed = sheets(parts, (190.0, 170.0), 3.0)
    assert_sound(placed, parts, 3.0)
    (base,) = (part for sheet in placed for part in sheet.parts if part.name == "base")
    assert {label.quarters for label in base.labels} == {1}


def test_parts_that_are_too_large_or_too_many_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = plan(model("dray"), LASER, False)
    with pytest.raises(InputError, match=r"base is 160.1 x 180.1 mm; .* a sheet of 150 x 300 mm"):
        sheets(parts, (150.0, 300.0), 3.0)
    monkeypatch.setattr(nesting, "MAX_SHEETS", 3)
    square = Part("piece", shapely.box(0, 0, 60, 60), 3.0)
    with pytest.raises(InputError, match="more than 3 sheets"):
        sheets([square] * 4, (70.0, 70.0), 1.0)
