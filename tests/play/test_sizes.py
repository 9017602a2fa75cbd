"""The page from a small phone to a desktop: nothing is cut off, too small or misplaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import shipped
from browsers import Browser
from playing import (
    DATE,
    PageOf,
    drawn,
    expect,
)

pytestmark = pytest.mark.long

SIZES = [
    ("dray", (390, 844), "en"),
    ("dray", (390, 664), "nl"),
    ("dray", (320, 568), "pt"),
    ("dray", (768, 1024), "en"),
    ("dray", (844, 390), "de"),
    ("dray", (667, 375), "es"),
    ("dray", (568, 320), "fr"),
    ("weekday-8x7", (360, 640), "it"),
    ("weekday-8x7", (320, 568), "fr"),
    ("hexiamonds-6x6", (320, 568), "fr"),
    ("soma", (320, 568), "it"),
    ("domino", (360, 640), "fr"),
    ("cat.non", (320, 568), "fr"),
    ("dray", (1280, 800), "en"),
]


@pytest.mark.parametrize("case", shipped.few(SIZES, *SIZES[::2], SIZES[-1]), ids=str)
def test_nothing_scrolls_and_touch_targets_are_large(
    page_of: PageOf, case: tuple[str, tuple[int, int], str]
) -> None:
    name, size, language = case
    kept = {"calpuzzle:settings": f'{{"language": "{language}"}}'}
    phone = {"has_touch": True, "is_mobile": True} if size[0] < 1000 else {}
    page = page_of(name, stored=kept, viewport={"width": size[0], "height": size[1]}, **phone)
    width, height = size
    expect(page.locator("html")).to_have_attribute("lang", language)
    # A swipe past an edge does not leave the page.
    assert page.evaluate("getComputedStyle(document.body).overscrollBehavior") == "none"
    inner = page.evaluate(
        "(({ scrollHeight: h, scrollWidth: w }) => [h, w])(document.documentElement)"
    )
    assert inner[0] <= height and inner[1] <= width
    for button, tool, left, top, right, bottom in page.evaluate(BUTTONS):
        # On the narrowest phones, the eight tools are narrower.
        least = 37.9 if width < 360 and tool else 43.9
        assert right - left >= least and bottom - top >= 43.9, button
        assert left >= -0.1 and right <= width + 0.1, button
        assert top >= -0.1 and bottom <= height + 0.1, button


def test_nothing_is_hidden_or_cut_off_on_a_narrow_phone(page_of: PageOf) -> None:
    size = {"width": 320, "height": 568}
    phone = {"viewport": size, "has_touch": True, "is_mobile": True, "locale": "pt-BR"}
    page = page_of("weekday-8x7", "#date=Sep,30,Wed", **phone)
    # The date is not cut off, and each caption is below its piece.
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
    for seen in ("#notice-action", ".place.hinted", "#notice-picture", ".ring"):
        page.wait_for_selector(seen)
        if seen != ".ring":
            page.tap("#notice-action")
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


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_date_button_is_not_cut_off(
    in_any_browser: Callable[..., Browser], size: tuple[int, int]
) -> None:
    """The content is not cut off, and at least 40 pixels of the height can be pressed."""
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
    in_any_browser: Callable[..., Browser], width: int
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


@pytest.mark.parametrize("name", shipped.few(("dray", "domino", "soma", "cat.non"), "dray"))
def test_the_layout_depends_only_on_the_current_size(page_of: PageOf, name: str) -> None:
    layout = """[...document.querySelectorAll("#tray, .place, #board-box, #g-box, #g-grid")]
        .map((own) => Object.values(own.getBoundingClientRect().toJSON()).map(Math.round).join())"""
    sizes = [(320, 568), (390, 844), (844, 390), (1280, 800), (560, 560), (320, 568), (844, 390)]
    page = page_of(name, DATE if name == "dray" else "")
    page.evaluate("addEventListener('error', ({ message }) => { window.wrong = message; })")
    expected: dict[tuple[int, int], Any] = {}
    for width, height in sizes:
        size: Any = {"width": width, "height": height}
        page.set_viewport_size(size)
        if (width, height) not in expected:
            fresh = page_of(name, DATE if name == "dray" else "", viewport=size)
            expected[width, height] = drawn(fresh).evaluate(layout)
            fresh.close()
        assert drawn(page).evaluate(layout) == expected[width, height], size
    assert page.evaluate("window.wrong") is None
