"""The page in print, and with forced colours (the high-contrast mode of operating systems)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playing import (
    DATE,
    PageOf,
    drawn,
    expect,
    open_settings,
    open_solutions,
    packed,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


def test_print_has_no_controls_and_no_dark_theme(page_of: PageOf) -> None:
    page = page_of("dray", f"{DATE}&with=I4@4,6:2")
    open_settings(page)
    page.get_by_label("Dark").check()
    page.emulate_media(media="print")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    hidden = ["dialog", "#top-more", "#tools", "#left", "#date-button svg"]
    for name in hidden:
        expect(page.locator(name).first).to_be_hidden()
    expect(page.locator("#date-button .long")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()


def test_the_first_move_demonstration_is_not_printed(page_of: PageOf) -> None:
    page = page_of("dray", DATE, stored={"calpuzzle-shown": "null"})
    shown = page.locator(".first-move")
    expect(shown).to_have_css("display", "inline")
    page.emulate_media(media="print")
    expect(shown).to_have_css("display", "none")


COLOURED = "width 3\nheight 1\ncolor a #f00\nrows\n1a,1\ncolumns\n1a\n0\n1\n"


def fill(page: Page) -> None:
    page.locator("[data-cell='0']").focus()
    for key in ("Enter", "ArrowRight", "x", "ArrowRight"):
        page.keyboard.press(key)


def hold(page: Page) -> None:
    page.keyboard.press("3")


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("dray", hold),
        ("dray", lambda page: page.click("#date-button")),
        *(
            pytest.param(own, hold, marks=pytest.mark.slow)
            for own in ("soma", "tetrasticks-4x4", "morse")
        ),
        ("cat.non", fill),
        ("cat.non#own=" + packed(COLOURED), fill),
    ],
    ids=["held", "dialog", "solid", "sticks", "colours", "nonogram", "coloured nonogram"],
)
def test_print_is_the_same_in_the_light_and_the_dark_theme(
    page_of: PageOf, name: str, act: Callable[[Page], None]
) -> None:
    pages = []
    for scheme in ("light", "dark"):
        file, _, own = name.partition("#")
        page = page_of(file, f"#{own}" if own else "", color_scheme=scheme)
        act(page)
        page.emulate_media(media="print")
        # Layout that depends on the size of the window is updated one frame after a resize.
        pages.append(drawn(drawn(page)).screenshot())
    # The focus ring is not printed.
    page.evaluate("document.activeElement.blur()")
    pages.append(drawn(page).screenshot())
    assert pages[0] == pages[1] == pages[2]


def test_print_layout_of_the_pieces_ignores_the_columns_on_screen(page_of: PageOf) -> None:
    page = page_of("dray")
    page.emulate_media(media="print")
    before = drawn(page).screenshot()
    page.evaluate("document.querySelector('#tray').style.setProperty('--across', '3')")
    assert drawn(page).screenshot() == before


FORCED = (
    ("cat.non", fill, "[data-cell='0']", "(own) => { own.style.background = 'Canvas'; }"),
    ("cat.non", fill, "[data-cell='1']", "(own) => { own.dataset.value = '-1'; }"),
    ("cat.non", fill, ".swatch", "(own) => { own.style.background = 'Canvas'; }"),
    ("cat.non", fill, "#g-pens [aria-checked=true]", "(own) => { own.ariaChecked = 'false'; }"),
    (
        "dray",
        lambda page: page.click("#date-button"),
        ".day[aria-pressed=true]",
        "(own) => { own.ariaPressed = 'false'; }",
    ),
    ("dray", open_settings, ".toggle input:checked", "(own) => { own.checked = false; }"),
    ("dray", open_solutions, ".chip .swatch", "(own) => { own.style.background = 'Canvas'; }"),
)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "act", "part", "plain"), FORCED, ids=[own[2] for own in FORCED])
def test_filled_and_chosen_parts_are_visible_with_forced_colours(
    page_of: PageOf, scheme: str, name: str, act: Callable[[Page], None], part: str, plain: str
) -> None:
    """Assert that a part looks different once it is no longer filled or chosen."""
    page = page_of(name, forced_colors="active", color_scheme=scheme)
    disabled = page.locator("#page button:disabled:visible").first
    expect(disabled).to_have_css("opacity", "1")
    act(page)
    found = drawn(page).locator(part).first.element_handle()
    before = found.screenshot()
    found.evaluate(plain)
    drawn(page)
    assert found.screenshot() != before


def test_enabled_buttons_and_dialog_edges_are_visible_with_forced_colours(page_of: PageOf) -> None:
    page = page_of("dray", DATE, forced_colors="active", color_scheme="dark")
    open_settings(page)
    expect(page.locator("dialog[open]")).not_to_have_css("border-top-width", "0px")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    found = drawn(page).locator("[data-tool=turn]")
    # A clone is drawn afresh; the button, which was disabled before, must look the same.
    shown = found.screenshot()
    found.evaluate("(own) => own.replaceWith(own.cloneNode(true))")
    assert found.screenshot() == shown
