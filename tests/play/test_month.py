"""The calendar of a month, solved dates taken to another device, and the line to share."""

from __future__ import annotations

import calendar
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from accessible import violations
from playing import DATE, PageOf, Player, expect, finish, solution

import calpuzzle as cp
from calpuzzle.results.difficulty import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
SOLVED = {
    "calpuzzle-done:dray": json.dumps(
        {
            "places": ["calpuzzle:dray:Nov:19:Thu", "calpuzzle:dray:Nov:20:Fri", 7],
            "days": ["2026-11-19", "2026-11-20"],
        }
    )
}
DAYS = """() => [...document.querySelectorAll(".month .day")].map((own) => [
    own.textContent, own.dataset.count, own.dataset.shade, own.getAttribute("aria-label"),
    own.querySelector(".sign")?.dataset.sign ?? ""])"""
SIGNS = {1: "\u2212\u2212", 2: "\u2212", 3: "", 4: "+", 5: "++"}


def expect_ticked(page: Page, *days: str) -> None:
    expect(page.locator(".month .done")).to_have_text(days)


def expect_status(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(".carry [role=status]")).to_have_text(words)


def test_calendar_shows_count_and_difficulty_of_each_day(page_of: PageOf) -> None:
    page = page_of("dray", stored=SOLVED, **NARROW)
    page.click("#date-button")
    puzzle = cp.load("dray")
    expect(page.locator(".month .day")).to_have_count(30)
    days = page.evaluate(DAYS)
    for number, (text, count, shade, name, sign) in enumerate(days, 1):
        weekday = calendar.day_name[calendar.weekday(2026, 11, number)]
        expected = puzzle.count(f"2026-11-{number:02}")
        assert (text, count) == (str(number), str(expected))
        solved = ", solved" if number in (19, 20) else ""
        step = next(step for step, own in SIGNS.items() if own == sign)
        if number % 7 == 5:
            hard = puzzle.difficulty(f"2026-11-{number:02}")
            assert hard is not None and step == hard.step
        words = f"{expected} solutions, {NAMES[step - 1]}{solved}"
        assert name == f"{weekday} {number} November, {words}"
        # A day with more solutions never has a lower shade.
        for _, other, its_shade, *_ in days:
            assert int(shade) <= int(its_shade) or int(count) > int(other)
    assert {shade for _, _, shade, *_ in days} == set("01234")
    expect_ticked(page, "19", "20")
    row = page.locator(".figures div", has_text="days in a row")
    expect(row.locator("dd")).to_have_text("2")
    assert violations(page) == ""


def test_solved_dates_are_moved_to_another_device(page_of: PageOf, tmp_path: Path) -> None:
    page = page_of("dray", stored=SOLVED)
    page.click("#date-button")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    expect_status(page, "Saved as calpuzzle-solved.json.")
    file = tmp_path / "calpuzzle-solved.json"
    download.value.save_as(file)
    other = page_of("dray", "#date=Nov,18,Wed", today="2026-11-21")
    finish(other, "Wed Nov 18")
    other.click("#date-button")
    expect_ticked(other, "18")
    wrong = tmp_path / "wrong.json"
    for text in ("", "[]", '{"calpuzzle": "solved", "format": 2}', "\0"):
        wrong.write_text(text)
        other.set_input_files(".carry input", [])
        other.set_input_files(".carry input", wrong)
        expect_status(other, "wrong.json is not a file of solved boards from this page.")
        expect_ticked(other, "18")
        other.evaluate("document.querySelector('.carry [role=status]').textContent = ''")
    for number in (2, 0):
        other.set_input_files(".carry input", [])
        other.set_input_files(".carry input", file)
        expect_status(other, re.compile(f": {number} added"))
        expect_ticked(other, "18", "19", "20")
    row = other.locator(".figures div", has_text="days in a row")
    expect(row.locator("dd")).to_have_text("2")


def test_shared_line_tells_the_result_but_not_the_solution(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    player = Player(page)
    share = page.locator("#top").get_by_role("button", name="Share", exact=True)
    share.click()
    expect(page.get_by_label("A line to share")).to_have_count(0)
    page.keyboard.press("Escape")
    pieces = solution("dray", "Fri Nov 20")
    for text in ("It can still be done", "goes"):
        player.tool("hint")
        page.wait_for_selector(f"#notice-text:has-text('{text}')")
    player.tool("text")
    page.fill("#words-move", " ".join(pieces))
    page.keyboard.press("Enter")
    for helps in ("2 hints", "without help"):
        share.click()
        line = page.get_by_label("A line to share").input_value()
        title, date, end, time, *rest = line.split(" · ")
        assert (title, date) == ("Gérard Dray's calendar, 8x7", "Friday 20 November")
        assert (end, rest) == ("Solved!", [helps])
        assert time.replace(":", "").isdigit()
        page.keyboard.press("Escape")
        # Clearing a solved board begins a new game.
        player.tool("reset")
        page.fill("#words-move", " ".join(pieces))
        page.keyboard.press("Enter")
        page.wait_for_selector("#board.solved")
    share.click()
    page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copy = text; }}"
    )
    page.get_by_role("button", name="Copy the line").click()
    page.wait_for_selector(".share [role=status]:has-text('The line is copied.')")
    assert page.evaluate("window.copy") == page.get_by_label("A line to share").input_value()
