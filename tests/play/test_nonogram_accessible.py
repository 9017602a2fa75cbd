"""Accessibility of a nonogram's page: axe finds no violation on any of its screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from accessible import SMALL, violations
from nonogram_player import NonogramPlayer, blocks_of
from playing import expect, settled

from calpuzzle.nonogram.clues import BLACK, WHITE, Colour, from_grid

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

PALETTE = (
    WHITE,
    BLACK,
    Colour("red", "#d02020", "r"),
    Colour("yellow", "#f2c230", "y"),
    Colour("sky", "#7fb2e5", "s"),
)


def filled(player: NonogramPlayer) -> None:
    player.drag((7, 0), (7, 9))
    player.press(0, 1, "right")


def hint(player: NonogramPlayer) -> None:
    player.tool("hint")
    player.page.wait_for_selector("#notice-action:has-text('More')")
    player.page.click("#notice-action")


def check(player: NonogramPlayer) -> None:
    player.drag((0, 0), (0, 4))
    player.tool("check")
    player.page.wait_for_selector("#notice-action:has-text('Where?')")
    player.page.click("#notice-action")


def film(player: NonogramPlayer) -> None:
    player.tool("film")
    player.page.click("[data-film=after]")


def film_end(player: NonogramPlayer) -> None:
    player.tool("film")
    player.page.click("[data-film=last]")


def settings(player: NonogramPlayer) -> None:
    player.page.locator("#top-more button").first.click()


def guide(player: NonogramPlayer) -> None:
    player.keys("?")


def test_nonogram_screens_have_no_axe_violations(page_of: Callable[..., Page]) -> None:
    page = page_of("cat.non", **SMALL)
    for screen in (hint, filled, check, film, film_end, settings, guide):
        screen(NonogramPlayer(page))
        part = "dialog[open]" if settled(page).locator("dialog[open]").count() else None
        assert violations(page, part) == "", screen.__name__
        page.keyboard.press("Escape")


@pytest.mark.slow
def test_coloured_nonogram_has_no_axe_violations(clues_page: Callable[..., Page]) -> None:
    grid = tuple(tuple((row * column + column) % 5 for column in range(8)) for row in range(6))
    page = clues_page(from_grid(grid, PALETTE), **SMALL)
    player = NonogramPlayer(page)
    for run in [run for run in blocks_of(grid) if run.row in (1, 2, 4)][:-2]:
        player.tool(str(run.colour))
        player.fill_by_drag(run)
    expect(page.locator("th.met .tinted.done").nth(4)).to_be_attached()
    assert violations(page) == ""
    page.evaluate("document.documentElement.dataset.patterns = 'strong'")
    assert violations(page) == ""
    film(player)
    assert violations(page) == ""
