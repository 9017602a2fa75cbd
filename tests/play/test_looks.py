"""How the page looks: on a phone, on a desktop, on paper, dark and light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playing import DATE, PageOf, Player

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


def test_today_is_marked(page_of: PageOf) -> None:
    page = page_of("dray", today="2026-11-20")
    assert "Friday 20 November" in (page.locator("#top-date").text_content() or "")
    assert page.locator(".label.date").all_text_contents() == ["Nov", "20", "Fri"]
    assert page.locator(".well.date").count() == 3


def test_labels_are_read_through_pieces(page_of: PageOf) -> None:
    player = Player(page_of("dray", DATE))
    player.lay_by_tap("S4@2,1:1")
    covered = player.page.locator(".label.covered")
    assert covered.all_text_contents() == ["2", "9", "10", "17"]
    above = player.page.evaluate(
        """() => [...document.querySelectorAll("#board > g")].map((g) => g.dataset.layer)"""
    )
    assert above.index("labels") > above.index("laid")


@pytest.mark.parametrize(
    "size",
    [(390, 844), (390, 664), (320, 568), (768, 1024), (844, 390), (667, 375), (568, 320)],
)
def test_nothing_scrolls_and_touch_targets_are_large(
    page_of: PageOf, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = page_of("dray", DATE, viewport=viewport, has_touch=True)
    assert_all_seen(page, *size)


def test_nothing_scrolls_on_a_desktop(page_of: PageOf) -> None:
    page = page_of("dray", DATE)
    assert_all_seen(page, 1280, 800)


def assert_all_seen(page: Page, width: int, height: int) -> None:
    inner = page.evaluate(
        """() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]"""
    )
    assert inner[0] <= height
    assert inner[1] <= width
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 43.9 and box["height"] >= 43.9, button.inner_html()
        assert box["x"] >= -0.1 and box["x"] + box["width"] <= width + 0.1
        assert box["y"] >= -0.1 and box["y"] + box["height"] <= height + 0.1, button.inner_html()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_and_light(page_of: PageOf, scheme: Literal["light", "dark"]) -> None:
    page = page_of("dray", DATE, color_scheme=scheme)
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) > 384
    assert light == (scheme == "light")
    other: Literal["light", "dark"] = "dark" if scheme == "light" else "light"
    page.emulate_media(color_scheme=other)
    page.wait_for_selector(f"[data-theme={other}]")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != colour


def test_no_animation_where_motion_is_to_be_reduced(page_of: PageOf) -> None:
    page = page_of("dray", DATE, reduced_motion="reduce")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('.frame')).transitionDuration"
    ) in (
        "0s",
        "",
    )
