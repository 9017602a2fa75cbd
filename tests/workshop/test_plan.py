"""The cut plan in millimetres: areas, sizes, rounded corners, the fit of the pieces, and labels."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import hypothesis
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from random_puzzles import models
from shipped import model

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.puzzle.dates.labels import week_start
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece, board
from calpuzzle.puzzle.shapes import Shape
from calpuzzle.workshop.areas import grown, joined, rings, rounded
from calpuzzle.workshop.cut_plan import Part, coupon, plan, unsupported_reason
from calpuzzle.workshop.cut_settings import PROFILES, settings
from calpuzzle.workshop.lettering import fitting, outline
from calpuzzle.workshop.naming import headings, month_of, renamed

# Labels of unknown meaning are interpreted by their position, with a warning.
pytestmark = pytest.mark.filterwarnings("ignore:the meaning of th(is|ese) ")

LASER = PROFILES["laser"]


def offset_area(shape: Shape, cell: float, by: float) -> float:
    """Return the area of a shape without holes after its edges move outwards: its own area, a strip
    along each edge, and four squares, because it has four more convex corners than concave ones."""
    edges = sum(near not in shape for own in shape for near in SQUARES.neighbours(own))
    return len(shape) * cell**2 + edges * cell * by + 4 * by**2


def named(parts: list[Part], name: str) -> Part:
    (found,) = (part for part in parts if part.name == name)
    return found


def test_the_frame_surrounds_the_cells_and_the_base_is_as_large() -> None:
    own = LASER._replace(kerf=0.2)
    parts = plan(model("dray"), own, False)
    frame, base = named(parts, "frame"), named(parts, "base")
    left, bottom, right, top = frame.outline.bounds
    assert (right - left, top - bottom) == pytest.approx((7 * 20 + 20.2, 8 * 20 + 20.2))
    window = shapely.Polygon(frame.outline.interiors[0])
    assert window.area == pytest.approx(offset_area(model("dray").board.cells, 20, -0.1))
    assert base.outline.equals(shapely.Polygon(frame.outline.exterior))


def test_plan_has_islands_copies_and_labels_of_equal_size() -> None:
    parts = plan(model("pentominoes-8x8"), LASER, False)
    island = named(parts, "island 1")
    assert island.outline.area == pytest.approx(40.15**2)
    assert len(named(parts, "frame").outline.interiors) == 1
    piece = Piece("A", (((0, 0), (0, 1)),), least=0, most=99)
    many = Model("many", board([[".", ".", ".", "."]]), (piece,))
    assert [part.name for part in plan(many, LASER, False)[2:]] == ["piece A#1", "piece A#2"]
    base = plan(model("dray"), LASER._replace(labels="text"), False)[0]
    sizes = {label.text: label.size for label in base.labels}
    assert len(sizes) == 50
    assert len({sizes[text] for text in ("Jan", "May", "Dec")}) == 1
    assert sizes["1"] == sizes["31"] > sizes["May"]


def test_a_printed_board_is_one_tray() -> None:
    own = PROFILES["printer"]
    board, *pieces = plan(model("pentominoes-8x8"), own, True)
    assert (board.name, board.height) == ("board", own.base + own.thickness)
    room, lines = board.pockets
    assert (room.floor, lines.floor) == pytest.approx((own.base, own.base - own.depth))
    assert room.area.area == pytest.approx(60 * own.cell**2, rel=1e-3)
    assert room.area.covers(lines.area)
    assert len(pieces) == 12


@pytest.mark.parametrize("solid", [True, False])
def test_plan_omits_base_frame_lines_and_labels_on_request(solid: bool) -> None:
    frameless = plan(model("dray"), LASER._replace(frame=0.0), solid)
    assert [part.name for part in frameless if part.upright] == ["board" if solid else "base"]
    assert frameless[0].outline.area == pytest.approx(
        offset_area(model("dray").board.cells, 20, 0.075)
    )
    bare = plan(model("dray"), LASER._replace(base=0.0), solid)
    assert [part.name for part in bare if part.upright] == ["frame"]
    alone = plan(model("dray"), LASER._replace(base=0.0, frame=0.0), solid)
    assert len(alone) == 10 and not any(part.upright or part.pockets for part in alone)
    assert all(part.pockets for part in plan(model("dray"), LASER._replace(names=True), solid)[2:])
    blank = plan(model("dray"), LASER._replace(labels="none", line=0.0, frame=0.0), solid)
    assert not blank[0].pockets


@cache
def solutions(name: str) -> list[cp.Solution]:
    own = cp.load(name, kind="puzzle")
    return list(own.solve("Tue Nov 29") if name == "dray" else own.solve()[:6])


OTHERS = ("tetrahexes-4x7", "hexiamonds-6x6")


@hypothesis.settings(max_examples=20)
@given(
    st.tuples(st.just("dray"), st.floats(0, 1), st.floats(0, 9))
    | st.sampled_from([*product(OTHERS, (0, 0.4), (0,)), *product(OTHERS, (0.4,), (1, 5))]),
    st.integers(0, 196),
)
def test_round_pieces_of_a_solution_fit_the_board_and_one_another(
    cut: tuple[str, float, float], number: int
) -> None:
    name, clearance, radius = cut
    own = cp.load(name, kind="puzzle")
    lattice = own.model.lattice
    found = solutions(name)
    solution = found[number % len(found)]
    window = rounded(joined(own.model.board.cells, 20, lattice), radius)
    placed = [
        rounded(grown(joined(cells, 20, lattice), -clearance / 2), radius)
        for cells in solution.pieces.values()
    ]
    union = shapely.union_all(placed)
    assert sum(part.area for part in placed) - union.area < 0.05
    assert union.difference(window).area < 0.05
    assert name == "dray" or clearance or radius or window.difference(union).area < 0.05


@hypothesis.settings(max_examples=12)
@given(models())
def test_any_flat_puzzle_has_a_plan(own: Model) -> None:
    if unsupported_reason(own):
        with pytest.raises(InputError):
            plan(own, LASER, False)
        return
    for solid in (True, False):
        for part in plan(own, LASER._replace(names=True), solid):
            assert part.outline.is_valid and part.outline.geom_type == "Polygon"
            for ring in rings(part.outline):
                assert len(ring) >= 4 and ring[0] != ring[-1]
            for pocket in part.pockets:
                assert pocket.area.is_valid and 0 < pocket.floor < part.height
                assert part.outline.covers(pocket.area)


@pytest.mark.parametrize(
    ("name", "why"),
    [("tetrasticks-4x4", "sticks"), ("iq-fit", "sides of different shapes")],
)
def test_plan_rejects_sticks_and_sides_of_different_shapes(name: str, why: str) -> None:
    assert why in str(unsupported_reason(model(name)))
    with pytest.raises(InputError, match=why):
        plan(model(name), LASER, False)


def test_disconnected_pieces_and_boards_without_a_frame_are_rejected() -> None:
    apart = cp.loads('frame = "###.#"\n[pieces]\nA = "##..#"\nB = "#"\n').model
    assert "falls into 2 parts" in str(unsupported_reason(apart))
    cells = cp.board([["."] * 51] * 50)
    large = Model("large", cells, (Piece("M", (((0, 0),),), least=2550, most=2550),))
    with pytest.raises(InputError, match="large has 2,550 cells; at most 2,500 can be cut"):
        plan(large, LASER, False)
    board = cp.loads('frame = "##.##"\n[pieces]\nA = { shape = "##", count = 2 }\n').model
    assert len(plan(board, LASER, False)) == 4
    with pytest.raises(InputError, match="falls into parts; give it a frame"):
        plan(board, LASER._replace(frame=0.0), False)


def test_outlines_of_letters_have_the_right_parts_and_size() -> None:
    for text, parts, holes in (("I", 1, 0), ("8", 1, 2), ("i", 2, 0), ("10", 2, 1), ("®", 2, 2)):
        area = outline(text, 10)
        whole = list(getattr(area, "geoms", [area]))
        assert (len(whole), sum(len(part.interiors) for part in whole)) == (parts, holes), text
    for text in ("1", "Wed", "September", "Παρ", "$x$", "م"):
        left, bottom, right, top = outline(text, fitting(text, 20)).bounds
        assert -8 < left < right < 8 and -8 < bottom < top < 8, text
    left, bottom, right, top = outline("H", fitting("H", 20)).bounds
    assert top - bottom == pytest.approx(7.2, rel=0.01)
    assert (left + right, bottom + top) == pytest.approx((0, 0), abs=0.01)
    with pytest.raises(CannotDoError, match=r"no font here has the 1 letter \ue000 of a\ue000"):
        outline("a\ue000", 10)
    # For a label written as text, the outline is only measured, so no error is raised.
    fitting("a\ue000", 10)


def test_renamed_changes_the_language_and_the_first_weekday() -> None:
    dray = model("dray")
    german = renamed(dray, "de", "Mon")
    at = dray.board.at
    names = {label: german.board.labels[dray.board.cells.index(at[label])] for label in at}
    assert [names[label] for label in ("Mar", "Dec", "7", "Sun", "Sat")] == [
        *("Mär", "Dez", "7", "Mo", "So")
    ]
    assert cp.Puzzle(german).labels("2026-11-22") == ("Nov", "22", "So")
    own = renamed(dray, None, "Sat")
    assert own.groups[2].labels == ("Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri")
    assert week_start(own) == 5 and renamed(dray) is dray
    assert renamed(dray, "ja").groups[0].labels[1] == "2月"
    assert [month_of(2027, 1, own) for own in (None, "ja", "de", "hu")] == [
        "January 2027", "2027年1月", "Januar 2027", "2027. január",
    ]  # fmt: skip
    assert headings("de").months[2] == "März" and headings("ja").months[1] == "2月"
    without_week = model("month-day-7x7")
    assert renamed(without_week, "de").week_starts == without_week.week_starts == ""
    # Whether the board is mirrored does not depend on the order of the groups.
    month, day, weekday = dray.groups
    turned = dray._replace(groups=(day, month, weekday))
    assert renamed(turned, "ar").board == renamed(dray, "ar").board != renamed(dray, "en").board


def test_renamed_rejects_weekdays_that_cannot_be_the_first() -> None:
    with pytest.raises(InputError, match=r"no weekday Mo \(did you mean Mon\?\); there are Mon, T"):
        renamed(model("dray"), None, "Mo")
    words = "month-day-7x7 has no weekdays, so no day comes first"
    with pytest.raises(InputError, match=words):
        renamed(model("month-day-7x7"), None, "Mon")


def test_coupon_windows_grow_from_the_size_of_the_plug() -> None:
    bar, plug = coupon(LASER._replace(kerf=0.2, clearance=0.3))
    assert plug.outline.area == pytest.approx(20.2**2)
    sides = sorted(shapely.Polygon(hole).area ** 0.5 for hole in bar.outline.interiors)
    assert sides == pytest.approx([19.8, 19.95, 20.1, 20.25, 20.4])
    assert bar.pockets


@pytest.mark.parametrize(
    ("measures", "why"),
    [
        ({"cell": float("nan")}, "cell must be from 0 to 5000 mm, not nan"),
        ({"base": -1.0}, "base must be from 0"),
        ({"radius": 9.95}, r"a radius of 9.95 mm is too large; at most 9.9 mm"),
        ({"clearance": 10.0}, "a clearance of 10 mm is too large"),
        ({"line": 10.0}, "lines of 10 mm"),
        ({"depth": 3.0}, "goes through"),
        ({"sheet": (0.0, 5.0)}, "sheet width must be more than 0 mm"),
        ({"labels": "big"}, "no style of labels big"),
        ({"colour": 1}, "no setting colour"),
        ({"cell": "20"}, "cell must be a length in millimetres, not '20'"),
        ({"sheet": 300.0}, "sheet must be a pair of lengths, width and height, not 300.0"),
        ({"sheet": (300.0,)}, "sheet must be a pair of lengths"),
    ],
)
def test_settings_rejects_impossible_measures(measures: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        settings("laser", measures, True)
