"""The settings of the page, and properties of all its dialogs, in dark and light colours."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest
from accessible import SIZES, SMALL, violations
from playing import (
    DATE,
    PageOf,
    Player,
    drawn,
    expect,
    finish,
    go,
    open_pictures,
    open_settings,
    reload,
    settled,
    solution,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


def test_page_follows_colour_scheme_and_motion_of_the_device(page_of: PageOf) -> None:
    page = page_of("dray", DATE, color_scheme="dark", reduced_motion="no-preference")
    colour = "getComputedStyle(document.body).backgroundColor"
    moving = "getComputedStyle(document.querySelector('button')).transitionDuration"
    light = {}
    schemes: tuple[Literal["light", "dark"], ...] = ("dark", "light")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_selector(f"[data-theme={scheme}]")
        parts = page.evaluate(colour).removeprefix("rgb(").removesuffix(")").split(",")
        light[scheme] = sum(map(int, parts)) > 384
    assert light == {"dark": False, "light": True}
    assert page.evaluate(moving) == "0.12s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == "0s"


def open_labels(page: Page) -> None:
    page.click("#date-button")
    page.locator("[name=calendar-way]").nth(1).check()
    page.locator("[name=calendar-group-0]").nth(9).check()
    page.locator("[name=calendar-group-1]").nth(4).check()
    page.locator("[name=calendar-group-2]").nth(1).check()


SCREENS: dict[str, Callable[[Page], None]] = {
    "calendar": lambda page: page.click("#date-button"),
    "labels": open_labels,
    "question": lambda page: page.locator(".top-button").nth(0).click(),
    "solutions": open_pictures,
    "share": lambda page: page.locator(".top-button").nth(1).click(),
    "settings": open_settings,
    "help": lambda page: page.locator(".top-button").nth(3).click(),
}
POSITION = f"{DATE}&with={'+'.join(solution('dray', 'Fri Nov 20')[:4])}"


TOO_SMALL = """() => [...document.querySelectorAll(
        "dialog[open] :is(button, select, input:not([role=switch]), .toggle), #top button")]
    .filter((own) => own.checkVisibility())
    .map((own) => [own.outerHTML.slice(0, 80), own.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)"""
AROUND = """() => { const own = document.querySelector("dialog[open]");
    const box = own.getBoundingClientRect();
    return [own.scrollWidth - own.clientWidth, box.left, box.top,
        innerWidth - box.right, innerHeight - box.bottom]; }"""
WITHIN = "document.activeElement.closest('dialog') !== null"
OUTSIDE = "document.activeElement === document.body"


@pytest.mark.parametrize(
    ("labels", "number_open", "is_large"), [("A BCDEFG", "2", False), ("A B C", "[0, 2]", True)]
)
def test_labels_of_a_group_have_the_size_of_the_longest_printed_label(
    page_of: PageOf, labels: str, number_open: str, is_large: bool
) -> None:
    group = f'a = {{ labels = "{labels}", open = {number_open} }}'
    board = f'board = """\n{labels} . . .\n"""\n[groups]\n{group}\n'
    page = page_of(f"{board}[pieces]\nI = '###'\nM = {{ shape = '#', min = 0, max = 3 }}\n")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.label')].filter((own) => own.textContent)"
        ".map((own) => Number.parseFloat(own.style.getPropertyValue('--most')))"
    )
    assert len(sizes) == len(labels.split()) and len({*sizes}) == 1
    assert (sizes[0] > 40) == is_large


def test_dialogs_are_accessible_and_keep_the_focus(page_of: PageOf) -> None:
    """Controls are large enough, nothing is wider than the dialog, axe finds no violation, Tab does
    not reach the page behind, and Escape returns the focus to the top of the page."""
    page = page_of("dray", POSITION)
    for screen, open_it in SCREENS.items():
        page.set_viewport_size(SIZES["phone"])
        open_it(page)
        assert settled(page).evaluate(WITHIN), screen
        assert violations(page, "dialog[open]") == "", screen
        for size in SIZES.values():
            page.set_viewport_size(size)
            assert drawn(page).evaluate(TOO_SMALL) == [], screen
            wider, *around = page.evaluate(AROUND)
            assert wider == 0 and min(around) >= -0.5, screen
        for _ in range(60):
            page.keyboard.press("Tab")
            is_within, is_outside = page.evaluate(f"[{WITHIN}, {OUTSIDE}]")
            # Past the last control, the browser's interface may have the focus, but never the page.
            if is_outside:
                page.keyboard.press("Tab")
                break
            assert is_within, screen
        assert page.evaluate(WITHIN), screen
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate("document.activeElement.closest('#top') !== null"), screen
        # Keys pressed in a dialog do not reach the board.
        assert len(Player(page).placed) == 4


@pytest.mark.parametrize("name", ["iq-fit", "shelf.toml"])
def test_dialogs_of_levels_and_labels_have_no_axe_violations(page_of: PageOf, name: str) -> None:
    page = page_of(name, **SMALL)
    page.click("#date-button")
    assert violations(page) == ""


def test_language_changes_at_once_and_is_kept_after_a_reload(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    open_settings(page)
    page.get_by_label("Language", exact=True).select_option(label="Deutsch")
    expect(page.locator("dialog[open] h2")).to_have_text("Einstellungen")
    expect(page.locator("#settings-language")).to_be_focused()
    page.keyboard.press("Escape")
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("#date-button .long")).to_have_text("Freitag, 20. November")
        expect(page.locator("[data-tool=turn]")).to_have_text("Drehen")
        expect(page.locator("#left-answer")).to_contain_text("Alles zudecken")
        expect(page.locator(".place").first).to_have_attribute("aria-label", "1 I4, 4 Felder")
        reload(page)
    page.locator(".top-button").nth(2).click()
    own = ["Deutsch", "English", "Español", "Français", "עברית", "Italiano"]
    own += ["Nederlands", "Português"]
    names = page.locator("#settings-language option")
    expect(names).to_have_text(["Wie auf dem Gerät", *own])
    # The device has a British locale.
    page.locator("#settings-language").select_option("en")
    expect(page.locator("#date-button .long")).to_have_text("Friday 20 November")


def test_colours_patterns_and_motion_can_be_set(page_of: PageOf) -> None:
    page = page_of("dray", DATE, color_scheme="light")
    root = page.locator("html")
    open_settings(page)
    page.get_by_label("Dark").check()
    page.get_by_label("Strong patterns on the pieces").check()
    page.get_by_label("Nothing moves by itself").check()
    for _ in range(2):
        for name, value in (("theme", "dark"), ("patterns", "strong"), ("motion", "still")):
            expect(root).to_have_attribute(f"data-{name}", value)
        reload(page)
    open_settings(page)
    page.get_by_label("As on this device").last.check()
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")


def test_settings_of_remaining_solutions_and_keys_take_effect(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    open_settings(page)
    page.mouse.click(100, 700)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert Player(page).placed == []
    open_settings(page)
    page.get_by_label("How many", exact=True).check()
    page.get_by_label("Keys work everywhere on the page").uncheck()
    page.keyboard.press("Escape")
    page.wait_for_selector("#left-answer:has-text('39 solutions left')")
    expect(page.locator("[data-left=count]")).to_have_attribute("aria-checked", "true")
    page.click("[data-left=hidden]")
    reload(page)
    for focused, held in (("[data-left=hidden]", 0), ("#board", 1)):
        page.locator(focused).focus()
        page.keyboard.press("1")
        expect(page.locator(".place[aria-pressed=true]")).to_have_count(held)
    open_settings(page)
    expect(page.get_by_label("Hidden")).to_be_checked()


def test_time_continues_after_a_reload_and_stops_with_the_game(page_of: PageOf) -> None:
    began = time.monotonic()
    page = page_of("dray", DATE, today=None)
    open_settings(page)
    page.get_by_label("Show the time taken").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("#top-time:has-text('0:02')")
    reload(page)
    minutes, seconds = map(int, (page.locator("#top-time").text_content() or "").split(":"))
    assert 2 <= 60 * minutes + seconds <= time.monotonic() - began
    finish(page, "Fri Nov 20")
    stopped = page.locator("#top-time").text_content() or ""
    expect(page.locator("#notice-text")).to_contain_text(f"Time: {stopped}.")
    page.wait_for_timeout(1500)
    expect(page.locator("#top-time")).to_have_text(stopped)


def test_days_in_a_row_count_dates_solved_on_their_day(page_of: PageOf) -> None:
    page = page_of("dray", today="2026-11-19")
    open_settings(page)
    page.get_by_label("Count the days in a row").check()
    page.keyboard.press("Escape")
    for day, label in (("18", "Wed Nov 18"), ("19", "Thu Nov 19"), ("20", "Fri Nov 20")):
        page.clock.set_fixed_time(f"2026-11-{day}T10:00:00+01:00")
        go(page, page.url.split("#")[0])
        reload(page)
        finish(page, label)
        page.wait_for_selector("#notice:has-text('number')")
    expect(page.locator("#notice-text")).to_contain_text("3 days in a row.")
    # A date solved on another day does not count.
    go(page, page.url.split("#")[0] + "#date=Nov,22,Sun")
    finish(page, "Sun Nov 22")
    page.wait_for_selector("#notice:has-text('number')")
    expect(page.locator("#notice-text")).to_contain_text("3 days in a row.")
