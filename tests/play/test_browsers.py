"""The main functions of the page in Chromium, WebKit and Firefox, if they are installed."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable

import pytest
from browsers import Browser
from playing import solution

import calpuzzle as cp

pytestmark = pytest.mark.long
DAY = "#puzzle=dray&date=Nov,20,Fri"


def label(page: Browser, text: str) -> tuple[float, float]:
    """Return the middle of a label of the board, in pixels of the window."""
    x, y = page.run(
        "const own = [...document.querySelectorAll('#board text')]"
        ".find((each) => each.textContent === arguments[0]).getBoundingClientRect();"
        "return [own.x + own.width / 2, own.y + own.height / 2];",
        text,
    )
    return x, y


def test_piece_placed_by_mouse_survives_a_reload(in_any_browser: Callable[..., Browser]) -> None:
    page = in_any_browser("dray", DAY)
    start = page.middle('[data-piece="0"] svg')
    well = label(page, "17")
    middle = ((start[0] + well[0]) / 2, (start[1] + well[1]) / 2)
    page.drag(start, middle, (well[0] + 2, well[1]), well)
    page.until("location.hash.includes('with=I4@')")
    page.click('[data-piece="1"]')
    page.until("document.querySelector('[data-piece=\"1\"]').ariaPressed === 'true'")
    page.press("Escape")
    before = page.placed
    page.reload()
    page.until("document.querySelectorAll('#board .placed').length === 1")
    assert page.placed == before and len(before) == 1


def test_keys_show_counts_and_hints_and_undo_moves(in_any_browser: Callable[..., Browser]) -> None:
    own = solution("dray", "2026-11-20")
    page = in_any_browser("dray", f"{DAY}&with={'+'.join(own[:4])}")
    expected = cp.load("dray").count("2026-11-20", " ".join(own[:4]))
    page.press("c")
    page.until("document.querySelector('#left-answer').textContent === 'still possible'")
    page.press("c")
    left = f"{expected} solution{'' if expected == 1 else 's'} left"
    page.until("document.querySelector('#left-answer').textContent === arguments[0]", left)
    page.press("h")
    page.until("document.querySelector('#notice-text').textContent === 'It can still be done.'")
    # Each press gives a more detailed hint, and the fifth places a piece.
    for grade in (2, 3, 4):
        page.press("h")
        words = ["Look at", "is turned", "covers"][grade - 2]
        page.until(
            "document.querySelector('#notice-text').textContent.includes(arguments[0])", words
        )
    page.press("h")
    page.until("document.querySelectorAll('#board .placed').length === 5")
    page.press("u")
    page.until("document.querySelectorAll('#board .placed').length === 4")
    page.press("5")
    page.press("r")
    page.press("ArrowDown")
    page.until("document.querySelector('[data-piece=\"4\"]').ariaPressed === 'true'")


def test_calendar_shows_counts_and_opens_dates(in_any_browser: Callable[..., Browser]) -> None:
    page = in_any_browser("dray", DAY)
    page.click("#date-button")
    page.until("document.querySelectorAll('.month .day').length === 30")
    assert page.run("return document.querySelector('.month .day').dataset.count;") == str(
        cp.load("dray").count("2026-11-01")
    )
    page.click(".month .day")
    page.until("location.hash.includes('date=Nov,1,Sun')")


def test_link_opens_a_solved_board(in_any_browser: Callable[..., Browser]) -> None:
    puzzle = cp.load("dray")
    solution = puzzle.solve("2026-11-20").first()
    assert solution
    whole = puzzle.link("2026-11-20", solution)
    page = in_any_browser("dray", whole)
    page.until("document.querySelector('#board.solved') !== null")
    assert len(page.placed) == 10


def test_counts_match_python(in_any_browser: Callable[..., Browser]) -> None:
    puzzle = cp.load("weekday-8x7")
    own = solution("weekday-8x7", "2026-11-22")
    page = in_any_browser("weekday-8x7", "#date=Nov,22,Sun")
    page.press("c")
    page.press("c")
    for number in (2, 3, 5, 7):
        expected = puzzle.count("2026-11-22", " ".join(own[:number]))
        page.run("location.hash = arguments[0];", f"#date=Nov,22,Sun&with={'+'.join(own[:number])}")
        page.until(
            "document.querySelector('#left-answer').textContent.startsWith(arguments[0])",
            f"{expected:,} solution",
        )


def test_nonogram_accepts_clicks_undo_and_hints(in_any_browser: Callable[..., Browser]) -> None:
    page = in_any_browser("cat.non")
    before = page.run("return location.hash;")
    page.click("td[data-cell='0']")
    page.until("location.hash !== arguments[0]", before)
    page.press("u")
    page.press("h")
    page.until("/Look at (row|column)/.test(document.body.innerText)")


def test_custom_board_is_made_and_counted(in_any_browser: Callable[..., Browser]) -> None:
    page = in_any_browser("domino-2x3")
    page.run("[...document.querySelectorAll('.top-button')].at(-2).click();")
    page.run("document.querySelector('dialog.settings .plain').click();")
    page.run(
        "document.querySelector('.own-board polygon').dispatchEvent("
        "new MouseEvent('click', { bubbles: true }));"
    )
    assert str(page.run("return document.querySelector('#own-rows').value;")).startswith("# .")
    page.run(
        "const own = document.querySelector('#own-rows');"
        "own.value = arguments[0]; own.dispatchEvent(new Event('input'));",
        ". . . . .\n" * 4,
    )
    for name in ("F5", "L5", "U5", "Y5"):
        page.run("document.querySelector(`[data-name=${arguments[0]}]`).click();", name)
    page.run("document.querySelector('dialog.own .strong').click();")
    page.until(
        "location.hash.startsWith('#own=') && document.querySelectorAll('.place').length === 4"
    )
    text = zlib.decompress(
        base64.urlsafe_b64decode(page.run("return location.hash;")[5:].split("&")[0] + "==")
    )
    expected = cp.loads(text.decode(), name="own").count()
    page.press("c")
    page.press("c")
    page.until(
        "document.querySelector('#left-answer').textContent.startsWith(arguments[0])",
        f"{expected:,} solution",
    )
