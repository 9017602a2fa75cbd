"""Sharing: a picture that can hide the solution, a link that can include it, and a line of text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessible import violations
from nonogram_player import NonogramPlayer, blocks_of
from playing import DATE, PageOf, expect, finish, go, link_of, open_link, settled

from calpuzzle.api import load

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from calpuzzle.nonogram.clues import Clues

pytestmark = pytest.mark.long


@cache
def links() -> list[str]:
    """Return links to all solutions of the date of `DATE`."""
    puzzle = load("dray")
    return [puzzle.link("2026-11-20", found) for found in puzzle.solve("2026-11-20")]


def picture(page: Page) -> str:
    """Return the picture to share as a data URL."""
    page.get_by_role("button", name="Share", exact=True).click()
    found = page.locator(".share canvas").evaluate("(canvas) => canvas.toDataURL()")
    page.keyboard.press("Escape")
    return str(found)


def test_the_plain_picture_is_the_same_for_two_solutions(page_of: PageOf) -> None:
    page = page_of("dray", stored={"calpuzzle:settings": '{"picture": "plain"}'})
    pictures = []
    for link in (DATE, "#date=Nov,21,Sat", links()[0].rsplit("+", 1)[0], *links()[:2]):
        open_link(page, link)
        pictures.append(picture(page))
    # The picture shows the date and the progress.
    assert pictures[3] == pictures[4] and len({*pictures}) == 4


SAMPLE = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const found = new Map();
    for (let k = 0; k < data.length; k += 4) {
        const colour = data.slice(k, k + 3).join();
        found.set(colour, 1 + (found.get(colour) ?? 0));
    }
    return [...found].filter(([, number]) => number > 5000).map(([colour]) => colour);
}"""
"""JavaScript that returns the colours of large areas."""


def test_the_picture_shows_or_hides_the_colours_of_the_pieces(page_of: PageOf) -> None:
    page = page_of("dray", links()[0])
    page.get_by_role("button", name="Share", exact=True).first.click()
    canvas = page.locator(".share canvas")
    coloured = canvas.evaluate(SAMPLE)
    page.get_by_label("Hide where each piece is").check()
    plain = canvas.evaluate(SAMPLE)
    # Ten pieces, each in its colour, or one area.
    assert len(set(coloured) - set(plain)) == 10 and len(set(plain) - set(coloured)) == 1
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share", exact=True).first.click()
    expect(page.get_by_label("Hide where each piece is")).to_be_checked()
    assert canvas.evaluate(SAMPLE) == plain


def test_the_picture_has_a_label_with_date_and_progress(page_of: PageOf) -> None:
    page = page_of("dray")
    part = links()[0].rsplit("+", 3)[0]
    for link, words in ((links()[0], "Solved!"), (part, "7 of 10 pieces placed")):
        open_link(page, link)
        page.get_by_role("button", name="Share", exact=True).click()
        label = f"Gérard Dray's calendar, 8x7 · Friday 20 November · {words}"
        expect(page.locator(".share canvas")).to_have_attribute("aria-label", label)
        page.keyboard.press("Escape")


def test_the_picture_is_saved_if_it_cannot_be_shared(page_of: PageOf, tmp_path: Path) -> None:
    page = page_of("dray", links()[0])
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename == "dray-Nov-20-Fri.png"
    download.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[:4] == b"\x89PNG"
    expect(page.locator(".share [role=status]")).to_have_text("Saved as dray-Nov-20-Fri.png.")


def test_the_link_includes_the_pieces_only_on_request(served_page: PageOf) -> None:
    page = served_page("dray", links()[0], permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy the link").click()
    page.wait_for_selector(".share [role=status]:has-text('copied')")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.partition("#")[2] == DATE.removeprefix("#")
    page.get_by_label("The link includes my pieces").check()
    page.get_by_role("button", name="Copy the link").click()
    address = settled(page).evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    go(other, address)
    expect(other.locator("#board.solved")).to_have_count(1)


def test_the_link_is_selected_if_copying_is_forbidden(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy the link").click()
    page.wait_for_selector(".share [role=status]:has-text('copy the marked text')")
    assert str(page.evaluate("getSelection().toString()")).endswith(DATE)


@pytest.mark.parametrize(
    ("left", "said"), [("count", "with the remaining solutions shown"), ("hidden", "without help")]
)
def test_the_line_to_share_mentions_a_shown_count(page_of: PageOf, left: str, said: str) -> None:
    page = page_of("dray", DATE, stored={"calpuzzle:settings": f'{{"left": "{left}"}}'})
    finish(page, "Fri Nov 20")
    settled(page).locator("#notice .strong").click()
    expect(page.get_by_label("A line to share")).to_have_value(re.compile(f"{said}$"))


SECONDS = """JSON.parse(Object.entries(localStorage)
    .find(([key]) => key.startsWith("calpuzzle-time:"))?.[1] ?? "{}").seconds"""
"""JavaScript for the seconds that the clock of the only puzzle has stored."""


def test_a_solved_nonogram_is_shared_and_counted(clues_page: PageOf, heart: Clues) -> None:
    player = NonogramPlayer(clues_page(heart))
    page = player.page
    share = page.get_by_role("button", name="Share", exact=True)
    *most, last = blocks_of(heart.goal or ())
    share.click()
    expect(page.get_by_label("A line to share")).to_have_count(0)
    expect(page.locator(".figures")).to_be_hidden()
    page.keyboard.press("Escape")
    for run in most:
        player.fill_by_drag(run)
    page.wait_for_function(f"() => {SECONDS} > 0")
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("Look at")
    player.fill_by_drag(last)
    page.locator("#notice .strong").click()
    line = page.get_by_label("A line to share").input_value()
    assert re.fullmatch(r"clues · Solved! · 0:\d\d · 1 hint", line)
    expect(page.locator(".figures dd").first).to_have_text("1")
    link = page.get_by_label("Link to this page")
    assert "cells" not in link.input_value()
    page.get_by_label("The link includes what is filled in").check()
    assert link.input_value().endswith(link_of(page))
    # The picture is black and white, or empty.
    canvas = page.locator(".share canvas")
    shown = set(canvas.evaluate(SAMPLE))
    page.get_by_label("Hide what is filled in").check()
    assert shown - set(canvas.evaluate(SAMPLE)) == {"0,0,0"}
    assert violations(page, "dialog.share") == ""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename == "clues.png"
    page.keyboard.press("Escape")
    # Watching the film of a solved puzzle does not count as help. The second game has its own time.
    # A puzzle that is solved twice counts once.
    page.click("[data-tool=film]")
    page.click("[data-film=close]")
    assert page.evaluate(SECONDS) > 0
    script = f"() => {{ document.querySelector('[data-tool=reset]').click(); return {SECONDS}; }}"
    assert page.evaluate(script) == 0
    for run in blocks_of(heart.goal or ()):
        player.fill_by_drag(run)
    share.first.click()
    expect(page.get_by_label("A line to share")).to_have_value(re.compile("without help$"))
    expect(page.locator(".figures dd").first).to_have_text("1")
