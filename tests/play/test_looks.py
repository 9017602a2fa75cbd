"""How the page looks, on a phone, on a desktop, on paper, dark and light; the settings, and what is
true of every dialog."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import pytest
from accessible import SIZES, SMALL, violations
from engines_of_browsers import Engine
from playing import (
    DATE,
    PageOf,
    Player,
    drawn,
    expect,
    finish,
    go,
    packed,
    reload,
    settled,
    solution,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "size", "language"),
    [
        ("dray", (390, 844), "en"),
        ("dray", (390, 664), "nl"),
        ("dray", (320, 568), "pt"),
        ("dray", (768, 1024), "en"),
        ("dray", (844, 390), "de"),
        ("dray", (667, 375), "es"),
        ("dray", (568, 320), "fr"),
        ("weekday-8x7", (320, 568), "fr"),
        ("weekday-8x7", (360, 640), "it"),
        ("domino", (360, 640), "fr"),
        ("soma", (320, 568), "it"),
        ("hexiamonds-6x6", (320, 568), "fr"),
        ("cat.non", (320, 568), "fr"),
        ("dray", (1280, 800), "en"),
    ],
)
def test_nothing_scrolls_and_touch_targets_are_large(
    page_of: PageOf, name: str, size: tuple[int, int], language: str
) -> None:
    kept = {"calpuzzle:settings": f'{{"language": "{language}"}}'}
    phone = {"has_touch": True, "is_mobile": True} if size[0] < 1000 else {}
    page = page_of(name, stored=kept, viewport={"width": size[0], "height": size[1]}, **phone)
    width, height = size
    expect(page.locator("html")).to_have_attribute("lang", language)
    # A swipe past an end does not leave the page.
    assert page.evaluate("getComputedStyle(document.body).overscrollBehavior") == "none"
    inner = page.evaluate(
        "(({ scrollHeight: h, scrollWidth: w }) => [h, w])(document.documentElement)"
    )
    assert inner[0] <= height and inner[1] <= width
    for what, tool, left, top, right, bottom in page.evaluate(BUTTONS):
        # Eight tools side by side are narrower, on the narrowest phones.
        least = 37.9 if width < 360 and tool else 43.9
        assert right - left >= least and bottom - top >= 43.9, what
        assert left >= -0.1 and right <= width + 0.1, what
        assert top >= -0.1 and bottom <= height + 0.1, what


def test_on_a_narrow_phone_all_is_seen(page_of: PageOf) -> None:
    size = {"width": 320, "height": 568}
    phone = {"viewport": size, "has_touch": True, "is_mobile": True, "locale": "pt-BR"}
    page = page_of("weekday-8x7", "#date=Sep,30,Wed", **phone)
    # The date as a whole, and each caption below its piece.
    assert page.evaluate(
        "() => (({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"
        "(document.querySelector('#date-button .short'))"
    )
    pictures = page.locator(".place svg").evaluate_all(BOTTOMS)
    captions = page.locator(".place .key").evaluate_all(TOPS)
    assert all(low <= high for low, high in zip(pictures, captions, strict=True))
    for opener in ("#date-button", *(f".top-button >> nth={k}" for k in range(3))):
        page.tap(opener)
        expect(page.locator("dialog[open]")).to_have_count(1)
        assert page.evaluate(CUT_OFF, 320) == [], opener
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.tap("[data-tool=hint]")
    for seen in ("#notice-on", ".place.hinted", "#notice-picture", ".ring"):
        page.wait_for_selector(seen)
        if seen != ".ring":
            page.tap("#notice-on")
    (notice,) = drawn(page).locator("#notice").evaluate_all(TOPS)
    (top,) = page.locator("#top").evaluate_all(BOTTOMS)
    (end,) = page.locator("#notice").evaluate_all(BOTTOMS)
    (board,) = page.locator("#board").evaluate_all(TOPS)
    assert top <= notice and end <= board


BUTTONS = """() => [...document.querySelectorAll("button")]
    .filter((own) => own.checkVisibility({ visibilityProperty: true }))
    .map((own) => [own, own.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height)
    .map(([own, box]) => [
        own.innerHTML, "tool" in own.dataset, box.left, box.top, box.right, box.bottom])"""
TOPS = "(all) => all.map((own) => own.getBoundingClientRect().top)"
BOTTOMS = "(all) => all.map((own) => own.getBoundingClientRect().bottom)"
CUT_OFF = """(width) => [...document.querySelectorAll("dialog[open] :is(button, input, select)")]
    .filter((own) => own.checkVisibility())
    .filter((own) => own.getBoundingClientRect().right > width)
    .map((own) => own.outerHTML)"""


def test_what_the_device_wishes(page_of: PageOf) -> None:
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


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()


def labels(page: Page) -> None:
    page.click("#date-button")
    page.locator("[name=calendar-way]").nth(1).check()
    page.locator("[name=calendar-group-0]").nth(9).check()
    page.locator("[name=calendar-group-1]").nth(4).check()
    page.locator("[name=calendar-group-2]").nth(1).check()


def solutions(page: Page) -> None:
    page.locator(".top-button").first.click()
    page.locator("dialog[open] .strong").click()
    page.wait_for_selector(".picture")


def pictures(page: Page) -> None:
    solutions(page)
    page.get_by_label("Most like mine").check()
    page.locator(".chip").first.click()
    page.wait_for_selector(".chip[aria-pressed=true]")


SCREENS: dict[str, Callable[[Page], None]] = {
    "calendar": lambda page: page.click("#date-button"),
    "labels": labels,
    "question": lambda page: page.locator(".top-button").nth(0).click(),
    "solutions": pictures,
    "share": lambda page: page.locator(".top-button").nth(1).click(),
    "settings": settings,
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


def test_dialogs(page_of: PageOf) -> None:
    """What is pressed there is large, nothing is wider, axe finds nothing, Tab stays in them, and
    after Escape the focus is where it was."""
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
            # Past the end the browser's own bars have it; the page behind never does.
            if page.evaluate(OUTSIDE):
                page.keyboard.press("Tab")
                break
            assert page.evaluate(WITHIN), screen
        assert page.evaluate(WITHIN), screen
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate("document.activeElement.closest('#top') !== null"), screen
        # Keys in a dialog are not for the board.
        assert len(Player(page).placed) == 4


@pytest.mark.parametrize("name", ["iq-fit", "shelf.toml"])
def test_axe_finds_nothing_in_levels_and_labels(page_of: PageOf, name: str) -> None:
    page = page_of(name, **SMALL)
    page.click("#date-button")
    assert violations(page) == ""


def test_the_language_changes_at_once_and_stays(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    settings(page)
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


def test_colours_patterns_and_motion(page_of: PageOf) -> None:
    page = page_of("dray", DATE, color_scheme="light")
    root = page.locator("html")
    settings(page)
    page.get_by_label("Dark").check()
    page.get_by_label("Strong patterns on the pieces").check()
    page.get_by_label("Nothing moves by itself").check()
    for _ in range(2):
        for name, value in (("theme", "dark"), ("patterns", "strong"), ("motion", "still")):
            expect(root).to_have_attribute(f"data-{name}", value)
        reload(page)
    settings(page)
    page.get_by_label("As on this device").last.check()
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")


def test_the_switch_above_the_board_and_the_keys(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    settings(page)
    page.mouse.click(100, 700)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert Player(page).placed == []
    settings(page)
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
    settings(page)
    expect(page.get_by_label("Hidden")).to_be_checked()


def test_the_time_goes_on_where_it_was_and_ends_with_the_game(page_of: PageOf) -> None:
    began = time.monotonic()
    page = page_of("dray", DATE, today=None)
    settings(page)
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


def test_days_in_a_row(page_of: PageOf) -> None:
    page = page_of("dray", today="2026-11-19")
    settings(page)
    page.get_by_label("Count the days in a row").check()
    page.keyboard.press("Escape")
    for day, label in (("18", "Wed Nov 18"), ("19", "Thu Nov 19"), ("20", "Fri Nov 20")):
        page.clock.set_fixed_time(f"2026-11-{day}T10:00:00+01:00")
        go(page, page.url.split("#")[0])
        reload(page)
        finish(page, label)
        page.wait_for_selector("#notice:has-text('number')")
    expect(page.locator("#notice-text")).to_contain_text("3 days in a row.")
    # A date of another day counts for none.
    go(page, page.url.split("#")[0] + "#date=Nov,22,Sun")
    finish(page, "Sun Nov 22")
    page.wait_for_selector("#notice:has-text('number')")
    expect(page.locator("#notice-text")).to_contain_text("3 days in a row.")


def test_on_paper_there_are_no_controls_and_no_night(page_of: PageOf) -> None:
    page = page_of("dray", POSITION)
    settings(page)
    page.get_by_label("Dark").check()
    page.emulate_media(media="print")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    hidden = ["dialog", "#top-more", "#tools", "#left", "#date-button svg"]
    for name in hidden:
        expect(page.locator(name).first).to_be_hidden()
    expect(page.locator("#date-button .long")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()


COLOURED = "width 3\nheight 1\ncolor a #f00\nrows\n1a,1\ncolumns\n1a\n0\n1\n"


def filled(page: Page) -> None:
    page.locator("[data-cell='0']").focus()
    for key in ("Enter", "ArrowRight", "x", "ArrowRight"):
        page.keyboard.press(key)


def held(page: Page) -> None:
    page.keyboard.press("3")


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("dray", held),
        ("dray", lambda page: page.click("#date-button")),
        ("soma", held),
        ("tetrasticks-4x4", held),
        ("morse", held),
        ("cat.non", filled),
        ("cat.non#own=" + packed(COLOURED), filled),
    ],
    ids=["held", "dialog", "solid", "sticks", "colours", "nonogram", "coloured nonogram"],
)
def test_paper_is_light_whatever_the_screen_is(
    page_of: PageOf, name: str, act: Callable[[Page], None]
) -> None:
    pages = []
    for scheme in ("light", "dark"):
        file, _, own = name.partition("#")
        page = page_of(file, f"#{own}" if own else "", color_scheme=scheme)
        act(page)
        page.emulate_media(media="print")
        pages.append(drawn(page).screenshot())
    # What has the focus is not framed.
    page.evaluate("document.activeElement.blur()")
    pages.append(drawn(page).screenshot())
    assert pages[0] == pages[1] == pages[2]


FORCED = (
    ("cat.non", filled, "[data-cell='0']", "(own) => { own.style.background = 'Canvas'; }"),
    ("cat.non", filled, "[data-cell='1']", "(own) => { own.dataset.value = '-1'; }"),
    ("cat.non", filled, ".swatch", "(own) => { own.style.background = 'Canvas'; }"),
    ("cat.non", filled, "#g-pens [aria-checked=true]", "(own) => { own.ariaChecked = 'false'; }"),
    (
        "dray",
        lambda page: page.click("#date-button"),
        ".day[aria-pressed=true]",
        "(own) => { own.ariaPressed = 'false'; }",
    ),
    ("dray", settings, ".toggle input:checked", "(own) => { own.checked = false; }"),
    ("dray", solutions, ".chip .swatch", "(own) => { own.style.background = 'Canvas'; }"),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "act", "part", "plain"), FORCED, ids=[own[2] for own in FORCED])
def test_what_is_filled_or_chosen_is_seen_with_forced_colours(
    page_of: PageOf, scheme: str, name: str, act: Callable[[Page], None], part: str, plain: str
) -> None:
    """A part looks another way once it is not filled, or not chosen."""
    page = page_of(name, forced_colors="active", color_scheme=scheme)
    disabled = page.locator("#page button:disabled:visible").first
    expect(disabled).to_have_css("opacity", "1")
    act(page)
    found = drawn(page).locator(part).first.element_handle()
    before = found.screenshot()
    found.evaluate(plain)
    drawn(page)
    assert found.screenshot() != before


def test_enabled_buttons_and_edges_of_dialogs_are_seen_with_forced_colours(page_of: PageOf) -> None:
    page = page_of("dray", DATE, forced_colors="active", color_scheme="dark")
    settings(page)
    expect(page.locator("dialog[open]")).not_to_have_css("border-top-width", "0px")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    found = drawn(page).locator("[data-tool=turn]")
    shown = found.screenshot()
    found.evaluate("(own) => own.replaceWith(own.cloneNode(true))")
    assert found.screenshot() == shown


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_date_is_a_button_of_full_height(
    in_any_browser: Callable[..., Engine], size: tuple[int, int]
) -> None:
    """What is drawn of it, its ring too, and what can be pressed is not cut off."""
    page = in_any_browser("dray", "#date=May,30,Wed", size)
    hit, cut = page.drawn().run(
        """const button = document.querySelector("#date-button");
        const { x, y, width, height } = button.getBoundingClientRect();
        const rows = Array.from({ length: Math.ceil(height) }, (_, k) => y + k + 0.5);
        const parts = [button, ...button.querySelectorAll(".long, .short")];
        const isHit = (row) => button.contains(document.elementFromPoint(x + width / 2, row));
        return [
            rows.filter(isHit).length,
            Math.max(...parts.map((own) => own.scrollHeight - own.clientHeight)),
        ];"""
    )
    assert hit >= 40 and cut <= 0


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_dialog_scrolls_inside_its_round_corners(
    in_any_browser: Callable[..., Engine], width: int
) -> None:
    page = in_any_browser("dray", size=(width, 568))
    page.run("[...document.querySelectorAll('.top-button')].at(-1).click();")
    found = page.drawn().run(
        """
            const dialog = document.querySelector("dialog[open]");
            const parts = [dialog, ...dialog.querySelectorAll("*")];
            const scrolls = (own) => own.scrollHeight > own.clientHeight + 1
                && /auto|scroll/.test(getComputedStyle(own).overflowY);
            const left = (name) => {
                const own = dialog.querySelector(name);
                return own.getBoundingClientRect().x;
            };
            return [scrolls(dialog), parts.filter(scrolls).length, left("h2") - left("p")];
        """
    )
    assert found == [False, 1, 0]


@pytest.mark.parametrize("name", ["dray", "domino", "soma", "cat.non"])
def test_a_size_is_laid_out_alike_whatever_it_was_before(page_of: PageOf, name: str) -> None:
    layout = """[...document.querySelectorAll("#tray, .place, #board-box, #g-box, #g-grid")]
        .map((own) => Object.values(own.getBoundingClientRect().toJSON()).map(Math.round).join())"""
    sizes = [(320, 568), (390, 844), (844, 390), (1280, 800), (560, 560), (320, 568), (844, 390)]
    page = page_of(name, DATE if name == "dray" else "")
    page.evaluate("addEventListener('error', ({ message }) => { window.wrong = message; })")
    for width, height in sizes:
        size: Any = {"width": width, "height": height}
        page.set_viewport_size(size)
        fresh = page_of(name, DATE if name == "dray" else "", viewport=size)
        assert drawn(page).evaluate(layout) == drawn(fresh).evaluate(layout), size
        fresh.close()
    assert page.evaluate("window.wrong") is None
