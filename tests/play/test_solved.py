"""A solved board: a notice that does not change the layout, a celebration, and statistics."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from accessible import violations
from nonogram_player import NonogramPlayer, blocks_of
from playing import DATE, PageOf, Player, drawn, expect, finish, open_link, solution

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from calpuzzle.nonogram.clues import Clues

pytestmark = pytest.mark.long

SIZES = [(320, 568), (360, 740), (390, 844), (844, 390), (1280, 800)]


def boxes(page: Page) -> Any:
    return page.evaluate(
        """() => ["#board", "#tray"].map((name) => {
            const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
        })"""
    )


IN_ONE_LINE = """(root) => [...root.querySelectorAll("button")].filter((own) => own.offsetParent)
    .map((own) => own.getBoundingClientRect())
    .every(({ left, right }, k, all) => right <= innerWidth + 1
        && (k + 1 === all.length || right <= all[k + 1].left + 1))
    && root.scrollWidth <= root.clientWidth && root.getBoundingClientRect().bottom <= innerHeight"""
"""JavaScript that returns whether the buttons of a notice neither overlap nor are cut off."""


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("es", marks=pytest.mark.slow)])
def test_a_solved_board_keeps_its_size_and_offers_to_share(page_of: PageOf, locale: str) -> None:
    page = page_of("dray", DATE, locale=locale)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.locator("#board.solved").count():
            page.click("[data-tool=undo]")
        before = boxes(page)
        finish(page, "Fri Nov 20")
        assert boxes(page) == before, (width, height)
        notice = page.locator("#notice")
        assert notice.evaluate(IN_ONE_LINE)
    page.locator("#notice .strong").click()
    expect(page.locator("dialog.share[open]")).to_have_count(1)


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.slow), "nl"])
def test_a_solved_nonogram_keeps_its_size_and_offers_to_share(
    clues_page: PageOf, heart: Clues, locale: str
) -> None:
    *most, last = blocks_of(heart.goal or ())
    player = NonogramPlayer(clues_page(heart, locale=locale))
    for run in most:
        player.fill_by_drag(run)
    grid, notice = player.page.locator("#g-grid"), player.page.locator("#notice")
    for width, height in (*SIZES, (568, 320)):
        player.page.set_viewport_size({"width": width, "height": height})
        before = drawn(player.page).locator("#g-grid").bounding_box()
        player.fill_by_drag(last)
        assert grid.bounding_box() == before, (width, height)
        assert notice.evaluate(IN_ONE_LINE), (width, height)
        player.page.click("[data-tool=undo]")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_solved_pieces_hop_unless_motion_is_reduced(page_of: PageOf, motion: str) -> None:
    page = page_of("dray", DATE, reduced_motion=motion)
    finish(page, "Fri Nov 20")
    piece = page.locator("#board .placed").first
    name = "hop" if motion == "no-preference" else "none"
    expect(piece).to_have_css("animation-name", name)
    page.click("[data-tool=undo]")
    expect(piece).to_have_css("animation-name", "none")


FEEL = """() => {
window.felt = [];
navigator.vibrate = (pattern) => felt.push(pattern);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { felt.push("tone"); start.apply(this, when); };
}"""


def test_sounds_and_vibrations_are_off_by_default(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    page.evaluate(FEEL)
    finish(page, "Fri Nov 20")
    assert page.evaluate("felt") == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.get_by_label("Vibrate at each move").check()
    assert violations(page, "dialog.settings") == ""
    page.keyboard.press("Escape")
    page.click("[data-tool=undo]")
    page.click("[data-tool=undo]")
    assert page.evaluate("felt") == []
    finish(page, "Fri Nov 20")
    assert page.evaluate("felt") == [[30, 60, 30, 60, 90], "tone", "tone", "tone"]


DONE: dict[str, Any] = {
    "places": [f"calpuzzle:dray:Nov:{day}" for day in ("3:Tue", "12:Thu", "18:Wed", "19:Thu")],
    "days": ["2026-10-31", "2026-11-1", "2026-11-2", "2026-11-18", "2026-11-19"],
    "times": {"calpuzzle:dray:Nov:3:Tue": 61, "calpuzzle:dray:Nov:12:Thu": 3725, "x": -1},
}


def figures(page: Page) -> dict[str, str]:
    page.click("#date-button")
    found = page.locator(".figures div")
    expect(found.first).to_be_visible()
    pairs = {own.locator("dt").inner_text(): own.locator("dd").inner_text() for own in found.all()}
    assert violations(page, "dialog.calendar") == ""
    return pairs


def test_statistics_are_shown_saved_and_merged(page_of: PageOf, tmp_path: Path) -> None:
    page = page_of("dray", DATE, stored={"calpuzzle-done:dray": json.dumps(DONE)})
    before = {
        "solved": "4",
        "days in a row": "2",
        "longest streak": "3",
        "best time": "1:01",
        "median time": "1:01",
    }
    assert figures(page) == before
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "solved.json"
    download.value.save_as(file)
    times = json.loads(file.read_text(encoding="utf-8"))["puzzles"]["dray"]["times"]
    assert times == {"calpuzzle:dray:Nov:3:Tue": 61, "calpuzzle:dray:Nov:12:Thu": 3725}
    # Importing the file elsewhere keeps the shorter times and merges the streaks.
    other = {
        "places": DONE["places"][:1],
        "days": ["2026-11-3"],
        "times": {"calpuzzle:dray:Nov:3:Tue": 90},
    }
    page = page_of("dray", DATE, stored={"calpuzzle-done:dray": json.dumps(other)})
    page.click("#date-button")
    page.locator("dialog.calendar input[type=file]").set_input_files(file)
    expect(page.locator(".carry [role=status]")).to_contain_text(": 3 added.")
    page.keyboard.press("Escape")
    assert figures(page) == {**before, "longest streak": "4"}


def test_a_solved_date_is_in_the_statistics_and_the_line_to_share(page_of: PageOf) -> None:
    kept = {
        "calpuzzle-done:dray": json.dumps(DONE),
        "calpuzzle-time:calpuzzle:dray:Nov:20:Fri": json.dumps({"seconds": 40}),
    }
    page = page_of("dray", DATE)
    page.evaluate("(kept) => Object.entries(kept).map((own) => localStorage.setItem(...own))", kept)
    open_link(page, "#date=Nov,21,Sat")
    open_link(page, DATE)
    Player(page).lay_all("tap", solution("dray", "Fri Nov 20"))
    page.locator("#notice .strong").click()
    line = page.get_by_label("A line to share").input_value()
    assert line.startswith("Gérard Dray's calendar, 8x7 · Friday 20 November · Solved! · 0:4")
    assert line.endswith(" · without help · 3 days in a row.")
    page.keyboard.press("Escape")
    found = figures(page)
    assert found["solved"] == "5" and found["days in a row"] == "3"
    assert found["best time"].startswith("0:4") and found["median time"] == "1:01"


def test_placing_a_removed_piece_again_continues_the_game(page_of: PageOf) -> None:
    kept = {"calpuzzle-time:calpuzzle:typed": json.dumps({"seconds": 40})}
    page = page_of("frame = '##'\n[pieces]\nI = '##'\n", stored=kept)
    for key in ("1", "Enter", "Backspace", "1", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#board.solved")).to_have_count(1)
    times = page.evaluate("JSON.parse(localStorage['calpuzzle-done:typed']).times")
    assert times["calpuzzle:typed"] >= 40


def test_a_board_that_was_never_solved_has_no_statistics(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    page.click("#date-button")
    expect(page.locator("dialog.calendar .carry")).to_be_visible()
    expect(page.locator(".figures")).to_be_hidden()
