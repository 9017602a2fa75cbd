#!/usr/bin/env python
"""Draw the pictures of the page with Chromium: .venv/bin/python scripts/draw-page.py.

In docs/images these are play.png (the page on a desktop and on a phone), play-month.png,
play-analysis.png, play-review.png and play-challenge.png. The icons and screenshots of installed
pages are written to the assets of the page.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image
from playwright.sync_api import sync_playwright

import calpuzzle as cp
from calpuzzle.puzzle.placements import written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

Look = Literal["light", "dark"]

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "calpuzzle" / "play" / "assets"
IMAGES = ROOT / "docs" / "images"
DATE = "2026-11-20"
DAY = "#puzzle=dray&date=Nov,21,Sat"
BAD = "T5@0,0:1"
SOLVED = {
    "places": [
        f"calpuzzle:dray:Nov:{day}" for day in ("3:Tue", "12:Thu", "18:Wed", "19:Thu", "20:Fri")
    ],
    "days": ["2026-11-18", "2026-11-19", "2026-11-20"],
}
SCREENSHOTS: dict[str, ViewportSize] = {
    "narrow": {"width": 390, "height": 780},
    "wide": {"width": 1200, "height": 630},
}
PIECES = ("I4", "J4", "S4", "J5", "N5")
WINDOWS: tuple[tuple[str, ViewportSize, Look], ...] = (
    ("desktop", {"width": 1100, "height": 720}, "light"),
    ("phone", {"width": 390, "height": 780}, "dark"),
)
STAGE = """
<style>
  body { position: relative; width: 1240px; height: 800px; margin: 0; background: none }
  img { position: absolute; display: block; box-shadow: 0 6px 30px rgb(40 25 5 / 35%) }
  .desktop { top: 20px; left: 20px; width: 1000px; border-radius: 12px }
  .phone { right: 20px; bottom: 20px; width: 330px; border: 7px solid #2c2319; border-radius: 34px }
</style>
"""


def link() -> str:
    """Return the link to a position of DATE that has two solutions."""
    puzzle = cp.load("dray")
    for solution in puzzle.solve(DATE):
        placed = {name: solution.pieces[name] for name in PIECES}
        if puzzle.count(DATE, placed) == 2:
            return str(puzzle.link(DATE, placed))
    raise AssertionError("no five pieces leave two solutions")


def shot(browser: Browser, address: str, size: ViewportSize, look: Look) -> str:
    """Return a screenshot of the page in a window of that size, as a data URL."""
    context = browser.new_context(
        viewport=size, color_scheme=look, locale="en-GB", device_scale_factor=1.5
    )
    page = context.new_page()
    page.goto(address)
    page.locator('[data-left="count"]').click()
    page.get_by_text("2 solutions").first.wait_for()
    page.evaluate("document.activeElement.blur()")
    picture = page.screenshot()
    context.close()
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def month(page: Page) -> None:
    """Open the month, in which some days are solved."""
    page.click("#date-button")


def analysis(page: Page) -> None:
    """Open the analysis, and select a piece to show where it can be placed."""
    page.click("#analysis")
    page.click("[data-piece='2']")
    page.locator(".possible").first.wait_for()


def review(page: Page) -> None:
    """Play a game with one bad move, and open its review."""
    puzzle = cp.load("dray")
    solution = list(puzzle.solve("Nov 21 Sat"))[40]
    pieces = [
        written(puzzle.lowered, option)
        for option in solution.options
        if puzzle.lowered.class_of(option) >= 0
    ]
    page.click("[data-tool=text]")
    for move in (pieces[4], pieces[2], BAD, *pieces):
        page.fill("#words-move", move)
        page.keyboard.press("Enter")
        if move == BAD:
            page.evaluate("document.querySelector('[data-tool=undo]').click()")
    page.click("#words-close")
    page.locator("#notice").get_by_role("button", name="Solutions").click()
    page.get_by_role("button", name="Review of my moves").click()
    page.locator(".costs button").first.click()


def challenge(page: Page) -> None:
    """Make a challenge; fixed random numbers make it the same in every run."""
    page.evaluate("() => { crypto.getRandomValues = (given) => given.fill(8); }")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a challenge").click()
    page.get_by_label("Placed pieces").select_option("4")
    page.get_by_role("button", name="Make one").click()
    page.locator(".challenge .miniature").wait_for()


SCREENS: dict[str, Callable[[Page], None]] = {
    "month": month,
    "analysis": analysis,
    "review": review,
    "challenge": challenge,
}


def screen(browser: Browser, address: str, name: str) -> None:
    """Draw one of SCREENS on a phone, as docs/images/play-NAME.png."""
    context = browser.new_context(
        viewport={"width": 390, "height": 720},
        color_scheme="light",
        locale="en-GB",
        device_scale_factor=1.5,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.clock.set_fixed_time("2026-11-20T10:00:00+01:00")
    kept = json.dumps(["calpuzzle-done:dray", json.dumps(SOLVED)])
    page.add_init_script(f"localStorage.setItem(...{kept})")
    page.goto(address + DAY)
    SCREENS[name](page)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(300)
    page.screenshot(path=IMAGES / f"play-{name}.png")
    context.close()


def icons(stage: Page) -> None:
    """Draw the icons. They are square, because the device rounds the corners of an installed icon.
    The device may show only a circle of the maskable icon, four fifths as wide as the icon."""
    icon = (ASSETS / "icon.svg").read_text(encoding="utf-8").replace(' rx="14"', "")
    for name, size, share in (("192", 192, 1.0), ("512", 512, 1.0), ("maskable", 512, 0.72)):
        stage.set_viewport_size({"width": size, "height": size})
        stage.set_content(
            "<style>body { margin: 0; height: 100vh; display: grid; place-items: center; "
            f"background: #6b4a2b }} svg {{ display: block; width: {100 * share}% }}</style>{icon}"
        )
        stage.screenshot(path=ASSETS / f"icon-{name}.png")


def main() -> None:
    """Draw all pictures."""
    with sync_playwright() as running, tempfile.TemporaryDirectory() as folder:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        chromium = next(filter(None, map(shutil.which, names)), None)
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        exported = Path(folder) / "page.html"
        exported.write_text(cp.load("dray").page(), encoding="utf-8")
        for name in SCREENS:
            screen(browser, exported.as_uri(), name)
        address = exported.as_uri() + link()
        pictures = [
            f'<img class="{name}" src="{shot(browser, address, size, look)}">'
            for name, size, look in WINDOWS
        ]
        stage = browser.new_page(viewport={"width": 1240, "height": 800})
        stage.set_content(STAGE + "".join(pictures))
        stage.screenshot(path=IMAGES / "play.png", omit_background=True)
        icons(stage)
        for name, size in SCREENSHOTS.items():
            context = browser.new_context(viewport=size, color_scheme="light", locale="en-GB")
            page = context.new_page()
            page.goto(address)
            page.locator("#board .placed").first.wait_for()
            path = ASSETS / f"screen-{name}.png"
            path.write_bytes(page.screenshot())
            Image.open(path).quantize(64).save(path, optimize=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
