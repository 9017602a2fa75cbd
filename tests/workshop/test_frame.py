"""The notch for a finger in a frame, and the engraved texts, logos and QR codes on it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
import shipped
from cut_pictures import measured
from shapely import Polygon

import calpuzzle as cp
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.workshop import engraving
from calpuzzle.workshop.areas import joined
from calpuzzle.workshop.cut_files import cut
from calpuzzle.workshop.cut_plan import Part, plan
from calpuzzle.workshop.cut_settings import settings
from calpuzzle.workshop.engraving import EDGE
from calpuzzle.workshop.lettering import EM, HIGH, capital, outline
from calpuzzle.workshop.logo import logo

ADDRESS = "https://example.org"


def frame_of(name: str, profile: str = "laser", **measures: Any) -> tuple[Part, Any]:
    """Return the frame or the tray of a puzzle, and the area of its cells."""
    board = cp.load(name, kind="puzzle").model
    solid = profile == "printer"
    own = settings(profile, measures, solid)
    (part,) = [each for each in plan(board, own, solid) if each.name in ("frame", "board")]
    return part, joined(board.board.cells, own.cell, board.lattice)


@pytest.mark.parametrize("name", ["dray", "weekday-hexagons", "pentominoes-8x8"])
def test_a_notch_is_in_the_frame_next_to_one_cell(name: str) -> None:
    board = cp.load(name, kind="puzzle").model
    # Without a kerf, the path of the tool is the edge of the part.
    plain, window = frame_of(name, kerf=0.0)
    frame, _ = frame_of(name, kerf=0.0, notch=10.0)
    taken = plain.outline.difference(frame.outline)
    assert taken.area == pytest.approx(np.pi * 25 / 2, rel=0.01)
    assert taken.intersection(window).area < 1e-3
    whole = Polygon(plain.outline.exterior)
    assert whole.exterior.distance(taken) >= 2.0 - 1e-2
    beside = [
        cell
        for cell in board.board.cells
        if joined([cell], 20.0, board.lattice).buffer(0.01).intersection(taken).length > 10
    ]
    assert len(beside) == 1
    # The rest of the frame is still in one piece.
    assert frame.outline.geom_type == "Polygon" and frame.outline.is_valid


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("dray", "laser"),
        ("weekday-hexagons", "printer"),
        ("weekday-triangles", "laser"),
        *(
            pytest.param(*own, marks=pytest.mark.slow)
            for own in product(["weekday-8x7", "pentominoes-8x8"], ["laser", "printer"])
        ),
    ],
)
def test_engravings_keep_a_distance_to_all_cuts(name: str, profile: str, tmp_path: Path) -> None:
    path = tmp_path / "logo.svg"
    path.write_text('<svg><circle cx="9" cy="9" r="5"/></svg>')
    marks = ["Ägäis 27", str(path), "Z"]
    own: dict[str, Any] = {"frame": 14.0, "cell": 20.0, "notch": 8.0}
    frame, window = frame_of(name, profile, engrave=marks, **own)
    plain, _ = frame_of(name, profile, **own)
    (pocket,) = [each for each in frame.pockets if each.floor >= frame.height - 0.7]
    assert frame.outline.equals(plain.outline)
    whole = Polygon(frame.outline.exterior)
    assert whole.contains(pocket.area) and not pocket.area.intersects(window)
    assert pocket.area.distance(whole.exterior) >= EDGE - 0.01
    assert pocket.area.distance(shapely.boundary(window)) >= EDGE - 0.01
    assert frame.height > pocket.floor
    # Nothing is missing: the letters and the circle have as many parts.
    text = sum(len(getattr(outline(word, EM), "geoms", [0])) for word in (marks[0], marks[2]))
    assert len(pocket.area.geoms) == text + 1


def test_the_usual_size_of_a_logo_is_at_least_its_least_size(tmp_path: Path) -> None:
    path = tmp_path / "logo.svg"
    path.write_text('<svg><circle cx="9" cy="9" r="5"/></svg>')
    for solid in (False, True):
        mark = engraving._mark(str(path), settings("laser", {"cell": 4.0}, solid), 4.0, solid)
        assert mark.usual >= mark.least > 0


@pytest.mark.parametrize("name", ["dray", "weekday-triangles"])
def test_engraved_text_is_as_high_as_the_numbers_on_the_board(name: str) -> None:
    """Labels of triangles are smaller than those of squares with the same side."""
    own = settings("laser", {"cell": 20.0}, False)
    model = shipped.model(name)
    room = model.lattice.inner * own.cell
    mark = engraving._mark("31", own, room, False)
    assert mark.usual * capital(EM, own.font) == pytest.approx(HIGH * room)
    frame, _ = frame_of(name, "laser", cell=20.0, frame=30.0, engrave=["31"])
    (pocket,) = frame.pockets
    _, low, _, high = pocket.area.bounds
    assert high - low == pytest.approx(HIGH * room, rel=0.05)


def logo_of(text: str, tmp_path: Path) -> Any:
    path = tmp_path / "own.svg"
    path.write_text(text)
    return logo(str(path))


CIRCLE = '<circle cx="10" cy="20" r="{}" {}/>'


@pytest.mark.parametrize(
    ("inside", "area"),
    [
        (CIRCLE.format(5, ""), 25 * np.pi),
        (
            CIRCLE.format(5, 'fill="#eee"') + CIRCLE.format(2, 'style="fill:rgb(10, 20, 30)"'),
            4 * np.pi,
        ),
        (CIRCLE.format(5, "") + CIRCLE.format(2, 'fill="white"'), 21 * np.pi),
        (CIRCLE.format(5, "") + CIRCLE.format(2, 'fill="white" opacity="0"'), 25 * np.pi),
        (CIRCLE.format(5, "") + CIRCLE.format(8, 'fill="white" fill-opacity=".1"'), 25 * np.pi),
        (CIRCLE.format(5, 'fill="none" stroke="navy" stroke-width="2px"'), 20 * np.pi),
        ('<g transform="translate(3 4),scale(2)"><rect width="3" height="2"/></g>', 24),
        ('<g transform="skewX(30)"><rect width="3" height="2"/></g>', 6),
        ('<g transform="matrix(2 0 0 3 5 7)"><rect width="3" height="2"/></g>', 36),
        # The white rectangle is turned onto the black one, which is wider by one.
        (
            '<rect x="-5" width="5" height="2"/>'
            '<rect width="2" height="4" fill="white" transform="rotate(90)"/>',
            2,
        ),
        (
            '<rect width="5" height="2"/>'
            '<rect width="2" height="4" fill="white" transform="rotate(90 2 2)"/>',
            2,
        ),
        (
            '<g color="white"><rect width="3" height="2" fill="black"/>'
            '<rect width="1" height="2" fill="currentColor"/></g>',
            4,
        ),
        ('<g fill="none"><circle r="3"/><rect width="1" height="1" fill="red"/></g>', 1),
        ('<path d="M0 0h10v10h-10zM2 2v6h6v-6z"/>', 64),
        ('<path d="M0 0h10v10h-10zM2 2h6v6h-6z"/>', 100),
        ('<path fill-rule="evenodd" d="M0 0h10v10h-10zM2 2h6v6h-6z"/>', 64),
        ('<path d="M0 0Q5 10 10 0z"/>', 10 * 5 * 2 / 3),
        ('<line x2="10" stroke="black" stroke-linecap="square"/>', 11),
        ('<polyline points="0,0 4,0 4,4"/>', 8),
        ('<defs><rect width="9" height="9"/></defs><rect width="1" height="1"/>', 1),
        ('<clipPath><rect width="9" height="9"/></clipPath><rect width="1" height="1"/>', 1),
        ('<rect width="9" height="9" visibility="hidden"/><rect width="1" height="1"/>', 1),
        ('<rect width="9" height="9" display="none"/><rect width="1" height="1"/>', 1),
    ],
)
def test_logo_has_the_area_of_dark_shapes(inside: str, area: float | None, tmp_path: Path) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
    assert logo_of(text, tmp_path).area == pytest.approx(area, rel=0.005)


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ('<image href="a.png"/>', "own.svg:2: a picture of pixels has no outline: trace it"),
        ("<text>a</text>", "the font of a text is not in the file"),
        ('<use href="#a"/>', "a reference to another element is not supported"),
        ("<style>.a {fill: red}</style>", "style sheets are not read"),
        ('<rect width="2" height="1" fill="url(#a)"/>', "gradients, patterns"),
        ('<rect width="2" height="1" style="clip-path: url(#a)"/>', "gradients, patterns"),
        ('<rect width="2" height="1" transform="turn(3)"/>', "is not a known transform"),
        ('<rect width="2" height="1" transform="scale(a)"/>', "is not a known transform"),
        ('<rect width="10%" height="1"/>', "rect is not understood"),
        ('<rect width="2"/>', "rect is not understood"),
        ('<path d="M0 0 L9"/>', "path is not understood"),
        ('<path d="L1 1"/>', "path is not understood"),
        ('<path d="M0 0L1e999 0L1 1z"/>', "a number is too large"),
        ('<rect width="2" height="1" fill="darkest"/>', "rect is not understood"),
        ('<rect width="2" height="1" fill="white"/>', "nothing dark"),
        ("", "nothing dark"),
        (f'<path d="M0 0{"l1 1" * 100_001}"/>', "corners: simplify"),
        ("<g>", "is not valid XML"),
    ],
)
def test_unsupported_drawings_are_rejected(inside: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=why):
        logo_of(f"<svg>\n{inside}\n</svg>", tmp_path)
    with pytest.raises(PuzzleError, match="a logo must be an SVG file"):
        logo_of("<html/>", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("measures", "why"),
    [
        ({"engrave": "A"}, "engrave is a list of texts, .* not 'A'"),
        ({"engrave": [3]}, "engrave is a list of texts, .* not 3"),
        ({"engrave": ["A"], "frame": 0.0}, "it applies only to the frame"),
        ({"notch": 5.0, "frame": 0.0}, "it applies only to the frame"),
        ({"notch": 5.0, "coupon": True}, "a coupon is a bar"),
        ({"language": "de", "week_starts": "Mon", "coupon": True}, "a coupon is a bar"),
        ({"engrave": [" "]}, "has no letter that can be seen"),
        ({"engrave": ["\u2800"]}, "has no letter that can be seen"),
        ({"engrave": ["none.svg"]}, "there is no file none.svg"),
        ({"engrave": ["none.PNG"]}, "'none.PNG' is not an SVG file, .* save or trace it as SVG"),
        ({"engrave": ["board.dxf"]}, "'board.dxf' is not an SVG file"),
        ({"engrave": [__file__]}, "is not an SVG file"),
        ({"engrave": [ADDRESS] * 6}, f"the QR code of {ADDRESS} needs at least 16.5 x 16.5 mm"),
        ({"engrave": ["https://" + "a" * 3000]}, "the address is too long for a QR code"),
        ({"engrave": ["A" * 150]}, "give a wider frame, or engrave less"),
        ({"notch": 19.0}, "a frame of 12 mm"),
        ({"notch": 19.9}, "the end of a piece would slide into .* of 19.8 mm at most"),
        ({"notch": -1.0}, "notch must be from 0"),
    ],
)
def test_impossible_frames_are_rejected(measures: dict[str, Any], why: str) -> None:
    name = "pentominoes-6x10" if "notch" in measures else "dray"
    with pytest.raises(InputError, match=why):
        cut(cp.load(name, kind="puzzle"), "svg", **measures)


def test_a_font_is_used_for_engraved_texts_and_rejected_without_any() -> None:
    own: Any = {"labels": "none", "font": "DejaVu Serif"}
    with pytest.raises(InputError, match="font has no effect"):
        cut(cp.load("dray"), "svg", engrave=[ADDRESS], **own)
    files = [cut(cp.load("dray"), "svg", engrave=["A"], labels="none")]
    files.append(cut(cp.load("dray"), "svg", engrave=["A"], **own))
    assert files[0] != files[1]


@pytest.mark.long
def test_png_shows_the_areas_and_lengths_of_the_plan() -> None:
    pytest.importorskip("PIL")
    own: Any = {"sheet": (420.0, 200.0), "engrave": [ADDRESS], "frame": 40.0, "cell": 15.0}
    own |= {"line": 0.0}
    shown = measured(cut(cp.load("month-day-7x7"), "png", **own))
    parts = plan(cp.load("month-day-7x7").model, settings("laser", own, False), False)
    engraved = sum(each.pockets[0].area.area for each in parts[:2])
    assert shown.engraved == pytest.approx(engraved, rel=0.05)
    outlines = sum(each.outline.exterior.length for each in parts)
    assert shown.outer == pytest.approx(outlines, rel=0.02)
    holes = sum(each.outline.interiors[0].length for each in parts[1:2])
    assert shown.inner == pytest.approx(holes, rel=0.1)
    area = sum(each.outline.area for each in parts)
    assert shown.wood + shown.engraved == pytest.approx(area, rel=0.05)


def test_letters_of_a_cursive_script_are_joined() -> None:
    """This needs Matplotlib 3.11; older versions draw the isolated form of each letter."""
    for word, joins in (("مارس", True), ("Mars", False)):
        apart = sum(outline(letter, 10).area for letter in word)
        assert (outline(word, 10).area == pytest.approx(apart, rel=1e-3)) != joins
