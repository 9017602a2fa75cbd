"""Accessibility of a nonogram's page: axe finds no violation on any of its screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from accessible import SMALL, violations
from playing import expect, settled
from solving import Solver, runs_of

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


def filled(solver: Solver) -> None:
    solver.drag((7, 0), (7, 9))
    solver.press(0, 1, "right")


def hint(solver: Solver) -> None:
    solver.tool("hint")
    solver.page.wait_for_selector("#notice-action:has-text('More')")
    solver.page.click("#notice-action")


def check(solver: Solver) -> None:
    solver.drag((0, 0), (0, 4))
    solver.tool("check")
    solver.page.wait_for_selector("#notice-action:has-text('Where?')")
    solver.page.click("#notice-action")


def film(solver: Solver) -> None:
    solver.tool("film")
    solver.page.click("[data-film=after]")


def film_end(solver: Solver) -> None:
    solver.tool("film")
    solver.page.click("[data-film=last]")


def settings(solver: Solver) -> None:
    solver.page.locator("#top-more button").first.click()


def guide(solver: Solver) -> None:
    solver.keys("?")


def test_nonogram_screens_have_no_axe_violations(page_of: Callable[..., Page]) -> None:
    page = page_of("cat.non", **SMALL)
    for screen in (hint, filled, check, film, film_end, settings, guide):
        screen(Solver(page))
        part = "dialog[open]" if settled(page).locator("dialog[open]").count() else None
        assert violations(page, part) == "", screen.__name__
        page.keyboard.press("Escape")


@pytest.mark.slow
def test_coloured_nonogram_has_no_axe_violations(clues_page: Callable[..., Page]) -> None:
    grid = tuple(tuple((row * column + column) % 5 for column in range(8)) for row in range(6))
    page = clues_page(from_grid(grid, PALETTE), **SMALL)
    solver = Solver(page)
    for run in [run for run in runs_of(grid) if run.row in (1, 2, 4)][:-2]:
        solver.tool(str(run.colour))
        solver.fill_by_drag(run)
    expect(page.locator("th.met .tinted.done").nth(4)).to_be_attached()
    assert violations(page) == ""
    page.evaluate("document.documentElement.dataset.patterns = 'strong'")
    assert violations(page) == ""
    film(solver)
    assert violations(page) == ""
